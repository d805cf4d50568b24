package actor

import "context"

// address is what a Ref leads to when it is not a component's own mailbox: a pool,
// somebody who asks. Nothing is ever put in its cell's mailbox; its body is the address.
type address[M any] interface {
	body
	route(ctx context.Context, m M, asks *pending)
	try(ctx context.Context, m M) bool
	end(kind signalKind)
}

func (r Ref[M]) address() address[M] {
	if r.cell == nil {
		return nil
	}
	a, _ := r.cell.body.(address[M])
	return a
}

// pass ends an address: like a component's, its end is told once.
func (c *component) pass() {
	r := c.more()
	r.mu.Lock()
	ended, done, watchers := r.ended, r.done, r.watchers
	r.ended, r.watchers = true, nil
	if r.done == nil {
		r.done = closedChannel
	}
	r.mu.Unlock()
	if ended {
		return
	}
	for w := range watchers {
		w.fire()
	}
	if done != nil {
		close(done)
	}
}

// answered reports whether c is the address of an ask that is over.
func (c *component) answered() bool {
	p, ok := c.body.(asker)
	return ok && p.asks().over()
}
