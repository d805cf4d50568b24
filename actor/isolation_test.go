package actor_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/murmur-go/murmur/actor"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// payload is a message with everything that could be shared by mistake.
type payload struct {
	List   []int
	Nested [][]string
	Dict   map[string][]int
	Ptr    *inner
	Ptrs   []*inner
	Any    any
	Reply  actor.Ref[int]
}

type inner struct{ V []int }

func init() { wire.Register[inner]("actor_test.inner") }

func newPayload() payload {
	return payload{
		List:   []int{1, 2},
		Nested: [][]string{{"a"}, {"b"}},
		Dict:   map[string][]int{"k": {1}},
		Ptr:    &inner{[]int{1}},
		Ptrs:   []*inner{{[]int{1}}},
		Any:    &inner{[]int{1}},
	}
}

// spoil changes all that a payload refers to.
func (l *payload) spoil() {
	l.List[0] = -1
	l.Nested[1][0] = "spoilt"
	l.Dict["k"][0] = -1
	l.Dict["new"] = nil
	l.Ptr.V[0] = -1
	l.Ptrs[0].V[0] = -1
	l.Ptrs[0] = nil
	l.Any.(*inner).V[0] = -1
}

// cargo is an interface as message type: what stands behind it travels by its own type.
type cargo interface{ weight() int }

type (
	copiedCargo     struct{ n int }
	marshaledCargo  struct{ L payload } // not registered: in this process no name is needed
	immutableCargo  struct{ list []int }
	unsendableCargo struct{ C chan int }
)

func (copiedCargo) weight() int     { return 1 }
func (marshaledCargo) weight() int  { return 2 }
func (immutableCargo) weight() int  { return 3 }
func (immutableCargo) Immutable()   {}
func (unsendableCargo) weight() int { return 4 }

// Every way by which a message reaches a component: what the sender does to the value
// afterwards is not seen, nor does the receiver's doing come back.
func TestFaultMutateAfterSend(t *testing.T) {
	ctx := context.Background()
	for name, send := range map[string]func(s *actor.System, r actor.Ref[payload], l payload){
		"Send":    func(_ *actor.System, r actor.Ref[payload], l payload) { r.Send(ctx, l) },
		"TrySend": func(_ *actor.System, r actor.Ref[payload], l payload) { r.TrySend(ctx, l) },
		"Ask": func(_ *actor.System, r actor.Ref[payload], l payload) {
			_, _ = actor.Ask(ctx, r, func(actor.Ref[int]) payload { return l })
		},
		"Topic": func(s *actor.System, r actor.Ref[payload], l payload) {
			topic := actor.NewTopic[payload](s, "loads")
			topic.Subscribe(r)
			topic.Subscribe(actor.SpawnFunc(s, func(_ *actor.Context[payload], l payload) error { l.spoil(); return nil }))
			topic.Publish(ctx, l)
		},
		"pool": func(s *actor.System, r actor.Ref[payload], l payload) {
			pool := actor.SpawnPool(s, 3, func() *probe[payload] {
				return &probe[payload]{receive: func(c *actor.Context[payload], l payload) error { r.Send(c, l); l.spoil(); return nil }}
			}, actor.Broadcast[payload]())
			pool.Send(ctx, l)
		},
		"After": inside(func(c *actor.Context[payload], l payload) { c.After(1, l) }),
		"Every": inside(func(c *actor.Context[payload], l payload) { c.Every(1, l) }),
		"Idle":  inside(func(c *actor.Context[payload], l payload) { c.Idle(1, l) }),
		"Watch": inside(func(c *actor.Context[payload], l payload) {
			r := actor.SpawnFunc(c, func(*actor.Context[int], int) error { return nil })
			c.Watch(r, l)
			r.Stop()
		}),
	} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			got := make(chan payload)
			r := actor.SpawnFunc(s, func(c *actor.Context[payload], l payload) error {
				select {
				case got <- l:
				case <-c.Done():
				}
				return nil
			}, actor.OnFailure(actor.Stop()))
			l := newPayload()
			go func() {
				send(s, r, l)
				l.spoil()
			}()
			n := 1
			if name == "Every" || name == "pool" {
				n = 3 // each isolated anew
			}
			for range n {
				received := get(t, got, "the message")
				if !reflect.DeepEqual(received, newPayload()) {
					t.Fatalf("received %+v", received)
				}
				received.spoil()
			}
			r.Stop()
		})
	}
}

// inside runs f in a component that passes on to r what it receives.
func inside(f func(c *actor.Context[payload], l payload)) func(*actor.System, actor.Ref[payload], payload) {
	return func(s *actor.System, r actor.Ref[payload], l payload) {
		done := make(chan struct{})
		relay := actor.SpawnFunc(s, func(c *actor.Context[payload], m payload) error {
			if m.List == nil {
				f(c, l)
				close(done)
				return nil
			}
			r.Send(c, m)
			m.spoil()
			return nil
		})
		relay.Send(context.Background(), payload{})
		<-done
	}
}

// Answers are isolated like any message, both ways of asking.
func TestLaw2Answers(t *testing.T) {
	s := newSystem(t)
	kept := newPayload()
	r := actor.SpawnFunc(s, func(c *actor.Context[actor.Ref[payload]], reply actor.Ref[payload]) error {
		reply.Send(c, kept)
		kept.spoil()
		kept = newPayload()
		return nil
	})
	build := func(reply actor.Ref[payload]) actor.Ref[payload] { return reply }
	got, err := actor.Ask(soon(t), r, build)
	if err != nil || !reflect.DeepEqual(got, newPayload()) {
		t.Errorf("Ask: %+v, %v", got, err)
	}
	answers := make(chan payload, 1)
	asker := actor.SpawnFunc(s, func(c *actor.Context[int], m int) error {
		if m == 0 {
			actor.AskThen(c, r, -1, build, func(l payload, err error) int { answers <- l; return 1 })
		}
		return nil
	})
	asker.Send(t.Context(), 0)
	if got := get(t, answers, "the answer"); !reflect.DeepEqual(got, newPayload()) {
		t.Errorf("AskThen: %+v", got)
	}
}

func TestLaw2InterfaceMessages(t *testing.T) {
	s := newSystem(t)
	letters := listen(s, s.DeadLetters())
	var got record[cargo]
	r := actor.SpawnFunc(s, func(_ *actor.Context[cargo], m cargo) error { got.add(m); return nil })
	l := newPayload()
	im := immutableCargo{[]int{1}}
	for _, m := range []cargo{copiedCargo{7}, marshaledCargo{l}, &marshaledCargo{l}, im, nil, unsendableCargo{}} {
		r.Send(t.Context(), m)
	}
	l.spoil()
	rest(t, s)
	want := []cargo{copiedCargo{7}, marshaledCargo{newPayload()}, &marshaledCargo{newPayload()}, im, nil}
	if !reflect.DeepEqual(got.all(), want) {
		t.Errorf("got %+v", got.all())
	}
	if &got.all()[3].(immutableCargo).list[0] != &im.list[0] {
		t.Error("what is immutable was copied")
	}
	var refused *wire.TypeError
	for _, l := range letters.all() {
		if l.Reason != actor.ReasonUndecodable || !errors.As(l.Err, &refused) || l.Message != nil {
			t.Errorf("dead letter %+v", l)
		}
	}
	if refused == nil {
		t.Error("no dead letter for what cannot travel")
	}
	// What is not registered cannot stand behind an interface inside a message.
	held := actor.SpawnFunc(s, func(*actor.Context[payload], payload) error { return nil })
	held.Send(t.Context(), payload{Any: marshaledCargo{}})
	rest(t, s)
	if n := len(letters.all()); n != 2 {
		t.Errorf("%d dead letters, want 2", n)
	}
}

// Shared passes the very value, even of types that cannot travel; Marshaled makes a
// new one even where a copy would do.
func TestSharedAndMarshaled(t *testing.T) {
	s := newSystem(t)
	got := make(chan any, 1)
	l := &payload{}
	actor.SpawnFunc(s, func(_ *actor.Context[*payload], m *payload) error { got <- m; return nil }, actor.Shared()).
		Send(t.Context(), l)
	if get(t, got, "a pointer") != any(l) {
		t.Error("Shared gave another pointer")
	}
	c := make(chan int)
	actor.SpawnFunc(s, func(_ *actor.Context[chan int], m chan int) error { got <- m; return nil }, actor.Shared()).
		Send(t.Context(), c)
	if get(t, got, "a channel") != any(c) {
		t.Error("Shared gave another channel")
	}
	marshalings.Store(0)
	actor.SpawnFunc(s, func(_ *actor.Context[counted], m counted) error { got <- m; return nil }, actor.Marshaled()).
		Send(t.Context(), counted{5})
	if get(t, got, "a number") != any(counted{5}) || marshalings.Load() != 2 {
		t.Errorf("Marshaled called %d codec methods, want 2", marshalings.Load())
	}
}

// What is refused at Spawn names the type, the field and the cure.
func TestFaultSilentLoss(t *testing.T) {
	type hidden struct {
		List []int
		note string //lint:ignore U1000 nobody can see it, which is the point
	}
	type embedded struct {
		hidden
		More []int
	}
	type deep struct{ Orders []map[string]hidden }
	type channel struct {
		List []int
		C    chan int
	}
	type function struct{ F func() }
	s := newSystem(t)
	for what, tt := range map[string]struct {
		spawn func()
		want  []string
	}{
		"unexported": {func() { refuse[hidden](s) }, []string{"actor_test.hidden", "hidden.note", "export"}},
		"embedded":   {func() { refuse[embedded](s) }, []string{"embedded", "hidden", "export"}},
		"deep":       {func() { refuse[deep](s) }, []string{"deep.Orders[]", "note", "export"}},
		"channel":    {func() { refuse[channel](s) }, []string{"channel.C", "leave it out"}},
		"function":   {func() { refuse[function](s) }, []string{"function.F", "leave it out"}},
		"named": {func() { _, _ = actor.SpawnNamed(s, "x", always(probe[function]{})) },
			[]string{"function.F", "leave it out"}},
		"pool": {func() { actor.SpawnPool(s, 2, always(probe[function]{}), actor.Random[function]()) },
			[]string{"function.F", "leave it out"}},
		"marshaled": {func() {
			actor.SpawnFunc(s, func(*actor.Context[copiedCargo], copiedCargo) error { return nil }, actor.Marshaled())
		},
			[]string{"copiedCargo.n", "export"}},
	} {
		t.Run(what, func(t *testing.T) {
			defer func() {
				err, ok := recover().(error)
				var refused *wire.TypeError
				if !ok || !errors.As(err, &refused) {
					t.Fatalf("panicked with %v, want a *wire.TypeError", err)
				}
				for _, w := range tt.want {
					if !strings.Contains(err.Error(), w) {
						t.Errorf("%q does not mention %q", err, w)
					}
				}
			}()
			tt.spawn()
		})
	}
	if n := s.Stats().Components; n != 0 {
		t.Errorf("%d components were spawned", n)
	}
}

func refuse[M any](s *actor.System) {
	actor.SpawnFunc(s, func(*actor.Context[M], M) error { return nil })
}

// A message that refers to itself is a dead letter, and the process lives.
func TestLaw8SelfReference(t *testing.T) {
	type node struct {
		Next *node
		Any  []any
	}
	s := newSystem(t)
	letters := listen(s, s.DeadLetters())
	r := actor.SpawnFunc(s, func(*actor.Context[node], node) error { return nil })
	loop := &node{}
	loop.Next = loop
	r.Send(t.Context(), *loop)
	list := make([]any, 1)
	list[0] = list
	r.Send(t.Context(), node{Any: list})
	r.Send(t.Context(), node{})
	rest(t, s)
	for _, l := range letters.all() {
		if l.Reason != actor.ReasonUndecodable || !errors.Is(l.Err, wire.ErrLimit) || !errors.Is(l.Err, actor.ErrUndecodable) {
			t.Errorf("dead letter %v", l.Err)
		}
		if text := fmt.Sprint(l.Message); text != "<nil>" {
			t.Errorf("the dead letter shares %s with its sender", text)
		}
	}
	if n := len(letters.all()); n != 2 {
		t.Errorf("%d dead letters, want 2", n)
	}
}
