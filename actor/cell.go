package actor

import (
	"reflect"

	"github.com/murmur-go/murmur/mailbox"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// cell is a component whole: its mailbox, its behaviour, and the untyped rest. What a
// sender needs comes first, so that it lies in one cache line.
type cell[M any] struct {
	box mailbox.Mailbox[M]
	component
	behavior Behavior[M] // what receives now
	maker    maker[M]
	codec    *wire.Codec[M] // nil: messages are copied
	context  Context[M]
}

// maker makes instances; factory and receiver are the two kinds.
type maker[M any] interface{ make() Behavior[M] }

// factory is the make of Spawn.
type factory[B Behavior[M], M any] func() B

func (f factory[B, M]) make() Behavior[M] { return f() }

// receiver is the function of SpawnFunc, or of Become: a behaviour without state.
type receiver[M any] func(c *Context[M], m M) error

func (f receiver[M]) Receive(c *Context[M], m M) error { return f(c, m) }

func (f receiver[M]) make() Behavior[M] { return f }

// hand is the message in hand.
type hand[M any] struct {
	m     M
	rider any
	full  bool
}

// turn is the stretch in which a worker runs the component: signals, then messages,
// until there are none, the budget is spent, or the worker was lost. It answers true
// when user code failed in it, and the turn is to be taken up again.
func (c *cell[M]) turn(r *runner) (again bool) {
	var in hand[M]
	defer c.rescue(r, &in, &again)
	if r.failed != nil {
		c.interrupted(r, r.failed)
		if r.budget <= 0 {
			c.lookUpLater(r)
			c.box.Settle()
			c.set.sys.again(&c.component, r.work.Load())
			return false
		}
		c.lookUp(r)
	}
	counts := r.work.Load().counts
	for budget := r.budget; ; {
		if !c.receiving() {
			if c.rests(r) {
				return false
			}
			if budget--; budget <= 0 {
				c.set.sys.again(&c.component, r.work.Load())
				return false
			}
			continue
		}
		var what mailbox.Taken
		if c.kept&keepFront == 0 {
			in.m, in.rider, what = c.box.Take()
		} else {
			in.m, in.rider, what = c.takeKept()
		}
		switch what {
		case mailbox.Alerted:
			c.box.TakeAlert()
			c.lookUp(r)
			continue
		case mailbox.Empty:
			if c.draining {
				c.drained(r)
			} else if c.box.Release() {
				return false
			}
			continue
		}
		c.handle(r, counts, &in)
		if !c.restless() && c.box.Release() {
			return false
		}
		if budget--; budget <= 0 || r.lost.Load() || r.hurry.Load() {
			r.turns += turnMessages - budget
			c.box.Settle()
			c.set.sys.again(&c.component, r.work.Load())
			return false
		}
	}
}

// rests gives the turn back while no message is wanted: while children stop, during
// the backoff, after the end. It answers false when there are signals.
func (c *cell[M]) rests(r *runner) bool {
	if c.phase == stopped {
		// For good: the box stays active, so that nobody schedules it again.
		r.over = r.work.Load().own
		return true
	}
	if c.box.Pause() {
		return true
	}
	c.box.TakeAlert()
	c.box.Resume()
	c.lookUp(r)
	return false
}

// restless reports whether there may be something to do beside the mailbox.
func (c *cell[M]) restless() bool {
	return c.phase != running || c.draining || c.kept != 0
}

// takeKept is Take while there are messages that were put back: they come before those
// in the mailbox, alerts before both.
func (c *cell[M]) takeKept() (m M, rider any, what mailbox.Taken) {
	if c.box.Alerted() {
		return m, nil, mailbox.Alerted
	}
	m, rider, _ = c.takeFront()
	return m, rider, mailbox.Took
}

// handle gives the message in hand to the behaviour and settles what became of it.
func (c *cell[M]) handle(r *runner, counts *tally, in *hand[M]) {
	in.full = true
	r.step = stepMessage
	m := in.m
	if in.rider != nil {
		var err error
		if m, err = c.open(in); err != nil {
			counts.spoiled.Add(1)
			c.dead(counts, in.m, in.rider, ReasonExpired, err)
			c.handled(r, in)
			return
		}
	}
	if err := c.behavior.Receive(&c.context, m); err != nil {
		f := newFailure(&c.component, reflect.TypeFor[M](), err)
		r.failing()
		c.spoil(counts, in, f)
		c.handled(r, in)
		c.fail(r, f)
		r.settle()
		return
	}
	if c.kept&keepThis != 0 {
		c.stashHand(in)
	} else {
		if in.rider != nil {
			c.doneWith(in.rider)
		}
		counts.handled.Add(1)
	}
	c.handled(r, in)
}

// handled ends the handling of the message in hand, whatever became of it.
func (c *cell[M]) handled(r *runner, in *hand[M]) {
	r.step = stepNone
	*in = hand[M]{}
	if c.timed {
		c.stampIdle()
	}
}

// spoil makes a dead letter of the message that failed.
func (c *cell[M]) spoil(counts *tally, in *hand[M], f *Failure) {
	c.dropHand()
	counts.spoiled.Add(1)
	c.dead(counts, in.m, in.rider, ReasonFailed, f)
}

// rescue contains what user code did to a turn: it notes the failure for the next
// attempt. After a panic the same goroutine makes it; a Goexit ends the goroutine,
// so another one does, see runner.resume.
func (c *cell[M]) rescue(r *runner, in *hand[M], again *bool) {
	if r.step == stepNone {
		return
	}
	f := newFailure(&c.component, nil, panicked(recover()))
	f.Stack = stack()
	r.failed = f
	r.failing()
	r.budget -= turnMessages / 8 // a failure costs as much as many messages
	if in.full {
		f.Message = reflect.TypeFor[M]().String()
		c.spoil(r.work.Load().counts, in, f)
		at := r.step
		c.handled(r, in)
		r.step = at
	}
	*again = true
}

func (c *cell[M]) alert() (schedule, fresh bool) { return c.box.Alert() }

func (c *cell[M]) closeBox() { c.box.Close() }

// make makes an instance and starts it.
func (c *cell[M]) make() error {
	b := c.maker.make()
	if isNil(b) {
		return errNilBehavior
	}
	c.behavior = b
	if s, ok := b.(Starter[M]); ok {
		return s.Started(&c.context)
	}
	return nil
}

// isNil finds a nil pointer or function in the interface, too.
func isNil(b any) bool {
	v := reflect.ValueOf(b)
	return !v.IsValid() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Func) && v.IsNil()
}

// bury runs the instance's Stopped.
func (c *cell[M]) bury() {
	if s, ok := c.instance().(Stopper[M]); ok {
		s.Stopped(&c.context)
	}
}

// reset ends what belongs to an incarnation.
func (c *cell[M]) reset() {
	c.stopTimers()
	if sh := c.shelf(); sh != nil {
		sh.becomes = nil
	}
	c.behavior = nil
	c.restoreStash()
}

// discard makes dead letters of all mail, stash first; the mailbox is closed.
func (c *cell[M]) discard() {
	counts := c.outside()
	c.restoreStash()
	for {
		m, rider, ok := c.takeFront()
		if !ok {
			var what mailbox.Taken
			if m, rider, what = c.box.Poll(); what != mailbox.Took {
				break
			}
		}
		c.dead(counts, m, rider, ReasonStopped, nil)
	}
	c.box.Settle()
}

func (c *cell[M]) messageType() reflect.Type { return reflect.TypeFor[M]() }

func (c *cell[M]) ref() Handle { return Ref[M]{c} }
