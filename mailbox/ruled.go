package mailbox

// Rules bound a Mailbox or order it by rank. The zero value does neither.
type Rules struct {
	Capacity int      // entries that may wait; 0: any number
	Overflow Overflow // what gives way when Capacity is reached
	Ranked   bool     // larger Entry.Rank first; in order within one rank
}

// Entry is a value with all that may travel with it.
type Entry[T any] struct {
	Value T
	Rider any // a Rider that is Kept is never dropped to make room
	Rank  int // counts in a ranked mailbox only
}

// Kept marks riders whose entries must not be dropped by an overflow: they are
// passed over when the oldest entry gives way. Put them with [Force].
type Kept interface{ Kept() }

// How says what PutEntry may do at a full mailbox.
type How uint8

const (
	ByRule How = iota // as the mailbox's Overflow says
	Offer             // nothing gives way: Full
	Force             // the bound does not count
)

// ruled is a mailbox's state beyond the plain list, all of it under the lock.
type ruled[T any] struct {
	Rules
	held   int        // entries that the consumer keeps and that count as waiting
	spared []Entry[T] // kept entries that were oldest when others gave way; first out
	ranks  ranks[T]
}

// PutEntry queues e. When another entry had to give way it is returned: the
// caller says what becomes of it. Cost: as Put, and the logarithm of what waits
// in a ranked mailbox.
func (m *Mailbox[T]) PutEntry(e Entry[T], how How) (out Outcome, evicted Entry[T], dropped bool) {
	if m.ruled == nil {
		return m.append(m.lock(), e.Value, e.Rider), evicted, false
	}
	w := m.lockWithRoom(e.Rider != nil)
	if w&closed != 0 {
		m.word.Store(w)
		return Closed, evicted, false
	}
	r := m.ruled
	if how != Force && r.Capacity > 0 && int(w/one)+r.held >= r.Capacity {
		if how == Offer || r.Overflow == DropNewest {
			m.word.Store(w)
			return Full, evicted, false
		}
		if evicted, dropped = m.evictLocked(w); !dropped {
			m.word.Store(w)
			return Full, evicted, false
		}
		if w -= one; w < one {
			m.endLocked()
		}
	}
	if r.Ranked {
		r.ranks.push(e)
		return m.publish(w), evicted, dropped
	}
	return m.append(w, e.Value, e.Rider), evicted, dropped
}

// lockWithRoom locks when one more entry can be stored without allocating, so
// that between the look at the bound and the store nothing is unlocked.
func (m *Mailbox[T]) lockWithRoom(rider bool) uintptr {
	for {
		w := m.lock()
		r := &m.ruled.ranks
		switch {
		case m.ruled.Ranked && len(r.heap) == cap(r.heap):
			length := len(r.heap)
			m.word.Store(w)
			larger := make([]ranked[T], 0, max(shortLength, 2*length))
			w = m.lock()
			if len(r.heap) < cap(larger) {
				r.heap = append(larger, r.heap...)
			}
			m.word.Store(w)
		case !m.ruled.Ranked && m.lacksLocked(w, rider):
			m.word.Store(m.room(w, rider))
		default:
			return w
		}
	}
}

// evictLocked takes out the oldest entry that may be dropped, in a ranked
// mailbox the oldest of the lowest rank. There may be none.
func (m *Mailbox[T]) evictLocked(w uintptr) (e Entry[T], ok bool) {
	r := m.ruled
	if r.Ranked {
		return r.ranks.evict()
	}
	for n := int(w/one) - len(r.spared); n > 0; n-- {
		e.Value, e.Rider = m.next()
		if _, kept := e.Rider.(Kept); !kept {
			return e, true
		}
		r.spared = append(r.spared, e)
	}
	return Entry[T]{}, false
}

// takeLocked is Take for a mailbox with rules: what is taken no longer waits, so
// it is subtracted at once.
func (m *Mailbox[T]) takeLocked() (v T, rider any, what Taken) {
	w := m.lock()
	if w < one {
		m.word.Store(w)
		return v, nil, Empty
	}
	r := m.ruled
	switch {
	case len(r.spared) > 0:
		e := r.spared[0]
		r.spared[0] = Entry[T]{}
		if r.spared = r.spared[1:]; len(r.spared) == 0 {
			r.spared = nil
		}
		v, rider = e.Value, e.Rider
	case r.Ranked:
		v, rider = r.ranks.pop()
	default:
		v, rider = m.next()
	}
	if w -= one; w < one {
		m.endLocked()
	}
	m.word.Store(w)
	return v, rider, Took
}

// endLocked restores the invariant for count 0.
func (m *Mailbox[T]) endLocked() {
	if g := m.endListLocked(); g != nil {
		m.shape.put(g)
	}
	m.ruled.ranks.end()
}

// Hold tells how many entries the consumer keeps aside that count against the
// bound: at most the capacity are waiting and kept together. It answers false,
// and changes nothing, when n more than are held now would pass the bound.
func (m *Mailbox[T]) Hold(n int) bool {
	if m.ruled == nil || m.ruled.Capacity == 0 {
		return true
	}
	w := m.lock()
	r := m.ruled
	ok := n <= r.held || int(w/one)+n <= r.Capacity
	if ok {
		r.held = n
	}
	m.word.Store(w)
	return ok
}
