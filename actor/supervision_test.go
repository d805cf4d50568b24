package actor_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/murmur-go/murmur/actor"
)

var errTest = errors.New("test failure")

// probe is a behaviour whose every step a test may replace.
type probe[M any] struct {
	receive func(c *actor.Context[M], m M) error
	started func(c *actor.Context[M]) error
	stopped func(c *actor.Context[M])
}

func (p *probe[M]) Receive(c *actor.Context[M], m M) error {
	if p.receive == nil {
		return nil
	}
	return p.receive(c, m)
}

func (p *probe[M]) Started(c *actor.Context[M]) error {
	if p.started == nil {
		return nil
	}
	return p.started(c)
}

func (p *probe[M]) Stopped(c *actor.Context[M]) {
	if p.stopped != nil {
		p.stopped(c)
	}
}

// always makes the factory of one and the same behaviour.
func always[M any](p probe[M]) func() *probe[M] { return func() *probe[M] { q := p; return &q } }

func TestFaultHotRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSystem(t)
		letters, events := listen(s, s.DeadLetters()), listen(s, s.Events())
		begin := time.Now()
		var at []time.Duration
		r := actor.Spawn(s, always(probe[int]{receive: func(c *actor.Context[int], m int) error {
			at = append(at, time.Since(begin))
			return errTest
		}}), actor.OnFailure(actor.Restart(5, 10*time.Second).Backoff(100*time.Millisecond, time.Second)))
		for i := range 20 {
			r.Send(t.Context(), i)
		}
		closed(t, r.Done(), "the budget is spent")
		rest(t, s)
		want := []time.Duration{0, 100, 300, 700, 1500, 2500}
		for i := range want {
			want[i] *= time.Millisecond
		}
		if !slices.Equal(at, want) {
			t.Errorf("handled at %v, want %v", at, want)
		}
		st := s.Stats()
		if st.Restarts != 5 || st.Failures != 6 {
			t.Errorf("%d restarts and %d failures, want 5 and 6", st.Restarts, st.Failures)
		}
		wantEvents(t, events, "spawned", "failed", "restarted", "failed", "restarted", "failed", "restarted",
			"failed", "restarted", "failed", "restarted", "failed", "stopped")
		for i, l := range letters.all() {
			want := actor.ReasonFailed
			if i >= 6 {
				want = actor.ReasonStopped
			}
			if l.Message != i || l.Reason != want {
				t.Errorf("dead letter %d: %+v, want %v", i, l, want)
			}
		}
		if n := len(letters.all()); n != 20 {
			t.Errorf("%d dead letters, want 20", n)
		}
	})
}

// wantEvents compares the kinds of the events of one component.
func wantEvents(t *testing.T, events *record[actor.Event], want ...string) {
	t.Helper()
	var kinds []string
	for _, e := range events.all() {
		kinds = append(kinds, e.Kind.String())
		var f *actor.Failure
		switch e.Kind {
		case actor.EventFailed:
			if !errors.As(e.Err, &f) || !errors.Is(e.Err, actor.ErrFailed) {
				t.Errorf("%v event with error %v, want a *Failure", e.Kind, e.Err)
			}
		case actor.EventSpawned, actor.EventRestarted:
			if e.Err != nil {
				t.Errorf("%v event with error %v", e.Kind, e.Err)
			}
		}
	}
	if !slices.Equal(kinds, want) {
		t.Errorf("events %v, want %v", kinds, want)
	}
}

// The budget is one of a stretch of time: old restarts do not count, nor make the
// backoff longer.
func TestRestartBudgetSlides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSystem(t)
		var at []time.Duration
		var failed time.Time
		r := actor.Spawn(s, always(probe[int]{
			started: func(*actor.Context[int]) error {
				if !failed.IsZero() {
					at = append(at, time.Since(failed))
				}
				return nil
			},
			receive: func(*actor.Context[int], int) error { failed = time.Now(); return errTest },
		}), actor.OnFailure(actor.Restart(2, 10*time.Second).Backoff(time.Second, time.Minute)))
		for range 10 {
			r.Send(t.Context(), 0)
			time.Sleep(6 * time.Second)
		}
		rest(t, s)
		want := []time.Duration{time.Second}
		for range 9 {
			want = append(want, 2*time.Second)
		}
		if !slices.Equal(at, want) {
			t.Errorf("restarted after %v, want %v", at, want)
		}
	})
}

func TestFaultBudgetPerChild(t *testing.T) {
	s := newSystem(t)
	const children = 50
	refs := make(chan []actor.Ref[int], 1)
	actor.Spawn(s, always(probe[int]{started: func(c *actor.Context[int]) error {
		var all []actor.Ref[int]
		for range children {
			all = append(all, actor.SpawnFunc(c, func(_ *actor.Context[int], m int) error {
				if m == 0 {
					return errTest
				}
				return nil
			}, actor.OnFailure(actor.Restart(2, time.Minute))))
		}
		refs <- all
		return nil
	}}))
	all := <-refs
	for _, r := range all {
		r.Send(t.Context(), 0)
		r.Send(t.Context(), 1)
	}
	rest(t, s)
	st := s.Stats()
	if st.Restarts != children || st.Handled != children || st.Components != children+1 {
		t.Errorf("%+v, want %d restarted, each alive", st, children)
	}
}

func TestPolicies(t *testing.T) {
	var instances atomic.Int32
	spawn := func(p actor.Parent, opts ...actor.SpawnOption) actor.Ref[string] {
		return actor.Spawn(p, func() *probe[string] {
			id := instances.Add(1)
			return &probe[string]{receive: func(c *actor.Context[string], m string) error {
				if m == "fail" {
					return errTest
				}
				if m != fmt.Sprint(id) {
					return fmt.Errorf("instance %d received %q", id, m)
				}
				return nil
			}}
		}, opts...)
	}
	for _, tt := range []struct {
		name               string
		policy             actor.Policy
		after              string // what the instance that handles the second message calls itself
		restarts, handled  uint64
		stops, escalations bool
	}{
		{name: "Restart", policy: actor.Restart(1, time.Minute), after: "2", restarts: 1, handled: 1},
		{name: "Restart0", policy: actor.Restart(0, 0), after: "-", stops: true},
		{name: "Resume", policy: actor.Resume(), after: "1", handled: 1},
		{name: "Stop", policy: actor.Stop(), after: "-", stops: true},
		{name: "EscalateAtTop", policy: actor.Escalate(), after: "-", stops: true},
		{name: "Zero", policy: actor.Policy{}, after: "-", stops: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			instances.Store(0)
			s := newSystem(t)
			events := listen(s, s.Events())
			r := spawn(s, actor.OnFailure(tt.policy))
			r.Send(t.Context(), "fail")
			r.Send(t.Context(), tt.after)
			rest(t, s)
			listened := uint64(len(events.all()))
			if st := s.Stats(); st.Restarts != tt.restarts || st.Handled-listened != tt.handled || st.Failures != 1 {
				t.Errorf("%+v, want %d restarts, %d handled, 1 failure", st, tt.restarts, tt.handled)
			}
			last := events.all()[listened-1]
			if tt.stops != (last.Kind == actor.EventStopped) {
				t.Errorf("last event %v %v", last.Kind, last.Err)
			}
			if tt.stops && (!errors.Is(last.Err, errTest) || !errors.Is(last.Err, actor.ErrFailed)) {
				t.Errorf("stopped because of %v, want the failure", last.Err)
			}
		})
	}
}

// A stop that was asked for has no cause.
func TestStoppedWithoutCause(t *testing.T) {
	s := newSystem(t)
	events := listen(s, s.Events())
	r := actor.SpawnFunc(s, func(*actor.Context[int], int) error { return nil })
	r.Stop()
	rest(t, s)
	wantEvents(t, events, "spawned", "stopped")
	for _, e := range events.all() {
		if e.Err != nil || e.Path != r.String() || e.Time.IsZero() {
			t.Errorf("event %+v", e)
		}
	}
}

func TestFaultPoisonMessage(t *testing.T) {
	for _, policy := range []actor.Policy{actor.Restart(3, time.Minute), actor.Resume()} {
		s := newSystem(t)
		letters := listen(s, s.DeadLetters())
		var handled record[string]
		r := actor.SpawnFunc(s, func(_ *actor.Context[string], m string) error {
			handled.add(m)
			if strings.HasPrefix(m, "poison") {
				panic(errTest)
			}
			return nil
		}, actor.OnFailure(policy))
		for _, m := range []string{"a", "poison 1", "b", "poison 2", "c"} {
			r.Send(t.Context(), m)
		}
		rest(t, s)
		if got := handled.all(); !slices.Equal(got, []string{"a", "poison 1", "b", "poison 2", "c"}) {
			t.Errorf("handled %q: each once, in order", got)
		}
		for i, l := range letters.all() {
			var f *actor.Failure
			if l.Message != fmt.Sprint("poison ", i+1) || l.Reason != actor.ReasonFailed || l.Target != r.String() ||
				!errors.As(l.Err, &f) || !errors.Is(l.Err, errTest) || !errors.Is(l.Err, actor.ErrFailed) {
				t.Fatalf("dead letter %+v", l)
			}
			if f.Path != r.String() || f.Message != "string" || !strings.Contains(string(f.Stack), "TestFaultPoisonMessage") {
				t.Errorf("failure %+v", f)
			}
		}
		if n := len(letters.all()); n != 2 {
			t.Errorf("%d dead letters, want 2", n)
		}
	}
}
