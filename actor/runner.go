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
	// awayMost is how long Go lets a goroutine compute while others wait.
	awayMost = 10 * time.Millisecond
	// looks is how often an idle runner looks around before it parks, since waking a
	// parked one costs much more; after each looksBetween it gives way to other goroutines.
	looks        = 80
	looksBetween = 20
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
	chain  int           // turns in a row from next
	turns  int           // messages and turns since the last look at the clock
	yield  time.Time     // when it last gave way
	away   time.Duration // and for how long: others that compute get as much, and no more
	step   step          // whose code runs now
	failed *Failure      // what ended the last attempt at this turn
	due    uint64        // signals taken and not yet settled
	aside  bool          // busy with signals: no message is in hand
	over   bool          // its own component has ended
	budget int           // messages that the turn may take
	tried  bool          // it has looked for work since it lost its worker

	dismissed bool // it is to end; written before the token that it waits for
}

func newRunner(w *worker) *runner {
	r := &runner{sys: w.sys, wake: make(chan struct{}, 1)}
	r.work.Store(w)
	return r
}

// run is the goroutine.
func (r *runner) run() { r.resume(nil) }

// resume is run that first serves c. A Goexit in a component's code, or in what the
// runtime calls for it, ends the goroutine in the middle of a turn; another one then
// takes the turn up again. What recover says in the turn does not tell: a panic while
// the Goexit runs the deferred functions hides it.
func (r *runner) resume(c *component) {
	over := false
	defer func() {
		if !over {
			go r.resume(c)
		}
	}()
	for {
		if c == nil {
			c = r.find()
		}
		if c == nil {
			over = true
			return
		}
		r.serve(c)
		c = nil
	}
}

// serve runs one turn, in as many attempts as its failures make of it.
func (r *runner) serve(c *component) {
	if c.last.Load() != r {
		c.last.Store(r)
	}
	if r.failed == nil {
		r.budget = turnMessages
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
			w.end()
			r.sys.checkRest()
			r.sys.runners.leave()
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
		if c, found := r.search(w); c != nil {
			return c
		} else if found {
			continue
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
	now := time.Now()
	if now.Sub(r.yield) <= max(after, r.away) {
		return
	}
	if !crowded || !r.sys.outlook.glance(now) {
		runtime.Gosched()
	}
	r.yield = time.Now()
	r.away = min(r.yield.Sub(now), awayMost)
}

// search looks for work of its own and elsewhere, for a few microseconds, before its
// worker is made idle. It answers true when there may be some. What it steals is the
// caller's; what came to its own queue is left there.
func (r *runner) search(w *worker) (stolen *component, found bool) {
	if w.own || w.retired.Load() {
		return nil, false
	}
	w.searching.Store(true)
	defer w.searching.Store(false)
	if w.courtesy.Load() {
		w.courtesy.Store(false)
		runtime.Gosched()
		if w.hasWork() {
			return nil, true
		}
	}
	p := r.sys.pool.Load()
	for look := range looks {
		for _, victim := range p.workers {
			if c := w.steal(victim); c != nil {
				return c, true
			}
		}
		if w.hasWork() || r.lost.Load() {
			return nil, true
		}
		if p.active == 1 || look%looksBetween == looksBetween-1 {
			runtime.Gosched()
		} else {
			pause(&w.length)
		}
	}
	return nil, false
}

// pause passes some fifty nanoseconds.
func pause(at *atomic.Int32) {
	for range 100 {
		if at.Load() != 0 {
			return
		}
	}
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
		if w.claim(r) {
			if !w.own {
				s.watch() // it may have seen the worker idle, and left
			}
			return true
		}
	} else {
		s.checkRest()
		if s.ended.Load() && w.abandon(r) {
			s.runners.leave()
			return false
		}
	}
	<-r.wake
	return true
}
