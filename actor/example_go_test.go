package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

type (
	load   struct{}
	loaded struct {
		Text string
		Err  error
	}
)

// Go runs what blocks beside the component, which goes on handling messages; the
// result comes as one of them.
func ExampleGo() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	slow := make(chan string)
	loader := actor.SpawnFunc(system, func(c *actor.Context[any], m any) error {
		switch m := m.(type) {
		case load:
			actor.Go(c,
				func(ctx context.Context) (string, error) { return <-slow, nil },
				func(text string, err error) any { return loaded{text, err} })
			fmt.Println("loading")
		case string:
			fmt.Println("meanwhile", m)
		case loaded:
			fmt.Println("loaded", m.Text, m.Err)
			c.Stop()
		}
		return nil
	})
	loader.Send(ctx, load{})
	loader.Send(ctx, "something else")
	system.Rest(ctx)
	slow <- "a page"
	<-loader.Done()
	// Output:
	// loading
	// meanwhile something else
	// loaded a page <nil>
}
