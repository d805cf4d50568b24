package actor

import (
	"runtime"
	"sync/atomic"
	"time"
)

const (
	// turnMessages is a component's budget: messages in one turn.
	turnMessages = 256
	// chainTurns is how many turns next may take from the line in a row.
	chainTurns = 64
	// A runner keeps its processor from the program's other goroutines for so long:
	// when workers keep all processors, and when one is idle. It looks at the clock
	// every yieldMessages messages. (To give way costs the more when a processor is idle:
	// Go then wakes a thread for it.)
	yieldBusy     = 100 * time.Microsecond
	yieldAlone    = 2 * time.Millisecond
	yieldMessages = 128
	// spins is how often an idle runner looks around, giving way to other
	// goroutines each time, before it parks: waking a parked one costs much more.
	spins = 20
)

// runner is the goroutine that serves a worker: it takes components from the
// worker's run queue and runs a turn of each. When a turn blocks, the worker is
// taken from it and given to another (detach); it then ends its turn, alone, and
// is kept as a spare or ends.
type runner struct {
	sys  *System
	work atomic.Pointer[worker]
	lost atomic.Bool // the worker is no longer its own
	// hurry is the budget of time: set by the monitor at each look while others wait, it
	// ends the turn after the message in hand, and lets the line go before next.
	hurry atomic.Bool
	wake  chan struct{} // of capacity 1: one token for each time that it was claimed

	// The goroutine's own.
	chain  int // turns in a row from next
	turns  int // messages and turns since the last look at the clock
	yield  time.Time
	step   step     // whose code runs now
	failed *Failure // what ended the last attempt at this turn
	due    uint64   // signals taken and not yet settled
	aside  bool     // busy with signals: no message is in hand
	over   bool     // its own component has ended
	tried  bool     // it has looked for work since it lost its worker

	dismissed bool // it is to end; written before the token that it waits for
}

func newRunner(w *worker) *runner {
	r := &runner{sys: w.sys, wake: make(chan struct{}, 1)}
	r.work.Store(w)
	return r
}

// run is the goroutine. A Goexit in a component's code ends it in the middle of
// serve; the turn's deferred rescue has then started another that resumes.
func (r *runner) run() {
	for {
		c := r.find()
		if c == nil {
			return
		}
		r.serve(c)
	}
}

// resume goes on where a Goexit ended the goroutine before.
func (r *runner) resume(c *component) {
	r.serve(c)
	r.run()
}

// serve runs one turn, in as many attempts as its failures make of it.
func (r *runner) serve(c *component) {
	if c.last.Load() != r {
		c.last.Store(r)
	}
	for c.body.turn(r) {
	}
}

// find returns the next component to run, or nil when the goroutine is to end. It
// waits as long as there is nothing to do.
func (r *runner) find() *component {
	for {
		if r.lost.Load() {
			// Whoever was given a worker takes something from there, even when it is lost
			// already: else those who detach runners at a fast pace, as any goroutine
			// may, could keep all of them from ever running a turn.
			if !r.tried {
				r.tried = true
				if c := r.work.Load().pop(); c != nil {
					return c
				}
			}
			if !r.retire() {
				return nil
			}
			r.tried = false
			continue
		}
		w := r.work.Load()
		if r.over {
			w.rest(r)
			w.abandon()
			r.sys.checkRest()
			r.sys.runners.Done()
			return nil
		}
		r.breathe()
		if r.chain < chainTurns && !r.hurry.Load() {
			if c := w.popNext(); c != nil {
				r.chain++
				return c
			}
		}
		r.chain = 0
		if r.hurry.Load() {
			r.hurry.Store(false)
			r.turns = yieldMessages // time has passed: breathe looks at the clock
		}
		if c := w.popLine(); c != nil {
			return c
		}
		if c := w.popNext(); c != nil {
			return c
		}
		if c := r.search(w); c != nil {
			return c
		}
		if !r.park(w) {
			return nil
		}
	}
}

// breathe lets the program's other goroutines have the processor every now and then.
func (r *runner) breathe() {
	if r.turns++; r.turns < yieldMessages {
		return
	}
	r.turns = 0
	crowded := r.sys.crowded()
	after := yieldAlone
	if crowded {
		after = yieldBusy
	}
	if now := time.Now(); now.Sub(r.yield) > after {
		if !crowded || !r.sys.outlook.glance(now) {
			runtime.Gosched()
		}
		r.yield = now
	}
}

// search looks for work elsewhere, a few times, before its worker is made idle.
func (r *runner) search(w *worker) *component {
	if w.own {
		return nil
	}
	for range spins {
		for _, victim := range r.sys.pool.Load().workers {
			if c := w.steal(victim); c != nil {
				return c
			}
		}
		runtime.Gosched()
		if w.hasWork() || r.lost.Load() {
			return w.popNext()
		}
	}
	return nil
}

// park makes the worker idle and waits to be woken. It answers false when the
// goroutine is to end.
//
// No wake-up is lost: here idle is set, then the queues are read; a sender changes
// a queue, then reads idle. All four are sequentially consistent, so that at least
// one of the two sees the other's write. Whoever turns idle off, under the worker's
// lock, is the one to act: a sender sends the token that is received below, exactly
// one, and the runner itself just goes on.
func (r *runner) park(w *worker) bool {
	s := r.sys
	if !w.rest(r) {
		return true // it was detached just now
	}
	if w.hasWork() || s.spareWork(w) {
		if w.claim() {
			if !w.own {
				s.watch() // it may have seen the worker idle, and left
			}
			return true
		}
	} else {
		s.checkRest()
		if s.ended.Load() && w.abandon() {
			s.runners.Done()
			return false
		}
	}
	<-r.wake
	return true
}
