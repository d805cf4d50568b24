package actor_test

import (
	"log/slog"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// TestFaultParallelShutdown counts in virtual time.
func TestFaultParallelShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := actor.NewSystem(actor.WithLogger(slog.New(slog.DiscardHandler)))
		var stopped atomic.Int64
		for range 1000 {
			spawnHooks(s, hooks[int]{stopped: func(*actor.Context[int]) {
				time.Sleep(100 * time.Millisecond)
				stopped.Add(1)
			}})
		}
		begin := time.Now()
		shutDown(t, s)
		if took := time.Since(begin); took > time.Second || stopped.Load() != 1000 {
			t.Errorf("%d components stopped, in %v", stopped.Load(), took)
		}
	})
}

// TestFaultSpawnVsShutdown spawns in a loop while the system shuts down.
func TestFaultSpawnVsShutdown(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	before := runtime.NumGoroutine()
	for range scale(300) {
		s := newSystem(t)
		var spawning sync.WaitGroup
		var n atomic.Int64
		refs := make([][]actor.Ref[int], 4)
		at := int64(rng.IntN(300))
		over := make(chan struct{})
		for i := range refs {
			spawning.Go(func() {
				for k := range 100 {
					opts := []actor.SpawnOption{}
					if k%10 == 0 {
						opts = append(opts, actor.OwnGoroutine())
					}
					ref := spawnHooks(s, hooks[int]{started: func(c *actor.Context[int]) error {
						spawnHooks(c, hooks[int]{}).Send(c, 1)
						return nil
					}}, opts...)
					ref.Send(background, 1)
					refs[i] = append(refs[i], ref)
					if n.Add(1) == at {
						close(over)
					}
				}
			})
		}
		if at > 0 {
			closed(t, over, "the moment")
		}
		shutDown(t, s)
		spawning.Wait()
		for _, some := range refs {
			for _, ref := range some {
				closed(t, ref.Done(), "the end of every component")
			}
		}
		rest(t, s)
		if st := balanced(t, s); st.Components != 0 {
			t.Fatalf("after Shutdown: %+v", st)
		}
	}
	until(t, "the goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}
