package wire

import (
	"math/bits"
	"reflect"
	"sync"
)

// A Parcel is an encoded value on its way between two components of this process. It is made by Codec.Encode. It may be
// decoded by several goroutines at once; Free must come after all of them, and once.
type Parcel struct {
	buf   []byte
	typ   reflect.Type // of the value, where M is an interface; nil for a nil interface
	class int          // of the pool that the parcel goes back to
}

// Len is the length of the encoding in bytes.
func (p *Parcel) Len() int { return len(p.buf) }

// Free gives the parcel's buffer back for other messages; the parcel must not be used afterwards. Large buffers are left
// to the garbage collector, so that a few large messages do not keep memory for good. A parcel that is never freed is
// garbage like any other.
func (p *Parcel) Free() {
	p.typ = nil
	if p.class < parcelClasses {
		p.buf = p.buf[:0]
		parcels[p.class].Put(p)
		return
	}
	p.buf = nil
}

// Parcels come in sizes, each with its pool: a buffer that has to wait in a mailbox is at most twice as large as what it
// holds, whatever was in it before.
const (
	smallestParcel = 64
	parcelClasses  = 11 // 64 B to 64 KiB
)

var parcels [parcelClasses]sync.Pool

// pack makes a parcel of the right size from what the writer holds. A large buffer is handed over: the writer would not
// have kept it either.
func (w *writer) pack(t reflect.Type) *Parcel {
	class := classOf(len(w.buf))
	if class >= parcelClasses {
		p := &Parcel{buf: w.buf, typ: t, class: class}
		w.buf = nil
		return p
	}
	p, ok := parcels[class].Get().(*Parcel)
	if !ok {
		p = &Parcel{buf: make([]byte, 0, smallestParcel<<class), class: class}
	}
	p.buf, p.typ = append(p.buf, w.buf...), t
	return p
}

func classOf(n int) int {
	if n <= smallestParcel {
		return 0
	}
	return bits.Len(uint(n-1) / smallestParcel)
}
