package actor_test

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/murmur-go/murmur/actor"
)

// TestFaultLostWakeup sends exactly one message as the component goes idle, and nothing
// after it until it was handled.
func TestFaultLostWakeup(t *testing.T) {
	kinds := []struct {
		name   string
		rounds int
		opts   []actor.SpawnOption
	}{
		{"plain", 1_000_000, nil},
		{"bounded", 100_000, []actor.SpawnOption{actor.Bounded(1, actor.DropNewest)}},
		{"marshaled", 50_000, []actor.SpawnOption{actor.Marshaled()}},
		{"own", 50_000, []actor.SpawnOption{actor.OwnGoroutine()}},
	}
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			s := newSystem(t)
			var handled atomic.Int64
			ref := actor.SpawnFunc(s, func(*actor.Context[int], int) error {
				handled.Add(1)
				return nil
			}, kind.opts...)
			rng := rand.New(rand.NewPCG(1, 2))
			for i := range scale(kind.rounds) {
				ref.Send(background, i)
				reach(t, "handled", &handled, int64(i)+1)
				for range rng.IntN(64) { // the next one comes a little earlier or later
					handled.Load()
				}
			}
		})
	}
	t.Run("between components", func(t *testing.T) {
		s := newSystem(t)
		n := scale(1_000_000)
		over := make(chan struct{})
		var a, b actor.Ref[int]
		a = actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
			if m >= n {
				close(over)
			} else {
				b.Send(c, m+1)
			}
			return nil
		})
		b = actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
			if m%3 == 0 { // from nowhere, by another worker
				a.Send(background, m+1)
			} else {
				a.Send(c, m+1)
			}
			return nil
		})
		a.Send(background, 0)
		closed(t, over, "the last of the messages")
	})
}

// TestFaultSendVsStop lets 64 senders run into an end that comes at a random moment.
func TestFaultSendVsStop(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	const senders, each = 64, 40
	optional := [][]actor.SpawnOption{
		nil,
		{actor.Bounded(10, actor.DropNewest)},
		{actor.Bounded(10, actor.DropOldest)},
		{actor.Priority(func(m int) int { return m % 3 })},
		{actor.Marshaled()},
		{actor.OwnGoroutine()},
	}
	for round := range scale(400) {
		s := newSystem(t)
		var handled, accepted atomic.Int64
		ref := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
			handled.Add(1)
			return nil
		}, optional[round%len(optional)]...)
		at, how := rng.IntN(senders*each), rng.IntN(3)
		var sent atomic.Int64
		var sending sync.WaitGroup
		for range senders {
			sending.Go(func() {
				for i := range each {
					if i%8 != 7 {
						ref.Send(background, i)
						accepted.Add(1)
					} else if ref.TrySend(background, i) {
						accepted.Add(1)
					}
					if sent.Add(1) == int64(at) {
						switch how {
						case 0:
							ref.Stop()
						case 1:
							ref.Drain()
						case 2:
							ref.Drain()
							ref.Stop()
						}
					}
				}
			})
		}
		sending.Wait()
		ref.Stop()
		closed(t, ref.Done(), "the end of the component")
		rest(t, s)
		st := balanced(t, s)
		if st.Sent != uint64(accepted.Load()) || st.Handled != uint64(handled.Load()) {
			t.Fatalf("round %d: sent %d, counted as %d; handled %d, counted as %d",
				round, accepted.Load(), st.Sent, handled.Load(), st.Handled)
		}
		shutDown(t, s)
	}
}

// TestFaultStopBeatsData stops a component whose mail never ends: no message is handled
// after the one in hand.
func TestFaultStopBeatsData(t *testing.T) {
	for _, own := range []bool{false, true} {
		s := newSystem(t)
		opts := []actor.SpawnOption{}
		if own {
			opts = append(opts, actor.OwnGoroutine())
		}
		var handled atomic.Int64
		inHand, gate := make(chan struct{}), make(chan struct{})
		ref := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
			c.Self().Send(c, 1)
			if n := handled.Add(1); n == 1000 {
				close(inHand)
				<-gate
			}
			return nil
		}, opts...)
		over := make(chan struct{})
		var sending sync.WaitGroup
		for range 4 {
			sending.Go(func() {
				for {
					select {
					case <-over:
						return
					default:
						if s.Stats().Queued < 10_000 {
							ref.Send(background, 1)
						}
					}
				}
			})
		}
		closed(t, inHand, "the message in hand")
		ref.Stop()
		close(gate)
		closed(t, ref.Done(), "the end")
		if n := handled.Load(); n != 1000 {
			t.Errorf("own %v: %d messages were handled after the one in hand", own, n-1000)
		}
		close(over)
		sending.Wait()
		rest(t, s)
		balanced(t, s)
	}
}

// TestFaultSystemLane fills a bounded mailbox: stop, watch and failure come through.
func TestFaultSystemLane(t *testing.T) {
	for _, overflow := range []actor.Overflow{actor.DropOldest, actor.DropNewest} {
		t.Run(overflow.String(), func(t *testing.T) {
			const notice, block, fail = -1, -2, -3
			s := newSystem(t)
			target := spawnHooks(s, hooks[int]{})
			var notices, starts atomic.Int64
			inHand, gate := make(chan struct{}), make(chan struct{})
			child := make(chan actor.Ref[int], 2)
			fill := func(ref actor.Ref[int]) {
				for range 1000 {
					ref.Send(background, 1)
				}
			}
			ref := spawnHooks(s, hooks[int]{
				started: func(c *actor.Context[int]) error {
					if starts.Add(1) == 1 {
						c.Watch(target, notice)
					}
					child <- actor.SpawnFunc(c, func(_ *actor.Context[int], m int) error {
						panic("escalated")
					}, actor.OnFailure(actor.Escalate()))
					return nil
				},
				receive: func(c *actor.Context[int], m int) error {
					switch m {
					case notice:
						notices.Add(1)
					case block:
						inHand <- struct{}{}
						<-gate
					}
					return nil
				},
			}, actor.Bounded(2, overflow))
			hold := func() {
				rest(t, s)
				ref.Send(background, block)
				<-inHand
			}

			hold()
			fill(ref)
			target.Stop()
			closed(t, target.Done(), "the end of the watched")
			fill(ref)
			gate <- struct{}{}
			rest(t, s)
			if notices.Load() != 1 {
				t.Errorf("%d notices of the end", notices.Load())
			}

			hold()
			fill(ref)
			first := get(t, child, "the child")
			first.Send(background, fail)
			closed(t, first.Done(), "the end of the child that failed")
			fill(ref)
			gate <- struct{}{}
			get(t, child, "the next incarnation's child")
			rest(t, s)

			hold()
			fill(ref)
			ref.Stop()
			fill(ref)
			gate <- struct{}{}
			closed(t, ref.Done(), "the end")
			rest(t, s)
			balanced(t, s)
		})
	}
}
