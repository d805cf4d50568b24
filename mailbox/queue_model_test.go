package mailbox

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// modelQueue is the queue as one would write it for a single goroutine that has all the time in the world.
type modelQueue struct {
	values   []int
	line     []*modelConsumer
	dropped  []int
	closed   bool
	capacity int
	overflow Overflow
}

// modelConsumer is one consume of either kind, on the model and on the queue.
type modelConsumer struct {
	answer string // of the model; empty while it waits
	cancel context.CancelFunc
	limit  time.Time // of a ConsumeTimeout
	call   *Call[int]
	got    []string // every answer that the queue gave
}

func (m *modelQueue) produce(v int) {
	switch {
	case m.closed:
		m.dropped = append(m.dropped, v)
	case len(m.line) > 0:
		m.line[0].answer = fmt.Sprint(v, nil)
		m.line = m.line[1:]
	default:
		m.values = append(m.values, v)
		if m.capacity > 0 && len(m.values) > m.capacity {
			i := 0
			if m.overflow == DropNewest {
				i = m.capacity
			}
			m.dropped = append(m.dropped, m.values[i])
			m.values = append(m.values[:i], m.values[i+1:]...)
		}
	}
}

func (m *modelQueue) consume(c *modelConsumer) {
	switch {
	case len(m.values) > 0:
		c.answer = fmt.Sprint(m.values[0], nil)
		m.values = m.values[1:]
	case m.closed:
		c.answer = fmt.Sprint(0, ErrClosed)
	default:
		m.line = append(m.line, c)
	}
}

// end answers those in line of which over is true, with err.
func (m *modelQueue) end(err error, over func(c *modelConsumer) bool) {
	var left []*modelConsumer
	for _, c := range m.line {
		if over(c) {
			c.answer = fmt.Sprint(0, err)
		} else {
			left = append(left, c)
		}
	}
	m.line = left
}

// The queue does what the model does, at each step of random scripts.
func TestQueueAgainstModel(t *testing.T) {
	scripts := max(5, queueRounds(100_000)/1000)
	for range scripts {
		seed := rand.Uint64()
		synctest.Test(t, func(t *testing.T) {
			runModel(t, rand.New(rand.NewPCG(seed, 0)))
		})
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func runModel(t *testing.T, r *rand.Rand) {
	m := &modelQueue{}
	var dropped []int
	opts := []QueueOption{OnDrop(func(v int) { dropped = append(dropped, v) })}
	if r.IntN(2) == 0 {
		m.capacity, m.overflow = 1+r.IntN(20), Overflow(r.IntN(2))
		opts = append(opts, WithCapacity(m.capacity, m.overflow))
	}
	q := NewQueue[int](opts...)
	var mu sync.Mutex // for the answers; a limit that passes is nobody's doing, and after nothing
	var all []*modelConsumer
	inLine := func() *modelConsumer { return m.line[r.IntN(len(m.line))] }
	// Ten shades of load, so that long backlogs and long lines both come up.
	load := 1 + r.IntN(10)
	for step := range 300 {
		op := r.IntN(20)
		what := ""
		switch {
		case op < load+2:
			what = "Produce"
			q.Produce(step)
			m.produce(step)
		case op < 15:
			c := &modelConsumer{}
			all = append(all, c)
			m.consume(c)
			tell := func(v int, err error) {
				mu.Lock()
				defer mu.Unlock()
				c.got = append(c.got, fmt.Sprint(v, err))
			}
			ctx, cancel := context.WithCancel(t.Context())
			c.cancel = cancel
			switch r.IntN(3) {
			case 0:
				what = "Consume"
				go func() { tell(q.Consume(ctx)) }()
			case 1:
				what = "ConsumeTimeout"
				d := time.Duration(1 + r.IntN(100))
				c.limit = time.Now().Add(d)
				go func() { tell(q.ConsumeTimeout(d)) }()
			case 2:
				what = "BeginConsume"
				synchronous := c.answer != ""
				c.call = q.BeginConsume(ctx, tell)
				if c.call.Synchronous() != synchronous {
					t.Errorf("Synchronous %v", !synchronous)
				}
			}
		case op < 17 && len(m.line) > 0:
			what = "Cancel"
			if c := inLine(); c.call != nil {
				if !c.call.Cancel() {
					t.Error("not cancelled")
				}
				m.end(ErrCanceled, func(o *modelConsumer) bool { return o == c })
			} else if c.limit.IsZero() {
				c.cancel()
				m.end(context.Canceled, func(o *modelConsumer) bool { return o == c })
			}
		case op == 17 && len(m.line) > 0:
			what = "cancel of a context"
			if c := inLine(); c.limit.IsZero() {
				c.cancel()
				m.end(context.Canceled, func(o *modelConsumer) bool { return o == c })
			}
		case op == 18:
			what = "time"
			time.Sleep(time.Duration(r.IntN(50))) // of the bubble
			m.end(ErrTimeout, func(c *modelConsumer) bool { return !c.limit.IsZero() && !c.limit.After(time.Now()) })
		case r.IntN(60) == 0:
			what = "Close"
			q.Close()
			m.closed = true
			m.end(ErrClosed, func(*modelConsumer) bool { return true })
		default:
			what = "poll"
			c := &modelConsumer{}
			v, err := q.ConsumeTimeout(0)
			m.consume(c)
			m.end(ErrTimeout, func(o *modelConsumer) bool { return o == c })
			if got := fmt.Sprint(v, err); got != c.answer {
				t.Errorf("poll gave %q, want %q", got, c.answer)
			}
		}
		synctest.Wait()
		if q.Len() != len(m.values) || q.Waiting() != len(m.line) || fmt.Sprint(dropped) != fmt.Sprint(m.dropped) {
			t.Errorf("Len %d, Waiting %d, dropped %v; want %d, %d, %v",
				q.Len(), q.Waiting(), dropped, len(m.values), len(m.line), m.dropped)
		}
		mu.Lock()
		for i, c := range all {
			if (c.answer == "") != (len(c.got) == 0) || c.answer != "" && (len(c.got) != 1 || c.got[0] != c.answer) {
				t.Errorf("consumer %d got %q, want %q", i, c.got, c.answer)
			}
		}
		mu.Unlock()
		if t.Failed() {
			t.Errorf("at step %d, after %s", step, what)
			break
		}
	}
	q.Close() // what still waits ends, and the bubble with it
	for _, c := range all {
		c.cancel()
	}
}
