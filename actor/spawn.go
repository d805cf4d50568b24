package actor

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/murmur-go/murmur/mailbox"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// Behavior is what a component does with a message. Its methods run one at a time;
// fields need no lock. An error is a failure: see OnFailure.
type Behavior[M any] interface {
	Receive(c *Context[M], m M) error
}

// Starter is a behaviour that does something before its first message. An error is
// a failure, and there is no instance.
type Starter[M any] interface {
	Started(c *Context[M]) error
}

// Stopper is a behaviour that does something after its last message: once for each
// instance whose Started succeeded, on every way out.
type Stopper[M any] interface {
	Stopped(c *Context[M])
}

// Parent is who can have children: a *System or a *Context.
type Parent interface {
	family() *component
	worker() *worker
}

// Spawn makes a component, a child of p. make is called in its first turn, and again
// for each restart; it must give a new instance each time. Spawn returns at once;
// what fails later is a failure of the component. Under a parent that has stopped the
// Ref is Done. Spawn panics for what can only be the programmer's mistake: a nil make,
// options that do not fit, a message type that cannot travel. Cost: about one small
// allocation and a turn. Safe for concurrent use.
func Spawn[B Behavior[M], M any](p Parent, make func() B, opts ...SpawnOption) Ref[M] {
	if make == nil {
		panic(fmt.Sprintf("actor: Spawn with a nil make: give a function that returns a new %v", reflect.TypeFor[B]()))
	}
	ref, _ := spawn(p, nil, factory[B, M](make), opts)
	return ref
}

// SpawnNamed is Spawn with a name, by which Lookup finds it. It fails with
// ErrNameTaken while another child of p has the name, with ErrBadName when the name is
// empty or has a "/", and with ErrStopped under a parent that has stopped; the Ref is
// then Done.
func SpawnNamed[B Behavior[M], M any](p Parent, name string, make func() B, opts ...SpawnOption) (Ref[M], error) {
	if make == nil {
		panic(fmt.Sprintf("actor: SpawnNamed with a nil make: give a function that returns a new %v", reflect.TypeFor[B]()))
	}
	return spawn(p, &name, factory[B, M](make), opts)
}

// SpawnFunc is Spawn for a behaviour that is a function: its state, if any, is what
// the function closes over, and so outlives a restart.
func SpawnFunc[M any](p Parent, f func(c *Context[M], m M) error, opts ...SpawnOption) Ref[M] {
	if f == nil {
		panic("actor: SpawnFunc with a nil function: give what handles a message")
	}
	ref, _ := spawn(p, nil, receiver[M](f), opts)
	return ref
}

// Lookup finds a component by its path: the names from the top, joined by "/". It
// fails with ErrNotFound, and with ErrWrongType when the component takes other messages.
func Lookup[M any](s *System, path string) (Ref[M], error) {
	found := s.root.lookup(path)
	if found == nil {
		return Ref[M]{}, fmt.Errorf("actor: lookup %q: %w", path, ErrNotFound)
	}
	c, ok := found.body.(*cell[M])
	if !ok {
		return Ref[M]{}, fmt.Errorf("actor: lookup %q as a component for %v: %w: it takes %v",
			path, reflect.TypeFor[M](), ErrWrongType, found.body.messageType())
	}
	return Ref[M]{c}, nil
}

var errNilBehavior = errors.New("actor: make returned a nil behaviour: it must return a new instance")

// spawn makes the cell, gives it to its family and schedules its first turn.
func spawn[M any](p Parent, name *string, m maker[M], opts []SpawnOption) (Ref[M], error) {
	if p == nil {
		panic("actor: spawn under a nil Parent: give the *System, or the *Context of the component that is to be it")
	}
	parent := p.family()
	s := parent.set.sys
	set := settingsFor[M](s, opts)
	c := &cell[M]{maker: m, codec: codecFor[M](set)}
	c.context.cell = c
	c.body, c.set = c, set
	c.box.Init(true, set.rules)
	c.plain = c.codec == nil && set.rules == mailbox.Rules{}
	if err := parent.adopt(&c.component, name); err != nil {
		c.stillborn(parent, name)
		return Ref[M]{c}, err
	}
	from := p.worker()
	counts := c.counts(from)
	counts.spawned.Add(1)
	counts.raised.Add(1)
	s.event(EventSpawned, &c.component, nil)
	if set.own {
		s.employ(&c.component)
	}
	s.schedule(&c.component, from)
	return Ref[M]{c}, nil
}

// stillborn makes c one that has ended: nobody but its Ref knows it.
func (c *component) stillborn(parent *component, name *string) {
	c.parent, c.phase = parent, stopped
	c.body.closeBox()
	r := c.more()
	if name != nil {
		r.name = *name
	}
	r.ended, r.done = true, closedChannel
	c.cancel()
}

// codecFor is how messages travel to a component with these settings: nil when a Go
// assignment will do. It panics for a type that cannot travel.
func codecFor[M any](set *settings) *wire.Codec[M] {
	if set.shared {
		return nil
	}
	codec, err := wire.CodecOf[M]()
	if err != nil {
		panic(err)
	}
	if !set.marshaled {
		if codec.Plan() == wire.Copied {
			return nil
		}
	} else if err := codec.Encodable(); err != nil {
		panic(err)
	}
	return codec
}
