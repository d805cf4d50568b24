package actor_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// reasonsOf lists the dead letters of a target, as "message reason", in order.
func reasonsOf(letters *record[actor.DeadLetter], target string) (list []string) {
	for _, d := range letters.all() {
		if d.Target == target {
			list = append(list, fmt.Sprint(d.Message, " ", d.Reason))
		}
	}
	return list
}

// TestMailOverARestart keeps what waits, the stash too, which comes first; what failed
// is a dead letter. At the end all of it is.
func TestMailOverARestart(t *testing.T) {
	for _, opts := range [][]actor.SpawnOption{nil, {actor.Marshaled()}, {actor.Bounded(100, actor.DropOldest)}, {actor.OwnGoroutine()}} {
		s := newSystem(t)
		letters := listen(s, s.DeadLetters())
		d, keeping := &diary{}, true
		gate := make(chan struct{})
		opts := append([]actor.SpawnOption{actor.OnFailure(actor.Restart(5, time.Hour).Backoff(0, 0))}, opts...)
		ref := spawnHooks(s, hooks[string]{
			receive: func(c *actor.Context[string], m string) error {
				switch m {
				case "wait":
					<-gate
				case "fail":
					keeping = false
					return errors.New("on purpose")
				case "keep":
					keeping = true
				default:
					if keeping {
						return c.Stash()
					}
				}
				d.add(m)
				return nil
			},
		}, opts...)
		for _, m := range []string{"a", "b", "wait", "fail", "c", "keep", "d", "wait", "e"} {
			ref.Send(background, m)
		}
		gate <- struct{}{}
		// The end comes with d stashed and e queued.
		until(t, "the second message to wait", func() bool { return s.Stats().Queued == 2 })
		ref.Stop()
		gate <- struct{}{}
		closed(t, ref.Done(), "the end")
		rest(t, s)
		d.expect(t, "wait", "a", "b", "c", "keep", "wait")
		if got, want := reasonsOf(letters, ref.String()), []string{"fail failed", "d stopped", "e stopped"}; !slices.Equal(got, want) {
			t.Errorf("dead letters %q, want %q", got, want)
		}
		balanced(t, s)
	}
}

// TestStashAgainOnTheWayBack stashes what came back while others that came back wait:
// they are handled in order all the same.
func TestStashAgainOnTheWayBack(t *testing.T) {
	for _, opts := range [][]actor.SpawnOption{nil, {actor.Marshaled()}, {actor.Bounded(10, actor.DropNewest)}} {
		s := newSystem(t)
		d, came := &diary{}, map[string]int{}
		ref := actor.SpawnFunc(s, func(c *actor.Context[string], m string) error {
			came[m]++
			switch {
			case m == "open":
				c.Unstash()
			case came[m] == 1, m < "c" && came[m] == 2:
				if err := c.Stash(); err != nil {
					return err
				}
				if m == "b" && came[m] == 2 {
					c.Unstash() // a and b, before c, which waits already
				}
			default:
				d.add(m)
			}
			return nil
		}, opts...)
		for _, m := range []string{"a", "b", "c", "open", "d", "open"} {
			ref.Send(background, m)
		}
		rest(t, s)
		d.expect(t, "a", "b", "c", "d")
	}
}

// TestStopCancels ends what blocks under the Context at once, and what it blocks for.
func TestStopCancels(t *testing.T) {
	ways := map[string]func(ref actor.Ref[int], parent actor.Ref[int], s *actor.System){
		"Stop":             func(ref, _ actor.Ref[int], _ *actor.System) { ref.Stop() },
		"the parent's end": func(_, parent actor.Ref[int], _ *actor.System) { parent.Stop() },
		"Shutdown out of patience": func(_, _ actor.Ref[int], s *actor.System) {
			ctx, cancel := context.WithCancel(background)
			cancel()
			_ = s.Shutdown(ctx)
		},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			begun, derived, called := make(chan struct{}), make(chan error, 1), make(chan struct{})
			children := make(chan actor.Ref[int], 1)
			parent := spawnHooks(s, hooks[int]{started: func(c *actor.Context[int]) error {
				children <- actor.SpawnFunc(c, func(c *actor.Context[int], _ int) error {
					if c.Err() != nil {
						t.Error("the Context is over before the end")
					}
					ctx, cancel := context.WithCancel(c)
					defer cancel()
					context.AfterFunc(c, func() { close(called) })
					close(begun)
					<-ctx.Done()
					derived <- context.Cause(ctx)
					return c.Err()
				})
				return nil
			}})
			ref := get(t, children, "the child")
			ref.Send(background, 1)
			ref.Send(background, 2)
			closed(t, begun, "the handler")
			way(ref, parent, s)
			if err := get(t, derived, "the end of a context made from the component's"); !errors.Is(err, context.Canceled) {
				t.Errorf("its cause is %v", err)
			}
			closed(t, called, "the function that waits for the Context")
			closed(t, ref.Done(), "the end")
			rest(t, s)
			if st := balanced(t, s); st.Handled != 0 || st.DeadLetters != 2 {
				t.Errorf("%+v", st)
			}
		})
	}
}

// TestEveryEndCancels looks at the Context in Stopped, and after the end.
func TestEveryEndCancels(t *testing.T) {
	ends := map[string]func(ref actor.Ref[int]){
		"stop":    func(ref actor.Ref[int]) { ref.Stop() },
		"drain":   func(ref actor.Ref[int]) { ref.Drain() },
		"failure": func(ref actor.Ref[int]) { ref.Send(background, 1) },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			contexts := make(chan *actor.Context[int], 1)
			ref := spawnHooks(s, hooks[int]{
				receive: func(*actor.Context[int], int) error { return errors.New("on purpose") },
				stopped: func(c *actor.Context[int]) {
					if !errors.Is(c.Err(), context.Canceled) {
						t.Errorf("in Stopped the Context's error is %v", c.Err())
					}
					contexts <- c
				},
			}, actor.OnFailure(actor.Stop()))
			end(ref)
			c := get(t, contexts, "Stopped")
			closed(t, c.Done(), "the Context's Done")
			closed(t, ref.Done(), "the end")
			called := make(chan struct{})
			context.AfterFunc(c, func() { close(called) })
			closed(t, called, "a function that waits for what is over")
		})
	}
}

// TestDrain handles what was queued at the call; what is sent after it, by itself too, is
// a dead letter; then the children drain, and it stops.
func TestDrain(t *testing.T) {
	for _, opts := range [][]actor.SpawnOption{
		nil, {actor.Marshaled()}, {actor.Bounded(100, actor.DropOldest)}, {actor.OwnGoroutine()},
		{actor.Priority(func(string) int { return 1 })},
	} {
		s := newSystem(t)
		letters := listen(s, s.DeadLetters())
		d, begun, gate := &diary{}, make(chan struct{}), make(chan struct{})
		ref := spawnHooks(s, hooks[string]{
			receive: func(c *actor.Context[string], m string) error {
				d.add(m)
				switch m {
				case "wait":
					child := actor.SpawnFunc(c, func(_ *actor.Context[string], m string) error {
						d.add("child " + m)
						return nil
					})
					close(begun)
					<-gate
					child.Send(c, "x") // before the child's drain: it comes when the mail is done
				case "b":
					c.Self().Send(c, "own")
					if c.Self().TrySend(c, "own") {
						t.Error("TrySend to oneself in a drain is true")
					}
					c.After(0, "timer")
				}
				return nil
			},
			stopped: func(*actor.Context[string]) { d.add("stopped") },
		}, opts...)
		for _, m := range []string{"a", "wait", "b", "c"} {
			ref.Send(background, m)
		}
		closed(t, begun, "the message in hand")
		ref.Drain()
		ref.Send(background, "late")
		ref.Drain()
		close(gate)
		closed(t, ref.Done(), "the end")
		rest(t, s)
		got := d.all()
		if i := slices.Index(got, "child x"); i < 0 || i > slices.Index(got, "stopped") {
			t.Errorf("the child's mail was not handled before the end: %q", got)
		}
		got = slices.DeleteFunc(got, func(m string) bool { return m == "child x" })
		if want := []string{"a", "wait", "b", "c", "stopped"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if got, want := reasonsOf(letters, ref.String()), []string{"late stopped", "own stopped", "timer stopped"}; !slices.Equal(got, want) {
			t.Errorf("dead letters %q, want %q", got, want)
		}
	}
}

// TestDrainGoesOn over failures, which the policy handles; where it ends the
// component, the rest is dead letters.
func TestDrainGoesOn(t *testing.T) {
	policies := map[string]struct {
		policy actor.Policy
		want   []string
	}{
		"restart":         {actor.Restart(5, time.Hour).Backoff(0, 0), []string{"a", "fail", "b", "panic", "c"}},
		"restart, slowly": {actor.Restart(5, time.Hour).Backoff(time.Millisecond, time.Millisecond), []string{"a", "fail", "b", "panic", "c"}},
		"resume":          {actor.Resume(), []string{"a", "fail", "b", "panic", "c"}},
		"stop":            {actor.Stop(), []string{"a", "fail"}},
		"escalate":        {actor.Escalate(), []string{"a", "fail"}},
	}
	for name, p := range policies {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			d, begun, gate := &diary{}, make(chan struct{}), make(chan struct{})
			ref := spawnHooks(s, hooks[string]{receive: func(_ *actor.Context[string], m string) error {
				d.add(m)
				switch m {
				case "a":
					close(begun)
					<-gate
				case "fail":
					return errors.New("on purpose")
				case "panic":
					panic("on purpose")
				}
				return nil
			}}, actor.OnFailure(p.policy))
			for _, m := range []string{"a", "fail", "b", "panic", "c"} {
				ref.Send(background, m)
			}
			closed(t, begun, "the message in hand")
			ref.Drain()
			close(gate)
			closed(t, ref.Done(), "the end")
			rest(t, s)
			d.expect(t, p.want...)
			balanced(t, s)
		})
	}
}

// TestDrainInEveryState: a drain begun before the start, or in the backoff.
func TestDrainInEveryState(t *testing.T) {
	s := newSystem(t)
	d := &diary{}
	gate := make(chan struct{})
	ref := spawnHooks(s, hooks[string]{
		started: func(*actor.Context[string]) error { <-gate; return nil },
		receive: func(_ *actor.Context[string], m string) error { d.add(m); return nil },
	})
	ref.Send(background, "a")
	ref.Drain()
	ref.Send(background, "late")
	close(gate)
	closed(t, ref.Done(), "the end of one that was starting")
	d.expect(t, "a")

	d = &diary{}
	failing := spawnHooks(s, d.hooks("it"), actor.OnFailure(actor.Restart(1, time.Hour).Backoff(100*time.Millisecond, time.Second)))
	failing.Send(background, "fail")
	rest(t, s)
	failing.Send(background, "a")
	failing.Drain()
	failing.Send(background, "late")
	closed(t, failing.Done(), "the end of one in the backoff")
	d.expect(t, "it started", "it got fail", "it stopped", "it started", "it got a", "it stopped")
	rest(t, s)
	balanced(t, s)
}
