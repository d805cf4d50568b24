// Hello asks a component for a greeting, and is the smallest useful program.
//
//	go run ./examples/hello
package main

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

type greet struct {
	Name  string
	Reply actor.Ref[string]
}

func main() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	greeter := actor.SpawnFunc(system, func(c *actor.Context[greet], m greet) error {
		m.Reply.Send(c, "hello, "+m.Name)
		return nil
	})

	answer, err := actor.Ask(ctx, greeter, func(r actor.Ref[string]) greet { return greet{"world", r} })
	fmt.Println(answer, err)
}
