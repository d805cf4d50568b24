package actor

import "time"

// clock is the system's idea of time.
type clock interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) alarm
}

type alarm interface {
	Stop() bool
	Reset(d time.Duration) bool
}

type wallClock struct{}

func (wallClock) Now() time.Time                            { return time.Now() }
func (wallClock) AfterFunc(d time.Duration, f func()) alarm { return time.AfterFunc(d, f) }
