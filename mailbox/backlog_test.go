package mailbox

import (
	"math/rand/v2"
	"testing"
)

// memory is how many values b has room for, in all its stretches.
func (b *backlog[T]) memory() int {
	n := 0
	for s := b.first; s != nil; s = s.next {
		n += len(s.values)
	}
	if b.spare != nil {
		n += len(b.spare.values)
	}
	return n
}

func TestBacklogIsInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var b backlog[int]
	in, out := 0, 0
	for round := range 200 {
		for range r.IntN(1 << (round % 14)) {
			b.push(in)
			in++
		}
		for range r.IntN(1 << (round % 14)) {
			v, ok := b.pop()
			if ok != (out < in) || ok && v != out {
				t.Fatalf("pop %d, %v; want %d of %d", v, ok, out, in)
			}
			if ok {
				out++
			}
		}
		if b.size != in-out {
			t.Fatalf("size %d, want %d", b.size, in-out)
		}
	}
}

// Its memory follows what is in it: within a constant of it on the way up and down, next to nothing at the end.
func TestBacklogShrinks(t *testing.T) {
	const n = 200_000
	most := stretchMost / 8
	var b backlog[int64]
	for i := range int64(n) {
		b.push(i)
		if b.memory() > 2*b.size+2*stretchFirst {
			t.Fatalf("room for %d with %d in it", b.memory(), b.size)
		}
	}
	for b.size > 0 {
		b.pop()
		if b.size%1000 == 0 && b.memory() > b.size+3*most {
			t.Fatalf("room for %d with %d in it", b.memory(), b.size)
		}
	}
	if b.memory() != 0 {
		t.Errorf("room for %d when empty after a burst", b.memory())
	}
	for range 100 {
		b.push(1)
		b.pop()
	}
	if b.memory() != stretchFirst {
		t.Errorf("room for %d in a queue of one value at a time", b.memory())
	}
}

func TestQueueAllocatesNothingInSteadyState(t *testing.T) {
	check := func(name string, f func()) {
		t.Helper()
		for range 3 {
			f()
		}
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	q := NewQueue[int]()
	check("one at a time", func() {
		for range 1000 {
			q.Produce(1)
			q.Consume(t.Context())
		}
	})
	check("a hundred at a time", func() {
		for range 100 {
			q.Produce(1)
		}
		for range 100 {
			q.ConsumeTimeout(-1)
		}
	})
	standing := NewQueue[int]()
	for range 50_000 {
		standing.Produce(1)
	}
	check("through a standing backlog", func() {
		for range 100_000 {
			standing.Produce(1)
			standing.ConsumeTimeout(0)
		}
	})
	ask, answer := NewQueue[int](), NewQueue[int]()
	go func() {
		for v := range ask.All(t.Context()) {
			answer.Produce(v)
		}
	}()
	defer ask.Close()
	ctx := t.Context()
	check("consumers that wait", func() {
		for range 100 {
			ask.Produce(1)
			answer.Consume(ctx)
			ask.Produce(1)
			answer.ConsumeTimeout(1 << 40)
		}
	})
}
