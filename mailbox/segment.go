package mailbox

import (
	"reflect"
	"sync"
	"sync/atomic"
)

const (
	// shortLength is the length of the first segment of a mailbox: a component
	// with a handful of messages waiting should not hold kilobytes.
	shortLength = 8
	// longBytes is the size that later segments aim at: their header and links
	// weigh little beside it, and a half-used last one does too.
	longBytes = 4 << 10
)

// segment is a fixed run of entries in a Mailbox's list. The values lie in a
// slice of their own, so that the collector need not look into it when T holds
// no pointers, however long the list grows.
type segment[T any] struct {
	next   *segment[T] // written once, before the first entry behind it is published
	values []T
	// riders is given by the first producer that has one, under the mailbox's lock
	// and before that entry is published: a consumer that was shown an entry
	// therefore sees the slice that holds its rider. It is atomic because the
	// consumer also looks here for entries that have none.
	riders atomic.Pointer[[]any]
}

// shape is what all mailboxes of one T share: how long its segments are, and
// those that are free.
type shape[T any] struct {
	long        int
	shorts, big sync.Pool
}

// shapes holds the one shape of each type, under a typed nil as its key.
var shapes sync.Map

func shapeOf[T any]() *shape[T] {
	key := (*T)(nil)
	if s, ok := shapes.Load(key); ok {
		return s.(*shape[T])
	}
	size := max(int(reflect.TypeFor[T]().Size()), 1)
	s, _ := shapes.LoadOrStore(key, &shape[T]{long: min(max(longBytes/size, shortLength), 512)})
	return s.(*shape[T])
}

// get returns an empty segment: a short one to begin a list, long ones after it.
func (s *shape[T]) get(first bool) *segment[T] {
	pool, length := &s.big, s.long
	if first || s.long == shortLength {
		pool, length = &s.shorts, shortLength
	}
	if g, _ := pool.Get().(*segment[T]); g != nil {
		return g
	}
	return &segment[T]{values: make([]T, length)}
}

// put takes back a segment whose entries have all been taken, and so cleared.
func (s *shape[T]) put(g *segment[T]) {
	g.next = nil
	if len(g.values) == shortLength {
		s.shorts.Put(g)
	} else {
		s.big.Put(g)
	}
}

func (g *segment[T]) addRiders() {
	riders := make([]any, len(g.values))
	g.riders.Store(&riders)
}

func (g *segment[T]) set(i uint16, v T, rider any) {
	g.values[i] = v
	if rider == nil {
		return
	}
	(*g.riders.Load())[i] = rider
}

// take moves entry i out, leaving nothing of it behind.
func (g *segment[T]) take(i uint16) (v T, rider any) {
	var zero T
	v, g.values[i] = g.values[i], zero
	if riders := g.riders.Load(); riders != nil {
		rider, (*riders)[i] = (*riders)[i], nil
	}
	return v, rider
}
