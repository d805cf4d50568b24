package actor

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// System is a world of components and the workers that run them. A program has one,
// or, in tests, many. Make it with NewSystem, end it with Shutdown. An idle system
// uses no processor time. Safe for concurrent use.
type System struct {
	scheduler
	seed         uint64
	fixedWorkers int
	clock        clock
	log          journal
	defaults     settings // what a component has without options
	root         component
	topics       sync.Map // topicKey → *Topic
	letters      *Topic[DeadLetter]
	events       *Topic[Event]

	waits         sync.Pool // of chan error, see Ask
	asks, pools   component // the parents, in paths, of addresses that are no components
	asked, pooled atomic.Uint32

	resting atomic.Int32 // how many wait in Rest
	restMu  sync.Mutex
	resters []chan struct{}
	empty   chan struct{} // closed when all components have ended, after Shutdown
	emptied sync.Once
}

// NewSystem makes a system. No goroutine runs before there is work.
func NewSystem(opts ...Option) *System {
	s := &System{clock: wallClock{}, seed: rand.Uint64(), empty: make(chan struct{})}
	s.outlook.begun = time.Now()
	for i, o := range opts {
		if o == nil {
			panic(fmt.Sprintf("actor: NewSystem: option %d is nil: leave it out", i+1))
		}
		o(s)
	}
	s.defaults = settings{sys: s, policy: defaultPolicy}
	s.letters = NewTopic[DeadLetter](s, "dead letters")
	s.events = NewTopic[Event](s, "events")
	s.root.set = &s.defaults
	for name, c := range map[string]*component{"ask": &s.asks, "pool": &s.pools} {
		c.set, c.parent = &s.defaults, &s.root
		c.rare.Store(&rare{name: name})
	}
	if s.fixedWorkers > 0 {
		s.resize(s.fixedWorkers)
	}
	s.followProcessors()
	return s
}

// DeadLetters is the topic of all messages that no one handled.
func (s *System) DeadLetters() *Topic[DeadLetter] { return s.letters }

// Events is the topic of what happens in the life of components.
func (s *System) Events() *Topic[Event] { return s.events }

// family and worker make the System a Parent.
func (s *System) family() *component { return &s.root }

func (s *System) worker() *worker { return nil }

// Rest returns when nothing is queued or in hand, timers aside, or with ctx's error
// when ctx ends. Messages kept over a component's backoff, or in a stash, are queued; what
// runs under Go is neither. A handler that calls Rest is itself waited for.
func (s *System) Rest(ctx context.Context) error {
	done := make(chan struct{})
	s.restMu.Lock()
	s.resters = append(s.resters, done)
	s.resting.Add(1)
	s.restMu.Unlock()
	s.checkRest()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	s.restMu.Lock()
	defer s.restMu.Unlock()
	i := slices.Index(s.resters, done)
	if i < 0 {
		return nil
	}
	s.resters = slices.Delete(s.resters, i, i+1)
	s.resting.Add(-1)
	return fmt.Errorf("actor: rest: %w", ctx.Err())
}

// checkRest tells those who wait in Rest, if this is it. It is called where the last
// thing may have been done: when a worker finds nothing to do, when a runner without
// one ends its turn, when a message is done with outside of a turn.
func (s *System) checkRest() {
	if s.resting.Load() == 0 || !s.quiet() {
		return
	}
	s.restMu.Lock()
	defer s.restMu.Unlock()
	if !s.quiet() {
		return // somebody was told, and went on: this is another one's Rest
	}
	for _, done := range s.resters {
		close(done)
	}
	s.resting.Add(-int32(len(s.resters)))
	s.resters = nil
}

// Shutdown drains all components, all top-level ones at once. When ctx ends first it
// stops them; the error then matches ctx's and lists the paths of what still ran. No
// component is spawned after the call. Calling it again waits again. The text of the error
// names a hundred paths at most. A handler that calls Shutdown is itself waited for, until
// ctx ends: let main do it, told by a channel.
func (s *System) Shutdown(ctx context.Context) error {
	top := s.seal()
	for _, c := range top {
		c.body.closeBox()
		c.tell(signal{kind: sigDrain})
	}
	select {
	case <-s.empty:
		s.runners.wait()
		s.log.flush(ctx)
		return nil
	case <-ctx.Done():
	}
	running := s.alive(&s.root, nil)
	for _, c := range s.root.list() {
		c.halt()
	}
	if len(running) == 0 {
		<-s.empty
		s.runners.wait()
		s.log.flush(ctx)
		return nil
	}
	return &shutdownError{running, ctx.Err()}
}

// seal ends spawning at the top and returns the components there.
func (s *System) seal() []*component {
	if s.root.awaitYoungest() == nil {
		s.allEnded()
	}
	return s.root.list()
}

// allEnded is called when the last component has ended for good.
func (s *System) allEnded() {
	s.emptied.Do(func() {
		s.dismiss()
		close(s.empty)
	})
}

// alive lists the paths of all components under c.
func (s *System) alive(c *component, paths []string) []string {
	for _, child := range c.list() {
		paths = append(paths, child.path())
		paths = s.alive(child, paths)
	}
	return paths
}

type shutdownError struct {
	paths []string
	cause error
}

// maxListed keeps the text readable where many components are left.
const maxListed = 100

func (e *shutdownError) Error() string {
	more := ""
	paths := e.paths
	if len(paths) > maxListed {
		more = fmt.Sprintf(" and %d more", len(paths)-maxListed)
		paths = paths[:maxListed]
	}
	return fmt.Sprintf("actor: shutdown: %v; still running: %s%s", e.cause, strings.Join(paths, ", "), more)
}

func (e *shutdownError) Unwrap() error { return e.cause }
