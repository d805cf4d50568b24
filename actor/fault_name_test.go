package actor_test

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/murmur-go/murmur/actor"
)

// TestFaultSameName lets a hundred goroutines want one name.
func TestFaultSameName(t *testing.T) {
	s := newSystem(t)
	for round := range scale(100) {
		var won, taken atomic.Int64
		var winner atomic.Value
		var spawning sync.WaitGroup
		for range 100 {
			spawning.Go(func() {
				ref, err := actor.SpawnNamed(s, "one", func() *hooks[int] { return &hooks[int]{} })
				switch {
				case err == nil:
					won.Add(1)
					winner.Store(ref)
				case errors.Is(err, actor.ErrNameTaken):
					taken.Add(1)
					if !isDone(ref) {
						t.Error("the Ref of one who got no name is not Done")
					}
				default:
					t.Error(err)
				}
			})
		}
		spawning.Wait()
		if won.Load() != 1 || taken.Load() != 99 {
			t.Fatalf("round %d: %d won, %d found the name taken", round, won.Load(), taken.Load())
		}
		ref := winner.Load().(actor.Ref[int])
		if found, err := actor.Lookup[int](s, "one"); found != ref || err != nil {
			t.Fatalf("Lookup finds %v, %v; want the winner", found, err)
		}
		ref.Stop()
		closed(t, ref.Done(), "the end")
	}
}

// TestFaultSameNameAfterFailedStart looks whether a failed start frees the name.
func TestFaultSameNameAfterFailedStart(t *testing.T) {
	s := newSystem(t)
	failing := []func() *hooks[int]{
		func() *hooks[int] { return nil },
		func() *hooks[int] { panic("in the factory") },
		func() *hooks[int] {
			return &hooks[int]{started: func(*actor.Context[int]) error { return errors.New("in Started") }}
		},
	}
	for range 100 {
		for _, f := range failing {
			ref, err := actor.SpawnNamed(s, "name", f, actor.OnFailure(actor.Stop()))
			if err != nil {
				t.Fatal(err)
			}
			closed(t, ref.Done(), "the end of what could not start")
		}
	}
}

// TestFaultRespawnOnNotice gives a name again inside the notice of its end.
func TestFaultRespawnOnNotice(t *testing.T) {
	s := newSystem(t)
	n := scale(10_000)
	over := make(chan struct{})
	respawn := func(c *actor.Context[int], m int) error {
		if m == n {
			close(over)
			return nil
		}
		var parent actor.Parent = s
		if m%2 == 0 {
			parent = c
		}
		ref, err := actor.SpawnNamed(parent, "again", func() *hooks[int] { return &hooks[int]{} })
		if err != nil {
			t.Errorf("respawn %d: %v", m, err)
			close(over)
			return nil
		}
		c.Watch(ref, m+1)
		ref.Stop()
		return nil
	}
	actor.SpawnFunc(s, respawn).Send(background, 0)
	closed(t, over, "the last notice")
	rest(t, s)
	balanced(t, s)
}

// TestFaultRespawnWhenDone gives a name again as soon as Done says so, and looks at who
// the children are.
func TestFaultRespawnWhenDone(t *testing.T) {
	s := newSystem(t)
	contexts := make(chan *actor.Context[int], 1)
	parent := spawnHooks(s, hooks[int]{started: func(c *actor.Context[int]) error { contexts <- c; return nil }})
	c := get(t, contexts, "the parent's Context")
	for round := range scale(10_000) {
		ref := actor.Ref[int]{}
		if round%2 == 0 {
			var err error
			if ref, err = actor.SpawnNamed(c, "name", func() *hooks[int] { return &hooks[int]{} }); err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
		} else {
			ref = spawnHooks(c, hooks[int]{})
		}
		ref.Stop()
		for !isDone(ref) {
			runtime.Gosched()
		}
		if found, err := actor.Lookup[int](s, ref.String()); !errors.Is(err, actor.ErrNotFound) {
			t.Fatalf("round %d: Lookup gives %v, %v, which is Done", round, found, err)
		}
		if children := c.Children(); len(children) > 0 {
			t.Fatalf("round %d: the children are %v, and all have ended", round, children)
		}
	}
	parent.Stop()
	closed(t, parent.Done(), "the end of the parent")
}

// TestFaultRespawnOnTheFirstOfManyNotices looks, at each of many notices of a child's
// end, whether it is gone.
func TestFaultRespawnOnTheFirstOfManyNotices(t *testing.T) {
	s := newSystem(t, actor.WithWorkers(4))
	contexts := make(chan *actor.Context[int], 1)
	spawnHooks(s, hooks[int]{started: func(c *actor.Context[int]) error { contexts <- c; return nil }})
	c := get(t, contexts, "the parent's Context")
	for round := range scale(200) {
		ref := spawnHooks(c, hooks[int]{})
		for range 100 {
			spawnHooks(s, hooks[int]{
				started: func(c *actor.Context[int]) error { c.Watch(ref, 1); return nil },
				receive: func(own *actor.Context[int], _ int) error {
					if found, err := actor.Lookup[int](s, ref.String()); err == nil {
						t.Errorf("round %d: Lookup finds %v, which has ended", round, found)
					}
					if children := c.Children(); len(children) > 0 {
						t.Errorf("round %d: the children are %v, and all have ended", round, children)
					}
					own.Stop()
					return nil
				},
			})
		}
		rest(t, s)
		ref.Stop()
		rest(t, s)
		if t.Failed() {
			return
		}
	}
}
