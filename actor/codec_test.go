package actor_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/murmur-go/murmur/actor"
)

// marshalings counts calls of counted's methods.
var marshalings atomic.Int32

type counted struct{ N int }

func (c counted) MarshalMsgpack() ([]byte, error) {
	marshalings.Add(1)
	return msgpack.Marshal(c.N)
}

func (c *counted) UnmarshalMsgpack(b []byte) error {
	marshalings.Add(1)
	return msgpack.Unmarshal(b, &c.N)
}

// fragile is a message whose codec fails where its name says: "out" in the sender,
// "in" in the receiver. The rest of the name says how.
type fragile struct{ Name string }

func (f fragile) at(where string) error {
	if how, ok := strings.CutPrefix(f.Name, where+" "); ok {
		return failures[how]()
	}
	return nil
}

// It has a pointer, so that it is marshaled also where a copy would do.
type fragileMsgpack struct {
	F fragile
	_ *int
}

func (f fragileMsgpack) MarshalMsgpack() ([]byte, error) {
	if err := f.F.at("out"); err != nil {
		return nil, err
	}
	return msgpack.Marshal(f.F.Name)
}

func (f *fragileMsgpack) UnmarshalMsgpack(b []byte) error {
	if err := msgpack.Unmarshal(b, &f.F.Name); err != nil {
		return err
	}
	return f.F.at("in")
}

type fragileText struct{ F fragile }

func (f fragileText) MarshalText() ([]byte, error) {
	if err := f.F.at("out"); err != nil {
		return nil, err
	}
	return []byte(f.F.Name), nil
}

func (f *fragileText) UnmarshalText(b []byte) error {
	f.F.Name = string(b)
	return f.F.at("in")
}

// A codec that fails in the sender makes a dead letter, in the receiver too; a Goexit
// ends the goroutine it is called on, which for a component is a failure.
func TestLaw7PanicsInCodecs(t *testing.T) {
	t.Run("msgpack", func(t *testing.T) {
		codecFails(t, func(name string) fragileMsgpack { return fragileMsgpack{F: fragile{name}} })
	})
	t.Run("text", func(t *testing.T) {
		codecFails(t, func(name string) fragileText { return fragileText{fragile{name}} })
	})
}

func codecFails[M any](t *testing.T, named func(string) M) {
	for how := range failures {
		exits := strings.Contains(how, "exit")
		for _, where := range []string{"in", "out"} {
			t.Run(where+" "+how, func(t *testing.T) {
				s := newSystem(t, actor.WithWorkers(1))
				letters := listen(s, s.DeadLetters())
				var got record[string]
				policy := actor.OnFailure(actor.Resume())
				r := actor.SpawnFunc(s, func(_ *actor.Context[M], m M) error { got.add(fmt.Sprint(m)); return nil },
					actor.Marshaled(), policy)
				bad, good := named(where+" "+how), named("good")
				relay := actor.SpawnFunc(s, func(c *actor.Context[M], m M) error { r.Send(c, m); return nil }, actor.Shared(), policy)
				relay.Send(t.Context(), bad)
				relay.Send(t.Context(), good)
				done := make(chan struct{})
				go func() {
					defer close(done)
					r.Send(context.Background(), bad)
				}()
				<-done
				rest(t, s)
				if n := len(got.all()); n != 1 {
					t.Errorf("handled %v, want one", got.all())
				}
				// The same for what ends as a dead letter without being handled, and is shown.
				r.Stop()
				closed(t, r.Done(), "it stops")
				relay.Send(t.Context(), bad)
				relay.Send(t.Context(), good)
				rest(t, s)
				reasons := map[actor.Reason]int{}
				for _, l := range letters.all() {
					reasons[l.Reason]++
					if l.Message != nil && l.Message != any(bad) && l.Message != any(good) {
						t.Errorf("dead letter %+v", l)
					}
					if l.Reason == actor.ReasonUndecodable && !errors.Is(l.Err, actor.ErrUndecodable) {
						t.Errorf("dead letter with %v", l.Err)
					}
				}
				want := map[actor.Reason]int{actor.ReasonUndecodable: 2, actor.ReasonStopped: 2}
				switch {
				case where == "out" && exits: // the relay fails, twice; the outside sender's goroutine ends
					want = map[actor.Reason]int{actor.ReasonFailed: 2, actor.ReasonStopped: 1}
				case where == "out":
					want = map[actor.Reason]int{actor.ReasonUndecodable: 3, actor.ReasonStopped: 1}
				case exits:
					want = map[actor.Reason]int{actor.ReasonFailed: 2, actor.ReasonStopped: 2}
				}
				if fmt.Sprint(reasons) != fmt.Sprint(want) {
					t.Errorf("dead letters %v, want %v", reasons, want)
				}
				neighbour(t, s)
			})
		}
	}
}

// An answer whose codec fails fails for who asks, and harms nobody.
func TestLaw7PanicsInAnswers(t *testing.T) {
	for how := range failures {
		for _, where := range []string{"in", "out"} {
			t.Run(where+" "+how, func(t *testing.T) {
				s := newSystem(t, actor.WithWorkers(1))
				bad := fragileMsgpack{F: fragile{where + " " + how}}
				type reply = actor.Ref[fragileMsgpack]
				build := func(r reply) reply { return r }
				r := actor.SpawnFunc(s, func(c *actor.Context[reply], to reply) error {
					to.Send(c, bad)
					return nil
				}, actor.OnFailure(actor.Resume()))
				done := make(chan error, 1)
				go func() {
					err := errors.New("the goroutine ended")
					defer func() { done <- err }()
					_, err = actor.Ask(context.Background(), r, build)
				}()
				if err := get(t, done, "the ask"); err == nil {
					t.Error("Ask gave no error")
				}
				asker := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
					if m == 0 {
						actor.AskThen(c, r, -1, build, func(_ fragileMsgpack, err error) int {
							if err == nil {
								t.Error("AskThen gave no error")
							}
							return 1
						})
						return nil
					}
					done <- errTest
					return nil
				})
				exits := strings.Contains(how, "exit")
				events := listen(s, s.Events())
				asker.Send(t.Context(), 0)
				rest(t, s)
				failed := ""
				for _, e := range events.all() {
					if e.Kind == actor.EventFailed {
						failed = e.Path
					}
				}
				want := ""
				if exits {
					if want = asker.String(); where == "out" {
						want = r.String()
					}
				}
				if failed != want {
					t.Errorf("%q failed, want %q", failed, want)
				}
				neighbour(t, s)
			})
		}
	}
}
