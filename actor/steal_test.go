package actor

import (
	"context"
	"testing"
	"time"
)

// TestFaultStolenForALostWorker lets a runner that has just lost its worker bring it
// work: somebody must be told, since the worker was idle when it was taken away.
func TestFaultStolenForALostWorker(t *testing.T) {
	s := NewSystem(WithWorkers(2))
	workers := s.pool.Load().workers
	runners := make([]*runner, 2)
	for i, w := range workers { // served, by runners that do nothing of their own accord
		runners[i] = newRunner(w)
		w.mu.Lock()
		w.runner.Store(runners[i])
		w.setIdleLocked(false)
		w.mu.Unlock()
		s.runners.join()
	}
	ran := make(chan int, 8)
	for i := range cap(ran) {
		SpawnFunc(s, func(*Context[int], int) error { ran <- i; return nil }).Send(context.Background(), 1)
	}
	thief, victim := workers[0], workers[1]
	for c := thief.popLine(); c != nil; c = thief.popLine() {
		victim.pushLine(c)
	}
	thief.detach(runners[0])
	got := thief.steal(victim)
	if got == nil {
		t.Fatal("there was nothing to steal")
	}
	go runners[0].resume(got)
	// Half of all are the thief's; the victim's own runner stands still.
	for range cap(ran) / 2 {
		select {
		case <-ran:
		case <-time.After(10 * time.Second):
			t.Fatal("what was stolen stands in line at an idle worker")
		}
	}
	go runners[1].run()
	if err := s.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
}
