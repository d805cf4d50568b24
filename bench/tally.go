package main

import (
	"fmt"

	"github.com/dustin/go-humanize"
)

// tally counts messages. An operation, in every figure here, is a message handled.
type tally struct {
	Sent    uint64 `json:"sent"`
	Handled uint64 `json:"handled"`
	Dropped uint64 `json:"dropped"`
}

// check says what does not add up: all that was sent must be handled or dropped, and the parts must have seen the same.
func (t tally) check(seen tally) error {
	switch {
	case t.Sent != t.Handled+t.Dropped:
		return fmt.Errorf("messages do not add up: %v", t)
	case t.Sent != seen.Sent || t.Handled != seen.Handled:
		return fmt.Errorf("the runtime counted %v, its components %v", t, seen)
	case t.Dropped != 0:
		return fmt.Errorf("messages were dropped: %v", t)
	}
	return nil
}

func (t tally) plus(o tally) tally {
	return tally{t.Sent + o.Sent, t.Handled + o.Handled, t.Dropped + o.Dropped}
}

func (t tally) String() string {
	return fmt.Sprintf("sent %s, handled %s, dropped %s", comma(t.Sent), comma(t.Handled), comma(t.Dropped))
}

func comma(n uint64) string { return humanize.Comma(int64(n)) }
