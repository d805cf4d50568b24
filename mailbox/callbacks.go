package mailbox

import (
	"runtime/debug"
	"sync/atomic"
)

// callbacks is where the done functions of answered calls are run from, so that they can neither hold up nor break who
// answered them: a producer, Close, Cancel, or a context. Runners, goroutines that end when nothing is left to do, take
// the answered calls one by one. The queue's lock guards it.
//
// At every moment when the lock is free: if answered is not empty, a runner is coming. Such a runner takes the lock next,
// with no user code before it, and so a call in answered never waits for a done to return: whoever takes one call out
// and leaves others has another runner come before it calls done. Runners are few all the same: they return for more, and
// while one is coming, from its start or from a done, no other is started.
type callbacks[T any] struct {
	answered line[T]      // calls whose done is to be called
	coming   atomic.Int32 // runners that take the lock next
	inside   int          // done functions running inside BeginConsume
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
	if q.callbacks.answered.size > 0 && q.callbacks.coming.Load() == 0 {
		q.callbacks.coming.Add(1)
		go q.runCallbacks()
	}
}

// runCallbacks is a runner, which is coming. A done that ends its goroutine ends it here: it was not coming then, and so
// nothing depends on it.
func (q *Queue[T]) runCallbacks() {
	for {
		q.mu.Lock()
		w := q.callbacks.answered.pop()
		if w != nil && w.call.stop != nil {
			// Still coming: else runners would pile up at the lock of a context that many calls share.
			q.mu.Unlock()
			q.leaveContext(w.call)
			q.mu.Lock()
		}
		q.callbacks.coming.Add(-1)
		q.runnerLocked()
		q.mu.Unlock()
		if w == nil {
			return
		}
		q.finish(w.call)
		q.callbacks.coming.Add(1) // before the lock: many runners at a busy lock need no more to join them
	}
}

// leaveContext takes c, which is answered, off its context. Nobody else touches stop any more.
func (q *Queue[T]) leaveContext(c *Call[T]) {
	defer q.contain()
	c.stop()
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

// finish calls c's done. c is answered and nobody else's to finish: its answer does not change any more, and was written
// before the lock was last released.
func (q *Queue[T]) finish(c *Call[T]) {
	defer q.contain()
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
