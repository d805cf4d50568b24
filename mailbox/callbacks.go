package mailbox

import "runtime/debug"

// callbacks is where the done functions of answered calls are run from, so that they can neither hold up nor break who
// answered them: a producer, Close, Cancel, or a context. Runners, goroutines that end when nothing is left to do, take
// the answered calls one by one. The queue's lock guards it.
//
// At every moment when the lock is free: if answered is not empty, a runner is coming. Such a runner takes the lock next,
// with no user code before it, and so a call in answered never waits for a done to return: whoever takes one call out
// and leaves others has another runner come before it calls done. Runners are few all the same. They return for more, and
// the one that is coming finds nothing more often than not; its coming is what keeps others from being started.
type callbacks[T any] struct {
	answered line[T] // calls whose done is to be called
	coming   bool    // a runner was started and has not looked yet
	inside   int     // done functions running inside BeginConsume
}

// mostInside bounds the done functions of one queue that run inside BeginConsume, and by that how deep they are nested when
// each begins the next call: there is no telling calls made inside a done from calls made elsewhere, so all count.
const mostInside = 16

// finishSoonLocked has the done of c, which is answered, called by a runner.
func (q *Queue[T]) finishSoonLocked(c *Call[T]) {
	q.callbacks.answered.push(&c.waiter)
	q.runnerLocked()
}

// runnerLocked starts a runner if there is work and none is coming.
func (q *Queue[T]) runnerLocked() {
	if q.callbacks.answered.size > 0 && !q.callbacks.coming {
		q.callbacks.coming = true
		go q.runCallbacks()
	}
}

// runCallbacks is a runner. A done that ends its goroutine ends it here: nothing depends on its return.
func (q *Queue[T]) runCallbacks() {
	q.mu.Lock()
	q.callbacks.coming = false
	for w := q.callbacks.answered.pop(); w != nil; w = q.callbacks.answered.pop() {
		q.runnerLocked()
		q.mu.Unlock()
		q.finish(w.call)
		q.mu.Lock()
	}
	q.mu.Unlock()
}

// enterLocked reports whether one more done may run inside BeginConsume, and counts it.
func (q *Queue[T]) enterLocked() bool {
	if q.callbacks.inside == mostInside {
		return false
	}
	q.callbacks.inside++
	return true
}

// finishInside calls c's done inside BeginConsume, after enterLocked.
func (q *Queue[T]) finishInside(c *Call[T]) {
	defer func() { // also when done ends the goroutine
		q.mu.Lock()
		q.callbacks.inside--
		q.mu.Unlock()
	}()
	q.finish(c)
}

// finish calls c's done. c is answered and nobody else's to finish: its answer and stop do not change any more, and were
// written before the lock was last released.
func (q *Queue[T]) finish(c *Call[T]) {
	defer q.contain()
	if c.stop != nil {
		c.stop()
		c.stop = nil
	}
	done := c.done
	c.done = nil
	done(c.value, c.err)
}

// drop hands a value that no consumer gets to OnDrop.
func (q *Queue[T]) drop(v T) {
	if q.onDrop == nil {
		return
	}
	defer q.contain()
	q.onDrop(v)
}

// contain, deferred around a callback, keeps its panic inside and has it reported.
func (q *Queue[T]) contain() {
	p := recover()
	if p == nil || q.onPanic == nil {
		return
	}
	defer func() { _ = recover() }() // of onPanic: there is nobody left to tell
	q.onPanic(p, debug.Stack())
}
