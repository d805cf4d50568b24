package actor_test

import (
	"context"
	"testing"

	"github.com/murmur-go/murmur/actor"
)

// BenchmarkAskOutside is a round trip between a plain goroutine and a component.
func BenchmarkAskOutside(b *testing.B) {
	s := newSystem(b)
	r := actor.SpawnFunc(s, double)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if n, err := actor.Ask(context.Background(), r, ask(i)); n != 2*i || err != nil {
			b.Fatal(n, err)
		}
	}
}

// BenchmarkAskChannels is the same work by two goroutines and channels.
func BenchmarkAskChannels(b *testing.B) {
	type q struct {
		n     int
		reply chan int
	}
	ask := make(chan q)
	defer close(ask)
	go func() {
		for q := range ask {
			q.reply <- 2 * q.n
		}
	}()
	b.ReportAllocs()
	reply := make(chan int, 1)
	for i := 0; b.Loop(); i++ {
		ask <- q{i, reply}
		if n := <-reply; n != 2*i {
			b.Fatal(n)
		}
	}
}

// BenchmarkAskMany is a round trip of each of many goroutines at once.
func BenchmarkAskMany(b *testing.B) {
	s := newSystem(b)
	r := actor.SpawnFunc(s, double)
	b.ReportAllocs()
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			if n, err := actor.Ask(context.Background(), r, ask(i)); n != 2*i || err != nil {
				b.Error(n, err)
			}
		}
	})
}

// BenchmarkAskInside is a round trip between two components.
func BenchmarkAskInside(b *testing.B) {
	s := newSystem(b)
	r := actor.SpawnFunc(s, double)
	done := make(chan struct{})
	asker := actor.SpawnFunc(s, func(c *actor.Context[ball], m ball) error {
		for i := range m.N {
			if n, err := actor.Ask(c, r, ask(i)); n != 2*i || err != nil {
				b.Error(n, err)
			}
		}
		close(done)
		return nil
	})
	b.ReportAllocs()
	b.ResetTimer()
	asker.Send(context.Background(), ball{b.N})
	<-done
}

// BenchmarkAskThen is a round trip between two components, neither of which waits.
func BenchmarkAskThen(b *testing.B) {
	s := newSystem(b)
	r := actor.SpawnFunc(s, double)
	done := make(chan struct{})
	asker := actor.SpawnFunc(s, func(c *actor.Context[int], n int) error {
		if n == 0 {
			close(done)
			return nil
		}
		actor.AskThen(c, r, -1, ask(n), func(twice int, err error) int { return twice/2 - 1 })
		return nil
	})
	b.ReportAllocs()
	b.ResetTimer()
	asker.Send(context.Background(), b.N)
	<-done
}
