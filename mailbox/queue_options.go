package mailbox

import (
	"fmt"
	"reflect"
)

// QueueOption changes what NewQueue makes. Of two options of one kind the later counts.
type QueueOption func(*queueOptions)

// queueOptions is what the options say, before NewQueue has checked it. onDrop is a func(T) of any T: options are not
// generic, so that one that has nothing to do with the values needs no type parameter.
type queueOptions struct {
	bounded  bool
	capacity int
	overflow Overflow
	onDrop   any
	dropType reflect.Type
	onPanic  func(value any, stack []byte)
}

// WithCapacity bounds the queue to n waiting values; o says which value is dropped when one more comes. Consumers that
// wait are not bounded. n below 1 or an o that is no constant of this package is a programmer's error: NewQueue panics.
// Without this option a queue is bounded by memory alone.
func WithCapacity(n int, o Overflow) QueueOption {
	return func(s *queueOptions) { s.bounded, s.capacity, s.overflow = true, n, o }
}

// OnDrop has f called with each value that no consumer will get: dropped because the queue was full, or produced after
// Close. f runs once per value, outside every lock, in the goroutine of the Produce that caused the drop, and so holds up
// that producer and nobody else; it may use the queue. Calls of different producers may overlap. A panic of f is
// contained (see OnPanic); a Goexit in f ends the producer's goroutine, since Go has no way to stop it, but leaves the
// queue whole. Without this option such values are discarded silently.
//
// T must be the value type of the queue, and f not nil: else NewQueue panics.
func OnDrop[T any](f func(T)) QueueOption {
	return func(s *queueOptions) { s.onDrop, s.dropType = f, reflect.TypeFor[T]() }
}

// OnPanic has f called with what a callback of the queue (the done of BeginConsume, or OnDrop's) panicked with, and the
// stack at that point. A panic never leaves the queue: it harms neither the producer nor other consumers. Without this
// option it is discarded, so give one wherever a callback might have a bug. f runs in the goroutine of the callback,
// outside every lock; a panic of f itself is discarded. f must not be nil: NewQueue panics.
func OnPanic(f func(value any, stack []byte)) QueueOption {
	return func(s *queueOptions) {
		if f == nil {
			panic("mailbox: OnPanic needs a function, not nil")
		}
		s.onPanic = f
	}
}

// applyOptions checks opts and sets up q by them.
func (q *Queue[T]) applyOptions(opts []QueueOption) {
	var s queueOptions
	for i, o := range opts {
		if o == nil {
			panic(fmt.Sprintf("mailbox: NewQueue: option %d is nil", i+1))
		}
		o(&s)
	}
	if s.bounded {
		if s.capacity < 1 {
			panic(fmt.Sprintf("mailbox: WithCapacity(%d, %v): a queue holds at least 1 value; leave the option out for no bound", s.capacity, s.overflow))
		}
		if s.overflow != DropNewest && s.overflow != DropOldest {
			panic(fmt.Sprintf("mailbox: WithCapacity(%d, %v): want DropNewest or DropOldest", s.capacity, s.overflow))
		}
		q.capacity, q.overflow = s.capacity, s.overflow
	}
	if s.onDrop != nil {
		f, ok := s.onDrop.(func(T))
		if !ok {
			panic(fmt.Sprintf("mailbox: OnDrop[%v] for a Queue[%v]: its function must take the queue's values", s.dropType, reflect.TypeFor[T]()))
		}
		if f == nil {
			panic("mailbox: OnDrop needs a function, not nil")
		}
		q.onDrop = f
	}
	q.onPanic = s.onPanic
}
