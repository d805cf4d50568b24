package actor

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/murmur-go/murmur/mailbox"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// Timer is a message, or a row of them, that comes later. It ends with the incarnation
// that started it. Safe for concurrent use.
type Timer struct {
	owner  *component
	period time.Duration      // 0: once
	send   func(epoch uint32) // queues a tick

	state  atomic.Uint32
	queued atomic.Bool // a tick waits: another would pile up

	mu    sync.Mutex // lets fire wait until alarm is set
	alarm alarm
	due   time.Time
}

const (
	timerArmed uint32 = iota
	timerDone
	timerStopped
)

// Stop ends the timer. It answers true when that prevented the message, or further
// ones of Every: a tick that is queued already is not handled.
func (t *Timer) Stop() bool { return t.end(timerStopped) }

// end lets go of all that the timer holds. Only the first one does anything.
func (t *Timer) end(state uint32) bool {
	if !t.state.CompareAndSwap(timerArmed, state) {
		return false
	}
	t.mu.Lock()
	if t.alarm != nil {
		t.alarm.Stop()
	}
	t.mu.Unlock()
	r := t.owner.more()
	r.mu.Lock()
	if delete(r.timers, t); len(r.timers) == 0 {
		r.timers = nil // a map keeps the size that it once had
	}
	r.mu.Unlock()
	return true
}

// fire is called when the time has come.
func (t *Timer) fire() {
	t.mu.Lock()
	if t.period > 0 && t.state.Load() == timerArmed {
		now := t.owner.set.sys.clock.Now()
		t.due = t.due.Add(t.period)
		if late := now.Sub(t.due); late >= 0 {
			t.due = t.due.Add((late/t.period + 1) * t.period) // the ticks missed are no more
		}
		t.alarm.Reset(t.due.Sub(now))
	}
	t.mu.Unlock()
	if t.state.Load() == timerArmed && !t.queued.Swap(true) {
		t.send(t.owner.more().epoch.Load())
	}
}

// After sends m to the component itself after d, or at once when d is not positive.
// m is isolated at the call.
func (c *Context[M]) After(d time.Duration, m M) *Timer {
	return c.cell.startTimer(d, 0, m)
}

// Every sends m to the component itself every d, each time isolated anew. At most one
// of them waits: behind a slow handler they do not pile up. It panics when d is not
// positive.
func (c *Context[M]) Every(d time.Duration, m M) *Timer {
	if d <= 0 {
		panic(fmt.Sprintf("actor: Every(%v): the period must be positive", d))
	}
	return c.cell.startTimer(d, d, m)
}

func (c *cell[M]) startTimer(d, period time.Duration, m M) *Timer {
	t := &Timer{owner: &c.component, period: period}
	frozen, ok := c.freeze(m)
	if !ok {
		t.state.Store(timerDone)
		return t
	}
	t.send = func(epoch uint32) {
		e := mailbox.Entry[M]{Value: frozen.Value, Rider: &tick[M]{t, epoch, frozen}, Rank: frozen.Rank}
		c.put(nil, c.outside(), e, mailbox.ByRule)
	}
	r := c.more()
	r.mu.Lock()
	if r.timers == nil {
		r.timers = make(map[*Timer]struct{})
	}
	r.timers[t] = struct{}{}
	r.mu.Unlock()
	if d <= 0 {
		t.fire()
		return t
	}
	t.mu.Lock()
	clock := c.set.sys.clock
	t.due = clock.Now().Add(d)
	t.alarm = clock.AfterFunc(d, t.fire)
	t.mu.Unlock()
	return t
}

// tick is the rider of a timer's message.
type tick[M any] struct {
	timer  *Timer
	epoch  uint32
	frozen mailbox.Entry[M]
}

func (k *tick[M]) open(c *cell[M]) (e mailbox.Entry[M], err error) {
	t := k.timer
	t.queued.Store(false)
	if k.epoch != c.more().epoch.Load() || t.state.Load() != timerArmed {
		return e, ErrExpired
	}
	if t.period == 0 && !t.end(timerDone) {
		return e, ErrExpired
	}
	return k.frozen, nil
}

// lost makes room for the next tick when this one is a dead letter. If it was the only
// one, the timer is over: there is nothing left for Stop to prevent.
func (k *tick[M]) lost(error) {
	k.timer.queued.Store(false)
	if k.timer.period == 0 {
		k.timer.end(timerDone)
	}
}

func (k *tick[M]) marshaled() *wire.Parcel { return parcelOf(k.frozen.Rider) }

// staleTicks makes dead letters of all ticks that are queued now.
func (c *component) staleTicks() {
	if r := c.rare.Load(); r != nil {
		r.epoch.Add(1)
	}
}

// stopTimers ends all timers, with the incarnation.
func (c *component) stopTimers() {
	r := c.rare.Load()
	if r == nil {
		return
	}
	r.mu.Lock()
	timers := r.timers
	r.timers = nil
	idle := r.idle
	r.idle = nil
	r.mu.Unlock()
	for t := range timers {
		t.Stop()
	}
	if idle != nil {
		idle.alarm.Stop()
	}
	c.timed = false
}
