package main

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"
)

// idle asks whether components that wait slow down the rest of the program.
type idle struct{}

// alone is the side of the measurement without components.
const alone = "no components"

func (idle) name() string { return "idle" }

func (idle) question() string {
	return "Do components that only wait slow down a goroutine that works?"
}

func (idle) parameters(o options) []parameter {
	return []parameter{
		{"the work", "one goroutine increments a counter for " + o.duration(time.Second).String()},
		{"the components", "each waits for one message, gets it afterwards, ends, and is counted"},
	}
}

func (idle) points(o options) []point {
	points := []point{{Row: "0", Side: alone}}
	for _, n := range o.sizes(10, 500, 1000, 5000, 100_000) {
		if n == 0 {
			continue
		}
		for _, s := range mainSides() {
			points = append(points, point{Row: humanize.Comma(int64(n)), Side: s, Size: n})
		}
	}
	return points
}

func (idle) run(o options, p point) (sample, error) {
	if p.Side == alone {
		return sample{Metrics: map[metric]float64{increments: countFor(o.duration(time.Second))}}, nil
	}
	s, err := sideNamed(p.Side)
	if err != nil {
		return sample{}, err
	}
	n := s.open()
	waiters := startWaiters(n, p.Size)
	time.Sleep(20 * time.Millisecond) // for whatever starting them left behind
	count := countFor(o.duration(time.Second))
	counts, err := waiters.finish(n)
	if err != nil {
		return sample{}, err
	}
	return sample{Metrics: map[metric]float64{increments: count}, Tally: counts}, n.close()
}

// countFor is how often a goroutine incremented a counter in d.
func countFor(d time.Duration) float64 {
	var over atomic.Bool
	time.AfterFunc(d, func() { over.Store(true) })
	begin := time.Now()
	count := 0
	for !over.Load() {
		count++
	}
	return float64(count) * float64(d) / float64(time.Since(begin))
}

// waiters is components of which each waits for one message.
type waiters struct {
	size    int
	arrived *goal
}

func startWaiters(n network, size int) waiters {
	w := reserveWaiters(n, size)
	n.start()
	return w
}

func reserveWaiters(n network, size int) waiters {
	w := waiters{size, newGoal()}
	w.arrived.set(size)
	one := &waiter{w.arrived}
	parts := make([]part, size)
	for i := range parts {
		parts[i] = one
	}
	n.reserve(parts)
	return w
}

// finish sends each its message, waits until all have ended, and checks the counts.
func (w waiters) finish(n network) (tally, error) {
	for i := range w.size {
		n.send(i, message{1})
	}
	if err := w.arrived.wait(); err != nil {
		return tally{}, fmt.Errorf("of %d messages %w", w.size, err)
	}
	if err := n.ended().wait(); err != nil {
		return tally{}, fmt.Errorf("of the ends of %d components %w", w.size, err)
	}
	counts, err := n.tally()
	if err != nil {
		return counts, err
	}
	if counts.Handled != uint64(w.size) {
		return counts, fmt.Errorf("%d components handled %d messages, one each expected", w.size, counts.Handled)
	}
	return counts, counts.check(n.counted())
}

func (e idle) table(r results) grid {
	t := grid{Columns: []string{"components"}}
	for _, s := range mainSides() {
		t.Columns = append(t.Columns, s, "of N = 0")
	}
	base, ok := r.figure("0", alone, increments)
	if !ok {
		return t
	}
	first := []string{"0"}
	for range mainSides() {
		first = append(first, counted(base), "100%")
	}
	t.add(first...)
	for _, row := range r.rows()[1:] {
		cells := []string{row}
		for _, s := range mainSides() {
			f, ok := r.figure(row, s, increments)
			if !ok {
				cells = append(cells, notMeasured, notMeasured)
				continue
			}
			cells = append(cells, counted(f), fmt.Sprintf("%.1f%%", 100*f.Median/base.Median))
		}
		t.add(cells...)
	}
	return t
}

func counted(f figure) string {
	return strings.TrimSpace(humanize.CommafWithDigits(f.Median/1e6, 1) + "M " + f.spread())
}

func (e idle) chart(r results) chart {
	c := chart{Title: "The pace of a counter beside idle components", X: "components", Y: "% of the pace alone", LogX: true}
	base, ok := r.figure("0", alone, increments)
	if !ok {
		return c
	}
	for _, s := range mainSides() {
		c.Lines = append(c.Lines, r.line(s, increments, 100/base.Median))
	}
	return c
}

func (e idle) verdict(r results) string {
	base, ok := r.figure("0", alone, increments)
	rows := r.rows()
	if !ok || len(rows) < 2 {
		return tooLittle
	}
	last := rows[len(rows)-1]
	kept := map[string]float64{}
	var each []string
	for _, s := range mainSides() {
		f, ok := r.figure(last, s, increments)
		if !ok {
			continue
		}
		kept[s] = f.Median / base.Median
		each = append(each, fmt.Sprintf("%s %.1f%%", s, 100*kept[s]))
	}
	own, ok := kept[onWorkers]
	if !ok {
		return tooLittle
	}
	return fmt.Sprintf("Beside %s idle components the counter kept this much of its pace: %s. On murmur's workers they %s.",
		last, strings.Join(each, "; "), cost(own))
}

func cost(kept float64) string {
	switch {
	case kept >= 0.97:
		return "are free"
	case kept >= 0.9:
		return "cost little"
	}
	return "are not free"
}

func (idle) original() grid {
	g := grid{
		Title:   "Twenty years ago: the counter after 5 s beside N threads that wait",
		Columns: []string{"threads", "Ruby 1.9, Cygwin, P4 2.4 GHz", "Ruby 1.8.2, Cygwin", "Ruby 1.9, Linux, amd64", "Ruby 1.9, Cygwin, timer tick"},
	}
	base, last := idleThen[0], idleThen[len(idleThen)-1]
	var left []string
	for _, then := range idleThen {
		cells := []string{humanize.Comma(then[0])}
		for i, count := range then[1:] {
			share := fmt.Sprintf("%.0f%%", 100*float64(count)/float64(base[i+1]))
			cells = append(cells, humanize.Comma(count)+" ("+share+")")
			if then == last {
				left = append(left, g.Columns[i+1]+" "+share)
			}
		}
		g.add(cells...)
	}
	g.Note = fmt.Sprintf("Beside %s threads this much of the count was left: %s. Where little was, the scheduler looked at every thread two to five times per switch.",
		humanize.Comma(last[0]), strings.Join(left, "; "))
	return g
}

// idleThen is the number of threads, and the count on each system.
var idleThen = [][5]int64{
	{0, 13_589_805, 11_302_589, 20_029_982, 16_975_581},
	{10, 13_572_629, 11_211_705, 19_431_449, 16_741_738},
	{500, 8_916_522, 6_886_940, 19_475_618, 16_621_442},
	{1000, 5_344_578, 3_537_857, 19_004_082, 16_333_656},
	{5000, 270_010, 238_339, 18_612_325, 13_899_214},
}
