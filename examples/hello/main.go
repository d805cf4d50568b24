// Hello asks a component for a greeting.
//
//	go run ./examples/hello
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/murmur-go/murmur/actor"
)

type greet struct {
	Name  string
	Reply actor.Ref[string]
}

func greeter(c *actor.Context[greet], m greet) error {
	m.Reply.Send(c, "hello, "+m.Name)
	return nil
}

func main() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	g := actor.SpawnFunc(system, greeter)
	answer, err := actor.Ask(ctx, g, func(r actor.Ref[string]) greet { return greet{"world", r} })
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer)
}
