package actor_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// nobodys is no context at all: a mistake, and no reason for a send to panic.
var nobodys context.Context

// barrage sends in every way, with every kind of context, from a goroutine of its own,
// and fails the test if that takes long or panics.
func barrage(t *testing.T, ref actor.Ref[int]) {
	t.Helper()
	over := make(chan any)
	go func() {
		defer func() { over <- recover() }()
		canceled, cancel := context.WithCancel(background)
		cancel()
		for i := range 1000 {
			ref.Send(background, i)
			ref.TrySend(canceled, i)
			ref.Send(nobodys, i)
		}
	}()
	if v := get(t, over, "the end of the sends"); v != nil {
		t.Errorf("a send panicked: %v", v)
	}
}

// TestLaw1 sends to a target in each state that it can be in.
func TestLaw1(t *testing.T) {
	kinds := map[string][]actor.SpawnOption{
		"plain":      nil,
		"DropNewest": {actor.Bounded(3, actor.DropNewest)},
		"DropOldest": {actor.Bounded(3, actor.DropOldest)},
		"ranked":     {actor.Priority(func(m int) int { return m })},
		"panicking":  {actor.Priority(func(int) int { panic("the user's function") })},
		"marshaled":  {actor.Marshaled()},
		"own":        {actor.OwnGoroutine()},
	}
	for name, opts := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Run("busy, and full", func(t *testing.T) {
				s := newSystem(t)
				gate := make(chan struct{})
				ref := actor.SpawnFunc(s, func(*actor.Context[int], int) error { <-gate; return nil }, opts...)
				barrage(t, ref)
				close(gate)
				rest(t, s)
			})
			t.Run("starting", func(t *testing.T) {
				s := newSystem(t)
				gate := make(chan struct{})
				ref := spawnHooks(s, hooks[int]{started: func(*actor.Context[int]) error { <-gate; return nil }}, opts...)
				barrage(t, ref)
				close(gate)
				rest(t, s)
			})
			t.Run("stopping", func(t *testing.T) {
				s := newSystem(t)
				begun, gate := make(chan struct{}), make(chan struct{})
				ref := spawnHooks(s, hooks[int]{stopped: func(*actor.Context[int]) { close(begun); <-gate }}, opts...)
				ref.Stop()
				closed(t, begun, "Stopped")
				barrage(t, ref)
				close(gate)
				rest(t, s)
			})
			t.Run("stopped", func(t *testing.T) {
				s := newSystem(t)
				ref := spawnHooks(s, hooks[int]{}, opts...)
				ref.Stop()
				closed(t, ref.Done(), "the end")
				if ref.TrySend(background, 1) && name != "panicking" {
					t.Error("TrySend to a stopped component is true")
				}
				barrage(t, ref)
				rest(t, s)
			})
			t.Run("restarting", func(t *testing.T) {
				s := newSystem(t)
				opts := append([]actor.SpawnOption{actor.OnFailure(actor.Restart(1, time.Hour).Backoff(time.Hour, time.Hour))}, opts...)
				ref := actor.SpawnFunc(s, func(*actor.Context[int], int) error { return errors.New("on purpose") }, opts...)
				ref.Send(background, 1)
				rest(t, s)
				barrage(t, ref)
				ref.Stop()
				closed(t, ref.Done(), "the end")
				rest(t, s)
			})
			t.Run("of a system that was shut down", func(t *testing.T) {
				s := newSystem(t)
				ref := spawnHooks(s, hooks[int]{}, opts...)
				shutDown(t, s)
				barrage(t, ref)
				barrage(t, spawnHooks(s, hooks[int]{}, opts...))
				rest(t, s)
			})
			t.Run("itself", func(t *testing.T) {
				s := newSystem(t)
				over := make(chan struct{})
				ref := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
					if m < 0 {
						return nil
					}
					for range 1000 {
						c.Self().Send(c, -1)
						c.Self().TrySend(c, -1)
					}
					close(over)
					return nil
				}, opts...)
				ref.Send(background, 1)
				if name != "panicking" {
					closed(t, over, "the handler's end")
				}
				rest(t, s)
			})
		})
	}
}

// TestLaw1Nobody does everything with the zero Ref.
func TestLaw1Nobody(t *testing.T) {
	var nobody actor.Ref[int]
	barrage(t, nobody)
	nobody.Stop()
	nobody.Drain()
	if nobody.TrySend(background, 1) {
		t.Error("TrySend to nobody is true")
	}
	if !isDone(nobody) {
		t.Error("nobody is not Done")
	}
	if nobody.String() != "nobody" {
		t.Errorf("nobody is called %q", nobody)
	}
	if _, err := actor.Ask(soon(t), nobody, func(actor.Ref[int]) int { return 1 }); !errors.Is(err, actor.ErrStopped) {
		t.Errorf("to ask nobody gives %v", err)
	}
}

// TestLaw1WrongContext sends with contexts of components that run elsewhere, or no more.
func TestLaw1WrongContext(t *testing.T) {
	s, other := newSystem(t), newSystem(t, actor.WithWorkers(1))
	contexts := make(chan *actor.Context[int], 3)
	grab := hooks[int]{started: func(c *actor.Context[int]) error { contexts <- c; return nil }}
	spawnHooks(other, grab)
	spawnHooks(s, grab, actor.OwnGoroutine()).Stop()
	spawnHooks(s, grab).Stop()
	a, b, c := get(t, contexts, "a Context"), get(t, contexts, "a Context"), get(t, contexts, "a Context")
	n := scale(30_000)
	handled := 0
	ref := actor.SpawnFunc(s, func(*actor.Context[int], int) error { handled++; return nil })
	for i := range n {
		ref.Send(a, i)
		ref.Send(b, i)
		ref.Send(c, i)
	}
	rest(t, s)
	rest(t, other)
	if handled != 3*n {
		t.Errorf("handled %d of %d", handled, 3*n)
	}
	t.Logf("%+v, %+v", s.Stats(), other.Stats())
}
