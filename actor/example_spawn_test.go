package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// deposit is a message: an account gets amounts.
type deposit int

// account is a component's behaviour. Only its own handler touches the balance, so it needs no lock.
type account struct{ balance int }

func (a *account) Receive(c *actor.Context[deposit], m deposit) error {
	a.balance += int(m)
	fmt.Println("balance", a.balance)
	return nil
}

// A component with state is a type with Receive, and a function that makes one.
func ExampleSpawn() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	a := actor.Spawn(system, func() *account { return &account{} })
	a.Send(ctx, 10)
	a.Send(ctx, 32)
	system.Rest(ctx)
	// Output:
	// balance 10
	// balance 42
}

// Where a function is enough, a component is a function.
func ExampleSpawnFunc() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	printer := actor.SpawnFunc(system, func(c *actor.Context[string], line string) error {
		fmt.Println(line)
		return nil
	})
	printer.Send(ctx, "first")
	printer.Send(ctx, "second")
	system.Rest(ctx)
	// Output:
	// first
	// second
}

// What is sent is the receiver's own: the sender may go on using its value.
func ExampleRef_Send() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	printer := actor.SpawnFunc(system, func(c *actor.Context[[]string], words []string) error {
		fmt.Println(words)
		return nil
	})
	words := []string{"as", "it", "was"}
	printer.Send(ctx, words)
	words[2] = "is"
	system.Rest(ctx)
	// Output: [as it was]
}
