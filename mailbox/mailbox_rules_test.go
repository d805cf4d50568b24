package mailbox

import (
	"slices"
	"testing"
)

func putAll(m *Mailbox[int], values ...int) (refused, evicted []int) {
	for _, v := range values {
		out, e, dropped := m.PutEntry(Entry[int]{Value: v, Rank: v / 100}, ByRule)
		if out == Full {
			refused = append(refused, v)
		}
		if dropped {
			evicted = append(evicted, e.Value)
		}
	}
	return refused, evicted
}

func TestMailboxDropNewest(t *testing.T) {
	m := newBox[int](Rules{Capacity: 3})
	refused, evicted := putAll(m, 1, 2, 3, 4, 5)
	if !slices.Equal(refused, []int{4, 5}) || evicted != nil {
		t.Errorf("refused %v, evicted %v; want [4 5], none", refused, evicted)
	}
	if all := drainBox(t, m); !slices.Equal(all, []int{1, 2, 3}) {
		t.Errorf("took %v", all)
	}
}

func TestMailboxDropOldest(t *testing.T) {
	for _, n := range []int{1, 3, 20} {
		m := newBox[int](Rules{Capacity: n, Overflow: DropOldest})
		refused, evicted := putAll(m, seq(0, n+5)...)
		if refused != nil || !slices.Equal(evicted, seq(0, 5)) {
			t.Errorf("bound %d: refused %v, evicted %v; want none, 0 to 4", n, refused, evicted)
		}
		if out, _, dropped := m.PutEntry(Entry[int]{Value: 99}, Offer); out != Full || dropped {
			t.Errorf("bound %d: an offer to a full mailbox answers %v, %v", n, out, dropped)
		}
		if all := drainBox(t, m); !slices.Equal(all, seq(5, n+5)) {
			t.Errorf("bound %d: took %v", n, all)
		}
	}
}

func seq(from, to int) (all []int) {
	for i := from; i < to; i++ {
		all = append(all, i)
	}
	return all
}

// TestMailboxKeptSurvive lets notices wait among entries that give way.
func TestMailboxKeptSurvive(t *testing.T) {
	for _, ranked := range []bool{false, true} {
		m := newBox[int](Rules{Capacity: 4, Overflow: DropOldest, Ranked: ranked})
		keep := func(v int) {
			if out, _, dropped := m.PutEntry(Entry[int]{Value: v, Rider: keptRider{v}}, Force); out == Full || out == Closed || dropped {
				t.Errorf("ranked %v: a kept entry was answered %v, %v", ranked, out, dropped)
			}
		}
		put := func(v int) (Outcome, bool) {
			out, _, dropped := m.PutEntry(Entry[int]{Value: v}, ByRule)
			return out, dropped
		}
		keep(100)
		put(1)
		keep(101)
		put(2)
		for v := 3; v < 50; v++ {
			if out, dropped := put(v); out == Full || !dropped {
				t.Fatalf("ranked %v: put %d: %v, %v", ranked, v, out, dropped)
			}
		}
		keep(102) // over the bound
		if m.Len() != 5 {
			t.Errorf("ranked %v: Len %d, want the bound and one forced", ranked, m.Len())
		}
		if all := drainBox(t, m); !slices.Equal(all, []int{100, 101, 48, 49, 102}) {
			t.Errorf("ranked %v: took %v", ranked, all)
		}
		for v := range 4 {
			keep(v)
		}
		if out, dropped := put(4); out != Full || dropped {
			t.Errorf("ranked %v: where all are kept the newest is refused; got %v, %v", ranked, out, dropped)
		}
	}
}

func TestMailboxRanked(t *testing.T) {
	m := newBox[int](Rules{Ranked: true})
	putAll(m, 101, 1, 201, 102, 2, 202, -300, 3)
	if all := drainBox(t, m); !slices.Equal(all, []int{201, 202, 101, 102, 1, 2, 3, -300}) {
		t.Errorf("took %v", all)
	}
	m = newBox[int](Rules{Ranked: true, Capacity: 3, Overflow: DropOldest})
	_, evicted := putAll(m, 101, 1, 2, 201, 202, 3)
	if !slices.Equal(evicted, []int{1, 2, 101}) {
		t.Errorf("evicted %v: of the lowest rank the oldest gives way", evicted)
	}
	if all := drainBox(t, m); !slices.Equal(all, []int{201, 202, 3}) {
		t.Errorf("took %v", all)
	}
}

// TestMailboxHold counts what the consumer keeps aside against the bound.
func TestMailboxHold(t *testing.T) {
	m := newBox[int](Rules{Capacity: 3})
	putAll(m, 1, 2, 3)
	m.Take()
	if !m.Hold(1) {
		t.Fatal("one waits less, so one can be held")
	}
	if refused, _ := putAll(m, 4); refused == nil {
		t.Error("two wait and one is held: there is no room")
	}
	if m.Hold(2) {
		t.Error("a second one cannot be held: two wait")
	}
	if !m.Hold(0) {
		t.Error("less can always be held")
	}
	if refused, _ := putAll(m, 5); refused != nil {
		t.Error("nothing is held: there is room")
	}
	if free := newBox[int](Rules{}); !free.Hold(1 << 30) {
		t.Error("without a bound anything can be held")
	}
}
