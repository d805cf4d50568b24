package actor

// signal is what a component is told beside its messages: by its owner, its parent,
// its children, its timers. Signals come before messages, are never dropped, and
// are handled in the component's own turns.
type signal struct {
	kind        signalKind
	incarnation uint32
	failure     *Failure
	round       *round
	idle        *idling
}

type signalKind uint8

const (
	sigStop      signalKind = iota
	sigDrain                // handle what is queued, then stop
	sigOrphaned             // the child that was waited for has ended
	sigEscalated            // a child failed and its policy is Escalate
	sigBackoff              // the wait before a restart is over
	sigIdle                 // the Idle timer came
	sigSuspend              // a group restarts: end the instance
	sigRevive               // a group restarts: make the next one
)

// tell gives c a signal and sees to it that it is run. One that comes after the end
// is nobody's business any more: then it answers false.
func (c *component) tell(sig signal) bool {
	r := c.more()
	r.mu.Lock()
	if r.ended {
		r.mu.Unlock()
		return false
	}
	c.nearest().raised.Add(1)
	if len(r.signals) == 0 {
		r.signals = r.signal[:0] // one is what most ever get
	}
	r.signals = append(r.signals, sig)
	r.mu.Unlock()
	if schedule, _ := c.body.alert(); schedule {
		c.set.sys.schedule(c, nil)
	}
	return true
}

// signals is how many wait.
func (c *component) signals() int {
	r := c.rare.Load()
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.signals)
}

// nextSignal takes the oldest signal.
func (c *component) nextSignal() (sig signal, ok bool) {
	r := c.rare.Load()
	if r == nil {
		return sig, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.signals) == 0 {
		return sig, false
	}
	sig = r.signals[0]
	r.signals[0] = signal{}
	if r.signals = r.signals[1:]; len(r.signals) == 0 {
		r.signals = nil
	}
	return sig, true
}

// lookUp handles the signals that there are, and leaves to the next one what they
// bring about: nobody keeps a worker by failing again and again. A hook that fails
// here ends the attempt: the next one comes back for the rest.
func (c *component) lookUp(r *runner) {
	if !r.aside {
		r.aside = true
		r.work.Load().counts.asides.Add(1)
	}
	r.settle()
	if c.phase == fresh {
		r.due++
		c.phase = running
		c.begin(r)
		r.settle()
	}
	for range c.signals() {
		sig, ok := c.nextSignal()
		if !ok {
			break
		}
		r.due++
		c.receiveSignal(r, sig)
		r.settle()
	}
	r.lookedUp()
}

// lookUpLater leaves the signals to the next turn.
func (c *component) lookUpLater(r *runner) {
	c.body.alert()
	r.settle()
	r.lookedUp()
}

func (r *runner) lookedUp() {
	if r.aside {
		r.aside = false
		r.work.Load().counts.asides.Add(-1)
	}
}

// failing counts a failure like a signal that was taken: the message that failed is
// done with, but there is no rest until the policy has been applied.
func (r *runner) failing() {
	r.work.Load().counts.raised.Add(1)
	r.due++
}

// settle counts the signals taken as done with.
func (r *runner) settle() {
	if r.due > 0 {
		counts := r.work.Load().counts
		counts.settled.Add(r.due)
		if r.lost.Load() {
			counts.strayed.Add(r.due)
		}
		r.due = 0
	}
}

func (c *component) receiveSignal(r *runner, sig signal) {
	switch sig.kind {
	case sigStop:
		c.stop(r, nil)
	case sigDrain:
		c.drain()
	case sigOrphaned:
		c.orphaned(r)
	case sigEscalated:
		c.fail(r, sig.failure)
	case sigBackoff:
		c.backoffOver(r, sig)
	case sigIdle:
		c.body.idleTick(sig.idle)
	case sigSuspend:
		c.suspend(r, sig.round)
	case sigRevive:
		c.revive(r, sig.round)
	}
}
