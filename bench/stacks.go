package main

import "runtime"

// Go starts a goroutine with a stack of the average size that the last collection saw. A side that starts a goroutine for
// each wake-up therefore depends on what else the program does: its figure is taken with that average given.
const (
	parked     = 64
	warmStacks = 6 << 10 // in use; the collector rounds the average up to 8 KB
)

// parkStacks leaves goroutines waiting that use 8 KB of stack each, or 2 KB if not warm, and has the collector see them.
// They stay until the process ends.
func parkStacks(warm bool) {
	ready := make(chan bool)
	for range parked {
		if warm {
			go parkDeep(ready)
		} else {
			go park(ready)
		}
	}
	for range parked {
		<-ready
	}
	runtime.GC()
}

// park must not be inlined: the compiler would see that nothing follows it, and leave out what keeps the stack in use.
//
//go:noinline
func park(ready chan<- bool) {
	ready <- true
	select {}
}

//go:noinline
func parkDeep(ready chan<- bool) {
	var used [warmStacks]byte
	used[len(ready)] = 1
	park(ready)
	runtime.KeepAlive(&used)
}
