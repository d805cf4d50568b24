package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

type gone struct{ Who string }

// Watch tells the end of another component, exactly once, in a message of one's choice.
func ExampleContext_Watch() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	printer := actor.SpawnFunc(system, func(c *actor.Context[string], m string) error {
		fmt.Println("printing", m)
		return nil
	})

	watcher := actor.SpawnFunc(system, func(c *actor.Context[any], m any) error {
		switch m := m.(type) {
		case actor.Ref[string]:
			c.Watch(m, gone{"the printer"})
		case gone:
			fmt.Println(m.Who, "has stopped")
		}
		return nil
	})
	watcher.Send(ctx, printer)
	system.Rest(ctx)

	printer.Send(ctx, "a last page")
	printer.Drain()
	<-printer.Done()
	system.Rest(ctx)
	// Output:
	// printing a last page
	// the printer has stopped
}
