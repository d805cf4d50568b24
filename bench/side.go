package main

import (
	"fmt"
	"strings"
)

// side is one of the runtimes compared, in one of its settings.
type side interface {
	name() string
	// open makes an empty network; what the runtime needs once for all components exists afterwards.
	open() network
	// asker starts a component that echoes, to be asked from outside.
	asker() asker
	// skynet grows a tree of components, ten to each, down to so many leaves. Each reports the sum of what is below it
	// and ends; the sum of all is returned.
	skynet(leaves int64) (int64, error)
}

// network is a set of components and the links along which they send.
type network interface {
	reserve(parts []part)     // room for one component each: all that the bench itself needs
	start()                   // spawns them
	link(from int, to ...int) // before the first message
	send(to int, m message)   // from outside the components, from one goroutine
	ended() *goal             // hit by each component that has ended
	counted() tally           // what the parts saw; only while nothing is on its way
	faults() int              // what the parts found wrong; likewise
	tally() (tally, error)    // what the runtime itself counts, or sees dropped; likewise
	close() error
}

// asker asks a component and waits for the reply.
type asker interface {
	ask(v int64) (int64, error)
	close() error
}

// The sides, by the names that stand in tables and reports.
const (
	onWorkers    = "murmur"
	ownGoroutine = "murmur, own goroutine"
	unbuffered   = "channels"
	buffered     = "channels of 1,024"
	ownQueue     = "protoactor-go"
	lockFree     = "protoactor-go, lock-free"
)

// everySide is all of them, in the order of the tables.
func everySide() []side {
	all := []side{murmur{}, murmur{own: true}, channels{}, channels{buffer: 1024}}
	return append(all, protoactors()...)
}

// mainSides is one of each kind, for tables in which the components are many: a channel of 1,024 takes 8 KB each.
func mainSides() []string {
	var names []string
	for _, s := range everySide() {
		if n := s.name(); n != buffered && n != lockFree {
			names = append(names, n)
		}
	}
	return names
}

func sideNamed(name string) (side, error) {
	var known []string
	for _, s := range everySide() {
		if s.name() == name {
			return s, nil
		}
		known = append(known, s.name())
	}
	return nil, fmt.Errorf("no side is called %q; there are: %s", name, strings.Join(known, "; "))
}
