// Package mailbox holds the queues of murmur.
//
// [Queue] is for programs: values wait for consumers, or consumers for values, never both. A consumer waits under a
// context, for a time, or without keeping a goroutine at all. [Mailbox] is for schedulers, and what a component has: many
// producers, one consumer, and the question "must somebody be told that there is work?" answered by the same atomic
// operation that queues.
//
// The shortest whole program:
//
//	package main
//
//	import (
//		"context"
//		"fmt"
//
//		"github.com/murmur-go/murmur/mailbox"
//	)
//
//	func main() {
//		q := mailbox.NewQueue[string]()
//		go q.Produce("hello")
//		s, err := q.Consume(context.Background())
//		fmt.Println(s, err) // hello <nil>
//	}
//
// # What you can rely on
//
//   - A producer never waits for a consumer, and runs none of its code.
//   - Values of one producer are consumed in the order produced; what a producer did before is seen by who gets its value.
//   - Each value is taken once, and by somebody who still waits: a consumer that timed out or was cancelled takes none.
//   - Consumers of a Queue are served first come, first served.
//   - What was consumed is not kept reachable, and buffers shrink when a burst is over.
//   - Nothing waits or ticks in an empty queue: no goroutine, no timer.
//
// # Which one
//
// Goroutines that want values take a Queue: it is what a channel is, without the fixed size, with deadlines, with a say in
// what is dropped, and with [Queue.BeginConsume] for consumers that are not goroutines. A Mailbox is driven by who schedules
// its consumer, as package actor does; its comment states that contract.
//
// Values are passed as by an assignment: what they point to is shared. Isolation is the business of
// [github.com/murmur-go/murmur/mailbox/wire], which package actor puts in front.
package mailbox
