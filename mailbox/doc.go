// Package mailbox holds the queues of murmur.
//
// [Mailbox] is what a component has: many producers, one consumer, and the
// question "must somebody be told that there is work?" answered by the same
// atomic operation that queues. [Queue] is the method queue: values wait for
// consumers, or consumers for values, never both.
//
// The shortest whole program:
//
//	q := mailbox.NewQueue[string]()
//	go q.Produce("hello")
//	s, err := q.Consume(context.Background())
//	fmt.Println(s, err) // hello <nil>
//
// Guarantees of both: a producer never waits for a consumer, values of one
// producer are consumed in the order produced, what was consumed is not kept
// reachable, and buffers shrink when a burst is over.
package mailbox
