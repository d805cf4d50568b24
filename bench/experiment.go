package main

import (
	"fmt"
	"strings"
	"time"
)

// experiment asks one question about what components cost. To add one, write its file and put it into experiments.
type experiment interface {
	name() string
	question() string
	// parameters are what somebody needs to know to repeat it.
	parameters(o options) []parameter
	// points are what to measure, in the order of a round; sides that are compared stand next to each other.
	points(o options) []point
	// run measures a point once and checks the result; it is called in a process that does nothing else.
	run(o options, p point) (sample, error)
	table(r results) grid
	chart(r results) chart
	// verdict is one sentence, computed from the results.
	verdict(r results) string
}

// original is an experiment that was first done elsewhere, whose table is shown beside ours.
type original interface{ original() grid }

var experiments = []experiment{idle{}, active{}, peers{}}

// tables are the experiments that run when none is named.
var tables = []string{idle{}.name(), active{}.name()}

func experimentNamed(name string) (experiment, error) {
	for _, e := range experiments {
		if e.name() == name {
			return e, nil
		}
	}
	return nil, fmt.Errorf("no experiment is called %q; there are: %s", name, strings.Join(experimentNames(), ", "))
}

func experimentNames() []string {
	var names []string
	for _, e := range experiments {
		names = append(names, e.name())
	}
	return names
}

// parameter is a name and a value, as printed.
type parameter struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// options are what the flags say that an experiment needs to know.
type options struct {
	Duration time.Duration `json:"duration"` // of a sample; 0: the experiment's own
	Sizes    []int         `json:"sizes"`    // numbers of components; none: the experiment's own
	Quick    bool          `json:"quick"`
}

// quickDuration is how long a sample lasts under -quick.
const quickDuration = 40 * time.Millisecond

func (o options) duration(usual time.Duration) time.Duration {
	switch {
	case o.Duration > 0:
		return o.Duration
	case o.Quick:
		return quickDuration
	}
	return usual
}

// sizes is what was asked for, or the usual ones; under -quick those up to 10,000.
func (o options) sizes(usual ...int) []int {
	if len(o.Sizes) > 0 {
		return o.Sizes
	}
	var sizes []int
	for _, n := range usual {
		if !o.Quick || n <= 10_000 {
			sizes = append(sizes, n)
		}
	}
	return sizes
}

// point is one thing to measure: a row of the table, on one side.
type point struct {
	Row  string `json:"row"`
	Side string `json:"side"`
	Size int    `json:"size,omitempty"` // how many components, where the row is about that
}
