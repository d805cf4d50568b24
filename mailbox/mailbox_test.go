package mailbox

import (
	"runtime"
	"testing"
	"weak"
)

// drainBox takes all that waits and gives the responsibility back.
func drainBox[T any](t testing.TB, m *Mailbox[T]) (all []T) {
	t.Helper()
	for {
		v, _, what := m.Take()
		switch what {
		case Took:
			all = append(all, v)
		case Empty:
			if m.Release() {
				return all
			}
		case Alerted:
			t.Fatal("an alert that nobody raised")
		}
	}
}

func newBox[T any](rules Rules) *Mailbox[T] {
	m := new(Mailbox[T])
	m.Init(false, rules)
	return m
}

func TestMailboxFirstInFirstOut(t *testing.T) {
	for _, n := range []int{1, 2, 3, shortLength, shortLength + 1, shortLength + 2, 1000, 5000} {
		m := newBox[int](Rules{})
		for range 3 { // what the round before left must not show
			for i := range n {
				want := Queued
				if i == 0 {
					want = Wake
				}
				if out := m.Put(i); out != want {
					t.Fatalf("Put %d of %d: %v, want %v", i, n, out, want)
				}
			}
			if m.Len() != n {
				t.Fatalf("Len %d, want %d", m.Len(), n)
			}
			for i, v := range drainBox(t, m) {
				if v != i {
					t.Fatalf("%d of %d: took %d", i, n, v)
				}
			}
			if m.Len() != 0 {
				t.Fatalf("Len %d after the last one", m.Len())
			}
		}
	}
}

func TestMailboxIdleHoldsNoBuffer(t *testing.T) {
	for _, rules := range []Rules{{}, {Capacity: 5000}, {Ranked: true}} {
		m := newBox[int](rules)
		for i := range 5000 {
			m.PutEntry(Entry[int]{Value: i}, ByRule)
		}
		drainBox(t, m)
		if m.head != nil || m.tail != nil {
			t.Errorf("%+v: an idle mailbox has a list", rules)
		}
		if m.ruled != nil && cap(m.ruled.ranks.heap) > 0 {
			t.Errorf("%+v: an idle mailbox has a heap", rules)
		}
	}
}

// TestMailboxSizes puts values of no size, and of more than a segment aims at.
func TestMailboxSizes(t *testing.T) {
	none := newBox[struct{}](Rules{})
	for range 3000 {
		none.Put(struct{}{})
	}
	if n := len(drainBox(t, none)); n != 3000 {
		t.Errorf("values of no size: took %d of 3000", n)
	}
	type large [3 * longBytes / 8]uint64
	big := newBox[large](Rules{})
	for i := range 100 {
		big.Put(large{0: uint64(i), len(large{}) - 1: uint64(i)})
	}
	all := drainBox(t, big)
	if len(all) != 100 {
		t.Errorf("large values: took %d of 100", len(all))
	}
	for i, v := range all {
		if v[0] != uint64(i) || v[len(v)-1] != uint64(i) {
			t.Fatalf("large value %d came as %d, %d", i, v[0], v[len(v)-1])
		}
	}
}

func TestMailboxClose(t *testing.T) {
	for _, rules := range []Rules{{}, {Capacity: 10}, {Ranked: true}} {
		m := newBox[int](rules)
		m.PutEntry(Entry[int]{Value: 1}, ByRule)
		m.PutEntry(Entry[int]{Value: 2}, ByRule)
		if !m.Close() || m.Close() {
			t.Error("Close must be true once")
		}
		for _, how := range []How{ByRule, Offer, Force} {
			if out, _, dropped := m.PutEntry(Entry[int]{Value: 3}, how); out != Closed || dropped {
				t.Errorf("%+v: a put after Close answers %v, %v", rules, out, dropped)
			}
		}
		if all := drainBox(t, m); len(all) != 2 || all[0] != 1 || all[1] != 2 {
			t.Errorf("%+v: took %v of what was queued before Close", rules, all)
		}
		if schedule, fresh := m.Alert(); !schedule || !fresh {
			t.Error("an alert must work on a closed mailbox")
		}
	}
	m := newBox[int](Rules{})
	m.Close()
	if out := m.Put(1); out != Closed || m.Len() != 0 {
		t.Errorf("Put after Close: %v, Len %d", out, m.Len())
	}
}

func TestMailboxAlertComesFirst(t *testing.T) {
	m := newBox[int](Rules{Capacity: 1})
	m.PutEntry(Entry[int]{Value: 1}, ByRule)
	if schedule, fresh := m.Alert(); schedule || !fresh {
		t.Error("the mailbox was active, and the alert new")
	}
	if _, fresh := m.Alert(); fresh {
		t.Error("the second alert is covered by the first")
	}
	if _, _, what := m.Take(); what != Alerted {
		t.Errorf("Take: %v, want Alerted", what)
	}
	if v, _, what := m.Poll(); v != 1 || what != Took {
		t.Errorf("Poll: %d, %v; it looks at no alert", v, what)
	}
	if m.Release() || m.Pause() {
		t.Error("Release and Pause must refuse while an alert is raised")
	}
	m.TakeAlert()
	if !m.Release() {
		t.Error("Release must give up now")
	}
}

func TestMailboxPause(t *testing.T) {
	m := newBox[int](Rules{})
	m.Put(1)
	m.Put(2)
	m.Take()
	if !m.Pause() {
		t.Fatal("Pause must give up, though there is mail")
	}
	if out := m.Put(3); out != Queued {
		t.Errorf("Put into a paused mailbox: %v; it must not schedule", out)
	}
	if schedule, _ := m.Alert(); !schedule {
		t.Error("an alert must schedule the paused consumer")
	}
	m.TakeAlert()
	m.Resume()
	if all := drainBox(t, m); len(all) != 2 || all[0] != 2 || all[1] != 3 {
		t.Errorf("after Resume took %v, want [2 3]", all)
	}
	if out := m.Put(4); out != Wake {
		t.Errorf("Put after all that: %v, want Wake", out)
	}
}

// TestMailboxReusesSegments streams values of each size through a standing backlog.
func TestMailboxReusesSegments(t *testing.T) {
	if raceEnabled {
		return // the race detector lets pools forget at random
	}
	reuses[int](t)
	reuses[[longBytes / shortLength]byte](t)
	reuses[[longBytes]byte](t)
}

func reuses[T any](t *testing.T) {
	m := newBox[T](Rules{})
	var v T
	for range 1000 {
		m.Put(v)
	}
	n := testing.AllocsPerRun(20, func() {
		for range 1000 {
			m.Put(v)
			m.Take()
			m.Settle()
		}
	})
	if n > 20 { // a collection may empty a pool in between
		t.Errorf("%T: %v allocations for a thousand values that pass", v, n)
	}
}

// TestMailboxKeepsNothing looks whether the collector can have what was taken, while
// the mailbox lives on and later entries wait.
func TestMailboxKeepsNothing(t *testing.T) {
	type value [1 << 10]byte
	for _, rules := range []Rules{{}, {Capacity: 1 << 20}, {Ranked: true}, {Capacity: 100, Overflow: DropOldest}} {
		m := newBox[*value](rules)
		var values, riders []weak.Pointer[value]
		for i := range 300 {
			v, r := new(value), new(value)
			values, riders = append(values, weak.Make(v)), append(riders, weak.Make(r))
			e := Entry[*value]{Value: v, Rank: i % 3}
			if i%2 == 0 {
				e.Rider = r
			}
			m.PutEntry(e, ByRule)
		}
		for m.Len() > 50 {
			m.Take()
			m.Settle()
		}
		runtime.GC()
		left := 0
		for i := range values {
			if values[i].Value() != nil {
				left++
			}
		}
		for i := range riders {
			if riders[i].Value() != nil && values[i].Value() == nil {
				t.Errorf("%+v: the rider of entry %d is kept, though it was taken", rules, i)
				break
			}
		}
		if left > 50 {
			t.Errorf("%+v: %d values are reachable, 50 wait", rules, left)
		}
		runtime.KeepAlive(m)
	}
}
