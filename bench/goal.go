package main

import (
	"fmt"
	"sync/atomic"
	"time"
)

// patience is how long a goal may take: so long that only a lost message exceeds it.
const patience = 60 * time.Second

// goal is reached when it was hit a given number of times, by whichever components.
type goal struct {
	left    atomic.Int64
	reached chan struct{}
}

func newGoal() *goal { return &goal{reached: make(chan struct{}, 1)} }

// set makes the goal anew: hits have to come. Nobody may be hitting it.
func (g *goal) set(hits int) { g.left.Store(int64(hits)) }

func (g *goal) hit() {
	if g.left.Add(-1) == 0 {
		g.reached <- struct{}{}
	}
}

// wait returns when the goal is reached, or says how many hits are missing.
func (g *goal) wait() error { return g.waitFor(patience) }

func (g *goal) waitFor(d time.Duration) error {
	impatient := time.NewTimer(d)
	defer impatient.Stop()
	select {
	case <-g.reached:
		return nil
	case <-impatient.C:
		return fmt.Errorf("%d had not arrived after %v", g.left.Load(), d)
	}
}
