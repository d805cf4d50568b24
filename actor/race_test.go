//go:build race

package actor

// raceEnabled says that the race detector is on: stress tests do fewer rounds.
const raceEnabled = true
