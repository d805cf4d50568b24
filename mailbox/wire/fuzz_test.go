package wire

import (
	"math"
	"reflect"
	"testing"
	"time"
)

// FuzzUnmarshal: any bytes into any type are a value, which can be encoded and decoded again, or a foreseen error.
func FuzzUnmarshal(f *testing.F) {
	for _, s := range samples() {
		if b := s.bytes(f); len(b) < 1000 {
			f.Add(b)
		}
	}
	for _, b := range headers() {
		f.Add(b)
	}
	all := targets()
	f.Fuzz(func(t *testing.T, b []byte) {
		l := Limits{MaxBytes: 1 << 16, MaxElements: 1 << 14}
		for _, to := range all {
			v, err := to.decode(b, l)
			if err != nil {
				if !foreseen(err) {
					t.Fatalf("%s: %v", to.name, err)
				}
				continue
			}
			again(t, to, v, l)
		}
	})
}

// again sends a decoded value once more.
func again(t *testing.T, to target, v any, l Limits) {
	if v == nil {
		return
	}
	form, err := formOf(reflect.TypeOf(v))
	if err != nil {
		t.Fatal(err)
	}
	w := newWriter()
	defer w.free()
	if to.name == "interface {}" || to.name == "wire.shape" {
		err = w.dynamic(v)
	} else {
		err = form.encode(w, reflect.ValueOf(v))
	}
	if err != nil {
		t.Fatalf("%s: %#v cannot be encoded again: %v", to.name, v, err)
	}
	if _, err := to.decode(w.buf, Limits{}); err != nil {
		t.Fatalf("%s: %#v cannot be decoded again: %v", to.name, v, err)
	}
}

// FuzzRoundTrip: values of all kinds come back as they are.
func FuzzRoundTrip(f *testing.F) {
	f.Add(int64(1), uint64(2), 3.5, "four", []byte("five"), true)
	f.Add(int64(-1<<63), uint64(1<<64-1), math.Copysign(0, -1), "", []byte{}, false)
	f.Fuzz(func(t *testing.T, i int64, u uint64, x float64, s string, b []byte, yes bool) {
		if math.IsNaN(x) { // NaN equals nothing
			x = 0
		}
		if b == nil {
			b = []byte{}
		}
		at := time.Unix(i%(1<<40), int64(u%1e9)).UTC()
		v := everything{
			Bool: yes, Int: int(i), Int8: int8(i), Int64: i, Uint: uint(u), Uint64: u, Float32: float32(x), Float64: x,
			Complex: complex(float32(x), 1), String: s, Bytes: b, Pair: [2]string{s, s}, Ints: []int{int(i), int(u)},
			Labels: map[string]string{s: s}, ByPoint: map[point][]point{{int(i), int(u)}: {}},
			ByAny: map[any]any{i: u, u: x, x: s, s: b, yes: at, int(u): int32(i), float32(x): uint16(u), int16(i): int8(u)},
			Ptr:   &point{int(i), 0}, Anys: []any{i, u, x, s, b, yes, at, int(i), int8(i), uint8(u), uintptr(u), &circle{Radius: x}},
			Time: at, Span: time.Duration(i), Named: blob(b), Self: &everything{Any: []any{map[string]any{s: i}}},
		}
		same(t, v)
	})
}
