package mailbox

import "context"

// blocker is a context that wants to know of a wait: Block runs f, which blocks, having made the arrangements it needs. A
// component's Context hands on its worker so.
type blocker interface{ Block(f func()) }

// waitInside is wait by way of b, which is ctx. If b runs out on us (panics, ends the goroutine, does not run the function
// at all), w must not stay in line, where it would take a value that no one returns.
func (q *Queue[T]) waitInside(b blocker, w *waiter[T], ctx context.Context) (v T, err error) {
	waited, returned := false, false
	defer func() {
		if returned {
			return
		}
		if !waited {
			v, err = q.abandon(w)
		}
		if err == nil {
			q.drop(v)
		}
	}()
	b.Block(func() {
		v, err = q.wait(w, ctx, 0)
		waited = true
	})
	if !waited {
		v, err = q.abandon(w)
	}
	returned = true
	return v, err
}

// abandon ends the wait of w without waiting: its answer is ErrCanceled, or what it has got already.
func (q *Queue[T]) abandon(w *waiter[T]) (T, error) {
	if !q.withdraw(w, ErrCanceled) {
		<-w.ready // on its way, as in wait
	}
	return q.giveBack(w)
}
