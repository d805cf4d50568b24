package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// At the edge of a program, where load comes in faster than it can be handled, a bound
// and TrySend tell the producer.
func ExampleRef_TrySend() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	begun, proceed := make(chan bool), make(chan bool)
	slow := actor.SpawnFunc(system, func(c *actor.Context[string], order string) error {
		if order == "first" {
			close(begun)
			c.Block(func() { <-proceed }) // takes its time
		}
		fmt.Println("handled", order)
		return nil
	}, actor.Bounded(2, actor.DropNewest))

	fmt.Println(slow.TrySend(ctx, "first"))
	<-begun // it is in hand now, and does not count
	for _, order := range []string{"second", "third", "fourth"} {
		fmt.Println(slow.TrySend(ctx, order), order)
	}
	close(proceed)
	system.Rest(ctx)
	// Output:
	// true
	// true second
	// true third
	// false fourth
	// handled first
	// handled second
	// handled third
}
