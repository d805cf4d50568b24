package actor_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// troop is a parent of n children named a, b, c …, under a group strategy. What they
// do is recorded: "+a" Started, "-a" Stopped, "a:m" a message.
type troop struct {
	*actor.System
	parent actor.Ref[string]
	refs   []actor.Ref[string]
	steps  record[string]
	// start and stop, when set, run in a child's hooks.
	start func(c *actor.Context[string], name string) error
	stop  func(c *actor.Context[string], name string)
}

func newTroop(t *testing.T, n int, opts ...actor.SpawnOption) *troop {
	tr := &troop{System: newSystem(t)}
	return tr.muster(t, n, actor.OnFailure(actor.Restart(3, time.Minute)), opts)
}

func (tr *troop) muster(t *testing.T, n int, children actor.SpawnOption, opts []actor.SpawnOption) *troop {
	tr.parent, _ = actor.SpawnNamed(tr.System, "p", always(probe[string]{
		started: func(c *actor.Context[string]) error {
			tr.steps.add("+p")
			for i := range n {
				name := string(rune('a' + i))
				_, err := actor.SpawnNamed(c, name, always(probe[string]{
					started: func(c *actor.Context[string]) error {
						tr.steps.add("+" + name)
						if tr.start != nil {
							return tr.start(c, name)
						}
						return nil
					},
					stopped: func(c *actor.Context[string]) {
						tr.steps.add("-" + name)
						if tr.stop != nil {
							tr.stop(c, name)
						}
					},
					receive: func(_ *actor.Context[string], m string) error {
						tr.steps.add(name + ":" + m)
						if m == "fail" {
							return errTest
						}
						return nil
					},
				}), children)
				if err != nil {
					return err
				}
			}
			return nil
		},
		stopped: func(*actor.Context[string]) { tr.steps.add("-p") },
	}), opts...)
	rest(t, tr.System)
	tr.refs = nil
	for i := range n {
		r, err := actor.Lookup[string](tr.System, fmt.Sprintf("p/%c", 'a'+i))
		if err != nil {
			t.Fatal(err)
		}
		tr.refs = append(tr.refs, r)
	}
	tr.steps.take()
	return tr
}

// want compares the steps since the last look, at rest.
func (tr *troop) want(t *testing.T, want string) {
	t.Helper()
	rest(t, tr.System)
	if got := strings.Join(tr.steps.take(), " "); got != want {
		t.Errorf("steps %s\nwant  %s", got, want)
	}
}

func TestGroups(t *testing.T) {
	for _, tt := range []struct {
		strategy actor.Strategy
		fails    int
		want     string
		restarts uint64
	}{
		{actor.OneForOne, 1, "b:fail -b +b", 1},
		{actor.AllForOne, 1, "b:fail -d -c -b -a +a +b +c +d", 4},
		{actor.AllForOne, 0, "a:fail -d -c -b -a +a +b +c +d", 4},
		{actor.AllForOne, 3, "d:fail -d -c -b -a +a +b +c +d", 4},
		{actor.RestForOne, 1, "b:fail -d -c -b +b +c +d", 3},
		{actor.RestForOne, 0, "a:fail -d -c -b -a +a +b +c +d", 4},
		{actor.RestForOne, 3, "d:fail -d +d", 1},
	} {
		t.Run(fmt.Sprint(tt.strategy, tt.fails), func(t *testing.T) {
			tr := newTroop(t, 4, actor.Group(tt.strategy))
			tr.refs[tt.fails].Send(t.Context(), "fail")
			tr.want(t, tt.want)
			if st := tr.Stats(); st.Restarts != tt.restarts || st.Failures != 1 {
				t.Errorf("%d restarts, %d failures; want %d and 1", st.Restarts, st.Failures, tt.restarts)
			}
			// Refs stay good, in the same order of siblings.
			var want []string
			for i, r := range tr.refs {
				r.Send(t.Context(), "x")
				rest(t, tr.System)
				want = append(want, fmt.Sprintf("%c:x", 'a'+i))
			}
			tr.want(t, strings.Join(want, " "))
		})
	}
}

// A restart for a sibling does not cost a member's own budget.
func TestGroupSparesBudgets(t *testing.T) {
	tr := newTroop(t, 3, actor.Group(actor.AllForOne))
	for _, fails := range []int{0, 1, 2, 0, 1, 2, 0, 1, 2} {
		tr.refs[fails].Send(t.Context(), "fail")
		rest(t, tr.System)
	}
	if st := tr.Stats(); st.Restarts != 27 || st.Components != 4 {
		t.Errorf("%+v, want 27 restarts and all alive", st)
	}
	// The fourth failure within the budget's time ends that child, and it alone.
	tr.steps.take()
	tr.refs[1].Send(t.Context(), "fail")
	tr.want(t, "b:fail -b")
}

// Mail is kept over a round, by members that did not fail, too.
func TestGroupKeepsMail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tr := &troop{System: newSystem(t)}
		tr.muster(t, 3, actor.OnFailure(actor.Restart(3, time.Minute).Backoff(time.Second, time.Second)),
			[]actor.SpawnOption{actor.Group(actor.AllForOne)})
		began := time.Now()
		tr.refs[1].Send(t.Context(), "fail")
		synctest.Wait()
		for _, r := range tr.refs {
			r.Send(t.Context(), "x")
		}
		synctest.Wait()
		if got := strings.Join(tr.steps.take(), " "); got != "b:fail -c -b -a" {
			t.Errorf("before the backoff: %s", got)
		}
		rest(t, tr.System)
		if d := time.Since(began); d != time.Second {
			t.Errorf("restarted after %v, want the failed one's backoff", d)
		}
		got := strings.Join(tr.steps.take(), " ")
		if !strings.HasPrefix(got, "+a") || strings.Count(got, ":x") != 3 || strings.Count(got, "+") != 3 {
			t.Errorf("after it: %s", got)
		}
	})
}

func TestGroupTwoFailAtOnce(t *testing.T) {
	for _, strategy := range []actor.Strategy{actor.AllForOne, actor.RestForOne} {
		for range scale(100) {
			tr := newTroop(t, 4, actor.Group(strategy))
			tr.refs[1].Send(t.Context(), "fail")
			tr.refs[2].Send(t.Context(), "fail")
			rest(t, tr.System)
			alternate(t, tr.steps.take(), "a b c d")
			for _, r := range tr.refs {
				r.Send(t.Context(), "x")
			}
			rest(t, tr.System)
			if n := len(tr.steps.take()); n != 4 {
				t.Fatalf("%d of 4 handle messages", n)
			}
		}
	}
}

// alternate checks that each child is up at the end, and never started or stopped twice
// in a row.
func alternate(t *testing.T, steps []string, names string) {
	t.Helper()
	for name := range strings.FieldsSeq(names) {
		up := true
		for _, s := range steps {
			if s[1:] == name {
				if (s[0] == '+') == up {
					t.Fatalf("%s twice in %v", s, steps)
				}
				up = !up
			}
		}
		if !up {
			t.Fatalf("%s is down after %v", name, steps)
		}
	}
}

// What may come between the end of the members and their restart.
func TestGroupDuringTheRound(t *testing.T) {
	for _, tt := range []struct {
		name   string
		during func(tr *troop, t *testing.T)
		want   string
	}{
		{"a member stops", func(tr *troop, t *testing.T) { tr.refs[2].Stop() }, "b:fail -d -c -b -a | | +a +b +d"},
		{"the first stops", func(tr *troop, t *testing.T) { tr.refs[0].Stop() }, "b:fail -d -c -b -a | | +b +c +d"},
		{"the failed one stops", func(tr *troop, t *testing.T) { tr.refs[1].Stop() }, "b:fail -d -c -b -a | | +a +c +d"},
		{"the last drains", func(tr *troop, t *testing.T) { tr.refs[3].Drain() }, "b:fail -d -c -b -a | | +a +b +c +d -d"},
		{"all stop", func(tr *troop, t *testing.T) {
			for _, r := range tr.refs {
				r.Stop()
			}
		}, "b:fail -d -c -b -a | |"},
		{"the parent stops", func(tr *troop, t *testing.T) { tr.parent.Stop() }, "b:fail -d -c -b -a | -p |"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tr := &troop{System: newSystem(t)}
				tr.muster(t, 4, actor.OnFailure(actor.Restart(3, time.Minute).Backoff(time.Second, time.Second)),
					[]actor.SpawnOption{actor.Group(actor.AllForOne)})
				began := time.Now()
				tr.refs[1].Send(t.Context(), "fail")
				synctest.Wait()
				tr.steps.add("|")
				tt.during(tr, t)
				synctest.Wait()
				tr.steps.add("|")
				if time.Since(began) != 0 {
					t.Fatal("the backoff has passed already")
				}
				time.Sleep(2 * time.Second)
				tr.want(t, tt.want)
			})
		})
	}
}

// Members that fail while the round starts or stops them.
func TestGroupFailsDuringTheRound(t *testing.T) {
	for _, tt := range []struct {
		name, fails string // "+c": Started of c fails once in the round
		want        string
	}{
		{"Started of one", "+c", "b:fail -d -c -b -a +a +b +c +d -d -b -a +a +b +c +d"},
		{"Started of the first", "+a", "b:fail -d -c -b -a +a +b +c +d -d -c -b +a +b +c +d"},
		{"Started of the last", "+d", "b:fail -d -c -b -a +a +b +c +d -c -b -a +a +b +c +d"},
		{"Stopped of one", "-c", "b:fail -d -c -b -a +a +b +c +d"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tr := newTroop(t, 4, actor.Group(actor.AllForOne))
			fail := func(step string) error {
				if step != tt.fails {
					return nil
				}
				tt.fails = ""
				return errTest
			}
			tr.start = func(_ *actor.Context[string], name string) error { return fail("+" + name) }
			tr.stop = func(_ *actor.Context[string], name string) {
				if err := fail("-" + name); err != nil {
					panic(err)
				}
			}
			tr.refs[1].Send(t.Context(), "fail")
			tr.want(t, tt.want)
		})
	}
}

// A child that escalates makes its parent fail, whatever round is under way.
func TestGroupEscalation(t *testing.T) {
	tr := &troop{System: newSystem(t)}
	tr.muster(t, 3, actor.OnFailure(actor.Escalate()),
		[]actor.SpawnOption{actor.Group(actor.AllForOne), actor.OnFailure(actor.Restart(5, time.Minute))})
	tr.refs[1].Send(t.Context(), "fail")
	rest(t, tr.System)
	got := strings.Join(tr.steps.take(), " ")
	if !strings.HasPrefix(got, "b:fail -b -c -a -p +p +") || strings.Count(got, "+") != 4 {
		t.Errorf("steps %s", got)
	}
}

// Whatever happens to the members, in any order, the family ends up consistent and
// can be shut down.
func TestGroupStress(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	for range scale(100) {
		strategy := []actor.Strategy{actor.AllForOne, actor.RestForOne}[rnd.IntN(2)]
		tr := newTroop(t, 6, actor.Group(strategy))
		for range rnd.IntN(12) {
			r := tr.refs[rnd.IntN(len(tr.refs))]
			switch rnd.IntN(8) {
			case 0:
				r.Stop()
			case 1:
				r.Drain()
			default:
				r.Send(t.Context(), "fail")
			}
		}
		if rnd.IntN(4) == 0 {
			tr.parent.Stop()
			closed(t, tr.parent.Done(), "the parent stops")
		}
		if err := tr.Shutdown(soon(t)); err != nil {
			t.Fatal(err)
		}
		up := map[string]int{"p": 1, "a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1}
		for _, s := range tr.steps.all() {
			switch s[0] {
			case '+':
				up[s[1:]]++
			case '-':
				up[s[1:]]--
			}
		}
		for name, n := range up {
			if n != 0 {
				t.Fatalf("%s started %+d times more than it stopped: %v", name, n, tr.steps.all())
			}
		}
	}
}
