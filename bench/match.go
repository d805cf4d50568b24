package main

import (
	"fmt"
	"time"
)

// match is one workload that the peers are compared on.
type match struct {
	name string
	run  func(o options, s side) (sample, error)
}

// The names of the matches, as they stand in samples.
const (
	pingPong   = "ping-pong, 1 pair"
	ring503    = "ring of 503"
	eightToOne = "8 → 1"
	oneTo64    = "1 → 64"
	pairs64    = "64 pairs"
	askTrip    = "ask, round trip"
	deepPing   = "ping-pong, 3 KB of stack"
	coldPing   = "the same, begun at 2 KB"
	memory     = "idle components"
	skynet     = "skynet"
)

var matches = []match{
	{pingPong, messages(true, func() *workload { return rings(1, 2, 1, false) })},
	{ring503, messages(true, func() *workload { return rings(1, 503, 1, false) })},
	{eightToOne, messages(true, func() *workload { return funnel(8) })},
	{oneTo64, messages(true, func() *workload { return spread(64) })},
	{pairs64, messages(true, func() *workload { return rings(64, 2, 1, false) })},
	{askTrip, asks},
	{deepPing, messages(true, func() *workload { return rings(1, 2, 1, true) })},
	{coldPing, messages(false, func() *workload { return rings(1, 2, 1, true) })},
	{memory, idleMemory},
	{skynet, skynetTime},
}

// messages times a workload, with stacks that start warm or cold.
func messages(warm bool, make func() *workload) func(options, side) (sample, error) {
	return func(o options, s side) (sample, error) {
		parkStacks(warm)
		n := s.open()
		w := make()
		n.reserve(w.parts)
		w.ready(n)
		t, counts, err := w.measure(o.duration(peersDuration))
		if err != nil {
			return sample{}, err
		}
		return sample{Metrics: t.metrics(), Tally: counts}, n.close()
	}
}

// asks times a goroutine, outside of all components, that asks one and waits for its reply. An operation is a reply.
func asks(o options, s side) (sample, error) {
	parkStacks(true)
	a := s.asker()
	replies := uint64(0)
	run := func(n int) error {
		for range n {
			v := int64(replies) + 1<<20 // beyond the small values that Go boxes without allocating
			got, err := a.ask(v)
			if err != nil {
				return err
			}
			if got != v {
				return fmt.Errorf("asked %d, and the reply was %d", v, got)
			}
			replies++
		}
		return nil
	}
	t, err := clock(o.duration(peersDuration), 100, run, func() uint64 { return replies })
	if err != nil {
		return sample{}, err
	}
	return sample{Metrics: t.metrics(), Tally: tally{Sent: replies, Handled: replies}}, a.close()
}

// idleMemory spawns many components and measures what that takes before any has a message; then each gets one.
func idleMemory(o options, s side) (sample, error) {
	size := crowd(o)
	n := s.open()
	waiters := reserveWaiters(n, size)
	before := measureFootprint()
	begin := time.Now()
	n.start()
	spawning := time.Since(begin)
	time.Sleep(20 * time.Millisecond) // for goroutines that have yet to begin
	used := measureFootprint().minus(before)
	counts, err := waiters.finish(n)
	if err != nil {
		return sample{}, err
	}
	return sample{Tally: counts, Metrics: map[metric]float64{
		nsPerSpawn:     float64(spawning.Nanoseconds()) / float64(size),
		bytesEach:      used.bytes / float64(size),
		goroutinesEach: used.goroutines / float64(size),
	}}, n.close()
}

// skynetTime is the time from the root to the sum of all leaves.
func skynetTime(o options, s side) (sample, error) {
	leaves := int64(crowd(o))
	begin := time.Now()
	sum, err := s.skynet(leaves)
	took := time.Since(begin)
	if err != nil {
		return sample{}, err
	}
	if want := leaves * (leaves - 1) / 2; sum != want {
		return sample{}, fmt.Errorf("the leaves add up to %d, %d expected", sum, want)
	}
	return sample{Metrics: map[metric]float64{milliseconds: float64(took.Microseconds()) / 1000}}, nil
}
