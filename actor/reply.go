package actor

import (
	"context"

	"github.com/murmur-go/murmur/mailbox/wire"
)

// reply is the address that answers an ask: a Ref to it takes one message.
type reply[R any] struct {
	cell[R]
	pending
	answer R
	packed *wire.Parcel // the answer, when it is marshaled
}

func newReply[R any](s *System) (*reply[R], error) {
	codec, err := wire.CodecOf[R]()
	if err != nil {
		return nil, err
	}
	p := &reply[R]{}
	p.cell.body, p.address = p, &p.cell.component
	p.cell.set = &s.defaults
	p.cell.parent = &s.asks
	p.cell.seq = s.asked.Add(1)
	if codec.Plan() != wire.Copied {
		p.cell.codec = codec
	}
	return p, nil
}

func (p *reply[R]) try(ctx context.Context, m R) bool {
	if p.over() {
		return false
	}
	p.route(ctx, m, nil)
	return true
}

// route takes the answer: the first one counts, others are dead letters. One that asks
// in turn follows its message.
func (p *reply[R]) route(ctx context.Context, m R, asks *pending) {
	from := p.near(ctx)
	counts := p.counts(from)
	if p.over() {
		counts.sent.Add(1)
		p.refuse(counts, m, nil, asks, &refusal{reason: ReasonExpired})
		return
	}
	e, err := p.pack(m)
	counts.sent.Add(1)
	if err != nil {
		unreadable := &refusal{ReasonUndecodable, err}
		p.refuse(counts, m, nil, asks, unreadable)
		p.resolve(unreadable)
		return
	}
	if !p.pending.close() {
		p.refuse(counts, m, e.Rider, asks, &refusal{reason: ReasonExpired})
		return
	}
	p.answer = e.Value
	p.packed, _ = e.Rider.(*wire.Parcel)
	p.conclude(nil)
	if from != nil && p.done != nil {
		from.courtesy.Store(true)
	}
	counts.answers.Add(1) // after what the answer brings about
	p.set.sys.checkRest()
}

// refuse makes a dead letter of what is not the answer.
func (p *reply[R]) refuse(counts *tally, m R, rider any, asks *pending, why *refusal) {
	p.dead(counts, m, rider, why.reason, why.cause)
	if asks != nil {
		asks.resolve(reasons[why.reason].err)
	}
}

// end does nothing: nobody can stop an asker through the address it gave.
func (p *reply[R]) end(signalKind) {}

// result is the answer as the asker gets it.
func (p *reply[R]) result(err error) (r R, _ error) {
	if err != nil {
		return r, err
	}
	if p.packed == nil {
		return p.answer, nil
	}
	defer p.packed.Free()
	if r, err = p.codec.Decode(p.packed); err != nil {
		err = &refusal{ReasonUndecodable, err}
	}
	return r, err
}
