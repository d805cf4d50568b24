package main

import (
	"time"

	"github.com/shirou/gopsutil/v4/cpu"
)

// load is the processor time that the machine has spent since it was started, in seconds over all processors.
type load struct {
	busy, total float64
	known       bool
}

func machineTime() load {
	times, err := cpu.Times(false)
	if err != nil || len(times) == 0 {
		return load{}
	}
	t := times[0]
	busy := t.User + t.Nice + t.System + t.Irq + t.Softirq + t.Steal
	return load{busy, busy + t.Idle + t.Iowait, true}
}

// othersSince is the share of the machine that went to other processes than the one that used own; -1 where not known.
func (l load) othersSince(before load, own time.Duration) float64 {
	total := l.total - before.total
	if !l.known || !before.known || total <= 0 {
		return -1
	}
	return max(0, (l.busy-before.busy-own.Seconds())/total)
}
