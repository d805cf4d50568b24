package mailbox

import "context"

// Call is an asynchronous Consume in progress, made by BeginConsume. Its methods may be called by any goroutine, also from
// inside its done. A Call keeps its answer, the value included, as long as it is kept.
type Call[T any] struct {
	waiter[T] // its place in line, then its answer; guarded by the queue's lock

	queue *Queue[T]
	ctx   context.Context
	done  func(T, error)

	synchronous bool          // fixed before anyone else knows of the call
	stop        func() bool   // takes the call off its context; nil when there is nothing to take off
	ended       chan struct{} // closed with the answer; nil until an End waits
}

// BeginConsume takes the oldest value as Consume does, but does not wait: it returns at once, and done is called with the
// answer when there is one: a value, ErrClosed, ctx's error, or ErrCanceled after Cancel. The call stands in the same line
// as all other consumers. No goroutine waits for it (with a ctx that is not of package context, and has neither an
// AfterFunc method nor a context of that package behind it, package context uses one to watch it).
//
// done runs exactly once, outside every lock, and may do whatever it likes: produce, consume, begin the next call, block.
// When the answer was there already, done runs inside BeginConsume, in the caller's goroutine; otherwise in a goroutine
// made for that purpose, never in a producer's. A done that begins the next call, and so on in a long chain, uses a bounded
// stack: only a few done of one queue run inside each other, the next is given to another goroutine. No done waits for
// another to return. A panic in done is contained (see OnPanic); so is a Goexit, except that inside BeginConsume it ends
// the caller's goroutine.
//
// A nil done is a programmer's error: BeginConsume panics. The cost is one Call, and while it waits under a ctx that can be
// cancelled, a context.AfterFunc.
func (q *Queue[T]) BeginConsume(ctx context.Context, done func(T, error)) *Call[T] {
	if done == nil {
		panic("mailbox: BeginConsume needs a done function, not nil")
	}
	c := &Call[T]{queue: q, ctx: ctx, done: done}
	c.call = c
	over := ctx.Err()
	q.mu.Lock()
	ok := over != nil
	if ok {
		c.err = over
	} else if c.value, ok, c.err = q.takeLocked(); !ok {
		c.state = waiterWaiting // 1
		q.line.push(&c.waiter)
		q.mu.Unlock()
		c.watch()
		return c
	}
	c.state, c.synchronous = waiterAnswered, true
	inside := q.enterLocked()
	if !inside {
		q.finishSoonLocked(c)
	}
	q.mu.Unlock()
	if inside {
		q.finishInside(c)
	}
	return c
}

// End waits for the answer and returns it, the same every time: what done gets, which may still be running or about to. It
// may be used inside done. It waits as Consume does under the context given to BeginConsume, handing on a component's
// worker.
func (c *Call[T]) End() (T, error) {
	c.queue.mu.Lock()
	if c.state == waiterWaiting {
		if c.ended == nil {
			c.ended = make(chan struct{})
		}
		ended := c.ended
		c.queue.mu.Unlock()
		if b, ok := c.ctx.(blocker); ok {
			b.Block(func() { <-ended })
		}
		<-ended // at once, unless Block did not run its function
		c.queue.mu.Lock()
	}
	defer c.queue.mu.Unlock()
	return c.value, c.err
}

// Cancel ends the call, if it still waits, with ErrCanceled; done is then called with that. It never blocks. It reports
// true when the call will never take a value: because of this Cancel, or an earlier one, or since it ended with another
// error before; and false when it has got its value.
func (c *Call[T]) Cancel() bool { return c.withdraw(ErrCanceled) }

// Synchronous reports whether the answer was there at once, inside BeginConsume.
func (c *Call[T]) Synchronous() bool { return c.synchronous }

// watch arranges for the end of the context to end the call. The answer may have come meanwhile, since the call is in line
// already; then whoever finishes it did not find stop, and it is for us to call. Otherwise it will be found: the lock
// decides which.
func (c *Call[T]) watch() {
	if c.ctx.Done() == nil {
		return
	}
	stop := context.AfterFunc(c.ctx, c.contextOver)
	c.queue.mu.Lock()
	waits := c.state == waiterWaiting
	if waits {
		c.stop = stop
	}
	c.queue.mu.Unlock()
	if !waits {
		stop()
	}
}

// contextOver runs when the context is over.
func (c *Call[T]) contextOver() { c.withdraw(c.ctx.Err()) }

// withdraw ends the call with err unless it was answered before, and reports whether its answer is an error now.
func (c *Call[T]) withdraw(err error) bool {
	q := c.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.withdrawLocked(&c.waiter, err) {
		c.answeredLocked()
	}
	return c.err != nil
}

// answeredLocked tells those in End of the answer and has done called.
func (c *Call[T]) answeredLocked() {
	if c.ended != nil {
		close(c.ended)
	}
	c.queue.finishSoonLocked(c)
}
