package actor

import (
	"context"
	"testing"
	"time"
)

type ball struct{ V int64 }

func pingPong(tb testing.TB, s *System, n int64, opts ...SpawnOption) {
	done := make(chan struct{})
	var a, b Ref[ball]
	a = SpawnFunc(s, func(c *Context[ball], m ball) error {
		if m.V >= n {
			close(done)
			return nil
		}
		b.Send(c, ball{m.V + 1})
		return nil
	}, opts...)
	b = SpawnFunc(s, func(c *Context[ball], m ball) error { a.Send(c, ball{m.V + 1}); return nil }, opts...)
	a.Send(context.Background(), ball{0})
	<-done
}

func TestPingPong(t *testing.T) {
	s := NewSystem()
	pingPong(t, s, 1000)
	if err := s.Rest(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", s.Stats())
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", s.Stats())
}

func BenchmarkPingPong(b *testing.B) {
	s := NewSystem()
	b.ReportAllocs()
	pingPong(b, s, int64(b.N))
	s.Shutdown(context.Background())
}

func BenchmarkPingPongOwn(b *testing.B) {
	s := NewSystem()
	b.ReportAllocs()
	pingPong(b, s, int64(b.N), OwnGoroutine())
	s.Shutdown(context.Background())
}

func BenchmarkAsk(b *testing.B) {
	type q struct{ r Ref[ball] }
	s := NewSystem()
	b.ReportAllocs()
	a := SpawnFunc(s, func(c *Context[q], m q) error { m.r.Send(c, ball{1}); return nil })
	for b.Loop() {
		if _, err := Ask(context.Background(), a, func(r Ref[ball]) q { return q{r} }); err != nil {
			b.Fatal(err)
		}
	}
	s.Shutdown(context.Background())
}

func BenchmarkSpawn(b *testing.B) {
	s := NewSystem()
	b.ReportAllocs()
	for b.Loop() {
		SpawnFunc(s, func(c *Context[ball], m ball) error { return nil })
	}
	s.Shutdown(context.Background())
}
func BenchmarkChannelPair(b *testing.B) {
	x, y := make(chan ball), make(chan ball)
	go func() {
		for m := range x {
			y <- ball{m.V + 1}
		}
		close(y)
	}()
	b.ResetTimer()
	for i := 0; i < b.N; i += 2 {
		x <- ball{int64(i)}
		<-y
	}
	close(x)
}
