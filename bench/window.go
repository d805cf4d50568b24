package main

// Producers send without waiting for each message, and still no more than window messages are in flight on a link: a
// producer sends bursts of half a window, two at first and then one for each that was acknowledged.
const (
	window = 128
	burst  = window / 2
)

// acknowledged is what a consumer answers to a burst; a positive value tells a producer how many bursts to send.
const acknowledged = -1

// A data message holds the number of its producer above this bit, and its place in that producer's stream below.
const streamBit = 40

// producer sends a stream of numbered messages, each to all of its links.
type producer struct {
	number  int64 // which of the producers it is
	fan     int   // how many links it has
	next    int64 // place in the stream of the next message
	unsent  int   // bursts to send yet
	unacked int   // acknowledgements that have yet to come
	partial int   // acknowledgements since the last burst: each link gives one
	arrived *goal
}

func (p *producer) handle(m message) order {
	if m.V > 0 {
		p.unsent, p.unacked = int(m.V), int(m.V)*p.fan
		return p.send(min(2, p.unsent))
	}
	p.unacked--
	if p.unacked == 0 {
		p.arrived.hit()
	}
	p.partial++
	if p.partial < p.fan {
		return order{}
	}
	p.partial = 0
	return p.send(min(1, p.unsent))
}

func (p *producer) send(bursts int) order {
	p.unsent -= bursts
	o := order{last: p.fan, rounds: bursts * burst, out: message{p.number<<streamBit | p.next}}
	p.next += int64(o.rounds)
	return o
}

// backlog is the most that can wait for a producer: the word to begin, and two acknowledgements from each link.
func (p *producer) backlog() int { return 1 + 2*p.fan }

// consumer takes the streams of its producers, acknowledges each burst, and looks that no message is missing, doubled or
// out of order.
type consumer struct {
	next  []int64 // by producer: the place expected next
	wrong int
}

func (c *consumer) handle(m message) order {
	from := int(m.V >> streamBit)
	place := m.V & (1<<streamBit - 1)
	if place != c.next[from] {
		c.wrong++
	}
	c.next[from] = place + 1
	if c.next[from]%burst != 0 {
		return order{}
	}
	return order{first: from, last: from + 1, rounds: 1, out: message{acknowledged}}
}

func (c *consumer) faults() int { return c.wrong }
