package actor_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
	"github.com/murmur-go/murmur/mailbox"
)

// TestAskHandsTheWorkerOn has a long chain of components wait for each other on one worker,
// under contexts of every kind.
func TestAskHandsTheWorkerOn(t *testing.T) {
	s := newSystem(t, actor.WithWorkers(1))
	depth := scale(1000)
	var next actor.Ref[question]
	for i := range depth + 1 {
		after := next
		next = actor.SpawnFunc(s, func(c *actor.Context[question], q question) error {
			if q.N == 0 {
				q.Reply.Send(c, 0)
				return nil
			}
			ctx := context.Context(c)
			if i%2 == 0 {
				var cancel func()
				ctx, cancel = context.WithTimeout(context.WithValue(c, key{}, 1), patience)
				defer cancel()
			}
			n, err := actor.Ask(ctx, after, ask(q.N-1))
			q.Reply.Send(c, n+1)
			return err
		})
	}
	if n, err := actor.Ask(soon(t), next, ask(depth)); n != depth || err != nil {
		t.Errorf("%d, %v, want %d", n, err, depth)
	}
}

// TestConsumeHandsTheWorkerOn does the same with a Queue.
func TestConsumeHandsTheWorkerOn(t *testing.T) {
	s := newSystem(t, actor.WithWorkers(1))
	q := mailbox.NewQueue[int]()
	got := make(chan int)
	for range 100 {
		actor.SpawnFunc(s, func(c *actor.Context[ball], _ ball) error {
			n, err := q.Consume(c)
			got <- n
			return err
		}).Send(context.Background(), ball{})
	}
	producer := actor.SpawnFunc(s, func(_ *actor.Context[int], n int) error { q.Produce(n); return nil })
	sum := 0
	for i := range 100 {
		producer.Send(context.Background(), i)
		sum += get(t, got, "a consumer")
	}
	if sum != 4950 {
		t.Errorf("sum %d", sum)
	}
}

// TestFaultAskCycle: whoever closes a circle gets ErrCycle at once; nobody else is affected.
func TestFaultAskCycle(t *testing.T) {
	for _, length := range []int{1, 2, 3, 7} {
		s := newSystem(t, actor.WithWorkers(1))
		refs := make([]actor.Ref[question], length)
		errs := make([]error, length)
		for i := range refs {
			refs[i] = actor.SpawnFunc(s, func(c *actor.Context[question], q question) error {
				ctx, cancel := context.WithCancel(c)
				defer cancel()
				var n int
				if n, errs[i] = actor.Ask(ctx, refs[(i+1)%length], ask(q.N+1)); errs[i] != nil {
					n = q.N
				}
				q.Reply.Send(c, n)
				return nil
			})
		}
		// The last one finds the circle; all others get their answers.
		if n, err := actor.Ask(soon(t), refs[0], ask(0)); n != length-1 || err != nil {
			t.Errorf("circle of %d: %d, %v", length, n, err)
		}
		rest(t, s)
		for i, err := range errs {
			if i < length-1 && err != nil || i == length-1 && !errors.Is(err, actor.ErrCycle) {
				t.Errorf("circle of %d: number %d got %v", length, i, err)
			}
		}
	}
}

// TestAskCycleRace has two components ask each other at the same time: they never both
// wait, and the ask that was answered may be followed by one the other way round.
func TestAskCycleRace(t *testing.T) {
	s := newSystem(t, actor.WithWorkers(2))
	var refs [2]actor.Ref[question]
	done := make(chan error)
	for i := range refs {
		refs[i] = actor.SpawnFunc(s, func(c *actor.Context[question], q question) error {
			if q.N == 0 {
				return double(c, q)
			}
			_, err := actor.Ask(c, refs[1-i], ask(0))
			done <- err
			return nil
		})
	}
	cycles := 0
	for range scale(20_000) {
		refs[0].Send(context.Background(), question{N: 1})
		refs[1].Send(context.Background(), question{N: 1})
		failed := 0
		for range refs {
			switch err := get(t, done, "an answer or ErrCycle"); {
			case errors.Is(err, actor.ErrCycle):
				failed++
			case err != nil:
				t.Fatal(err)
			}
		}
		if failed == 2 {
			t.Fatal("both got ErrCycle: each was awaited by nobody when the other failed")
		}
		cycles += failed
	}
	t.Logf("%d cycles", cycles)
}

// TestReplyRef is about the address that an ask gives away.
func TestReplyRef(t *testing.T) {
	s := newSystem(t)
	graves := watchGraves(s)
	refs := make(chan actor.Ref[int], 1)
	keeper := actor.SpawnFunc(s, func(_ *actor.Context[question], q question) error { refs <- q.Reply; return nil })
	for name, end := range map[string]func(r actor.Ref[int], cancel func()){
		"answered": func(r actor.Ref[int], _ func()) { r.Send(context.Background(), 7) },
		"tried":    func(r actor.Ref[int], _ func()) { r.TrySend(context.Background(), 7) },
		"given up": func(_ actor.Ref[int], cancel func()) { cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			result := make(chan error, 1)
			go func() {
				_, err := actor.Ask(ctx, keeper, ask(1))
				result <- err
			}()
			r := get(t, refs, "the reply ref")
			r.Stop() // nobody can stop an asker so
			r.Drain()
			done := r.Done()
			select {
			case <-done:
				t.Error("Done while the asker waits")
			default:
			}
			end(r, cancel)
			if err := get(t, result, "the result"); (err == nil) != (name != "given up") {
				t.Errorf("%v", err)
			}
			closed(t, done, "Done of the reply ref")
			closed(t, r.Done(), "Done, asked for afterwards")
			before := graves.count(actor.ReasonExpired)
			r.Send(context.Background(), 8)
			if r.TrySend(context.Background(), 9) {
				t.Error("TrySend of a late reply is true")
			}
			rest(t, s)
			if n := graves.count(actor.ReasonExpired) - before; n != 1 {
				t.Errorf("%d dead letters of a late reply", n)
			}
		})
	}
}

// TestAskOfAReply asks through a reply ref that is over.
func TestAskOfAReply(t *testing.T) {
	s := newSystem(t)
	var spent actor.Ref[question]
	r := actor.SpawnFunc(s, func(c *actor.Context[actor.Ref[question]], r actor.Ref[question]) error {
		spent = r
		r.Send(c, question{})
		return nil
	})
	if _, err := actor.Ask(soon(t), r, func(r actor.Ref[question]) actor.Ref[question] { return r }); err != nil {
		t.Fatal(err)
	}
	if _, err := actor.Ask(soon(t), spent, ask(1)); !errors.Is(err, actor.ErrExpired) {
		t.Errorf("%v, want ErrExpired", err)
	}
}

// TestContextIsOnlyAHint passes components' contexts around while they come and go.
func TestContextIsOnlyAHint(t *testing.T) {
	s := newSystem(t)
	q := mailbox.NewQueue[int]()
	r := actor.SpawnFunc(s, double)
	var lent record[*actor.Context[ball]]
	own := []actor.SpawnOption{actor.OwnGoroutine()}
	for i := range 32 {
		opts := own[:i%2]
		actor.SpawnFunc(s, func(c *actor.Context[ball], m ball) error {
			lent.add(c)
			if m.N%3 == 0 {
				c.Stop()
			}
			return nil
		}, opts...).Send(context.Background(), ball{i})
	}
	rest(t, s)
	contexts := lent.all()
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for i := range scale(4000) {
				c := contexts[(i*7+g)%len(contexts)]
				switch (i + g) % 5 {
				case 0:
					r.Send(c, question{})
				case 1:
					_, err := actor.Ask(c, r, ask(1))
					if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, actor.ErrCycle) {
						t.Error(err)
					}
				case 2:
					actor.SpawnFunc(c, func(*actor.Context[ball], ball) error { return nil }).Stop()
				case 3:
					q.Produce(1)
					if _, err := q.Consume(c); err != nil && !errors.Is(err, context.Canceled) {
						t.Error(err)
					}
				case 4:
					ctx, cancel := context.WithTimeout(c, time.Hour)
					r.Send(ctx, question{})
					r.TrySend(c, question{})
					cancel()
					c.Self().Send(c, ball{1})
				}
			}
		})
	}
	all.Wait()
	rest(t, s)
}

type key struct{}
