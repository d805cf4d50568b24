package main

// message is what every side sends: one word, no pointers.
type message struct{ V int64 }

// part is what one component does with its messages, the same on every side.
type part interface {
	handle(m message) order
}

// order is what a component sends in answer to a message: out to links[first:last], rounds times over, with out.V grown
// by one from round to round; or that it is finished. It has no more than four words, which is what the compiler keeps in
// registers: with a fifth, the bench itself would cost as much as sending.
type order struct {
	out                 message
	first, last, rounds int
}

// finished, as an order's rounds, ends the component.
const finished = -1

// relay hands a token on to its only link until the token's count is spent.
type relay struct{ arrived *goal }

func (r *relay) handle(m message) order {
	if m.V <= 0 {
		r.arrived.hit()
		return order{}
	}
	return order{last: 1, rounds: 1, out: message{m.V - 1}}
}

// deepRelay is a relay whose handler needs 3 KB of stack.
type deepRelay struct{ relay }

func (r *deepRelay) handle(m message) order {
	m.V += dig(m.V)
	return r.relay.handle(m)
}

// dig uses 3 KB of stack and returns 0, which the compiler cannot know.
//
//go:noinline
func dig(v int64) int64 {
	var hole [3 << 10]byte
	hole[v&1023] = 1
	return int64(hole[1024+v&1023])
}

// waiter waits for one message and is then finished.
type waiter struct{ arrived *goal }

func (w *waiter) handle(message) order {
	w.arrived.hit()
	return order{rounds: finished}
}
