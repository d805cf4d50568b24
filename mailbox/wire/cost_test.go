//go:build !race

// Under the race detector pools drop part of what they are given, and times mean nothing.

package wire

import (
	"testing"
	"time"
)

// TestMarshaledCost: no slower than msgpack.Marshal and msgpack.Unmarshal of the same value in the same run, with fewer
// allocations.
func TestMarshaledCost(t *testing.T) {
	t.Run("small", func(t *testing.T) { compareCost(t, someNote()) })
	t.Run("order", func(t *testing.T) { compareCost(t, someOrder()) })
}

func compareCost[M any](t *testing.T, m M) {
	codec, bytes, library := crossing(t, m), bytesCrossing(t, m), libraryCrossing(t, m)
	ours, theirs := testing.AllocsPerRun(100, codec), testing.AllocsPerRun(100, library)
	if ours >= theirs {
		t.Errorf("codec: %v allocations, msgpack takes %v", ours, theirs)
	}
	if n := testing.AllocsPerRun(100, bytes); n >= theirs {
		t.Errorf("Marshal and Unmarshal: %v allocations, msgpack takes %v", n, theirs)
	}
	// The fastest of many short rounds, taken in turns, is nearly free of what else the machine does.
	best := func(f func(), was time.Duration) time.Duration {
		start := time.Now()
		for range 50 {
			f()
		}
		return min(was, time.Since(start))
	}
	fast, mid, slow := time.Hour, time.Hour, time.Hour
	for range 200 {
		fast, mid, slow = best(codec, fast), best(bytes, mid), best(library, slow)
	}
	t.Logf("codec %.2f, Marshal and Unmarshal %.2f of msgpack's time", float64(fast)/float64(slow), float64(mid)/float64(slow))
	if fast > slow || mid > slow {
		t.Errorf("codec %v, Marshal and Unmarshal %v, msgpack %v for 50", fast, mid, slow)
	}
}
