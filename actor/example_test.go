package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// The smallest useful program: a component, a message, an answer.
func Example() {
	type greet struct {
		Name  string
		Reply actor.Ref[string]
	}

	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	greeter := actor.SpawnFunc(system, func(c *actor.Context[greet], m greet) error {
		m.Reply.Send(c, "hello, "+m.Name)
		return nil
	})

	answer, err := actor.Ask(ctx, greeter, func(r actor.Ref[string]) greet { return greet{"world", r} })
	fmt.Println(answer, err)
	// Output: hello, world <nil>
}
