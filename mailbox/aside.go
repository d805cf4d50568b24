package mailbox

import "math/rand/v2"

// Fairness among synchronous consumers while values are there. Nobody is in line then, and whoever runs takes them. With a
// producer that is faster than its consumers a few goroutines would so live on the backlog, while the others, answered but
// behind them, or behind the producer, in the scheduler's queues, get nothing. So a consumer that has its value steps aside
// now and then, before it returns, as long as others are returning. Those aside go on one at a time, first come, first
// served: each as it returns wakes the next.
//
// Nobody is aside unless someone is returning. Who is returning runs no user code until it has returned and woken the next
// (a consumer inside a context's Block does, and is not counted), so a consumer is aside only for as long as the scheduler
// takes to run others, whatever their code does then; and where consumers seldom meet, as with handlers that do some work,
// nobody steps aside at all.

// streakLength is how many values running consumers take, together, before one of them steps aside, give or take two at
// random: of consumers that take turns at the lock the same one would otherwise step aside each time.
const streakLength = 8

// stepAsideLocked notes that a synchronous consumer was answered without waiting. If it is to step aside it gets a
// waiter, whose token it must wait for, and then give the waiter back.
func (q *Queue[T]) stepAsideLocked() *waiter[T] {
	if q.returning.Load() == 0 {
		return nil
	}
	if q.streak > 0 {
		q.streak--
		return nil
	}
	q.streak = streakLength - 2 + rand.IntN(4)
	w := q.spareLocked()
	q.aside.push(w)
	return w
}

// countLocked notes that w, which has just been answered, is returning, if it is a synchronous consumer's.
func (q *Queue[T]) countLocked(w *waiter[T]) {
	if w.call == nil && !w.inside {
		q.returning.Add(1)
	}
}

// returnedLocked notes that a synchronous consumer returns. If it is the last of those returning it gets the next of those
// aside, to which it must send its token, having released the lock.
func (q *Queue[T]) returnedLocked() *waiter[T] {
	if q.returning.Add(-1) > 0 {
		return nil
	}
	next := q.aside.pop()
	if next != nil {
		q.returning.Add(1)
	}
	return next
}
