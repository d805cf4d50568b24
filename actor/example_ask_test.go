package actor_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/murmur-go/murmur/actor"
)

type square struct {
	Of    int
	Reply actor.Ref[int]
}

func squares(c *actor.Context[square], m square) error {
	m.Reply.Send(c, m.Of*m.Of)
	return nil
}

// A message that wants an answer carries the address of who waits for it.
func ExampleAsk() {
	system := actor.NewSystem()
	defer system.Shutdown(context.Background())

	calculator := actor.SpawnFunc(system, squares)

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	n, err := actor.Ask(ctx, calculator, func(r actor.Ref[int]) square { return square{12, r} })
	fmt.Println(n, err)
	// Output: 144 <nil>
}

// Who asks what has stopped does not wait for the context to end.
func ExampleAsk_stopped() {
	ctx := context.Background()
	system := actor.NewSystem(quiet)
	defer system.Shutdown(ctx)

	calculator := actor.SpawnFunc(system, squares)
	calculator.Stop()
	<-calculator.Done()

	_, err := actor.Ask(ctx, calculator, func(r actor.Ref[int]) square { return square{12, r} })
	fmt.Println(errors.Is(err, actor.ErrStopped))
	// Output: true
}

type (
	exercise struct{ Of int }
	result   struct {
		N   int
		Err error
	}
)

// AskThen asks without waiting: the component goes on handling messages, and the
// answer comes as one of them.
func ExampleAskThen() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	calculator := actor.SpawnFunc(system, squares)

	pupil := actor.SpawnFunc(system, func(c *actor.Context[any], m any) error {
		switch m := m.(type) {
		case exercise:
			actor.AskThen(c, calculator, time.Minute,
				func(r actor.Ref[int]) square { return square{m.Of, r} },
				func(n int, err error) any { return result{n, err} })
			fmt.Println("asked for the square of", m.Of)
		case result:
			fmt.Println("it is", m.N, m.Err)
		}
		return nil
	})
	pupil.Send(ctx, exercise{Of: 5})
	system.Rest(ctx)
	// Output:
	// asked for the square of 5
	// it is 25 <nil>
}
