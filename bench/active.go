package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
)

// active asks whether a message costs more the more components there are.
type active struct{}

// inFlight is how many messages go round. It is less than the smallest ring, or unbuffered channels would all wait for
// each other.
const (
	inFlight     = 8
	smallestRing = 10
)

func (active) name() string { return "active" }

func (active) question() string {
	return "Does a message cost more when there are more components?"
}

func (active) parameters(o options) []parameter {
	return []parameter{
		{"the work", fmt.Sprintf("components in a ring, %d messages going round, %v", inFlight, o.duration(activeDuration))},
		{"bytes", "heap and stacks in use per component, at rest afterwards; what the bench itself keeps is left out"},
	}
}

const activeDuration = 200 * time.Millisecond

func (active) points(o options) []point {
	var points []point
	for _, n := range o.sizes(10, 100, 1000, 10_000, 100_000) {
		if n < smallestRing {
			continue
		}
		for _, s := range mainSides() {
			points = append(points, point{Row: humanize.Comma(int64(n)), Side: s, Size: n})
		}
	}
	return points
}

func (active) run(o options, p point) (sample, error) {
	s, err := sideNamed(p.Side)
	if err != nil {
		return sample{}, err
	}
	n := s.open()
	w := rings(1, p.Size, inFlight, false)
	n.reserve(w.parts)
	before := measureFootprint()
	w.ready(n)
	t, counts, err := w.measure(o.duration(activeDuration))
	if err != nil {
		return sample{}, err
	}
	used := measureFootprint().minus(before)
	m := t.metrics()
	m[bytesEach] = used.bytes / float64(p.Size)
	m[goroutineCount] = used.goroutines
	return sample{Metrics: m, Tally: counts}, n.close()
}

func (active) table(r results) grid {
	t := grid{Columns: []string{"components", "side", "ns per message", "spread", "allocations per message", "bytes per component", "goroutines"}}
	for _, m := range r.points {
		ns, ok := m.figure(nsPerMessage)
		if !ok {
			continue
		}
		t.add(m.Row, m.Side, number(ns.Median), ns.spread(), m.median(allocsPerMessage, hundredths),
			m.median(bytesEach, number), m.median(goroutineCount, number))
	}
	return t
}

func (active) chart(r results) chart {
	c := chart{Title: "What a message costs as the ring grows", X: "components", Y: "ns per message", LogX: true, LogY: true}
	for _, s := range mainSides() {
		c.Lines = append(c.Lines, r.line(s, nsPerMessage, 1))
	}
	return c
}

func (active) verdict(r results) string {
	rows := r.rows()
	if len(rows) < 2 {
		return tooLittle
	}
	least, most := rows[0], rows[len(rows)-1]
	growth := map[string]float64{}
	var each []string
	for _, s := range mainSides() {
		a, ok := r.figure(least, s, nsPerMessage)
		b, also := r.figure(most, s, nsPerMessage)
		if !ok || !also {
			continue
		}
		growth[s] = b.Median / a.Median
		each = append(each, fmt.Sprintf("%s from %s to %s ns (× %.1f)", s, number(a.Median), number(b.Median), growth[s]))
	}
	ours, ok := growth[onWorkers]
	theirs, also := growth[unbuffered]
	if !ok || !also {
		return tooLittle
	}
	how := "less"
	if ours >= theirs {
		how = "not less"
	}
	return fmt.Sprintf("Between %s and %s components the cost of a message went: %s. On murmur's workers it grew %s than on plain channels.",
		least, most, strings.Join(each, "; "), how)
}
