package actor_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// Shutdown handles what is queued, then ends all components.
func ExampleSystem_Shutdown() {
	ctx := context.Background()
	system := actor.NewSystem()

	a := actor.Spawn(system, func() *account { return &account{} })
	a.Send(ctx, 1)
	a.Send(ctx, 2)
	fmt.Println(system.Shutdown(ctx))
	<-a.Done()
	// Output:
	// balance 1
	// balance 3
	// <nil>
}

// When its context ends first, Shutdown stops what is left, and says who that was.
func ExampleSystem_Shutdown_late() {
	system := actor.NewSystem()
	begun := make(chan bool)
	sleeper := actor.SpawnFunc(system, func(c *actor.Context[string], m string) error {
		close(begun)
		c.Block(func() { <-c.Done() }) // until it is stopped
		return nil
	})
	sleeper.Send(context.Background(), "sleep")
	<-begun

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := system.Shutdown(ctx)
	fmt.Println(err)
	fmt.Println(errors.Is(err, context.Canceled))
	<-sleeper.Done()
	// Output:
	// actor: shutdown: context canceled; still running: ~1
	// true
}
