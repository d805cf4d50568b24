package wire

import (
	"encoding/binary"
	"math"
	"reflect"
	"time"

	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// timeForm writes instants as MessagePack timestamps, which say nothing of a zone; yet a time must not read differently
// where it arrives. A timestamp has three forms, and that leaves room for the two common zones: the shortest form that
// fits is local time, as the msgpack library reads and writes it, and the longest is UTC. Any other zone, and a local
// time that has no shorter form, is an extension of its own: timestamp, offset, abbreviation. A zone's rules for other
// dates do not travel, nor does a monotonic clock reading.
type timeForm struct{}

func (timeForm) encode(w *writer, v reflect.Value) error {
	if p, ok := v, v.CanAddr(); ok {
		return w.time(*p.Addr().Interface().(*time.Time))
	}
	return w.time(v.Interface().(time.Time))
}

func (timeForm) decode(r *reader, v reflect.Value) error {
	h, err := r.expect(classExt)
	if err != nil {
		return err
	}
	t, err := r.time(h)
	if err != nil {
		return err
	}
	*v.Addr().Interface().(*time.Time) = t
	return nil
}

const stampBytes = 12 // nanoseconds and seconds

func (w *writer) time(t time.Time) error {
	sec, nsec := t.Unix(), uint32(t.Nanosecond())
	switch {
	case t.Location() == time.UTC:
		w.buf = append(w.buf, msgpcode.Ext8, stampBytes, 0xff)
		w.stamp(sec, nsec)
		return nil
	case t.Location() == time.Local && uint64(sec) <= math.MaxUint32 && nsec == 0:
		w.buf = append(w.buf, msgpcode.FixExt4, 0xff)
		w.buf = binary.BigEndian.AppendUint32(w.buf, uint32(sec))
		return nil
	case t.Location() == time.Local && uint64(sec)>>34 == 0:
		w.buf = append(w.buf, msgpcode.FixExt8, 0xff)
		w.buf = binary.BigEndian.AppendUint64(w.buf, uint64(nsec)<<34|uint64(sec))
		return nil
	}
	name, offset := t.Zone()
	mark := w.openExt(extZoned)
	w.stamp(sec, nsec)
	w.buf = binary.BigEndian.AppendUint64(w.buf, uint64(offset))
	w.buf = append(w.buf, name...)
	return w.closeExt(mark)
}

func (w *writer) stamp(sec int64, nsec uint32) {
	w.buf = binary.BigEndian.AppendUint32(w.buf, nsec)
	w.buf = binary.BigEndian.AppendUint64(w.buf, uint64(sec))
}

// time reads the time that the extension h begins.
func (r *reader) time(h head) (time.Time, error) {
	b, err := r.take(h.n)
	if err != nil {
		return time.Time{}, err
	}
	switch {
	case h.ext == extTime && h.n == 4:
		return time.Unix(int64(binary.BigEndian.Uint32(b)), 0), nil
	case h.ext == extTime && h.n == 8:
		bits := binary.BigEndian.Uint64(b)
		return instant(int64(bits&(1<<34-1)), bits>>34)
	case h.ext == extTime && h.n == stampBytes:
		t, err := stamp(b)
		return t.UTC(), err
	case h.ext == extZoned && h.n >= stampBytes+8:
		if err := r.charge(zoneBytes + uintptr(h.n)); err != nil {
			return time.Time{}, err
		}
		return zoned(b)
	}
	return time.Time{}, corrupt("extension %d of %d bytes where a time should be", h.ext, h.n)
}

// zoneBytes is what time.FixedZone allocates, generously.
const zoneBytes = 512

func stamp(b []byte) (time.Time, error) {
	return instant(int64(binary.BigEndian.Uint64(b[4:])), uint64(binary.BigEndian.Uint32(b)))
}

func instant(sec int64, nsec uint64) (time.Time, error) {
	if nsec >= 1e9 {
		return time.Time{}, corrupt("time with %d nanoseconds", nsec)
	}
	return time.Unix(sec, int64(nsec)), nil
}

// zoned reads a time with its zone. Local time stays local where the zone is the same.
func zoned(b []byte) (time.Time, error) {
	t, err := stamp(b)
	if err != nil {
		return t, err
	}
	offset := int64(binary.BigEndian.Uint64(b[stampBytes:]))
	if offset != int64(int32(offset)) {
		return t, corrupt("time zone %d seconds from UTC", offset)
	}
	name := string(b[stampBytes+8:])
	if here, off := t.Zone(); here == name && int64(off) == offset {
		return t, nil
	}
	return t.In(time.FixedZone(name, int(offset))), nil
}
