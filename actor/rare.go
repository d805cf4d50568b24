package actor

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// rare is the state that most components never need. It comes into being with
// its first use, so that an idle component stays small.
type rare struct {
	name string // given by SpawnNamed, before anyone else sees the component

	mu       sync.Mutex
	signals  []signal
	signal   [1]signal // room for the first
	children family
	rounds   []*round // restarts of the children as a group, the first one under way
	ended    bool
	exported uint64        // see refcodec.go
	done     chan struct{} // closed when ended; made when asked for
	canceled chan struct{} // the Context's Done; made when asked for
	cause    error         // the Context's Err: set when it is canceled
	afters   map[*after]struct{}
	watchers map[*watch]struct{}   // who wants to know of the end
	owed     map[*pending]struct{} // asks that were handled, and not yet answered

	asking map[*pending]struct{} // asks that a handler waits for; under waitsMu

	// For the component's own turns only.
	why      error // what made it stop; nil for a plain Stop
	failures []time.Time
	watching map[*component]*watch
	timers   map[*Timer]struct{}
	idle     *idling
	rand     *rand.Rand
	backoff  alarm  // of the restart that comes
	round    *round // the restart of its group that it is part of
	typed    any    // *shelf[M]

	epoch atomic.Uint32 // ticks of an earlier one are stale
}

// more returns c's rare state, making it if need be.
func (c *component) more() *rare {
	if r := c.rare.Load(); r != nil {
		return r
	}
	r := &rare{}
	if c.rare.CompareAndSwap(nil, r) {
		return r
	}
	return c.rare.Load()
}

// closedChannel is the Done of whatever ended before anyone asked.
var closedChannel = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()
