package main

import (
	"context"
	"strings"
	"testing"
	"time"
)

// made is results with one sample for each value.
func made(o options, e experiment, name metric, value func(point) []float64) results {
	r := newResults(o, e.points(o))
	for _, m := range r.points {
		for _, v := range value(m.point) {
			m.Samples = append(m.Samples, sample{Metrics: map[metric]float64{name: v}})
		}
	}
	return r
}

func TestFigureIsMedianAndSpread(t *testing.T) {
	f := summarize([]float64{110, 100, 90, 105, 95})
	if f.Median != 100 || f.spread() != "±10%" {
		t.Errorf("%v, %s", f, f.spread())
	}
	if one := summarize([]float64{3}); one.Median != 3 || one.spread() != "" {
		t.Errorf("%v, %s", one, one.spread())
	}
}

func TestSidesAlternateRoundAfterRound(t *testing.T) {
	var order []string
	r := runner{experiments: []experiment{active{}}, options: options{Sizes: []int{10, 20}}, rounds: 2}
	r.take = func(_ context.Context, j job) (sample, error) {
		order = append(order, j.Point.Row+j.Point.Side)
		return sample{}, nil
	}
	if _, err := r.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	one := len(mainSides()) * 2
	if len(order) != 2*one || len(order) != r.steps() {
		t.Fatalf("%d samples, %d expected", len(order), r.steps())
	}
	for i, at := range order {
		if i > 0 && at == order[i-1] || at != order[i%one] {
			t.Errorf("sample %d is %s", i, at)
		}
	}
}

func TestBudgetAllowsAtLeastOneRound(t *testing.T) {
	taken := 0
	r := runner{experiments: []experiment{active{}}, options: options{Sizes: []int{10}}, rounds: 3, budget: time.Nanosecond}
	r.take = func(context.Context, job) (sample, error) {
		taken++
		return sample{}, nil
	}
	if _, err := r.run(t.Context()); err != nil || taken != len(mainSides()) {
		t.Errorf("%d samples, %v", taken, err)
	}
}

func TestDisturbedRunConcludesNothing(t *testing.T) {
	r := made(options{Sizes: []int{10}}, idle{}, increments, func(point) []float64 { return []float64{100} })
	r.points[0].Samples[0].OtherLoad = 0.16
	got := newChapter(idle{}, r).Verdict
	if !strings.HasPrefix(got, "DISTURBED") || !strings.Contains(got, "1 of 5 samples") {
		t.Error(got)
	}
}

func TestOtherLoad(t *testing.T) {
	before := load{busy: 100, total: 1000, known: true}
	after := load{busy: 110, total: 1020, known: true}
	if got := after.othersSince(before, 4*time.Second); got != 0.3 {
		t.Errorf("%v, 0.3 expected", got)
	}
	if got := after.othersSince(load{}, 0); got != -1 {
		t.Errorf("%v where it cannot be known", got)
	}
}

func TestIdleVerdict(t *testing.T) {
	for ours, says := range map[float64]string{99: "are free", 93: "cost little", 50: "are not free"} {
		r := made(options{Sizes: []int{10}}, idle{}, increments, func(p point) []float64 {
			if p.Side == onWorkers {
				return []float64{ours}
			}
			return []float64{100}
		})
		if got := (idle{}).verdict(r); !strings.Contains(got, says) {
			t.Errorf("%v: %s", ours, got)
		}
	}
}

func TestActiveVerdict(t *testing.T) {
	for ours, says := range map[float64]string{2: "grew less", 4: "grew not less"} {
		r := made(options{Sizes: []int{10, 100}}, active{}, nsPerMessage, func(p point) []float64 {
			switch {
			case p.Size == 10:
				return []float64{1}
			case p.Side == onWorkers:
				return []float64{ours}
			}
			return []float64{3}
		})
		if got := (active{}).verdict(r); !strings.Contains(got, says) {
			t.Errorf("%v: %s", ours, got)
		}
	}
}

func TestPeersJudgeTheBestOfEach(t *testing.T) {
	costs := map[string]float64{onWorkers: 50, ownGoroutine: 400, unbuffered: 200, buffered: 141, ownQueue: 300, lockFree: 250}
	r := made(options{}, peers{}, nsPerMessage, func(p point) []float64 {
		if p.Row == memory || p.Row == skynet {
			return nil
		}
		return []float64{costs[p.Side]}
	})
	for label, want := range map[string]judgement{pingPong: yes, ring503: yes, pairs64: no, askTrip: no, deepPing: unjudged} {
		for _, l := range scoreboard {
			if l.label == label && l.judge(r) != want {
				t.Errorf("%s: %v", label, l.cells(r))
			}
		}
	}
	got := scoreboard[0].cells(r)
	want := []string{pingPong, "50", "400", "141", "250", "", "1/5", "≤ 1/5", "1/2.82", "≤ 1/2.8", "yes"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q, %q expected", got, want)
	}
	if v := (peers{}).verdict(r); !strings.Contains(v, pairs64) || strings.Contains(v, ring503) {
		t.Error(v)
	}
}

func TestEmptyResultsGiveNoVerdict(t *testing.T) {
	for _, e := range experiments {
		c := newChapter(e, newResults(options{}, e.points(options{})))
		if c.Verdict != tooLittle {
			t.Errorf("%s: %s", e.name(), c.Verdict)
		}
		if svg, err := c.Chart.svg(); svg != "" || err != nil {
			t.Errorf("%s: a chart of nothing: %v", e.name(), err)
		}
	}
}
