package actor

import (
	"fmt"
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

// String is the reason in one lower-case word.
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

// refusal is why a message is not handled. It matches the error of its reason, and the
// cause: whose methods are foreign code, and called by whoever looks at it, only.
type refusal struct {
	reason Reason
	cause  error
}

func (r *refusal) Error() string { return fmt.Sprintf("%v: %v", reasons[r.reason].err, r.cause) }

func (r *refusal) Unwrap() []error { return []error{reasons[r.reason].err, r.cause} }

// dead makes a dead letter of m. It ends the ask that m may be. The reason of a cause
// that has one is the better one.
func (c *cell[M]) dead(counts *tally, m M, rider any, reason Reason, cause error) {
	s := c.set.sys
	err := reasons[reason].err
	switch cause := cause.(type) {
	case nil:
	case *Failure:
		err = cause
	case *refusal:
		reason, err = cause.reason, cause
	default:
		if cause != err {
			err = &refusal{reason, cause}
		}
	}
	_, isLetter := any(m).(DeadLetter)
	if s.letters.wanted() && !isLetter {
		s.letters.publish(DeadLetter{Target: c.path(), Message: c.show(m, rider), Reason: reason, Err: err})
	}
	if _, failed := cause.(*Failure); !failed { // a failure has a line of its own
		s.log.deadLetter(&c.component, reason, err)
	}
	free(rider)
	if l, ok := rider.(interface{ lost(err error) }); ok {
		l.lost(err)
	}
	counts.dead.Add(1) // after what that brings about
	s.checkRest()
}

// show is the message as its receiver would have seen it: nothing of it is shared with
// the sender. It is nil when that cannot be had.
func (c *cell[M]) show(m M, rider any) (v any) {
	if _, ok := rider.(interface{ unmade() }); ok {
		return nil
	}
	if c.codec == nil {
		return m
	}
	parcel := parcelOf(rider)
	if parcel == nil && c.copied(m) {
		return m
	}
	contained(func() {
		if parcel == nil {
			p, err := c.codec.Encode(m)
			if err != nil {
				return
			}
			defer p.Free()
			parcel = p
		}
		if shown, err := c.codec.Decode(parcel); err == nil {
			v = shown
		}
	})
	return v
}
