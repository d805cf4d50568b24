package actor

import (
	"errors"

	"github.com/murmur-go/murmur/mailbox/wire"
)

// Reason says why a message became a dead letter.
type Reason uint8

const (
	ReasonStopped     Reason = iota // the component has stopped, or never was
	ReasonOverflow                  // its mailbox was full
	ReasonExpired                   // nobody waits for it any more
	ReasonFailed                    // its handler failed
	ReasonUndecodable               // it could not be marshaled, or not be read again
	ReasonUnreachable               // the machine of the component cannot be reached
)

var reasons = [...]struct {
	text string
	err  error
}{
	{"stopped", ErrStopped},
	{"overflow", ErrOverflow},
	{"expired", ErrExpired},
	{"failed", ErrFailed},
	{"undecodable", ErrUndecodable},
	{"unreachable", ErrUnreachable},
}

func (r Reason) String() string {
	if int(r) >= len(reasons) {
		return "unknown"
	}
	return reasons[r].text
}

// DeadLetter is a message that no one handled. Message is the value as it was sent,
// or nil where it could not be read again. It is passed by reference: read it only.
type DeadLetter struct {
	Target  string // the path of the component
	Message any
	Reason  Reason
	Err     error // matches the error of the Reason, and says more where there is more
}

// Immutable says that dead letters are shared, not copied.
func (DeadLetter) Immutable() {}

// dead makes a dead letter of m. It ends the ask that m may be.
func (c *cell[M]) dead(counts *tally, m M, rider any, reason Reason, cause error) {
	s := c.set.sys
	err := reasons[reason].err
	if cause != nil && !errors.Is(cause, err) {
		err = errors.Join(err, cause)
	} else if cause != nil {
		err = cause
	}
	_, isLetter := any(m).(DeadLetter)
	if s.letters.wanted() && !isLetter {
		s.letters.publish(DeadLetter{Target: c.path(), Message: c.show(m, rider), Reason: reason, Err: err})
	}
	s.log.deadLetter(&c.component, reason, err)
	counts.dead.Add(1)
	if parcel, ok := rider.(*wire.Parcel); ok {
		parcel.Free()
	}
	if l, ok := rider.(interface{ lost(err error) }); ok {
		l.lost(err)
	}
	s.checkRest()
}

// show is the message as its receiver would have seen it.
func (c *cell[M]) show(m M, rider any) any {
	parcel := parcelOf(rider)
	if parcel == nil {
		return m
	}
	v, err := c.codec.Decode(parcel)
	if err != nil {
		return nil
	}
	return v
}
