package actor

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/murmur-go/murmur/mailbox"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// pending is an ask that waits for its answer, without the answer's type. Whoever
// moves closed from false to true, by CAS, decides how it ends: the one who answers, the
// message's fate, or the asker who gives up. It is the rider of the message that asks.
type pending struct {
	closed atomic.Bool
	copies atomic.Int32              // components that have the message, beyond one
	debtor atomic.Pointer[component] // who handled the message and has not answered
	more   []*component              // and others, who have copies of it; under waitsMu
	shared atomic.Bool               // there are such
	asker  *component                // who waits in a handler, or nil
	target *component                // for whom; under waitsMu
	// How the wait ends; the answer, if there is no error, is in place. One of the two.
	settle func(error)
	done   chan error // of capacity 1

	address *component // the reply
}

// request is the rider of a message that asks, when it is marshaled.
type request struct {
	*pending
	parcel *wire.Parcel
}

func (q *request) marshaled() *wire.Parcel { return q.parcel }

func (p *pending) over() bool { return p.closed.Load() }

func (p *pending) close() bool { return p.closed.CompareAndSwap(false, true) }

// resolve ends the ask with an error, unless it is over.
func (p *pending) resolve(err error) {
	if p.close() {
		p.conclude(err)
	}
}

// conclude is the end, by whoever closed it.
func (p *pending) conclude(err error) {
	p.unwait()
	if p.done != nil {
		p.done <- err
	} else {
		p.settle(err)
	}
	p.passed()
}

// abandon is the end by the asker, who waits no longer. It answers false when the ask
// is over already.
func (p *pending) abandon() bool {
	if p.over() || !p.close() {
		return false
	}
	p.unwait()
	p.passed()
	return true
}

// passed ends the address that the reply ref leads to.
func (p *pending) passed() {
	if p.address.rare.Load() != nil {
		p.address.pass()
	}
}

// lost is called for each component in which the message became a dead letter.
func (p *pending) lost(err error) {
	if p.copies.Add(-1) < 0 {
		p.resolve(err)
	}
}

// asks is the ask that a rider is, or belongs to.
func (p *pending) asks() *pending { return p }

// Ask sends a message that carries a reply ref, made by build, and waits for the first
// reply; anyone who has the ref may reply. It ends with the matching error at once when
// the message becomes a dead letter (ErrStopped, ErrOverflow, ErrFailed, ErrUndecodable,
// …), when the target stops before it replied (ErrStopped), and with ErrCycle when ctx
// is a component's Context, or made from one, and that component is itself awaited,
// however indirectly, by the target. Otherwise it ends with ctx's error when ctx ends,
// and by nothing else. A late reply is a dead letter; a message whose asker has given
// up is expired, not handled. In a component the worker is handed on while it waits.
func Ask[R, M any](ctx context.Context, to Ref[M], build func(reply Ref[R]) M) (R, error) {
	var zero R
	if build == nil {
		panic("actor: Ask with a nil build: give the function that makes the message around the reply ref")
	}
	if to.cell == nil {
		return zero, fmt.Errorf("actor: ask nobody: %w", ErrStopped)
	}
	if err := ctx.Err(); err != nil {
		return zero, fmt.Errorf("actor: ask %v: %w", to, err)
	}
	p, err := newReply[R](to.cell.set.sys)
	if err != nil {
		return zero, fmt.Errorf("actor: ask %v: %w", to, err)
	}
	done := p.set.sys.waiting()
	p.done = done
	p.asker, _ = ctx.Value(componentKey{}).(*component)
	defer p.abandon() // whatever ends the asker
	to.ask(ctx, build(Ref[R]{&p.cell}), &p.pending)
	select {
	case err = <-done:
	default:
		if p.asker != nil {
			p.asker.handOn()
		}
		if !p.await(ctx, &err) {
			p.set.sys.waits.Put(done)
			return zero, fmt.Errorf("actor: ask %v: %w", to, ctx.Err())
		}
	}
	p.set.sys.waits.Put(done)
	r, err := p.result(err)
	if err != nil {
		return zero, fmt.Errorf("actor: ask %v: %w", to, err)
	}
	return r, nil
}

// await waits for the end of the ask. It answers false when that is ctx's, and nobody
// will send any more.
func (p *pending) await(ctx context.Context, err *error) bool {
	over := ctx.Done()
	if over == nil { // a select costs twice as much
		*err = <-p.done
		return true
	}
	select {
	case *err = <-p.done:
	case <-over:
		if p.abandon() {
			return false
		}
		*err = <-p.done
	}
	return true
}

// waiting returns a channel to wait at. Who has received from it, or has seen to it that
// nobody will ever send, may put it back in waits: whoever closes an ask sends once.
// A system keeps its own, since what was made in a testing/synctest bubble must not
// get out.
func (s *System) waiting() chan error {
	if done, ok := s.waits.Get().(chan error); ok {
		return done
	}
	return make(chan error, 1)
}

// ask sends m with the ask that it is.
func (r Ref[M]) ask(ctx context.Context, m M, p *pending) {
	if a := r.address(); a != nil {
		a.route(ctx, m, p)
	} else {
		r.cell.accept(r.cell.near(ctx), m, p, mailbox.ByRule)
	}
}

// accept is post for a message that may be an ask: one that would wait for itself ends
// here, and is not sent.
func (c *cell[M]) accept(from *worker, m M, asks *pending, how mailbox.How) bool {
	if asks != nil && !asks.wait(&c.component) {
		asks.resolve(ErrCycle)
		return true
	}
	return c.post(from, m, asks, how)
}

// AskThen is Ask without waiting: what then makes of the answer, or of the error, is
// handled by the component as a message. The timeout is the caller's: when it passes
// the error is context.DeadlineExceeded; 0 gives up at once, a negative one waits for
// ever. An answer for an earlier incarnation is a dead letter. then runs in the
// component, like a handler; what it returns stays there and is not marshaled, so it may
// hold an error of any type.
func AskThen[R, N, M any](c *Context[M], to Ref[N], timeout time.Duration, build func(Ref[R]) N, then func(R, error) M) {
	p, err := newReply[R](c.System())
	answer := later(c.cell, func(_ struct{}, err error) M {
		var r R
		if err == nil {
			r, err = p.result(nil)
		}
		if err != nil {
			err = fmt.Errorf("actor: ask %v: %w", to, err)
		}
		return then(r, err)
	})
	if to.cell == nil {
		err = ErrStopped
	}
	if err != nil {
		answer(struct{}{}, err)
		return
	}
	var late atomic.Pointer[alarm]
	p.settle = func(err error) {
		if l := late.Load(); l != nil {
			(*l).Stop()
		}
		answer(struct{}{}, err)
	}
	m := build(Ref[R]{&p.cell})
	if timeout >= 0 {
		l := c.cell.set.sys.clock.AfterFunc(timeout, func() {
			if p.abandon() {
				answer(struct{}{}, context.DeadlineExceeded)
			}
		})
		late.Store(&l)
		if p.over() { // answered inside build, it may not have seen the alarm
			l.Stop()
		}
	}
	to.ask(c, m, &p.pending)
}
