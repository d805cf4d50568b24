//go:build unix

package actor_test

import (
	"context"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// TestFaultIdleBurns looks at a system of idle components after a burst: law 5. A second
// shows what ten would: what ticks does so a thousand times in it.
func TestFaultIdleBurns(t *testing.T) {
	s := newSystem(t)
	refs := make([]actor.Ref[ball], scale(10_000))
	for i := range refs {
		refs[i] = actor.SpawnFunc(s, func(c *actor.Context[ball], m ball) error {
			if m.N > 0 {
				refs[(i+1)%len(refs)].Send(c, ball{m.N - 1})
			}
			return nil
		})
	}
	for _, r := range refs {
		r.Send(context.Background(), ball{10})
	}
	rest(t, s)
	// What the burst has begun must end by itself: the monitor's last look, the collector's
	// work. Two quiet seconds in a row are not asked for, one of a few is.
	runtime.GC()
	var cpu time.Duration
	var wakes int64
	for range 8 {
		before := usage(t)
		time.Sleep(time.Second) // the second that is measured
		after := usage(t)
		cpu, wakes = after.cpu-before.cpu, after.wakes-before.wakes
		if cpu < within(10*time.Millisecond) && wakes < 100 {
			t.Logf("in an idle second: %v of processor time, %d wake-ups", cpu, wakes)
			return
		}
	}
	t.Errorf("in an idle second: %v of processor time, %d wake-ups", cpu, wakes)
}

type used struct {
	cpu   time.Duration
	wakes int64 // voluntary context switches: how often a thread had waited
}

func usage(t *testing.T) used {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return used{time.Duration(u.Utime.Nano() + u.Stime.Nano()), int64(u.Nvcsw)}
}
