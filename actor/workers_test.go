package actor_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
	"github.com/murmur-go/murmur/mailbox"
)

// TestWorkersFollowProcessors changes GOMAXPROCS under load: Stats.Workers follows, and
// nothing is lost (newSystem's end counts).
func TestWorkersFollowProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	s := newSystem(t)
	defer halt(t, s)
	for range 8 {
		talkers(s, func() {})
	}
	for _, n := range []int{3, 1, 4, 2, 8, 1, 2} {
		runtime.GOMAXPROCS(n)
		for end := time.Now().Add(patience); s.Stats().Workers != uint64(n); runtime.Gosched() {
			if time.Now().After(end) {
				t.Fatalf("GOMAXPROCS is %d, Workers are %d", n, s.Stats().Workers)
			}
		}
	}
	if d := latency(t, s, 10); d > within(200*time.Millisecond) {
		t.Errorf("after all changes a message took %v", d)
	}
}

func TestWorkersAreGiven(t *testing.T) {
	s := newSystem(t, actor.WithWorkers(3))
	latency(t, s, 1)
	if n := s.Stats().Workers; n != 3 {
		t.Errorf("Workers %d, given 3", n)
	}
}

// TestStressBlockAndDetach blocks in every way at random, while the monitor and foreign
// goroutines detach workers, and then counts: nothing in hand, nothing queued, no goroutine
// but the workers' own left.
func TestStressBlockAndDetach(t *testing.T) {
	before := runtime.NumGoroutine()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	s := newSystem(t, actor.WithWorkers(2))
	q := mailbox.NewQueue[ball]()
	echo := actor.SpawnFunc(s, func(c *actor.Context[actor.Ref[ball]], r actor.Ref[ball]) error { r.Send(c, ball{}); return nil })
	var lent sync.Map // contexts of all, used by whoever likes
	var handled atomic.Int64
	refs := make([]actor.Ref[ball], 64)
	for i := range refs {
		refs[i] = actor.SpawnFunc(s, func(c *actor.Context[ball], m ball) error {
			lent.Store(i, c)
			handled.Add(1)
			switch c.Rand().IntN(6) {
			case 0:
				c.Block(func() { runtime.Gosched() })
			case 1:
				if _, err := actor.Ask(c, echo, func(r actor.Ref[ball]) actor.Ref[ball] { return r }); err != nil {
					t.Errorf("ask: %v", err)
				}
			case 2:
				q.Produce(m)
				if _, err := q.Consume(c); err != nil {
					t.Errorf("consume: %v", err)
				}
			case 3:
				time.Sleep(time.Duration(c.Rand().IntN(3)) * time.Millisecond) // unknown to the runtime
			}
			if m.N > 0 {
				refs[c.Rand().IntN(len(refs))].Send(c, ball{m.N - 1})
			}
			return nil
		}, actor.OnFailure(actor.Resume()))
	}
	const senders = 4
	each := scale(300)
	var all sync.WaitGroup
	for i := range senders {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		all.Go(func() {
			for range each {
				ctx := context.Context(context.Background())
				if c, ok := lent.Load(r.IntN(len(refs))); ok {
					ctx = c.(context.Context)
					if r.IntN(4) == 0 {
						c.(*actor.Context[ball]).Block(func() {}) // somebody else's turn
					}
				}
				refs[r.IntN(len(refs))].Send(ctx, ball{10})
			}
		})
	}
	all.Wait()
	rest(t, s)
	if want := int64(senders * each * 11); handled.Load() != want {
		t.Errorf("%d handled, want %d", handled.Load(), want)
	}
	if err := s.Shutdown(soon(t)); err != nil {
		t.Error(err)
	}
	settleGoroutines(t, before)
}

// TestInHandReturnsToZero holds Stats.Queued, which is what was sent, less what is done
// with and what is in hand, against a known number after runners were exchanged a lot.
func TestInHandReturnsToZero(t *testing.T) {
	s := newSystem(t, actor.WithWorkers(2))
	gate := make(chan struct{})
	holders := make([]actor.Ref[ball], 4)
	for i := range holders {
		holders[i] = actor.SpawnFunc(s, func(*actor.Context[ball], ball) error { <-gate; return nil })
	}
	blockers := make([]actor.Ref[ball], 8)
	var contexts [8]atomic.Pointer[actor.Context[ball]]
	for i := range blockers {
		blockers[i] = actor.SpawnFunc(s, func(c *actor.Context[ball], m ball) error {
			contexts[i].Store(c)
			c.Block(func() {})
			if m.N > 0 {
				blockers[(i+1)%len(blockers)].Send(c, ball{m.N - 1})
			}
			return nil
		})
	}
	var all sync.WaitGroup
	stop := make(chan struct{})
	for i := range blockers {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					if c := contexts[i].Load(); c != nil {
						c.Block(func() {}) // detaches whoever ran it last
					}
					runtime.Gosched()
				}
			}
		})
	}
	for i := range blockers {
		blockers[i].Send(context.Background(), ball{scale(20_000)})
	}
	rest(t, s)
	close(stop)
	all.Wait()
	for _, h := range holders {
		for range 10 {
			h.Send(context.Background(), ball{})
		}
	}
	// One of each is in hand, however many runners that takes.
	for end := time.Now().Add(patience); s.Stats().Queued != uint64(9*len(holders)); runtime.Gosched() {
		if time.Now().After(end) {
			t.Errorf("queued %d, want %d: %+v", s.Stats().Queued, 9*len(holders), s.Stats())
			break
		}
	}
	close(gate)
}

// TestMonitorStays blocks a handler, unknown to the runtime, at moments at which the only
// worker is just about to rest: whoever has it go on must see to it that the monitor
// does not leave. Without the monitor the second message waits for ever.
func TestMonitorStays(t *testing.T) {
	s := newSystem(t, actor.WithWorkers(1))
	quick := actor.SpawnFunc(s, func(*actor.Context[ball], ball) error { return nil })
	stop := make(chan struct{})
	var noise sync.WaitGroup
	defer noise.Wait()
	defer close(stop)
	for range 2 {
		noise.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				quick.Send(context.Background(), ball{})
				for range i % 64 {
					runtime.Gosched()
				}
			}
		})
	}
	in, got := make(chan struct{}), make(chan struct{})
	gate := make(chan struct{})
	blocker := actor.SpawnFunc(s, func(*actor.Context[ball], ball) error { in <- struct{}{}; <-gate; return nil })
	other := actor.SpawnFunc(s, func(*actor.Context[ball], ball) error { got <- struct{}{}; return nil })
	for range scale(1000) {
		blocker.Send(context.Background(), ball{})
		get(t, in, "the handler that blocks")
		other.Send(context.Background(), ball{})
		get(t, got, "a message behind it")
		gate <- struct{}{}
	}
}
