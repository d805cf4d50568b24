package main

// node is a component's part, its links, and its counts, on a side that addresses components by L. It fills two cache
// lines, so that components on different processors do not share one.
type node[L any] struct {
	part          part
	links         []L
	sent, handled uint64
	ending        *goal
	_             [64]byte
}

// receive has the part handle a message, and counts it and what is now to be sent. The side then sends, in its own way.
func (n *node[L]) receive(m message) order {
	n.handled++ // before the part, which may reach the goal: then the counts are read
	o := n.part.handle(m)
	if sends := o.rounds * (o.last - o.first); sends > 0 {
		n.sent += uint64(sends)
	}
	return o
}

// board is what the networks of all sides have in common.
type board[L any] struct {
	nodes     []node[L]
	addresses []L
	outside   uint64 // messages sent from outside
	ending    *goal
}

func (b *board[L]) reserve(parts []part) {
	b.nodes = make([]node[L], len(parts))
	b.addresses = make([]L, len(parts))
	b.ending = newGoal()
	b.ending.set(len(parts))
	for i, p := range parts {
		b.nodes[i].part, b.nodes[i].ending = p, b.ending
	}
}

func (b *board[L]) link(from int, to ...int) {
	n := &b.nodes[from]
	for _, t := range to {
		n.links = append(n.links, b.addresses[t])
	}
}

func (b *board[L]) ended() *goal { return b.ending }

func (b *board[L]) counted() tally {
	t := tally{Sent: b.outside}
	for i := range b.nodes {
		t.Sent += b.nodes[i].sent
		t.Handled += b.nodes[i].handled
	}
	return t
}

func (b *board[L]) faults() int {
	sum := 0
	for i := range b.nodes {
		if f, ok := b.nodes[i].part.(interface{ faults() int }); ok {
			sum += f.faults()
		}
	}
	return sum
}
