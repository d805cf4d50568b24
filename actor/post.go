package actor

import (
	"context"
	"errors"
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
	if c.codec == nil {
		e.Value = m
		return e, nil
	}
	if c.codec.Dynamic() && !c.set.marshaled {
		switch plan, err := c.codec.PlanOf(m); {
		case err != nil:
			return e, err
		case plan == wire.Copied:
			e.Value = m
			return e, nil
		}
	}
	parcel, err := c.codec.Encode(m)
	if err != nil {
		return e, err
	}
	e.Rider = parcel
	return e, nil
}

// ranked calls the user's function, which must not bring down the sender.
func ranked[M any](rank func(M) int, m M) (n int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("actor: Priority's function: %w", panicked(v))
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

// opener is a rider that knows whether, and as what, its message is to be handled.
type opener[M any] interface{ open(c *cell[M]) (M, error) }

// asker is a rider of a message that asks.
type asker interface{ asks() *pending }

// doneWith lets go of a rider whose message was handled.
func (c *cell[M]) doneWith(rider any) {
	switch r := rider.(type) {
	case *wire.Parcel:
		r.Free()
	case asker:
		if p := r.asks(); !p.over() {
			c.owe(p)
		}
	}
}

// open gives the message as its receiver sees it. An error says that it is not to
// be handled: it wraps the error of the reason.
func (c *cell[M]) open(rider any, m M) (M, error) {
	switch r := rider.(type) {
	case opener[M]:
		return r.open(c)
	case asker:
		if r.asks().over() {
			return m, ErrExpired
		}
	}
	if parcel := parcelOf(rider); parcel != nil {
		m, err := c.codec.Decode(parcel)
		if err != nil {
			err = fmt.Errorf("%w: %w", ErrUndecodable, err)
		}
		return m, err
	}
	return m, nil
}

// expire makes a dead letter of a message that open refused.
func (c *cell[M]) expire(counts *tally, in *hand[M], err error) {
	counts.spoiled.Add(1)
	for reason, r := range reasons {
		if errors.Is(err, r.err) {
			c.dead(counts, in.m, in.rider, Reason(reason), err)
			return
		}
	}
	c.dead(counts, in.m, in.rider, ReasonFailed, err)
}
