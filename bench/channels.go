package main

// channels is plain goroutines: each reads from a channel of its own, and ends with it. A send waits where the channel is
// full, which is their natural bound.
type channels struct{ buffer int }

func (c channels) name() string {
	if c.buffer > 0 {
		return buffered
	}
	return unbuffered
}

func (c channels) open() network { return &channelNetwork{buffer: c.buffer} }

type channelNetwork struct {
	board[chan message]
	buffer int
}

func (n *channelNetwork) start() {
	for i := range n.nodes {
		node := &n.nodes[i]
		in := make(chan message, max(n.buffer, backlog(node.part)))
		n.addresses[i] = in
		go receive(node, in)
	}
}

// backlog is the room that a part's channel needs even if channels are unbuffered: where two components send to each other
// they would otherwise wait for each other for ever.
func backlog(p part) int {
	if b, ok := p.(interface{ backlog() int }); ok {
		return b.backlog()
	}
	return 0
}

func receive(n *node[chan message], in chan message) {
	defer n.ending.hit()
	for m := range in {
		o := n.receive(m)
		for range o.rounds {
			for _, l := range n.links[o.first:o.last] {
				l <- o.out
			}
			o.out.V++
		}
		if o.rounds == finished {
			return
		}
	}
}

func (n *channelNetwork) send(to int, m message) {
	n.outside++
	n.addresses[to] <- m
}

// tally has nothing to add: a channel counts nothing and drops nothing.
func (n *channelNetwork) tally() (tally, error) { return n.counted(), nil }

func (n *channelNetwork) close() error {
	for _, in := range n.addresses {
		close(in)
	}
	return nil
}

// channelAsker keeps one channel for its replies, as it has one question at a time.
type channelAsker struct {
	questions chan channelQuestion
	reply     chan message
}

type channelQuestion struct {
	V     int64
	reply chan<- message
}

func (c channels) asker() asker {
	a := channelAsker{make(chan channelQuestion, c.buffer), make(chan message, min(c.buffer, 1))}
	go func() {
		for q := range a.questions {
			q.reply <- message{q.V}
		}
	}()
	return a
}

func (a channelAsker) ask(v int64) (int64, error) {
	a.questions <- channelQuestion{v, a.reply}
	return (<-a.reply).V, nil
}

func (a channelAsker) close() error {
	close(a.questions)
	return nil
}

func (c channels) skynet(leaves int64) (int64, error) {
	up := make(chan message)
	go c.grow(branch{size: leaves}, up)
	return (<-up).V, nil
}

func (c channels) grow(b branch, up chan<- message) {
	if b.isLeaf() {
		up <- message{b.low}
		return
	}
	down := make(chan message, min(c.buffer, fanout))
	for i := range int64(fanout) {
		go c.grow(b.child(i), down)
	}
	for !b.add((<-down).V) {
	}
	up <- message{b.sum}
}
