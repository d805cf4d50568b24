package actor_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// chaosMessage is an order to do one of many things; it may be an ask.
type chaosMessage struct {
	Do    int
	Reply actor.Ref[int]
}

// chaos is what all components of one run share.
type chaos struct {
	s                *actor.System
	handled, answers atomic.Uint64
	// unheard counts answers of AskThen that may have come, and did not reach the one
	// who asked, because it had ended.
	unheard atomic.Int64
}

// mad is a component that does what it is told, and keeps count of what it handled.
type mad struct {
	*chaos
	stashed bool
}

var errOnPurpose = errors.New("on purpose")

func (m *mad) Receive(c *actor.Context[chaosMessage], order chaosMessage) error {
	// A message counts as handled when its handler returns nil, and it was not stashed.
	m.stashed = false
	if err := m.do(c, order); err != nil {
		return err
	}
	if !m.stashed {
		m.handled.Add(1)
	}
	return nil
}

func (m *mad) do(c *actor.Context[chaosMessage], order chaosMessage) error {
	self := c.Self()
	switch order.Do % 24 {
	case 0:
		return errOnPurpose
	case 1:
		panic(errOnPurpose)
	case 2, 3, 4:
		m.stashed = c.Stash() == nil
	case 5, 6:
		c.Unstash()
	case 7:
		c.After(time.Duration(c.Rand().IntN(100))*time.Microsecond, chaosMessage{Do: 100})
	case 8:
		tick := c.Every(50*time.Microsecond, chaosMessage{Do: 100})
		if c.Rand().IntN(2) == 0 {
			tick.Stop()
		}
	case 9:
		c.Idle(time.Duration(c.Rand().IntN(100))*time.Microsecond, chaosMessage{Do: 100})
	case 10:
		c.Become(func(c *actor.Context[chaosMessage], o chaosMessage) error { return m.Receive(c, o) })
	case 11:
		c.Unbecome()
	case 12:
		self.Send(c, chaosMessage{Do: 100})
		self.TrySend(c, chaosMessage{Do: 100})
	case 13:
		if len(c.Children()) < 3 {
			child := actor.Spawn(c, func() *mad { return &mad{chaos: m.chaos} }, actor.OnFailure(actor.Escalate()))
			c.Watch(child, chaosMessage{Do: 100})
			for i := range 3 {
				child.Send(c, chaosMessage{Do: c.Rand().IntN(12) + i})
			}
		}
	case 14:
		for _, child := range c.Children() {
			switch c.Rand().IntN(4) {
			case 0:
				child.Stop()
			case 1:
				child.Drain()
			case 2:
				c.Unwatch(child)
			}
		}
	case 15:
		order.Reply.Send(c, 1)
		order.Reply.Send(c, 2) // a late one
	case 16:
		m.unheard.Add(1)
		actor.AskThen(c, self, 50*time.Microsecond,
			func(r actor.Ref[int]) chaosMessage { return chaosMessage{Do: 15, Reply: r} },
			func(_ int, err error) chaosMessage {
				m.unheard.Add(-1)
				if err == nil {
					m.answers.Add(1)
				}
				return chaosMessage{Do: 100}
			})
	case 17:
		actor.Go(c, func(context.Context) (int, error) { return 1, nil },
			func(int, error) chaosMessage { return chaosMessage{Do: 100} })
	}
	return nil
}

// TestLaw3 is a chaos of sends, stops, drains, restarts, overflow, priority, TrySend,
// stash, asks and timers. At any moment no more is done than was sent; at rest all of it,
// exactly, as the components and a listener to the dead letters have counted it.
func TestLaw3(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for round := range scale(40) {
		law3Round(t, rng, round)
		if t.Failed() {
			return
		}
	}
}

func law3Round(t *testing.T, rng *rand.Rand, round int) {
	s := newSystem(t)
	var letters atomic.Uint64
	s.DeadLetters().Subscribe(actor.SpawnFunc(s, func(*actor.Context[actor.DeadLetter], actor.DeadLetter) error {
		letters.Add(1)
		return nil
	}))
	world := &chaos{s: s}
	policies := []actor.Policy{
		actor.Restart(5, time.Hour), actor.Resume(), actor.Stop(), actor.Escalate(),
		actor.Restart(1000, time.Hour).Backoff(10*time.Microsecond, time.Millisecond),
	}
	kinds := [][]actor.SpawnOption{
		nil,
		{actor.Bounded(5, actor.DropNewest)},
		{actor.Bounded(5, actor.DropOldest)},
		{actor.Priority(func(m chaosMessage) int { return m.Do % 3 })},
		{actor.Bounded(5, actor.DropOldest), actor.Priority(func(m chaosMessage) int { return m.Do % 3 })},
		{actor.Marshaled()},
		{actor.Marshaled(), actor.Bounded(5, actor.DropOldest)},
		{actor.OwnGoroutine()},
	}
	refs := make([]actor.Ref[chaosMessage], 2*len(kinds))
	for i := range refs {
		opts := append([]actor.SpawnOption{actor.OnFailure(policies[rng.IntN(len(policies))])}, kinds[i%len(kinds)]...)
		refs[i] = actor.Spawn(s, func() *mad { return &mad{chaos: world} }, opts...)
	}

	over := make(chan struct{})
	var looking, acting sync.WaitGroup
	looking.Go(func() {
		for {
			st := s.Stats()
			if st.Sent < st.Handled+st.DeadLetters || st.Queued > st.Sent-st.Handled-st.DeadLetters {
				t.Errorf("round %d: %+v", round, st)
			}
			select {
			case <-over:
				return
			default:
			}
		}
	})
	var sent atomic.Uint64
	for range 4 {
		rng := rand.New(rand.NewPCG(rng.Uint64(), 0))
		acting.Go(func() {
			for range 300 {
				ref := refs[rng.IntN(len(refs))]
				order := chaosMessage{Do: rng.IntN(24)}
				switch rng.IntN(40) {
				case 0:
					ref.Stop()
				case 1:
					ref.Drain()
				case 2, 3, 4:
					ctx, cancel := context.WithTimeout(background, time.Duration(rng.IntN(200))*time.Microsecond)
					_, err := actor.Ask(ctx, ref, func(r actor.Ref[int]) chaosMessage { return chaosMessage{Do: 15, Reply: r} })
					cancel()
					if err == nil {
						world.answers.Add(1)
					}
				case 5, 6, 7, 8, 9, 10:
					if ref.TrySend(background, order) {
						sent.Add(1)
					}
				default:
					ref.Send(background, order)
					sent.Add(1)
				}
			}
		})
	}
	acting.Wait()
	for _, ref := range refs {
		ref.Stop()
	}
	for _, ref := range refs {
		closed(t, ref.Done(), "the end of all")
	}
	if err := s.Rest(soon(t)); err != nil {
		t.Fatal(err)
	}
	close(over)
	looking.Wait()
	// Timers do not keep a system from rest: the time of an AskThen may pass just now, and
	// be a dead letter. What is lost or counted twice stays so, however often one looks.
	var st actor.Stats
	wrong := "unseen"
	for end := time.Now().Add(patience); wrong != "" && time.Now().Before(end); {
		if err := s.Rest(soon(t)); err != nil {
			t.Fatal(err)
		}
		st = s.Stats()
		heard, unheard := letters.Load(), uint64(world.unheard.Load())
		want := world.handled.Load() + world.answers.Load() + heard
		switch wrong = ""; {
		case st.Sent != st.Handled+st.DeadLetters:
			wrong = "sent is not handled and dead letters"
		case st.DeadLetters != heard:
			wrong = fmt.Sprintf("%d dead letters were heard of", heard)
		case st.Handled < want || st.Handled > want+unheard:
			wrong = fmt.Sprintf("%d messages, answers and letters were handled, %d answers not heard", want, unheard)
		}
	}
	if wrong != "" {
		t.Errorf("round %d: %s; %+v", round, wrong, st)
	}
	if st.Sent < sent.Load() {
		t.Errorf("round %d: %d sent from outside; %+v", round, sent.Load(), st)
	}
	shutDown(t, s)
}

// TestLaw3Queued counts what waits, stash included, and not what is in hand.
func TestLaw3Queued(t *testing.T) {
	for round := range scale(300) {
		s := newSystem(t)
		begun, gate := make(chan struct{}, 1), make(chan struct{})
		opts := []actor.SpawnOption{}
		if round%3 == 0 {
			opts = append(opts, actor.OwnGoroutine())
		}
		ref := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
			switch m {
			case 0:
				return c.Stash()
			case 1:
				begun <- struct{}{}
				<-gate
				c.Unstash()
			}
			return nil
		}, opts...)
		ref.Send(background, 0)
		ref.Send(background, 0)
		ref.Send(background, 1)
		get(t, begun, "the message in hand")
		for range 5 {
			ref.Send(background, 2)
		}
		// Two are stashed and five wait. A worker that is still looking for work may pass,
		// for a moment, for one that has a message in hand; not for long.
		until(t, "Queued is 7", func() bool { return s.Stats().Queued == 7 })
		if st := s.Stats(); st.Sent != 8 || st.Handled != 0 {
			t.Fatalf("%+v", st)
		}
		ref.Stop()
		close(gate)
		closed(t, ref.Done(), "the end")
		rest(t, s)
		if st := balanced(t, s); st.Handled != 1 || st.DeadLetters != 7 {
			t.Fatalf("%+v", st)
		}
		shutDown(t, s)
	}
}
