package actor_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// question is answered with twice N, unless the component has other ideas.
type question struct {
	N     int
	Reply actor.Ref[int]
}

func ask(n int) func(actor.Ref[int]) question {
	return func(r actor.Ref[int]) question { return question{n, r} }
}

func double(c *actor.Context[question], q question) error { q.Reply.Send(c, 2*q.N); return nil }

func TestAsk(t *testing.T) {
	s := newSystem(t)
	r := actor.SpawnFunc(s, double)
	for i := range 100 {
		if n, err := actor.Ask(soon(t), r, ask(i)); n != 2*i || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
	}
	rest(t, s)
	if st := s.Stats(); st.Sent != 200 || st.Handled != 200 {
		t.Errorf("100 questions and answers: %+v", st)
	}
}

// long is a question, and an answer, that has to be marshaled.
type long struct {
	Words []string
	Reply actor.Ref[[]string]
}

func TestAskMarshaled(t *testing.T) {
	s := newSystem(t)
	for name, opts := range map[string][]actor.SpawnOption{"unbounded": nil, "bounded": {actor.Bounded(5, actor.DropNewest)}} {
		t.Run(name, func(t *testing.T) {
			r := actor.SpawnFunc(s, func(c *actor.Context[long], m long) error {
				m.Words = append(m.Words, "c")
				m.Reply.Send(c, m.Words)
				m.Words[0] = "spoiled after the answer"
				return nil
			}, opts...)
			words := []string{"a", "b"}
			got, err := actor.Ask(soon(t), r, func(r actor.Ref[[]string]) long { return long{words, r} })
			if strings.Join(got, "") != "abc" || err != nil || words[0] != "a" {
				t.Errorf("%q, %v; asked with %q", got, err, words)
			}
		})
	}
}

func TestAskForWhatCannotTravel(t *testing.T) {
	s := newSystem(t)
	r := actor.SpawnFunc(s, func(*actor.Context[actor.Ref[chan int]], actor.Ref[chan int]) error { return nil }, actor.Shared())
	_, err := actor.Ask(soon(t), r, func(r actor.Ref[chan int]) actor.Ref[chan int] { return r })
	if err == nil || !strings.Contains(err.Error(), "chan int") {
		t.Errorf("asked for a channel: %v", err)
	}
}

// TestFaultAskTheDead: at once, whatever the context allows.
func TestFaultAskTheDead(t *testing.T) {
	s := newSystem(t)
	handling := make(chan struct{}, 1)
	// silent keeps its questions, and hangs at a negative one until it is to stop.
	silent := func(c *actor.Context[question], q question) error {
		handling <- struct{}{}
		if q.N < 0 {
			<-c.Done()
		}
		return nil
	}
	for name, of := range map[string]struct {
		f    func(*actor.Context[question], question) error
		ask  func(actor.Ref[question]) error
		want error
	}{
		"stopped": {double, func(r actor.Ref[question]) error {
			r.Stop()
			closed(t, r.Done(), "the end")
			_, err := actor.Ask(context.Background(), r, ask(1))
			return err
		}, actor.ErrStopped},
		"draining": {silent, func(r actor.Ref[question]) error {
			r.Send(context.Background(), question{N: -1})
			<-handling
			defer r.Stop()
			r.Drain()
			_, err := actor.Ask(context.Background(), r, ask(1))
			return err
		}, actor.ErrStopped},
		"stops with the question queued": {silent, func(r actor.Ref[question]) error {
			r.Send(context.Background(), question{N: -1})
			<-handling
			_, err := actor.Ask(context.Background(), r, func(reply actor.Ref[int]) question {
				time.AfterFunc(time.Millisecond, r.Stop)
				return question{1, reply}
			})
			return err
		}, actor.ErrStopped},
		"stops with the question handled": {silent, func(r actor.Ref[question]) error {
			go func() { <-handling; r.Stop() }()
			_, err := actor.Ask(context.Background(), r, ask(1))
			return err
		}, actor.ErrStopped},
		"stops itself": {func(c *actor.Context[question], _ question) error { c.Stop(); return nil }, nil, actor.ErrStopped},
		"fails":        {func(*actor.Context[question], question) error { return errors.New("no") }, nil, actor.ErrFailed},
		"panics":       {func(*actor.Context[question], question) error { panic("no") }, nil, actor.ErrFailed},
		"goexits":      {func(*actor.Context[question], question) error { runtime.Goexit(); return nil }, nil, actor.ErrFailed},
		"fails having answered": {func(c *actor.Context[question], q question) error {
			q.Reply.Send(c, 1)
			return errors.New("no")
		}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := actor.SpawnFunc(s, of.f)
			answer := make(chan error, 1)
			go func() {
				if of.ask != nil {
					answer <- of.ask(r)
					return
				}
				_, err := actor.Ask(context.Background(), r, ask(1))
				answer <- err
			}()
			if err := get(t, answer, "the end of the ask"); !errors.Is(err, of.want) {
				t.Errorf("%v, want %v", err, of.want)
			}
		})
	}
	var nobody actor.Ref[question]
	if _, err := actor.Ask(context.Background(), nobody, ask(1)); !errors.Is(err, actor.ErrStopped) {
		t.Errorf("nobody: %v", err)
	}
}

func TestAskOverflow(t *testing.T) {
	for name, overflow := range map[string]actor.Overflow{"the newest": actor.DropNewest, "the oldest": actor.DropOldest} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			in, gate := make(chan struct{}), make(chan struct{})
			r := actor.SpawnFunc(s, func(c *actor.Context[question], q question) error {
				if q.N < 0 {
					in <- struct{}{}
					<-gate
				}
				return double(c, q)
			}, actor.Bounded(1, overflow))
			defer close(gate)
			r.Send(context.Background(), question{N: -1})
			get(t, in, "the handler")
			first := make(chan error, 1)
			r.TrySend(context.Background(), question{}) // makes the box full for DropNewest
			go func() {
				_, err := actor.Ask(context.Background(), r, ask(1))
				first <- err
			}()
			if overflow == actor.DropOldest {
				for s.Stats().DeadLetters == 0 { // until the ask has taken its place
					runtime.Gosched()
				}
				r.Send(context.Background(), question{})
			}
			if err := get(t, first, "the end of the ask"); !errors.Is(err, actor.ErrOverflow) {
				t.Errorf("%v, want ErrOverflow", err)
			}
		})
	}
}

// TestFaultNoHiddenTimeout: a wait ends by the caller's context, and by nothing else.
func TestFaultNoHiddenTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSystem(t)
		mute := actor.SpawnFunc(s, func(*actor.Context[question], question) error { return nil })
		begin := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), 1000*time.Hour)
		defer cancel()
		if _, err := actor.Ask(ctx, mute, ask(1)); !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) != 1000*time.Hour {
			t.Errorf("after %v: %v", time.Since(begin), err)
		}
		ctx, cancel = context.WithCancel(context.Background())
		time.AfterFunc(time.Hour, cancel)
		if _, err := actor.Ask(ctx, mute, ask(1)); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if _, err := actor.Ask(ctx, mute, ask(1)); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		rest(t, s)
		if st := s.Stats(); st.Sent != 2 {
			t.Errorf("an ask under a context that is over was sent: %+v", st)
		}
	})
}

// TestFaultLateReply: it never changes a result, never reaches a later ask, and leaves
// nothing behind after many time-outs.
func TestFaultLateReply(t *testing.T) {
	s := newSystem(t)
	var mu sync.Mutex
	var late []actor.Ref[int]
	r := actor.SpawnFunc(s, func(c *actor.Context[question], q question) error {
		if q.N%2 == 0 {
			return double(c, q)
		}
		mu.Lock()
		defer mu.Unlock()
		late = append(late, q.Reply)
		return nil
	})
	n := scale(200_000)
	before := heap()
	for i := range n {
		ctx, cancel := context.WithCancel(context.Background())
		if i%2 == 1 {
			ctx = &giveUp{Context: ctx}
		}
		got, err := actor.Ask(ctx, r, ask(i))
		cancel()
		if i%2 == 0 && (got != 2*i || err != nil) || i%2 == 1 && !errors.Is(err, context.Canceled) {
			t.Fatalf("%d: %d, %v", i, got, err)
		}
		mu.Lock()
		for _, l := range late {
			l.Send(context.Background(), -1)
		}
		late = late[:0]
		mu.Unlock()
	}
	rest(t, s)
	// Each odd question was handled or expired, and each late reply is a dead letter.
	if st := s.Stats(); st.DeadLetters != uint64(n/2-len(late)) {
		t.Errorf("%d asks: %+v", n, st)
	}
	if grown := int64(heap()) - int64(before); grown > 2<<20 {
		t.Errorf("%d bytes are left after %d asks, half of them given up", grown, n)
	}
}

// giveUp is a context that ends the moment somebody waits for it, and not before.
type giveUp struct {
	context.Context
	err error
}

func (g *giveUp) Done() <-chan struct{} {
	g.err = context.Canceled
	return over
}

func (g *giveUp) Err() error { return g.err }

var over = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
