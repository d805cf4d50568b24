package actor_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// told is a then that makes the result the message.
func told[R any](r R, err error) string {
	switch {
	case err == nil:
		return fmt.Sprint(r)
	case errors.Is(err, context.DeadlineExceeded):
		return "deadline"
	case errors.Is(err, actor.ErrStopped):
		return "stopped"
	case errors.Is(err, actor.ErrFailed):
		return "failed"
	}
	return err.Error()
}

func TestAskThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSystem(t)
		answers := actor.SpawnFunc(s, double)
		fails := actor.SpawnFunc(s, func(*actor.Context[question], question) error { return errors.New("no") })
		mute := actor.SpawnFunc(s, func(*actor.Context[question], question) error { return nil })
		var nobody actor.Ref[question]
		dead := actor.SpawnFunc(s, double)
		dead.Stop()
		closed(t, dead.Done(), "the end")
		var got []string
		r := actor.SpawnFunc(s, func(c hands, m string) error {
			if m != "start" {
				got = append(got, fmt.Sprintf("%s@%d", m, time.Since(bubbleStart).Milliseconds()))
				return nil
			}
			actor.AskThen(c, answers, time.Second, ask(21), told)
			rest := func(to actor.Ref[question], d time.Duration) { actor.AskThen(c, to, d, ask(1), told) }
			rest(fails, time.Second)
			rest(dead, time.Second)
			rest(nobody, -1)
			rest(mute, time.Second)
			rest(mute, 0)
			rest(mute, -1) // for ever
			actor.AskThen(c, actor.Ref[question]{}, 0, ask(1), told)
			// It may ask itself: nobody waits.
			actor.AskThen(c, c.Self(), time.Minute, func(actor.Ref[string]) string { return "self" }, told)
			return nil
		})
		r.Send(context.Background(), "start")
		time.Sleep(time.Hour)
		rest(t, s)
		slices.Sort(got)
		if want := "42@0 deadline@0 deadline@1000 deadline@60000 failed@0 self@0 stopped@0 stopped@0 stopped@0"; strings.Join(got, " ") != want {
			t.Errorf("\n got %s\nwant %s", strings.Join(got, " "), want)
		}
	})
}

// TestAskThenAnsweredInBuild: build may give the ref to others, who answer at once.
func TestAskThenAnsweredInBuild(t *testing.T) {
	s := newSystem(t)
	mute := actor.SpawnFunc(s, func(*actor.Context[question], question) error { return nil })
	got := make(chan string, 1)
	r := actor.SpawnFunc(s, func(c hands, m string) error {
		if m != "start" {
			got <- m
			return nil
		}
		actor.AskThen(c, mute, time.Hour, func(reply actor.Ref[int]) question {
			go reply.Send(context.Background(), 7)
			return question{1, reply}
		}, told)
		return nil
	})
	for range scale(2000) {
		r.Send(context.Background(), "start")
		if m := get(t, got, "the answer"); m != "7" {
			t.Fatal(m)
		}
	}
}

func TestGo(t *testing.T) {
	s := newSystem(t)
	got := make(chan string, 1)
	works := map[string]func(context.Context) (int, error){
		"42":                    func(context.Context) (int, error) { return 42, nil },
		"no luck":               func(context.Context) (int, error) { return 0, errors.New("no luck") },
		"panic: oh":             func(context.Context) (int, error) { panic("oh") },
		"runtime.Goexit called": func(context.Context) (int, error) { runtime.Goexit(); return 1, nil },
	}
	r := actor.SpawnFunc(s, func(c hands, m string) error {
		if work := works[m]; work != nil {
			actor.Go(c, work, func(n int, err error) string { return "got " + told(n, err) })
			return nil
		}
		got <- m
		return nil
	})
	for want := range works {
		r.Send(context.Background(), want)
		if m := get(t, got, want); m != "got "+want {
			t.Errorf("%q, want %q", m, want)
		}
	}
}

// TestGoIsCanceled with its component, and its result is then a dead letter.
func TestGoIsCanceled(t *testing.T) {
	s := newSystem(t)
	graves := watchGraves(s)
	working, over := make(chan struct{}), make(chan error, 1)
	r := actor.SpawnFunc(s, func(c hands, m string) error {
		actor.Go(c, func(ctx context.Context) (int, error) {
			ctx, cancel := context.WithTimeout(ctx, time.Hour)
			defer cancel()
			close(working)
			<-ctx.Done()
			over <- ctx.Err()
			return 1, nil
		}, told)
		return nil
	})
	r.Send(context.Background(), "start")
	closed(t, working, "work")
	r.Stop()
	if err := get(t, over, "the cancellation"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for graves.count(actor.ReasonStopped) != 1 {
		runtime.Gosched()
	}
}

// TestFaultContinuationAfterRestart: answers for an earlier incarnation are dropped and
// reported; those of this one are not.
func TestFaultContinuationAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSystem(t)
		graves := watchGraves(s)
		slow := actor.SpawnFunc(s, func(c *actor.Context[question], q question) error {
			c.Block(func() { time.Sleep(time.Minute) })
			return double(c, q)
		})
		var got []string
		start := func(c hands, n int) {
			actor.AskThen(c, slow, -1, ask(n), told)
			actor.Go(c, func(context.Context) (int, error) { time.Sleep(time.Minute); return n, nil }, told)
			c.Self().Send(c, "stash")
		}
		r := actor.SpawnFunc(s, func(c hands, m string) error {
			switch m {
			case "fail":
				start(c, 1)
				return errors.New("no")
			case "start":
				start(c, 100)
			default:
				got = append(got, m)
			}
			return nil
		})
		r.Send(context.Background(), "fail")
		r.Send(context.Background(), "start")
		time.Sleep(time.Hour)
		rest(t, s)
		if want := []string{"stash", "stash", "100", "200"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		if n := graves.count(actor.ReasonExpired); n != 2 {
			t.Errorf("%d results expired, want 2", n)
		}
	})
}

// TestThenRunsInTheComponent: like a handler, panics included; and it runs once, also
// when its message is stashed.
func TestThenRunsInTheComponent(t *testing.T) {
	s := newSystem(t)
	answers := actor.SpawnFunc(s, double)
	state, thens := 0, 0 // guarded by nothing but the component
	got := make(chan string, 1)
	r := actor.SpawnFunc(s, func(c hands, m string) error {
		state++
		switch m {
		case "ask":
			actor.AskThen(c, answers, -1, ask(1), func(n int, err error) string {
				state++
				thens++
				return told(n, err)
			})
		case "panic":
			actor.AskThen(c, answers, -1, ask(1), func(int, error) string { panic("in then") })
		case "2":
			if thens < 3 {
				return c.Stash()
			}
			got <- fmt.Sprint(thens)
		case "unstash":
			thens += 2
			c.Unstash()
		}
		return nil
	}, actor.OnFailure(actor.Resume()))
	r.Send(context.Background(), "panic")
	rest(t, s)
	if n := s.Stats().Failures; n != 1 {
		t.Errorf("%d failures of a then that panics", n)
	}
	r.Send(context.Background(), "ask")
	for s.Stats().Queued != 1 { // stashed
		runtime.Gosched()
	}
	r.Send(context.Background(), "unstash")
	if n := get(t, got, "the stashed answer"); n != "3" {
		t.Errorf("then ran %s times, less 2", n)
	}
}

// TestAnswerOutlivesOverflow: a full mailbox never drops the answer.
func TestAnswerOutlivesOverflow(t *testing.T) {
	for _, overflow := range []actor.Overflow{actor.DropNewest, actor.DropOldest} {
		s := newSystem(t)
		answers := actor.SpawnFunc(s, double)
		got := make(chan string, 1)
		r := actor.SpawnFunc(s, func(c hands, m string) error {
			switch m {
			case "start":
				actor.AskThen(c, answers, -1, ask(1), told)
				c.Block(func() {
					for s.Stats().Queued != 1 { // the answer, or what took its room
						runtime.Gosched()
					}
				})
				for range 3 {
					c.Self().Send(c, "flood")
				}
			case "2":
				got <- m
			}
			return nil
		}, actor.Bounded(1, overflow))
		r.Send(context.Background(), "start")
		get(t, got, "the answer")
	}
}
