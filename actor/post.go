package actor

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/mailbox"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// send is Send where Put alone will not do.
func (c *cell[M]) send(ctx context.Context, from *worker, m M) {
	if a, ok := c.body.(address[M]); ok {
		a.route(ctx, m, nil)
		return
	}
	c.post(from, m, nil, mailbox.ByRule)
}

// post isolates m and puts it in the mailbox, with asks when somebody waits for the
// answer. Only an Offer can answer false; otherwise what is refused is a dead letter.
func (c *cell[M]) post(from *worker, m M, asks *pending, how mailbox.How) bool {
	counts := c.counts(from)
	e, err := c.pack(m)
	if asks != nil {
		if parcel, ok := e.Rider.(*wire.Parcel); ok {
			e.Rider = &request{asks, parcel}
		} else {
			e.Rider = asks
		}
	}
	if err != nil {
		counts.sent.Add(1)
		c.dead(counts, m, e.Rider, ReasonUndecodable, err)
		return true
	}
	return c.put(from, counts, e, how)
}

// put queues an entry that is isolated already.
func (c *cell[M]) put(from *worker, counts *tally, e mailbox.Entry[M], how mailbox.How) bool {
	counts.sent.Add(1)
	out, evicted, dropped := c.box.PutEntry(e, how)
	if dropped {
		c.dead(counts, evicted.Value, evicted.Rider, ReasonOverflow, nil)
	}
	switch out {
	case mailbox.Wake:
		c.set.sys.schedule(&c.component, from)
	case mailbox.Full, mailbox.Closed:
		if how == mailbox.Offer {
			// It was never sent. Whoever looked for rest meanwhile looks again.
			counts.sent.Add(^uint64(0))
			c.set.sys.checkRest()
			return false
		}
		reason := ReasonOverflow
		if out == mailbox.Closed {
			reason = ReasonStopped
		}
		c.dead(counts, e.Value, e.Rider, reason, nil)
	}
	return true
}

// pack isolates m: copied it is the entry's value, marshaled its rider.
func (c *cell[M]) pack(m M) (e mailbox.Entry[M], err error) {
	if rank, ok := c.set.rank.(func(M) int); ok {
		if e.Rank, err = ranked(rank, m); err != nil {
			return e, err
		}
	}
	if c.codec == nil || c.copied(m) {
		e.Value = m
		return e, nil
	}
	parcel, err := c.codec.Encode(m)
	if err != nil {
		return e, err
	}
	e.Rider = parcel
	return e, nil
}

// copied reports whether m travels by assignment, though not every message does.
func (c *cell[M]) copied(m M) bool {
	if c.set.marshaled || !c.codec.Dynamic() {
		return false
	}
	plan, err := c.codec.PlanOf(m)
	return plan == wire.Copied && err == nil
}

// ranked calls the user's function, which must not bring down the sender.
func ranked[M any](rank func(M) int, m M) (n int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &refusal{ReasonFailed, fmt.Errorf("actor: Priority's function: %w", panicked(v))}
		}
	}()
	return rank(m), nil
}

// parcelOf is the marshaled form of the message that the rider belongs to, or nil.
func parcelOf(rider any) *wire.Parcel {
	switch r := rider.(type) {
	case *wire.Parcel:
		return r
	case interface{ marshaled() *wire.Parcel }:
		return r.marshaled()
	}
	return nil
}

// opener is a rider that knows whether its message is to be handled, and gives the
// entry that it is then: from there on, stashed or failed, it is like one sent.
type opener[M any] interface {
	open(c *cell[M]) (mailbox.Entry[M], error)
}

// asker is a rider of a message that asks.
type asker interface{ asks() *pending }

// doneWith lets go of a rider whose message was handled.
func (c *cell[M]) doneWith(rider any) {
	free(rider)
	if r, ok := rider.(asker); ok && !r.asks().over() {
		c.owe(r.asks())
	}
}

// free gives back the parcel that a rider is, or has to itself.
func free(rider any) {
	switch r := rider.(type) {
	case *wire.Parcel:
		r.Free()
	case *request:
		r.parcel.Free()
	}
}

// open gives the message in hand as its receiver sees it. An error, ErrExpired or a
// *refusal, says that it is not to be handled.
func (c *cell[M]) open(in *hand[M]) (m M, err error) {
	if r, ok := in.rider.(opener[M]); ok {
		e, err := r.open(c)
		if err != nil {
			return m, err
		}
		in.m, in.rider = e.Value, e.Rider
	}
	if r, ok := in.rider.(asker); ok && r.asks().over() {
		return m, ErrExpired
	}
	if parcel := parcelOf(in.rider); parcel != nil {
		if m, err = c.codec.Decode(parcel); err != nil {
			err = &refusal{ReasonUndecodable, err}
		}
		return m, err
	}
	return in.m, nil
}
