package mailbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestQueueFirstInFirstOut(t *testing.T) {
	q := NewQueue[int]()
	for i := range 1000 {
		q.Produce(i)
	}
	if q.Len() != 1000 || q.Waiting() != 0 {
		t.Fatalf("Len %d, Waiting %d; want 1000, 0", q.Len(), q.Waiting())
	}
	for i := range 1000 {
		if v, err := q.Consume(t.Context()); v != i || err != nil {
			t.Fatalf("got %d, %v; want %d", v, err, i)
		}
	}
}

func TestQueueZeroValueIsReady(t *testing.T) {
	var q Queue[string]
	q.Produce("a")
	if v, err := q.ConsumeTimeout(0); v != "a" || err != nil {
		t.Fatal(v, err)
	}
}

func TestQueueWaitersAreServedInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue[int]()
		got := make([]int, 9)
		for i := range got {
			switch i % 3 {
			case 0:
				go func() { got[i], _ = q.Consume(t.Context()) }()
			case 1:
				go func() { got[i], _ = q.ConsumeTimeout(time.Hour) }()
			case 2:
				q.BeginConsume(t.Context(), func(v int, err error) { got[i] = v })
			}
			synctest.Wait()
		}
		if q.Waiting() != len(got) || q.Len() != 0 {
			t.Fatalf("Waiting %d, Len %d", q.Waiting(), q.Len())
		}
		for i := range got {
			q.Produce(i + 1)
		}
		synctest.Wait()
		for i, v := range got {
			if v != i+1 {
				t.Fatalf("consumers got %v, not in the order they came", got)
			}
		}
	})
}

func TestQueueAnyType(t *testing.T) {
	t.Run("nil interface", func(t *testing.T) {
		q := NewQueue[any](OnDrop(func(v any) { t.Errorf("dropped %v", v) }))
		q.Produce(nil)
		if v, err := q.ConsumeTimeout(0); v != nil || err != nil {
			t.Error(v, err)
		}
		call := q.BeginConsume(t.Context(), func(any, error) {})
		q.Produce(nil)
		if v, err := call.End(); v != nil || err != nil {
			t.Error(v, err)
		}
	})
	t.Run("error", func(t *testing.T) {
		q := NewQueue[error]()
		q.Produce(ErrClosed)
		if v, err := q.Consume(t.Context()); v != ErrClosed || err != nil {
			t.Error(v, err)
		}
	})
	t.Run("empty struct", func(t *testing.T) {
		q := NewQueue[struct{}]()
		for range 100 {
			q.Produce(struct{}{})
		}
		q.Close()
		n := 0
		for range q.All(t.Context()) {
			n++
		}
		if n != 100 {
			t.Error(n)
		}
	})
	t.Run("large", func(t *testing.T) {
		q := NewQueue[[100_000]byte]()
		for i := range 5 {
			q.Produce([100_000]byte{99_999: byte(i)})
		}
		for i := range 5 {
			if v, _ := q.ConsumeTimeout(0); v[99_999] != byte(i) {
				t.Error(i, v[99_999])
			}
		}
	})
}

func TestQueueContextOverTakesNothing(t *testing.T) {
	q := NewQueue[int]()
	q.Produce(1)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	expired, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	for _, c := range []struct {
		ctx  context.Context
		want error
	}{{canceled, context.Canceled}, {expired, context.DeadlineExceeded}} {
		if _, err := q.Consume(c.ctx); err != c.want {
			t.Errorf("Consume: %v, want %v", err, c.want)
		}
		done := make(chan error, 1)
		call := q.BeginConsume(c.ctx, func(_ int, err error) { done <- err })
		if _, err := call.End(); err != c.want || !call.Synchronous() || !call.Cancel() {
			t.Errorf("BeginConsume: %v, want %v", err, c.want)
		}
		if err := <-done; err != c.want {
			t.Errorf("done: %v, want %v", err, c.want)
		}
		for range q.All(c.ctx) {
			t.Error("All took a value")
		}
	}
	if q.Len() != 1 || q.Waiting() != 0 {
		t.Errorf("Len %d, Waiting %d; want 1, 0", q.Len(), q.Waiting())
	}
}

func TestQueueConsumeTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue[int]()
		start := time.Now()
		if _, err := q.ConsumeTimeout(0); err != ErrTimeout || time.Since(start) != 0 {
			t.Error("0 must poll:", err, time.Since(start))
		}
		for range 3 { // the same waiter, three times
			start = time.Now()
			if _, err := q.ConsumeTimeout(time.Minute); err != ErrTimeout || time.Since(start) != time.Minute {
				t.Error("a minute:", err, time.Since(start))
			}
		}
		if q.Waiting() != 0 {
			t.Error("a waiter stayed in line")
		}
		q.Produce(1)
		if v, err := q.ConsumeTimeout(time.Minute); v != 1 || err != nil {
			t.Error(v, err)
		}
		start = time.Now()
		time.AfterFunc(1000*time.Hour, func() { q.Produce(2) })
		if v, err := q.ConsumeTimeout(-1); v != 2 || err != nil || time.Since(start) != 1000*time.Hour {
			t.Error("negative must wait for ever:", v, err, time.Since(start))
		}
		// Nothing of an earlier limit touches a later wait of the same waiter.
		time.AfterFunc(time.Second, func() { q.Produce(3) })
		if v, err := q.ConsumeTimeout(2 * time.Second); v != 3 || err != nil {
			t.Error(v, err)
		}
		start = time.Now()
		if _, err := q.ConsumeTimeout(time.Hour); err != ErrTimeout || time.Since(start) != time.Hour {
			t.Error(err, time.Since(start))
		}
		q.Close()
		for _, d := range []time.Duration{0, time.Second, -1} {
			if _, err := q.ConsumeTimeout(d); err != ErrClosed {
				t.Error(d, err)
			}
		}
	})
}

func TestQueueContextEndsTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue[int]()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		if _, err := q.Consume(ctx); err != context.DeadlineExceeded || time.Since(start) != time.Second {
			t.Error(err, time.Since(start))
		}
		q.Produce(7) // whoever left takes nothing
		if q.Len() != 1 || q.Waiting() != 0 {
			t.Errorf("Len %d, Waiting %d; want 1, 0", q.Len(), q.Waiting())
		}
	})
}

func TestQueueAll(t *testing.T) {
	q := NewQueue[int]()
	for i := range 5 {
		q.Produce(i)
	}
	for v := range q.All(t.Context()) {
		if v == 2 {
			break
		}
	}
	if q.Len() != 2 {
		t.Errorf("a loop left at 2 leaves Len %d, want 2", q.Len())
	}
	q.Close()
	var got []int
	for v := range q.All(t.Context()) {
		got = append(got, v)
	}
	if fmt.Sprint(got) != "[3 4]" {
		t.Error(got)
	}
}

func TestQueueCloseWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const each = 100
		q := NewQueue[int]()
		var mu sync.Mutex
		closed := 0
		count := func(_ int, err error) {
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(err, ErrClosed) {
				closed++
			}
		}
		for range each {
			go func() { count(q.Consume(t.Context())) }()
			go func() { count(q.ConsumeTimeout(-1)) }()
			go func() { count(q.BeginConsume(t.Context(), count).End()) }()
		}
		synctest.Wait()
		if q.Waiting() != 3*each {
			t.Fatal("Waiting", q.Waiting())
		}
		q.Close()
		q.Close()
		if q.Waiting() != 0 {
			t.Error("Waiting after Close:", q.Waiting())
		}
		synctest.Wait()
		if closed != 4*each {
			t.Errorf("%d answers of ErrClosed, want %d", closed, 4*each)
		}
	})
	t.Run("what was queued comes first", func(t *testing.T) {
		q := NewQueue[int]()
		q.Produce(1)
		q.Produce(2)
		q.Close()
		v1, err1 := q.Consume(t.Context())
		v2, err2 := q.BeginConsume(t.Context(), func(int, error) {}).End()
		_, err3 := q.Consume(t.Context())
		if v1 != 1 || v2 != 2 || err1 != nil || err2 != nil || err3 != ErrClosed {
			t.Error(v1, err1, v2, err2, err3)
		}
	})
}

func TestQueueNothingVanishes(t *testing.T) {
	for _, o := range []Overflow{DropNewest, DropOldest} {
		t.Run(o.String(), func(t *testing.T) {
			var q *Queue[int]
			var dropped []int
			q = NewQueue[int](WithCapacity(3, o), OnDrop(func(v int) {
				dropped = append(dropped, v)
				q.Len() // outside the lock
			}))
			for i := range 5 {
				q.Produce(i)
			}
			q.Close()
			q.Produce(5)
			var got []int
			for v := range q.All(t.Context()) {
				got = append(got, v)
			}
			q.Produce(6)
			want := "[0 1 2] [3 4 5 6]"
			if o == DropOldest {
				want = "[2 3 4] [0 1 5 6]"
			}
			if s := fmt.Sprint(got, dropped); s != want {
				t.Errorf("got, dropped: %s; want %s", s, want)
			}
		})
	}
	t.Run("a consumer that waits needs no room", func(t *testing.T) {
		q := NewQueue[int](WithCapacity(1, DropNewest), OnDrop(func(v int) { t.Error("dropped", v) }))
		a, b := q.BeginConsume(t.Context(), func(int, error) {}), q.BeginConsume(t.Context(), func(int, error) {})
		for i := range 3 {
			q.Produce(i)
		}
		v, _ := a.End()
		w, _ := b.End()
		if v != 0 || w != 1 || q.Len() != 1 {
			t.Error(v, w, q.Len())
		}
	})
	t.Run("without OnDrop", func(t *testing.T) {
		q := NewQueue[int](WithCapacity(1, DropOldest))
		q.Produce(1)
		q.Produce(2)
		if v, _ := q.ConsumeTimeout(0); v != 2 || q.Len() != 0 {
			t.Error(v)
		}
	})
}

func TestQueueWrongOptionsPanicAtConstruction(t *testing.T) {
	for _, c := range []struct {
		name, want string
		make       func()
	}{
		{"capacity 0", "at least 1 value", func() { NewQueue[int](WithCapacity(0, DropNewest)) }},
		{"capacity below 0", "WithCapacity(-1, DropOldest)", func() { NewQueue[int](WithCapacity(-1, DropOldest)) }},
		{"overflow", "Overflow(7)", func() { NewQueue[int](WithCapacity(1, 7)) }},
		{"type of OnDrop", "OnDrop[string] for a Queue[int]", func() { NewQueue[int](OnDrop(func(string) {})) }},
		{"nil OnDrop", "OnDrop needs a function", func() { NewQueue[int](OnDrop[int](nil)) }},
		{"nil OnPanic", "OnPanic needs a function", func() { NewQueue[int](OnPanic(nil)) }},
		{"nil option", "option 2 is nil", func() { NewQueue[int](WithCapacity(1, DropNewest), nil) }},
		{"nil done", "needs a done function", func() { NewQueue[int]().BeginConsume(t.Context(), nil) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				s, _ := recover().(string)
				if !strings.HasPrefix(s, "mailbox: ") || !strings.Contains(s, c.want) {
					t.Errorf("panicked with %q, want mailbox: …%s…", s, c.want)
				}
			}()
			c.make()
		})
	}
	NewQueue[any](OnDrop(func(any) {})) // an interface type is matched as such
	if s := fmt.Sprint(DropNewest, DropOldest); s != "DropNewest DropOldest" {
		t.Error(s)
	}
}
