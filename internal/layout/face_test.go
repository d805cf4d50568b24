package layout

import (
	"context"
	"iter"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"time"

	"github.com/murmur-go/murmur/actor"
	"github.com/murmur-go/murmur/mailbox"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// The public face is fixed: programs are written against it. This file does not compile when a name or a shape of it
// changes. What is new needs no line here.

type (
	m   = string // a message
	n   = int    // another
	r   = bool   // a reply
	ctx = context.Context
	b   struct{} // a behaviour
)

func (*b) Receive(*actor.Context[m], m) error { return nil }
func (*b) Started(*actor.Context[m]) error    { return nil }
func (*b) Stopped(*actor.Context[m])          {}

var (
	_ actor.Behavior[m] = (*b)(nil)
	_ actor.Starter[m]  = (*b)(nil)
	_ actor.Stopper[m]  = (*b)(nil)
	_ actor.Parent      = (*actor.System)(nil)
	_ actor.Parent      = (*actor.Context[m])(nil)
	_ actor.Handle      = actor.Ref[m]{}
	_ ctx               = (*actor.Context[m])(nil)
	_                   = actor.Ref[m]{} == actor.Ref[m]{}
)

// Systems.
var (
	_ func(...actor.Option) *actor.System                = actor.NewSystem
	_ func(int) actor.Option                             = actor.WithWorkers
	_ func(*slog.Logger) actor.Option                    = actor.WithLogger
	_ func(uint64) actor.Option                          = actor.WithSeed
	_ func(string) actor.Option                          = actor.WithName
	_ func(*actor.System, ctx) error                     = (*actor.System).Rest
	_ func(*actor.System, ctx) error                     = (*actor.System).Shutdown
	_ func(*actor.System) actor.Stats                    = (*actor.System).Stats
	_ func(*actor.System) *actor.Topic[actor.DeadLetter] = (*actor.System).DeadLetters
	_ func(*actor.System) *actor.Topic[actor.Event]      = (*actor.System).Events
	_                                                    = actor.DeadLetter{Target: "", Message: any(nil), Reason: actor.ReasonStopped, Err: error(nil)}
	_                                                    = actor.Event{Kind: actor.EventSpawned, Path: "", Err: error(nil), Time: time.Time{}}
	_                                                    = []actor.EventKind{actor.EventStopped, actor.EventFailed, actor.EventRestarted}
	_                                                    = []actor.Reason{actor.ReasonOverflow, actor.ReasonExpired, actor.ReasonFailed, actor.ReasonUndecodable, actor.ReasonUnreachable}
	_ func(actor.Stats) (a, b, c, d, e, f, g, h uint64)  = func(s actor.Stats) (a, b, c, d, e, f, g, h uint64) {
		return s.Components, s.Queued, s.Sent, s.Handled, s.DeadLetters, s.Failures, s.Restarts, s.Workers
	}
)

// Spawning and addresses.
var (
	_ func(actor.Parent, func() *b, ...actor.SpawnOption) actor.Ref[m]                             = actor.Spawn[*b, m]
	_ func(actor.Parent, string, func() *b, ...actor.SpawnOption) (actor.Ref[m], error)            = actor.SpawnNamed[*b, m]
	_ func(actor.Parent, func(*actor.Context[m], m) error, ...actor.SpawnOption) actor.Ref[m]      = actor.SpawnFunc[m]
	_ func(actor.Parent, int, func() *b, actor.Route[m], ...actor.SpawnOption) actor.Ref[m]        = actor.SpawnPool[*b, m]
	_ func(*actor.System, string) (actor.Ref[m], error)                                            = actor.Lookup[m]
	_ func(actor.Ref[m], ctx, m)                                                                   = actor.Ref[m].Send
	_ func(actor.Ref[m], ctx, m) bool                                                              = actor.Ref[m].TrySend
	_ func(actor.Ref[m])                                                                           = actor.Ref[m].Stop
	_ func(actor.Ref[m])                                                                           = actor.Ref[m].Drain
	_ func(actor.Ref[m]) <-chan struct{}                                                           = actor.Ref[m].Done
	_ func(actor.Ref[m]) string                                                                    = actor.Ref[m].String
	_ func(ctx, actor.Ref[m], func(actor.Ref[r]) m) (r, error)                                     = actor.Ask[r, m]
	_ func(*actor.Context[m], actor.Ref[n], time.Duration, func(actor.Ref[r]) n, func(r, error) m) = actor.AskThen[r, n, m]
	_ func(*actor.Context[m], func(ctx) (r, error), func(r, error) m)                              = actor.Go[r, m]
)

// A component's own context.
var (
	_ func(*actor.Context[m]) actor.Ref[m]                      = (*actor.Context[m]).Self
	_ func(*actor.Context[m]) *actor.System                     = (*actor.Context[m]).System
	_ func(*actor.Context[m])                                   = (*actor.Context[m]).Stop
	_ func(*actor.Context[m], func(*actor.Context[m], m) error) = (*actor.Context[m]).Become
	_ func(*actor.Context[m])                                   = (*actor.Context[m]).Unbecome
	_ func(*actor.Context[m]) error                             = (*actor.Context[m]).Stash
	_ func(*actor.Context[m])                                   = (*actor.Context[m]).Unstash
	_ func(*actor.Context[m], time.Duration, m) *actor.Timer    = (*actor.Context[m]).After
	_ func(*actor.Context[m], time.Duration, m) *actor.Timer    = (*actor.Context[m]).Every
	_ func(*actor.Timer) bool                                   = (*actor.Timer).Stop
	_ func(*actor.Context[m], time.Duration, m)                 = (*actor.Context[m]).Idle
	_ func(*actor.Context[m], actor.Handle, m)                  = (*actor.Context[m]).Watch
	_ func(*actor.Context[m], actor.Handle)                     = (*actor.Context[m]).Unwatch
	_ func(*actor.Context[m]) []actor.Handle                    = (*actor.Context[m]).Children
	_ func(*actor.Context[m]) *rand.Rand                        = (*actor.Context[m]).Rand
	_ func(*actor.Context[m]) time.Time                         = (*actor.Context[m]).Now
	_ func(*actor.Context[m]) *slog.Logger                      = (*actor.Context[m]).Logger
	_ func(*actor.Context[m], func())                           = (*actor.Context[m]).Block
)

// Options, topics, routes.
var (
	_ func(int, actor.Overflow) actor.SpawnOption                   = actor.Bounded
	_                                                               = []mailbox.Overflow{actor.DropNewest, actor.DropOldest}
	_ func(func(m) int) actor.SpawnOption                           = actor.Priority[m]
	_ func() actor.SpawnOption                                      = actor.OwnGoroutine
	_ func() actor.SpawnOption                                      = actor.Shared
	_ func() actor.SpawnOption                                      = actor.Marshaled
	_ func(actor.Policy) actor.SpawnOption                          = actor.OnFailure
	_ func(int, time.Duration) actor.Policy                         = actor.Restart
	_ func(actor.Policy, time.Duration, time.Duration) actor.Policy = actor.Policy.Backoff
	_                                                               = []func() actor.Policy{actor.Resume, actor.Stop, actor.Escalate}
	_ func(actor.Strategy) actor.SpawnOption                        = actor.Group
	_                                                               = []actor.Strategy{actor.OneForOne, actor.AllForOne, actor.RestForOne}
	_ func(*actor.System, string) *actor.Topic[m]                   = actor.NewTopic[m]
	_ func(*actor.Topic[m], ctx, m)                                 = (*actor.Topic[m]).Publish
	_ func(*actor.Topic[m], actor.Ref[m]) (unsubscribe func())      = (*actor.Topic[m]).Subscribe
	_                                                               = []func() actor.Route[m]{actor.RoundRobin[m], actor.Random[m], actor.Smallest[m], actor.Broadcast[m]}
	_ func(func(m) string) actor.Route[m]                           = actor.Hash[m]
)

// The method queue.
var (
	_ func(...mailbox.QueueOption) *mailbox.Queue[m]                = mailbox.NewQueue[m]
	_ func(int, mailbox.Overflow) mailbox.QueueOption               = mailbox.WithCapacity
	_ func(func(m)) mailbox.QueueOption                             = mailbox.OnDrop[m]
	_ func(*mailbox.Queue[m], m)                                    = (*mailbox.Queue[m]).Produce
	_ func(*mailbox.Queue[m], ctx) (m, error)                       = (*mailbox.Queue[m]).Consume
	_ func(*mailbox.Queue[m], time.Duration) (m, error)             = (*mailbox.Queue[m]).ConsumeTimeout
	_ func(*mailbox.Queue[m], ctx, func(m, error)) *mailbox.Call[m] = (*mailbox.Queue[m]).BeginConsume
	_ func(*mailbox.Call[m]) (m, error)                             = (*mailbox.Call[m]).End
	_ func(*mailbox.Call[m]) bool                                   = (*mailbox.Call[m]).Cancel
	_ func(*mailbox.Call[m]) bool                                   = (*mailbox.Call[m]).Synchronous
	_ func(*mailbox.Queue[m], ctx) iter.Seq[m]                      = (*mailbox.Queue[m]).All
	_ func(*mailbox.Queue[m])                                       = (*mailbox.Queue[m]).Close
	_ func(*mailbox.Queue[m]) int                                   = (*mailbox.Queue[m]).Len
	_ func(*mailbox.Queue[m]) int                                   = (*mailbox.Queue[m]).Waiting
	_ mailbox.Mailbox[m]
)

// What crosses.
var (
	_ func() (wire.Plan, error)            = wire.Check[m]
	_                                      = []wire.Plan{wire.Copied, wire.Marshaled}
	_ func(m) ([]byte, error)              = wire.Marshal[m]
	_ func([]byte, wire.Limits) (m, error) = wire.Unmarshal[m]
	_                                      = wire.Limits{MaxBytes: 0, MaxDepth: 0, MaxElements: 0}
	_ func(string)                         = wire.Register[m]
	_ wire.Immutable                       = actor.Ref[m]{}
	_ error                                = (*wire.TypeError)(nil)
	_                                      = wire.TypeError{Type: reflect.Type(nil), Path: "", Cure: ""}
)

// Errors.
var _ = []error{
	actor.ErrStopped, actor.ErrOverflow, actor.ErrExpired, actor.ErrFailed, actor.ErrUndecodable, actor.ErrUnreachable,
	actor.ErrCycle, actor.ErrNameTaken, actor.ErrBadName, actor.ErrNotFound, actor.ErrWrongType, actor.ErrStashFull,
	actor.ErrNoMessage, mailbox.ErrClosed, mailbox.ErrTimeout, mailbox.ErrCanceled, wire.ErrLimit, wire.ErrCorrupt,
}
