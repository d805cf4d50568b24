package actor

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/murmur-go/murmur/mailbox"
)

// crew is a pool: an address, no component, before components that share the work.
type crew[M any] struct {
	cell[M]
	how Route[M]

	mu      sync.Mutex
	members atomic.Pointer[[]Ref[M]] // those that have not ended; replaced, never changed
}

// SpawnPool makes n workers with the same factory, children of p, and returns one
// address before them. A routed message counts once, a broadcast once for each worker;
// the options are each worker's. A worker that has ended leaves the pool; with none left
// messages are dead letters. Stop and Drain go to every worker; Done is closed when
// all have ended. The first reply to an ask counts. It panics when n is less than 1.
func SpawnPool[B Behavior[M], M any](p Parent, n int, make func() B, route Route[M], opts ...SpawnOption) Ref[M] {
	if n < 1 {
		panic(fmt.Sprintf("actor: SpawnPool of %d: there must be at least one worker", n))
	}
	if route.pick == nil && !route.broadcast {
		panic("actor: SpawnPool with a zero Route: choose RoundRobin, Random, Smallest, Broadcast or Hash")
	}
	if make == nil {
		panic(fmt.Sprintf("actor: SpawnPool with a nil make: give a function that returns a new %v", reflect.TypeFor[B]()))
	}
	if p == nil {
		panic("actor: SpawnPool under a nil Parent: give the *System, or the *Context of the component that is to be it")
	}
	parent := p.family()
	pool := &crew[M]{how: route}
	pool.cell.body = pool
	pool.cell.set = settingsFor[M](parent.set.sys, opts)
	pool.cell.codec = codecFor[M](pool.cell.set)
	pool.cell.parent = &parent.set.sys.pools
	pool.cell.seq = parent.set.sys.pooled.Add(1)
	members := []Ref[M]{}
	for range n {
		members = append(members, Spawn(p, make, opts...))
	}
	pool.members.Store(&members)
	for _, m := range members {
		w := &watch{target: m.target(), notify: func() { pool.leave(m) }}
		if !w.target.watchedBy(w) {
			w.fire()
		}
	}
	return Ref[M]{&pool.cell}
}

// leave takes a worker that has ended out of the pool; the last one ends it.
func (p *crew[M]) leave(m Ref[M]) {
	p.mu.Lock()
	left := slices.DeleteFunc(slices.Clone(*p.members.Load()), func(r Ref[M]) bool { return r == m })
	p.members.Store(&left)
	p.mu.Unlock()
	if len(left) == 0 {
		p.cell.pass()
	}
}

func (p *crew[M]) route(ctx context.Context, m M, asks *pending) {
	p.deliver(ctx, m, asks, mailbox.ByRule)
}

func (p *crew[M]) try(ctx context.Context, m M) bool {
	return p.deliver(ctx, m, nil, mailbox.Offer)
}

func (p *crew[M]) deliver(ctx context.Context, m M, asks *pending, how mailbox.How) bool {
	from := p.near(ctx)
	members := *p.members.Load()
	if len(members) == 0 {
		return p.refuse(from, m, asks, how, ReasonStopped, nil)
	}
	if !p.how.broadcast {
		to, err := p.pick(members, m)
		if err != nil {
			return p.refuse(from, m, asks, how, ReasonFailed, err)
		}
		return to.cell.accept(from, m, asks, how)
	}
	if asks != nil {
		asks.copies.Store(int32(len(members) - 1))
	}
	all := true
	for _, to := range members {
		all = to.cell.accept(from, m, asks, how) && all
	}
	return all
}

// pick calls the route's function, which may be the user's.
func (p *crew[M]) pick(members []Ref[M], m M) (to Ref[M], err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("actor: Hash's function: %w", panicked(v))
		}
	}()
	return p.how.pick(members, m), nil
}

// refuse makes a dead letter of what no worker gets.
func (p *crew[M]) refuse(from *worker, m M, asks *pending, how mailbox.How, reason Reason, err error) bool {
	if how == mailbox.Offer && reason == ReasonStopped {
		return false
	}
	counts := p.counts(from)
	counts.sent.Add(1)
	p.dead(counts, m, nil, reason, err)
	if asks != nil {
		cause := reasons[reason].err
		if err != nil {
			cause = &refusal{reason, err}
		}
		asks.resolve(cause)
	}
	return true
}

// end stops or drains every worker.
func (p *crew[M]) end(kind signalKind) {
	for _, m := range *p.members.Load() {
		if kind == sigStop {
			m.Stop()
		} else {
			m.Drain()
		}
	}
}
