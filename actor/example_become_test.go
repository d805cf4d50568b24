package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// door is a state machine: in each state another function receives.
type door struct{}

func (d *door) Receive(c *actor.Context[string], m string) error { return d.closed(c, m) }

func (d *door) closed(c *actor.Context[string], m string) error {
	fmt.Println("closed, then", m)
	if m == "open" {
		c.Become(d.open)
	}
	return nil
}

func (d *door) open(c *actor.Context[string], m string) error {
	fmt.Println("open, then", m)
	if m == "close" {
		c.Unbecome()
	}
	return nil
}

// Become lets another function receive, until Unbecome.
func ExampleContext_Become() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	d := actor.Spawn(system, func() *door { return &door{} })
	for _, m := range []string{"knock", "open", "knock", "close", "knock"} {
		d.Send(ctx, m)
	}
	system.Rest(ctx)
	// Output:
	// closed, then knock
	// closed, then open
	// open, then knock
	// open, then close
	// closed, then knock
}
