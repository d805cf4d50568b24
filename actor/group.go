package actor

import (
	"slices"
	"sync"
)

// Strategy says who is restarted with a child that failed. See Group.
type Strategy int

const (
	OneForOne  Strategy = iota // that child alone
	AllForOne                  // all children
	RestForOne                 // that child and those spawned after it
)

// round is one restart of a group: its members are stopped, the youngest first, all
// of them before the first starts; after the failed one's backoff they start in order
// of spawning. It is a baton: whoever has done its step, or has ended, passes it on.
type round struct {
	parent *component
	lead   *component // who failed

	mu       sync.Mutex
	members  []*component // in order of spawning
	at       int          // whose step it is; nobody's, -1, during the backoff
	reviving bool         // all have stopped
	over     bool
}

// startRound begins a round when the parent's strategy asks for one.
func (c *component) startRound() bool {
	strategy := c.parent.set.group
	if strategy == OneForOne {
		return false
	}
	ro := &round{parent: c.parent, lead: c}
	c.phase = waiting // it handles nothing more until its turn comes
	c.parent.queueRound(ro, strategy)
	return true
}

// queueRound starts ro, or has it wait for the round under way in this family.
func (parent *component) queueRound(ro *round, strategy Strategy) {
	rare := parent.more()
	rare.mu.Lock()
	rare.rounds = append(rare.rounds, ro)
	first := len(rare.rounds) == 1
	rare.mu.Unlock()
	if first {
		ro.start(strategy)
	}
}

func (ro *round) start(strategy Strategy) {
	all := ro.parent.list()
	if strategy == RestForOne {
		for len(all) > 0 && all[0] != ro.lead {
			all = all[1:]
		}
	}
	if !slices.Contains(all, ro.lead) {
		ro.parent.nextRound() // it has ended since, and nobody with it
		return
	}
	ro.mu.Lock()
	ro.members, ro.at = all, len(all)
	ro.mu.Unlock()
	ro.pass(nil)
}

// pass hands the baton on from c, whose step is done.
func (ro *round) pass(from *component) {
	ro.mu.Lock()
	if ro.over || from != nil && (ro.at < 0 || ro.at >= len(ro.members) || ro.members[ro.at] != from) {
		ro.mu.Unlock()
		return
	}
	if !ro.reviving && ro.at == 0 {
		ro.reviving, ro.at = true, -1
		if d := ro.lead.delay(); d > 0 {
			ro.mu.Unlock()
			ro.parent.set.sys.clock.AfterFunc(d, func() { ro.pass(nil) })
			return
		}
	}
	kind := sigSuspend
	if ro.reviving {
		ro.at++
		kind = sigRevive
	} else {
		ro.at--
	}
	var to *component
	if ro.at < len(ro.members) {
		to = ro.members[ro.at]
	} else {
		ro.over = true
	}
	ro.mu.Unlock()
	if to == nil {
		ro.parent.nextRound()
	} else {
		to.enlist(kind, ro)
	}
}

// enlist gives c its step; one that has ended passes.
func (c *component) enlist(kind signalKind, ro *round) {
	if !c.tell(signal{kind: kind, round: ro}) {
		ro.pass(c)
	}
}

func (parent *component) nextRound() {
	rare := parent.more()
	rare.mu.Lock()
	rare.rounds = rare.rounds[1:]
	var next *round
	if len(rare.rounds) > 0 {
		next = rare.rounds[0]
	}
	rare.mu.Unlock()
	if next != nil {
		next.start(parent.set.group)
	}
}

// suspend ends the instance, for a round. Who is ending passes the baton then.
func (c *component) suspend(r *runner, ro *round) {
	c.more().round = ro
	if c.phase != stopping && c.phase != stopped {
		c.restart(r)
	}
}

// suspended reports that c's instance has ended for a round, and passes the baton.
func (c *component) suspended() bool {
	ro := c.more().round
	if ro != nil {
		ro.pass(c)
	}
	return ro != nil
}

// revive makes the next instance, for a round; revived follows.
func (c *component) revive(r *runner, ro *round) {
	if c.phase == waiting && c.more().round == ro {
		c.renew(r)
	}
}

// revived passes the baton when the next instance has started, or failed to.
func (c *component) revived() {
	if rare := c.rare.Load(); rare != nil && rare.round != nil {
		ro := rare.round
		rare.round = nil
		ro.pass(c)
	}
}

// leaveRounds passes the baton of a component that has ended: in the round that it
// was part of, and in those that only just told it.
func (c *component) leaveRounds(untold []signal) {
	c.revived()
	for _, sig := range untold {
		if sig.round != nil {
			sig.round.pass(c)
		}
	}
}
