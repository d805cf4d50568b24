package actor

import "sync"

// waitsMu guards who waits for whom: rare.asking of every component, and target and
// more of every pending ask. One lock for all: a cycle may be anywhere, and only asks
// that wait in a handler, or were broadcast, come here. A broadcast that waits is
// known by its last member only.
var waitsMu sync.Mutex

// wait notes that p's asker waits for target. It answers false when that would be a
// cycle: the target waits, however indirectly, for the asker. Of two that ask each
// other at the same time, the lock lets the second one see the first.
func (p *pending) wait(target *component) bool {
	if p.asker == nil {
		return true
	}
	waitsMu.Lock()
	defer waitsMu.Unlock()
	if p.over() {
		return true // answered already; who closed it has unwaited, or is about to
	}
	if target.awaits(p.asker) {
		return false
	}
	r := p.asker.more()
	if r.asking == nil {
		r.asking = make(map[*pending]struct{})
	}
	r.asking[p] = struct{}{}
	p.target = target
	return true
}

// awaits reports whether c is other, or waits for it. There are no cycles to fall into:
// none is ever made.
func (c *component) awaits(other *component) bool {
	if c == other {
		return true
	}
	if r := c.rare.Load(); r != nil {
		for p := range r.asking {
			if p.target.awaits(other) {
				return true
			}
		}
	}
	return false
}

// unwait ends the wait the moment the ask is decided: the one who just answered may
// then ask the asker.
func (p *pending) unwait() {
	if p.asker != nil {
		waitsMu.Lock()
		if r := p.asker.rare.Load(); r != nil {
			delete(r.asking, p)
		}
		waitsMu.Unlock()
	}
	d := p.debtor.Load()
	if d == nil {
		return
	}
	d.forgive(p)
	if !p.shared.Load() {
		return
	}
	waitsMu.Lock()
	others := p.more
	p.more = nil
	waitsMu.Unlock()
	for _, d := range others {
		d.forgive(p)
	}
}

// forgive ends what c owes.
func (c *component) forgive(p *pending) {
	r := c.more()
	r.mu.Lock()
	if delete(r.owed, p); len(r.owed) == 0 {
		r.owed = nil // a map keeps the size that it once had
	}
	r.mu.Unlock()
}

// owe notes that c has handled the message of p and may still answer: when c stops
// before that, the ask ends.
func (c *component) owe(p *pending) {
	r := c.more()
	r.mu.Lock()
	if r.owed == nil {
		r.owed = make(map[*pending]struct{})
	}
	r.owed[p] = struct{}{}
	r.mu.Unlock()
	if !p.debtor.CompareAndSwap(nil, c) {
		waitsMu.Lock()
		p.more = append(p.more, c)
		p.shared.Store(true)
		waitsMu.Unlock()
	}
	// Decided meanwhile, it may not have seen the debtor.
	if p.over() {
		p.unwait()
	}
}
