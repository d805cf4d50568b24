package mailbox

import (
	"context"
	"time"
)

// waiter is a consumer that found no value: its place in line, and then its answer. The queue's lock guards it.
//
//	idle ──1──> waiting ──2──> answered ──5──> idle
//	                    ──3──>
//	                    ──4──>
//
//	1  it joins the line (Consume, ConsumeTimeout, BeginConsume)
//	2  Produce gives it a value
//	3  Close tells it ErrClosed
//	4  it withdraws: its context or time is over, or it was cancelled
//	5  its owner has read the answer and gives it back (synchronous consumers only)
//
// The race of a value against a deadline, a cancellation and Close has one judge: transitions 2, 3 and 4 are made under the
// queue's lock, only from waiting, and take the waiter out of the line in the same critical section. Whoever comes second
// finds it answered and changes nothing. Hence
//   - value first, deadline second: the withdrawal fails and the consumer returns the value, although it is late;
//   - deadline first, value second: the producer does not find the waiter, which has left the line, and gives the value
//     to the next one or to the backlog. So no value is given to one who left, and none is lost or given twice.
type waiter[T any] struct {
	prev, next *waiter[T]
	state      waiterState
	value      T
	err        error

	call   *Call[T]      // whose place it is; nil for a synchronous consumer
	inside bool          // synchronous only: waits inside a context's Block, and does not count as returning
	ready  chan struct{} // synchronous only: one token says that transition 2 or 3 was made by someone else
	timer  *time.Timer   // synchronous only: stopped unless in wait; nil until first needed
}

type waiterState uint8

const (
	waiterIdle waiterState = iota
	waiterWaiting
	waiterAnswered
)

// maxSpareWaiters bounds how many waiters a queue keeps for its next synchronous consumers.
const maxSpareWaiters = 64

// lineUpLocked puts a synchronous consumer in line.
func (q *Queue[T]) lineUpLocked() *waiter[T] {
	w := q.spareLocked()
	w.state = waiterWaiting // 1
	q.line.push(w)
	return w
}

// spareLocked gives an idle waiter. The queue keeps its own, not a pool for all queues: channels and timers made inside a
// testing/synctest bubble must not get out of it.
func (q *Queue[T]) spareLocked() *waiter[T] {
	if w := q.spares.pop(); w != nil {
		return w
	}
	return &waiter[T]{ready: make(chan struct{}, 1)}
}

// wait returns w's answer once it has one. limit is the time to wait when positive, and w then belongs to nobody.
//
// A waiter can be used again, because nobody is left who might still answer it:
//   - a producer or Close that made transition 2 or 3 sends exactly one token, as the last thing it does with w, and wait
//     receives exactly that token before it gives w back, on each path: in the select, or after its withdrawal failed.
//     So the channel is empty, and nobody else's pointer to w will be used;
//   - if the withdrawal succeeded, no one else made a transition, none will, w being out of the line, and no token is sent;
//   - the context is only watched from here, nothing is registered with it;
//   - the timer is stopped here, and a stopped timer's channel gives nothing later (Go 1.23 and on).
func (q *Queue[T]) wait(w *waiter[T], ctx context.Context, limit time.Duration) (T, error) {
	var timeout <-chan time.Time
	if limit > 0 {
		timeout = w.startTimer(limit)
	}
	over := ctx.Done()
	if over == nil && timeout == nil {
		<-w.ready
	} else {
		select {
		case <-w.ready:
		case <-over:
			if !q.withdraw(w, ctx.Err()) {
				<-w.ready
			}
		case <-timeout:
			if !q.withdraw(w, ErrTimeout) {
				<-w.ready
			}
		}
	}
	if timeout != nil {
		w.timer.Stop()
	}
	return q.giveBack(w)
}

// startTimer arranges for the channel that it returns to give a value after d.
func (w *waiter[T]) startTimer(d time.Duration) <-chan time.Time {
	if w.timer == nil {
		w.timer = time.NewTimer(d)
	} else {
		w.timer.Reset(d)
	}
	return w.timer.C
}

// withdraw is withdrawLocked for who does not hold the lock.
func (q *Queue[T]) withdraw(w *waiter[T], err error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.withdrawLocked(w, err)
}

// withdrawLocked takes w out of the line with err for an answer, and reports whether it did: false when w was answered
// before.
func (q *Queue[T]) withdrawLocked(w *waiter[T], err error) bool {
	if w.state != waiterWaiting {
		return false
	}
	q.line.remove(w)
	w.state, w.err = waiterAnswered, err // 4
	q.countLocked(w)
	return true
}

// answerLocked gives w, which has just been taken out of the line by its caller, its answer. When w is synchronous the
// caller then sends its token, having released the lock.
func (q *Queue[T]) answerLocked(w *waiter[T], v T, err error) {
	w.state, w.value, w.err = waiterAnswered, v, err // 2 and 3
	q.countLocked(w)
	if w.call != nil {
		w.call.answeredLocked()
	}
}

// giveBack reads the answer out of w, which is the caller's no longer. It leaves no value in it.
func (q *Queue[T]) giveBack(w *waiter[T]) (v T, err error) {
	var none T
	q.mu.Lock()
	v, err = w.value, w.err
	w.state, w.value, w.err = waiterIdle, none, nil // 5
	var next *waiter[T]
	if !w.inside {
		next = q.returnedLocked()
	}
	w.inside = false
	if q.spares.size < maxSpareWaiters {
		q.spares.push(w)
	}
	q.mu.Unlock()
	if next != nil {
		next.ready <- struct{}{} // as in Produce
	}
	return v, err
}

// line is a list of waiters, first come first served; one can leave from anywhere in O(1). A waiter is in one line at most.
type line[T any] struct {
	first, last *waiter[T]
	size        int
}

// push puts w last.
func (l *line[T]) push(w *waiter[T]) {
	w.prev = l.last
	if l.last == nil {
		l.first = w
	} else {
		l.last.next = w
	}
	l.last = w
	l.size++
}

// pop takes the first, nil if there is none.
func (l *line[T]) pop() *waiter[T] {
	w := l.first
	if w != nil {
		l.remove(w)
	}
	return w
}

// remove takes w, which must be in l, out of it.
func (l *line[T]) remove(w *waiter[T]) {
	if w.prev == nil {
		l.first = w.next
	} else {
		w.prev.next = w.next
	}
	if w.next == nil {
		l.last = w.prev
	} else {
		w.next.prev = w.prev
	}
	w.prev, w.next = nil, nil
	l.size--
}
