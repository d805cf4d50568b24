package actor

// line is a queue of components in a ring that grows, and shrinks when empty.
type line struct {
	ring       []*component
	head, size int
}

func (l *line) len() int { return l.size }

func (l *line) push(c *component) {
	if l.size == len(l.ring) {
		larger := make([]*component, max(64, 2*len(l.ring)))
		n := copy(larger, l.ring[l.head:])
		copy(larger[n:], l.ring[:l.head])
		l.ring, l.head = larger, 0
	}
	l.ring[(l.head+l.size)&(len(l.ring)-1)] = c
	l.size++
}

func (l *line) pop() *component {
	if l.size == 0 {
		return nil
	}
	c := l.ring[l.head]
	l.ring[l.head] = nil
	l.head = (l.head + 1) & (len(l.ring) - 1)
	if l.size--; l.size == 0 && len(l.ring) > 1024 {
		l.ring, l.head = nil, 0
	}
	return c
}
