package actor

import (
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
)

// component is a component without its message type: what the scheduler, the tree
// and supervision see. It is part of a cell, which adds the mailbox and the behaviour.
//
// Its life is a state machine that only its own turns move:
//
//	fresh ─1→ running ─2→ restarting ─3→ waiting ─4→ running
//	              │5          │6            │6
//	          draining ─6→ stopping ─7→ stopped
//
//	1 the first turn: factory, Started
//	2 a failure that the policy answers with Restart: children stop, then Stopped
//	3 no children left, Stopped has run: the backoff
//	4 the backoff is over: factory, Started
//	5 a drain, with no mail left: the children drain
//	6 Stop, a failure answered so, the end of a drain: children stop, then Stopped
//	7 no children left, Stopped has run
//
// Others ask for transitions with signals, see signal.go.
type component struct {
	set    *settings
	body   body
	parent *component
	last   atomic.Pointer[runner] // who ran it last, or runs it
	rare   atomic.Pointer[rare]   // what most components never need

	prev, next *component // siblings in order of spawning, under the parent's lock
	seq        uint32     // number among its siblings, its name unless it was given one

	incarnation uint32 // for its own turns only, as what follows but for gone and plain
	phase       phase
	draining    bool // closed, and to stop when the mail is handled
	living      bool // there is an instance whose Started has succeeded
	kept        keep // what becomes of the message in hand, see stash.go
	timed       bool // an Idle timer wants to know when a handler ends
	gone        bool // it is found no more; under the parent's lock
	plain       bool // Put alone will do: copied, no rules, not an address of something else
}

type phase uint8

const (
	fresh phase = iota
	running
	restarting
	waiting
	draining
	stopping
	stopped
)

// outside is the tally for what senders that are not components do to c.
func (c *component) outside() *tally { return &c.set.sys.outside[c.seq%outsiders] }

// nearest is the tally of where c ran last, which is most often where the caller runs.
func (c *component) nearest() *tally {
	if r := c.last.Load(); r != nil {
		return r.work.Load().counts
	}
	return c.outside()
}

// receiving reports whether the component handles messages.
func (c *component) receiving() bool { return c.phase == running }

// body is the typed side of a component, as its own turns use it.
type body interface {
	turn(r *runner) (again bool)
	alert() (schedule, fresh bool)
	closeBox()
	make() error // factory and Started
	bury()       // Stopped
	reset()      // what ends with an incarnation
	discard()    // all mail, as dead letters
	idleTick(i *idling)
	messageType() reflect.Type
	ref() Handle
}

// path is the names from the top, joined by "/".
func (c *component) path() string {
	var names []string
	for p := c; p.parent != nil; p = p.parent {
		names = append(names, p.name())
	}
	var b strings.Builder
	for i := len(names) - 1; i >= 0; i-- {
		b.WriteString(names[i])
		if i > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}

func (c *component) name() string {
	if r := c.rare.Load(); r != nil && r.name != "" {
		return r.name
	}
	return generatedName(c.seq)
}

func generatedName(seq uint32) string { return "~" + strconv.FormatUint(uint64(seq), 10) }
