package mailbox

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
	"time"
)

// Queue is the method queue: values wait for consumers, or consumers for values, never both. Any number of goroutines may
// produce and consume at once. Both sides are served first come, first served: a value goes to the consumer that has waited
// longest, and a consumer gets the value that has waited longest, so that with one consumer values arrive in the order
// produced. A consumer whose time or context is over, or that was cancelled, leaves at once and never takes a value, and
// each value is taken once.
//
// Whatever happens before a Produce, in the sense of the Go memory model, happens before the return of the Consume, or the
// call of the done, that gets its value. The queue passes values as an assignment does: what they point to is shared.
//
// Consumers in Consume, ConsumeTimeout and All that meet over values that are there let each other go first now and then,
// so that all of them are served, however the scheduler runs them.
//
// Each method costs O(1) (Close: O(consumers that wait)) under one mutex that no callback and no wait ever runs under.
// When nothing waits a queue keeps no goroutine, no timer, and for values no more than about a kilobyte, or twice the size
// of one.
//
// The zero Queue is ready to use, unbounded. A Queue must not be copied after first use.
type Queue[T any] struct {
	mu     sync.Mutex
	values backlog[T] // of values and line
	line   line[T]    // one at least is empty
	closed bool

	spares    line[T]      // idle waiters, for synchronous consumers to come
	returning atomic.Int32 // synchronous consumers that were answered and have yet to run, or are at the lock
	aside     line[T]      // synchronous consumers that let those go first
	streak    int          // values to be taken without waiting, while others are returning, before one steps aside

	callbacks callbacks[T]

	// Fixed by NewQueue.
	capacity int // of values; 0: no bound
	overflow Overflow
	onDrop   func(T)
	onPanic  func(value any, stack []byte)
}

// NewQueue makes an empty queue. It panics when an option is wrong, saying how: a capacity below 1, OnDrop for another
// type than T, a nil function.
func NewQueue[T any](opts ...QueueOption) *Queue[T] {
	q := &Queue[T]{}
	q.applyOptions(opts)
	return q
}

// Produce gives v to the consumer that has waited longest, or leaves it in the queue for one to come. It never blocks and
// never panics, and runs no consumer's code: the done of an asynchronous consumer has a goroutine of its own.
//
// When the queue is full, or closed, a value is dropped: handed to the function given with OnDrop, here in the goroutine
// of the producer, or without one discarded.
func (q *Queue[T]) Produce(v T) {
	q.mu.Lock()
	if w := q.line.pop(); w != nil {
		q.answerLocked(w, v, nil)
		q.mu.Unlock()
		if w.call == nil {
			w.ready <- struct{}{} // the last touch of w; never blocks: the one token of this wait
		}
		return
	}
	dropped := true
	switch {
	case q.closed:
	case q.capacity == 0 || q.values.size < q.capacity:
		q.values.push(v)
		dropped = false
	case q.overflow == DropOldest:
		oldest, _ := q.values.pop()
		q.values.push(v)
		v = oldest
	}
	q.mu.Unlock()
	if dropped {
		q.drop(v)
	}
}

// Consume takes the oldest value, waiting for one as long as ctx allows. Its error is ErrClosed when the queue is closed
// and empty, or ctx's when ctx is over: then no value was taken. A context that is already over takes no value even when
// one is there; one that ends just as a value is handed over does not take it back.
//
// A ctx with a method Block(func()), as a component's Context has, is waited under by way of it, so that the component's
// worker is handed on first; this is asked only when there really is no value.
func (q *Queue[T]) Consume(ctx context.Context) (T, error) {
	if err := ctx.Err(); err != nil {
		var none T
		return none, err
	}
	b, inside := ctx.(blocker)
	v, w, err := q.takeOrLineUp(inside)
	switch {
	case w == nil:
		return v, err
	case inside:
		return q.waitInside(b, w, ctx)
	}
	return q.wait(w, ctx, 0)
}

// ConsumeTimeout is Consume with a time limit and no context. It waits for d, when d is 0 not at all, and when d is
// negative for ever. Its error is ErrTimeout when no value came in time, or ErrClosed: then no value was taken. It makes a
// timer only when it has to wait, and leaves none.
func (q *Queue[T]) ConsumeTimeout(d time.Duration) (T, error) {
	if d == 0 {
		return q.poll()
	}
	v, w, err := q.takeOrLineUp(false)
	if w == nil {
		return v, err
	}
	return q.wait(w, context.Background(), d)
}

// All gives the values as they come, for a range loop, until ctx is over or the queue is closed and empty. Each value is
// taken as Consume takes it, just before the loop's body runs: a loop that is left early has taken only what its body saw.
func (q *Queue[T]) All(ctx context.Context) iter.Seq[T] {
	return func(yield func(T) bool) {
		for {
			v, err := q.Consume(ctx)
			if err != nil || !yield(v) {
				return
			}
		}
	}
}

// Close ends production: values produced from now on are dropped. What is queued is still consumed; then consumers get
// ErrClosed, those that wait now at once. Closing again does nothing.
func (q *Queue[T]) Close() {
	var told line[T]
	q.mu.Lock()
	q.closed = true
	for w := q.line.pop(); w != nil; w = q.line.pop() {
		var none T
		q.answerLocked(w, none, ErrClosed)
		if w.call == nil {
			told.push(w)
		}
	}
	q.mu.Unlock()
	// An answered waiter is left alone by everyone until it gets its token, so the list is still ours.
	for w := told.pop(); w != nil; w = told.pop() {
		w.ready <- struct{}{} // as in Produce
	}
}

// Len tells how many values wait.
func (q *Queue[T]) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.values.size
}

// Waiting tells how many consumers wait, synchronous and asynchronous.
func (q *Queue[T]) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.line.size
}

// poll takes a value if one is there.
func (q *Queue[T]) poll() (v T, err error) {
	q.mu.Lock()
	v, ok, err := q.takeLocked()
	q.mu.Unlock()
	if !ok {
		err = ErrTimeout
	}
	return v, err
}

// takeOrLineUp answers a synchronous consumer at once, or puts it in line and returns its waiter. inside tells that it will
// wait inside code that is not ours.
func (q *Queue[T]) takeOrLineUp(inside bool) (v T, w *waiter[T], err error) {
	var aside, next *waiter[T]
	if !q.mu.TryLock() {
		q.returning.Add(1) // for a consumer at the lock is one that others should let go first
		q.mu.Lock()
		next = q.returnedLocked()
	}
	v, ok, err := q.takeLocked()
	if ok {
		aside = q.stepAsideLocked()
	} else {
		w = q.lineUpLocked()
		w.inside = inside
	}
	q.mu.Unlock()
	if next != nil {
		next.ready <- struct{}{} // as in Produce
	}
	if aside != nil {
		<-aside.ready
		_, _ = q.giveBack(aside)
	}
	return v, w, err
}

// takeLocked gives a consumer its answer, if there is one at once: the oldest value, or ErrClosed.
func (q *Queue[T]) takeLocked() (v T, ok bool, err error) {
	if v, ok = q.values.pop(); ok {
		return v, true, nil
	}
	if q.closed {
		return v, true, ErrClosed
	}
	return v, false, nil
}
