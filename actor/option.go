package actor

import (
	"fmt"
	"log/slog"
	"reflect"

	"github.com/murmur-go/murmur/mailbox"
)

// Option sets something of a System, at NewSystem.
type Option func(*System)

// WithWorkers sets the number of workers; without it there is one per processor
// (GOMAXPROCS), followed when that changes. It panics when n is less than 1.
func WithWorkers(n int) Option {
	if n < 1 {
		panic(fmt.Sprintf("actor: WithWorkers(%d): there must be at least one", n))
	}
	return func(s *System) { s.fixedWorkers = n }
}

// WithLogger sets where failures and dead letters are logged, a bounded number of
// lines a second; without it, slog.Default().
func WithLogger(l *slog.Logger) Option {
	if l == nil {
		panic("actor: WithLogger(nil): give a logger; slog.New(slog.DiscardHandler) logs nothing")
	}
	return func(s *System) { s.log.to = l }
}

// WithSeed sets what the components' Rand is seeded from, together with their paths;
// without it, a number that differs from run to run.
func WithSeed(seed uint64) Option { return func(s *System) { s.seed = seed } }

// WithName names the system in its log.
func WithName(name string) Option { return func(s *System) { s.log.name = name } }

// Overflow says what gives way when a bounded mailbox is full.
type Overflow = mailbox.Overflow

const (
	// DropNewest makes the message that comes a dead letter.
	DropNewest = mailbox.DropNewest
	// DropOldest makes the one that waited longest a dead letter; with Priority, of
	// those of the lowest.
	DropOldest = mailbox.DropOldest
)

// SpawnOption sets something of a component. Options may be kept and used again.
type SpawnOption func(*settings)

// settings are what a component is spawned with. Most share their system's.
type settings struct {
	sys       *System
	policy    Policy
	group     Strategy
	rules     mailbox.Rules
	rank      any // func(M) int
	own       bool
	shared    bool
	marshaled bool
}

// Bounded lets at most n messages wait, stashed ones included; o says what gives way
// then. Signals (stop, watch, failure) are never dropped. It panics when n is less than 1.
func Bounded(n int, o Overflow) SpawnOption {
	if n < 1 {
		panic(fmt.Sprintf("actor: Bounded(%d): room for at least one message is needed", n))
	}
	if o != DropNewest && o != DropOldest {
		panic(fmt.Sprintf("actor: Bounded(%d, %d): the overflow is DropNewest or DropOldest", n, o))
	}
	return func(s *settings) { s.rules.Capacity, s.rules.Overflow = n, o }
}

// Priority handles messages of a larger number first, in order within one number. The
// function runs in the sender; one that panics makes the message a dead letter. Spawn
// panics when M is not the component's message type.
func Priority[M any](of func(M) int) SpawnOption {
	if of == nil {
		panic("actor: Priority(nil): a function is needed")
	}
	return func(s *settings) { s.rules.Ranked, s.rank = true, of }
}

// OwnGoroutine keeps a goroutine for the component instead of sharing the workers:
// for handlers that block most of the time, or lock their thread.
func OwnGoroutine() SpawnOption { return func(s *settings) { s.own = true } }

// Shared passes messages by reference, without isolation, even types that could not
// travel. It is the sender's promise not to touch what it has sent.
func Shared() SpawnOption { return func(s *settings) { s.shared = true } }

// Marshaled passes every message as MessagePack, even one that could be copied.
func Marshaled() SpawnOption { return func(s *settings) { s.marshaled = true } }

// OnFailure sets what follows a failure. Without it:
// Restart(10, time.Minute).Backoff(10*time.Millisecond, time.Second).
func OnFailure(p Policy) SpawnOption { return func(s *settings) { s.policy = p } }

// Group sets, for the component's children, who is restarted with one that failed.
func Group(g Strategy) SpawnOption {
	if g < OneForOne || g > RestForOne {
		panic(fmt.Sprintf("actor: Group(%d): it is OneForOne, AllForOne or RestForOne", g))
	}
	return func(s *settings) { s.group = g }
}

// settingsFor applies options, and checks them against the message type.
func settingsFor[M any](s *System, opts []SpawnOption) *settings {
	if len(opts) == 0 {
		return &s.defaults
	}
	set := s.defaults
	for i, o := range opts {
		if o == nil {
			panic(fmt.Sprintf("actor: spawn: option %d is nil: leave it out", i+1))
		}
		o(&set)
	}
	if _, ok := set.rank.(func(M) int); set.rank != nil && !ok {
		panic(fmt.Sprintf("actor: Priority is for messages %v, the component takes %v: give Priority a func(%v) int",
			reflect.TypeOf(set.rank).In(0), reflect.TypeFor[M](), reflect.TypeFor[M]()))
	}
	if set.shared && set.marshaled {
		panic("actor: Shared and Marshaled exclude each other: choose one")
	}
	return &set
}
