package actor_test

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// patience is how long a test waits for what should come at once. It is reached only
// by tests that fail.
const patience = 30 * time.Second

// scale is n, less where a round costs more: under the race detector, with -short,
// on emulated processors.
func scale(n int) int {
	if actor.RaceEnabled {
		n /= 10
	}
	if testing.Short() {
		n /= 4
	}
	if runtime.GOARCH == "arm" || runtime.GOARCH == "arm64" {
		n /= 20
	}
	return max(n, 2)
}

// soon is a context for what should be done at once.
func soon(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// newSystem makes a system that logs nothing, and after the test shuts it down and
// holds it to law 3.
func newSystem(t testing.TB, opts ...actor.Option) *actor.System {
	t.Helper()
	opts = append([]actor.Option{actor.WithLogger(slog.New(slog.DiscardHandler))}, opts...)
	s := actor.NewSystem(opts...)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Errorf("after the test: %v", err)
			return
		}
		st := s.Stats()
		if st.Sent != st.Handled+st.DeadLetters || st.Queued != 0 || st.Components != 0 {
			t.Errorf("after Shutdown: %+v", st)
		}
	})
	return s
}

// rest waits until s is at rest, and checks that every message has been accounted for.
func rest(t testing.TB, s *actor.System) {
	t.Helper()
	if err := s.Rest(soon(t)); err != nil {
		t.Fatalf("%v; %+v", err, s.Stats())
	}
	if st := s.Stats(); st.Sent != st.Handled+st.DeadLetters {
		t.Fatalf("at rest: sent %d, handled %d, dead letters %d", st.Sent, st.Handled, st.DeadLetters)
	}
}

// closed waits until c is closed.
func closed(t testing.TB, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		t.Fatalf("waited in vain: %s", what)
	}
}

// get waits for a value of c.
func get[T any](t testing.TB, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("waited in vain: %s", what)
		panic("unreachable")
	}
}

// record is what was added to it, in order, by any goroutine.
type record[T any] struct {
	mu   sync.Mutex
	list []T
}

func (r *record[T]) add(v T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, v)
}

// all is a copy of what there is.
func (r *record[T]) all() []T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]T(nil), r.list...)
}

// take is what there is, and forgets it.
func (r *record[T]) take() []T {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.list
	r.list = nil
	return list
}

// listen records what a topic of s carries from now on. At rest the record is complete.
func listen[T any](s *actor.System, topic *actor.Topic[T]) *record[T] {
	r := &record[T]{}
	topic.Subscribe(actor.SpawnFunc(s, func(_ *actor.Context[T], v T) error {
		r.add(v)
		return nil
	}))
	return r
}
