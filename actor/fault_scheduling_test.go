package actor_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

type ball struct{ N int }

// talkers starts a pair that answers each other without pause until stop.
func talkers(s *actor.System, work func()) {
	var a, b actor.Ref[ball]
	ready := make(chan struct{})
	a = actor.SpawnFunc(s, func(c *actor.Context[ball], m ball) error { <-ready; work(); b.Send(c, m); return nil })
	b = actor.SpawnFunc(s, func(c *actor.Context[ball], m ball) error { <-ready; work(); a.Send(c, m); return nil })
	close(ready)
	a.Send(context.Background(), ball{})
}

// halt stops everything without draining: some of it never ends by itself.
func halt(t testing.TB, s *actor.System) {
	t.Helper()
	over, cancel := context.WithCancel(context.Background())
	cancel()
	_ = s.Shutdown(over)
	if err := s.Shutdown(soon(t)); err != nil {
		t.Error(err)
	}
}

// latency is the median round trip of n messages from outside to a third component: what
// starves it does so each time, what a shared machine does now and then is not in it.
func latency(t *testing.T, s *actor.System, n int) time.Duration {
	t.Helper()
	got := make(chan struct{})
	third := actor.SpawnFunc(s, func(*actor.Context[ball], ball) error { got <- struct{}{}; return nil })
	var all []time.Duration
	for range n {
		begin := time.Now()
		third.Send(context.Background(), ball{})
		get(t, got, "the third's message")
		all = append(all, time.Since(begin))
	}
	slices.Sort(all)
	return all[n/2]
}

func TestFaultPairStarvesThird(t *testing.T) {
	for name, of := range map[string]struct {
		limit time.Duration
		work  func()
	}{
		"quick handlers": {50 * time.Millisecond, func() {}},
		"slow handlers":  {100 * time.Millisecond, func() { spin(2 * time.Millisecond) }},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t, actor.WithWorkers(1))
			defer halt(t, s)
			talkers(s, of.work)
			if d := latency(t, s, 20); d > within(of.limit) {
				t.Errorf("a third component's message took %v", d)
			}
			late := make(chan time.Duration, 1)
			actor.SpawnFunc(s, func(c *actor.Context[time.Time], m time.Time) error {
				if m.IsZero() {
					c.After(10*time.Millisecond, time.Now().Add(10*time.Millisecond))
				} else {
					late <- time.Since(m)
				}
				return nil
			}).Send(context.Background(), time.Time{})
			if d := get(t, late, "the timer"); d > within(of.limit) {
				t.Errorf("a third component's timer was %v late", d)
			}
		})
	}
}

// spin uses the processor.
func spin(d time.Duration) {
	for begin := time.Now(); time.Since(begin) < d; {
	}
}

func TestFaultBacklogOfSlowMessagesStarvesThird(t *testing.T) {
	for _, each := range []time.Duration{300 * time.Microsecond, 2 * time.Millisecond} {
		t.Run(each.String(), func(t *testing.T) {
			s := newSystem(t, actor.WithWorkers(1))
			defer halt(t, s)
			busy := actor.SpawnFunc(s, func(*actor.Context[ball], ball) error { spin(each); return nil })
			for range 2000 {
				busy.Send(context.Background(), ball{})
			}
			if d := latency(t, s, 10); d > within(100*time.Millisecond) {
				t.Errorf("a third component's message took %v behind another's backlog", d)
			}
		})
	}
}

func TestFaultSelfSender(t *testing.T) {
	s := newSystem(t)
	defer halt(t, s)
	actor.SpawnFunc(s, func(c *actor.Context[ball], m ball) error { c.Self().Send(c, m); return nil }).Send(context.Background(), ball{})
	const neighbours = 1000
	var all sync.WaitGroup
	all.Add(neighbours)
	begin := time.Now()
	for range neighbours {
		actor.SpawnFunc(s, func(*actor.Context[ball], ball) error { all.Done(); return nil }).Send(context.Background(), ball{})
	}
	all.Wait()
	if d := time.Since(begin); d > within(time.Second) {
		t.Errorf("1,000 neighbours of a self-sender took %v", d)
	}
}

func TestFaultAllBlocked(t *testing.T) {
	var stopped actor.Ref[ball]
	for name, how := range map[string]struct {
		limit time.Duration
		block func(*actor.Context[ball], <-chan struct{})
	}{
		"unknown to the runtime": {100 * time.Millisecond, func(_ *actor.Context[ball], c <-chan struct{}) { <-c }},
		"in Block":               {100 * time.Millisecond, func(c *actor.Context[ball], end <-chan struct{}) { c.Block(func() { <-end }) }},
		// With no processor left, it is Go's scheduler that shares them, 10 ms each.
		"computing": {time.Second, func(c *actor.Context[ball], end <-chan struct{}) {
			for {
				select {
				case <-end:
					return
				default: // what it sends to the dead is no progress
					stopped.Send(c, ball{})
				}
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			const workers = 2
			s := newSystem(t, actor.WithWorkers(workers))
			stopped = actor.SpawnFunc(s, func(*actor.Context[ball], ball) error { return nil })
			stopped.Stop()
			<-stopped.Done()
			defer halt(t, s)
			end := make(chan struct{})
			defer close(end)
			in := make(chan struct{})
			for range workers {
				actor.SpawnFunc(s, func(c *actor.Context[ball], _ ball) error {
					in <- struct{}{}
					how.block(c, end)
					return nil
				}).Send(context.Background(), ball{})
			}
			for range workers {
				get(t, in, "a blocked handler")
			}
			// Five seconds of a blocked handler, seen in many short looks at the others.
			if d := latency(t, s, 20); d > within(how.limit) {
				t.Errorf("with all workers blocked a message took %v", d)
			}
			ticks := make(chan struct{})
			actor.SpawnFunc(s, func(c *actor.Context[bool], start bool) error {
				if start {
					c.Every(10*time.Millisecond, false)
				} else {
					select {
					case ticks <- struct{}{}:
					case <-end:
					}
				}
				return nil
			}).Send(context.Background(), true)
			begin := time.Now()
			for range 10 {
				get(t, ticks, "a tick")
			}
			if d := time.Since(begin) / 10; d > within(how.limit) {
				t.Errorf("with all workers blocked a tick of 10 ms took %v", d)
			}
		})
	}
}

func TestFaultThousandsBlock(t *testing.T) {
	s := newSystem(t)
	n := 10_000
	if slow || testing.Short() {
		n = 2_000
	}
	refs := make([]actor.Ref[ball], n)
	var handled atomic.Int64
	for i := range refs {
		refs[i] = actor.SpawnFunc(s, func(*actor.Context[ball], ball) error {
			time.Sleep(100 * time.Millisecond) // the fault's own
			handled.Add(1)
			return nil
		})
	}
	rest(t, s)
	begin := time.Now()
	for _, r := range refs {
		r.Send(context.Background(), ball{})
	}
	rest(t, s)
	if d := time.Since(begin); d > within(3*time.Second) || handled.Load() != int64(n) {
		t.Errorf("%d of %d components that sleep 100 ms each had done so after %v", handled.Load(), n, d)
	} else {
		t.Logf("%d components that sleep 100 ms each: %v", n, d)
	}
}
