package actor

import (
	"context"
	"sync/atomic"
	"testing"
)

// finish waits for n done messages, from whoever calls done.
type countdown struct {
	left atomic.Int64
	done chan struct{}
}

func newCountdown(n int) *countdown {
	c := &countdown{done: make(chan struct{})}
	c.left.Store(int64(n))
	return c
}

func (c *countdown) tick() {
	if c.left.Add(-1) == 0 {
		close(c.done)
	}
}

// pairs runs n ping-pong pairs with total messages among them.
func pairs(s *System, n int, total int64) {
	each := total / int64(n)
	all := newCountdown(n)
	for range n {
		var a, b Ref[ball]
		a = SpawnFunc(s, func(c *Context[ball], m ball) error {
			if m.V >= each {
				all.tick()
			} else {
				b.Send(c, ball{m.V + 1})
			}
			return nil
		})
		b = SpawnFunc(s, func(c *Context[ball], m ball) error { a.Send(c, ball{m.V + 1}); return nil })
		a.Send(context.Background(), ball{})
	}
	<-all.done
}

func BenchmarkPairs64(b *testing.B) {
	s := NewSystem()
	b.ReportAllocs()
	pairs(s, 64, int64(b.N)+64)
	s.Shutdown(context.Background())
}

func BenchmarkRing503(b *testing.B) {
	const n = 503
	s := NewSystem()
	b.ReportAllocs()
	done := make(chan struct{})
	refs := make([]Ref[ball], n)
	for i := range refs {
		refs[i] = SpawnFunc(s, func(c *Context[ball], m ball) error {
			if m.V >= int64(b.N) {
				close(done)
			} else {
				refs[(i+1)%n].Send(c, ball{m.V + 1})
			}
			return nil
		})
	}
	refs[0].Send(context.Background(), ball{})
	<-done
	s.Shutdown(context.Background())
}

// windowed producers send bursts of 1,000 and wait for the consumers' word.
func BenchmarkManyToOne8(b *testing.B) {
	const producers, window = 8, 1000
	s := NewSystem()
	b.ReportAllocs()
	all := newCountdown(producers)
	type item struct {
		V    int64
		From Ref[ball]
	}
	sink := SpawnFunc(s, func(c *Context[item], m item) error {
		if m.V == 0 {
			m.From.Send(c, ball{})
		}
		return nil
	})
	for range producers {
		left := int64(b.N) / producers
		p := SpawnFunc(s, func(c *Context[ball], m ball) error {
			if left <= 0 {
				all.tick()
				return nil
			}
			for i := int64(window - 1); i >= 0; i-- {
				sink.Send(c, item{i, c.Self()})
			}
			left -= window
			return nil
		})
		p.Send(context.Background(), ball{})
	}
	<-all.done
	s.Shutdown(context.Background())
}

func BenchmarkOneToMany64(b *testing.B) {
	const consumers, window = 64, 64 * 16
	s := NewSystem()
	b.ReportAllocs()
	done := make(chan struct{})
	var source Ref[ball]
	refs := make([]Ref[ball], consumers)
	for i := range refs {
		refs[i] = SpawnFunc(s, func(c *Context[ball], m ball) error {
			if m.V == 1 {
				source.Send(c, ball{})
			}
			return nil
		})
	}
	left, waiting := int64(b.N), 0
	source = SpawnFunc(s, func(c *Context[ball], m ball) error {
		if waiting--; waiting > 0 {
			return nil
		}
		if left <= 0 {
			close(done)
			return nil
		}
		for i := range window {
			v := int64(0)
			if i >= window-consumers {
				v = 1
			}
			refs[i%consumers].Send(c, ball{v})
		}
		waiting = consumers
		left -= window
		return nil
	})
	source.Send(context.Background(), ball{})
	<-done
	s.Shutdown(context.Background())
}

func BenchmarkSkynet(b *testing.B) {
	for b.Loop() {
		s := NewSystem()
		sum := make(chan int64, 1)
		root := SpawnFunc(s, func(c *Context[ball], m ball) error { sum <- m.V; return nil })
		skynet(s, root, 0, 100_000)
		if got := <-sum; got != 99_999*100_000/2 {
			b.Fatal(got)
		}
		s.Shutdown(context.Background())
	}
}

func skynet(p Parent, up Ref[ball], num, size int64) {
	var sum, n int64
	SpawnFunc(p, func(c *Context[ball], m ball) error {
		if m.V == -1 {
			if size == 1 {
				up.Send(c, ball{num})
				c.Stop()
				return nil
			}
			for i := range int64(10) {
				skynet(c, c.Self(), num+i*size/10, size/10)
			}
			return nil
		}
		sum += m.V
		if n++; n == 10 {
			up.Send(c, ball{sum})
			c.Stop()
		}
		return nil
	}).Send(asContext(p), ball{-1})
}

func asContext(p Parent) context.Context {
	if c, ok := p.(context.Context); ok {
		return c
	}
	return context.Background()
}
