package actor_test

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/actor"
)

// till counts what it is given, by product.
type till struct{ sold map[string]int }

type sale struct{ Product string }

func (t *till) Receive(c *actor.Context[sale], m sale) error {
	t.sold[m.Product]++
	return nil
}

func (t *till) Stopped(c *actor.Context[sale]) {
	for product, n := range t.sold {
		fmt.Println(product, n)
	}
}

// A pool is several components behind one address. With Hash, messages of one key go
// to the same worker, so that what it knows of the key is whole.
func ExampleSpawnPool() {
	ctx := context.Background()
	system := actor.NewSystem()
	defer system.Shutdown(ctx)

	open := func() *till { return &till{map[string]int{}} }
	tills := actor.SpawnPool(system, 4, open, actor.Hash(func(s sale) string { return s.Product }))
	for range 100 {
		tills.Send(ctx, sale{"tea"})
		tills.Send(ctx, sale{"milk"})
	}
	tills.Drain()
	<-tills.Done()
	// Unordered output:
	// tea 100
	// milk 100
}
