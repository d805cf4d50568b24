package mailbox

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestCallSynchronous(t *testing.T) {
	q := NewQueue[int]()
	q.Produce(1)
	got := 0
	call := q.BeginConsume(t.Context(), func(v int, err error) { got = v })
	if !call.Synchronous() || got != 1 {
		t.Errorf("Synchronous %v, done got %d; want true and 1 before BeginConsume returns", call.Synchronous(), got)
	}
	if call.Cancel() {
		t.Error("Cancel says that a call that has its value will never take one")
	}
	waits := q.BeginConsume(t.Context(), func(int, error) {})
	q.Produce(2)
	if v, err := waits.End(); v != 2 || err != nil || waits.Synchronous() {
		t.Error(v, err, waits.Synchronous())
	}
}

func TestCallEndIsTheSameEveryTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue[int]()
		call := q.BeginConsume(t.Context(), func(int, error) {})
		var same atomic.Int64
		for range 10 {
			go func() {
				for range 2 {
					if v, err := call.End(); v == 5 && err == nil {
						same.Add(1)
					}
				}
			}()
		}
		synctest.Wait()
		q.Produce(5)
		q.Produce(6)
		q.Close()
		synctest.Wait()
		if same.Load() != 20 {
			t.Errorf("%d of 20 got the answer", same.Load())
		}
	})
}

func TestCallEndInsideDone(t *testing.T) {
	q := NewQueue[int]()
	got := make(chan int)
	var call *Call[int]
	call = q.BeginConsume(t.Context(), func(int, error) {
		v, _ := call.End()
		got <- v
	})
	q.Produce(3)
	if v := <-got; v != 3 {
		t.Error(v)
	}
}

func TestCallCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue[int]()
		var runs atomic.Int64
		var answer error
		call := q.BeginConsume(t.Context(), func(_ int, err error) { answer = err; runs.Add(1) })
		for range 2 {
			if !call.Cancel() {
				t.Error("Cancel of a waiting call must be true, and again")
			}
		}
		if q.Waiting() != 0 {
			t.Error("still in line")
		}
		q.Produce(1)
		synctest.Wait()
		if _, err := call.End(); err != ErrCanceled || answer != ErrCanceled || runs.Load() != 1 || q.Len() != 1 {
			t.Error(err, answer, runs.Load(), q.Len())
		}
		q.Close()
		q.ConsumeTimeout(0)
		if !q.BeginConsume(t.Context(), func(int, error) {}).Cancel() {
			t.Error("a call that ended with ErrClosed will never take a value")
		}
	})
}

func TestCallContextEndsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue[int]()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		call := q.BeginConsume(ctx, func(int, error) {})
		_, err := call.End()
		if err != context.DeadlineExceeded || time.Since(start) != time.Second || q.Waiting() != 0 {
			t.Error(err, time.Since(start), q.Waiting())
		}
		q.Produce(1)
		if q.Len() != 1 {
			t.Error("a call that is over took a value")
		}
	})
}

// countingContext counts the functions that are registered for its end.
type countingContext struct {
	context.Context
	registered atomic.Int64
	meanwhile  func() // runs while one is being registered, if not nil
}

// Value hides what is inside from package context, which would else go there past AfterFunc.
func (c *countingContext) Value(any) any { return nil }

func (c *countingContext) AfterFunc(f func()) func() bool {
	if c.meanwhile != nil {
		c.meanwhile()
	}
	c.registered.Add(1)
	stop := context.AfterFunc(c.Context, f)
	return func() bool {
		ok := stop()
		if ok {
			c.registered.Add(-1)
		}
		return ok
	}
}

// A call that was answered leaves nothing with its context.
func TestCallLeavesItsContext(t *testing.T) {
	inner, cancel := context.WithCancel(t.Context())
	defer cancel()
	ctx := &countingContext{Context: inner}
	q := NewQueue[int]()
	var calls sync.WaitGroup
	for i := range queueRounds(100_000) {
		calls.Add(1)
		call := q.BeginConsume(ctx, func(int, error) { calls.Done() })
		if i%3 == 0 {
			call.Cancel()
		} else {
			q.Produce(i)
		}
	}
	calls.Wait()
	if n := ctx.registered.Load(); n != 0 {
		t.Errorf("%d functions left with the context", n)
	}
	ctx.meanwhile = func() { q.Produce(1) }
	if v, err := q.BeginConsume(ctx, func(int, error) {}).End(); v != 1 || err != nil {
		t.Error(v, err)
	}
	if n := ctx.registered.Load(); n != 0 {
		t.Errorf("%d functions left with the context after an answer that came meanwhile", n)
	}
}

// No goroutine is kept while asynchronous consumers wait.
func TestCallWaitsWithoutGoroutine(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	q := NewQueue[int]()
	before := runtime.NumGoroutine()
	n := queueRounds(100_000)
	var calls sync.WaitGroup
	calls.Add(n)
	for range n {
		q.BeginConsume(ctx, func(int, error) { calls.Done() })
	}
	if now := runtime.NumGoroutine(); now > before {
		t.Errorf("%d goroutines, %d before", now, before)
	}
	if q.Waiting() != n {
		t.Error("Waiting", q.Waiting())
	}
	q.Close()
	calls.Wait()
	settle(t, "goroutines are left", func() bool { return runtime.NumGoroutine() <= before })
}

// component is a context that, like a component's, wants to know of a wait.
type component struct {
	context.Context
	blocks atomic.Int64
	block  func(f func())
}

func (c *component) Block(f func()) {
	c.blocks.Add(1)
	c.block(f)
}

func TestConsumeHandsOnTheWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue[int]()
		ctx := &component{Context: t.Context(), block: func(f func()) { f() }}
		q.Produce(1)
		if v, err := q.Consume(ctx); v != 1 || err != nil || ctx.blocks.Load() != 0 {
			t.Error("with a value there:", v, err, ctx.blocks.Load())
		}
		time.AfterFunc(time.Second, func() { q.Produce(2) })
		if v, err := q.Consume(ctx); v != 2 || err != nil || ctx.blocks.Load() != 1 {
			t.Error("waiting:", v, err, ctx.blocks.Load())
		}
		call := q.BeginConsume(ctx, func(int, error) {})
		if ctx.blocks.Load() != 1 {
			t.Error("BeginConsume does not wait")
		}
		time.AfterFunc(time.Second, func() { q.Produce(3) })
		if v, err := call.End(); v != 3 || err != nil || ctx.blocks.Load() != 2 {
			t.Error("End:", v, err, ctx.blocks.Load())
		}
	})
}

// Whatever a foreign Block does, no waiter stays in line to swallow a value, and no value vanishes.
func TestConsumeBlockThatFails(t *testing.T) {
	dropped := make(chan int, 1)
	q := NewQueue[int](OnDrop(func(v int) { dropped <- v }))
	consume := func(block func(f func())) (v int, err error) {
		var wg sync.WaitGroup
		wg.Go(func() {
			defer func() { _ = recover() }()
			v, err = q.Consume(&component{Context: context.Background(), block: block})
		})
		wg.Wait()
		if q.Waiting() != 0 {
			t.Error("a waiter stays in line")
		}
		return v, err
	}
	if _, err := consume(func(func()) {}); err != ErrCanceled {
		t.Error("Block that does not run its function:", err)
	}
	consume(func(func()) { panic("no") })
	consume(func(func()) { runtime.Goexit() })
	consume(func(func()) { q.Produce(4); panic("no") })
	if v := <-dropped; v != 4 {
		t.Error("dropped", v)
	}
	consume(func(f func()) { q.Produce(5); f(); panic("no") })
	if v := <-dropped; v != 5 {
		t.Error("dropped", v)
	}
	q.Produce(6)
	if v, err := q.ConsumeTimeout(0); v != 6 || err != nil {
		t.Error(v, err)
	}
}

// A consumer that was answered, and is held up in its context's Block, holds up no one else.
func TestConsumeBlockThatIsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue[int]()
		goOn := make(chan struct{})
		slow := make(chan int, 1)
		go func() {
			v, _ := q.Consume(&component{Context: t.Context(), block: func(f func()) { <-goOn; f() }})
			slow <- v
		}()
		synctest.Wait()
		const n = 1000
		for i := range n + 1 {
			q.Produce(i)
		}
		var others sync.WaitGroup
		for range 4 {
			others.Go(func() {
				for range n / 4 {
					q.Consume(t.Context())
				}
			})
		}
		others.Wait()
		close(goOn)
		if v := <-slow; v != 0 || q.Len() != 0 {
			t.Error(v, q.Len())
		}
	})
}
