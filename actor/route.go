package actor

import (
	"hash/maphash"
	"math/rand/v2"
	"sync/atomic"
)

// Route says which worker of a pool gets a message. See RoundRobin, Random, Smallest,
// Broadcast and Hash.
type Route[M any] struct {
	broadcast bool
	// pick chooses one of the workers, of which there is at least one.
	pick func(workers []Ref[M], m M) Ref[M]
}

// RoundRobin takes the workers in turn.
func RoundRobin[M any]() Route[M] {
	var next atomic.Uint32
	return Route[M]{pick: func(workers []Ref[M], _ M) Ref[M] {
		return workers[int((next.Add(1)-1)%uint32(len(workers)))]
	}}
}

// Random takes any worker, all with the same probability.
func Random[M any]() Route[M] {
	return Route[M]{pick: func(workers []Ref[M], _ M) Ref[M] { return workers[rand.IntN(len(workers))] }}
}

// Smallest takes a worker with the fewest messages waiting. Cost: a look at each.
func Smallest[M any]() Route[M] {
	return Route[M]{pick: func(workers []Ref[M], _ M) Ref[M] {
		best, least := workers[0], workers[0].cell.box.Len()
		for _, w := range workers[1:] {
			if n := w.cell.box.Len(); n < least {
				best, least = w, n
			}
		}
		return best
	}}
}

// Broadcast sends to every worker.
func Broadcast[M any]() Route[M] { return Route[M]{broadcast: true} }

// Hash takes the same worker for the same key, as long as no worker leaves the pool: then
// only the keys of that worker move. key runs in the sender; one that panics makes the
// message a dead letter.
func Hash[M any](key func(M) string) Route[M] {
	if key == nil {
		panic("actor: Hash(nil): give the function that tells a message's key")
	}
	seed := maphash.MakeSeed()
	return Route[M]{pick: func(workers []Ref[M], m M) Ref[M] {
		k := maphash.String(seed, key(m))
		best, most := workers[0], uint64(0)
		for _, w := range workers {
			// Rendezvous: each worker draws a number from the key, the largest wins.
			if n := mix(k ^ uint64(w.cell.seq)*0x9e3779b97f4a7c15); n >= most {
				best, most = w, n
			}
		}
		return best
	}}
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
