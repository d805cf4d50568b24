package actor_test

import (
	"context"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// patience is how long a test waits for what must come.
const patience = 60 * time.Second

// slow says that this is a machine on which times mean nothing: the race detector, or an
// emulated processor.
var slow = raceEnabled || strings.HasPrefix(runtime.GOARCH, "arm")

// scaled is a count of rounds, fewer where they cost more.
func scaled(n int) int {
	switch {
	case strings.HasPrefix(runtime.GOARCH, "arm"):
		n /= 50
	case raceEnabled:
		n /= 10
	}
	if testing.Short() {
		n /= 5
	}
	return max(n, 1)
}

// within is a limit in time, larger where everything is slower.
func within(d time.Duration) time.Duration {
	if slow {
		return 10 * d
	}
	return d
}

// newSystem makes a system that logs nothing, and at the end of the test shuts it down
// and holds it to law 3: sent == handled + dead letters.
func newSystem(t testing.TB, opts ...actor.Option) *actor.System {
	t.Helper()
	s := actor.NewSystem(append([]actor.Option{actor.WithLogger(slog.New(slog.DiscardHandler))}, opts...)...)
	t.Cleanup(func() { shutdown(t, s) })
	return s
}

func shutdown(t testing.TB, s *actor.System) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		t.Errorf("Shutdown: %v", err)
		return
	}
	st := s.Stats()
	if st.Sent != st.Handled+st.DeadLetters || st.Queued != 0 || st.Components != 0 {
		t.Errorf("after Shutdown: %+v", st)
	}
}

// rest waits until nothing is queued or in hand.
func rest(t testing.TB, s *actor.System) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := s.Rest(ctx); err != nil {
		t.Fatalf("Rest: %v; %+v", err, s.Stats())
	}
}

// await waits for a value, or the closing, of c.
func await[T any](t testing.TB, what string, c <-chan T) (v T) {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	select {
	case v = <-c:
		return v
	case <-limit.C:
		t.Fatalf("%s did not come within %v", what, patience)
	}
	return v
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
