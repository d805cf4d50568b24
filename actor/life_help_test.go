package actor_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

var background = context.Background()

// hooks is a behaviour made of functions; any may be nil.
type hooks[M any] struct {
	started func(c *actor.Context[M]) error
	receive func(c *actor.Context[M], m M) error
	stopped func(c *actor.Context[M])
}

func (h *hooks[M]) Started(c *actor.Context[M]) error {
	if h.started == nil {
		return nil
	}
	return h.started(c)
}

func (h *hooks[M]) Receive(c *actor.Context[M], m M) error {
	if h.receive == nil {
		return nil
	}
	return h.receive(c, m)
}

func (h *hooks[M]) Stopped(c *actor.Context[M]) {
	if h.stopped != nil {
		h.stopped(c)
	}
}

// spawnHooks spawns a component of h, the same for each incarnation.
func spawnHooks[M any](p actor.Parent, h hooks[M], opts ...actor.SpawnOption) actor.Ref[M] {
	return actor.Spawn(p, func() *hooks[M] { return &h }, opts...)
}

// reach spins until n is at least want: for waits too short for a channel.
func reach(t testing.TB, what string, n *atomic.Int64, want int64) {
	if n.Load() >= want {
		return
	}
	for end, spin := time.Now().Add(patience), 1; n.Load() < want; spin++ {
		runtime.Gosched()
		if spin%256 != 0 {
			continue
		}
		// A runner that looks at the network waits until its processor has nothing to do.
		<-time.After(time.Microsecond)
		if time.Now().After(end) {
			t.Fatalf("%s: %d, and no more than %d within %v", what, want, n.Load(), patience)
		}
	}
}

// until waits for what the runtime brings about in its own time: goroutines that end,
// memory that is collected.
func until(t testing.TB, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !cond(); runtime.Gosched() {
		if time.Now().After(end) {
			stacks := make([]byte, 1<<16)
			t.Fatalf("waited in vain: %s\n%s", what, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// shutDown ends s, within patience.
func shutDown(t testing.TB, s *actor.System) {
	t.Helper()
	if err := s.Shutdown(soon(t)); err != nil {
		t.Fatal(err)
	}
}

// balanced holds a system at rest to law 3.
func balanced(t testing.TB, s *actor.System) actor.Stats {
	t.Helper()
	st := s.Stats()
	if st.Sent != st.Handled+st.DeadLetters || st.Queued != 0 {
		t.Fatalf("at rest: %+v", st)
	}
	return st
}

// isDone reports whether the component has ended.
func isDone(h actor.Handle) bool {
	select {
	case <-h.Done():
		return true
	default:
		return false
	}
}

// heapNow is the size of what is reachable.
func heapNow() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
