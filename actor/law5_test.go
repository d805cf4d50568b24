package actor_test

import (
	"runtime"
	"testing"
	"time"
	"unsafe"

	"github.com/murmur-go/murmur/actor"
)

// small is a component with a little state.
type small struct{ n int64 }

func (b *small) Receive(*actor.Context[int64], int64) error { b.n++; return nil }

func receiveNothing(*actor.Context[int64], int64) error { return nil }

// TestLaw5Bytes weighs a hundred thousand idle components, all that there is of them:
// 256 bytes each at most, on 64-bit machines, beside the user's own state.
func TestLaw5Bytes(t *testing.T) {
	n := 100_000
	if actor.RaceEnabled || unsafe.Sizeof(uintptr(0)) < 8 {
		n = 10_000
	}
	kinds := []struct {
		name  string
		own   int64 // bytes of the user's state
		spawn func(s *actor.System) actor.Ref[int64]
	}{
		{"function", 0, func(s *actor.System) actor.Ref[int64] { return actor.SpawnFunc(s, receiveNothing) }},
		{"behaviour", int64(unsafe.Sizeof(small{})), func(s *actor.System) actor.Ref[int64] {
			return actor.Spawn(s, func() *small { return &small{} })
		}},
	}
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			s := newSystem(t)
			refs := make([]actor.Ref[int64], n)
			rest(t, s)
			weigh := func() float64 { return float64(stackAndHeap()) }
			before := weigh()
			for i := range refs {
				refs[i] = kind.spawn(s)
			}
			rest(t, s)
			fresh := (weigh() - before) / float64(n)
			for _, ref := range refs {
				ref.Send(background, 1)
				ref.Send(background, 2)
			}
			rest(t, s)
			used := (weigh()-before)/float64(n) - float64(kind.own)
			fresh -= float64(kind.own)
			t.Logf("%.1f bytes, and %.1f after two messages", fresh, used)
			most := 256.0
			if actor.RaceEnabled { // there are fewer, to share what does not grow with their number
				most += 32
			}
			if unsafe.Sizeof(uintptr(0)) == 8 && (fresh > most || used > most) {
				t.Errorf("an idle component weighs %.1f bytes, and %.1f after two messages; at most %.0f", fresh, used, most)
			}
			runtime.KeepAlive(refs)
		})
	}
}

func stackAndHeap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// TestLaw5Goroutines counts those of ten thousand idle components: there are the
// workers' own, and their spares.
func TestLaw5Goroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	s := newSystem(t)
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("a new system has %d goroutines", n-before)
	}
	for i := range 10_000 {
		ref := actor.SpawnFunc(s, receiveNothing)
		ref.Send(background, int64(i))
	}
	rest(t, s)
	// Two spares for each worker, and a worker for each processor.
	most := before + 3*runtime.GOMAXPROCS(0)
	until(t, "the goroutines end", func() bool { return runtime.NumGoroutine() <= most })
	shutDown(t, s)
	until(t, "the goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}

// TestLaw5Processor looks at the clock of the processor while ten thousand components
// that have worked are idle, and one has a timer in an hour.
func TestLaw5Processor(t *testing.T) {
	s := newSystem(t)
	for range 10_000 {
		ref := spawnHooks(s, hooks[int]{started: func(c *actor.Context[int]) error { c.After(time.Hour, 1); return nil }})
		ref.Send(background, 1)
	}
	rest(t, s)
	least := time.Hour // of a few looks: the test's own process has a collector, too
	for range 5 {
		before := cpuTime(t)
		<-time.After(100 * time.Millisecond)
		least = min(least, cpuTime(t)-before)
	}
	if least > 2*time.Millisecond {
		t.Errorf("%v of processor time in 100ms of rest", least)
	}
}

// TestLaw5Busy times the same work with few and with many idle components beside it.
func TestLaw5Busy(t *testing.T) {
	work := func(s *actor.System) time.Duration {
		n, over := scale(100_000), make(chan struct{})
		var peer actor.Ref[int]
		one := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
			if m == n {
				close(over)
			} else {
				peer.Send(c, m+1)
			}
			return nil
		})
		peer = actor.SpawnFunc(s, func(c *actor.Context[int], m int) error { one.Send(c, m+1); return nil })
		begin := time.Now()
		one.Send(background, 0)
		closed(t, over, "the end of the work")
		return time.Since(begin)
	}
	best := func(idle int) time.Duration {
		s := newSystem(t)
		for range idle {
			actor.SpawnFunc(s, receiveNothing)
		}
		rest(t, s)
		least := time.Hour
		for range 5 {
			least = min(least, work(s))
		}
		return least
	}
	few, many := best(0), best(50_000)
	t.Logf("%v alone, %v among 50,000 idle components", few, many)
	if many > 3*few {
		t.Errorf("the work takes %v alone, %v among 50,000 idle components", few, many)
	}
}
