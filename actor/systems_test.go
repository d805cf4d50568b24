package actor_test

import (
	"context"
	"testing"

	"github.com/murmur-go/murmur/actor"
)

// Components of two systems may talk, each with its own Context: every system keeps
// its own books, and its components run on its own workers.
func TestTwoSystemsTalk(t *testing.T) {
	a, b := newSystem(t, actor.WithWorkers(1)), newSystem(t, actor.WithWorkers(2))
	n := scale(20_000)
	done := make(chan struct{})
	var ping, pong actor.Ref[int]
	pong = actor.SpawnFunc(b, func(c *actor.Context[int], m int) error { ping.Send(c, m+1); return nil })
	ping = actor.SpawnFunc(a, func(c *actor.Context[int], m int) error {
		if m >= n {
			close(done)
			return nil
		}
		pong.Send(c, m)
		return nil
	})
	ping.Send(context.Background(), 0)
	closed(t, done, "the rally ends")
	rest(t, a)
	rest(t, b)
	if st := a.Stats(); st.Sent != uint64(n)+1 {
		t.Errorf("one system counts %d messages, want %d", st.Sent, n+1)
	}
	if st := b.Stats(); st.Sent != uint64(n) {
		t.Errorf("the other counts %d messages, want %d", st.Sent, n)
	}
	// One system's end is not the other's.
	if err := a.Shutdown(soon(t)); err != nil {
		t.Fatal(err)
	}
	pong.Send(context.Background(), 0)
	rest(t, b)
	if st := a.Stats(); st.DeadLetters != 1 {
		t.Errorf("%d dead letters for who has stopped, want 1", st.DeadLetters)
	}
}

// Pools, asks and topics of another system, with the Context of this one.
func TestForeignContext(t *testing.T) {
	a, b := newSystem(t), newSystem(t)
	echo := actor.SpawnPool(b, 2, always(probe[actor.Ref[int]]{
		receive: func(c *actor.Context[actor.Ref[int]], reply actor.Ref[int]) error { reply.Send(c, 7); return nil },
	}), actor.RoundRobin[actor.Ref[int]]())
	heard := listen(b, actor.NewTopic[int](b, "numbers"))
	answers := make(chan int, 2)
	asker := actor.SpawnFunc(a, func(c *actor.Context[int], m int) error {
		if m > 0 {
			answers <- m
			return nil
		}
		build := func(r actor.Ref[int]) actor.Ref[int] { return r }
		got, err := actor.Ask(c, echo, build)
		answers <- got
		actor.NewTopic[int](b, "numbers").Publish(c, got)
		actor.AskThen(c, echo, -1, build, func(n int, err error) int { return n })
		return err
	})
	asker.Send(t.Context(), 0)
	for range 2 {
		if got := get(t, answers, "an answer"); got != 7 {
			t.Errorf("answer %d, want 7", got)
		}
	}
	rest(t, a)
	rest(t, b)
	if len(heard.all()) != 1 {
		t.Errorf("heard %v", heard.all())
	}
}
