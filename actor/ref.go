package actor

import (
	"context"

	"github.com/murmur-go/murmur/mailbox"
)

// Ref is the typed address of a component. It is a value: comparable, cheap to copy,
// safe for concurrent use, and can itself be sent; it stays good over restarts, and
// sends to a component that has stopped become dead letters. The zero Ref is nobody:
// what is sent to it is dropped, and counted nowhere.
type Ref[M any] struct{ cell *cell[M] }

// Handle is any Ref, whatever its message type.
type Handle interface {
	String() string
	Stop()
	Drain()
	Done() <-chan struct{}
	target() *component
}

// Send puts m in the component's mailbox. It never blocks, never panics and tells
// nothing: a message that cannot be handled becomes a dead letter, with the reason.
// Messages from one sender arrive in the order sent. After Send returns, m is the
// sender's again: nothing done to it can be seen by the receiver.
//
// ctx says on whose behalf: inside a component its own Context, elsewhere the
// caller's. It gives placement; its deadline and cancellation do not touch a send.
//
// Cost: a few locked operations and no allocation for types that are copied; the
// marshaling for others.
func (r Ref[M]) Send(ctx context.Context, m M) {
	c := r.cell
	if c == nil {
		return
	}
	from := c.near(ctx)
	if !c.plain {
		c.send(ctx, from, m)
		return
	}
	counts := c.counts(from)
	counts.sent.Add(1)
	switch c.box.Put(m) {
	case mailbox.Wake:
		c.set.sys.schedule(&c.component, from)
	case mailbox.Full:
		c.dead(counts, m, nil, ReasonOverflow, nil)
	case mailbox.Closed:
		c.dead(counts, m, nil, ReasonStopped, nil)
	}
}

// TrySend is for producers at the edge that shed load: where Send would make a dead
// letter because the mailbox is full or the component has stopped, it answers
// false, and has sent nothing. It never makes another message give way. A message
// that cannot be marshaled is a dead letter, and true.
func (r Ref[M]) TrySend(ctx context.Context, m M) bool {
	c := r.cell
	if c == nil {
		return false
	}
	if a, ok := c.body.(address[M]); ok {
		return a.try(ctx, m)
	}
	return c.post(c.near(ctx), m, nil, mailbox.Offer)
}

// Stop ends the component after the message in hand. Its Context is canceled at once.
func (r Ref[M]) Stop() {
	switch a := r.address(); {
	case a != nil:
		a.end(sigStop)
	case r.cell != nil:
		r.cell.halt()
	}
}

// Drain ends the component after what is queued now: what is sent after the call is
// a dead letter. Then its children are drained. It returns at once; Done tells the end. A
// failure meanwhile is handled by the policy, and the drain goes on; Stop during it wins.
func (r Ref[M]) Drain() {
	switch a := r.address(); {
	case a != nil:
		a.end(sigDrain)
	case r.cell != nil:
		r.cell.box.Close()
		r.cell.tell(signal{kind: sigDrain})
	}
}

// Done is closed once the component has stopped, its hooks and children included.
// For the zero Ref it is closed.
func (r Ref[M]) Done() <-chan struct{} {
	if r.cell == nil {
		return closedChannel
	}
	return r.cell.doneChannel()
}

// String is the component's path, "nobody" for the zero Ref.
func (r Ref[M]) String() string {
	if r.cell == nil {
		return "nobody"
	}
	return r.cell.path()
}

// Immutable lets refs travel as they are.
func (Ref[M]) Immutable() {}

func (r Ref[M]) target() *component {
	if r.cell == nil {
		return nil
	}
	return &r.cell.component
}

// doneChannel makes the channel if nobody asked before.
func (c *component) doneChannel() <-chan struct{} {
	r := c.more()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done == nil {
		r.done = make(chan struct{})
		if c.answered() {
			r.done = closedChannel
		}
	}
	return r.done
}

// placed is a component's own Context: it knows on which worker that runs.
type placed interface{ worker() *worker }

// near is the worker that ctx gives as a hint, or nil: one of another system is none.
func (c *component) near(ctx context.Context) *worker {
	if p, ok := ctx.(placed); ok {
		if w := p.worker(); w != nil && w.sys == c.set.sys {
			return w
		}
	}
	return nil
}

// counts is the tally of who sends to c.
func (c *component) counts(from *worker) *tally {
	if from != nil {
		return from.counts
	}
	return c.outside()
}
