package actor

import (
	"context"
	"hash/fnv"
	"log/slog"
	"math/rand/v2"
	"time"
)

// Context is a component's own: its hands, while it handles a message. It is a
// context.Context, canceled when the component stops, and may be passed on as such by
// any goroutine at any time, after the component's end too. Its other methods, but for
// Self, System, Stop, Children, Now, Logger and Block, belong to the component's own
// handlers and hooks. It is one and the same for all messages and incarnations.
type Context[M any] struct{ cell *cell[M] }

var _ context.Context = (*Context[struct{}])(nil)

// Self is the component's own address.
func (c *Context[M]) Self() Ref[M] { return Ref[M]{c.cell} }

// System is the system that the component lives in.
func (c *Context[M]) System() *System { return c.cell.set.sys }

// Stop ends the component after the message in hand.
func (c *Context[M]) Stop() { c.cell.halt() }

// Children lists the living children, in order of spawning. Cost: a look at each, under a
// lock that spawning and ending ones wait for.
func (c *Context[M]) Children() []Handle {
	var refs []Handle
	for _, child := range c.cell.list() {
		refs = append(refs, child.body.ref())
	}
	return refs
}

// Rand is the component's own random numbers, seeded from the system's seed and the
// component's path: no lock, the same in every run with the same seed.
func (c *Context[M]) Rand() *rand.Rand {
	r := c.cell.more()
	if r.rand == nil {
		h := fnv.New64a()
		h.Write([]byte(c.cell.path()))
		r.rand = rand.New(rand.NewPCG(c.cell.set.sys.seed, h.Sum64()))
	}
	return r.rand
}

// Now is the system's time: virtual under simulation.
func (c *Context[M]) Now() time.Time { return c.cell.set.sys.clock.Now() }

// Logger is the system's logger, with the component's path.
func (c *Context[M]) Logger() *slog.Logger {
	return c.cell.set.sys.log.logger().With("component", c.cell.path())
}

// Block runs f, which may block for as long as it likes: the worker is handed on
// first, and other components are not held back. The component handles no other
// message meanwhile.
func (c *Context[M]) Block(f func()) {
	c.cell.handOn()
	f()
}

// handOn gives the worker that runs c to another runner. Called from elsewhere than
// c's own turn it costs somebody a little time, and no more.
func (c *component) handOn() {
	if r := c.last.Load(); r != nil {
		r.work.Load().detach(r)
	}
}

// Deadline is none: components have no time limit.
func (c *Context[M]) Deadline() (time.Time, bool) { return time.Time{}, false }

// Done is closed when the component stops.
func (c *Context[M]) Done() <-chan struct{} {
	r := c.cell.more()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.canceled == nil {
		r.canceled = make(chan struct{})
		if r.cause != nil {
			close(r.canceled)
		}
	}
	return r.canceled
}

// Err is context.Canceled once the component stops.
func (c *Context[M]) Err() error {
	r := c.cell.rare.Load()
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.cause
}

// Value knows nothing but who the component is, for contexts made from this one.
func (c *Context[M]) Value(key any) any {
	if key == (componentKey{}) {
		return &c.cell.component
	}
	return nil
}

type componentKey struct{}

// after is a function that waits for the cancellation.
type after struct{ f func() }

// AfterFunc runs f on a goroutine of its own once the Context is canceled; stop answers
// true when it prevented that. By it the context package needs no goroutine to follow.
func (c *Context[M]) AfterFunc(f func()) (stop func() bool) {
	r := c.cell.more()
	a := &after{f}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cause != nil {
		go f()
		return func() bool { return false }
	}
	if r.afters == nil {
		r.afters = make(map[*after]struct{})
	}
	r.afters[a] = struct{}{}
	return func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		_, waits := r.afters[a]
		delete(r.afters, a)
		return waits
	}
}

// cancel cancels the Context, once.
func (c *component) cancel() {
	r := c.more()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cause != nil {
		return
	}
	r.cause = context.Canceled
	if r.canceled != nil {
		close(r.canceled)
	}
	for a := range r.afters {
		go a.f()
	}
	r.afters = nil
}

// family and worker make the Context a Parent.
func (c *Context[M]) family() *component { return &c.cell.component }

func (c *Context[M]) worker() *worker {
	if c == nil || c.cell == nil {
		return nil // nobody's: as good a hint as none
	}
	r := c.cell.last.Load()
	if r == nil {
		return nil
	}
	if w := r.work.Load(); !w.own {
		return w
	}
	return nil
}
