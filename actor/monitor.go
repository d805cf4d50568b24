package actor

import (
	"runtime"
	"time"
)

const (
	tickShort = 50 * time.Microsecond
	tickStart = time.Millisecond
	tickLong  = 8 * time.Millisecond
	// burst limits how many runners one tick adds while workers keep blocking.
	burst = 64
	// tooLate is how late the monitor wakes at most while there is a processor free.
	tooLate = 4 * time.Millisecond
)

// watch starts the monitor if it is not running. It runs only while workers do.
func (s *System) watch() {
	if s.watched.Load() || s.watched.Swap(true) {
		return
	}
	s.runners.join()
	go s.monitor()
}

// monitor replaces workers whose component blocks, or computes for long, where
// nothing told the runtime so. A worker that has been at one message since the last
// look, and has others waiting, is detached from its runner. While that goes on,
// looks come faster and each adds twice as many runners, up to burst, so that
// thousands of components that block are soon all at it; progress ends that. None are
// added while the processors are busy, which shows in the monitor itself waking late:
// then the components compute, and would only take turns.
//
// It also ends the turns of workers that do get on, but slowly: see runner.hurry.
func (s *System) monitor() {
	defer s.runners.leave()
	tick, grow := tickStart, 1
	var seen []look
	for {
		begin := time.Now()
		time.Sleep(tick)
		late := time.Since(begin)-tick > tooLate
		if s.allIdle() {
			s.watched.Store(false)
			// As in runner.park: a worker woken meanwhile found watched set.
			if s.allIdle() || s.watched.Swap(true) {
				return
			}
		}
		s.followProcessors()
		more := min(2*grow, burst)
		if late {
			more = 0
		}
		switch stuck, moved := s.lookAround(&seen, more); {
		case stuck:
			tick, grow = max(tick/4, tickShort), max(more, 1)
		case moved:
			tick, grow = min(2*tick, tickLong), 1
		}
	}
}

func (s *System) allIdle() bool { return s.idle.Load() == int64(len(s.pool.Load().workers)) }

// look is what the monitor saw of a worker: by whom it was served, and how far that was.
type look struct {
	runner   *runner
	progress uint64
}

// lookAround compares each worker with the last look at it. It tells whether any was
// stuck with others waiting, for which it adds so many runners, and whether any got on.
// A worker that has a new runner and no progress yet says nothing.
func (s *System) lookAround(seen *[]look, more int) (stuck, moved bool) {
	workers := s.pool.Load().workers
	for len(*seen) < len(workers) {
		*seen = append(*seen, look{})
	}
	for i, w := range workers {
		now := look{w.runner.Load(), w.counts.progress()}
		if w.idle.Load() {
			now.runner = nil
		}
		before := (*seen)[i]
		(*seen)[i] = now
		switch {
		case now.runner == nil:
		case now.progress != before.progress:
			moved = true
			if w.hasWork() {
				now.runner.hurry.Store(true)
			}
			if w.length.Load() > 0 && s.idle.Load() > 0 {
				s.wakeAny(w)
			}
		case now.runner == before.runner:
			switch waiting := w.hasWork(); {
			case waiting && s.idle.Load() > 0:
				w.shift()
				s.wakeWorker(w) // it may have seen nothing between the two places, and parked
				s.wakeAny(w)
			case waiting:
				stuck = true
				s.reinforce(w, more)
			}
			w.detach(now.runner)
		}
	}
	return stuck, moved
}

// reinforce adds runners for what waits behind a worker that was stuck just now: they
// are born without a worker, and run one turn each.
func (s *System) reinforce(w *worker, n int) {
	for ; n > 0; n-- {
		c := w.popLine()
		if c == nil {
			return
		}
		r := newRunner(w)
		r.lost.Store(true)
		r.tried = true
		s.detached.Add(1)
		s.runners.join()
		go r.resume(c)
	}
}

// followProcessors keeps one worker per processor, unless their number was given.
func (s *System) followProcessors() {
	n := runtime.GOMAXPROCS(0)
	s.procs.Store(int64(n))
	if s.fixedWorkers == 0 && (s.pool.Load() == nil || n != s.pool.Load().active) {
		s.resize(n)
	}
}
