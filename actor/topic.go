package actor

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
)

// Topic carries values to whoever has subscribed: each gets a message of its own,
// isolated like any other. Safe for concurrent use; publishing never blocks.
type Topic[T any] struct {
	mu   sync.Mutex
	refs atomic.Pointer[[]Ref[T]] // replaced, never changed
}

// topicKey makes topics of one name and different types different topics.
type topicKey struct {
	name string
	of   reflect.Type
}

// NewTopic returns the system's topic of that name and type; the same one each time.
func NewTopic[T any](s *System, name string) *Topic[T] {
	key := topicKey{name, reflect.TypeFor[T]()}
	if t, ok := s.topics.Load(key); ok {
		return t.(*Topic[T])
	}
	t, _ := s.topics.LoadOrStore(key, &Topic[T]{})
	return t.(*Topic[T])
}

// Publish sends v to every subscriber. ctx is as for Ref.Send. Values of one publisher
// arrive in the order published. Cost: one send for each subscriber.
func (t *Topic[T]) Publish(ctx context.Context, v T) {
	var over []Ref[T]
	for _, r := range t.subscribers() {
		if r.over() {
			over = append(over, r)
			continue
		}
		r.Send(ctx, v)
	}
	for _, r := range over {
		t.remove(r)
	}
}

// publish is Publish for the runtime's own topics: functions of a subscriber that run in
// the sender, as Priority's, must not end what the runtime is at.
func (t *Topic[T]) publish(v T) {
	for _, r := range t.subscribers() {
		if !r.cell.plain {
			contained(func() { t.Publish(context.Background(), v) })
			return
		}
	}
	t.Publish(context.Background(), v)
}

// Subscribe adds r, once however often it is called, until unsubscribe, which may be called
// again, or r's end, which the next Publish notices. Cost: a copy of the list.
func (t *Topic[T]) Subscribe(r Ref[T]) (unsubscribe func()) {
	if r.cell == nil {
		return func() {}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if refs := t.subscribers(); !slices.Contains(refs, r) {
		refs = append(slices.Clip(slices.Clone(refs)), r)
		t.refs.Store(&refs)
	}
	return func() { t.remove(r) }
}

func (t *Topic[T]) remove(r Ref[T]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	refs := slices.DeleteFunc(slices.Clone(t.subscribers()), func(other Ref[T]) bool { return other == r })
	t.refs.Store(&refs)
}

func (t *Topic[T]) subscribers() []Ref[T] {
	if refs := t.refs.Load(); refs != nil {
		return *refs
	}
	return nil
}

// wanted reports whether publishing would reach anyone.
func (t *Topic[T]) wanted() bool { return len(t.subscribers()) > 0 }

// over reports whether r's component has ended.
func (r Ref[M]) over() bool {
	return r.cell.hasEnded() || r.cell.answered()
}
