package actor_test

import (
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// slow says that this is a machine on which times mean nothing: the race detector, or an
// emulated processor.
var slow = actor.RaceEnabled || strings.HasPrefix(runtime.GOARCH, "arm")

// within is a limit in time, larger where everything is slower.
func within(d time.Duration) time.Duration {
	if slow {
		return 10 * d
	}
	return d
}

// graves collects dead letters.
type graves struct {
	mu  sync.Mutex
	all []actor.DeadLetter
}

func watchGraves(s *actor.System) *graves {
	g := &graves{}
	s.DeadLetters().Subscribe(actor.SpawnFunc(s, func(_ *actor.Context[actor.DeadLetter], d actor.DeadLetter) error {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.all = append(g.all, d)
		return nil
	}))
	return g
}

// count is how many there are for a reason, at rest.
func (g *graves) count(reason actor.Reason) (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, d := range g.all {
		if d.Reason == reason {
			n++
		}
	}
	return n
}

// settleGoroutines waits until no more than n goroutines are left.
func settleGoroutines(t testing.TB, n int) {
	t.Helper()
	for end := time.Now().Add(patience); runtime.NumGoroutine() > n; runtime.Gosched() {
		if time.Now().After(end) {
			all := make([]byte, 1<<20)
			t.Fatalf("%d goroutines are left, %d expected:\n%s", runtime.NumGoroutine(), n, all[:runtime.Stack(all, true)])
		}
	}
}
