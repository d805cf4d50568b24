package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// Nothing vanishes: what no one handled is a dead letter, with the reason.
func ExampleSystem_DeadLetters() {
	ctx := context.Background()
	system := actor.NewSystem(quiet)
	defer system.Shutdown(ctx)

	clerk := actor.SpawnFunc(system, func(c *actor.Context[actor.DeadLetter], l actor.DeadLetter) error {
		fmt.Printf("%v for %s: %s\n", l.Message, l.Target, l.Reason)
		return nil
	})
	system.DeadLetters().Subscribe(clerk)

	alice, _ := actor.SpawnNamed(system, "alice", func() *account { return &account{} })
	alice.Stop()
	<-alice.Done()
	alice.Send(ctx, 5)
	system.Rest(ctx)

	s := system.Stats()
	fmt.Println("sent", s.Sent, "handled", s.Handled, "dead letters", s.DeadLetters)
	// Output:
	// 5 for alice: stopped
	// sent 2 handled 1 dead letters 1
}
