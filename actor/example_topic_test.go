package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// A topic carries values to whoever has subscribed.
func ExampleTopic() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	prices := actor.NewTopic[int](system, "prices")
	board := actor.SpawnFunc(system, func(c *actor.Context[int], price int) error {
		fmt.Println("price", price)
		return nil
	})
	unsubscribe := prices.Subscribe(board)
	prices.Publish(ctx, 99)
	prices.Publish(ctx, 101)
	unsubscribe()
	prices.Publish(ctx, 5)
	system.Rest(ctx)
	// Output:
	// price 99
	// price 101
}
