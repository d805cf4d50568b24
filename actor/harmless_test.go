package actor_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"github.com/murmur-go/murmur/actor"
)

// An ask that is answered before its message is on its way is nothing to wait for: whom it
// was for may ask the asker.
func TestAskAnsweredInsideBuildLeavesNoWait(t *testing.T) {
	s := newSystem(t)
	var asker, asked actor.Ref[question]
	first := make(chan error, 1)
	asker = actor.SpawnFunc(s, func(c *actor.Context[question], q question) error {
		if q.N == 1 {
			_, err := actor.Ask(c, asked, func(r actor.Ref[int]) question {
				r.Send(c, 7)
				return question{N: 0, Reply: r}
			})
			first <- err
		}
		q.Reply.Send(c, q.N)
		return nil
	})
	asked = actor.SpawnFunc(s, func(c *actor.Context[question], q question) error {
		if q.N == 2 {
			n, err := actor.Ask(c, asker, func(r actor.Ref[int]) question { return question{N: 3, Reply: r} })
			if err != nil {
				n = -1
			}
			q.Reply.Send(c, n)
		}
		return nil
	})
	ask := func(to actor.Ref[question], n int) (int, error) {
		return actor.Ask(soon(t), to, func(r actor.Ref[int]) question { return question{N: n, Reply: r} })
	}
	if _, err := ask(asker, 1); err != nil {
		t.Fatal(err)
	}
	if err := get(t, first, "the ask that was answered at once"); err != nil {
		t.Fatal(err)
	}
	if n, err := ask(asked, 2); n != 3 || err != nil {
		t.Errorf("the asker, idle now, answered %d, %v; want 3", n, err)
	}
}

// stuckHandler is a log handler that never returns while the gate is closed.
type stuckHandler struct{ gate chan struct{} }

func (stuckHandler) Enabled(context.Context, slog.Level) bool { return true }
func (h stuckHandler) Handle(context.Context, slog.Record) error {
	<-h.gate
	return errors.New("too late")
}
func (h stuckHandler) WithAttrs([]slog.Attr) slog.Handler { return h }
func (h stuckHandler) WithGroup(string) slog.Handler      { return h }

// A logger that is stuck holds up neither senders nor components.
func TestLaw1StuckLogger(t *testing.T) {
	h := stuckHandler{make(chan struct{})}
	s := newSystem(t, actor.WithLogger(slog.New(h)))
	dead := actor.SpawnFunc(s, func(*actor.Context[int], int) error { return nil })
	dead.Stop()
	closed(t, dead.Done(), "the end")
	failing := actor.SpawnFunc(s, func(*actor.Context[int], int) error { return errors.New("no") },
		actor.OnFailure(actor.Resume()))
	for i := range 100 {
		dead.Send(background, i)
		failing.Send(background, i)
	}
	rest(t, s)
	close(h.gate)
}

// A Context that is nobody's is as good a hint as none.
func TestZeroContextIsNoHint(t *testing.T) {
	s := newSystem(t)
	got := make(chan int, 1)
	ref := actor.SpawnFunc(s, func(_ *actor.Context[int], n int) error { got <- n; return nil })
	ref.Send(new(actor.Context[int]), 5)
	if n := get(t, got, "the message"); n != 5 {
		t.Errorf("got %d", n)
	}
}
