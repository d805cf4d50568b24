package actor

// step says whose code a turn is running, so that a panic or Goexit in it is taken
// up at the right place by the next attempt.
type step uint8

const (
	stepNone    step = iota // the runtime's own: a panic here is a bug, and not hidden
	stepMessage             // a handler, or a continuation that makes its message
	stepBegin               // factory and Started
	stepEnd                 // Stopped
)

// begin makes an instance (1, 4).
func (c *component) begin(r *runner) {
	r.step = stepBegin
	err := c.body.make()
	r.step = stepNone
	if err != nil {
		c.fail(r, newFailure(c, nil, err))
		return
	}
	c.begun(r)
}

func (c *component) begun(r *runner) {
	c.living = true
	if c.incarnation > 0 {
		r.work.Load().counts.restarts.Add(1)
		c.set.sys.event(EventRestarted, c, nil)
	}
	c.revived()
}

// interrupted goes on after user code that panicked or called Goexit.
func (c *component) interrupted(r *runner, f *Failure) {
	at := r.step
	r.step, r.failed = stepNone, nil
	if at == stepEnd {
		c.report(r, f)
		c.ended(r)
		return
	}
	c.fail(r, f)
}

// stop begins the end (6), for the cause why: nil when it was asked for.
func (c *component) stop(r *runner, why error) {
	if c.phase == stopping || c.phase == stopped {
		return
	}
	c.phase = stopping
	c.more().why = why
	c.body.closeBox()
	c.cancel()
	c.body.discard()
	c.stopChildren(r)
}

// drain closes the mailbox; the turn goes on until it is empty.
func (c *component) drain() {
	if c.phase == stopping || c.phase == stopped {
		return
	}
	c.body.closeBox()
	c.draining = true
}

// drained is called when a draining component has handled its mail (5).
func (c *component) drained(r *runner) {
	c.phase = draining
	c.stopChildren(r)
}

// stopChildren tells the youngest child to end, or goes on when there is none. Its
// end comes back as sigOrphaned. To tell a child twice is harmless.
func (c *component) stopChildren(r *runner) {
	child := c.awaitYoungest()
	switch {
	case child == nil:
		c.childless(r)
	case c.phase == draining:
		child.tell(signal{kind: sigDrain})
	default:
		child.halt()
	}
}

func (c *component) orphaned(r *runner) {
	if c.phase == restarting || c.phase == draining || c.phase == stopping {
		c.stopChildren(r)
	}
}

// halt asks c to stop; what blocks under its Context ends at once.
func (c *component) halt() {
	c.cancel()
	c.tell(signal{kind: sigStop})
}

// childless goes on when no child is left.
func (c *component) childless(r *runner) {
	if c.phase == draining {
		c.phase = running // its own end is a stop like any other
		c.stop(r, nil)
		return
	}
	if !c.living {
		c.ended(r)
		return
	}
	c.living = false
	r.step = stepEnd
	c.body.bury()
	r.step = stepNone
	c.ended(r)
}

// ended goes on when Stopped has run, or there was nothing to run it on.
func (c *component) ended(r *runner) {
	c.living = false
	c.body.reset()
	if c.phase == restarting {
		c.phase = waiting
		c.backoff()
		return
	}
	c.finish(r)
}

// finish is the end (7): the name is free, then everyone who waits is told.
func (c *component) finish(r *runner) {
	c.phase = stopped
	s := c.set.sys
	rare := c.more()
	c.body.discard()
	c.dropWatches()
	if rare.backoff != nil {
		rare.backoff.Stop()
	}
	c.freeName()

	rare.mu.Lock()
	rare.ended = true
	if rare.done == nil {
		rare.done = closedChannel
	}
	done, watchers, owed := rare.done, rare.watchers, rare.owed
	rare.watchers, rare.owed = nil, nil
	untold := rare.signals
	rare.signals = nil
	rare.mu.Unlock()
	r.due += uint64(len(untold))

	for p := range owed {
		p.lost(ErrStopped)
	}
	for w := range watchers {
		w.fire()
	}
	c.leaveRounds(untold)
	s.event(EventStopped, c, rare.why)
	r.work.Load().counts.ended.Add(1)
	if done != closedChannel {
		close(done)
	}
	c.leaveFamily()
	r.settle() // not every end comes from a signal
}

// restart ends the instance and makes another one after a while (2).
func (c *component) restart(r *runner) {
	c.phase = restarting
	c.stopChildren(r)
}

// backoff waits before the next instance (3).
func (c *component) backoff() {
	c.incarnation++
	if c.suspended() {
		return // its group revives it
	}
	sig := signal{kind: sigBackoff, incarnation: c.incarnation}
	if d := c.delay(); d > 0 {
		c.more().backoff = c.set.sys.clock.AfterFunc(d, func() { c.tell(sig) })
	} else {
		c.tell(sig)
	}
}

func (c *component) backoffOver(r *runner, sig signal) {
	if c.phase == waiting && sig.incarnation == c.incarnation {
		c.renew(r)
	}
}

// renew makes the next instance (4).
func (c *component) renew(r *runner) {
	c.phase = running
	c.admitChildren()
	c.begin(r)
}
