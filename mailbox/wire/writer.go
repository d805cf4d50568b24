package wire

import (
	"encoding/binary"
	"math"
	"reflect"
	"sync"

	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// Extension types. Minus one is MessagePack's own timestamp; the others are murmur's.
const (
	extTime  = -1 // an instant, see time.go
	extZoned = 1  // an instant with its zone, see time.go
	extNamed = 2  // a name and a value, see dynamic.go
)

// keepBytes is the largest buffer that is kept for the next message. One message of ten megabytes must not leave ten
// megabytes in a pool for each processor.
const keepBytes = 64 << 10

// writer appends MessagePack to a buffer. It knows how deep it is, because a value that refers to itself can only be
// told by its depth. As an io.Writer and io.ByteWriter it is what a type's own methods write to.
type writer struct {
	buf   []byte
	depth int
}

var writers = sync.Pool{New: func() any { return &writer{buf: make([]byte, 0, 512)} }}

func newWriter() *writer { return writers.Get().(*writer) }

// free gives the writer back; what it holds must have been copied.
func (w *writer) free() {
	if cap(w.buf) > keepBytes {
		return
	}
	w.buf, w.depth = w.buf[:0], 0
	writers.Put(w)
}

// enter goes one level down, leave comes back. After an error the writer is not used again for the same value.
func (w *writer) enter() error {
	if w.depth++; w.depth > defaultDepth {
		return overLimit("more than %d levels: does the value refer to itself?", defaultDepth)
	}
	return nil
}

func (w *writer) leave() { w.depth-- }

func (w *writer) Write(p []byte) (int, error) {
	w.buf = append(w.buf, p...)
	return len(p), nil
}

func (w *writer) WriteByte(b byte) error {
	w.buf = append(w.buf, b)
	return nil
}

func (w *writer) null() { w.buf = append(w.buf, msgpcode.Nil) }

func (w *writer) bool(v bool) {
	if v {
		w.buf = append(w.buf, msgpcode.True)
	} else {
		w.buf = append(w.buf, msgpcode.False)
	}
}

func (w *writer) code1(code, v byte) { w.buf = append(w.buf, code, v) }

func (w *writer) code2(code byte, v uint16) {
	w.buf = binary.BigEndian.AppendUint16(append(w.buf, code), v)
}

func (w *writer) code4(code byte, v uint32) {
	w.buf = binary.BigEndian.AppendUint32(append(w.buf, code), v)
}

func (w *writer) code8(code byte, v uint64) {
	w.buf = binary.BigEndian.AppendUint64(append(w.buf, code), v)
}

// int and uint write the shortest form; the type that decodes it knows the width.
func (w *writer) int(v int64) {
	switch {
	case v >= 0:
		w.uint(uint64(v))
	case v >= -32:
		w.buf = append(w.buf, byte(v))
	case v >= math.MinInt8:
		w.code1(msgpcode.Int8, byte(v))
	case v >= math.MinInt16:
		w.code2(msgpcode.Int16, uint16(v))
	case v >= math.MinInt32:
		w.code4(msgpcode.Int32, uint32(v))
	default:
		w.code8(msgpcode.Int64, uint64(v))
	}
}

func (w *writer) uint(v uint64) {
	switch {
	case v <= math.MaxInt8:
		w.buf = append(w.buf, byte(v))
	case v <= math.MaxUint8:
		w.code1(msgpcode.Uint8, byte(v))
	case v <= math.MaxUint16:
		w.code2(msgpcode.Uint16, uint16(v))
	case v <= math.MaxUint32:
		w.code4(msgpcode.Uint32, uint32(v))
	default:
		w.code8(msgpcode.Uint64, v)
	}
}

func (w *writer) float32(v float32) { w.code4(msgpcode.Float, math.Float32bits(v)) }
func (w *writer) float64(v float64) { w.code8(msgpcode.Double, math.Float64bits(v)) }

func (w *writer) string(s string) error {
	n := len(s)
	switch {
	case n < 32:
		w.buf = append(w.buf, msgpcode.FixedStrLow|byte(n))
	case n <= math.MaxUint8:
		w.code1(msgpcode.Str8, byte(n))
	case n <= math.MaxUint16:
		w.code2(msgpcode.Str16, uint16(n))
	default:
		if err := fits(n); err != nil {
			return err
		}
		w.code4(msgpcode.Str32, uint32(n))
	}
	w.buf = append(w.buf, s...)
	return nil
}

func (w *writer) bin(b []byte) error {
	n := len(b)
	switch {
	case n <= math.MaxUint8:
		w.code1(msgpcode.Bin8, byte(n))
	case n <= math.MaxUint16:
		w.code2(msgpcode.Bin16, uint16(n))
	default:
		if err := fits(n); err != nil {
			return err
		}
		w.code4(msgpcode.Bin32, uint32(n))
	}
	w.buf = append(w.buf, b...)
	return nil
}

func (w *writer) arrayLen(n int) error {
	switch {
	case n < 16:
		w.buf = append(w.buf, msgpcode.FixedArrayLow|byte(n))
	case n <= math.MaxUint16:
		w.code2(msgpcode.Array16, uint16(n))
	default:
		if err := fits(n); err != nil {
			return err
		}
		w.code4(msgpcode.Array32, uint32(n))
	}
	return nil
}

func (w *writer) mapLen(n int) error {
	switch {
	case n < 16:
		w.buf = append(w.buf, msgpcode.FixedMapLow|byte(n))
	case n <= math.MaxUint16:
		w.code2(msgpcode.Map16, uint16(n))
	default:
		if err := fits(n); err != nil {
			return err
		}
		w.code4(msgpcode.Map32, uint32(n))
	}
	return nil
}

// openExt begins an extension whose length is not known yet; closeExt, given what openExt returned, fills it in.
func (w *writer) openExt(typ int8) (mark int) {
	mark = len(w.buf)
	w.buf = append(w.buf, msgpcode.Ext32, 0, 0, 0, 0, byte(typ))
	return mark
}

func (w *writer) closeExt(mark int) error {
	const head = 6
	n := len(w.buf) - mark - head
	if n <= math.MaxUint8 {
		typ := w.buf[mark+5]
		w.buf[mark], w.buf[mark+1], w.buf[mark+2] = msgpcode.Ext8, byte(n), typ
		copy(w.buf[mark+3:], w.buf[mark+head:])
		w.buf = w.buf[:mark+3+n]
		return nil
	}
	if err := fits(n); err != nil {
		return err
	}
	binary.BigEndian.PutUint32(w.buf[mark+1:], uint32(n))
	return nil
}

// fits refuses lengths that MessagePack has no room for.
func fits(n int) error {
	if uint64(n) > math.MaxUint32 {
		return overLimit("length %d does not fit MessagePack", n)
	}
	return nil
}

// addressable gives v itself, or a copy of it, with an address: methods on pointers need one.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}
