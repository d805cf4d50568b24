package actor_test

import (
	"context"
	"fmt"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// After sends the component a message later.
func ExampleContext_After() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	egg := actor.SpawnFunc(system, func(c *actor.Context[string], m string) error {
		fmt.Println(m)
		if m == "start" {
			c.After(20*time.Millisecond, "done")
			c.After(time.Millisecond, "halfway")
		}
		if m == "done" {
			c.Stop()
		}
		return nil
	})
	egg.Send(ctx, "start")
	<-egg.Done()
	// Output:
	// start
	// halfway
	// done
}

// clock ticks three times.
type clock struct {
	ticks int
	timer *actor.Timer
}

func (k *clock) Started(c *actor.Context[string]) error {
	k.timer = c.Every(time.Millisecond, "tick")
	return nil
}

func (k *clock) Receive(c *actor.Context[string], m string) error {
	k.ticks++
	fmt.Println(m, k.ticks)
	if k.ticks == 3 {
		fmt.Println("prevented more:", k.timer.Stop())
		c.Stop()
	}
	return nil
}

// Every sends the component a message again and again; at most one of them waits.
func ExampleContext_Every() {
	system := actor.NewSystem()
	defer system.Shutdown(context.Background())

	k := actor.Spawn(system, func() *clock { return &clock{} })
	<-k.Done()
	// Output:
	// tick 1
	// tick 2
	// tick 3
	// prevented more: true
}
