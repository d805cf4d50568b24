package wire

import (
	"errors"
	"fmt"
	"math"
)

// ErrLimit is matched by the errors for what is larger or deeper than allowed: a message beyond its Limits, and on the
// way out a value that nests too deep, as one that refers to itself does.
var ErrLimit = errors.New("wire: over the limit")

// ErrCorrupt is matched by the errors for bytes that are not the encoding of a value of the wanted type.
var ErrCorrupt = errors.New("wire: corrupt message")

// Limits bound what the decoding of bytes from outside may cost. A field that is zero or negative has its default.
// Apart from what a type's own decoding methods allocate, decoding allocates at most 8 × MaxBytes + 64 KiB.
type Limits struct {
	MaxBytes    int // length of the message, default 16 MiB
	MaxDepth    int // arrays, maps and named values within each other, default 1,000, at most 10,000
	MaxElements int // array elements and map entries (a struct's fields are such) of the whole message, default 1 Mi
}

const (
	defaultBytes    = 16 << 20
	defaultElements = 1 << 20
	// defaultDepth holds for what is encoded too, so that whatever was encoded can be decoded. A thousand levels of a
	// value take well under a megabyte of stack.
	defaultDepth = 1000
	// ceilingDepth keeps a generous caller within the stack that Go allows on a 32-bit machine.
	ceilingDepth = 10_000
)

func (l Limits) withDefaults() Limits {
	or := func(v, d int) int {
		if v <= 0 {
			return d
		}
		return v
	}
	return Limits{
		MaxBytes:    or(l.MaxBytes, defaultBytes),
		MaxDepth:    min(or(l.MaxDepth, defaultDepth), ceilingDepth),
		MaxElements: or(l.MaxElements, defaultElements),
	}
}

// budget is what decoding under l may allocate. Of the 64 KiB a part is left for what is not counted singly: the
// reader, a message's error.
func (l Limits) budget() int64 {
	if int64(l.MaxBytes) > math.MaxInt64/16 {
		return math.MaxInt64
	}
	return 8*int64(l.MaxBytes) + 48<<10
}

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrCorrupt}, args...)...)
}

func overLimit(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrLimit}, args...)...)
}
