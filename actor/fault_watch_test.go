package actor_test

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/murmur-go/murmur/actor"
)

// TestFaultWatchAnyTime watches before, while and after the target stops, and unwatches
// at any time: one notice for each watch, none after Unwatch.
func TestFaultWatchAnyTime(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	const watch, again, unwatch, notice, notice2 = 0, 1, 2, 10, 11
	s := newSystem(t)
	for round := range scale(20_000) {
		target := spawnHooks(s, hooks[int]{})
		watching := 0 // the number of the notice that may come; the watcher's own
		var notices atomic.Int64
		watcher := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
			switch m {
			case watch:
				c.Watch(target, notice)
				watching = notice
			case again:
				c.Watch(target, notice2)
				watching = notice2
			case unwatch:
				c.Unwatch(target)
				watching = 0
			default:
				if m != watching {
					t.Errorf("notice %d, while %d was due", m, watching)
				}
				watching = 0
				notices.Add(1)
			}
			return nil
		})
		script := []int{watch}
		for range rng.IntN(3) {
			script = append(script, rng.IntN(3))
		}
		var acting sync.WaitGroup
		pause := rng.IntN(200)
		acting.Go(func() {
			for range pause {
				notices.Load()
			}
			target.Stop()
		})
		for _, m := range script {
			watcher.Send(background, m)
		}
		acting.Wait()
		closed(t, target.Done(), "the end of the target")
		rest(t, s)
		// Each watch that came after a notice has its own, so that only bounds are known;
		// what is certain is that none is due any more.
		if watching != 0 {
			t.Fatalf("round %d: %v, and no notice %d", round, script, watching)
		}
		most := int64(0)
		for _, m := range script {
			if m != unwatch {
				most++
			}
		}
		if n := notices.Load(); n > most || n == 0 && script[len(script)-1] != unwatch {
			t.Fatalf("round %d: %v gave %d notices", round, script, n)
		}
		watcher.Stop()
	}
}

// TestFaultWatchManyTimes lets a thousand components watch one, which is Done by the
// time that the notices come.
func TestFaultWatchManyTimes(t *testing.T) {
	s := newSystem(t)
	target := spawnHooks(s, hooks[int]{})
	var notices atomic.Int64
	for range 1000 {
		spawnHooks(s, hooks[int]{
			started: func(c *actor.Context[int]) error { c.Watch(target, 1); return nil },
			receive: func(*actor.Context[int], int) error { notices.Add(1); return nil },
		})
	}
	target.Stop()
	closed(t, target.Done(), "the end of the target")
	rest(t, s)
	if n := notices.Load(); n != 1000 {
		t.Errorf("%d notices for 1000 watchers", n)
	}
}

// TestFaultGoexit ends the goroutine under the handler, in every way: a failure like any
// other, and the worker lives.
func TestFaultGoexit(t *testing.T) {
	ways := map[string]func(){
		"Goexit":                            runtime.Goexit,
		"panic(nil)":                        func() { panic(nil) },
		"a panic after Goexit":              func() { defer panic("late"); runtime.Goexit() },
		"a recovered panic after Goexit":    func() { defer func() { _ = recover() }(); defer panic("late"); runtime.Goexit() },
		"Goexit after a panic":              func() { defer runtime.Goexit(); panic("early") },
		"Goexit after a panic after Goexit": func() { defer runtime.Goexit(); defer panic("late"); runtime.Goexit() },
	}
	for name, way := range ways {
		for _, own := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				before := runtime.NumGoroutine()
				s := newSystem(t, actor.WithWorkers(1))
				opts := []actor.SpawnOption{actor.OnFailure(actor.Restart(1_000_000, 1<<62))}
				if own {
					opts = append(opts, actor.OwnGoroutine())
				}
				handled := 0
				n := scale(1000)
				ref := spawnHooks(s, hooks[int]{receive: func(c *actor.Context[int], m int) error {
					if m%2 == 1 {
						way()
					}
					handled++
					return nil
				}}, opts...)
				other := spawnHooks(s, hooks[int]{})
				for i := range 2 * n {
					ref.Send(background, i)
					other.Send(background, i)
				}
				rest(t, s)
				st := balanced(t, s)
				if handled != n || st.Failures != uint64(n) || st.Restarts != uint64(n) || st.DeadLetters != uint64(n) {
					t.Errorf("handled %d of %d; %+v", handled, n, st)
				}
				shutDown(t, s)
				until(t, "the goroutines end", func() bool { return runtime.NumGoroutine() <= before })
			})
		}
	}
	for name, way := range ways {
		t.Run(name+" in hooks", func(t *testing.T) {
			s := newSystem(t, actor.WithWorkers(1))
			made := 0
			ref := actor.Spawn(s, func() *hooks[int] {
				switch made++; made {
				case 1:
					way()
				case 2:
					return &hooks[int]{started: func(*actor.Context[int]) error { way(); return nil }}
				}
				return &hooks[int]{stopped: func(*actor.Context[int]) { way() }}
			}, actor.OnFailure(actor.Restart(2, 1<<62)))
			ref.Send(background, 1)
			rest(t, s)
			ref.Stop()
			closed(t, ref.Done(), "the end")
			rest(t, s)
			if st := balanced(t, s); st.Failures != 3 || st.Handled != 1 {
				t.Errorf("%+v", st)
			}
		})
	}
}
