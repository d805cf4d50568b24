package actor

import (
	"context"
	"sync"

	"github.com/murmur-go/murmur/mailbox/wire"
)

// absent is an address behind which there is nobody.
type absent[M any] struct {
	cell[M]
	origin string
	reason Reason
}

// elsewhere makes a Ref of what was read and leads nowhere.
func elsewhere[M any](s *System, path, process string, id uint64, reason Reason) Ref[M] {
	a := &absent[M]{origin: process, reason: reason}
	if codec, err := wire.CodecOf[M](); err == nil && codec.Plan() != wire.Copied {
		a.cell.codec = codec
	}
	a.cell.body, a.cell.set, a.cell.parent = a, &s.defaults, &s.root
	a.cell.rare.Store(&rare{name: path, exported: id, ended: true, done: closedChannel})
	return Ref[M]{&a.cell}
}

// nowhere is the system that counts what is sent to absent components from outside of
// any component.
var nowhere = sync.OnceValue(func() *System { return NewSystem(WithWorkers(1)) })

func (a *absent[M]) route(ctx context.Context, m M, asks *pending) {
	if from, ok := ctx.(Parent); ok && from.family().set.sys != a.set.sys {
		// The dead letter belongs where the sender is, and is watched for.
		r := elsewhere[M](from.family().set.sys, a.path(), a.origin, a.export(), a.reason)
		r.address().route(ctx, m, asks)
		return
	}
	counts := a.outside()
	counts.sent.Add(1)
	a.dead(counts, m, nil, a.reason, nil)
	if asks != nil {
		asks.resolve(reasons[a.reason].err)
	}
}

func (a *absent[M]) try(context.Context, M) bool { return false }

func (a *absent[M]) end(signalKind) {}

func (a *absent[M]) origins() string { return a.origin }
