package main

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// murmur is the runtime of this module: its components share the workers, or keep a goroutine of their own.
type murmur struct{ own bool }

func (m murmur) name() string {
	if m.own {
		return ownGoroutine
	}
	return onWorkers
}

func (m murmur) options() []actor.SpawnOption {
	if m.own {
		return []actor.SpawnOption{actor.OwnGoroutine()}
	}
	return nil
}

func (m murmur) open() network {
	return &murmurNetwork{system: actor.NewSystem(), options: m.options()}
}

type murmurNetwork struct {
	board[actor.Ref[message]]
	system  *actor.System
	options []actor.SpawnOption
}

func (n *murmurNetwork) start() {
	for i := range n.nodes {
		c := murmurComponent{&n.nodes[i]}
		n.addresses[i] = actor.Spawn(n.system, func() murmurComponent { return c }, n.options...)
	}
}

type murmurComponent struct{ *node[actor.Ref[message]] }

func (n murmurComponent) Receive(c *actor.Context[message], m message) error {
	o := n.receive(m)
	for range o.rounds {
		for _, l := range n.links[o.first:o.last] {
			l.Send(c, o.out)
		}
		o.out.V++
	}
	if o.rounds == finished {
		c.Stop()
	}
	return nil
}

func (n murmurComponent) Stopped(*actor.Context[message]) { n.ending.hit() }

func (n *murmurNetwork) send(to int, m message) {
	n.outside++
	n.addresses[to].Send(context.Background(), m)
}

func (n *murmurNetwork) tally() (tally, error) { return statistics(n.system) }

func (n *murmurNetwork) close() error { return shutDown(n.system) }

// statistics is what the system counts, once it is at rest.
func statistics(s *actor.System) (tally, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := s.Rest(ctx); err != nil {
		return tally{}, fmt.Errorf("no rest: %w", err)
	}
	st := s.Stats()
	return tally{Sent: st.Sent, Handled: st.Handled, Dropped: st.DeadLetters}, nil
}

func shutDown(s *actor.System) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return s.Shutdown(ctx)
}

type murmurQuestion struct {
	V     int64
	Reply actor.Ref[message]
}

type murmurAsker struct {
	system *actor.System
	target actor.Ref[murmurQuestion]
}

func (m murmur) asker() asker {
	s := actor.NewSystem()
	return murmurAsker{s, actor.SpawnFunc(s, echo, m.options()...)}
}

func echo(c *actor.Context[murmurQuestion], q murmurQuestion) error {
	q.Reply.Send(c, message{q.V})
	return nil
}

func (a murmurAsker) ask(v int64) (int64, error) {
	reply, err := actor.Ask(context.Background(), a.target, func(reply actor.Ref[message]) murmurQuestion {
		return murmurQuestion{v, reply}
	})
	return reply.V, err
}

func (a murmurAsker) close() error { return shutDown(a.system) }

func (m murmur) skynet(leaves int64) (int64, error) {
	s := actor.NewSystem()
	sum := make(chan int64, 1)
	root := actor.SpawnFunc(s, func(_ *actor.Context[message], m message) error {
		sum <- m.V
		return nil
	})
	m.grow(s, branch{size: leaves}, root)
	total := <-sum
	t, err := statistics(s)
	if err != nil {
		return 0, err
	}
	return total, t.check(t)
}

func (m murmur) grow(p actor.Parent, b branch, up actor.Ref[message]) {
	actor.Spawn(p, func() *murmurBranch { return &murmurBranch{b, m, up} }, m.options()...)
}

type murmurBranch struct {
	branch
	murmur
	up actor.Ref[message]
}

func (b *murmurBranch) Started(c *actor.Context[message]) error {
	if b.isLeaf() {
		b.report(c, b.low)
		return nil
	}
	for i := range int64(fanout) {
		b.grow(c, b.child(i), c.Self())
	}
	return nil
}

func (b *murmurBranch) Receive(c *actor.Context[message], m message) error {
	if b.add(m.V) {
		b.report(c, b.sum)
	}
	return nil
}

func (b *murmurBranch) report(c *actor.Context[message], v int64) {
	b.up.Send(c, message{v})
	c.Stop()
}
