package main

import (
	"fmt"
	"runtime"
	"time"
)

// timing is how long so many messages took, and what they allocated.
type timing struct {
	elapsed time.Duration
	handled uint64
	mallocs uint64
}

func (t timing) metrics() map[metric]float64 {
	return map[metric]float64{
		nsPerMessage:     float64(t.elapsed.Nanoseconds()) / float64(t.handled),
		allocsPerMessage: float64(t.mallocs) / float64(t.handled),
	}
}

// clock runs work of growing size until it lasts for d, and times the last run: what went before was the warm-up, in
// which every component at least had its first message. run does n units of work, and handled says how many messages have
// been handled so far.
func clock(d time.Duration, n int, run func(n int) error, handled func() uint64) (timing, error) {
	if err := run(n); err != nil {
		return timing{}, err
	}
	for {
		t, err := timeOnce(func() error { return run(n) }, handled)
		if err != nil {
			return t, err
		}
		if t.handled == 0 {
			return t, fmt.Errorf("no message was handled in %d units of work", n)
		}
		if t.elapsed >= d {
			return t, nil
		}
		n = grown(n, t.elapsed, d)
	}
}

func timeOnce(run func() error, handled func() uint64) (timing, error) {
	var before, after runtime.MemStats
	handledBefore := handled()
	runtime.ReadMemStats(&before)
	begin := time.Now()
	err := run()
	elapsed := time.Since(begin)
	runtime.ReadMemStats(&after)
	return timing{elapsed, handled() - handledBefore, after.Mallocs - before.Mallocs}, err
}

// grown is the size of work that should last for d and a fifth, but no more than a hundred times the last one.
func grown(n int, elapsed, d time.Duration) int {
	factor := 1.2 * float64(d) / float64(max(elapsed, time.Microsecond))
	return int(float64(n)*min(factor, 100)) + 1
}

// footprint is what is in use now: bytes of heap and stacks, and goroutines.
type footprint struct {
	bytes      float64
	goroutines float64
}

func measureFootprint() footprint {
	runtime.GC()
	runtime.GC() // what a pool let go of in the first is free after the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return footprint{float64(m.HeapAlloc + m.StackInuse), float64(runtime.NumGoroutine())}
}

func (f footprint) minus(o footprint) footprint {
	return footprint{f.bytes - o.bytes, f.goroutines - o.goroutines}
}
