package mailbox

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// plainRider and keptRider travel with entries; which one says what was put.
type plainRider struct{ id int }

type keptRider struct{ id int }

func (keptRider) Kept() {}

// boxModel is a mailbox as simple as can be: a slice.
type boxModel struct {
	Rules
	waiting                       []Entry[int] // oldest first
	unsettled                     int          // taken since count was last exact
	held                          int
	closed, alert, active, paused bool
}

func (b *boxModel) put(e Entry[int], how How) (out Outcome, evicted Entry[int], dropped bool) {
	if b.closed {
		return Closed, evicted, false
	}
	if how != Force && b.Capacity > 0 && len(b.waiting)+b.held >= b.Capacity {
		if how == Offer || b.Overflow == DropNewest {
			return Full, evicted, false
		}
		i := b.oldest()
		if i < 0 {
			return Full, evicted, false
		}
		evicted, dropped = b.waiting[i], true
		b.waiting = slices.Delete(b.waiting, i, i+1)
	}
	b.waiting = append(b.waiting, e)
	if b.active || b.paused {
		return Queued, evicted, dropped
	}
	b.active = true
	return Wake, evicted, dropped
}

// oldest is the entry that gives way: the first of the lowest rank that is not kept.
func (b *boxModel) oldest() int {
	found := -1
	for i, e := range b.waiting {
		if _, kept := e.Rider.(Kept); kept {
			continue
		}
		if found < 0 || b.Ranked && e.Rank < b.waiting[found].Rank {
			found = i
		}
	}
	return found
}

func (b *boxModel) take() (e Entry[int], what Taken) {
	if b.alert {
		return e, Alerted
	}
	if len(b.waiting) == 0 {
		return e, Empty
	}
	next := 0
	for i, e := range b.waiting {
		if b.Ranked && e.Rank > b.waiting[next].Rank {
			next = i
		}
	}
	e = b.waiting[next]
	b.waiting = slices.Delete(b.waiting, next, next+1)
	if b.Rules == (Rules{}) {
		b.unsettled++
	}
	return e, Took
}

// TestMailboxModel runs random operations on a Mailbox and on the model, and compares
// every answer. A consumer's operation runs only while the mailbox is active.
func TestMailboxModel(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	rules := []Rules{
		{},
		{Capacity: 1}, {Capacity: 5}, {Capacity: 40},
		{Capacity: 1, Overflow: DropOldest}, {Capacity: 7, Overflow: DropOldest}, {Capacity: 40, Overflow: DropOldest},
		{Ranked: true},
		{Ranked: true, Capacity: 1}, {Ranked: true, Capacity: 6},
		{Ranked: true, Capacity: 1, Overflow: DropOldest}, {Ranked: true, Capacity: 9, Overflow: DropOldest},
	}
	for _, r := range rules {
		t.Run(fmt.Sprintf("%+v", r), func(t *testing.T) {
			for range queueRounds(300) {
				if !modelRun(t, rng, r, 400) {
					return
				}
			}
		})
	}
}

// modelRun answers false when the two differ, which it has then reported.
func modelRun(t *testing.T, rng *rand.Rand, rules Rules, ops int) bool {
	var box Mailbox[int]
	alerted := rng.IntN(2) == 0
	box.Init(alerted, rules)
	model := &boxModel{Rules: rules, alert: alerted, active: alerted}
	var script []string
	eager := rng.IntN(10) // how much more is put than taken
	for id := range ops {
		var got, want string
		op := rng.IntN(20 + eager)
		switch {
		case op >= 11 || op < 2: // put
			e := Entry[int]{Value: id}
			if rules.Ranked {
				e.Rank = rng.IntN(4)
			}
			switch rng.IntN(4) {
			case 0:
				e.Rider = plainRider{id}
			case 1:
				e.Rider = keptRider{id}
			}
			how := How(rng.IntN(3))
			if _, kept := e.Rider.(Kept); kept {
				how = Force
			}
			if rules == (Rules{}) && e.Rider == nil {
				got = fmt.Sprint("put ", box.Put(e.Value), Entry[int]{}, false)
			} else {
				out, evicted, dropped := box.PutEntry(e, how)
				got = fmt.Sprint("put ", out, evicted, dropped)
			}
			out, evicted, dropped := model.put(e, how)
			want = fmt.Sprint("put ", out, evicted, dropped)
		case op == 2:
			schedule, fresh := box.Alert()
			got = fmt.Sprint("alert ", schedule, fresh)
			want = fmt.Sprint("alert ", !model.active, !model.alert)
			model.alert, model.active = true, true
		case op == 3 && rng.IntN(20) == 0:
			got = fmt.Sprint("close ", box.Close())
			want = fmt.Sprint("close ", !model.closed)
			model.closed = true
		case !model.active:
			continue
		case op == 4:
			box.Settle()
			model.unsettled = 0
			got, want = "settle", "settle"
		case op == 5:
			box.TakeAlert()
			model.alert = false
			got, want = "look up", "look up"
		case op == 6:
			got = fmt.Sprint("pause ", box.Pause())
			want = fmt.Sprint("pause ", !model.alert)
			model.unsettled = 0
			if !model.alert {
				model.active, model.paused = false, true
			}
		case op == 7:
			box.Resume()
			model.paused = false
			got, want = "resume", "resume"
		case op == 8 && !model.paused:
			got = fmt.Sprint("release ", box.Release())
			idle := !model.alert && len(model.waiting) == 0
			want = fmt.Sprint("release ", idle)
			if idle {
				model.active, model.unsettled = false, 0
			}
		case op == 9 && rules.Capacity > 0:
			n := rng.IntN(rules.Capacity + 2)
			got = fmt.Sprint("hold ", n, box.Hold(n))
			ok := n <= model.held || len(model.waiting)+n <= rules.Capacity
			want = fmt.Sprint("hold ", n, ok)
			if ok {
				model.held = n
			}
		default:
			v, rider, what := box.Take()
			got = fmt.Sprint("take ", v, rider, what)
			e, what := model.take()
			want = fmt.Sprint("take ", e.Value, e.Rider, what)
		}
		script = append(script, got)
		n, exact := box.Len(), len(model.waiting)
		if got != want || n < exact || n > exact+model.unsettled || box.Alerted() != model.alert {
			t.Errorf("after %q: got %q, Len %d, alerted %v; want %q, Len %d, alerted %v",
				script, got, n, box.Alerted(), want, exact, model.alert)
			return false
		}
	}
	return true
}
