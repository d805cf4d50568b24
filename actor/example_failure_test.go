package actor_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// quiet keeps failures and dead letters, which these examples provoke, out of the log.
var quiet = actor.WithLogger(slog.New(slog.DiscardHandler))

// parser counts what it has parsed; a number below zero makes it fail.
type parser struct{ parsed int }

func (p *parser) Started(c *actor.Context[int]) error {
	fmt.Println("started")
	return nil
}

func (p *parser) Receive(c *actor.Context[int], n int) error {
	if n < 0 {
		return errors.New("below zero")
	}
	p.parsed++
	fmt.Println("parsed", p.parsed)
	return nil
}

func (p *parser) Stopped(c *actor.Context[int]) { fmt.Println("stopped") }

// After a failure a new instance takes over. It has the mail, except for the message
// that failed, and not the state.
func ExampleOnFailure() {
	ctx := context.Background()
	system := actor.NewSystem(quiet)

	p := actor.Spawn(system, func() *parser { return &parser{} }, actor.OnFailure(actor.Restart(3, time.Minute)))
	for _, n := range []int{1, 2, -1, 3} {
		p.Send(ctx, n)
	}
	system.Rest(ctx)
	system.Shutdown(ctx)
	// Output:
	// started
	// parsed 1
	// parsed 2
	// stopped
	// started
	// parsed 1
	// stopped
}

// Resume keeps the instance, with its state, and goes on with the next message. A
// panic is a failure like an error.
func ExampleResume() {
	ctx := context.Background()
	system := actor.NewSystem(quiet)
	defer system.Shutdown(ctx)

	sum := 0
	adder := actor.SpawnFunc(system, func(c *actor.Context[int], n int) error {
		sum += 100 / n
		fmt.Println("sum", sum)
		return nil
	}, actor.OnFailure(actor.Resume()))
	for _, n := range []int{10, 0, 50} {
		adder.Send(ctx, n) // the second one divides by zero
	}
	system.Rest(ctx)
	fmt.Println("failures", system.Stats().Failures)
	// Output:
	// sum 10
	// sum 12
	// failures 1
}
