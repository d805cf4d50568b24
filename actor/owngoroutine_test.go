package actor

import (
	"context"
	"testing"
)

// TestFaultWokenAfterItsEnd wakes the worker of a component that ran and ended after
// somebody pushed it, and before he woke the worker.
func TestFaultWokenAfterItsEnd(t *testing.T) {
	s := NewSystem()
	ref := SpawnFunc(s, func(*Context[int], int) error { return nil }, OwnGoroutine())
	ref.Stop()
	<-ref.Done()
	w := ref.cell.last.Load().work.Load()
	for s.ownBusy.Load() != 0 {
		if err := s.Rest(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	s.wakeWorker(w)
	if w.runner.Load() != nil || s.ownBusy.Load() != 0 {
		t.Error("the worker has a runner again, which nobody will end")
	}
	if err := s.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
}
