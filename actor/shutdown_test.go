package actor_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/murmur-go/murmur/actor"
)

// TestShutdown drains all, and refuses who comes after; again it is harmless.
func TestShutdown(t *testing.T) {
	s := newSystem(t)
	d := &diary{}
	var refs []actor.Ref[string]
	for i := range 20 {
		opts := []actor.SpawnOption{}
		if i%4 == 0 {
			opts = append(opts, actor.OwnGoroutine())
		}
		ref := spawnHooks(s, hooks[string]{receive: func(c *actor.Context[string], m string) error {
			d.add(m)
			return nil
		}}, opts...)
		for range 10 {
			ref.Send(background, "m")
		}
		refs = append(refs, ref)
	}
	shutDown(t, s)
	for _, ref := range refs {
		if !isDone(ref) {
			t.Errorf("%v is not Done", ref)
		}
	}
	if got := len(d.all()); got != 200 {
		t.Errorf("%d of 200 messages were handled", got)
	}
	shutDown(t, s)
	if late := spawnHooks(s, hooks[int]{}); !isDone(late) {
		t.Error("who is spawned after Shutdown is not Done")
	}
	if _, err := actor.SpawnNamed(s, "late", func() *hooks[int] { return &hooks[int]{} }); !errors.Is(err, actor.ErrStopped) {
		t.Errorf("SpawnNamed after Shutdown: %v", err)
	}
	if st := balanced(t, s); st.Components != 0 {
		t.Errorf("%+v", st)
	}
	canceled, cancel := context.WithCancel(background)
	cancel()
	_ = s.Shutdown(canceled)
	empty := actor.NewSystem()
	shutDown(t, empty)
}

// TestShutdownOutOfPatience stops what is left when the context ends, and lists its paths.
func TestShutdownOutOfPatience(t *testing.T) {
	s := newSystem(t)
	begun, gate := make(chan struct{}), make(chan struct{})
	named := func(p actor.Parent, name string, h hooks[int]) actor.Ref[int] {
		ref, err := actor.SpawnNamed(p, name, func() *hooks[int] { return &h })
		if err != nil {
			t.Error(err)
		}
		return ref
	}
	blocked := named(s, "blocked", hooks[int]{
		started: func(c *actor.Context[int]) error { named(c, "child", hooks[int]{}); return nil },
		receive: func(*actor.Context[int], int) error { close(begun); <-gate; return nil },
	})
	quick := named(s, "quick", hooks[int]{})
	blocked.Send(background, 1)
	blocked.Send(background, 2)
	closed(t, begun, "the handler")
	ctx, cancel := context.WithCancelCause(background)
	errs := make(chan error, 2)
	for range 2 {
		go func() { errs <- s.Shutdown(ctx) }()
	}
	closed(t, quick.Done(), "the end of who can")
	until(t, "one component is left, and its child", func() bool { return s.Stats().Components == 2 })
	cancel(errors.New("out of patience"))
	for range 2 {
		err := get(t, errs, "Shutdown's error")
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v does not match the context's error", err)
		}
		if err == nil || !strings.Contains(err.Error(), "blocked, blocked/child") || strings.Contains(err.Error(), "quick") {
			t.Errorf("%v: want the paths of what still ran", err)
		}
	}
	close(gate)
	closed(t, blocked.Done(), "the end")
	shutDown(t, s)
	if st := balanced(t, s); st.Handled != 1 || st.DeadLetters != 1 {
		t.Errorf("%+v: the second message was to be stopped", st)
	}
}
