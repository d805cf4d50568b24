package actor

import (
	"github.com/murmur-go/murmur/mailbox"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// freeze isolates m for later. A message that cannot be is a dead letter now.
func (c *cell[M]) freeze(m M) (frozen mailbox.Entry[M], ok bool) {
	frozen, err := c.pack(m)
	if err != nil {
		counts := c.outside()
		counts.sent.Add(1)
		c.dead(counts, m, nil, ReasonUndecodable, err)
	}
	if parcel, ok := frozen.Rider.(*wire.Parcel); ok {
		frozen.Rider = lasting{parcel}
	}
	return frozen, err == nil
}

// lasting is the rider of a message that is received more than once, or never: its
// parcel is not freed.
type lasting struct{ parcel *wire.Parcel }

func (l lasting) marshaled() *wire.Parcel { return l.parcel }
