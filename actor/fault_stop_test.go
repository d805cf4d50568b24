package actor_test

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// TestFaultFinalHookOnce ends a component in many ways at once: each instance that
// started is told once.
func TestFaultFinalHookOnce(t *testing.T) {
	s := newSystem(t)
	policies := []actor.Policy{
		actor.Restart(10, time.Hour), actor.Resume(), actor.Stop(), actor.Escalate(),
		actor.Restart(3, time.Hour).Backoff(time.Microsecond, time.Microsecond),
	}
	for round := range scale(1000) {
		var started, stopped atomic.Int64
		child := make(chan actor.Ref[int], 10)
		parent := spawnHooks(s, hooks[int]{started: func(c *actor.Context[int]) error {
			child <- spawnHooks(c, hooks[int]{
				started: func(*actor.Context[int]) error { started.Add(1); return nil },
				receive: func(*actor.Context[int], int) error { panic("while others stop it") },
				stopped: func(*actor.Context[int]) { stopped.Add(1) },
			}, actor.OnFailure(policies[round%len(policies)]))
			return nil
		}})
		ref := get(t, child, "the child")
		var ending sync.WaitGroup
		for range 10 {
			ending.Go(ref.Stop)
		}
		ending.Go(func() { ref.Send(background, 1) })
		ending.Go(ref.Drain)
		ending.Go(parent.Stop)
		ending.Wait()
		closed(t, parent.Done(), "the end of the parent")
		if !isDone(ref) {
			t.Fatal("the parent has ended before its child")
		}
		rest(t, s)
		if started.Load() != stopped.Load() {
			t.Fatalf("round %d: %d instances started, %d stopped", round, started.Load(), stopped.Load())
		}
	}
}

// TestFaultStopFromAnyState stops a component wherever it may be in its life, and
// looks for what is left of it.
func TestFaultStopFromAnyState(t *testing.T) {
	// Each case brings a component into a state, and returns it with what lets it go on
	// after it was told to stop, if the stop does not do so itself.
	cases := map[string]func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()){
		"never run": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			return spawnHooks(s, *h), nil
		},
		"starting": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			begun := make(chan struct{})
			h.started = func(c *actor.Context[int]) error { close(begun); <-c.Done(); return nil }
			ref := spawnHooks(s, *h)
			closed(t, begun, "Started")
			return ref, nil
		},
		"idle": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			ref := spawnHooks(s, *h)
			rest(t, s)
			return ref, nil
		},
		"busy": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			h.receive = func(c *actor.Context[int], m int) error { c.Self().Send(c, m); return nil }
			ref := spawnHooks(s, *h)
			ref.Send(background, 1)
			return ref, nil
		},
		"blocked under its Context": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			begun := make(chan struct{})
			h.receive = func(c *actor.Context[int], m int) error { close(begun); <-c.Done(); return c.Err() }
			ref := spawnHooks(s, *h)
			ref.Send(background, 1)
			ref.Send(background, 2)
			closed(t, begun, "the message")
			return ref, nil
		},
		"blocked": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			begun, gate := make(chan struct{}), make(chan struct{})
			h.receive = func(c *actor.Context[int], m int) error {
				c.Block(func() { close(begun); <-gate })
				return nil
			}
			ref := spawnHooks(s, *h)
			ref.Send(background, 1)
			closed(t, begun, "the message")
			return ref, func() { close(gate) }
		},
		"restarting, in the backoff": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			h.receive = func(*actor.Context[int], int) error { return errors.New("on purpose") }
			ref := spawnHooks(s, *h, actor.OnFailure(actor.Restart(1, time.Hour).Backoff(time.Hour, time.Hour)))
			ref.Send(background, 1)
			rest(t, s)
			ref.Send(background, 2)
			return ref, nil
		},
		"restarting, waiting for a child": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			ending, gate := make(chan struct{}), make(chan struct{})
			h.receive = func(c *actor.Context[int], m int) error {
				spawnHooks(c, hooks[int]{stopped: func(*actor.Context[int]) { close(ending); <-gate }})
				return errors.New("on purpose")
			}
			ref := spawnHooks(s, *h)
			ref.Send(background, 1)
			closed(t, ending, "the child's end")
			return ref, func() { close(gate) }
		},
		"draining": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			begun, gate := make(chan struct{}), make(chan struct{})
			h.receive = func(c *actor.Context[int], m int) error {
				if m == 0 {
					close(begun)
					<-gate
				} else {
					t.Error("handled after Stop")
				}
				return nil
			}
			ref := spawnHooks(s, *h)
			for i := range 10 {
				ref.Send(background, i)
			}
			closed(t, begun, "the message")
			ref.Drain()
			return ref, func() { close(gate) }
		},
		"draining, waiting for a child": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			begun := make(chan struct{})
			h.receive = func(c *actor.Context[int], m int) error {
				child := actor.SpawnFunc(c, func(c *actor.Context[int], m int) error { close(begun); <-c.Done(); return nil })
				child.Send(c, 1)
				return nil
			}
			ref := spawnHooks(s, *h)
			ref.Send(background, 1)
			closed(t, begun, "the child's message")
			ref.Drain()
			return ref, nil
		},
		"stopping, waiting for a child": func(t *testing.T, s *actor.System, h *hooks[int]) (actor.Ref[int], func()) {
			ending, gate := make(chan struct{}), make(chan struct{})
			h.receive = func(c *actor.Context[int], m int) error {
				spawnHooks(c, hooks[int]{stopped: func(*actor.Context[int]) { close(ending); <-gate }})
				return nil
			}
			ref := spawnHooks(s, *h)
			ref.Send(background, 1)
			rest(t, s)
			ref.Stop()
			closed(t, ending, "the child's end")
			return ref, func() { close(gate) }
		},
	}
	for name, bring := range cases {
		t.Run(name, func(t *testing.T) {
			before := runtime.NumGoroutine()
			s := newSystem(t)
			var stopped atomic.Int64
			ref, release := bring(t, s, &hooks[int]{stopped: func(*actor.Context[int]) { stopped.Add(1) }})
			ref.Stop()
			if release != nil {
				release()
			}
			closed(t, ref.Done(), "the end")
			rest(t, s)
			balanced(t, s)
			if n := stopped.Load(); n != 1 {
				t.Errorf("Stopped ran %d times", n)
			}
			shutDown(t, s)
			until(t, "the goroutines end", func() bool { return runtime.NumGoroutine() <= before })
		})
	}
}

// TestFaultStoppingDoesNotSpin leaves a message in the mailbox of a component that
// waits for a child, which takes its time: the processor has nothing to do.
func TestFaultStoppingDoesNotSpin(t *testing.T) {
	for _, restart := range []bool{false, true} {
		s := newSystem(t)
		ending := make(chan struct{})
		ref := spawnHooks(s, hooks[int]{receive: func(c *actor.Context[int], m int) error {
			if m == 1 {
				spawnHooks(c, hooks[int]{stopped: func(*actor.Context[int]) {
					close(ending)
					<-time.After(400 * time.Millisecond)
				}})
				if restart {
					return errors.New("on purpose")
				}
				c.Stop()
			}
			return nil
		}})
		ref.Send(background, 1)
		closed(t, ending, "the child's end")
		ref.Send(background, 2)
		least := time.Hour // of a few looks, since the test is not alone in its process
		for range 4 {
			before := cpuTime(t)
			<-time.After(75 * time.Millisecond)
			least = min(least, cpuTime(t)-before)
		}
		if least > 5*time.Millisecond {
			t.Errorf("restart %v: %v of processor time in 75ms of waiting", restart, least)
		}
		rest(t, s)
	}
}

// lines counts what is logged.
type lines struct {
	slog.Handler
	n atomic.Int64
}

func (l *lines) Enabled(context.Context, slog.Level) bool  { return true }
func (l *lines) Handle(context.Context, slog.Record) error { l.n.Add(1); return nil }
func (l *lines) WithAttrs([]slog.Attr) slog.Handler        { return l }
func (l *lines) WithGroup(string) slog.Handler             { return l }

// TestFaultDeadLetterStorm sends to a component that has stopped, without end.
func TestFaultDeadLetterStorm(t *testing.T) {
	log := &lines{Handler: slog.DiscardHandler}
	s := newSystem(t, actor.WithLogger(slog.New(log)))
	ref := spawnHooks(s, hooks[int]{})
	ref.Stop()
	closed(t, ref.Done(), "the end")
	ref.Send(background, 0)
	heap, begin := heapNow(), time.Now()
	n := scale(1_000_000)
	var sending sync.WaitGroup
	for range 4 {
		sending.Go(func() {
			for i := range n / 4 {
				ref.Send(background, i)
			}
		})
	}
	sending.Wait()
	took := time.Since(begin)
	rest(t, s)
	want := uint64(n/4*4 + 1)
	if st := balanced(t, s); st.Sent != want || st.DeadLetters != want {
		t.Errorf("%d sent, %d dead letters; want %d", st.Sent, st.DeadLetters, want)
	}
	if most := int64(took/time.Second+2) * 10; log.n.Load() > most {
		t.Errorf("%d lines in %v", log.n.Load(), took)
	}
	if grown := heapNow() - heap; grown > 1<<20 {
		t.Errorf("the heap has grown by %d bytes", grown)
	}
}
