package main

import (
	"fmt"
	"time"
)

// workload is a network with something to do. Its run does n units of it and returns when all of its messages have been
// handled; a unit is what one token or producer does at least once.
type workload struct {
	network
	parts []part
	wire  func(network)
	goal  *goal
	hits  int                // of the goal, in one run
	begin func(network, int) // sends the first messages of a run
	least int                // the smallest n that reaches every component
}

// ready reserves, spawns and links the components.
func (w *workload) ready(n network) {
	w.network = n
	n.reserve(w.parts)
	n.start()
	w.wire(n)
}

func (w *workload) run(n int) error {
	w.goal.set(w.hits)
	w.begin(w.network, n)
	return w.goal.wait()
}

func (w *workload) handled() uint64 { return w.counted().Handled }

// measure times the workload on a network that is ready, and checks what it did.
func (w *workload) measure(d time.Duration) (timing, tally, error) {
	t, err := clock(d, w.least, w.run, w.handled)
	if err != nil {
		return t, tally{}, fmt.Errorf("%w; %v", err, w.counted())
	}
	counts, err := w.check()
	return t, counts, err
}

// check looks that what the parts saw is right, and that the runtime's own count agrees.
func (w *workload) check() (tally, error) {
	if f := w.faults(); f > 0 {
		return tally{}, fmt.Errorf("%d messages missing, doubled or out of order", f)
	}
	counts, err := w.tally()
	if err != nil {
		return counts, err
	}
	return counts, counts.check(w.counted())
}

// rings is so many separate rings of so many components each, with tokens in flight in each.
func rings(count, size, tokens int, deep bool) *workload {
	arrived := newGoal()
	var p part = &relay{arrived}
	if deep {
		p = &deepRelay{relay{arrived}}
	}
	w := &workload{goal: arrived, hits: count * tokens, least: size/tokens + 1}
	for range count * size {
		w.parts = append(w.parts, p)
	}
	w.wire = func(n network) {
		for i := range count * size {
			ring, place := i/size, i%size
			n.link(i, ring*size+(place+1)%size)
		}
	}
	w.begin = func(n network, hops int) {
		for ring := range count {
			for token := range tokens {
				n.send(ring*size+token*size/tokens, message{int64(hops)})
			}
		}
	}
	return w
}

// funnel is so many producers that send to one consumer.
func funnel(producers int) *workload {
	arrived := newGoal()
	w := &workload{goal: arrived, hits: producers, least: 2}
	sink := &consumer{next: make([]int64, producers)}
	for i := range producers {
		w.parts = append(w.parts, &producer{number: int64(i), fan: 1, arrived: arrived})
	}
	w.parts = append(w.parts, sink)
	w.wire = func(n network) {
		for i := range producers {
			n.link(i, producers)
			n.link(producers, i)
		}
	}
	w.begin = func(n network, bursts int) {
		for i := range producers {
			n.send(i, message{int64(bursts)})
		}
	}
	return w
}

// spread is one producer that sends to so many consumers in turn.
func spread(consumers int) *workload {
	arrived := newGoal()
	w := &workload{goal: arrived, hits: 1, least: 2}
	w.parts = append(w.parts, &producer{fan: consumers, arrived: arrived})
	for range consumers {
		w.parts = append(w.parts, &consumer{next: make([]int64, 1)})
	}
	w.wire = func(n network) {
		for i := range consumers {
			n.link(0, 1+i)
			n.link(1+i, 0)
		}
	}
	w.begin = func(n network, bursts int) { n.send(0, message{int64(bursts)}) }
	return w
}
