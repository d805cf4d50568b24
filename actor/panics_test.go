package actor_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// goexit is a handler's way to end its goroutine under its feet.
func goexit() error {
	runtime.Goexit()
	return nil
}

// Values to panic with that are traps for whoever prints them.
type (
	trapError    struct{}
	trapStringer struct{}
	trapFormat   int
	trapIs       struct{}
)

func (trapError) Error() string                { panic("Error of a panic value") }
func (trapStringer) String() string            { panic("String of a panic value") }
func (trapFormat) Format(fmt.State, rune)      { panic("Format of a panic value") }
func (trapIs) Error() string                   { return "trapIs" }
func (trapIs) Is(error) bool                   { panic("Is of a panic value") }
func (trapIs) Unwrap() error                   { panic("Unwrap of a panic value") }
func (trapStringer) LogValue() slog.Value      { panic("LogValue of a panic value") }
func (trapError) MarshalText() ([]byte, error) { panic("MarshalText of a panic value") }

// failures are the ways in which code fails, but for an error returned.
var failures = map[string]func() error{
	"panic":          func() error { panic("boom") },
	"panic nil":      func() error { panic(nil) },
	"panic error":    func() error { panic(errTest) },
	"panic int":      func() error { panic(42) },
	"panic func":     func() error { panic(func() {}) },
	"panic trap":     func() error { panic(trapError{}) },
	"panic stringer": func() error { panic(trapStringer{}) },
	"panic format":   func() error { panic(trapFormat(1)) },
	"panic is":       func() error { panic(trapIs{}) },
	"nil pointer":    func() error { var p *typedNil; p.text = ""; return nil },
	"goexit":         goexit,
	"nested":         func() error { defer func() { panic("two") }(); panic("one") },
	"deferred exit":  func() error { defer runtime.Goexit(); panic("one") },
	"error trap":     func() error { return trapError{} },
	"error is":       func() error { return trapIs{} },
	"error nil":      func() error { var e *typedNil; return e },
}

type typedNil struct{ text string }

func (e *typedNil) Error() string { return e.text }

// neighbour shows that the workers live: it answers.
func neighbour(t *testing.T, s *actor.System) {
	t.Helper()
	r := actor.SpawnFunc(s, func(c *actor.Context[actor.Ref[int]], reply actor.Ref[int]) error {
		reply.Send(c, 7)
		return nil
	})
	got, err := actor.Ask(soon(t), r, func(reply actor.Ref[int]) actor.Ref[int] { return reply })
	if got != 7 || err != nil {
		t.Fatalf("the neighbour answered %d, %v", got, err)
	}
	r.Stop()
}

func TestFaultPanicsEverywhere(t *testing.T) {
	for name, fail := range failures {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/%d", name, workers), func(t *testing.T) {
				var text strings.Builder
				s := newSystem(t, actor.WithWorkers(workers), actor.WithLogger(slog.New(slog.NewTextHandler(&text, nil))))
				listen(s, s.Events())
				listen(s, s.DeadLetters())
				for where, p := range map[string]*probe[int]{
					"factory": nil,
					"Started": {started: func(*actor.Context[int]) error { return fail() }},
					"Receive": {receive: func(*actor.Context[int], int) error { return fail() }},
					"Stopped": {stopped: func(*actor.Context[int]) { _ = fail() }},
				} {
					before := s.Stats()
					r := actor.Spawn(s, func() *probe[int] {
						if p == nil {
							if err := fail(); err != nil {
								panic(err)
							}
						}
						return p
					}, actor.OnFailure(actor.Restart(2, time.Minute)), actor.Bounded(5, actor.DropNewest))
					r.Send(t.Context(), 1)
					r.Send(t.Context(), 2)
					rest(t, s)
					r.Stop()
					closed(t, r.Done(), where+" failed, and it still stops")
					rest(t, s)
					none := where == "Stopped" && strings.HasPrefix(name, "error") // it returns none
					if st := s.Stats(); st.Failures == before.Failures && !none {
						t.Errorf("%s: no failure counted", where)
					}
					neighbour(t, s)
				}
			})
		}
	}
}

// Continuations run in the component, and fail like a handler.
func TestLaw7PanicsInContinuations(t *testing.T) {
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t, actor.WithWorkers(1))
			letters := listen(s, s.DeadLetters())
			echo := actor.SpawnFunc(s, func(c *actor.Context[actor.Ref[int]], reply actor.Ref[int]) error {
				reply.Send(c, 7)
				return nil
			})
			errs := make(chan error, 1)
			begin := func(where string, c *actor.Context[string]) {
				then := func(int, error) string {
					if err := fail(); err != nil {
						panic(err)
					}
					return "not reached"
				}
				switch where {
				case "AskThen":
					actor.AskThen(c, echo, -1, func(r actor.Ref[int]) actor.Ref[int] { return r }, then)
				case "AskThen late":
					actor.AskThen(c, echo, 0, func(r actor.Ref[int]) actor.Ref[int] { return r }, then)
				case "Go":
					actor.Go(c, func(context.Context) (int, error) { return 0, nil }, then)
				case "work of Go":
					actor.Go(c, func(context.Context) (int, error) { return 0, fail() }, func(_ int, err error) string {
						errs <- err
						return "handled"
					})
				case "After":
					c.After(0, "fail")
				case "Every":
					c.Every(time.Microsecond, "fail")
				case "Idle":
					c.Idle(time.Microsecond, "fail")
				}
			}
			for _, where := range []string{"AskThen", "AskThen late", "Go", "work of Go", "After", "Every", "Idle"} {
				failed := make(chan struct{}, 1)
				r := actor.Spawn(s, func() *probe[string] {
					return &probe[string]{
						receive: func(c *actor.Context[string], m string) error {
							if m == "fail" {
								return fail()
							}
							if m != "handled" {
								begin(m, c)
							}
							return nil
						},
						stopped: func(*actor.Context[string]) { failed <- struct{}{} },
					}
				})
				r.Send(t.Context(), where)
				if where == "work of Go" {
					if err := get(t, errs, where); err == nil {
						t.Errorf("%s: no error", where)
					}
				} else {
					closed(t, failed, where+" fails the component, which ends its instance")
				}
				r.Stop()
				closed(t, r.Done(), "it stops")
			}
			rest(t, s)
			neighbour(t, s)
			for _, l := range letters.all() {
				if l.Message == "fail" || l.Message == nil || l.Reason == actor.ReasonStopped {
					continue
				}
				if l.Reason == actor.ReasonFailed {
					t.Errorf("dead letter %+v: want the message that failed, or nil where there was none yet", l)
				}
			}
		})
	}
}

// A logger that fails, in any way, harms nobody.
func TestLaw7PanicsInLogger(t *testing.T) {
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t, actor.WithWorkers(1), actor.WithLogger(slog.New(failingHandler{fail})))
			r := actor.SpawnFunc(s, func(*actor.Context[int], int) error { return errTest },
				actor.OnFailure(actor.Restart(1, time.Minute)))
			r.Send(t.Context(), 1)
			r.Send(t.Context(), 2)
			r.Send(t.Context(), 3)
			closed(t, r.Done(), "it fails twice")
			sent := make(chan struct{})
			go func() {
				r.Send(context.Background(), 4) // its dead letter is logged here
				close(sent)
			}()
			closed(t, sent, "the sender goes on")
			rest(t, s)
			neighbour(t, s)
		})
	}
}

type failingHandler struct{ fail func() error }

func (h failingHandler) Enabled(context.Context, slog.Level) bool  { return h.fail() == nil }
func (h failingHandler) Handle(context.Context, slog.Record) error { return h.fail() }
func (h failingHandler) WithAttrs([]slog.Attr) slog.Handler        { return h }
func (h failingHandler) WithGroup(string) slog.Handler             { return h }

// A function in the sender that panics makes the message a dead letter.
func TestLaw7PanicsInSendersFunctions(t *testing.T) {
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t, actor.WithWorkers(1))
			letters := listen(s, s.DeadLetters())
			fails := func(m int) int {
				if m == 1 {
					if err := fail(); err != nil {
						panic(err)
					}
				}
				return m
			}
			var got record[int]
			receive := func(_ *actor.Context[int], m int) error { got.add(m); return nil }
			ranked := actor.SpawnFunc(s, receive, actor.Priority(fails))
			pool := actor.SpawnPool(s, 2, always(probe[int]{receive: receive}),
				actor.Hash(func(m int) string { return fmt.Sprint(fails(m)) }))
			exits := strings.Contains(name, "exit")
			for _, to := range []actor.Ref[int]{ranked, pool} {
				// A Goexit ends the goroutine that it is called on, as always; no more than that.
				done := make(chan struct{})
				go func() {
					defer close(done)
					to.Send(context.Background(), 1)
					if exits {
						t.Error("a Goexit did not end its goroutine")
					}
				}()
				<-done
				to.Send(t.Context(), 2)
			}
			// In a component it is a failure of the component.
			sender := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
				ranked.Send(c, m)
				return nil
			}, actor.OnFailure(actor.Resume()))
			sender.Send(t.Context(), 1)
			sender.Send(t.Context(), 2)
			rest(t, s)
			if n := len(got.all()); n != 3 {
				t.Errorf("%d handled, want 3", n)
			}
			for _, l := range letters.all() {
				if l.Message != 1 || l.Reason != actor.ReasonFailed || !errors.Is(l.Err, actor.ErrFailed) {
					t.Errorf("dead letter %+v", l)
				}
			}
			want := 3
			if exits {
				want = 1
			}
			if n := len(letters.all()); n != want {
				t.Errorf("%d dead letters, want %d: %+v", n, want, letters.all())
			}
			neighbour(t, s)
		})
	}
}

// The same of a subscriber of the runtime's own topics, whose functions run in the
// middle of the runtime.
func TestLaw7PanicsInObserversFunctions(t *testing.T) {
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t, actor.WithWorkers(1))
			fails := func() {
				if err := fail(); err != nil {
					panic(err)
				}
			}
			s.Events().Subscribe(actor.SpawnFunc(s, func(*actor.Context[actor.Event], actor.Event) error { return nil },
				actor.Priority(func(actor.Event) int { fails(); return 0 })))
			s.DeadLetters().Subscribe(actor.SpawnPool(s, 2, always(probe[actor.DeadLetter]{}),
				actor.Hash(func(actor.DeadLetter) string { fails(); return "" })))
			r := actor.SpawnFunc(s, func(*actor.Context[int], int) error { return errTest }, actor.OnFailure(actor.Stop()))
			r.Send(t.Context(), 1)
			r.Send(t.Context(), 2)
			closed(t, r.Done(), "it stops")
			rest(t, s)
			neighbour(t, s)
		})
	}
}
