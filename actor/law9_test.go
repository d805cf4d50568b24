package actor

import (
	"reflect"
	"testing"
	"unsafe"
)

// TestLaw9 holds what is easily different on 32-bit machines: all other tests are run there,
// too. Counts do not end at 2³² messages, 64-bit atomics are aligned wherever they lie, and a
// hash or a number is never taken for an index while it may be negative.
func TestLaw9(t *testing.T) {
	for f := range reflect.TypeFor[Stats]().Fields() {
		if f.Type.Kind() != reflect.Uint64 {
			t.Errorf("Stats.%s is %v", f.Name, f.Type)
		}
	}
	for _, at := range []uintptr{
		unsafe.Offsetof(tally{}.sent), unsafe.Offsetof(tally{}.handled), unsafe.Offsetof(tally{}.asides),
	} {
		if at%8 != 0 {
			t.Errorf("a counter lies at %d of its tally", at)
		}
	}
	if size := unsafe.Sizeof(tally{}); size%8 != 0 {
		t.Errorf("the second of two tallies is not aligned: one has %d bytes", size)
	}
	s := NewSystem(WithWorkers(3))
	s.placed.Store(1<<31 - 2) // about to pass the largest int32
	for range 8 {
		if w := s.place(nil); w == nil {
			t.Error("no worker")
		}
	}
	s.placed.Store(1<<32 - 2)
	for range 8 {
		if w := s.place(nil); w == nil {
			t.Error("no worker")
		}
	}
}
