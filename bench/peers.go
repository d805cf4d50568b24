package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// peers sets murmur beside channels and beside protoactor-go, on workloads that each stress another thing.
type peers struct{}

func (peers) name() string { return "peers" }

func (peers) question() string {
	return "How does murmur stand beside plain channels and beside protoactor-go?"
}

func (peers) parameters(o options) []parameter {
	return []parameter{
		{"message", "struct{ V int64 }; a sample lasts " + o.duration(peersDuration).String() + " after its warm-up"},
		{"8 → 1, 1 → 64", fmt.Sprintf("producers do not wait for each message; at most %d are in flight on a link, each %d acknowledged", window, burst)},
		{"stacks", fmt.Sprintf("%d parked goroutines use 8 KB of stack and were seen by the collector, so that new ones start at that size; not for memory, spawn and skynet", parked)},
		{"3 KB of stack", "what the handler needs; then the same where new stacks start at 2 KB"},
		{"memory, spawn", fmt.Sprintf("%s components that have no message yet; spawn is the time of the calls", comma(uint64(crowd(o))))},
		{"skynet", fmt.Sprintf("%s leaves, ten children to a branch; each reports its sum and ends", comma(uint64(crowd(o))))},
		{"judged", "murmur on workers against the better of the two channels, and the better of protoactor-go's two queues"},
	}
}

const peersDuration = 200 * time.Millisecond

// crowd is how many components are spawned where the number is the point: the largest of the sizes, but a power of ten, as
// skynet needs.
func crowd(o options) int {
	most := slices.Max(o.sizes(10_000, 100_000))
	n := 1
	for n <= most/10 {
		n *= 10
	}
	return n
}

func (peers) points(o options) []point {
	var points []point
	for _, m := range matches {
		for _, s := range everySide() {
			if m.name == memory && s.name() == buffered {
				continue // 8 KB each; the unbuffered channel is the better one
			}
			points = append(points, point{Row: m.name, Side: s.name()})
		}
	}
	return points
}

func (peers) run(o options, p point) (sample, error) {
	s, err := sideNamed(p.Side)
	if err != nil {
		return sample{}, err
	}
	for _, m := range matches {
		if m.name == p.Row {
			return m.run(o, s)
		}
	}
	return sample{}, fmt.Errorf("peers has no workload %q", p.Row)
}

func (peers) table(r results) grid {
	g := grid{Columns: []string{"", "murmur", "own goroutine", "channels", "protoactor-go",
		"to reach", "of protoactor-go", "to reach", "of channels", "to reach", "reached"}}
	for _, l := range scoreboard {
		g.add(l.cells(r)...)
	}
	return g
}

func (peers) chart(r results) chart {
	c := chart{Title: "Nanoseconds per message", Y: "ns per message", LogY: true}
	columns := map[string][]string{onWorkers: {onWorkers}, ownGoroutine: {ownGoroutine}, unbuffered: channelSides, ownQueue: peerSides}
	for _, l := range scoreboard {
		if l.metric == nsPerMessage {
			c.Categories = append(c.Categories, l.label)
		}
	}
	for _, s := range mainSides() {
		one := line{Name: s}
		for _, l := range scoreboard {
			if f, ok := l.figure(r, columns[s]...); ok && l.metric == nsPerMessage {
				one.X = append(one.X, float64(len(one.X)))
				one.Y = append(one.Y, f.Median)
			}
		}
		c.Lines = append(c.Lines, one)
	}
	return c
}

func (peers) verdict(r results) string {
	reached, judged := 0, 0
	var missed []string
	for _, l := range scoreboard {
		switch l.judge(r) {
		case yes:
			reached++
			judged++
		case no:
			judged++
			missed = append(missed, l.label)
		}
	}
	switch {
	case judged == 0:
		return tooLittle
	case len(missed) == 0:
		return fmt.Sprintf("murmur reaches all of its %d targets.", judged)
	}
	return fmt.Sprintf("murmur reaches %d of its %d targets; it misses: %s.", reached, judged, strings.Join(missed, "; "))
}
