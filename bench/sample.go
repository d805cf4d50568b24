package main

// metric names something measured, as it stands in the JSON report; the unit is part of the name.
type metric string

const (
	nsPerMessage     metric = "ns/message"
	allocsPerMessage metric = "allocs/message"
	bytesEach        metric = "B/component"
	goroutinesEach   metric = "goroutines/component"
	goroutineCount   metric = "goroutines"
	nsPerSpawn       metric = "ns/spawn"
	milliseconds     metric = "ms"
	increments       metric = "increments"
)

// sample is one measurement of one point, in a process of its own.
type sample struct {
	Metrics map[metric]float64 `json:"metrics"`
	Tally   tally              `json:"tally"`
	// OtherLoad is the share of the machine that other processes used meanwhile; negative where that is not known.
	OtherLoad float64 `json:"other_load"`
}

// disturbance is the share above which nothing should be concluded from a sample.
const disturbance = 0.15

func (s sample) disturbed() bool { return s.OtherLoad > disturbance }
