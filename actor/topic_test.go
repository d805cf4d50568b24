package actor_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

func TestTopic(t *testing.T) {
	s := newSystem(t)
	topic := actor.NewTopic[int](s, "n")
	if topic != actor.NewTopic[int](s, "n") {
		t.Error("the same name and type is another topic")
	}
	other, otherType := actor.NewTopic[int](s, "m"), actor.NewTopic[string](s, "n")
	if topic == other {
		t.Error("another name is the same topic")
	}
	var got, got2 record[int]
	a := actor.SpawnFunc(s, func(_ *actor.Context[int], m int) error { got.add(m); return nil })
	b := actor.SpawnFunc(s, func(_ *actor.Context[int], m int) error { got2.add(m); return nil })
	unsubscribe := topic.Subscribe(a)
	again := topic.Subscribe(a) // once for all that
	topic.Subscribe(b)
	topic.Subscribe(actor.Ref[int]{})()
	other.Publish(t.Context(), -1)
	otherType.Publish(t.Context(), "x")
	for i := range 10 {
		topic.Publish(t.Context(), i)
	}
	unsubscribe()
	unsubscribe()
	topic.Publish(t.Context(), 10)
	again()
	rest(t, s)
	want := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	if !slices.Equal(got.all(), want) || !slices.Equal(got2.all(), append(want, 10)) {
		t.Errorf("got %v and %v", got.all(), got2.all())
	}
	// Who has stopped is dropped: no dead letters for it, from the next value on.
	b.Stop()
	closed(t, b.Done(), "it stops")
	topic.Publish(t.Context(), 11)
	topic.Publish(t.Context(), 12)
	rest(t, s)
	if st := s.Stats(); st.DeadLetters != 0 {
		t.Errorf("%d dead letters", st.DeadLetters)
	}
}

// Each publisher's values arrive in its order, at every subscriber, while others come and go.
func TestTopicOrder(t *testing.T) {
	s := newSystem(t)
	type item struct{ From, N int }
	topic := actor.NewTopic[item](s, "items")
	n := scale(2_000)
	var mu sync.Mutex
	last := map[[2]int]int{}
	for sub := range 3 {
		topic.Subscribe(actor.SpawnFunc(s, func(_ *actor.Context[item], m item) error {
			mu.Lock()
			defer mu.Unlock()
			key := [2]int{sub, m.From}
			if m.N != last[key]+1 {
				t.Errorf("subscriber %d got %d after %d of publisher %d", sub, m.N, last[key], m.From)
			}
			last[key] = m.N
			return nil
		}))
	}
	var wg sync.WaitGroup
	for from := range 4 {
		wg.Go(func() {
			for i := range n {
				topic.Publish(t.Context(), item{from, i + 1})
				if i%16 == 0 {
					topic.Subscribe(actor.SpawnFunc(s, func(c *actor.Context[item], _ item) error { c.Stop(); return nil }))
				}
			}
		})
	}
	wg.Wait()
	rest(t, s)
	for key, got := range last {
		if got != n {
			t.Errorf("%v ends at %d, want %d", key, got, n)
		}
	}
}

// A subscriber of the dead letters that fails, or overflows, makes no more of them.
func TestDeadLettersSubscriberFails(t *testing.T) {
	for name, opts := range map[string][]actor.SpawnOption{
		"fails":     {actor.OnFailure(actor.Resume())},
		"restarts":  {actor.OnFailure(actor.Restart(3, time.Minute))},
		"overflows": {actor.Bounded(1, actor.DropOldest), actor.OnFailure(actor.Resume())},
		"stops":     {actor.OnFailure(actor.Stop())},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			s.DeadLetters().Subscribe(actor.SpawnFunc(s, func(*actor.Context[actor.DeadLetter], actor.DeadLetter) error {
				return errTest
			}, opts...))
			seen := listen(s, s.DeadLetters())
			r := actor.SpawnFunc(s, idle)
			r.Stop()
			closed(t, r.Done(), "it stops")
			for i := range 10 {
				r.Send(t.Context(), i)
			}
			rest(t, s)
			if n := len(seen.all()); n != 10 {
				t.Errorf("%d dead letters published, want 10", n)
			}
			if st := s.Stats(); st.DeadLetters < 10 || st.DeadLetters > 20 {
				t.Errorf("%d dead letters", st.DeadLetters)
			}
		})
	}
}

// So it is with the events.
func TestEventsSubscriberFails(t *testing.T) {
	for name, p := range map[string]actor.Policy{
		"resumes": actor.Resume(), "restarts": actor.Restart(1<<30, time.Nanosecond), "stops": actor.Stop(),
	} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			seen := listen(s, s.Events())
			s.Events().Subscribe(actor.SpawnFunc(s, func(*actor.Context[actor.Event], actor.Event) error {
				return errTest
			}, actor.OnFailure(p)))
			actor.SpawnFunc(s, idle).Stop()
			rest(t, s)
			if n := len(seen.all()); n > 4 {
				t.Errorf("%d events", n)
			}
		})
	}
}

// Every reason of a dead letter has its name and its error.
func TestReasons(t *testing.T) {
	s := newSystem(t)
	letters := listen(s, s.DeadLetters())
	stopped := actor.SpawnFunc(s, idle)
	stopped.Stop()
	closed(t, stopped.Done(), "it stops")
	stopped.Send(t.Context(), 1)

	gate := make(chan struct{})
	full := actor.Spawn(s, always(probe[int]{started: func(*actor.Context[int]) error { <-gate; return nil }}),
		actor.Bounded(1, actor.DropNewest))
	full.Send(t.Context(), 1)
	full.Send(t.Context(), 2)
	close(gate)

	actor.SpawnFunc(s, func(c *actor.Context[int], m int) error { // expired: unwatched when the notice waits
		c.Watch(stopped, 9)
		c.Unwatch(stopped)
		return nil
	}).Send(t.Context(), 1)
	actor.SpawnFunc(s, func(*actor.Context[int], int) error { return errTest }, actor.OnFailure(actor.Resume())).Send(t.Context(), 1)
	actor.SpawnFunc(s, func(*actor.Context[[]any], []any) error { return nil }).Send(t.Context(), []any{make(chan int)})
	actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
		var r actor.Ref[int]
		if err := r.UnmarshalText([]byte(elsewhere)); err != nil {
			return err
		}
		r.Send(c, m)
		return nil
	}).Send(t.Context(), 1)
	rest(t, s)

	want := map[actor.Reason]struct {
		text string
		err  error
	}{
		actor.ReasonStopped:     {"stopped", actor.ErrStopped},
		actor.ReasonOverflow:    {"overflow", actor.ErrOverflow},
		actor.ReasonExpired:     {"expired", actor.ErrExpired},
		actor.ReasonFailed:      {"failed", actor.ErrFailed},
		actor.ReasonUndecodable: {"undecodable", actor.ErrUndecodable},
		actor.ReasonUnreachable: {"unreachable", actor.ErrUnreachable},
	}
	for _, l := range letters.all() {
		w, ok := want[l.Reason]
		if !ok || l.Reason.String() != w.text || !errors.Is(l.Err, w.err) || l.Target == "" || strings.Contains(l.Err.Error(), "\n") {
			t.Errorf("dead letter %+v", l)
		}
		for reason, other := range want {
			if reason != l.Reason && errors.Is(l.Err, other.err) {
				t.Errorf("%v matches %v", l.Err, other.err)
			}
		}
		delete(want, l.Reason)
	}
	for reason := range want {
		t.Errorf("no dead letter %v", reason)
	}
}
