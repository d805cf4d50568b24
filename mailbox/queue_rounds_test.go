package mailbox

import (
	"runtime"
	"testing"
	"time"
)

// queueRounds scales the rounds of a stress test to the machine: all of them where they take seconds, fewer under the race
// detector, with -short, and on ARM, which is often emulated.
func queueRounds(n int) int {
	if raceEnabled {
		n /= 10
	}
	if testing.Short() || runtime.GOARCH == "arm" || runtime.GOARCH == "arm64" {
		n /= 20
	}
	return max(n, 100)
}

// settle waits until cond holds, and fails the test with what says if it does not within a minute. It is for counts that
// the runtime brings down in its own time: goroutines that are ending, memory that is to be collected.
func settle(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for start := time.Now(); !cond(); runtime.Gosched() {
		if time.Since(start) > time.Minute {
			t.Fatal(what)
		}
	}
}

// heapInUse is the size of what is reachable.
func heapInUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
