package actor

import (
	"sync"
	"sync/atomic"
)

// pool is the set of workers; it is replaced, never changed.
type pool struct {
	workers []*worker // all there ever were: a hint may name any of them
	active  int       // the first so many take work
	tallies []*tally
}

// scheduler is the part of a System that runs components.
type scheduler struct {
	pool    atomic.Pointer[pool]
	outside [outsiders]tally

	idle     atomic.Int64 // workers that nobody serves
	detached atomic.Int64 // runners that lost their worker in the middle of a turn
	ownBusy  atomic.Int64 // workers of single components that are served
	placed   atomic.Uint32
	procs    atomic.Int64 // processors, as last seen
	ended    atomic.Bool  // all components have ended, for good: runners leave
	outlook  outlook

	mu      sync.Mutex // taken with a worker's lock held, never the other way round
	spares  []*runner
	watched atomic.Bool // the monitor runs
	runners gang        // and the monitor
}

// resize sets the number of workers that take work, with no goroutine yet. Those
// beyond the number still serve what they have.
func (s *System) resize(n int) {
	old := s.pool.Load()
	if old == nil {
		old = &pool{}
	}
	p := &pool{workers: append([]*worker(nil), old.workers...), active: n}
	for len(p.workers) < n {
		p.workers = append(p.workers, newWorker(s, new(tally)))
		s.idle.Add(1)
	}
	for i := range s.outside {
		p.tallies = append(p.tallies, &s.outside[i])
	}
	for _, w := range p.workers {
		p.tallies = append(p.tallies, w.counts)
	}
	for i, w := range p.workers {
		w.retired.Store(i >= n)
	}
	s.pool.Store(p)
}

func (s *System) tallies() []*tally { return s.pool.Load().tallies }

// inHand is the number of messages being handled.
func (s *System) inHand() uint64 {
	busy := int64(len(s.pool.Load().workers)) - s.idle.Load() + s.detached.Load() + s.ownBusy.Load()
	for _, t := range s.tallies() {
		busy -= t.asides.Load()
	}
	for _, w := range s.pool.Load().workers {
		if w.searching.Load() {
			busy--
		}
	}
	return uint64(max(0, busy))
}

// crowded reports whether the workers keep all processors.
func (s *System) crowded() bool {
	return int64(len(s.pool.Load().workers))-s.idle.Load()+s.ownBusy.Load() >= s.procs.Load()
}

// schedule puts c, which just became active, in a run queue: at from, when the
// sender is a component that runs there, else where c ran last.
func (s *System) schedule(c *component, from *worker) {
	if from == nil || c.set.own || from.retired.Load() {
		s.scheduleAfar(c)
		return
	}
	if old := from.next.Swap(c); old != nil {
		from.pushLine(old)
		if s.idle.Load() > 0 {
			s.wakeAny(from)
		}
	}
	s.wakeWorker(from)
}

// scheduleAfar is schedule where no worker is the natural one.
func (s *System) scheduleAfar(c *component) {
	last := c.last.Load()
	if c.set.own {
		w := last.work.Load()
		w.next.Store(c) // nobody else is ever scheduled there
		s.wakeWorker(w)
		return
	}
	w := s.place(last)
	w.pushLine(c)
	s.wakeWorker(w)
	if s.idle.Load() > 0 && !w.searching.Load() {
		s.wakeAny(w) // w may be at a long message
	}
}

// again puts a component that spent its budget at the end of the line.
func (s *System) again(c *component, w *worker) {
	if w.own {
		w.next.Store(c)
	} else {
		w.pushLine(c)
	}
	s.wakeWorker(w)
}

// place chooses the worker for a component that no component woke.
func (s *System) place(last *runner) *worker {
	p := s.pool.Load()
	if last != nil {
		if w := last.work.Load(); !w.retired.Load() {
			return w
		}
	}
	return p.workers[int(s.placed.Add(1)%uint32(p.active))]
}

// wakeWorker sees to it that w is served.
func (s *System) wakeWorker(w *worker) {
	if w.idle.Load() {
		w.attend()
	}
}

// wakeAny wakes an idle worker, if there is one, to take from a line that grew.
func (s *System) wakeAny(from *worker) {
	p := s.pool.Load()
	for _, w := range p.workers[:p.active] {
		if w != from && w.idle.Load() && w.attend() {
			return
		}
	}
}

// spareWork reports whether some other worker has more than it can do at once.
func (s *System) spareWork(w *worker) bool {
	p := s.pool.Load()
	if w.own || w.retired.Load() {
		return false
	}
	for _, other := range p.workers {
		if other != w && other.length.Load() > 0 {
			return true
		}
	}
	return false
}

// retire ends the turn of a runner that lost its worker. It waits as a spare, and
// answers true when it was given a worker again, false when it is to end.
func (r *runner) retire() bool {
	s := r.sys
	r.work.Load().counts.strayed.Add(1)
	s.detached.Add(-1)
	s.checkRest()
	s.mu.Lock()
	keep := len(s.spares) < 2*s.pool.Load().active && !s.ended.Load()
	if keep {
		s.spares = append(s.spares, r)
	}
	s.mu.Unlock()
	if keep {
		<-r.wake
	}
	// Not r.lost: given a worker, it may have lost that one, too, by now.
	if !keep || r.dismissed {
		s.runners.leave()
		return false
	}
	return true
}

// dismiss ends all runners; no component is left. Those that still run a turn leave
// at its end.
func (s *System) dismiss() {
	s.mu.Lock()
	s.ended.Store(true)
	spares := s.spares
	s.spares = nil
	s.mu.Unlock()
	s.outlook.close()
	for _, r := range spares {
		r.dismissed = true
		r.wake <- struct{}{}
	}
	for _, w := range s.pool.Load().workers {
		if w.runner.Load() != nil {
			s.wakeWorker(w)
		}
	}
}
