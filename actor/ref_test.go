package actor_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/murmur-go/murmur/actor"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// elsewhere is the text of a Ref of another process.
const elsewhere = "orders/42#1234567890abcdef.7"

// The ways out of a Ref and back.
var refCodecs = map[string]struct {
	out func(any) ([]byte, error)
	in  func([]byte, any) error
}{
	"JSON":        {json.Marshal, json.Unmarshal},
	"MessagePack": {msgpack.Marshal, msgpack.Unmarshal},
	"wire": {
		func(v any) ([]byte, error) { return wire.Marshal(v.(book)) },
		func(b []byte, v any) (err error) {
			*v.(*book), err = wire.Unmarshal[book](b, wire.Limits{})
			return err
		},
	},
}

// book is a message with refs in it.
type book struct {
	Boss  actor.Ref[int]
	None  actor.Ref[string]
	Staff []actor.Ref[int]
	Named map[string]actor.Ref[int]
	Known map[actor.Ref[int]]string
}

func TestRefEncodings(t *testing.T) {
	s := newSystem(t)
	nothing := func(*actor.Context[int], int) error { return nil }
	a, b := actor.SpawnFunc(s, nothing), actor.SpawnFunc(s, nothing)
	pool := actor.SpawnPool(s, 2, always(probe[int]{}), actor.RoundRobin[int]())
	for name, c := range refCodecs {
		t.Run(name, func(t *testing.T) {
			sent := book{Boss: a, Staff: []actor.Ref[int]{b, {}, pool}, Named: map[string]actor.Ref[int]{"a": a},
				Known: map[actor.Ref[int]]string{b: "b"}}
			bytes, err := c.out(sent)
			if err != nil {
				t.Fatal(err)
			}
			var got book
			if err := c.in(bytes, &got); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(got) != fmt.Sprint(sent) || got.Boss != a || got.Staff[2] != pool || got.Known[b] != "b" {
				t.Errorf("got %v, want %v", got, sent)
			}
			// The wrong type is an error.
			var wrong struct{ Boss actor.Ref[string] }
			if name != "wire" {
				if err := c.in(bytes, &wrong); !errors.Is(err, actor.ErrWrongType) {
					t.Errorf("as a Ref of another type: %v", err)
				}
			}
			// A component that has stopped is still known.
			b.Stop()
			closed(t, b.Done(), "it stops")
			if bytes, err = c.out(sent); err != nil {
				t.Fatal(err)
			}
			if err := c.in(bytes, &got); err != nil || got.Staff[0] != b {
				t.Errorf("after the stop: %v, %v", got, err)
			}
		})
	}
}

// A Ref from another process leads nowhere, and says so wherever it is used.
func TestRefFromElsewhere(t *testing.T) {
	s := newSystem(t)
	letters := listen(s, s.DeadLetters())
	var r actor.Ref[payload]
	if err := r.UnmarshalText([]byte(elsewhere)); err != nil {
		t.Fatal(err)
	}
	if r.String() != "orders/42" {
		t.Errorf("called %v", r)
	}
	if text, err := r.MarshalText(); err != nil || string(text) != elsewhere {
		t.Errorf("written as %s, %v", text, err)
	}
	closed(t, r.Done(), "it is as good as stopped")
	r.Stop()
	r.Drain()
	r.Send(t.Context(), payload{})
	if r.TrySend(t.Context(), payload{}) {
		t.Error("TrySend said true")
	}
	build := func(reply actor.Ref[int]) payload { return payload{Reply: reply} }
	if _, err := actor.Ask(soon(t), r, build); !errors.Is(err, actor.ErrUnreachable) {
		t.Errorf("Ask: %v", err)
	}
	errs := make(chan error, 2)
	user := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
		if m == 0 {
			c.Watch(r, 1)
			p := newPayload()
			r.Send(c, p)
			p.spoil()
			_, err := actor.Ask(c, r, build)
			errs <- err
			actor.AskThen(c, r, -1, build, func(_ int, err error) int { errs <- err; return 2 })
		}
		return nil
	})
	user.Send(t.Context(), 0)
	for range 2 {
		if err := get(t, errs, "an ask"); !errors.Is(err, actor.ErrUnreachable) {
			t.Errorf("ask in a component: %v", err)
		}
	}
	rest(t, s)
	// What a component sends is a dead letter of its own system.
	for i, l := range letters.all() {
		if l.Target != "orders/42" || l.Reason != actor.ReasonUnreachable || !errors.Is(l.Err, actor.ErrUnreachable) {
			t.Errorf("dead letter %+v", l)
		}
		if m, ok := l.Message.(payload); i == 0 && (!ok || m.List[0] != 1) {
			t.Errorf("the dead letter shows %+v", l.Message)
		}
	}
	if n := len(letters.all()); n != 3 {
		t.Errorf("%d dead letters, want 3", n)
	}
}

// The zero Ref is nobody.
func TestZeroRef(t *testing.T) {
	var r actor.Ref[int]
	r.Send(t.Context(), 1)
	r.Stop()
	r.Drain()
	closed(t, r.Done(), "nobody is done")
	if r.TrySend(t.Context(), 1) || r.String() != "nobody" || r != (actor.Ref[int]{}) {
		t.Errorf("the zero Ref: %v", r)
	}
	if _, err := actor.Ask(soon(t), r, func(actor.Ref[int]) int { return 0 }); !errors.Is(err, actor.ErrStopped) {
		t.Errorf("Ask: %v", err)
	}
	if text, err := r.MarshalText(); err != nil || len(text) > 0 {
		t.Errorf("text %q, %v", text, err)
	}
	s := newSystem(t)
	other := actor.SpawnFunc(s, func(*actor.Context[int], int) error { return nil })
	if err := other.UnmarshalText(nil); err != nil || other != r {
		t.Errorf("from no text: %v, %v", other, err)
	}
}

// Reply refs may travel in marshaled messages, and be answered from there.
func TestReplyRefTravels(t *testing.T) {
	s := newSystem(t)
	r := actor.SpawnFunc(s, func(c *actor.Context[payload], m payload) error {
		m.Reply.Send(c, len(m.List))
		return nil
	})
	got, err := actor.Ask(soon(t), r, func(reply actor.Ref[int]) payload {
		p := newPayload()
		p.Reply = reply
		return p
	})
	if got != 2 || err != nil {
		t.Errorf("answered %d, %v", got, err)
	}
}

// Refs are equal when they lead to the same component, wherever they come from.
func TestRefIsComparable(t *testing.T) {
	s := newSystem(t)
	self := make(chan actor.Ref[int], 1)
	r, err := actor.SpawnNamed(s, "a", always(probe[int]{started: func(c *actor.Context[int]) error {
		self <- c.Self()
		return nil
	}}))
	if err != nil {
		t.Fatal(err)
	}
	found, err := actor.Lookup[int](s, "a")
	if err != nil {
		t.Fatal(err)
	}
	m := map[actor.Ref[int]]int{r: 1, found: 2, get(t, self, "Self"): 3}
	if len(m) != 1 || m[r] != 3 {
		t.Errorf("as keys: %v", m)
	}
}

// Any text gives a Ref or an error, and a Ref can be used and written again.
func FuzzRefText(f *testing.F) {
	for _, text := range []string{"", elsewhere, "a", "#", "#.", "a#b.c", "a#.1", "#b.1", "a#b.0", "a#b.1", "a#b#c.1",
		"a#b.18446744073709551616", "a#b.-1", "a/b/c#b.fF", strings.Repeat("x", 70_000) + "#b.1", "\xff#\x00.1"} {
		f.Add(text)
	}
	s := newSystem(f)
	mine := actor.SpawnFunc(s, func(*actor.Context[int], int) error { return nil })
	text, err := mine.MarshalText()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add(string(text) + "0")
	f.Add(strings.ToUpper(string(text)))
	f.Fuzz(func(t *testing.T, text string) {
		var r actor.Ref[int]
		if err := r.UnmarshalText([]byte(text)); err != nil {
			if r != (actor.Ref[int]{}) {
				t.Errorf("an error, and %v", r)
			}
			if !strings.HasPrefix(err.Error(), "actor: ") {
				t.Errorf("the error is %q", err)
			}
			return
		}
		again, err := r.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var same actor.Ref[int]
		if err := same.UnmarshalText(again); err != nil || same.String() != r.String() {
			t.Errorf("%q is written as %q, which reads as %v, %v", text, again, same, err)
		}
		r.TrySend(t.Context(), 1)
		if r != mine {
			closed(t, r.Done(), "there is nobody")
		}
		b, err := wire.Marshal(book{Boss: r})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := wire.Unmarshal[book](b, wire.Limits{}); err != nil || got.Boss.String() != r.String() {
			t.Errorf("%q crosses as %v, %v", text, got.Boss, err)
		}
	})
}
