package actor

import (
	"fmt"
	"time"
)

// Policy says what follows a failure of a component. It is a value; see Restart,
// Resume, Stop and Escalate, and the spawn option OnFailure.
type Policy struct {
	kind     policyKind
	max      int
	within   time.Duration
	min, top time.Duration
}

type policyKind uint8

const (
	policyRestart policyKind = iota
	policyResume
	policyStop
	policyEscalate
)

// defaultPolicy is what a component has without OnFailure.
var defaultPolicy = Restart(10, time.Minute).Backoff(10*time.Millisecond, time.Second)

// Restart ends the instance that failed and makes another, at most max times within
// the given time; then the component is stopped, with the failure in its event. The
// mail is kept, but for the message that failed; children are stopped. Restart(0, …)
// allows none. It panics when max is negative, or within is not positive where max is.
func Restart(max int, within time.Duration) Policy {
	if max < 0 || max > 0 && within <= 0 {
		panic(fmt.Sprintf("actor: Restart(%d, %v): max must not be negative and within must be positive", max, within))
	}
	return Policy{kind: policyRestart, max: max, within: within}
}

// Backoff makes the first restart wait min, and each further one within the time
// of the budget twice as long as the one before, up to max. It panics when min is
// negative or max smaller than min, and on a policy other than Restart.
func (p Policy) Backoff(min, max time.Duration) Policy {
	if p.kind != policyRestart {
		panic(fmt.Sprintf("actor: Backoff(%v, %v) on a policy that does not restart: it is for Restart", min, max))
	}
	if min < 0 || max < min {
		panic(fmt.Sprintf("actor: Backoff(%v, %v): need 0 ≤ min ≤ max", min, max))
	}
	p.min, p.top = min, max
	return p
}

// Resume goes on with the same instance and the next message. Where there is no
// instance, because its factory or Started failed, it is Stop.
func Resume() Policy { return Policy{kind: policyResume} }

// Stop stops the component.
func Stop() Policy { return Policy{kind: policyStop} }

// Escalate ends the component and makes its parent fail with the same cause, so that
// the parent's policy decides. At the top level the component just ends.
func Escalate() Policy { return Policy{kind: policyEscalate} }

// fail applies the policy to a failure.
func (c *component) fail(r *runner, f *Failure) {
	c.report(r, f)
	if c.phase != running && c.phase != draining {
		return // it is ending or restarting already
	}
	c.revived()
	p := c.set.policy
	switch {
	case p.kind == policyResume && c.living:
	case p.kind == policyEscalate:
		if c.parent.parent != nil {
			c.parent.tell(signal{kind: sigEscalated, failure: f})
		}
		c.stop(r, f)
	case p.kind == policyRestart && c.mayRestart(p):
		if !c.startRound() {
			c.restart(r)
		}
	default:
		c.stop(r, f)
	}
}

// mayRestart spends one of the restarts that the budget allows, if one is left.
func (c *component) mayRestart(p Policy) bool {
	if p.max == 0 {
		return false
	}
	rare := c.more()
	now := c.set.sys.clock.Now()
	recent := rare.failures
	for len(recent) > 0 && now.Sub(recent[0]) >= p.within {
		recent = recent[1:]
	}
	if rare.failures = recent; len(recent) >= p.max {
		return false
	}
	rare.failures = append(recent, now)
	return true
}

// delay is how long the restart waits.
func (c *component) delay() time.Duration {
	p := c.set.policy
	d := p.min
	for n := len(c.more().failures); n > 1 && d > 0; n-- {
		if d > p.top/2 {
			return p.top
		}
		d *= 2
	}
	return d
}

// report counts, publishes and logs a failure.
func (c *component) report(r *runner, f *Failure) {
	r.work.Load().counts.failures.Add(1)
	s := c.set.sys
	s.event(EventFailed, c, f)
	s.log.failure(f)
}
