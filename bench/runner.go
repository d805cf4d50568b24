package main

import (
	"context"
	"fmt"
	"time"
)

// runner takes the points of all its experiments in turn, round after round, so that the sides alternate and a change in
// the machine's other load meets all of them.
type runner struct {
	experiments []experiment
	options     options
	rounds      int
	budget      time.Duration // no round begins that would end later; 0: none
	take        func(context.Context, job) (sample, error)
	progress    progress
}

// run returns what was measured, in the order of the experiments; also when ctx ends early, and then with its error.
func (r runner) run(ctx context.Context) ([]results, error) {
	all := r.plan()
	begin := time.Now()
	for round := range r.rounds {
		if r.budget > 0 && round > 0 && time.Since(begin)*time.Duration(round+1)/time.Duration(round) > r.budget {
			break
		}
		if err := r.round(ctx, all); err != nil {
			return all, err
		}
	}
	r.progress.finish()
	return all, nil
}

func (r runner) plan() []results {
	var all []results
	for _, e := range r.experiments {
		all = append(all, newResults(r.options, e.points(r.options)))
	}
	return all
}

func (r runner) round(ctx context.Context, all []results) error {
	for i, e := range r.experiments {
		for _, m := range all[i].points {
			r.progress.next(e.name(), m.point)
			s, err := r.take(ctx, job{e.name(), r.options, m.point})
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				return fmt.Errorf("%s, %s, %s: %w", e.name(), m.Row, m.Side, err)
			}
			m.Samples = append(m.Samples, s)
			r.progress.step()
		}
	}
	return nil
}

// steps is how many samples there will be at most.
func (r runner) steps() int {
	sum := 0
	for _, one := range r.plan() {
		sum += len(one.points)
	}
	return sum * r.rounds
}
