package main

import (
	"fmt"

	"golang.org/x/perf/benchmath"
)

// measured is a point with the samples taken of it.
type measured struct {
	point
	Samples []sample `json:"samples"`
}

// results are the points of one experiment, in its order, and its options.
type results struct {
	options
	points []*measured
}

func newResults(o options, points []point) results {
	r := results{options: o}
	for _, p := range points {
		r.points = append(r.points, &measured{point: p})
	}
	return r
}

// find is the point of that row and side, or nil when nothing was measured there.
func (r results) find(row, side string) *measured {
	for _, m := range r.points {
		if m.Row == row && m.Side == side && len(m.Samples) > 0 {
			return m
		}
	}
	return nil
}

// figure summarizes a metric of a point; ok is false when it was not measured.
func (r results) figure(row, side string, name metric) (f figure, ok bool) {
	if m := r.find(row, side); m != nil {
		return m.figure(name)
	}
	return figure{}, false
}

// best is the side, of those given, whose figure is the least.
func (r results) best(row string, name metric, sides ...string) (f figure, side string, ok bool) {
	for _, s := range sides {
		if g, measured := r.figure(row, s, name); measured && (!ok || g.Median < f.Median) {
			f, side, ok = g, s, true
		}
	}
	return f, side, ok
}

// disturbed counts the samples during which other processes were busy, and all samples.
func (r results) disturbed() (disturbed, all int) {
	for _, m := range r.points {
		for _, s := range m.Samples {
			all++
			if s.disturbed() {
				disturbed++
			}
		}
	}
	return disturbed, all
}

// tally adds up the messages of a side.
func (r results) tally(side string) tally {
	var sum tally
	for _, m := range r.points {
		for _, s := range m.Samples {
			if m.Side == side {
				sum = sum.plus(s.Tally)
			}
		}
	}
	return sum
}

func (m *measured) figure(name metric) (f figure, ok bool) {
	var values []float64
	for _, s := range m.Samples {
		if v, ok := s.Metrics[name]; ok {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return figure{}, false
	}
	return summarize(values), true
}

// figure is the median of so many samples, and the least and largest of them.
type figure struct {
	Median, Least, Most float64
	samples             int
}

func summarize(values []float64) figure {
	s := benchmath.NewSample(values, &benchmath.DefaultThresholds)
	median := benchmath.AssumeNothing.Summary(s, 0).Center
	return figure{median, s.Values[0], s.Values[len(s.Values)-1], len(s.Values)}
}

// spread is half the distance from the least to the largest sample, as a share of the median; one sample has none.
func (f figure) spread() string {
	switch {
	case f.samples < 2:
		return ""
	case f.Median == 0:
		return "±0%"
	}
	return fmt.Sprintf("±%.0f%%", 50*(f.Most-f.Least)/f.Median)
}

// median is a figure's median in a table.
func (m *measured) median(name metric, format func(float64) string) string {
	f, ok := m.figure(name)
	if !ok {
		return notMeasured
	}
	return format(f.Median)
}

// rows are the rows of which something was measured, in order.
func (r results) rows() []string {
	var rows []string
	for _, m := range r.points {
		if len(m.Samples) > 0 && (len(rows) == 0 || rows[len(rows)-1] != m.Row) {
			rows = append(rows, m.Row)
		}
	}
	return rows
}

// line is a metric of one side over the number of components, for a chart.
func (r results) line(side string, name metric, scale float64) line {
	l := line{Name: side}
	for _, m := range r.points {
		if f, ok := m.figure(name); ok && m.Side == side {
			l.X = append(l.X, float64(m.Size))
			l.Y = append(l.Y, f.Median*scale)
		}
	}
	return l
}
