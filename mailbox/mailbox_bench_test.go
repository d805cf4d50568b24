package mailbox

import (
	"sync"
	"testing"
)

// BenchmarkMailboxIdle is a Put that wakes the consumer, which takes it and goes.
func BenchmarkMailboxIdle(b *testing.B) {
	m := newBox[int](Rules{})
	b.ReportAllocs()
	for b.Loop() {
		if m.Put(1) != Wake {
			b.Fatal("not idle")
		}
		m.Take()
		if !m.Release() {
			b.Fatal("not empty")
		}
	}
}

// BenchmarkMailboxBacklog puts a thousand, then takes them; an operation is one of them.
func BenchmarkMailboxBacklog(b *testing.B) {
	for _, kind := range []struct {
		name  string
		rules Rules
	}{{"plain", Rules{}}, {"bounded", Rules{Capacity: 1000}}, {"ranked", Rules{Ranked: true}}} {
		b.Run(kind.name, func(b *testing.B) {
			m := newBox[int](kind.rules)
			b.ReportAllocs()
			for n := 0; n < b.N; n += 1000 {
				for i := range 1000 {
					m.PutEntry(Entry[int]{Value: i, Rank: i & 7}, ByRule)
				}
				for range 1000 {
					if _, _, what := m.Take(); what != Took {
						b.Fatal("lost one")
					}
				}
				m.Release()
			}
		})
	}
}

// BenchmarkMailboxProducers lets four producers put as fast as they can.
func BenchmarkMailboxProducers(b *testing.B) {
	const producers = 4
	m := newBox[int](Rules{})
	var producing, consuming sync.WaitGroup
	taken := 0 // the consumer's, handed on by the mailbox
	consume := func() {
		for {
			if _, _, what := m.Take(); what == Took {
				taken++
			} else if m.Release() {
				return
			}
		}
	}
	b.ReportAllocs()
	for range producers {
		producing.Go(func() {
			for i := range b.N / producers {
				if m.Put(i) == Wake {
					consuming.Go(consume)
				}
			}
		})
	}
	producing.Wait()
	consuming.Wait()
	if taken != b.N/producers*producers {
		b.Fatalf("put %d, taken %d", b.N/producers*producers, taken)
	}
}
