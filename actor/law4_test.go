package actor_test

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// parcelled is a message that says who sent it, and the how-manieth it is.
type parcelled struct{ From, N int }

// ledger is what the handlers of one component share without any lock: under the race
// detector a missing happens-before between two handler calls is a report.
type ledger struct {
	next    map[int]int // the number due from each sender
	handled int
	inside  atomic.Int32
}

func (l *ledger) enter(t *testing.T) {
	if n := l.inside.Add(1); n != 1 {
		t.Errorf("%d handlers of one component at once", n)
	}
}

func (l *ledger) note(t *testing.T, m parcelled, gaps bool) {
	if due := l.next[m.From]; m.N < due || m.N > due && !gaps {
		t.Errorf("of sender %d came %d, after %d", m.From, m.N, due-1)
	}
	l.next[m.From] = m.N + 1
	l.handled++
}

// TestLaw4 lets many send to one component, which moves from worker to worker.
func TestLaw4(t *testing.T) {
	kinds := []struct {
		name string
		gaps bool // messages may be missing
		opts []actor.SpawnOption
	}{
		{"plain", false, nil},
		{"own", false, []actor.SpawnOption{actor.OwnGoroutine()}},
		{"marshaled", false, []actor.SpawnOption{actor.Marshaled()}},
		{"one rank", false, []actor.SpawnOption{actor.Priority(func(parcelled) int { return 7 })}},
		{"DropNewest", true, []actor.SpawnOption{actor.Bounded(10, actor.DropNewest)}},
		{"DropOldest", true, []actor.SpawnOption{actor.Bounded(10, actor.DropOldest)}},
	}
	behaviors := map[string]func(c *actor.Context[parcelled], n int) error{
		"that does nothing else": func(*actor.Context[parcelled], int) error { return nil },
		"that blocks": func(c *actor.Context[parcelled], n int) error {
			if n%50 == 0 {
				c.Block(runtime.Gosched)
			}
			return nil
		},
		"that goes idle": func(_ *actor.Context[parcelled], n int) error {
			if n%3 == 0 {
				runtime.Gosched()
			}
			return nil
		},
		"that becomes": func(c *actor.Context[parcelled], n int) error {
			if n%10 == 0 {
				c.Unbecome()
			}
			return nil
		},
	}
	for _, kind := range kinds {
		for name, do := range behaviors {
			t.Run(kind.name+", "+name, func(t *testing.T) {
				s := newSystem(t, actor.WithWorkers(3))
				l := &ledger{next: map[int]int{}}
				ref := spawnHooks(s, hooks[parcelled]{
					started: func(*actor.Context[parcelled]) error { l.enter(t); defer l.inside.Add(-1); l.handled = 0; return nil },
					receive: func(c *actor.Context[parcelled], m parcelled) error {
						l.enter(t)
						defer l.inside.Add(-1)
						l.note(t, m, kind.gaps)
						return do(c, l.handled)
					},
				}, kind.opts...)
				each := scale(8000)
				sendInOrder(t, s, ref, each)
				rest(t, s)
				if st := balanced(t, s); !kind.gaps && l.handled != 8*each || st.Handled < uint64(l.handled) {
					t.Errorf("handled %d of %d; %+v", l.handled, 8*each, st)
				}
			})
		}
	}
}

// sendInOrder sends from four goroutines and from four components.
func sendInOrder(t *testing.T, s *actor.System, ref actor.Ref[parcelled], each int) {
	t.Helper()
	var sending sync.WaitGroup
	for from := range 4 {
		sending.Go(func() {
			for n := range each {
				ref.Send(background, parcelled{from, n})
			}
		})
	}
	for from := range 4 {
		sending.Add(1)
		actor.SpawnFunc(s, func(c *actor.Context[int], n int) error {
			for i := range 10 {
				if n+i == each {
					sending.Done()
					return nil
				}
				ref.Send(c, parcelled{4 + from, n + i})
			}
			c.Self().Send(c, n+10)
			return nil
		}).Send(background, 0)
	}
	sending.Wait()
}

// TestLaw4OverRestarts keeps the order, and the happens-before, over failures: handlers,
// hooks and factory are all one after the other.
func TestLaw4OverRestarts(t *testing.T) {
	for _, own := range []bool{false, true} {
		s := newSystem(t, actor.WithWorkers(3))
		l := &ledger{next: map[int]int{}}
		lives := 0
		opts := []actor.SpawnOption{actor.OnFailure(actor.Restart(1<<30, time.Hour).Backoff(0, 0))}
		if own {
			opts = append(opts, actor.OwnGoroutine())
		}
		in := func() func() { l.enter(t); lives++; return func() { l.inside.Add(-1) } }
		ref := actor.Spawn(s, func() *hooks[parcelled] {
			defer in()()
			return &hooks[parcelled]{
				started: func(*actor.Context[parcelled]) error { defer in()(); return nil },
				stopped: func(*actor.Context[parcelled]) { defer in()() },
				receive: func(c *actor.Context[parcelled], m parcelled) error {
					defer in()()
					l.note(t, m, false)
					switch m.N % 40 {
					case 7:
						return errors.New("on purpose")
					case 17:
						panic("on purpose")
					case 27:
						runtime.Goexit()
					}
					return nil
				},
			}
		}, opts...)
		each := scale(2000)
		sendInOrder(t, s, ref, each)
		rest(t, s)
		if l.handled != 8*each {
			t.Errorf("handled %d of %d", l.handled, 8*each)
		}
		balanced(t, s)
	}
}

// TestLaw4Stash keeps order through the stash: of each sender it is as sent, whatever
// was put aside in between.
func TestLaw4Stash(t *testing.T) {
	s := newSystem(t)
	l := &ledger{next: map[int]int{}}
	closedShop := false
	ref := actor.SpawnFunc(s, func(c *actor.Context[parcelled], m parcelled) error {
		l.enter(t)
		defer l.inside.Add(-1)
		if m.From < 0 {
			if closedShop = m.N == 0; !closedShop {
				c.Unstash()
			}
			return nil
		}
		if closedShop {
			return c.Stash()
		}
		l.note(t, m, false)
		return nil
	})
	over, keeping := make(chan struct{}), sync.WaitGroup{}
	keeping.Go(func() {
		for i := 0; ; i++ {
			ref.Send(background, parcelled{-1, i % 2})
			select {
			case <-over:
				ref.Send(background, parcelled{-1, 1})
				return
			default:
				runtime.Gosched()
			}
		}
	})
	each := scale(2000)
	sendInOrder(t, s, ref, each)
	close(over)
	keeping.Wait()
	rest(t, s)
	if l.handled != 8*each {
		t.Errorf("handled %d of %d", l.handled, 8*each)
	}
}
