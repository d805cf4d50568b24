package actor_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// TestPaths: names joined by "/", scoped by the parent; the same in Ref.String, events,
// dead letters, failures and Lookup.
func TestPaths(t *testing.T) {
	s := newSystem(t)
	events, letters := listen(s, s.Events()), listen(s, s.DeadLetters())
	type node struct{ ref, anonymous actor.Ref[int] }
	nodes := make(chan node, 10)
	failing := errors.New("on purpose")
	var parent hooks[int]
	parent.started = func(c *actor.Context[int]) error {
		ref, err := actor.SpawnNamed(c, "b", func() *hooks[int] {
			return &hooks[int]{receive: func(*actor.Context[int], int) error { return failing }}
		}, actor.OnFailure(actor.Resume()))
		if err != nil {
			t.Error(err)
		}
		nodes <- node{ref, spawnHooks(c, hooks[int]{})}
		return nil
	}
	a, err := actor.SpawnNamed(s, "a", func() *hooks[int] { return &parent })
	if err != nil {
		t.Fatal(err)
	}
	z, err := actor.SpawnNamed(s, "z", func() *hooks[int] { return &parent })
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		n := get(t, nodes, "the children")
		owner, name, _ := strings.Cut(n.ref.String(), "/")
		if name != "b" || owner != "a" && owner != "z" {
			t.Errorf("the child's path is %q", n.ref)
		}
		rest, found := strings.CutPrefix(n.anonymous.String(), owner+"/")
		if !found || rest == "" || strings.Contains(rest, "/") {
			t.Errorf("the path of a child without a name is %q", n.anonymous)
		}
		for _, ref := range []actor.Ref[int]{n.ref, n.anonymous, a, z} {
			if got, err := actor.Lookup[int](s, ref.String()); got != ref || err != nil {
				t.Errorf("Lookup(%q): %v, %v", ref, got, err)
			}
		}
		n.ref.Send(background, 1)
	}
	rest(t, s)
	for _, path := range []string{"a/b", "z/b"} {
		heard := map[actor.EventKind]bool{}
		for _, e := range events.all() {
			if e.Path == path {
				heard[e.Kind] = true
				if e.Kind == actor.EventFailed && !errors.Is(e.Err, failing) {
					t.Errorf("%s failed with %v", path, e.Err)
				}
			}
		}
		if !heard[actor.EventSpawned] || !heard[actor.EventFailed] {
			t.Errorf("events of %s: %v", path, heard)
		}
		if got := reasonsOf(letters, path); len(got) != 1 || got[0] != "1 failed" {
			t.Errorf("dead letters of %s: %q", path, got)
		}
	}
	a.Stop()
	closed(t, a.Done(), "the end")
	if a.String() != "a" {
		t.Errorf("after its end a component is called %q", a)
	}
	for _, path := range []string{"a", "a/b"} {
		if ref, err := actor.Lookup[int](s, path); !errors.Is(err, actor.ErrNotFound) {
			t.Errorf("Lookup(%q) after the end: %v, %v", path, ref, err)
		}
	}
}

func TestPathsBadNames(t *testing.T) {
	s := newSystem(t)
	for _, name := range []string{"", "/", "a/b", "/a", "a/"} {
		ref, err := actor.SpawnNamed(s, name, func() *hooks[int] { return &hooks[int]{} })
		if !errors.Is(err, actor.ErrBadName) || !isDone(ref) {
			t.Errorf("the name %q: %v, Done %v", name, err, isDone(ref))
		}
	}
	if st := s.Stats(); st.Components != 0 {
		t.Errorf("%+v", st)
	}
	for _, path := range []string{"", "/", "a", "~", "~99", "a//b", strings.Repeat("/", 1000)} {
		if _, err := actor.Lookup[int](s, path); !errors.Is(err, actor.ErrNotFound) {
			t.Errorf("Lookup(%q): %v", path, err)
		}
	}
	ref, err := actor.SpawnNamed(s, "ünï ~code\n", func() *hooks[int] { return &hooks[int]{} })
	if err != nil || ref.String() != "ünï ~code\n" {
		t.Errorf("%q, %v", ref, err)
	}
	if _, err := actor.Lookup[string](s, ref.String()); !errors.Is(err, actor.ErrWrongType) {
		t.Errorf("Lookup of another type: %v", err)
	}
}

// TestPathsGeneratedMeetGiven lets given names look like generated ones: no two living
// siblings share a path.
func TestPathsGeneratedMeetGiven(t *testing.T) {
	s := newSystem(t)
	first := spawnHooks(s, hooks[int]{})
	if _, err := actor.SpawnNamed(s, first.String(), func() *hooks[int] { return &hooks[int]{} }); !errors.Is(err, actor.ErrNameTaken) {
		t.Errorf("a generated name in use: %v", err)
	}
	second, err := actor.SpawnNamed(s, strings.Replace(first.String(), "1", "3", 1), func() *hooks[int] { return &hooks[int]{} })
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{first.String(): true, second.String(): true}
	for range 10 {
		ref := spawnHooks(s, hooks[int]{})
		if seen[ref.String()] {
			t.Errorf("%v twice", ref)
		}
		seen[ref.String()] = true
	}
}

// TestPathsOverRestart: a Ref stays good, and the path the same.
func TestPathsOverRestart(t *testing.T) {
	s := newSystem(t)
	var selves []actor.Ref[int]
	ref := spawnHooks(s, hooks[int]{
		started: func(c *actor.Context[int]) error { selves = append(selves, c.Self()); return nil },
		receive: func(*actor.Context[int], int) error { panic("on purpose") },
	}, actor.OnFailure(actor.Restart(3, time.Hour)))
	for range 3 {
		ref.Send(background, 1)
	}
	rest(t, s)
	if len(selves) != 4 {
		t.Fatalf("%d incarnations", len(selves))
	}
	for _, self := range selves {
		if self != ref || self.String() != ref.String() {
			t.Errorf("%v, and before %v", self, ref)
		}
	}
}
