package actor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/murmur-go/murmur/actor"
)

func idle(*actor.Context[int], int) error { return nil }

func TestNames(t *testing.T) {
	s := newSystem(t)
	named := func(name string) (actor.Ref[int], error) { return actor.SpawnNamed(s, name, always(probe[int]{})) }
	for _, bad := range []string{"", "/", "a/b", "/a", "a/"} {
		r, err := named(bad)
		if !errors.Is(err, actor.ErrBadName) || !strings.Contains(err.Error(), fmt.Sprintf("%q", bad)) {
			t.Errorf("name %q: %v", bad, err)
		}
		closed(t, r.Done(), "a Ref that comes with an error is done")
	}
	for _, good := range []string{"a", " ", ".", "..", "~", "~x", "#", "ä", "a\x00b", strings.Repeat("n", 1000)} {
		r, err := named(good)
		if err != nil || r.String() != good {
			t.Errorf("name %q: %v, %v", good, r, err)
		}
		if found, err := actor.Lookup[int](s, good); err != nil || found != r {
			t.Errorf("lookup %q: %v, %v", good, found, err)
		}
		again, err := named(good)
		if !errors.Is(err, actor.ErrNameTaken) {
			t.Errorf("name %q again: %v", good, err)
		}
		closed(t, again.Done(), "a Ref that comes with an error is done")
		again.Send(t.Context(), 1) // a dead letter
	}
	rest(t, s)
	if st := s.Stats(); st.DeadLetters != 10 || st.Components != 10 {
		t.Errorf("%+v", st)
	}
}

// Generated names and given ones that look like them keep out of each other's way.
func TestGeneratedNames(t *testing.T) {
	s := newSystem(t)
	taken, err := actor.SpawnNamed(s, "~3", always(probe[int]{}))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{taken.String(): true}
	var refs []actor.Ref[int]
	for range 5 {
		r := actor.SpawnFunc(s, idle)
		if seen[r.String()] || !strings.HasPrefix(r.String(), "~") {
			t.Errorf("generated %v", r)
		}
		seen[r.String()] = true
		refs = append(refs, r)
		if found, err := actor.Lookup[int](s, r.String()); err != nil || found != r {
			t.Errorf("lookup %v: %v, %v", r, found, err)
		}
		if _, err := actor.SpawnNamed(s, r.String(), always(probe[int]{})); !errors.Is(err, actor.ErrNameTaken) {
			t.Errorf("a generated name given: %v", err)
		}
	}
	// At the notice a name is free, whatever it looks like.
	for _, name := range []string{taken.String(), refs[0].String(), "plain"} {
		r, err := actor.Lookup[int](s, name)
		if errors.Is(err, actor.ErrNotFound) {
			r, err = actor.SpawnNamed(s, name, always(probe[int]{}))
		}
		if err != nil {
			t.Fatal(err)
		}
		errs := make(chan error, 2)
		w := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
			if m == 0 {
				c.Watch(r, 1)
				return nil
			}
			_, err := actor.Lookup[int](s, name)
			if errors.Is(err, actor.ErrNotFound) {
				err = nil
			} else {
				err = fmt.Errorf("found what has ended, or %v", err)
			}
			_, err2 := actor.SpawnNamed(s, name, always(probe[int]{}))
			errs <- errors.Join(err, err2)
			return nil
		})
		w.Send(t.Context(), 0)
		r.Stop()
		if err := get(t, errs, "the notice"); err != nil {
			t.Errorf("%s at the notice: %v", name, err)
		}
	}
}

func TestLookup(t *testing.T) {
	s := newSystem(t)
	ready := make(chan struct{})
	_, err := actor.SpawnNamed(s, "bank", always(probe[string]{started: func(c *actor.Context[string]) error {
		_, err := actor.SpawnNamed(c, "alice", always(probe[int]{}))
		close(ready)
		return err
	}}))
	if err != nil {
		t.Fatal(err)
	}
	closed(t, ready, "the bank opens")
	if r, err := actor.Lookup[int](s, "bank/alice"); err != nil || r.String() != "bank/alice" {
		t.Errorf("bank/alice: %v, %v", r, err)
	}
	for _, path := range []string{"", "/", "alice", "bank/", "/bank", "bank//alice", "bank/alice/x", "bank/bob", "pool", "ask", "~9"} {
		if _, err := actor.Lookup[int](s, path); !errors.Is(err, actor.ErrNotFound) || !strings.Contains(err.Error(), path) {
			t.Errorf("lookup %q: %v, want ErrNotFound and the path", path, err)
		}
	}
	_, err = actor.Lookup[int](s, "bank")
	if !errors.Is(err, actor.ErrWrongType) {
		t.Errorf("bank as int: %v", err)
	}
	for _, w := range []string{"bank", "int", "string"} {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not mention %q", err, w)
		}
	}
}

func TestChildren(t *testing.T) {
	s := newSystem(t)
	lists := make(chan []string, 1)
	r := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
		for range m {
			actor.SpawnFunc(c, idle)
		}
		if m < 0 {
			c.Children()[-m-1].Stop()
		}
		if m == 100 {
			return errTest
		}
		var names []string
		for _, child := range c.Children() {
			names = append(names, child.String())
		}
		lists <- names
		return nil
	}, actor.OnFailure(actor.Restart(1, 1<<40)))
	children := func(m int) []string {
		r.Send(t.Context(), m)
		if m < 0 || m == 100 {
			if m < 0 {
				<-lists
			}
			rest(t, s)
			r.Send(t.Context(), 0)
		}
		return get(t, lists, "a list")
	}
	if got := children(0); len(got) != 0 {
		t.Errorf("children at first: %v", got)
	}
	all := children(12)
	if len(all) != 12 || all[0] != r.String()+"/~1" || all[11] != r.String()+"/~12" {
		t.Errorf("children: %v", all)
	}
	if got := children(-3); !slices.Equal(got, slices.Delete(slices.Clone(all), 2, 3)) {
		t.Errorf("children after one stopped: %v", got)
	}
	if got := children(100); len(got) != 0 {
		t.Errorf("children after a restart: %v", got)
	}
}

// Children end before their parent's Stopped, in reverse order, each before the next.
func TestChildrenEndFirst(t *testing.T) {
	for name, end := range map[string]func(r actor.Ref[int]){
		"stop": actor.Ref[int].Stop, "drain": actor.Ref[int].Drain,
		"fail": func(r actor.Ref[int]) { r.Send(context.Background(), 1) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			var steps record[string]
			var tree func(p actor.Parent, depth int) actor.Ref[int]
			tree = func(p actor.Parent, depth int) actor.Ref[int] {
				return actor.Spawn(p, always(probe[int]{
					started: func(c *actor.Context[int]) error {
						for range depth {
							tree(c, depth-1)
						}
						return nil
					},
					stopped: func(c *actor.Context[int]) { steps.add(c.Self().String()) },
					receive: func(*actor.Context[int], int) error { return errTest },
				}), actor.OnFailure(actor.Stop()))
			}
			r := tree(s, 2)
			rest(t, s)
			end(r)
			closed(t, r.Done(), "it ends")
			if got := strings.Join(steps.all(), " "); got != "~1/~2/~1 ~1/~2 ~1/~1/~1 ~1/~1 ~1" {
				t.Errorf("ended: %s", got)
			}
		})
	}
}

// Under what has stopped, or is stopping, a new component is done at once.
func TestSpawnUnderTheStopped(t *testing.T) {
	s := newSystem(t)
	letters := listen(s, s.DeadLetters())
	kept := make(chan *actor.Context[int], 1)
	r := actor.Spawn(s, always(probe[int]{
		started: func(c *actor.Context[int]) error { kept <- c; return nil },
		stopped: func(c *actor.Context[int]) {
			select {
			case <-actor.SpawnFunc(c, idle).Done():
			default:
				t.Error("spawned in Stopped, and lives")
			}
		},
	}))
	c := <-kept
	done := make(chan actor.Ref[int])
	for range 4 { // from any goroutine
		go func() { done <- actor.SpawnFunc(c, idle) }()
	}
	for range 4 {
		if child := <-done; !strings.HasPrefix(child.String(), r.String()+"/") {
			t.Errorf("spawned %v", child)
		}
	}
	r.Stop()
	closed(t, r.Done(), "it stops")
	for _, spawn := range []func() actor.Ref[int]{
		func() actor.Ref[int] { return actor.SpawnFunc(c, idle) },
		func() actor.Ref[int] { return actor.SpawnFunc(c, idle, actor.OwnGoroutine()) },
		func() actor.Ref[int] { return actor.SpawnPool(c, 2, always(probe[int]{}), actor.Random[int]()) },
		func() actor.Ref[int] {
			r, err := actor.SpawnNamed(c, "x", always(probe[int]{}))
			if !errors.Is(err, actor.ErrStopped) {
				t.Errorf("SpawnNamed: %v", err)
			}
			return r
		},
	} {
		child := spawn()
		closed(t, child.Done(), "it is done from the start")
		child.Send(t.Context(), 1)
		child.Stop()
		child.Drain()
		if child.TrySend(t.Context(), 1) {
			t.Error("TrySend said true")
		}
	}
	rest(t, s)
	if n := len(letters.all()); n != 4 {
		t.Errorf("%d dead letters, want 4", n)
	}
}

// The same seed and path give the same numbers; another path others.
func TestRand(t *testing.T) {
	draw := func(seed uint64, name string) []uint64 {
		s := newSystem(t, actor.WithSeed(seed))
		out := make(chan uint64, 3)
		r, _ := actor.SpawnNamed(s, name, always(probe[int]{receive: func(c *actor.Context[int], m int) error {
			out <- c.Rand().Uint64()
			if m == 1 {
				return errTest // over a restart it goes on
			}
			return nil
		}}))
		for i := range 3 {
			r.Send(t.Context(), i)
		}
		return []uint64{get(t, out, "1"), get(t, out, "2"), get(t, out, "3")}
	}
	a := draw(1, "a")
	if got := draw(1, "a"); !slices.Equal(got, a) {
		t.Errorf("again: %v, first %v", got, a)
	}
	if slices.Equal(draw(1, "b"), a) || slices.Equal(draw(2, "a"), a) || a[0] == a[2] {
		t.Errorf("not different: %v", a)
	}
}

func TestContextLogger(t *testing.T) {
	var text bytes.Buffer
	s := newSystem(t, actor.WithLogger(slog.New(slog.NewTextHandler(&text, nil))))
	r, _ := actor.SpawnNamed(s, "talker", always(probe[int]{receive: func(c *actor.Context[int], m int) error {
		c.Logger().Info("hello", "n", m)
		return nil
	}}))
	r.Send(t.Context(), 7)
	rest(t, s)
	for _, w := range []string{"hello", "n=7", "component=talker"} {
		if !strings.Contains(text.String(), w) {
			t.Errorf("%q does not contain %q", text.String(), w)
		}
	}
}
