package actor_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// word is what a watcher receives: something to do, or the text of a notice.
type word struct {
	do     func(c *actor.Context[word])
	notice string
}

func (word) Immutable() {}

func newWatcher(s *actor.System, got *record[string]) actor.Ref[word] {
	return actor.Spawn(s, always(probe[word]{receive: func(c *actor.Context[word], m word) error {
		if m.do != nil {
			m.do(c)
			return nil
		}
		got.add(m.notice)
		if strings.HasPrefix(m.notice, "fail") {
			return errTest
		}
		return nil
	}}), actor.OnFailure(actor.Restart(1, time.Minute)))
}

func TestWatch(t *testing.T) {
	type context = *actor.Context[word]
	say := func(text string) word { return word{notice: text} }
	for name, tt := range map[string]struct {
		steps func(target, other, zero actor.Ref[int]) []func(c context)
		want  string
	}{
		"before the stop": {func(target, _, _ actor.Ref[int]) []func(context) {
			return []func(context){func(c context) { c.Watch(target, say("a")) }, func(context) { target.Stop() }}
		}, "a"},
		"after the stop": {func(target, _, _ actor.Ref[int]) []func(context) {
			return []func(context){func(context) { target.Stop() }, func(c context) { c.Watch(target, say("a")) }}
		}, "a"},
		"again replaces": {func(target, _, _ actor.Ref[int]) []func(context) {
			return []func(context){
				func(c context) { c.Watch(target, say("a")); c.Watch(target, say("b")) },
				func(context) { target.Stop() }}
		}, "b"},
		"again after the notice": {func(target, _, _ actor.Ref[int]) []func(context) {
			watch := func(c context) { c.Watch(target, say("a")) }
			return []func(context){func(context) { target.Stop() }, watch, watch, watch}
		}, "a a a"},
		"replaced when the notice waits": {func(target, _, _ actor.Ref[int]) []func(context) {
			return []func(context){func(context) { target.Stop() }, func(c context) {
				c.Watch(target, say("a"))
				c.Watch(target, say("b"))
			}}
		}, "b"},
		"unwatched": {func(target, _, _ actor.Ref[int]) []func(context) {
			return []func(context){
				func(c context) { c.Watch(target, say("a")); c.Unwatch(target); c.Unwatch(target) },
				func(context) { target.Stop() }}
		}, ""},
		"unwatched when the notice waits": {func(target, _, _ actor.Ref[int]) []func(context) {
			return []func(context){func(context) { target.Stop() }, func(c context) {
				c.Watch(target, say("a"))
				c.Unwatch(target)
			}}
		}, ""},
		"two targets": {func(target, other, _ actor.Ref[int]) []func(context) {
			return []func(context){
				func(c context) { c.Watch(target, say("a")); c.Watch(other, say("b")) },
				func(context) { other.Stop() }, func(context) { target.Stop() }}
		}, "b a"},
		"nobody": {func(_, _, zero actor.Ref[int]) []func(context) {
			return []func(context){func(c context) { c.Watch(zero, say("a")) }, func(c context) { c.Unwatch(zero) }}
		}, "a"},
		"itself": {func(_, _, _ actor.Ref[int]) []func(context) {
			return []func(context){func(c context) { c.Watch(c.Self(), say("a")); c.Unwatch(c.Self()) }}
		}, ""},
		"over a restart": {func(target, _, _ actor.Ref[int]) []func(context) {
			return []func(context){
				func(c context) { c.Watch(target, say("a")); c.Self().Send(c, say("fail")) },
				func(context) { target.Stop() }}
		}, "fail a"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSystem(t)
			var got record[string]
			nothing := func(*actor.Context[int], int) error { return nil }
			target, other := actor.SpawnFunc(s, nothing), actor.SpawnFunc(s, nothing)
			w := newWatcher(s, &got)
			for _, step := range tt.steps(target, other, actor.Ref[int]{}) {
				w.Send(t.Context(), word{do: step})
				rest(t, s)
			}
			if g := strings.Join(got.all(), " "); g != tt.want {
				t.Errorf("notices %q, want %q", g, tt.want)
			}
		})
	}
}

// The end of a component is told when its hooks have run and its children have ended,
// and what it sent before comes first.
func TestWatchComesLast(t *testing.T) {
	s := newSystem(t)
	var got record[string]
	w := newWatcher(s, &got)
	var ended atomic.Int32
	target := actor.Spawn(s, always(probe[int]{
		started: func(c *actor.Context[int]) error {
			for range 3 {
				actor.Spawn(c, always(probe[int]{stopped: func(*actor.Context[int]) { ended.Add(1) }}))
			}
			return nil
		},
		stopped: func(c *actor.Context[int]) {
			if ended.Add(1) == 4 {
				w.Send(c, word{notice: "last words"})
			}
		},
	}))
	w.Send(t.Context(), word{do: func(c *actor.Context[word]) { c.Watch(target, word{notice: "over"}) }})
	rest(t, s)
	target.Stop()
	closed(t, target.Done(), "it stops")
	rest(t, s)
	if want := []string{"last words", "over"}; !slices.Equal(got.all(), want) {
		t.Errorf("got %q, want %q", got.all(), want)
	}
}

// A pool has ended when its last worker has.
func TestWatchPool(t *testing.T) {
	s := newSystem(t)
	var got record[string]
	w := newWatcher(s, &got)
	pool := actor.SpawnPool(s, 3, always(probe[int]{receive: func(c *actor.Context[int], _ int) error {
		c.Stop()
		return nil
	}}), actor.RoundRobin[int]())
	watch := word{do: func(c *actor.Context[word]) { c.Watch(pool, word{notice: "over"}) }}
	w.Send(t.Context(), watch)
	for i := range 3 {
		rest(t, s)
		if n := len(got.all()); n != 0 {
			t.Fatalf("told with %d workers left", 3-i)
		}
		pool.Send(t.Context(), 0)
	}
	closed(t, pool.Done(), "all workers have ended")
	rest(t, s)
	w.Send(t.Context(), watch)
	rest(t, s)
	if want := []string{"over", "over"}; !slices.Equal(got.all(), want) {
		t.Errorf("got %q, want %q", got.all(), want)
	}
}

// Watching, unwatching and stopping at the same time: one notice, or, unwatched, none.
func TestWatchRaces(t *testing.T) {
	s := newSystem(t)
	rounds := scale(5_000)
	nothing := func(*actor.Context[int], int) error { return nil }
	var notices, unwatched atomic.Int32
	w := actor.SpawnFunc(s, func(c *actor.Context[word], m word) error {
		if m.do != nil {
			m.do(c)
		} else if m.notice == "" {
			notices.Add(1)
		} else {
			unwatched.Add(1)
		}
		return nil
	})
	for range rounds {
		a, b := actor.SpawnFunc(s, nothing), actor.SpawnFunc(s, nothing)
		w.Send(t.Context(), word{do: func(c *actor.Context[word]) { c.Watch(a, word{}); c.Watch(b, word{notice: "never"}) }})
		w.Send(t.Context(), word{do: func(c *actor.Context[word]) { c.Unwatch(b) }})
		a.Stop()
		go b.Stop()
	}
	rest(t, s)
	for s.Stats().Components > 1 {
		rest(t, s)
	}
	rest(t, s)
	// A notice may come before the Unwatch, but then it is not too late.
	if n := notices.Load(); n != int32(rounds) {
		t.Errorf("%d notices, want %d", n, rounds)
	}
	t.Logf("%d notices came before Unwatch", unwatched.Load())
}
