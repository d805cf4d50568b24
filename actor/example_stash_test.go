package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// Stash keeps what comes too early; Unstash brings it back, in order.
func ExampleContext_Stash() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	connected := false
	link := actor.SpawnFunc(system, func(c *actor.Context[string], m string) error {
		switch {
		case m == "connected":
			connected = true
			c.Unstash()
		case !connected:
			return c.Stash()
		default:
			fmt.Println("write", m)
		}
		return nil
	})
	for _, m := range []string{"one", "two", "connected", "three"} {
		link.Send(ctx, m)
	}
	system.Rest(ctx)
	// Output:
	// write one
	// write two
	// write three
}
