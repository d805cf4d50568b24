package main

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	proto "github.com/asynkron/protoactor-go/actor"
)

// protoactor is protoactor-go with its own unbounded queue, or with its lock-free one. Messages are sent as values in an
// interface: boxing a pointer instead costs the same allocation.
type protoactor struct{ lockFree bool }

// protoactors is both settings; none on 32-bit, where its registry of processes panics on half of all names.
func protoactors() []side {
	if strconv.IntSize < 64 {
		return nil
	}
	return []side{protoactor{}, protoactor{lockFree: true}}
}

func (p protoactor) name() string {
	if p.lockFree {
		return lockFree
	}
	return ownQueue
}

var (
	ownMailbox      = proto.Unbounded()
	lockFreeMailbox = proto.UnboundedLockfree()
)

func (p protoactor) props(make func() proto.Actor) *proto.Props {
	mailbox := ownMailbox
	if p.lockFree {
		mailbox = lockFreeMailbox
	}
	return proto.PropsFromProducer(make, proto.WithMailbox(mailbox))
}

func quietSystem() *proto.ActorSystem {
	quiet := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelError + 1}))
	return proto.NewActorSystem(proto.WithLoggerFactory(func(*proto.ActorSystem) *slog.Logger { return quiet }))
}

func (p protoactor) open() network {
	n := &protoNetwork{system: quietSystem(), protoactor: p}
	n.system.EventStream.Subscribe(n.countDeadLetter)
	return n
}

type protoNetwork struct {
	board[*proto.PID]
	protoactor
	system  *proto.ActorSystem
	dropped atomic.Uint64
}

func (n *protoNetwork) countDeadLetter(event any) {
	if d, ok := event.(*proto.DeadLetterEvent); ok {
		if _, ok := d.Message.(message); ok {
			n.dropped.Add(1)
		}
	}
}

// start uses one Props for all, as each of its own would make the peer look heavier. The producer is called within Spawn, so
// the components come in order.
func (n *protoNetwork) start() {
	next := 0
	props := n.props(func() proto.Actor {
		next++
		return protoComponent{&n.nodes[next-1]}
	})
	for i := range n.nodes {
		n.addresses[i] = n.system.Root.Spawn(props)
	}
}

type protoComponent struct{ *node[*proto.PID] }

func (n protoComponent) Receive(c proto.Context) {
	switch m := c.Message().(type) {
	case message:
		o := n.receive(m)
		for range o.rounds {
			for _, l := range n.links[o.first:o.last] {
				c.Send(l, o.out)
			}
			o.out.V++
		}
		if o.rounds == finished {
			c.Stop(c.Self())
		}
	case *proto.Stopped:
		n.ending.hit()
	}
}

func (n *protoNetwork) send(to int, m message) {
	n.outside++
	n.system.Root.Send(n.addresses[to], m)
}

// tally takes what was handled from the parts, as protoactor-go counts only its dead letters.
func (n *protoNetwork) tally() (tally, error) {
	t := n.counted()
	t.Dropped = n.dropped.Load()
	return t, nil
}

func (n *protoNetwork) close() error {
	for _, pid := range n.addresses {
		n.system.Root.Stop(pid)
	}
	n.system.Shutdown()
	return nil
}

type protoAsker struct {
	system *proto.ActorSystem
	target *proto.PID
}

func (p protoactor) asker() asker {
	s := quietSystem()
	echo := func() proto.Actor {
		return proto.ReceiveFunc(func(c proto.Context) {
			if m, ok := c.Message().(message); ok {
				c.Respond(m)
			}
		})
	}
	return protoAsker{s, s.Root.Spawn(p.props(echo))}
}

func (a protoAsker) ask(v int64) (int64, error) {
	reply, err := a.system.Root.RequestFuture(a.target, message{v}, patience).Result()
	if err != nil {
		return 0, err
	}
	m, ok := reply.(message)
	if !ok {
		return 0, fmt.Errorf("a reply of type %T", reply)
	}
	return m.V, nil
}

func (a protoAsker) close() error {
	err := a.system.Root.StopFuture(a.target).Wait()
	a.system.Shutdown()
	return err
}

func (p protoactor) skynet(leaves int64) (int64, error) {
	s := quietSystem()
	defer s.Shutdown()
	sum := make(chan int64, 1)
	root := s.Root.Spawn(p.props(func() proto.Actor {
		return proto.ReceiveFunc(func(c proto.Context) {
			switch m := c.Message().(type) {
			case *proto.Started:
				p.grow(c, branch{size: leaves})
			case message:
				sum <- m.V
			}
		})
	}))
	defer s.Root.Stop(root)
	select {
	case total := <-sum:
		return total, nil
	case <-time.After(patience):
		return 0, fmt.Errorf("no sum after %v", patience)
	}
}

func (p protoactor) grow(c proto.Context, b branch) {
	c.Spawn(p.props(func() proto.Actor { return &protoBranch{b, p} }))
}

type protoBranch struct {
	branch
	protoactor
}

func (b *protoBranch) Receive(c proto.Context) {
	switch m := c.Message().(type) {
	case *proto.Started:
		if b.isLeaf() {
			b.report(c, b.low)
			return
		}
		for i := range int64(fanout) {
			b.grow(c, b.child(i))
		}
	case message:
		if b.add(m.V) {
			b.report(c, b.sum)
		}
	}
}

func (b *protoBranch) report(c proto.Context, v int64) {
	c.Send(c.Parent(), message{v})
	c.Stop(c.Self())
}
