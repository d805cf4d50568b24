package mailbox

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"
)

// atProcs runs f as a subtest for several values of GOMAXPROCS.
func atProcs(t *testing.T, f func(t *testing.T)) {
	for _, n := range []int{1, 2, 8} {
		t.Run(fmt.Sprintf("GOMAXPROCS=%d", n), func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
			f(t)
		})
	}
}

// Fault claimed-then-cancelled: consumers that give up, in each way there is, just when their value comes.
func TestQueueClaimedThenCancelled(t *testing.T) {
	atProcs(t, func(t *testing.T) { claimedThenCancelled(t, queueRounds(1_000_000)) })
}

func claimedThenCancelled(t *testing.T, n int) {
	q := NewQueue[int]()
	seen := make([]atomic.Bool, n)
	var received, gaveUp [3]atomic.Int64 // by kind of consumer
	take := func(kind, v int, err error) bool {
		switch {
		case err == ErrClosed:
			return false
		case err != nil:
			gaveUp[kind].Add(1)
		case seen[v].Swap(true):
			t.Errorf("%d was received twice", v)
		default:
			received[kind].Add(1)
		}
		return true
	}
	rhythm := func(r *rand.Rand) time.Duration { return time.Duration(1 + r.IntN(2000)) }
	consumers := [3]func(r *rand.Rand) bool{
		func(r *rand.Rand) bool {
			v, err := q.ConsumeTimeout(rhythm(r))
			return take(0, v, err)
		},
		func(r *rand.Rand) bool {
			ctx, cancel := context.WithTimeout(context.Background(), rhythm(r))
			defer cancel()
			v, err := q.Consume(ctx)
			return take(1, v, err)
		},
		func(r *rand.Rand) bool {
			answers := make(chan bool, 2) // room for a second answer, which must not come
			call := q.BeginConsume(context.Background(), func(v int, err error) { answers <- take(2, v, err) })
			for range r.IntN(3) {
				runtime.Gosched()
			}
			canceled := call.Cancel()
			if _, err := call.End(); canceled != (err != nil) {
				t.Errorf("Cancel %v, but the answer's error is %v", canceled, err)
			}
			goOn := <-answers
			if len(answers) != 0 {
				t.Error("done ran twice")
			}
			return goOn
		},
	}
	var running sync.WaitGroup
	for i := range 6 {
		running.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 1))
			for consumers[i%3](r) {
			}
		})
	}
	pause, r := time.NewTimer(0), rand.New(rand.NewPCG(1, 2))
	for i := 0; i < n; {
		for range min(1+r.IntN(16), n-i) {
			q.Produce(i)
			i++
		}
		<-pause.C
		pause.Reset(rhythm(r)) // a load in the consumers' rhythm, not a wait for them
	}
	q.Close()
	running.Wait()
	sum := received[0].Load() + received[1].Load() + received[2].Load() + int64(q.Len())
	if sum != int64(n) {
		t.Errorf("received and still queued: %d, produced: %d", sum, n)
	}
	if q.Waiting() != 0 {
		t.Error("Waiting", q.Waiting())
	}
	for kind := range consumers {
		t.Logf("kind %d: received %d, gave up %d", kind, received[kind].Load(), gaveUp[kind].Load())
	}
}

// Fault waiters-pile-up: consumes that time out on a silent queue leave nothing, and leave at once.
func TestQueueWaitersPileUp(t *testing.T) {
	q := NewQueue[int]()
	n := queueRounds(1_000_000)
	back := func(t *testing.T, heap int64, goroutines int) {
		t.Helper()
		if q.Waiting() != 0 || q.spares.size > maxSpareWaiters || q.callbacks.answered.size != 0 {
			t.Errorf("Waiting %d, %d spare, %d to be called", q.Waiting(), q.spares.size, q.callbacks.answered.size)
		}
		settle(t, "goroutines are left", func() bool { return runtime.NumGoroutine() <= goroutines })
		if grown := heapInUse() - heap; grown > 1<<20 {
			t.Errorf("%d bytes left on the heap", grown)
		}
	}
	t.Run("ConsumeTimeout", func(t *testing.T) {
		heap, goroutines := heapInUse(), runtime.NumGoroutine()
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				for range n / 100 {
					if _, err := q.ConsumeTimeout(time.Microsecond); err != ErrTimeout {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		back(t, heap, goroutines)
	})
	t.Run("Consume", func(t *testing.T) {
		many := n / 50
		atOnce := func() {
			ctx, cancel := context.WithCancel(t.Context())
			var all sync.WaitGroup
			for range many {
				all.Go(func() {
					if _, err := q.Consume(ctx); err != context.Canceled {
						t.Error(err)
					}
				})
			}
			settle(t, "not all wait", func() bool { return q.Waiting() == many })
			cancel()
			all.Wait()
		}
		atOnce() // the runtime keeps what it needs to know of a goroutine
		heap, goroutines := heapInUse(), runtime.NumGoroutine()
		for range 10 {
			atOnce()
		}
		back(t, heap, goroutines)
	})
	t.Run("BeginConsume", func(t *testing.T) {
		heap, goroutines := heapInUse(), runtime.NumGoroutine()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var ended sync.WaitGroup
		ended.Add(n)
		done := func(int, error) { ended.Done() }
		calls := make([]*Call[int], n) // all in line at once; they leave in no order
		for i := range calls {
			calls[i] = q.BeginConsume(ctx, done)
		}
		rand.Shuffle(n, func(i, j int) { calls[i], calls[j] = calls[j], calls[i] })
		for _, call := range calls {
			if !call.Cancel() {
				t.Fatal("not cancelled")
			}
		}
		ended.Wait()
		calls = nil
		cancel()
		back(t, heap, goroutines)
	})
	t.Run("BeginConsume with deadlines", func(t *testing.T) {
		heap, goroutines := heapInUse(), runtime.NumGoroutine()
		for range 10 {
			var ended sync.WaitGroup
			ended.Add(n / 100)
			for range n / 100 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Microsecond)
				q.BeginConsume(ctx, func(int, error) { cancel(); ended.Done() })
			}
			ended.Wait()
		}
		back(t, heap, goroutines)
	})
	q.Produce(1)
	if v, err := q.ConsumeTimeout(0); v != 1 || err != nil {
		t.Error("the queue after all that:", v, err)
	}
}

// Fault callback-under-lock: done produces and begins the next call while deadlines fire.
func TestQueueCallbackUnderLock(t *testing.T) {
	atProcs(t, func(t *testing.T) {
		n := int64(queueRounds(300_000))
		const chains = 8
		var q *Queue[int]
		var dropped, values, errors atomic.Int64
		q = NewQueue[int](WithCapacity(4, DropOldest), OnDrop(func(int) {
			q.Len()
			dropped.Add(1)
		}))
		var ended sync.WaitGroup
		ended.Add(chains)
		var next func(int, error)
		begin := func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rand.IntN(2000)))
			q.BeginConsume(ctx, func(v int, err error) {
				cancel()
				next(v, err)
			})
		}
		next = func(v int, err error) {
			if err != nil {
				errors.Add(1)
				q.Produce(0)
			} else if values.Add(1) >= n {
				ended.Done()
				return
			}
			q.Produce(v)
			begin()
			q.Waiting()
		}
		for range chains {
			begin()
			q.Produce(1)
		}
		feeding, stop := context.WithCancel(t.Context())
		var feeder sync.WaitGroup
		feeder.Go(func() {
			for feeding.Err() == nil {
				q.Produce(2)
				runtime.Gosched()
			}
		})
		ended.Wait()
		stop()
		feeder.Wait()
		t.Logf("%d values, %d errors, %d dropped", values.Load(), errors.Load(), dropped.Load())
	})
}

// Fault first-come-first-served: 100 waiting consumers under a saturating producer are served alike. Where the machine holds
// up one thread the goroutines on it do not ask, and the others are served in their place: such a round does not count. An
// emulated processor is held up in every round, hence the wider limit there.
func TestQueueFirstComeFirstServed(t *testing.T) {
	atProcs(t, func(t *testing.T) {
		const consumers, bursts = 100, 5
		n := max(queueRounds(200_000), consumers*1000)
		share := 10 // of the average: 10 %
		if runtime.GOARCH == "arm" || runtime.GOARCH == "arm64" {
			share = 3
		}
		fairRound := func() bool {
			q := NewQueue[int]()
			served := make([]int, consumers)
			var running sync.WaitGroup
			for i := range served {
				running.Go(func() {
					for range q.All(t.Context()) {
						served[i]++
					}
				})
			}
			for range bursts {
				settle(t, "not all wait", func() bool { return q.Waiting() == consumers })
				for i := range n {
					q.Produce(i)
				}
			}
			q.Close()
			running.Wait()
			least, most := slices.Min(served), slices.Max(served)
			t.Logf("served from %d to %d, %d on average", least, most, bursts*n/consumers)
			return most-least <= bursts*n/consumers/share
		}
		for range 30 {
			if fairRound() {
				return
			}
		}
		t.Errorf("not within %d %% of each other", 100/share)
	})
}

// Law 3, with everything at once: each value is received once, or dropped once.
func TestQueueNothingVanishesUnderLoad(t *testing.T) {
	atProcs(t, func(t *testing.T) {
		const producers, consumers = 8, 8
		n := queueRounds(400_000) / producers
		seen := make([]atomic.Int32, n*producers)
		q := NewQueue[int](WithCapacity(64, DropOldest), OnDrop(func(v int) { seen[v].Add(1) }))
		var producing, consuming sync.WaitGroup
		for c := range consumers {
			consuming.Go(func() {
				last := [producers]int{}
				for v := range q.All(t.Context()) {
					seen[v].Add(1)
					if p, i := v/n, v%n; i < last[p] {
						t.Errorf("consumer %d: value %d of producer %d after %d", c, i, p, last[p])
					} else {
						last[p] = i
					}
				}
			})
		}
		for p := range producers {
			producing.Go(func() {
				for i := range n {
					if p == 0 && i == n/2 {
						q.Close()
					}
					q.Produce(p*n + i)
				}
			})
		}
		producing.Wait()
		consuming.Wait()
		for v := range seen {
			if k := seen[v].Load(); k != 1 {
				t.Fatalf("value %d ended %d times", v, k)
			}
		}
	})
}

// Fault popped-stays-reachable: what went through the queue is free, and so are the buffers.
func TestQueuePoppedStaysReachable(t *testing.T) {
	t.Run("heap", func(t *testing.T) {
		const burst = 10_000
		q := NewQueue[[]byte]()
		ints := NewQueue[[128]int64]()
		heap := heapInUse()
		for range max(1, queueRounds(1_000_000)/burst) {
			for range burst {
				q.Produce(make([]byte, 1024))
			}
			for range burst {
				q.ConsumeTimeout(0)
			}
		}
		for range burst {
			ints.Produce([128]int64{})
		}
		for range burst {
			ints.ConsumeTimeout(0)
		}
		for range 200 { // through waiters, too
			call := q.BeginConsume(t.Context(), func([]byte, error) {})
			q.Produce(make([]byte, 10_000))
			call.End()
			var waits sync.WaitGroup
			waits.Go(func() { q.Consume(t.Context()) })
			settle(t, "does not wait", func() bool { return q.Waiting() == 1 })
			q.Produce(make([]byte, 10_000))
			waits.Wait()
		}
		if grown := heapInUse() - heap; grown > 1<<20 {
			t.Errorf("%d bytes left on the heap", grown)
		}
		runtime.KeepAlive(q)
		runtime.KeepAlive(ints)
	})
	t.Run("while others wait", func(t *testing.T) {
		q := NewQueue[*[1024]byte](WithCapacity(100, DropOldest))
		var gone []weak.Pointer[[1024]byte]
		produce := func() {
			v := new([1024]byte)
			gone = append(gone, weak.Make(v))
			q.Produce(v)
		}
		for range 90 {
			produce()
		}
		for range 50 {
			q.ConsumeTimeout(0)
		}
		for range 70 {
			produce() // 10 are dropped
		}
		runtime.GC()
		for i, p := range gone {
			if kept := p.Value() != nil; kept != (i >= 60) {
				t.Fatalf("value %d of %d reachable: %v", i, len(gone), kept)
			}
		}
		if q.Len() != 100 {
			t.Error("Len", q.Len())
		}
	})
}
