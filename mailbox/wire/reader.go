package wire

import (
	"encoding/binary"
	"math"
	"sync"

	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// class is what a MessagePack token is, its width aside.
type class uint8

const (
	classNil class = iota
	classBool
	classInt  // a negative integer
	classUint // any other integer
	classFloat32
	classFloat64
	classStr
	classBin
	classArray
	classMap
	classExt
)

var classNames = [...]string{"nil", "a boolean", "an integer", "an integer", "a number", "a number", "a string", "bytes",
	"an array", "a map", "an extension"}

func (c class) String() string { return classNames[c] }

// head is the start of a value: all of a scalar, the length of anything else.
type head struct {
	class class
	code  byte
	ext   int8   // type of an extension
	n     int    // bytes of a string, of bytes or of an extension; elements of an array; entries of a map
	bits  uint64 // a scalar
}

// reader takes MessagePack apart. Every length is held against the bytes that are there before anyone sees it, and every
// allocation against the budget before it is made.
type reader struct {
	b        []byte
	pos      int
	depth    int
	maxDepth int
	elements int64 // how many more the walk lets pass
	budget   int64 // how many more bytes may be allocated
	owned    bool  // inside a type's own encoding, see walk.go
	payloads []span
}

var readers = sync.Pool{New: func() any { return new(reader) }}

// trusted reads bytes that this process wrote itself.
func trusted(b []byte) *reader {
	r := readers.Get().(*reader)
	*r = reader{b: b, maxDepth: defaultDepth, elements: math.MaxInt64, budget: math.MaxInt64}
	return r
}

// free gives the reader back.
func (r *reader) free() {
	*r = reader{}
	readers.Put(r)
}

func (r *reader) left() int { return len(r.b) - r.pos }

func (r *reader) enter() error {
	if r.depth++; r.depth > r.maxDepth {
		return overLimit("more than %d levels", r.maxDepth)
	}
	return nil
}

func (r *reader) leave() { r.depth-- }

// take gives the next n bytes, which stay the reader's.
func (r *reader) take(n int) ([]byte, error) {
	if n > r.left() {
		return nil, r.truncated()
	}
	b := r.b[r.pos : r.pos+n]
	r.pos += n
	return b, nil
}

func (r *reader) truncated() error { return corrupt("ends in the middle of a value") }

// fixed reads a big-endian number of n bytes.
func (r *reader) fixed(n int) (uint64, error) {
	b, err := r.take(n)
	if err != nil {
		return 0, err
	}
	switch n {
	case 1:
		return uint64(b[0]), nil
	case 2:
		return uint64(binary.BigEndian.Uint16(b)), nil
	case 4:
		return uint64(binary.BigEndian.Uint32(b)), nil
	}
	return binary.BigEndian.Uint64(b), nil
}

// length reads a length of width bytes and holds it against what is left, at unit bytes for each.
func (r *reader) length(h head, width, unit int) (head, error) {
	n, err := r.fixed(width)
	if err != nil {
		return h, err
	}
	if n*uint64(unit) > uint64(r.left()) { // at most 2³²·2: no overflow
		return h, corrupt("%v of length %d with %d bytes left", h.class, n, r.left())
	}
	h.n = int(n)
	return h, nil
}

func (r *reader) scalar(h head, width int) (head, error) {
	bits, err := r.fixed(width)
	h.bits = bits
	return h, err
}

func (r *reader) signed(h head, width int) (head, error) {
	bits, err := r.fixed(width)
	shift := 64 - 8*width
	v := int64(bits<<shift) >> shift
	h.bits = uint64(v)
	if v < 0 {
		h.class = classInt
	}
	return h, err
}

func (r *reader) extension(h head, width, n int) (head, error) {
	if width > 0 {
		v, err := r.fixed(width)
		if err != nil {
			return h, err
		}
		if v > uint64(r.left()) {
			return h, corrupt("extension of length %d with %d bytes left", v, r.left())
		}
		n = int(v)
	}
	typ, err := r.fixed(1)
	if err != nil {
		return h, err
	}
	if n > r.left() {
		return h, r.truncated()
	}
	h.n, h.ext = n, int8(typ)
	return h, nil
}

// short is the head of what keeps its length in its code.
func (r *reader) short(c class, code byte, n, unit int) (head, error) {
	if n*unit > r.left() {
		return head{}, r.truncated()
	}
	return head{class: c, code: code, n: n}, nil
}

// head reads the start of the next value.
func (r *reader) head() (head, error) {
	if r.pos >= len(r.b) {
		return head{}, r.truncated()
	}
	c := r.b[r.pos]
	r.pos++
	switch {
	case c <= msgpcode.PosFixedNumHigh:
		return head{class: classUint, code: c, bits: uint64(c)}, nil
	case c >= msgpcode.NegFixedNumLow:
		return head{class: classInt, code: c, bits: uint64(int64(int8(c)))}, nil
	case c >= msgpcode.FixedStrLow && c <= msgpcode.FixedStrHigh:
		return r.short(classStr, c, int(c&msgpcode.FixedStrMask), 1)
	case c >= msgpcode.FixedMapLow && c <= msgpcode.FixedMapHigh:
		return r.short(classMap, c, int(c&msgpcode.FixedMapMask), 2)
	case c >= msgpcode.FixedArrayLow && c <= msgpcode.FixedArrayHigh:
		return r.short(classArray, c, int(c&msgpcode.FixedArrayMask), 1)
	}
	switch c {
	case msgpcode.Nil:
		return head{class: classNil, code: c}, nil
	case msgpcode.False, msgpcode.True:
		return head{class: classBool, code: c, bits: uint64(c - msgpcode.False)}, nil
	case msgpcode.Uint8:
		return r.scalar(head{class: classUint, code: c}, 1)
	case msgpcode.Uint16:
		return r.scalar(head{class: classUint, code: c}, 2)
	case msgpcode.Uint32:
		return r.scalar(head{class: classUint, code: c}, 4)
	case msgpcode.Uint64:
		return r.scalar(head{class: classUint, code: c}, 8)
	case msgpcode.Int8:
		return r.signed(head{class: classUint, code: c}, 1)
	case msgpcode.Int16:
		return r.signed(head{class: classUint, code: c}, 2)
	case msgpcode.Int32:
		return r.signed(head{class: classUint, code: c}, 4)
	case msgpcode.Int64:
		return r.signed(head{class: classUint, code: c}, 8)
	case msgpcode.Float:
		return r.scalar(head{class: classFloat32, code: c}, 4)
	case msgpcode.Double:
		return r.scalar(head{class: classFloat64, code: c}, 8)
	case msgpcode.Str8:
		return r.length(head{class: classStr, code: c}, 1, 1)
	case msgpcode.Str16:
		return r.length(head{class: classStr, code: c}, 2, 1)
	case msgpcode.Str32:
		return r.length(head{class: classStr, code: c}, 4, 1)
	case msgpcode.Bin8:
		return r.length(head{class: classBin, code: c}, 1, 1)
	case msgpcode.Bin16:
		return r.length(head{class: classBin, code: c}, 2, 1)
	case msgpcode.Bin32:
		return r.length(head{class: classBin, code: c}, 4, 1)
	case msgpcode.Array16:
		return r.length(head{class: classArray, code: c}, 2, 1)
	case msgpcode.Array32:
		return r.length(head{class: classArray, code: c}, 4, 1)
	case msgpcode.Map16:
		return r.length(head{class: classMap, code: c}, 2, 2)
	case msgpcode.Map32:
		return r.length(head{class: classMap, code: c}, 4, 2)
	case msgpcode.FixExt1, msgpcode.FixExt2, msgpcode.FixExt4, msgpcode.FixExt8, msgpcode.FixExt16:
		return r.extension(head{class: classExt, code: c}, 0, 1<<(c-msgpcode.FixExt1))
	case msgpcode.Ext8:
		return r.extension(head{class: classExt, code: c}, 1, 0)
	case msgpcode.Ext16:
		return r.extension(head{class: classExt, code: c}, 2, 0)
	case msgpcode.Ext32:
		return r.extension(head{class: classExt, code: c}, 4, 0)
	}
	return head{}, corrupt("byte %#x begins no value", c)
}

// small takes a number from 0 to 127 when one is next: they are too common to go by way of head.
func (r *reader) small() (byte, bool) {
	if r.pos < len(r.b) && r.b[r.pos] <= msgpcode.PosFixedNumHigh {
		r.pos++
		return r.b[r.pos-1], true
	}
	return 0, false
}

// shortStr takes the head of a string below 32 bytes when one is next, as small does.
func (r *reader) shortStr() (n int, ok bool) {
	if r.pos < len(r.b) && r.b[r.pos]&^msgpcode.FixedStrMask == msgpcode.FixedStrLow {
		r.pos++
		return int(r.b[r.pos-1] & msgpcode.FixedStrMask), true
	}
	return 0, false
}

// expect reads a head that must be of one class.
func (r *reader) expect(c class) (head, error) {
	h, err := r.head()
	if err == nil && h.class != c {
		err = corrupt("%v where %v should be", h.class, c)
	}
	return h, err
}

// orNil is expect for what may be nil instead.
func (r *reader) orNil(c class) (h head, null bool, err error) {
	if r.null() {
		return head{}, true, nil
	}
	h, err = r.expect(c)
	return h, false, err
}

// null takes a nil when one is next.
func (r *reader) null() bool {
	if r.pos < len(r.b) && r.b[r.pos] == msgpcode.Nil {
		r.pos++
		return true
	}
	return false
}
