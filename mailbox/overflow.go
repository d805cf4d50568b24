package mailbox

import "strconv"

// Overflow says which value gives way when a bounded queue or mailbox is full.
type Overflow int

const (
	// DropNewest refuses the value that would exceed the bound: what waits is kept.
	DropNewest Overflow = iota
	// DropOldest makes room by dropping the value that has waited longest.
	DropOldest
)

// String gives the constant's name.
func (o Overflow) String() string {
	switch o {
	case DropNewest:
		return "DropNewest"
	case DropOldest:
		return "DropOldest"
	}
	return "Overflow(" + strconv.Itoa(int(o)) + ")"
}
