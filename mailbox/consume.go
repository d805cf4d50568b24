package mailbox

// Taken is what Take found.
type Taken uint8

const (
	Took    Taken = iota // an entry
	Empty                // none: Release, if there is nothing else to do
	Alerted              // an alert, before any entry: TakeAlert
)

// Take moves the next entry out. Alerts come before entries.
func (m *Mailbox[T]) Take() (v T, rider any, what Taken) {
	if m.warned.Load() {
		return v, nil, Alerted
	}
	if m.taken == m.known { // always, with rules
		w := m.word.Load()
		if w&alert != 0 {
			return v, nil, Alerted
		}
		if m.ruled != nil {
			return m.takeLocked()
		}
		if m.known = uint32(w / one); m.taken == m.known {
			return v, nil, Empty
		}
	}
	m.taken++
	v, rider = m.next()
	return v, rider, Took
}

// Poll is Take without regard to alerts.
func (m *Mailbox[T]) Poll() (v T, rider any, what Taken) {
	if m.ruled != nil {
		return m.takeLocked()
	}
	if m.known = uint32(m.word.Load() / one); m.taken == m.known {
		return v, nil, Empty
	}
	m.taken++
	v, rider = m.next()
	return v, rider, Took
}

// next moves out the oldest of the entries that are known to be there.
func (m *Mailbox[T]) next() (v T, rider any) {
	if m.used {
		return m.takeListed()
	}
	m.used = true
	var zero T
	v, m.first = m.first, zero
	if m.rider != nil {
		rider, m.rider = m.rider, nil
	}
	return v, rider
}

// takeListed takes the first entry of the list, which the count has shown to be there.
func (m *Mailbox[T]) takeListed() (v T, rider any) {
	m.listed = true
	if g := m.head; m.begin == uint16(len(g.values)) {
		m.head, m.begin = g.next, 0
		m.shape.put(g)
	}
	v, rider = m.head.take(m.begin)
	m.begin++
	return v, rider
}

// TakeAlert ends the alert. What was to be told must be looked at after this
// call: an Alert that comes later is a new one.
func (m *Mailbox[T]) TakeAlert() {
	m.warned.Store(false)
	m.change(func(w uintptr) uintptr { return w &^ alert })
}

// Release gives up the consumer's responsibility when nothing is queued and no
// alert is raised (4). When it answers false the consumer must go on.
func (m *Mailbox[T]) Release() bool {
	if m.taken != m.known {
		return false
	}
	if m.ruled == nil && !m.listed {
		return m.releaseFirst()
	}
	if w := m.word.Load(); w&alert != 0 || w/one != uintptr(m.taken) {
		return false
	}
	w := m.lock()
	if w&alert != 0 || w/one != uintptr(m.taken) {
		m.word.Store(w)
		return false
	}
	m.taken, m.known = 0, 0
	g := m.endListLocked()
	m.word.Store(w & (closed | paused))
	if g != nil {
		m.shape.put(g)
	}
	return true
}

// releaseFirst is Release when nothing but first was taken since count was 0, by
// far the most frequent case: then an unlocked word that counts no more than was
// taken also says that there is no list to end.
func (m *Mailbox[T]) releaseFirst() bool {
	for spin := 1; ; spin++ {
		w := m.word.Load()
		if w&alert != 0 || w/one != uintptr(m.taken) {
			return false
		}
		if w&locked == 0 {
			// Once the CAS holds, the next consumer may already be at work.
			used, taken := m.used, m.taken
			m.used, m.taken, m.known = false, 0, 0
			if m.word.CompareAndSwap(w, w&(closed|paused)) {
				return true
			}
			m.used, m.taken, m.known = used, taken, taken
		}
		wait(spin)
	}
}

// endListLocked restores the invariant for count 0; the one segment that may be
// left is the caller's to put back.
func (m *Mailbox[T]) endListLocked() *segment[T] {
	g := m.head
	m.head, m.tail = nil, nil
	m.used, m.listed = false, false
	return g
}

// Settle subtracts what was taken from what is counted (3), for a consumer that
// stops for a while with entries left.
func (m *Mailbox[T]) Settle() {
	if m.taken == 0 {
		return
	}
	w := m.lock()
	w -= uintptr(m.taken) * one
	m.known -= m.taken
	m.taken = 0
	var g *segment[T]
	if w < one {
		g = m.endListLocked()
	}
	m.word.Store(w)
	if g != nil {
		m.shape.put(g)
	}
}

// Pause gives up the responsibility although entries may wait: until Resume only
// an Alert makes the mailbox active (5). When it answers false there is one.
func (m *Mailbox[T]) Pause() bool {
	m.Settle()
	before := m.change(func(w uintptr) uintptr {
		if w&alert != 0 {
			return w
		}
		return w&^active | paused
	})
	return before&alert == 0
}

// Resume ends a Pause; the consumer, active again by an Alert, goes on taking (6).
func (m *Mailbox[T]) Resume() {
	m.change(func(w uintptr) uintptr { return w &^ paused })
}
