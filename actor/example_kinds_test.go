package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// What a lamp is told: a message type that is an interface, and the types that are in it.
type (
	lampMessage interface{ forLamp() }
	turn        struct{ On bool }
	dim         struct{ Percent int }
)

func (turn) forLamp() {}
func (dim) forLamp()  {}

// A component that takes messages of several kinds takes an interface.
func ExampleBehavior() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	lamp := actor.SpawnFunc(system, func(c *actor.Context[lampMessage], m lampMessage) error {
		switch m := m.(type) {
		case turn:
			fmt.Println("on:", m.On)
		case dim:
			fmt.Println("light:", m.Percent)
		}
		return nil
	})
	lamp.Send(ctx, turn{On: true})
	lamp.Send(ctx, dim{Percent: 30})
	system.Rest(ctx)
	// Output:
	// on: true
	// light: 30
}
