package actor

import "sync/atomic"

// tally counts what happened. There is one for each worker and a few for senders
// outside, so that counting contends as little as what is counted; their sums are
// exact at rest.
//
// Each pair is counted in this order: sent before the message can be seen,
// handled or dead after it is done with; raised before a signal can be seen,
// settled after. So a reader that sums what is done before what was begun never
// finds more done than begun, and where it finds them equal, there was a moment
// between the two sums at which nothing was under way.
type tally struct {
	sent, handled, dead atomic.Uint64
	raised, settled     atomic.Uint64 // signals
	spawned, ended      atomic.Uint64
	failures, restarts  atomic.Uint64
	answers             atomic.Uint64 // handled, by an ask instead of a component
	spoiled             atomic.Uint64 // messages that turns ended as dead letters
	strayed             atomic.Uint64 // turns ended by runners that had lost the worker
	asides              atomic.Int64  // runners busy with signals: no message is in their hand
	_                   [56]byte
}

// outsiders is the number of tallies for senders that are not components.
const outsiders = 16

// progress changes with each message that is done with at the worker whose tally it
// is: by its runner, not by others who lost it, nor by what is sent from there.
func (t *tally) progress() uint64 {
	return t.handled.Load() + t.spoiled.Load() + t.settled.Load() - t.strayed.Load()
}

// Stats is a count of what a system did and has. See [System.Stats].
type Stats struct {
	Components  uint64 // that have not ended
	Queued      uint64 // messages that wait, stashed ones included; not those in hand
	Sent        uint64 // messages sent
	Handled     uint64 // messages whose handler returned without an error
	DeadLetters uint64 // messages that no one handled
	Failures    uint64 // errors, panics and Goexits of handlers and hooks
	Restarts    uint64 // instances made after the first of their component
	Workers     uint64 // goroutines, one per processor, that run components
}

// Stats sums the counters: at rest Sent == Handled + DeadLetters, exactly; at any
// moment with what is queued and what is in hand added. It is safe for concurrent
// use, never blocks, and costs a few loads per worker.
func (s *System) Stats() Stats {
	var st Stats
	tallies := s.tallies()
	for _, t := range tallies {
		st.Handled += t.handled.Load() + t.answers.Load()
		st.DeadLetters += t.dead.Load()
		st.Failures += t.failures.Load()
		st.Restarts += t.restarts.Load()
	}
	ended := uint64(0)
	for _, t := range tallies {
		ended += t.ended.Load()
	}
	inHand := s.inHand()
	for _, t := range s.tallies() { // there may be more by now, and done counts their work
		st.Sent += t.sent.Load()
		st.Components += t.spawned.Load()
	}
	st.Components -= ended
	st.Queued = st.Sent - st.Handled - st.DeadLetters
	st.Queued -= min(st.Queued, inHand)
	st.Workers = uint64(s.pool.Load().active)
	return st
}

// quiet reports whether there was a moment during the call at which no message
// was queued or in hand and no signal on its way.
func (s *System) quiet() bool {
	var done, begun uint64
	for _, t := range s.tallies() {
		done += t.handled.Load() + t.answers.Load() + t.dead.Load() + t.settled.Load()
	}
	for _, t := range s.tallies() { // as in Stats
		begun += t.sent.Load() + t.raised.Load()
	}
	return done == begun
}
