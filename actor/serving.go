package actor

// Who serves a worker changes here, all of it under the worker's lock:
//
//	1 rest     its runner found nothing to do        served → idle
//	2 claim    the runner goes on after all          idle   → served
//	3 attend   somebody pushed work                  idle   → served, by the runner that
//	           waits, which gets one token, by a spare or by a new one
//	4 detach   the runner's turn blocks or is long   served → served by another, or idle
//	5 abandon  the system has ended                  idle   → idle, without a runner;
//	  end      so has the component whose own it is  any    → the same, for good

// rest makes w idle (1), unless r does not serve it any more.
func (w *worker) rest(r *runner) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.runner.Load() != r {
		return false
	}
	w.setIdleLocked(true)
	return true
}

// claim ends w's idleness for its runner r (2). It answers false when another did so
// already: then a token is on its way, and w may be idle again, but not r's.
func (w *worker) claim(r *runner) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.idle.Load() || w.runner.Load() != r {
		return false
	}
	w.setIdleLocked(false)
	return true
}

// attend gives an idle worker its runner (3). It answers false when it is served, and
// when it was its component's own, which has ended: who still wants to wake it pushed
// the component before its runner found it by itself.
func (w *worker) attend() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.idle.Load() || w.own && w.runner.Load() == nil {
		return false
	}
	w.setIdleLocked(false)
	if r := w.runner.Load(); r != nil {
		r.wake <- struct{}{}
	} else {
		w.employLocked()
	}
	if !w.own {
		w.sys.watch() // under the lock, w's runner cannot have left: Shutdown waits for the monitor
	}
	return true
}

// detach takes w from r (4) and has another serve it, if there is work now. It does
// nothing when r does not serve w, or w is idle.
func (w *worker) detach(r *runner) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.own || w.runner.Load() != r || w.idle.Load() {
		return
	}
	w.sys.detached.Add(1)
	r.lost.Store(true)
	w.runner.Store(nil)
	// As in park: idle first, then the look at the queues. The line is safe under
	// the lock; who pushes to next looks at idle after that.
	w.setIdleLocked(true)
	if w.hasWork() {
		w.setIdleLocked(false)
		w.employLocked()
		w.sys.watch() // as in park
	}
}

// abandon lets the runner r of an idle worker go (5); false is as for claim.
func (w *worker) abandon(r *runner) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.idle.Load() || w.runner.Load() != r {
		return false
	}
	w.runner.Store(nil)
	return true
}

// end lets go of the runner of a component's own worker, with the component (5).
func (w *worker) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.idle.Load() {
		w.setIdleLocked(true)
	}
	w.runner.Store(nil)
}

func (w *worker) setIdleLocked(idle bool) {
	w.idle.Store(idle)
	change := int64(1)
	if !idle {
		change = -1
	}
	if w.own {
		w.sys.ownBusy.Add(-change)
	} else {
		w.sys.idle.Add(change)
	}
}

// employLocked finds a runner for w, which has none.
func (w *worker) employLocked() {
	s := w.sys
	s.mu.Lock()
	n := len(s.spares)
	if n == 0 {
		s.mu.Unlock()
		r := newRunner(w)
		w.runner.Store(r)
		s.runners.join()
		go r.run()
		return
	}
	r := s.spares[n-1]
	s.spares = s.spares[:n-1]
	s.mu.Unlock()
	r.work.Store(w)
	r.lost.Store(false)
	w.runner.Store(r)
	r.wake <- struct{}{}
}
