package mailbox

import (
	"context"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// Law 1: a producer is neither blocked nor broken by a done, nor is anyone else who answers a call.
func TestProduceDoesNotWaitForDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue[int]()
		var mu sync.Mutex // taken by the producer, and by every done
		var calls []*Call[int]
		ctx, cancel := context.WithCancel(t.Context())
		for range 5 {
			calls = append(calls, q.BeginConsume(ctx, func(int, error) { mu.Lock(); defer mu.Unlock() }))
		}
		mu.Lock()
		q.Produce(1)
		q.Produce(2)
		calls[2].Cancel()
		cancel()
		calls[3].End()
		q.Close()
		mu.Unlock()
		synctest.Wait()
	})
}

// No done waits for another to return.
func TestDoneDoesNotWaitForDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 200
		q := NewQueue[int]()
		var all sync.WaitGroup
		all.Add(n)
		meet := func(int, error) { // each returns when all have been called
			all.Done()
			all.Wait()
		}
		for range n / 2 {
			q.BeginConsume(t.Context(), meet)
		}
		for i := range n {
			q.Produce(i)
		}
		for range n / 2 {
			go q.BeginConsume(t.Context(), meet)
		}
		all.Wait()
	})
}

// Law 7: a panic or Goexit in a callback stays inside.
func TestCallbackFailureStaysInside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reports []string
		var mu sync.Mutex
		q := NewQueue[int](
			OnDrop(func(v int) { panic("in OnDrop") }),
			OnPanic(func(v any, stack []byte) {
				mu.Lock()
				defer mu.Unlock()
				s, _ := v.(string)
				if !strings.Contains(string(stack), "TestCallbackFailureStaysInside") {
					t.Errorf("the stack does not show the callback:\n%s", stack)
				}
				reports = append(reports, s)
				panic("in OnPanic")
			}))
		q.BeginConsume(t.Context(), func(int, error) { panic("in done") })
		q.BeginConsume(t.Context(), func(int, error) { runtime.Goexit() })
		q.Produce(1)
		synctest.Wait()
		q.Produce(2)
		synctest.Wait()
		q.Produce(3)
		q.BeginConsume(t.Context(), func(int, error) { panic("in done, synchronous") })
		for range 2 * mostInside { // Goexit inside BeginConsume leaves the queue whole
			q.Produce(4)
			go q.BeginConsume(t.Context(), func(int, error) { runtime.Goexit() })
		}
		synctest.Wait()
		if q.callbacks.inside != 0 {
			t.Errorf("%d callbacks counted as running", q.callbacks.inside)
		}
		canceled := q.BeginConsume(t.Context(), func(int, error) { panic("in done, cancelled") })
		canceled.Cancel()
		synctest.Wait()
		q.Close()
		q.Produce(5)
		want := "in done|in done, synchronous|in done, cancelled|in OnDrop"
		if got := strings.Join(reports, "|"); got != want {
			t.Errorf("reported %s; want %s", got, want)
		}
	})
	t.Run("without OnPanic", func(t *testing.T) {
		q := NewQueue[int](OnDrop(func(int) { panic(nil) }))
		q.Close()
		q.Produce(1)
		q.BeginConsume(t.Context(), func(int, error) { panic("no") })
	})
}

// A done that begins the next call, in a chain of a million, uses a bounded stack, whether its values are there or come
// from the done itself, on one queue or between two.
func TestDoneInALongChain(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 20))
	n := queueRounds(1_000_000)
	for _, c := range []struct {
		name   string
		queues int
		ahead  bool
	}{{"values there", 1, true}, {"produced before", 1, false}, {"two queues", 2, false}} {
		t.Run(c.name, func(t *testing.T) {
			queues := []*Queue[int]{NewQueue[int](), NewQueue[int]()}[:c.queues]
			if c.ahead {
				for i := range n {
					queues[0].Produce(i)
				}
			}
			end := make(chan struct{})
			count := 0
			var next func(v int, err error)
			next = func(v int, err error) {
				if v != count || err != nil {
					t.Errorf("got %d, %v; want %d", v, err, count)
				}
				count++
				if count == n {
					close(end)
					return
				}
				q := queues[count%len(queues)]
				if !c.ahead {
					q.Produce(count)
				}
				q.BeginConsume(context.Background(), next)
			}
			if !c.ahead {
				queues[0].Produce(0)
			}
			queues[0].BeginConsume(context.Background(), next)
			<-end
		})
	}
	t.Run("begun before produced", func(t *testing.T) {
		q := NewQueue[int]()
		end := make(chan struct{})
		var count atomic.Int64
		var next func(v int, err error)
		next = func(v int, err error) {
			if count.Add(1) == int64(n) {
				close(end)
				return
			}
			q.BeginConsume(context.Background(), next)
			q.Produce(v + 1)
		}
		q.BeginConsume(context.Background(), next)
		q.Produce(0)
		<-end
	})
}
