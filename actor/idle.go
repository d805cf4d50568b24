package actor

import (
	"fmt"
	"time"

	"github.com/murmur-go/murmur/mailbox"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// idling is what Idle set up. The alarm is not moved by each message: when it comes,
// the component looks how long it has been quiet, and sets it for the rest.
type idling struct {
	d     time.Duration
	since time.Time // the end of the last handler
	alarm alarm
	send  func()
}

// Idle sends m to the component itself when nothing came for d, counted from the end
// of the last handler, and again for each further d of quiet. It replaces an earlier
// Idle; 0 ends it. It panics when d is negative.
func (c *Context[M]) Idle(d time.Duration, m M) {
	if d < 0 {
		panic(fmt.Sprintf("actor: Idle(%v): the time must not be negative; 0 ends it", d))
	}
	cell := c.cell
	rare := cell.more()
	if rare.idle != nil {
		rare.idle.alarm.Stop()
		rare.idle, cell.timed = nil, false
	}
	if d == 0 {
		return
	}
	frozen, ok := cell.freeze(m)
	if !ok {
		return
	}
	i := &idling{d: d, since: c.Now()}
	i.send = func() {
		e := mailbox.Entry[M]{Value: frozen.Value, Rider: &idleness[M]{i, frozen}, Rank: frozen.Rank}
		cell.put(nil, cell.outside(), e, mailbox.Force)
	}
	i.alarm = cell.set.sys.clock.AfterFunc(d, func() { cell.tell(signal{kind: sigIdle, idle: i}) })
	rare.idle, cell.timed = i, true
}

// stampIdle notes the end of a handler.
func (c *component) stampIdle() { c.more().idle.since = c.set.sys.clock.Now() }

// idleTick looks whether it has been quiet for long enough.
func (c *cell[M]) idleTick(i *idling) {
	if c.rare.Load().idle != i {
		return
	}
	if c.box.Len() > 0 || c.kept&keepFront != 0 {
		i.alarm.Reset(i.d) // there is mail: the quiet begins after it
		return
	}
	now := c.set.sys.clock.Now()
	if rest := i.d - now.Sub(i.since); rest > 0 {
		i.alarm.Reset(rest)
		return
	}
	i.send()
}

// idleness is the rider of an Idle message.
type idleness[M any] struct {
	idling *idling
	frozen mailbox.Entry[M]
}

// Kept keeps an overflow from dropping the message, which would be the last one.
func (*idleness[M]) Kept() {}

// open begins the next stretch: it ends d after this handler, at the earliest.
func (q *idleness[M]) open(c *cell[M]) (e mailbox.Entry[M], err error) {
	if c.more().idle != q.idling {
		return e, ErrExpired
	}
	q.idling.alarm.Reset(q.idling.d)
	return q.frozen, nil
}

func (q *idleness[M]) marshaled() *wire.Parcel { return parcelOf(q.frozen.Rider) }
