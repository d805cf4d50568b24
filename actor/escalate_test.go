package actor_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// lineage spawns components within each other, each under the name and with the
// options given, and tells every step to steps. The innermost fails at "fail".
func lineage(p actor.Parent, steps *record[string], names []string, opts ...[]actor.SpawnOption) {
	name := names[0]
	_, err := actor.SpawnNamed(p, name, always(probe[string]{
		started: func(c *actor.Context[string]) error {
			steps.add("+" + name)
			if len(names) > 1 {
				lineage(c, steps, names[1:], opts[1:]...)
			}
			return nil
		},
		stopped: func(*actor.Context[string]) { steps.add("-" + name) },
		receive: func(_ *actor.Context[string], m string) error {
			if m == "fail" {
				return errTest
			}
			return nil
		},
	}), opts[0]...)
	if err != nil {
		steps.add(err.Error())
	}
}

func policy(p actor.Policy) []actor.SpawnOption { return []actor.SpawnOption{actor.OnFailure(p)} }

func TestEscalate(t *testing.T) {
	restart, resume := policy(actor.Restart(1, time.Minute)), policy(actor.Resume())
	escalate, stop := policy(actor.Escalate()), policy(actor.Stop())
	for _, tt := range []struct {
		name     string
		policies [][]actor.SpawnOption
		steps    string
		failed   string // paths of EventFailed, in order
		restarts uint64
	}{
		{"parent restarts", [][]actor.SpawnOption{restart, restart, escalate},
			"+a +b +c | -c -b +b +c", "a/b/c a/b", 1},
		{"parent resumes", [][]actor.SpawnOption{restart, resume, escalate},
			"+a +b +c | -c", "a/b/c a/b", 0},
		{"parent stops", [][]actor.SpawnOption{restart, stop, escalate},
			"+a +b +c | -c -b", "a/b/c a/b", 0},
		{"two levels", [][]actor.SpawnOption{restart, escalate, escalate},
			"+a +b +c | -c -b -a +a +b +c", "a/b/c a/b a", 1},
		{"to the top", [][]actor.SpawnOption{escalate, escalate, escalate},
			"+a +b +c | -c -b -a", "a/b/c a/b a", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSystem(t)
			var steps record[string]
			events := listen(s, s.Events())
			lineage(s, &steps, []string{"a", "b", "c"}, tt.policies...)
			rest(t, s)
			steps.add("|")
			c, err := actor.Lookup[string](s, "a/b/c")
			if err != nil {
				t.Fatal(err)
			}
			c.Send(t.Context(), "fail")
			rest(t, s)
			if got := strings.Join(steps.all(), " "); got != tt.steps {
				t.Errorf("steps %s, want %s", got, tt.steps)
			}
			var failed []string
			for _, e := range events.all() {
				if e.Kind == actor.EventFailed {
					failed = append(failed, e.Path)
				}
				var f *actor.Failure
				if e.Err != nil && (!errors.Is(e.Err, errTest) || !errors.As(e.Err, &f) || f.Path != "a/b/c") {
					t.Errorf("%v of %s with %v, want the cause", e.Kind, e.Path, e.Err)
				}
			}
			if got := strings.Join(failed, " "); got != tt.failed {
				t.Errorf("failed: %s, want %s", got, tt.failed)
			}
			if got := s.Stats().Restarts; got != tt.restarts {
				t.Errorf("%d restarts, want %d", got, tt.restarts)
			}
		})
	}
}

// An instance that could not be made counts as a failure of the component, and does
// not come out of Spawn; there is no Stopped for it.
func TestFailedStart(t *testing.T) {
	for name, fail := range map[string]func() error{
		"error":  func() error { return errTest },
		"panic":  func() error { panic(errTest) },
		"goexit": goexit,
	} {
		for _, where := range []string{"factory", "Started"} {
			if name == "error" && where == "factory" {
				continue // a factory has no error
			}
			for _, policy := range []struct {
				name  string
				p     actor.Policy
				tries int
			}{
				{"Restart", actor.Restart(3, time.Minute), 4},
				{"Resume", actor.Resume(), 1},
				{"Stop", actor.Stop(), 1},
				{"Escalate", actor.Escalate(), 1},
			} {
				t.Run(name+" in "+where+" "+policy.name, func(t *testing.T) {
					s := newSystem(t)
					var steps record[string]
					r := actor.Spawn(s, func() *probe[int] {
						steps.add("make")
						if where == "factory" {
							_ = fail()
						}
						return &probe[int]{
							started: func(*actor.Context[int]) error { return fail() },
							stopped: func(*actor.Context[int]) { steps.add("Stopped") },
						}
					}, actor.OnFailure(policy.p))
					r.Send(t.Context(), 1)
					closed(t, r.Done(), "the component gives up")
					rest(t, s)
					want := slices.Repeat([]string{"make"}, policy.tries)
					if got := steps.all(); !slices.Equal(got, want) {
						t.Errorf("steps %q, want %q", got, want)
					}
					if st := s.Stats(); st.Failures != uint64(policy.tries) || st.DeadLetters != 1 || st.Restarts != 0 {
						t.Errorf("%+v", st)
					}
				})
			}
		}
	}
}

// A make that returns nil is a failure, like a factory that panics.
func TestNilInstance(t *testing.T) {
	s := newSystem(t)
	events := listen(s, s.Events())
	spawn := func(make func() actor.Behavior[int]) {
		closed(t, actor.Spawn(s, make, actor.OnFailure(actor.Stop())).Done(), "the component gives up")
	}
	spawn(func() actor.Behavior[int] { return nil })
	spawn(func() actor.Behavior[int] { return (*probe[int])(nil) })
	rest(t, s)
	n := 0
	for _, e := range events.all() {
		if e.Kind == actor.EventFailed {
			n++
			if !strings.Contains(e.Err.Error(), "must return a new instance") {
				t.Errorf("the failure does not say what to do: %v", e.Err)
			}
		}
	}
	if n != 2 {
		t.Errorf("%d failures, want 2", n)
	}
}
