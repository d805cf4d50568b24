package mailbox

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// letter is what the producers of a stress test put: who, and the how-manieth.
type letter struct{ from, n int }

// stress runs producers against consumers that are scheduled by the duty protocol
// alone: whoever is answered Wake, or by Alert that it must, starts a consumer. It
// checks that there is one consumer at a time, that each producer's order holds,
// and that what was put was taken, evicted or refused.
type stress struct {
	t         *testing.T
	box       Mailbox[letter]
	rules     Rules
	producers int
	each      int // letters of each producer

	consumers atomic.Int32
	working   sync.WaitGroup
	alerts    atomic.Int64 // raised; an Alert that is not fresh is covered by another
	dropped   atomic.Int64

	// The consumer's own. They are not synchronized by anything but the mailbox.
	next    []int
	taken   int64
	lookups int64
	held    int
	rng     *rand.Rand
}

func (s *stress) run(seed uint64) {
	s.next = make([]int, s.producers)
	s.rng = rand.New(rand.NewPCG(seed, 1))
	s.box.Init(false, s.rules)
	var producing sync.WaitGroup
	for p := range s.producers {
		rng := rand.New(rand.NewPCG(seed, uint64(p)+2))
		producing.Go(func() { s.produce(p, rng) })
	}
	producing.Wait()
	s.working.Wait()
	total := int64(s.producers * s.each)
	if got := s.taken + s.dropped.Load(); got != total {
		s.t.Errorf("%+v: put %d, taken %d, dropped %d", s.rules, total, s.taken, s.dropped.Load())
	}
	if n := s.box.Len(); n != 0 {
		s.t.Errorf("%+v: %d left, and nobody responsible", s.rules, n)
	}
	if s.lookups < s.alerts.Load() {
		s.t.Errorf("%+v: %d fresh alerts, only %d taken", s.rules, s.alerts.Load(), s.lookups)
	}
}

func (s *stress) produce(p int, rng *rand.Rand) {
	for n := range s.each {
		if rng.IntN(16) == 0 {
			schedule, fresh := s.box.Alert()
			if fresh {
				s.alerts.Add(1)
			}
			if schedule {
				s.schedule()
			}
		}
		e := Entry[letter]{Value: letter{p, n}}
		if rng.IntN(8) == 0 {
			e.Rider = n
		}
		var out Outcome
		if s.rules == (Rules{}) && e.Rider == nil {
			out = s.box.Put(e.Value)
		} else {
			var evicted bool
			out, _, evicted = s.box.PutEntry(e, ByRule)
			if evicted {
				s.dropped.Add(1)
			}
		}
		switch out {
		case Wake:
			s.schedule()
		case Full:
			s.dropped.Add(1)
		case Closed:
			s.t.Error("nobody closed it")
		}
		if rng.IntN(32) == 0 {
			runtime.Gosched()
		}
	}
}

func (s *stress) schedule() { s.working.Go(s.consume) }

func (s *stress) consume() {
	if n := s.consumers.Add(1); n != 1 {
		s.t.Errorf("%d consumers at once", n)
	}
	give := func(up func() bool) bool {
		s.consumers.Add(-1)
		if up() {
			return true
		}
		s.consumers.Add(1)
		return false
	}
	s.box.Resume()
	for {
		if n := s.box.Len(); s.rules.Capacity > 0 && n+s.held > s.rules.Capacity {
			s.t.Errorf("%+v: %d wait and %d are held", s.rules, n, s.held)
		}
		switch s.rng.IntN(64) {
		case 0:
			s.box.Settle()
			runtime.Gosched()
		case 1:
			// A pause needs somebody to end it.
			if give(s.box.Pause) {
				schedule, fresh := s.box.Alert()
				if fresh {
					s.alerts.Add(1)
				}
				if schedule {
					s.schedule()
				}
				return
			}
		case 2:
			if n := s.rng.IntN(3); s.box.Hold(n) {
				s.held = n
			}
		}
		v, rider, what := s.box.Take()
		switch what {
		case Took:
			if n, ok := rider.(int); ok && n != v.n {
				s.t.Errorf("the rider of %d came with %d", n, v.n)
			}
			if v.n < s.next[v.from] {
				s.t.Errorf("%d of producer %d after %d", v.n, v.from, s.next[v.from]-1)
			}
			s.next[v.from] = v.n + 1
			s.taken++
		case Alerted:
			s.box.TakeAlert()
			s.lookups++
		case Empty:
			if s.box.Hold(0) {
				s.held = 0
			}
			if give(s.box.Release) {
				return
			}
		}
	}
}

// TestMailboxStress is the duty protocol under many producers, for each kind of rules.
func TestMailboxStress(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for i, rules := range []Rules{
		{}, {Capacity: 8}, {Capacity: 8, Overflow: DropOldest}, {Ranked: true},
		{Ranked: true, Capacity: 50, Overflow: DropOldest}, {Capacity: 1, Overflow: DropOldest},
	} {
		t.Run(fmt.Sprintf("%+v", rules), func(t *testing.T) {
			for _, producers := range []int{1, 4, 32} {
				s := &stress{t: t, rules: rules, producers: producers, each: queueRounds(100_000) / producers}
				s.run(seed + uint64(i))
			}
		})
	}
}

// TestMailboxReleaseRace lets a single Put race the Release of an empty mailbox, so
// that each round is the moment in which a wake-up could be lost. The two goroutines
// look at atomics rather than wait in channels, which would keep them apart.
func TestMailboxReleaseRace(t *testing.T) {
	for _, rules := range []Rules{{}, {Capacity: 4}} {
		m := newBox[int](rules)
		var scheduled, over atomic.Bool
		var taken atomic.Int64
		go func() {
			for !over.Load() {
				if !scheduled.CompareAndSwap(true, false) {
					runtime.Gosched()
					continue
				}
				for {
					if _, _, what := m.Take(); what == Took {
						taken.Add(1)
					} else if m.Release() {
						break
					}
				}
			}
		}()
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range queueRounds(400_000) {
			if out, _, _ := m.PutEntry(Entry[int]{Value: i}, ByRule); out == Wake {
				if scheduled.Swap(true) {
					t.Fatal("scheduled twice")
				}
			}
			start := time.Time{}
			for spin := 1; taken.Load() <= int64(i); spin++ {
				if spin%256 != 0 {
					continue
				}
				runtime.Gosched()
				if spin%(1<<16) == 0 {
					if start.IsZero() {
						start = time.Now()
					} else if time.Since(start) > 10*time.Second {
						t.Fatalf("%+v: round %d: %d wait, and nobody is responsible", rules, i, m.Len())
					}
				}
			}
			for range rng.IntN(64) {
				taken.Load()
			}
		}
		over.Store(true)
	}
}

// TestMailboxCloseRace closes while many put: each is told the truth about its entry.
func TestMailboxCloseRace(t *testing.T) {
	for _, rules := range []Rules{{}, {Capacity: 1000}, {Ranked: true}} {
		for range queueRounds(2000) {
			m := newBox[int](rules)
			var putting sync.WaitGroup
			var accepted, woke, first atomic.Int64
			for range 4 {
				putting.Go(func() {
					for i := range 10 {
						switch out, _, _ := m.PutEntry(Entry[int]{Value: i}, ByRule); out {
						case Wake:
							woke.Add(1)
							accepted.Add(1)
						case Queued:
							accepted.Add(1)
						}
					}
				})
			}
			for range 2 {
				putting.Go(func() {
					runtime.Gosched()
					if m.Close() {
						first.Add(1)
					}
				})
			}
			putting.Wait()
			taken := len(drainBox(t, m))
			if int64(taken) != accepted.Load() || woke.Load() > 1 || first.Load() != 1 {
				t.Fatalf("%+v: accepted %d, taken %d, woke %d, first to close %d",
					rules, accepted.Load(), taken, woke.Load(), first.Load())
			}
		}
	}
}
