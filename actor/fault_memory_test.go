package actor_test

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/murmur-go/murmur/actor"
)

// TestFaultPoppedStaysReachable passes a gigabyte through components, a kilobyte at a
// time, by value, by pointer and marshaled, and weighs what is left.
func TestFaultPoppedStaysReachable(t *testing.T) {
	type kilobyte struct{ Bytes [1 << 10]byte }
	type slice struct{ Bytes []byte }
	n := scale(1_000_000) / 3
	s := newSystem(t)
	byValue := actor.SpawnFunc(s, func(*actor.Context[kilobyte], kilobyte) error { return nil })
	byPointer := actor.SpawnFunc(s, func(*actor.Context[*kilobyte], *kilobyte) error { return nil }, actor.Shared())
	marshaled := actor.SpawnFunc(s, func(*actor.Context[slice], slice) error { return nil })
	ranked := actor.SpawnFunc(s, func(*actor.Context[*kilobyte], *kilobyte) error { return nil },
		actor.Shared(), actor.Priority(func(*kilobyte) int { return 0 }))
	rest(t, s)
	before := heapNow()
	for i := range n {
		byValue.Send(background, kilobyte{})
		byPointer.Send(background, &kilobyte{})
		marshaled.Send(background, slice{make([]byte, 1<<10)})
		if i%16 == 0 {
			ranked.Send(background, &kilobyte{})
		}
		for i%1000 == 0 && s.Stats().Queued > 20_000 {
			rest(t, s)
		}
	}
	rest(t, s)
	until(t, "the heap is back under 1 MiB", func() bool { return heapNow()-before < 1<<20 })
	balanced(t, s)
}

// TestFaultPoppedStaysReachableStopped weighs a backlog that ends with its component.
func TestFaultPoppedStaysReachableStopped(t *testing.T) {
	s := newSystem(t)
	before := heapNow()
	begun, gate := make(chan struct{}, 1), make(chan struct{})
	ref := actor.SpawnFunc(s, func(c *actor.Context[*[1 << 10]byte], _ *[1 << 10]byte) error {
		if err := c.Stash(); err != nil {
			return err
		}
		select {
		case begun <- struct{}{}:
			<-gate
		default:
		}
		return nil
	}, actor.Shared())
	n := scale(20_000)
	for range n {
		ref.Send(background, new([1 << 10]byte))
	}
	get(t, begun, "the first message")
	for range n {
		ref.Send(background, new([1 << 10]byte))
	}
	ref.Stop()
	close(gate)
	closed(t, ref.Done(), "the end")
	until(t, "the heap is back under 1 MiB", func() bool { return heapNow()-before < 1<<20 })
	rest(t, s)
	balanced(t, s)
	ref.Send(background, nil)
}

// TestFaultOneBigBuffer sends large messages among small ones: when they are gone, memory
// is at the level of the small ones.
func TestFaultOneBigBuffer(t *testing.T) {
	type parcel struct{ Bytes []byte }
	s := newSystem(t)
	var sum atomic.Int64
	refs := make([]actor.Ref[parcel], 10)
	for i := range refs {
		refs[i] = actor.SpawnFunc(s, func(_ *actor.Context[parcel], m parcel) error {
			sum.Add(int64(len(m.Bytes)))
			return nil
		})
	}
	small, large := make([]byte, 100), make([]byte, 10<<20)
	round := func(n int, withLarge bool) (want int64) {
		for i := range n {
			b := small
			if withLarge && i%100 == 50 {
				b = large
			}
			want += int64(len(b))
			refs[i%len(refs)].Send(background, parcel{b})
			if i%100 == 99 {
				rest(t, s)
			}
		}
		rest(t, s)
		return want
	}
	want := round(1000, false)
	before := heapNow()
	want += round(scale(3000), true)
	want += round(1000, false)
	until(t, "memory is at the level of the small ones", func() bool { return heapNow()-before < 1<<20 })
	if sum.Load() != want {
		t.Errorf("%d bytes arrived, of %d", sum.Load(), want)
	}
}

// TestFaultLongBacklog queues ten million messages without pointers behind a handler
// that blocks.
func TestFaultLongBacklog(t *testing.T) {
	type point struct{ X, Y, Z, W int64 }
	const size = int64(unsafe.Sizeof(point{}))
	n := scale(10_000_000)
	s := newSystem(t)
	begun, gate := make(chan struct{}), make(chan struct{})
	sum := int64(0)
	ref := actor.SpawnFunc(s, func(_ *actor.Context[point], p point) error {
		if p.X < 0 {
			close(begun)
			<-gate
		} else {
			sum += p.X
		}
		return nil
	})
	ref.Send(background, point{X: -1})
	closed(t, begun, "the first message")
	before := heapNow()
	for i := range n {
		ref.Send(background, point{X: int64(i)})
	}
	if st := s.Stats(); st.Queued != uint64(n) {
		t.Errorf("%d queued of %d", st.Queued, n)
	}
	if use := heapNow() - before; use > size*int64(n)*3/2+1<<20 {
		t.Errorf("%d messages of %d bytes take %.1f bytes each", n, size, float64(use)/float64(n))
	}
	// What the collector has to look at tells more than how long that took, on a machine
	// that others use, too.
	pause, scanned := collect()
	t.Logf("%d bytes of the heap are looked at; a collection pauses for %v", scanned, pause)
	if scanned > size*int64(n)/4+4<<20 {
		t.Errorf("%d bytes of the heap are looked at, with %d messages without pointers", scanned, n)
	}
	if pause > within(time.Millisecond) {
		t.Errorf("the collector pauses for %v", pause)
	}
	close(gate)
	rest(t, s)
	if want := int64(n) * int64(n-1) / 2; sum != want {
		t.Errorf("what was handled sums to %d, want %d", sum, want)
	}
	until(t, "the heap is back under 1 MiB", func() bool { return heapNow()-before < 1<<20 })
	debug.FreeOSMemory()
}

// collect collects a few times, and returns the shortest pause, since a machine that others
// use, too, may hold it up, and how much of the heap the collector looks at.
func collect() (pause time.Duration, scanned int64) {
	pause = time.Hour
	var stats debug.GCStats
	for range 5 {
		runtime.GC()
		debug.ReadGCStats(&stats)
		pause = min(pause, stats.Pause[0])
	}
	scan := []metrics.Sample{{Name: "/gc/scan/heap:bytes"}}
	metrics.Read(scan)
	return pause, int64(scan[0].Value.Uint64())
}
