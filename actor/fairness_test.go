package actor_test

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// A component that fails for ever, however, does not keep its worker from others.
func TestLaw6FailingHoldsBackNobody(t *testing.T) {
	for name, tt := range map[string]struct {
		p    probe[int]
		opts []actor.SpawnOption
	}{
		"panics and resumes": {
			probe[int]{receive: func(c *actor.Context[int], m int) error { c.Self().Send(c, m); panic("again") }},
			policy(actor.Resume())},
		"exits and resumes": {
			probe[int]{receive: func(c *actor.Context[int], m int) error { c.Self().Send(c, m); return goexit() }},
			policy(actor.Resume())},
		"panics and restarts": {
			probe[int]{receive: func(c *actor.Context[int], m int) error { c.Self().Send(c, m); panic("again") }},
			policy(actor.Restart(1<<30, time.Nanosecond))},
		"fails to start": {
			probe[int]{started: func(*actor.Context[int]) error { return errTest }},
			policy(actor.Restart(1<<30, time.Nanosecond))},
		"panics at start": {
			probe[int]{started: func(*actor.Context[int]) error { panic("again") }},
			policy(actor.Restart(1<<30, time.Nanosecond))},
		"panics at its end too": {
			probe[int]{
				receive: func(c *actor.Context[int], m int) error { c.Self().Send(c, m); panic("again") },
				stopped: func(*actor.Context[int]) { panic("and at the end") }},
			policy(actor.Restart(1<<30, time.Nanosecond))},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t, actor.WithWorkers(1))
			r := actor.Spawn(s, always(tt.p), tt.opts...)
			r.Send(t.Context(), 1)
			for s.Stats().Failures == 0 {
				runtime.Gosched()
			}
			for range 10 {
				neighbour(t, s)
			}
			r.Stop()
			closed(t, r.Done(), "it stops")
		})
	}
}

// A start that fails without backoff must not eat the stack, nor stop the clock.
func TestLaw6ManyFailedStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSystem(t)
		n := scale(100_000)
		deepest := 0
		r := actor.Spawn(s, always(probe[int]{started: func(*actor.Context[int]) error {
			deepest = max(deepest, runtime.Callers(0, make([]uintptr, 200)))
			return errTest
		}}), actor.OnFailure(actor.Restart(n, time.Hour)))
		closed(t, r.Done(), "the budget is spent")
		if got := s.Stats().Failures; got != uint64(n)+1 {
			t.Errorf("%d failures, want %d", got, n+1)
		}
		if deepest >= 100 {
			t.Errorf("Started called %d calls deep", deepest)
		}
	})
}
