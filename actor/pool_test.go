package actor_test

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// tallyPool is a pool of n workers that count, each for itself, what they handle.
func tallyPool(s actor.Parent, n int, route actor.Route[string], opts ...actor.SpawnOption) (actor.Ref[string], *[16]atomic.Int32) {
	counts := &[16]atomic.Int32{}
	var next atomic.Int32
	return actor.SpawnPool(s, n, func() *probe[string] {
		id := next.Add(1) - 1
		return &probe[string]{receive: func(c *actor.Context[string], m string) error {
			counts[id].Add(1)
			switch m {
			case "stop":
				c.Stop()
			case "fail":
				return errTest
			}
			return nil
		}}
	}, route, opts...), counts
}

func TestRoutes(t *testing.T) {
	const workers, messages = 4, 400
	key := func(m string) string { return m }
	for name, tt := range map[string]struct {
		route actor.Route[string]
		check func(counts []int) bool
		each  int // how often a message is sent
	}{
		"RoundRobin": {actor.RoundRobin[string](), func(c []int) bool { return slices.Max(c) == 100 }, 1},
		"Random":     {actor.Random[string](), func(c []int) bool { return slices.Min(c) > 40 && slices.Max(c) < 200 }, 1},
		"Smallest":   {actor.Smallest[string](), func(c []int) bool { return true }, 1},
		"Broadcast":  {actor.Broadcast[string](), func(c []int) bool { return slices.Min(c) == messages }, workers},
		"Hash":       {actor.Hash(key), func(c []int) bool { return slices.Min(c) > 30 }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			pool, counts := tallyPool(s, workers, tt.route)
			for i := range messages {
				pool.Send(t.Context(), fmt.Sprint(i))
			}
			rest(t, s)
			if st := s.Stats(); st.Sent != uint64(messages*tt.each) || st.Handled != st.Sent || st.Components != workers {
				t.Errorf("%+v", st)
			}
			var list []int
			for i := range workers {
				list = append(list, int(counts[i].Load()))
			}
			if !tt.check(list) {
				t.Errorf("handled %v", list)
			}
		})
	}
}

// Smallest evens out what waits.
func TestSmallest(t *testing.T) {
	s := newSystem(t)
	gate := make(chan struct{})
	var handled [3]atomic.Int32
	var next atomic.Int32
	var refs []actor.Ref[int]
	pool := actor.SpawnPool(s, 3, func() *probe[int] {
		<-gate
		id := next.Add(1) - 1
		return &probe[int]{receive: func(*actor.Context[int], int) error { handled[id].Add(1); return nil }}
	}, actor.Smallest[int](), actor.OwnGoroutine())
	for name := range 3 {
		r, err := actor.Lookup[int](s, fmt.Sprintf("~%d", name+1))
		if err != nil {
			t.Fatal(err)
		}
		refs = append(refs, r)
	}
	for range 20 {
		refs[1].Send(t.Context(), 0)
	}
	for range 100 {
		pool.Send(t.Context(), 0)
	}
	close(gate)
	rest(t, s)
	for i := range handled {
		if n := handled[i].Load(); n != 40 {
			t.Errorf("worker %d handled %d, want 40", i, n)
		}
	}
}

// The same key goes to the same worker; when one leaves, only its keys move.
func TestHashIsStable(t *testing.T) {
	s := newSystem(t)
	type item struct {
		Key   int
		Reply actor.Ref[string]
	}
	pool := actor.SpawnPool(s, 5, func() *probe[item] {
		return &probe[item]{receive: func(c *actor.Context[item], m item) error {
			m.Reply.Send(c, c.Self().String())
			if m.Key < 0 {
				c.Stop()
			}
			return nil
		}}
	}, actor.Hash(func(m item) string { return fmt.Sprint(max(m.Key, -m.Key)) }))
	where := func(key int) string {
		got, err := actor.Ask(soon(t), pool, func(r actor.Ref[string]) item { return item{key, r} })
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	var first []string
	for key := range 100 {
		first = append(first, where(key))
		if where(key) != first[key] {
			t.Fatalf("key %d moves", key)
		}
	}
	left := where(-50)
	rest(t, s)
	for key := range 100 {
		if got := where(key); (got != first[key]) != (first[key] == left) {
			t.Errorf("key %d was at %s, is at %s; %s has left", key, first[key], got, left)
		}
	}
}

// Workers that have ended leave; with none left there are dead letters.
func TestPoolShrinks(t *testing.T) {
	s := newSystem(t)
	letters := listen(s, s.DeadLetters())
	pool, _ := tallyPool(s, 3, actor.RoundRobin[string]())
	for range 3 {
		select {
		case <-pool.Done():
			t.Fatal("done with workers left")
		default:
		}
		if !pool.TrySend(t.Context(), "stop") {
			t.Error("TrySend said false")
		}
		rest(t, s)
	}
	closed(t, pool.Done(), "the last worker has ended")
	if n := len(letters.all()); n != 0 {
		t.Errorf("%d dead letters while workers were left", n)
	}
	pool.Send(t.Context(), "late")
	if pool.TrySend(t.Context(), "late") {
		t.Error("TrySend said true")
	}
	_, err := actor.Ask(soon(t), pool, func(actor.Ref[int]) string { return "ask" })
	if !errors.Is(err, actor.ErrStopped) {
		t.Errorf("Ask: %v", err)
	}
	pool.Stop()
	pool.Drain()
	rest(t, s)
	for _, l := range letters.all() {
		if l.Target != pool.String() || l.Reason != actor.ReasonStopped {
			t.Errorf("dead letter %+v", l)
		}
	}
	if n := len(letters.all()); n != 2 {
		t.Errorf("%d dead letters, want 2", n)
	}
}

func TestPoolStopAndDrain(t *testing.T) {
	for name, end := range map[string]func(actor.Ref[string]){"stop": actor.Ref[string].Stop, "drain": actor.Ref[string].Drain} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			pool, counts := tallyPool(s, 3, actor.Broadcast[string]())
			for range 100 {
				pool.Send(t.Context(), "x")
			}
			end(pool)
			closed(t, pool.Done(), "it ends")
			rest(t, s)
			handled := counts[0].Load() + counts[1].Load() + counts[2].Load()
			if st := s.Stats(); name == "drain" && handled != 300 || st.Sent != 300 || st.Components != 0 {
				t.Errorf("handled %d, %+v", handled, st)
			}
		})
	}
}

// A worker's failure is its own: the pool goes on with the same worker.
func TestPoolWorkerFails(t *testing.T) {
	s := newSystem(t)
	pool, _ := tallyPool(s, 2, actor.RoundRobin[string](), actor.OnFailure(actor.Restart(5, time.Minute)))
	for range 4 {
		pool.Send(t.Context(), "fail")
	}
	rest(t, s)
	if st := s.Stats(); st.Restarts != 4 || st.Components != 2 {
		t.Errorf("%+v", st)
	}
}

// A broadcast ask ends with the first reply, and with an error only when no worker is
// left that could reply.
func TestPoolBroadcastAsk(t *testing.T) {
	s := newSystem(t)
	type ask = actor.Ref[int]
	build := func(r ask) ask { return r }
	crew := func(replies int) actor.Ref[ask] {
		var next atomic.Int32
		return actor.SpawnPool(s, 3, func() *probe[ask] {
			id := int(next.Add(1))
			return &probe[ask]{receive: func(c *actor.Context[ask], r ask) error {
				switch {
				case id <= replies:
					r.Send(c, 7)
				case id == 3:
					c.Stop() // handled, without a reply, and never one
				default:
					return errTest
				}
				return nil
			}}
		}, actor.Broadcast[ask](), actor.OnFailure(actor.Resume()))
	}
	for replies := 1; replies <= 3; replies++ {
		if got, err := actor.Ask(soon(t), crew(replies), build); got != 7 || err != nil {
			t.Errorf("with %d replies: %d, %v", replies, got, err)
		}
	}
	if _, err := actor.Ask(soon(t), crew(0), build); !errors.Is(err, actor.ErrStopped) && !errors.Is(err, actor.ErrFailed) {
		t.Errorf("with no reply: %v", err)
	}
	rest(t, s)
}

// A pool of components that have pools.
func TestNestedPool(t *testing.T) {
	s := newSystem(t)
	var handled atomic.Int32
	pool := actor.SpawnPool(s, 3, func() *probe[int] {
		var inner actor.Ref[int]
		return &probe[int]{
			started: func(c *actor.Context[int]) error {
				inner = actor.SpawnPool(c, 2, func() *probe[int] {
					return &probe[int]{receive: func(*actor.Context[int], int) error { handled.Add(1); return nil }}
				}, actor.Broadcast[int]())
				return nil
			},
			receive: func(c *actor.Context[int], m int) error { inner.Send(c, m); return nil },
		}
	}, actor.RoundRobin[int]())
	for i := range 30 {
		pool.Send(t.Context(), i)
	}
	rest(t, s)
	if n := handled.Load(); n != 60 {
		t.Errorf("handled %d, want 60", n)
	}
	pool.Stop()
	closed(t, pool.Done(), "all end")
	rest(t, s)
	if n := s.Stats().Components; n != 0 {
		t.Errorf("%d components left", n)
	}
}
