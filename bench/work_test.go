package main

import (
	"testing"
	"time"
)

// everyWorkload is each of them, small.
func everyWorkload() map[string]func() *workload {
	return map[string]func() *workload{
		"pair":       func() *workload { return rings(1, 2, 1, false) },
		"deep pair":  func() *workload { return rings(1, 2, 1, true) },
		"ring":       func() *workload { return rings(1, 10, inFlight, false) },
		"pairs":      func() *workload { return rings(16, 2, 1, false) },
		"funnel":     func() *workload { return funnel(8) },
		"spread":     func() *workload { return spread(16) },
		"two spread": func() *workload { return spread(2) },
	}
}

// same-work: for the same n, each side sends and handles exactly the same number of messages.
func TestSameWork(t *testing.T) {
	const n = 50
	for name, make := range everyWorkload() {
		var want tally
		for i, s := range everySide() {
			w := make()
			w.ready(reserved(s, w))
			if err := w.run(n); err != nil {
				t.Fatalf("%s, %s: %v", name, s.name(), err)
			}
			got, err := w.check()
			if err != nil {
				t.Fatalf("%s, %s: %v", name, s.name(), err)
			}
			if i == 0 {
				want = got
			}
			if got != want || got.Handled == 0 {
				t.Errorf("%s, %s: %v, others: %v", name, s.name(), got, want)
			}
			if err := w.close(); err != nil {
				t.Errorf("%s, %s: %v", name, s.name(), err)
			}
		}
	}
}

func reserved(s side, w *workload) network {
	n := s.open()
	n.reserve(w.parts)
	return n
}

// same-work: what a result stands for is printed with it.
func TestSameWorkParametersArePrinted(t *testing.T) {
	for _, e := range experiments {
		if len(e.parameters(options{})) == 0 {
			t.Errorf("%s has no parameters", e.name())
		}
	}
}

// honest-ops: an operation is a message handled, and all that was sent is handled or dropped.
func TestHonestOps(t *testing.T) {
	for name, make := range everyWorkload() {
		for _, s := range everySide() {
			w := make()
			w.ready(reserved(s, w))
			before := w.handled()
			took, counts, err := w.measure(time.Millisecond)
			if err != nil {
				t.Fatalf("%s, %s: %v", name, s.name(), err)
			}
			if counts.Sent != counts.Handled+counts.Dropped || counts.Handled < took.handled || before != 0 {
				t.Errorf("%s, %s: %v, of which timed %d", name, s.name(), counts, took.handled)
			}
			if err := w.close(); err != nil {
				t.Errorf("%s, %s: %v", name, s.name(), err)
			}
		}
	}
}

func TestHonestOpsWrongCountsAreErrors(t *testing.T) {
	seen := tally{Sent: 10, Handled: 10}
	for _, t2 := range []tally{
		{Sent: 10, Handled: 9},
		{Sent: 10, Handled: 9, Dropped: 1},
		{Sent: 11, Handled: 11},
		{Sent: 10, Handled: 11},
	} {
		if t2.check(seen) == nil {
			t.Errorf("%v passed", t2)
		}
	}
	if err := seen.check(seen); err != nil {
		t.Error(err)
	}
}

// liar is a network that says it handled one more.
type liar struct{ network }

func (l liar) tally() (tally, error) {
	t, err := l.network.tally()
	t.Sent++
	t.Handled++
	return t, err
}

func TestHonestOpsRuntimeAndPartsMustAgree(t *testing.T) {
	w := funnel(2)
	w.ready(liar{reserved(channels{}, w)})
	if _, _, err := w.measure(time.Millisecond); err == nil {
		t.Error("a runtime that counts otherwise than its components passed")
	}
	n := liar{channels{}.open()}
	if _, err := startWaiters(n, 10).finish(n); err == nil {
		t.Error("eleven ends of ten components passed")
	}
}

func TestConsumerSeesWhatIsWrong(t *testing.T) {
	for name, places := range map[string][]int64{
		"missing":      {0, 1, 3},
		"doubled":      {0, 1, 1},
		"out of order": {0, 2, 1},
	} {
		c := &consumer{next: make([]int64, 2)}
		for _, p := range places {
			c.handle(message{1<<streamBit | p})
		}
		if c.faults() == 0 {
			t.Errorf("%s: not seen", name)
		}
	}
}

// A producer has at most a window in flight on each link, and acknowledgements carry it to the end.
func TestProducerKeepsToItsWindow(t *testing.T) {
	for _, fan := range []int{1, 64} {
		arrived := newGoal()
		arrived.set(1)
		p := &producer{fan: fan, arrived: arrived}
		flying := p.handle(message{5}).rounds
		sent, most := flying, flying
		for flying > 0 {
			flying -= burst
			for range fan {
				more := p.handle(message{acknowledged}).rounds
				flying += more
				sent += more
			}
			most = max(most, flying)
		}
		if most > window || sent != 5*burst || arrived.left.Load() != 0 {
			t.Errorf("fan %d: at most %d in flight, %d sent, %d goals left", fan, most, sent, arrived.left.Load())
		}
	}
}

func TestAskersEcho(t *testing.T) {
	for _, s := range everySide() {
		a := s.asker()
		for v := range int64(100) {
			if got, err := a.ask(v); got != v || err != nil {
				t.Fatalf("%s: asked %d, got %d, %v", s.name(), v, got, err)
			}
		}
		if err := a.close(); err != nil {
			t.Errorf("%s: %v", s.name(), err)
		}
	}
}

func TestSkynetAddsUp(t *testing.T) {
	for _, s := range everySide() {
		if sum, err := s.skynet(1000); sum != 499_500 || err != nil {
			t.Errorf("%s: %d, %v", s.name(), sum, err)
		}
	}
}

// The peer is at its best: with warm stacks a deep handler is not regrown for each message.
func TestWarmStacksHelpThePeer(t *testing.T) {
	if len(protoactors()) == 0 {
		t.Skip("the peer does not run on 32-bit")
	}
	cost := func(row string) float64 {
		var values []float64
		for range 3 {
			s, err := takeSample(t.Context(), job{"peers", options{Duration: 20 * time.Millisecond}, point{Row: row, Side: ownQueue}})
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, s.Metrics[nsPerMessage])
		}
		return summarize(values).Least
	}
	if warm, cold := cost(deepPing), cost(coldPing); warm >= cold {
		t.Errorf("warm %.0f ns, cold %.0f ns", warm, cold)
	}
}

func TestMissedGoalSaysHowMany(t *testing.T) {
	g := newGoal()
	g.set(3)
	g.hit()
	if err := g.waitFor(time.Millisecond); err == nil || err.Error() != "2 had not arrived after 1ms" {
		t.Error(err)
	}
}
