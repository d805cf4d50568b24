package mailbox_test

import (
	"context"
	"fmt"
	"sync"

	"github.com/murmur-go/murmur/mailbox"
)

// Values wait for a consumer; after Close what is queued is still consumed.
func ExampleQueue() {
	orders := mailbox.NewQueue[string]()
	orders.Produce("two teas")
	orders.Produce("one coffee")
	orders.Close()

	ctx := context.Background()
	for {
		order, err := orders.Consume(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(order)
	}
	// Output:
	// two teas
	// one coffee
	// mailbox: queue closed
}

// A full queue drops; whoever wants to know of it says so with OnDrop.
func ExampleWithCapacity() {
	readings := mailbox.NewQueue[int](
		mailbox.WithCapacity(2, mailbox.DropOldest),
		mailbox.OnDrop(func(v int) { fmt.Println("dropped", v) }))
	for v := range 4 {
		readings.Produce(v)
	}
	fmt.Println(readings.Len(), "wait")
	// Output:
	// dropped 0
	// dropped 1
	// 2 wait
}

// Consumers wait, without a goroutine, for values to come. Each done begins the next call.
func ExampleQueue_BeginConsume() {
	ctx := context.Background()
	lines := mailbox.NewQueue[string]()
	var all sync.WaitGroup
	all.Add(1)

	var next func(line string, err error)
	next = func(line string, err error) {
		if err != nil {
			fmt.Println("end:", err)
			all.Done()
			return
		}
		fmt.Println("got", line)
		lines.BeginConsume(ctx, next)
	}
	call := lines.BeginConsume(ctx, next)
	fmt.Println("waiting:", lines.Waiting(), "synchronous:", call.Synchronous())

	lines.Produce("hello")
	lines.Produce("world")
	lines.Close()
	all.Wait()
	// Output:
	// waiting: 1 synchronous: false
	// got hello
	// got world
	// end: mailbox: queue closed
}

// A range loop consumes until the queue is closed and empty, or the context is over.
func ExampleQueue_All() {
	numbers := mailbox.NewQueue[int]()
	go func() {
		for i := range 4 {
			numbers.Produce(i * i)
		}
		numbers.Close()
	}()
	for n := range numbers.All(context.Background()) {
		fmt.Println(n)
	}
	// Output:
	// 0
	// 1
	// 4
	// 9
}
