package mailbox

import (
	"context"
	"sync"
	"testing"
	"time"
)

// condQueue is the queue that one writes by hand: a slice, a mutex and a condition.
type condQueue struct {
	mu     sync.Mutex
	some   sync.Cond
	values []int
	head   int
}

func newCondQueue() *condQueue {
	q := &condQueue{}
	q.some.L = &q.mu
	return q
}

func (q *condQueue) put(v int) {
	q.mu.Lock()
	if q.head > 0 && q.head == len(q.values) {
		q.values, q.head = q.values[:0], 0
	}
	q.values = append(q.values, v)
	q.mu.Unlock()
	q.some.Signal()
}

func (q *condQueue) get() int {
	q.mu.Lock()
	for q.head == len(q.values) {
		q.some.Wait()
	}
	v := q.values[q.head]
	q.head++
	q.mu.Unlock()
	return v
}

// rivals are the queue and what it is measured against, as a pair of functions each.
var rivals = []struct {
	name string
	make func() (put func(int), get func() int)
}{
	{"Queue", func() (func(int), func() int) {
		q := NewQueue[int]()
		ctx := context.Background()
		return q.Produce, func() int { v, _ := q.Consume(ctx); return v }
	}},
	{"channel", func() (func(int), func() int) {
		c := make(chan int, 1<<16)
		return func(v int) { c <- v }, func() int { return <-c }
	}},
	{"cond", func() (func(int), func() int) {
		q := newCondQueue()
		return q.put, q.get
	}},
}

// One goroutine puts a value in and takes it out.
func BenchmarkQueueUncontended(b *testing.B) {
	for _, r := range rivals {
		b.Run(r.name, func(b *testing.B) {
			b.ReportAllocs()
			put, get := r.make()
			n := 0
			for b.Loop() {
				put(1)
				n += get()
			}
			if n != b.N {
				b.Fatal(n)
			}
		})
	}
}

// Two goroutines pass one value to and fro: each consume waits.
func BenchmarkQueuePingPong(b *testing.B) {
	for _, r := range rivals {
		b.Run(r.name, func(b *testing.B) {
			b.ReportAllocs()
			putThere, getThere := r.make()
			putBack, getBack := r.make()
			go func() {
				for v := getThere(); v > 0; v = getThere() {
					putBack(v)
				}
			}()
			n := 0
			for b.Loop() {
				putThere(1)
				n += getBack()
			}
			putThere(0)
			if n != b.N {
				b.Fatal(n)
			}
		})
	}
}

// Several goroutines produce, and as many consume.
func BenchmarkQueueManyToMany(b *testing.B) {
	const each = 8
	for _, r := range rivals {
		b.Run(r.name, func(b *testing.B) {
			b.ReportAllocs()
			put, get := r.make()
			var producing, consuming sync.WaitGroup
			got := make([]int, each)
			for i := range each {
				consuming.Go(func() {
					for v := get(); v > 0; v = get() {
						got[i] += v
					}
				})
				producing.Go(func() {
					for range b.N/each + 1 {
						put(1)
					}
				})
			}
			producing.Wait()
			for range each {
				put(0)
			}
			consuming.Wait()
			sum := 0
			for _, n := range got {
				sum += n
			}
			if sum != (b.N/each+1)*each {
				b.Fatal(sum)
			}
		})
	}
}

// An asynchronous consumer that begins the next call in its done.
func BenchmarkQueueBeginConsume(b *testing.B) {
	b.Run("values there", func(b *testing.B) {
		b.ReportAllocs()
		q := NewQueue[int]()
		n := 0
		for b.Loop() {
			q.Produce(1)
			q.BeginConsume(context.Background(), func(v int, _ error) { n += v })
		}
		if n != b.N {
			b.Fatal(n)
		}
	})
	b.Run("consumer there", func(b *testing.B) {
		b.ReportAllocs()
		q := NewQueue[int]()
		answers := make(chan int)
		for b.Loop() {
			q.BeginConsume(context.Background(), func(v int, _ error) { answers <- v })
			q.Produce(1)
			<-answers
		}
	})
	b.Run("canceled", func(b *testing.B) {
		b.ReportAllocs()
		q := NewQueue[int]()
		done := func(int, error) {}
		for b.Loop() {
			q.BeginConsume(context.Background(), done).Cancel()
		}
	})
}

// A limit that is not reached, and that is never needed.
func BenchmarkQueueConsumeTimeout(b *testing.B) {
	b.Run("value there", func(b *testing.B) {
		b.ReportAllocs()
		q := NewQueue[int]()
		for b.Loop() {
			q.Produce(1)
			q.ConsumeTimeout(time.Hour)
		}
	})
	b.Run("waiting", func(b *testing.B) {
		b.ReportAllocs()
		there, back := NewQueue[int](), NewQueue[int]()
		go func() {
			for v := range there.All(b.Context()) {
				back.Produce(v)
			}
		}()
		for b.Loop() {
			there.Produce(1)
			back.ConsumeTimeout(time.Hour)
		}
		there.Close()
	})
}
