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
)

// watch starts the monitor if it is not running. It runs only while workers do.
func (s *System) watch() {
	if s.watched.Load() || s.watched.Swap(true) {
		return
	}
	s.runners.Add(1)
	go s.monitor()
}

// monitor replaces workers whose component blocks, or computes for long, where
// nothing told the runtime so. A worker that has been at one message since the last
// look, and has others waiting, is detached from its runner. While that goes on,
// looks come faster and each adds twice as many runners, up to burst, so that
// thousands of components that block are soon all at it; progress ends that.
func (s *System) monitor() {
	defer s.runners.Done()
	tick, grow := tickStart, 1
	var seen []look
	for {
		time.Sleep(tick)
		if s.allIdle() {
			s.watched.Store(false)
			// As in runner.park: a worker woken meanwhile found watched set.
			if s.allIdle() || s.watched.Swap(true) {
				return
			}
		}
		s.followProcessors()
		stuck := s.lookAround(&seen)
		if stuck == 0 {
			tick, grow = min(2*tick, tickLong), 1
			continue
		}
		tick = max(tick/4, tickShort)
		grow = min(2*grow, burst)
		s.reinforce(grow)
	}
}

func (s *System) allIdle() bool { return s.idle.Load() == int64(len(s.pool.Load().workers)) }

// look is what the monitor saw of a worker: by whom it was served, and how far that was.
type look struct {
	runner   *runner
	progress uint64
}

// lookAround compares each worker with the last look at it, and returns how many
// of them were stuck with others waiting.
func (s *System) lookAround(seen *[]look) (stuck int) {
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
		if now.runner == nil || now != before {
			continue
		}
		if waiting := w.hasWork(); waiting && s.idle.Load() > 0 {
			w.shift()
			s.wakeAny(w)
		} else if waiting {
			stuck++
		}
		w.detach(now.runner)
	}
	return stuck
}

// reinforce adds runners for what waits behind workers that were stuck just now: they
// are born without a worker, and run one turn each.
func (s *System) reinforce(n int) {
	for _, w := range s.pool.Load().workers {
		for ; n > 0; n-- {
			c := w.popLine()
			if c == nil {
				break
			}
			r := newRunner(w)
			r.lost.Store(true)
			s.detached.Add(1)
			s.runners.Add(1)
			go r.resume(c)
		}
	}
}

// followProcessors keeps one worker per processor, unless their number was given.
func (s *System) followProcessors() {
	if n := runtime.GOMAXPROCS(0); s.fixedWorkers == 0 && n != s.pool.Load().active {
		s.resize(n)
	}
}
