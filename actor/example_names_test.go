package actor_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// A component with a name is found by it, and a name is taken once.
func ExampleSpawnNamed() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	open := func() *account { return &account{} }
	alice, err := actor.SpawnNamed(system, "alice", open)
	fmt.Println(alice, err)

	_, err = actor.SpawnNamed(system, "alice", open)
	fmt.Println(errors.Is(err, actor.ErrNameTaken))
	// Output:
	// alice <nil>
	// true
}

// Lookup finds a component by its path: the names from the top.
func ExampleLookup() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	actor.SpawnNamed(system, "alice", func() *account { return &account{} })

	alice, err := actor.Lookup[deposit](system, "alice")
	fmt.Println(alice, err)
	alice.Send(ctx, 7)
	system.Rest(ctx)

	_, err = actor.Lookup[deposit](system, "bob")
	fmt.Println(errors.Is(err, actor.ErrNotFound))
	_, err = actor.Lookup[string](system, "alice")
	fmt.Println(errors.Is(err, actor.ErrWrongType))
	// Output:
	// alice <nil>
	// balance 7
	// true
	// true
}
