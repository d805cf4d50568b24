//go:build !race

package actor

// raceEnabled says that the race detector is off.
const raceEnabled = false
