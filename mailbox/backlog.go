package mailbox

import "reflect"

// backlog holds the values that wait for a consumer, oldest first, in a chain of stretches. Nothing is ever moved: push and
// pop are O(1) each, never O(n) for one unlucky caller, as a ring that is copied to a larger one would be. A slot is
// zeroed as it is popped, so that the collector does not see what has gone.
//
// A new stretch is as long as what already waits, within limits: a queue of one value needs few bytes, and a million
// values few stretches. At most one drained stretch is kept for reuse while values wait, so a stream through a standing
// backlog allocates nothing; when the backlog empties only small ones stay, so a burst leaves nothing behind.
//
// The zero value is empty and has no memory of its own. The caller holds the queue's lock.
type backlog[T any] struct {
	first *stretch[T] // holds the oldest value, at head; nil when there is no memory
	last  *stretch[T] // takes the next value, at tail
	spare *stretch[T] // drained, to be used next; nil when empty
	head  int
	tail  int
	size  int
}

// stretch is one piece of a backlog. Its values are an allocation of their own, free of pointers when T is.
type stretch[T any] struct {
	values []T
	next   *stretch[T]
	keep   bool // small enough to stay with an empty queue
}

const (
	stretchFirst = 8        // values in the first stretch of an empty backlog, if they fit in stretchKeep
	stretchKeep  = 512      // bytes in each of the two stretches that an empty queue may hold on to
	stretchMost  = 64 << 10 // bytes in one stretch, unless one value alone is larger
)

// push appends v.
func (b *backlog[T]) push(v T) {
	if b.last == nil || b.tail == len(b.last.values) {
		b.extend()
	}
	b.last.values[b.tail] = v
	b.tail++
	b.size++
}

// pop takes the oldest value, if there is one.
func (b *backlog[T]) pop() (v T, ok bool) {
	if b.size == 0 {
		return v, false
	}
	var none T
	slot := &b.first.values[b.head]
	v, *slot = *slot, none
	b.head++
	b.size--
	if b.size == 0 {
		b.rewind()
	} else if b.head == len(b.first.values) {
		b.advance()
	}
	return v, true
}

// extend adds room at the end: the spare, or a new stretch.
func (b *backlog[T]) extend() {
	s := b.spare
	if s == nil {
		s = newStretch[T](b.size)
	}
	b.spare = nil
	if b.last == nil {
		b.first, b.head = s, 0
	} else {
		b.last.next = s
	}
	b.last, b.tail = s, 0
}

// advance leaves the first stretch, which is drained and has a successor.
func (b *backlog[T]) advance() {
	s := b.first
	b.first, b.head = s.next, 0
	s.next = nil
	if b.spare == nil || len(b.spare.values) < len(s.values) {
		b.spare = s
	}
}

// rewind starts again at the beginning of the only stretch left, or with nothing; what is large goes.
func (b *backlog[T]) rewind() {
	b.head, b.tail = 0, 0
	if b.spare != nil && !b.spare.keep {
		b.spare = nil
	}
	if !b.last.keep {
		b.first, b.last = nil, nil
	}
}

// newStretch makes a stretch for a backlog that holds size values.
func newStretch[T any](size int) *stretch[T] {
	bytes := max(1, int(reflect.TypeFor[T]().Size()))
	keep := max(1, stretchKeep/bytes)
	most := max(1, stretchMost/bytes)
	length := min(max(size, min(stretchFirst, keep)), most)
	return &stretch[T]{values: make([]T, length), keep: length <= keep}
}
