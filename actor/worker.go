package actor

import (
	"sync"
	"sync/atomic"
)

// worker is one of the places, one per processor, at which components run: a run
// queue, and the runner (a goroutine) that now serves it. Everything here may be
// touched by any goroutine, so that a wrong idea of which worker one stands on
// costs time and never correctness.
//
// The run queue has two parts. What a component wakes goes to next: it runs right
// after it, on the same processor, with the message still in the cache. What next
// pushes out, what comes from outside and who has spent its budget stands in line,
// first in, first out, where idle workers may take half of it.
type worker struct {
	sys    *System
	counts *tally
	own    bool // serves one component with OwnGoroutine, steals nothing, is never replaced

	_       [64]byte
	next    atomic.Pointer[component]
	retired atomic.Bool // there are fewer processors now: it only ends what it has
	// courtesy: a goroutine that waited was answered from here. It is to run before
	// the runner looks around for work, which it may be the one to bring.
	courtesy atomic.Bool
	// searching: its runner looks around for work, and has no message in hand.
	searching atomic.Bool
	idle      atomic.Bool            // nobody serves it: who pushes must wake it; written under mu
	runner    atomic.Pointer[runner] // who serves it, or did and waits; written under mu

	_      [64]byte
	length atomic.Int32 // of line, to be looked at without the lock
	mu     sync.Mutex
	line   line
	_      [64]byte
}

func newWorker(s *System, counts *tally) *worker {
	w := &worker{sys: s, counts: counts}
	w.idle.Store(true)
	return w
}

func (w *worker) pushLine(c *component) {
	w.mu.Lock()
	w.line.push(c)
	w.length.Store(int32(w.line.len()))
	w.mu.Unlock()
}

func (w *worker) popNext() *component {
	if c := w.next.Load(); c != nil && w.next.CompareAndSwap(c, nil) {
		return c
	}
	return nil
}

func (w *worker) pop() *component {
	if c := w.popNext(); c != nil {
		return c
	}
	return w.popLine()
}

func (w *worker) popLine() *component {
	if w.length.Load() == 0 {
		return nil
	}
	w.mu.Lock()
	c := w.line.pop()
	w.length.Store(int32(w.line.len()))
	w.mu.Unlock()
	return c
}

// steal moves half of victim's line to w's and returns one of them. What stands in
// next stays: it and the one that runs are most often a pair that talks.
func (w *worker) steal(victim *worker) *component {
	if victim == w || victim.length.Load() == 0 {
		return nil
	}
	victim.mu.Lock()
	n := (victim.line.len() + 1) / 2
	loot := make([]*component, 0, n)
	for range n {
		loot = append(loot, victim.line.pop())
	}
	victim.length.Store(int32(victim.line.len()))
	victim.mu.Unlock()
	if n == 0 {
		return nil
	}
	if n > 1 {
		w.mu.Lock()
		for _, c := range loot[1:] {
			w.line.push(c)
		}
		w.length.Store(int32(w.line.len()))
		w.mu.Unlock()
		w.sys.wakeWorker(w) // who steals may have lost it just now
	}
	return loot[0]
}

// shift moves next to the line, where others can take it: who runs here has
// been at one message for long.
func (w *worker) shift() {
	if c := w.popNext(); c != nil {
		w.pushLine(c)
	}
}

// hasWork is exact for who has made the worker idle before, see runner.park.
func (w *worker) hasWork() bool {
	return w.next.Load() != nil || w.length.Load() > 0
}
