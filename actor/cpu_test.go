//go:build unix

package actor_test

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime is the processor time that this process has used.
func cpuTime(t testing.TB) time.Duration {
	t.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		t.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
