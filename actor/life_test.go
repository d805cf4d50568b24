package actor_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// diary notes what happens in the life of a component.
type diary struct{ record[string] }

func (d *diary) hooks(name string) hooks[string] {
	return hooks[string]{
		started: func(*actor.Context[string]) error { d.add(name + " started"); return nil },
		receive: func(c *actor.Context[string], m string) error {
			d.add(name + " got " + m)
			switch m {
			case "fail":
				return errors.New("on purpose")
			case "panic":
				panic("on purpose")
			case "stop":
				c.Stop()
			}
			return nil
		},
		stopped: func(*actor.Context[string]) { d.add(name + " stopped") },
	}
}

func (d *diary) expect(t *testing.T, want ...string) {
	t.Helper()
	if got := d.all(); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestLifeOfAnInstance(t *testing.T) {
	s := newSystem(t)
	ways := map[string]func(ref actor.Ref[string], c chan *actor.Context[string]){
		"stop":     func(ref actor.Ref[string], _ chan *actor.Context[string]) { ref.Stop() },
		"drain":    func(ref actor.Ref[string], _ chan *actor.Context[string]) { ref.Drain() },
		"itself":   func(_ actor.Ref[string], c chan *actor.Context[string]) { (<-c).Stop() },
		"shutdown": func(actor.Ref[string], chan *actor.Context[string]) { shutDown(t, s) },
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			s = newSystem(t)
			d, made, contexts := &diary{}, 0, make(chan *actor.Context[string], 1)
			ref := actor.Spawn(s, func() *hooks[string] {
				made++
				d.add(fmt.Sprint("made ", made))
				h := d.hooks("it")
				start := h.started
				h.started = func(c *actor.Context[string]) error { contexts <- c; return start(c) }
				return &h
			})
			ref.Send(background, "a")
			ref.Send(background, "b")
			rest(t, s)
			way(ref, contexts)
			closed(t, ref.Done(), "the end")
			d.expect(t, "made 1", "it started", "it got a", "it got b", "it stopped")
		})
	}
}

// TestLifeStoppedBeforeTheNextIsMade closes what the failed instance had open first.
func TestLifeStoppedBeforeTheNextIsMade(t *testing.T) {
	for _, failure := range []string{"fail", "panic"} {
		s := newSystem(t)
		d, made := &diary{}, 0
		ref := actor.Spawn(s, func() *hooks[string] {
			made++
			d.add(fmt.Sprint("made ", made))
			h := d.hooks("it")
			return &h
		}, actor.OnFailure(actor.Restart(5, time.Hour)))
		for _, m := range []string{"a", failure, "b"} {
			ref.Send(background, m)
		}
		rest(t, s)
		ref.Stop()
		closed(t, ref.Done(), "the end")
		d.expect(t, "made 1", "it started", "it got a", "it got "+failure, "it stopped",
			"made 2", "it started", "it got b", "it stopped")
	}
}

// TestLifeNotStoppedWithoutAStart counts failed factories and Started by the policy;
// they do not come out of Spawn, and there is nothing to call Stopped on.
func TestLifeNotStoppedWithoutAStart(t *testing.T) {
	kinds := map[string]func(d *diary) *hooks[string]{
		"factory panics":      func(*diary) *hooks[string] { panic("on purpose") },
		"factory gives nil":   func(*diary) *hooks[string] { return nil },
		"Started fails":       func(d *diary) *hooks[string] { return failingStart(d, func() error { return errors.New("no") }) },
		"Started panics":      func(d *diary) *hooks[string] { return failingStart(d, func() error { panic("no") }) },
		"Started is canceled": func(d *diary) *hooks[string] { return failingStart(d, func() error { return actor.ErrStopped }) },
	}
	for name, make := range kinds {
		for _, policy := range []struct {
			of    actor.Policy
			tries int
		}{
			{actor.Restart(3, time.Hour), 4}, {actor.Restart(0, time.Hour), 1}, {actor.Stop(), 1},
			{actor.Resume(), 1}, {actor.Escalate(), 1},
		} {
			s := newSystem(t)
			d, tries := &diary{}, 0
			ref := actor.Spawn(s, func() *hooks[string] { tries++; return make(d) }, actor.OnFailure(policy.of))
			ref.Send(background, "a")
			closed(t, ref.Done(), "the end")
			rest(t, s)
			d.expect(t)
			if st := balanced(t, s); tries != policy.tries || st.Failures != uint64(tries) || st.DeadLetters != 1 {
				t.Errorf("%s, %+v: %d tries; %+v", name, policy, tries, st)
			}
		}
	}
}

func failingStart(d *diary, start func() error) *hooks[string] {
	h := d.hooks("it")
	h.started = func(*actor.Context[string]) error { return start() }
	return &h
}

// TestLifeOfAFamily stops children before their parent, the youngest first, on every
// way out and before a restart.
func TestLifeOfAFamily(t *testing.T) {
	ends := map[string]func(ref actor.Ref[string]){
		"stop":    func(ref actor.Ref[string]) { ref.Stop() },
		"drain":   func(ref actor.Ref[string]) { ref.Drain() },
		"restart": func(ref actor.Ref[string]) { ref.Send(background, "fail") },
		"policy":  func(ref actor.Ref[string]) { ref.Send(background, "panic") },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			d, first := &diary{}, true
			policy := actor.Restart(5, time.Hour)
			if name == "policy" {
				policy = actor.Stop()
			}
			var order []actor.Handle
			ref := actor.Spawn(s, func() *hooks[string] {
				h := d.hooks("parent")
				h.started = func(c *actor.Context[string]) error {
					if !first {
						return nil
					}
					first = false
					for _, name := range []string{"a", "b", "c"} {
						child := spawnHooks(c, hooks[string]{
							started: func(c *actor.Context[string]) error {
								for _, sub := range []string{"1", "2"} {
									spawnHooks(c, d.quiet(name+sub))
								}
								return nil
							},
							stopped: func(*actor.Context[string]) { d.add(name + " stopped") },
						})
						order = append(order, child)
					}
					if got := c.Children(); !slices.Equal(got, order) {
						t.Errorf("children %v, spawned %v", got, order)
					}
					return nil
				}
				return &h
			}, actor.OnFailure(policy))
			rest(t, s)
			end(ref)
			for _, child := range order {
				closed(t, child.Done(), "the end of each child")
			}
			rest(t, s)
			want := []string{"c2 stopped", "c1 stopped", "c stopped", "b2 stopped", "b1 stopped", "b stopped",
				"a2 stopped", "a1 stopped", "a stopped", "parent stopped"}
			got := slices.DeleteFunc(d.all(), func(s string) bool { return strings.Contains(s, "got") })
			if !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
			if isDone(ref) != (name != "restart") {
				t.Errorf("Done: %v", isDone(ref))
			}
		})
	}
}

// quiet notes only the end.
func (d *diary) quiet(name string) hooks[string] {
	return hooks[string]{stopped: func(*actor.Context[string]) { d.add(name + " stopped") }}
}

// TestLifeNoChildrenWhileEnding refuses those who would outlive their parent.
func TestLifeNoChildrenWhileEnding(t *testing.T) {
	s := newSystem(t)
	tried := make(chan error, 2)
	ref := spawnHooks(s, hooks[int]{stopped: func(c *actor.Context[int]) {
		child := spawnHooks(c, hooks[int]{})
		if !isDone(child) {
			t.Error("a child spawned in Stopped is not Done")
		}
		_, err := actor.SpawnNamed(c, "late", func() *hooks[int] { return &hooks[int]{} })
		tried <- err
	}})
	rest(t, s)
	ref.Stop()
	if err := get(t, tried, "Stopped"); !errors.Is(err, actor.ErrStopped) {
		t.Errorf("SpawnNamed in Stopped: %v", err)
	}
	closed(t, ref.Done(), "the end")
}
