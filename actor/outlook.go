package actor

import (
	"sync"
	"sync/atomic"
	"time"
)

// glanceEvery is how often runners look at the network while all processors are busy.
const glanceEvery = 250 * time.Microsecond

// outlook lets Go's scheduler look at the network although the workers keep all
// processors. It does so by itself only when a processor has nothing to run, which never
// happens then, else every 10 ms: an HTTP request in the same process would take
// several times that. So every now and then a runner waits for a byte that it writes
// itself to a pipe: its processor, which then has nothing to run, looks at
// the network, and finds the runner ready among whatever else is. That takes about 2 µs.
//
// The pipe comes with the first load and goes with the system.
type outlook struct {
	last   atomic.Int64 // when somebody last looked, in nanoseconds
	begun  time.Time    // when the system was made
	once   sync.Once
	pipe   pipe
	closed atomic.Bool
}

// glance lets the network be looked at, if it is time to. It answers false when it is
// not, or nothing can be done here.
func (o *outlook) glance(now time.Time) bool {
	at := int64(now.Sub(o.begun))
	last := o.last.Load()
	if at-last < int64(glanceEvery) || !o.last.CompareAndSwap(last, at) {
		return false
	}
	o.once.Do(func() {
		if !o.closed.Load() {
			o.pipe.open()
		}
	})
	return o.pipe.glance()
}

// close lets go of the pipe.
func (o *outlook) close() {
	o.closed.Store(true)
	o.once.Do(func() {})
	o.pipe.close()
}
