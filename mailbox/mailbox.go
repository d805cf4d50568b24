package mailbox

import (
	"runtime"
	"sync/atomic"
)

// Mailbox is a queue with many producers and one consumer, made for a consumer
// that is not a waiting goroutine but something a scheduler runs: a component.
// At any time it is idle or active. The Put or Alert that finds it idle makes it
// active and answers that the consumer must be scheduled; the consumer stays
// responsible until it gives that back with Release or Pause. So there is always
// exactly one who has to act, and no wake-up can be lost.
//
// Put, PutEntry, Alert, Close and Len may be called from any goroutine. Take,
// TakeAlert, Settle, Release, Pause, Resume and Hold belong to the consumer: whoever
// was told to schedule it, one at a time. Init comes before all of them.
//
// Producers hold a spin lock for the few instructions that store one entry, never
// while allocating or running foreign code; in a ranked mailbox for the logarithm of
// what waits, and now and then while its heap moves to a larger place. The consumer
// of an unbounded, unranked mailbox takes no lock per entry. Cost: one or two locked
// operations for a Put, none for a Take, one for a Release. An idle mailbox holds no
// buffer.
//
// An entry is a value and, rarely, a rider: something that travels with it.
type Mailbox[T any] struct {
	// word says everything that more than one side must know at once:
	//
	//	bit 0   locked   a producer is storing an entry
	//	bit 1   closed   Put refuses; what is queued is still taken
	//	bit 2   alert    the consumer is asked to look up, see Alert
	//	bit 3   active   somebody is responsible for running the consumer
	//	bit 4   paused   the consumer wants no entries: only Alert makes it active
	//	bits 5… count    entries published and not yet subtracted by the consumer
	//
	// Transitions, each one CAS of an unlocked word or a Store by the lock's holder:
	//
	//	1 Put      count+1; idle and not paused → active, answer Wake
	//	1' Put     the same of an idle, open mailbox without the lock, see there
	//	2 Alert    alert; not active → active, answer true
	//	3 Settle   count−taken
	//	4 Release  count−taken = 0 and no alert: active → idle
	//	5 Pause    no alert: active → idle, paused
	//	6 Resume   paused off
	//
	// What a producer wrote before its Store of word is seen by the consumer that
	// loads that count; what the consumer did before Release or Pause is seen by
	// the one that makes the mailbox active again, and so by the next consumer.
	word atomic.Uintptr

	// A first entry, when nothing else is queued, lies in the mailbox itself.
	// Written under the lock while count is 0, read by the consumer after that.
	first T
	rider any

	// The end of the list behind it: the producers' own, under the lock. Invariant:
	// when count is 0 there is no list, and used and listed are false.
	tail  *segment[T]
	end   uint16
	shape *shape[T]
	ruled *ruled[T] // nil: unbounded, first in, first out

	// From here on it is the consumer's own, in a cache line that producers leave
	// alone; in a mailbox with rules it is under the lock. But for head and begin,
	// which the producer writes that starts a list while there is none, and warned.
	head   *segment[T]
	begin  uint16
	used   bool        // first was taken since count was 0
	listed bool        // and an entry of the list too
	taken  uint32      // entries taken and not yet subtracted from count
	known  uint32      // the count when the consumer last looked: as many may be taken
	warned atomic.Bool // an alert was raised: so the consumer need not look at word for each entry
}

const (
	locked uintptr = 1 << iota
	closed
	alert
	active
	paused
	one // of the count

	// full keeps the count from running over, and within 32 bits: 2²⁷−2 entries
	// on 32-bit machines, 2³²−2 on others.
	full = ^uintptr(0)>>(27*(^uintptr(0)>>63)) - one
)

// Outcome is what became of an entry that was put.
type Outcome uint8

const (
	Queued Outcome = iota // it waits; somebody is responsible already
	Wake                  // it waits, and the caller must schedule the consumer
	Full                  // refused: the bound is reached
	Closed                // refused: the mailbox is closed
)

// Init prepares m, unbounded and in order but for the rules. With alerted it
// begins active and with its alert raised: the caller schedules the consumer.
func (m *Mailbox[T]) Init(alerted bool, rules Rules) {
	m.shape = shapeOf[T]()
	if rules != (Rules{}) {
		m.ruled = &ruled[T]{Rules: rules}
	}
	if alerted {
		m.word.Store(active | alert)
	}
}

// Put queues v: the short way in, for a value without rider. It must not be used on a
// mailbox with rules, which it would not keep: that takes [Mailbox.PutEntry].
func (m *Mailbox[T]) Put(v T) Outcome {
	// An idle mailbox needs no lock (1'): with the CAS the entry counts, so that
	// other producers go to the list; the consumer runs only once the caller has
	// scheduled it, which publishes first.
	if m.word.Load() == 0 && m.word.CompareAndSwap(0, active+one) {
		m.first = v
		return Wake
	}
	w := m.lock()
	if w&closed == 0 && w < one {
		m.first = v
		return m.publish(w)
	}
	return m.append(w, v, nil)
}

// append queues an entry behind others; the lock is held and w is its word.
func (m *Mailbox[T]) append(w uintptr, v T, rider any) Outcome {
	if w&closed != 0 {
		m.word.Store(w)
		return Closed
	}
	if w >= full {
		m.word.Store(w)
		return Full
	}
	if w < one {
		m.first, m.rider = v, rider
		return m.publish(w)
	}
	if m.lacksLocked(w, rider != nil) {
		return m.grow(w, v, rider)
	}
	m.tail.set(m.end, v, rider)
	m.end++
	return m.publish(w)
}

// grow makes room and appends again: meanwhile another producer may have done either,
// or the consumer ended the list. In a mailbox without rules a list is never unlocked
// empty: the entry that it was begun for is in it by then.
func (m *Mailbox[T]) grow(w uintptr, v T, rider any) Outcome {
	return m.append(m.room(w, rider != nil), v, rider)
}

// lacksLocked reports whether the list has no place for an entry with such a rider.
func (m *Mailbox[T]) lacksLocked(w uintptr, rider bool) bool {
	return m.fullLocked(w) || rider && w >= one && m.tail.riders.Load() == nil
}

// room unlocks, gets what the list lacks, locks and adds it if it is still lacking: to
// get it may allocate, and the collector may make an allocation wait.
func (m *Mailbox[T]) room(w uintptr, rider bool) uintptr {
	if m.fullLocked(w) {
		first := m.tail == nil
		m.word.Store(w)
		g := m.shape.get(first)
		if rider && g.riders.Load() == nil {
			g.addRiders()
		}
		w = m.lock()
		if m.fullLocked(w) {
			m.linkLocked(g)
		} else {
			m.shape.put(g)
		}
		return w
	}
	length := len(m.tail.values)
	m.word.Store(w)
	riders := make([]any, length)
	w = m.lock()
	if w >= one && m.tail != nil && len(m.tail.values) == length && m.tail.riders.Load() == nil {
		m.tail.riders.Store(&riders)
	}
	return w
}

// fullLocked reports whether the next entry needs another segment.
func (m *Mailbox[T]) fullLocked(w uintptr) bool {
	return w >= one && (m.tail == nil || m.end == uint16(len(m.tail.values)))
}

// linkLocked ends the list with an empty segment.
func (m *Mailbox[T]) linkLocked(g *segment[T]) {
	if m.tail == nil {
		m.head, m.begin = g, 0
	} else {
		m.tail.next = g
	}
	m.tail, m.end = g, 0
}

// publish counts one more entry and gives the lock back, in one Store (1).
func (m *Mailbox[T]) publish(w uintptr) Outcome {
	if w&(active|paused) != 0 {
		m.word.Store(w + one)
		return Queued
	}
	m.word.Store((w | active) + one)
	return Wake
}

// lock returns the word as it was, unlocked, and bars everyone else from
// changing it until the caller stores it anew.
func (m *Mailbox[T]) lock() uintptr {
	for spin := 1; ; spin++ {
		w := m.word.Load()
		if w&locked == 0 && m.word.CompareAndSwap(w, w|locked) {
			return w
		}
		wait(spin)
	}
}

// wait passes the time until a lock is free: it is held for nanoseconds, unless
// its holder was taken off its processor, which may then need ours.
func wait(spin int) {
	if spin%16 == 0 {
		runtime.Gosched()
	}
}

// change applies f to an unlocked word until it holds, and returns the word
// before; f says no by returning the word it was given.
func (m *Mailbox[T]) change(f func(uintptr) uintptr) (before uintptr) {
	for spin := 1; ; spin++ {
		w := m.word.Load()
		if w&locked == 0 {
			next := f(w)
			if next == w || m.word.CompareAndSwap(w, next) {
				return w
			}
		}
		wait(spin)
	}
}

// Alert asks the consumer to look up from its entries: Take answers Alerted until
// TakeAlert. It reports whether the caller must schedule the consumer, and whether
// the alert is new: one not yet taken covers any number of calls. The consumer looks up
// at least once after each call, now and then once more. It works on a closed mailbox,
// and needs no room.
func (m *Mailbox[T]) Alert() (schedule, fresh bool) {
	// First the warning: when this returns no further entry is taken. A consumer that
	// takes it before the bit is set looks for nothing then, and once more after it.
	m.warned.Store(true)
	before := m.change(func(w uintptr) uintptr { return w | alert | active })
	return before&active == 0, before&alert == 0
}

// Close refuses further entries. It reports whether it was the first to do so.
func (m *Mailbox[T]) Close() bool {
	return m.change(func(w uintptr) uintptr { return w | closed })&closed == 0
}

// Len is the number of entries that wait. While entries come and go it is a
// number that was right a moment ago, at most too large by those that the
// consumer has taken in this turn.
func (m *Mailbox[T]) Len() int { return int(m.word.Load() / one) }

// Alerted reports whether an alert is raised and not yet taken.
func (m *Mailbox[T]) Alerted() bool { return m.warned.Load() || m.word.Load()&alert != 0 }
