package actor_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/murmur-go/murmur/actor"
)

func TestBecomeNests(t *testing.T) {
	s := newSystem(t)
	var got record[string]
	as := func(name string) func(*actor.Context[string], string) error { return nil }
	as = func(name string) func(*actor.Context[string], string) error {
		return func(c *actor.Context[string], m string) error {
			got.add(name + ":" + m)
			switch {
			case m == "fail":
				return errTest
			case m == "un":
				c.Unbecome()
			case strings.HasPrefix(m, "be "):
				c.Become(as(m[3:]))
			}
			return nil
		}
	}
	var stopped record[string]
	r := actor.Spawn(s, always(probe[string]{
		receive: as("0"),
		stopped: func(c *actor.Context[string]) { stopped.add("stopped"); c.Unbecome(); c.Become(as("never")) },
	}))
	send := func(ms ...string) string {
		for _, m := range ms {
			r.Send(t.Context(), m)
		}
		rest(t, s)
		return strings.Join(got.take(), " ")
	}
	for _, tt := range []struct {
		send []string
		want string
	}{
		{[]string{"un", "a"}, "0:un 0:a"}, // harmless with nothing to undo
		{[]string{"be 1", "a", "be 2", "b", "un", "c", "un", "d", "un", "e"}, "0:be 1 1:a 1:be 2 2:b 2:un 1:c 1:un 0:d 0:un 0:e"},
		{[]string{"be 1", "be 2", "fail", "a", "un", "b"}, "0:be 1 1:be 2 2:fail 0:a 0:un 0:b"}, // ends with the incarnation
	} {
		if got := send(tt.send...); got != tt.want {
			t.Errorf("sent %q, got %s, want %s", tt.send, got, tt.want)
		}
	}
	r.Stop()
	closed(t, r.Done(), "it stops")
	// The instance's Stopped runs whatever it has become, once for each instance.
	if n := len(stopped.all()); n != 2 {
		t.Errorf("Stopped ran %d times, want 2", n)
	}
}

// Become in Started holds for the first message, and each instance begins anew.
func TestBecomeInStarted(t *testing.T) {
	s := newSystem(t)
	var got record[string]
	r := actor.Spawn(s, always(probe[string]{
		started: func(c *actor.Context[string]) error {
			c.Become(func(_ *actor.Context[string], m string) error {
				got.add(m)
				if m == "fail" {
					return errTest
				}
				return nil
			})
			return nil
		},
		receive: func(*actor.Context[string], string) error { got.add("wrong"); return nil },
	}))
	for _, m := range []string{"a", "fail", "b"} {
		r.Send(t.Context(), m)
	}
	rest(t, s)
	if want := []string{"a", "fail", "b"}; !slices.Equal(got.all(), want) {
		t.Errorf("got %q, want %q", got.all(), want)
	}
}

// clerk stashes and unstashes as its messages say: "s" stashes, "u" unstashes, in
// that order; it records what it handled, with "!" for an error of Stash.
func clerk(got *record[string], full *int) probe[string] {
	seen := map[string]bool{}
	return probe[string]{receive: func(c *actor.Context[string], m string) error {
		if seen[m] {
			got.add(m)
			return nil
		}
		seen[m] = true
		handled := m
		for _, do := range m {
			switch do {
			case 's':
				handled = ""
				if err := c.Stash(); errors.Is(err, actor.ErrStashFull) {
					*full++
					handled = m + "!"
				} else if err != nil {
					return err
				}
			case 'u':
				c.Unstash()
			case 'f':
				return errTest
			}
		}
		if handled != "" {
			got.add(handled)
		}
		return nil
	}}
}

func TestStash(t *testing.T) {
	for _, tt := range []struct{ send, want string }{
		{"s1 s2 3 u4 5", "3 u4 s1 s2 5"},                 // in order, before what is queued
		{"u1 2", "u1 2"},                                 // nothing to unstash
		{"s1 s2 su3 4", "s1 s2 su3 4"},                   // the message in hand is the last of them
		{"s1 s2 suu3 4", "s1 s2 suu3 4"},                 // twice is once
		{"s1 us2 3 u4", "s1 3 u4 us2"},                   // what is stashed after Unstash stays
		{"ss1 2 u3", "2 u3 ss1"},                         // stashed twice is stashed once
		{"s1 s2 sf3 4 u5", "s1 s2 4 u5"},                 // a failure restarts: the stash comes back, but for what failed
		{"s1 s2 u3 s4 5 u6", "u3 s1 s2 5 u6 s4"},         // again
		{"s1 su2 s3 u4 5", "s1 su2 u4 s3 5"},             //
		{"s1 s2 s3 u4 s5 su6 7", "u4 s1 s2 s3 s5 su6 7"}, //
	} {
		t.Run(tt.send, func(t *testing.T) {
			s := newSystem(t)
			var got record[string]
			full := 0
			p := clerk(&got, &full)
			gate := make(chan struct{})
			p.started = func(*actor.Context[string]) error { <-gate; return nil }
			r := actor.Spawn(s, always(p))
			messages := strings.Fields(tt.send)
			for _, m := range messages {
				r.Send(t.Context(), m)
			}
			close(gate)
			// What is still stashed then waits, and is counted.
			r.Drain()
			closed(t, r.Done(), "it drains")
			rest(t, s)
			if g := strings.Join(got.all(), " "); g != tt.want {
				t.Errorf("handled %s, want %s", g, tt.want)
			}
			if st := s.Stats(); st.Handled != uint64(len(got.all())) || st.Queued != 0 {
				t.Errorf("%+v for %d handled", st, len(got.all()))
			}
		})
	}
}

// What is unstashed comes before what was unstashed earlier and still waits.
func TestStashBeforeUnstashed(t *testing.T) {
	s := newSystem(t)
	var got record[string]
	r := actor.SpawnFunc(s, func(c *actor.Context[string], m string) error {
		got.add(m)
		switch n := len(got.all()); {
		case n <= 3: // a b c
			return c.Stash()
		case n == 4 || n == 6: // u, then b: a waits in the stash, c behind b
			c.Unstash()
		case n == 5: // a
			return c.Stash()
		}
		return nil
	})
	for _, m := range []string{"a", "b", "c", "u", "d"} {
		r.Send(t.Context(), m)
	}
	rest(t, s)
	if got := strings.Join(got.all(), " "); got != "a b c u a b a c d" {
		t.Errorf("received %s", got)
	}
}

// At the end the stash is dead-lettered; while it waits it is queued.
func TestStashAtTheEnd(t *testing.T) {
	for name, end := range map[string]func(actor.Ref[string]){
		"stop":  func(r actor.Ref[string]) { r.Stop() },
		"drain": func(r actor.Ref[string]) { r.Drain() },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			letters := listen(s, s.DeadLetters())
			var got record[string]
			full := 0
			r := actor.Spawn(s, always(clerk(&got, &full)))
			asked := make(chan struct{})
			for _, m := range []string{"s1", "s2", "s3"} {
				r.Send(t.Context(), m)
			}
			actor.SpawnFunc(s, func(c *actor.Context[int], _ int) error { close(asked); return nil }).Send(t.Context(), 0)
			closed(t, asked, "the system works")
			for s.Stats().Queued != 3 || s.Stats().Handled != 1 {
				if len(got.all()) > 0 {
					t.Fatal("handled what was stashed")
				}
			}
			end(r)
			closed(t, r.Done(), "it ends")
			rest(t, s)
			var texts []string
			for _, l := range letters.all() {
				texts = append(texts, l.Message.(string))
				if l.Reason != actor.ReasonStopped || !errors.Is(l.Err, actor.ErrStopped) {
					t.Errorf("dead letter %+v", l)
				}
			}
			if !slices.Equal(texts, []string{"s1", "s2", "s3"}) {
				t.Errorf("dead letters %q", texts)
			}
		})
	}
}

func TestStashLimits(t *testing.T) {
	t.Run("bounded", func(t *testing.T) {
		s := newSystem(t)
		letters := listen(s, s.DeadLetters())
		var got record[string]
		full := 0
		p := clerk(&got, &full)
		gate := make(chan struct{})
		p.started = func(*actor.Context[string]) error { <-gate; return nil }
		r := actor.Spawn(s, always(p), actor.Bounded(3, actor.DropNewest))
		for _, m := range []string{"s1", "s2", "s3", "s4"} { // the last one overflows
			r.Send(t.Context(), m)
		}
		close(gate)
		for len(letters.all()) < 1 || s.Stats().Queued != 3 {
		}
		r.Send(t.Context(), "s5") // stashed ones count: full
		for len(letters.all()) < 2 {
		}
		r.Stop()
		closed(t, r.Done(), "it stops")
		rest(t, s)
		for i, l := range letters.all()[:2] {
			if l.Reason != actor.ReasonOverflow || !errors.Is(l.Err, actor.ErrOverflow) {
				t.Errorf("dead letter %d: %+v", i, l)
			}
		}
		if full != 0 {
			t.Errorf("the stash was full %d times within the bound", full)
		}
	})
	t.Run("full", func(t *testing.T) {
		s := newSystem(t)
		errs := make(chan error, 1)
		var r actor.Ref[int]
		r = actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
			r.Send(c, m+1) // takes the room that the message in hand left
			errs <- c.Stash()
			c.Stop()
			return nil
		}, actor.Bounded(1, actor.DropNewest))
		r.Send(t.Context(), 0)
		if err := get(t, errs, "Stash"); !errors.Is(err, actor.ErrStashFull) || !strings.Contains(err.Error(), r.String()) {
			t.Errorf("Stash: %v, want ErrStashFull with the path", err)
		}
	})
	t.Run("unbounded", func(t *testing.T) {
		s := newSystem(t)
		const limit = 65_536
		result := make(chan error, 1)
		n := 0
		r := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
			if err := c.Stash(); err != nil || n > limit {
				result <- err
				c.Stop()
				return nil
			}
			n++
			return nil
		})
		for i := range limit + 1 {
			r.Send(t.Context(), i)
		}
		if err := get(t, result, "the limit"); !errors.Is(err, actor.ErrStashFull) || n != limit {
			t.Errorf("after %d: %v, want ErrStashFull after %d", n, err, limit)
		}
	})
	t.Run("no message", func(t *testing.T) {
		s := newSystem(t)
		errs := make(chan error, 2)
		r := actor.Spawn(s, always(probe[int]{
			started: func(c *actor.Context[int]) error { errs <- c.Stash(); c.Unstash(); return nil },
			stopped: func(c *actor.Context[int]) { errs <- c.Stash(); c.Unstash() },
		}))
		r.Stop()
		for range 2 {
			if err := get(t, errs, "a hook"); !errors.Is(err, actor.ErrNoMessage) {
				t.Errorf("Stash in a hook: %v", err)
			}
		}
	})
}

// Messages of every origin come back from the stash.
func TestStashEveryOrigin(t *testing.T) {
	type order struct{ Parts []string }
	s := newSystem(t)
	letters := listen(s, s.DeadLetters())
	var got record[string]
	done := make(chan struct{})
	seen := map[string]int{}
	victim := actor.SpawnFunc(s, func(*actor.Context[int], int) error { return nil })
	echo := actor.SpawnFunc(s, func(c *actor.Context[actor.Ref[int]], r actor.Ref[int]) error { r.Send(c, 1); return nil })
	made := 0
	r := actor.Spawn(s, always(probe[order]{
		started: func(c *actor.Context[order]) error {
			c.After(0, order{[]string{"after"}})
			c.Watch(victim, order{[]string{"watch"}})
			actor.AskThen(c, echo, -1, func(r actor.Ref[int]) actor.Ref[int] { return r },
				func(int, error) order { made++; return order{[]string{"ask"}} })
			c.Idle(1, order{[]string{"idle"}})
			return nil
		},
		receive: func(c *actor.Context[order], m order) error {
			what := m.Parts[0]
			seen[what]++
			if what != "ask" { // which the component itself has made
				m.Parts[0] = "spoilt" // it comes back as it was received
			}
			if what == "idle" {
				c.Idle(0, order{})
			}
			if seen[what] == 1 {
				if len(seen) == 5 {
					c.Unstash()
				}
				return c.Stash()
			}
			if got.add(what); len(got.all()) == 4 {
				c.Unstash()
			}
			if len(got.all()) == 5 {
				close(done)
			}
			return nil
		},
	}))
	r.Send(t.Context(), order{[]string{"send"}})
	victim.Stop()
	closed(t, done, "all five come back")
	rest(t, s)
	want := []string{"after", "ask", "idle", "send", "watch"}
	list := got.all()
	if slices.Sort(list); !slices.Equal(list, want) || made != 1 {
		t.Errorf("got %q, made %d times; want %q, once", list, made, want)
	}
	for _, l := range letters.all() {
		t.Errorf("dead letter %+v", l)
	}
}
