package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// target is a type that bytes from outside are decoded into.
type target struct {
	name   string
	decode func(b []byte, l Limits) (any, error)
}

func targetOf[M any]() target {
	return target{reflect.TypeFor[M]().String(), func(b []byte, l Limits) (any, error) {
		m, err := Unmarshal[M](b, l)
		return m, err
	}}
}

func targets() []target {
	return []target{
		targetOf[bool](), targetOf[int](), targetOf[int8](), targetOf[uint16](), targetOf[uint64](), targetOf[float32](),
		targetOf[float64](), targetOf[complex128](), targetOf[string](), targetOf[[]byte](), targetOf[[4]byte](),
		targetOf[[]int](), targetOf[[3]string](), targetOf[[]string](), targetOf[[]struct{}](), targetOf[[][]byte](),
		targetOf[[]everything](), targetOf[[][1 << 10]int](), targetOf[map[string]int](), targetOf[map[string]string](),
		targetOf[map[int]map[int]int](), targetOf[map[any]any](), targetOf[map[string]any](), targetOf[map[[200]byte][200]byte](),
		targetOf[*int](), targetOf[**int](), targetOf[*[]any](), targetOf[any](), targetOf[[]any](), targetOf[shape](),
		targetOf[time.Time](), targetOf[[]time.Time](), targetOf[point](), targetOf[everything](), targetOf[order](),
		targetOf[list](), targetOf[own](), targetOf[[]own](), targetOf[ownMap](), targetOf[ownText](), targetOf[tuple](),
	}
}

// list nests by one array a level.
type list []list

// own reads itself through the library, as a map of whatever.
type own struct{ m map[string]any }

func (o own) EncodeMsgpack(e *msgpack.Encoder) error { return e.Encode(o.m) }
func (o *own) DecodeMsgpack(d *msgpack.Decoder) (err error) {
	o.m, err = d.DecodeMap()
	return err
}

// ownMap reads itself through the library, as a typed map.
type ownMap struct{ m map[string]*line }

func (o ownMap) EncodeMsgpack(e *msgpack.Encoder) error  { return e.Encode(o.m) }
func (o *ownMap) DecodeMsgpack(d *msgpack.Decoder) error { return d.Decode(&o.m) }

type ownText struct{ s string }

func (o ownText) MarshalText() ([]byte, error)     { return []byte(o.s), nil }
func (o *ownText) UnmarshalText(text []byte) error { o.s = string(text); return nil }

type tuple struct {
	_msgpack struct{} `msgpack:",as_array"`
	A        int
	B        []string
}

// allocated tells how many bytes f allocates, and how long it takes. Others allocate too and take time, so f has a few
// tries to stay within the bounds.
func allocated(maxBytes uint64, maxTime time.Duration, f func()) (bytes uint64, took time.Duration) {
	bytes, took = 1<<63, time.Hour
	var before, after runtime.MemStats
	for try := 0; try < 5 && (bytes > maxBytes || took > maxTime); try++ {
		start := time.Now()
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		took = min(took, time.Since(start))
		bytes = min(bytes, after.TotalAlloc-before.TotalAlloc)
	}
	return bytes, took
}

// headers gives each header of MessagePack that has a length, with that length and a few bytes after it.
func headers() [][]byte {
	var all [][]byte
	tails := [][]byte{nil, {0}, {0xc0, 0xc0, 0xc0}, {0xdf, 0xff, 0xff, 0xff, 0xff}, {0xdd, 0x7f, 0xff, 0xff, 0xff, 0xc0}}
	lengths := []uint32{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1}
	for _, tail := range tails {
		add := func(head ...byte) { all = append(all, append(head, tail...)) }
		for _, c := range []byte{0x80, 0x81, 0x8f, 0x90, 0x91, 0x9f, 0xa0, 0xa1, 0xbf} {
			add(c)
		}
		for c := msgpcode.FixExt1; c <= msgpcode.FixExt16; c++ {
			for _, ext := range []byte{0xff, 1, 2, 3} {
				add(c, ext)
			}
		}
		for _, n := range lengths {
			for _, c := range []byte{msgpcode.Bin8, msgpcode.Str8} {
				add(c, byte(n))
			}
			for _, c := range []byte{msgpcode.Bin16, msgpcode.Str16, msgpcode.Array16, msgpcode.Map16} {
				add(binary.BigEndian.AppendUint16([]byte{c}, uint16(n))...)
			}
			for _, c := range []byte{msgpcode.Bin32, msgpcode.Str32, msgpcode.Array32, msgpcode.Map32} {
				add(binary.BigEndian.AppendUint32([]byte{c}, n)...)
			}
			for _, ext := range []byte{0xff, 1, 2, 3} {
				add(msgpcode.Ext8, byte(n), ext)
				add(append(binary.BigEndian.AppendUint16([]byte{msgpcode.Ext16}, uint16(n)), ext)...)
				add(append(binary.BigEndian.AppendUint32([]byte{msgpcode.Ext32}, n), ext)...)
			}
		}
	}
	return all
}

// TestHeaderBombs: every header with every length into every kind of target is an error or, where the bytes happen to be
// a value of it, that value; little is allocated, and soon.
func TestHeaderBombs(t *testing.T) {
	bombs := headers()
	for _, to := range targets() {
		t.Run(to.name, func(t *testing.T) {
			to.decode(bombs[0], Limits{}) // looks at the type
			many := uint64(len(bombs))
			size, took := allocated(64<<10*many, time.Duration(many)*time.Millisecond, func() {
				for _, b := range bombs {
					if _, err := to.decode(b, Limits{}); err != nil && !foreseen(err) {
						t.Fatalf("% x: %v", b, err)
					}
				}
			})
			if perBomb := size / many; perBomb > 64<<10 {
				t.Errorf("%d bytes allocated for each", perBomb)
			}
			if perBomb := took / time.Duration(many); perBomb > time.Millisecond {
				t.Errorf("%v for each", perBomb)
			}
		})
	}
}

// foreseen reports whether err is what bytes from outside may lead to.
func foreseen(err error) bool {
	var panicked *panicError
	return (errors.Is(err, ErrCorrupt) || errors.Is(err, ErrLimit)) && !errors.As(err, &panicked)
}

// TestHeaderBombsEachAreSmall is the bound for a single one, for the headers that announce the most.
func TestHeaderBombsEachAreSmall(t *testing.T) {
	for _, b := range [][]byte{
		{msgpcode.Array32, 0xff, 0xff, 0xff, 0xff},
		{msgpcode.Map32, 0x7f, 0xff, 0xff, 0xff},
		{msgpcode.Str32, 0x80, 0, 0, 0},
		{msgpcode.Bin32, 0xff, 0xff, 0xff, 0xff},
		{msgpcode.Ext32, 0xff, 0xff, 0xff, 0xff, 0xff},
		{msgpcode.FixExt8, 0xff, msgpcode.Map32, 0x00, 0x0f, 0xff, 0xff, 0, 0, 0}, // the library would take its payload for a map
		{msgpcode.Ext8, 5, 0xff, msgpcode.Map32, 0x00, 0x0f, 0xff, 0xff},
	} {
		for _, to := range targets() {
			size, took := allocated(1<<20, 10*time.Millisecond, func() {
				if v, err := to.decode(b, Limits{}); err != nil && !foreseen(err) {
					t.Errorf("% x into %s: %v, %v", b, to.name, v, err)
				}
			})
			if size > 1<<20 || took > 10*time.Millisecond {
				t.Errorf("% x into %s: %d bytes allocated in %v", b, to.name, size, took)
			}
		}
	}
}

// TestTimeIsNoMap: a time where a type's own method wants a map is refused before the library believes the length that
// it finds in the time.
func TestTimeIsNoMap(t *testing.T) {
	b := []byte{msgpcode.FixExt8, 0xff, msgpcode.Map32, 0x00, 0x0f, 0xff, 0xff, 0, 0, 0}
	size, _ := allocated(64<<10, time.Hour, func() {
		if _, err := Unmarshal[ownMap](b, Limits{}); !errors.Is(err, ErrCorrupt) {
			t.Errorf("error %v, want ErrCorrupt", err)
		}
	})
	if size > 64<<10 {
		t.Errorf("%d bytes allocated", size)
	}
	type holder struct{ O own }
	if got, err := viaBytes(holder{own{map[string]any{"at": time.Unix(5, 5)}}}); err != nil || !got.O.m["at"].(time.Time).Equal(time.Unix(5, 5)) {
		t.Errorf("a time inside a type's own encoding: %v, %v", got, err)
	}
}

// TestEveryPrefix: each prefix of each sample, and each sample with one byte more, is an error.
func TestEveryPrefix(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			b := s.bytes(t)
			step := 1 + len(b)/2000
			for n := 0; n < len(b); n += step {
				if v, err := s.back(b[:n:n]); !errors.Is(err, ErrCorrupt) {
					t.Fatalf("the first %d of %d bytes: %v, %v", n, len(b), v, err)
				}
			}
			for _, more := range []byte{0, 0x80, 0xc0, 0xff} {
				if v, err := s.back(append(b[:len(b):len(b)], more)); !errors.Is(err, ErrCorrupt) {
					t.Fatalf("with %#x more: %v, %v", more, v, err)
				}
			}
		})
	}
}

// TestNesting: a million arrays in each other are an error for every target, at any depth that a caller may ask for.
func TestNesting(t *testing.T) {
	deep := bytes.Repeat([]byte{0x91}, 1_000_000)
	for _, to := range targets() {
		for _, depth := range []int{0, 1, 1 << 30} {
			if v, err := to.decode(deep, Limits{MaxDepth: depth}); !foreseen(err) {
				t.Errorf("%s: %v, %v", to.name, v, err)
			}
		}
	}
	named := bytes.Repeat([]byte{0xc9, 0, 0, 0, 0, 2, 0xa3, 'a', 'n', 'y'}, 100_000)
	if _, err := Unmarshal[any](named, Limits{}); !foreseen(err) {
		t.Errorf("named values in each other: %v", err)
	}
}

// TestLimits: each limit lets through what is within it and nothing more.
func TestLaw8Limits(t *testing.T) {
	b, err := Marshal([][]int{{1, 2}, {3}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		l  Limits
		ok bool
	}{
		{Limits{}, true},
		{Limits{MaxBytes: len(b), MaxDepth: 2, MaxElements: 5}, true},
		{Limits{MaxBytes: len(b) - 1}, false},
		{Limits{MaxDepth: 1}, false},
		{Limits{MaxElements: 4}, false},
		{Limits{MaxBytes: -1, MaxDepth: -1, MaxElements: -1}, true},
	} {
		_, err := Unmarshal[[][]int](b, c.l)
		if c.ok && err != nil || !c.ok && !errors.Is(err, ErrLimit) {
			t.Errorf("%+v: %v", c.l, err)
		}
	}
}

// TestDecodingAllocatesWithinBounds: at most 8 × MaxBytes + 64 KiB, small elements included, whatever the bytes are. What
// a type's own methods make of their bytes is theirs.
func TestLaw8DecodingAllocatesWithinBounds(t *testing.T) {
	const size = 32 << 10
	fill := func(elem ...byte) []byte { return bytes.Repeat(elem, (size-5)/len(elem)) }
	array := func(n int, body []byte) []byte {
		return append(binary.BigEndian.AppendUint32([]byte{msgpcode.Array32}, uint32(n)), body...)
	}
	numbers := make([]byte, 0, size)
	for i := 0; len(numbers) < size-9; i++ {
		numbers = append(binary.BigEndian.AppendUint16(append(numbers, msgpcode.Uint16), uint16(i)), 0x80)
	}
	// A map of 896 entries for each table is as full as it gets, and some tables split.
	var flags []byte
	for i := range 896 * 8 {
		flags = append(binary.BigEndian.AppendUint16(append(flags, msgpcode.Uint16), uint16(i)), msgpcode.True)
	}
	mapOf := func(body []byte) []byte {
		return append(binary.BigEndian.AppendUint32([]byte{msgpcode.Map32}, uint32(len(body)/4)), body...)
	}
	for _, body := range [][]byte{
		array(size-5, fill(0x80)), array(size-5, fill(0x90)), array(size-5, fill(0xc0)), array(size-5, fill(1)),
		array((size-5)/2, fill(0xa1, 'x')), array((size-5)/2, fill(0x91, 1)), array((size-5)/3, fill(0x81, 1, 1)),
		array((size-5)/2, fill(0xc4, 0)), array((size-5)/6, fill(0xd6, 0xff, 1, 2, 3, 4)),
		array((size-5)/24, fill(0xc7, 21, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 'Q')),
		array((size-5)/8, fill(0xc7, 5, 2, 0xa3, 'i', 'n', 't', 5)),
		array((size-5)/8, fill(0xd9, 5, 'h', 'e', 'l', 'l', 'o', 0)),
		mapOf(numbers), mapOf(flags), mapOf(fill(0xcd, 1, 2, 0x80)),
	} {
		for _, to := range append(targets(), targetOf[[]map[string]string](), targetOf[map[int][8]string](),
			targetOf[map[int][40]int](), targetOf[map[uint16]any](), targetOf[map[uint16]bool](), targetOf[map[uint16]everything](), targetOf[map[uint16]point](), targetOf[[]*int](), targetOf[[][]int](),
			targetOf[[]any](), targetOf[map[int]map[string]int](), targetOf[[]struct{ A, B, C, D, E, F, G, H string }]()) {
			if to.name == "wire.own" || to.name == "[]wire.own" || to.name == "wire.ownMap" {
				continue
			}
			to.decode(nil, Limits{}) // looks at the type
			l := Limits{MaxBytes: size}
			bound := uint64(8*size + 64<<10)
			got, _ := allocated(bound, time.Hour, func() {
				if _, err := to.decode(body, l); err != nil && !foreseen(err) {
					t.Errorf("%s: %v", to.name, err)
				}
			})
			if got > bound {
				t.Errorf("% x… into %s: %d bytes allocated, %d are allowed", body[:12], to.name, got, bound)
			}
		}
	}
}

// TestDuplicateKeys: a key that comes twice would silently replace a value.
func TestDuplicateKeys(t *testing.T) {
	twice := []byte{0x82, 0xa1, 'X', 1, 0xa1, 'X', 2}
	for _, to := range []target{
		targetOf[map[string]int](), targetOf[map[string]any](), targetOf[map[string]string](), targetOf[point](), targetOf[any](),
		targetOf[map[any]any](),
	} {
		if v, err := to.decode(twice, Limits{}); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v, %v", to.name, v, err)
		}
	}
}

// TestUnhashableKeys: a list as the key of a map of interfaces is an error, not a panic.
func TestUnhashableKeys(t *testing.T) {
	for _, b := range [][]byte{{0x81, 0x90, 1}, {0x81, 0x80, 1}} {
		if v, err := Unmarshal[map[any]int](b, Limits{}); !foreseen(err) {
			t.Errorf("% x: %v, %v", b, v, err)
		}
	}
}

// TestExtensionsOnlyWhereTheyBelong: an extension stands for a time, or behind an interface.
func TestExtensionsOnlyWhereTheyBelong(t *testing.T) {
	stamp := []byte{msgpcode.FixExt4, 0xff, 0, 0, 0, 1}
	for _, to := range targets() {
		_, err := to.decode(stamp, Limits{})
		if fits := to.name == "time.Time" || to.name == "interface {}"; fits != (err == nil) {
			t.Errorf("%s: %v", to.name, err)
		}
	}
	for _, b := range [][]byte{
		{msgpcode.FixExt4, 3, 0, 0, 0, 1}, {msgpcode.FixExt1, 0xff, 0}, {msgpcode.FixExt1, 2, 0xa0},
		{msgpcode.FixExt8, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}, // nanoseconds beyond a second
		{msgpcode.Ext8, 5, 2, 0xa2, 'n', 'o', 1, 1}, {msgpcode.Ext8, 6, 2, 0xa3, 'i', 'n', 't', 1, 1},
		{msgpcode.Ext8, 5, 2, 0xa3, 'a', 'n', 'y', 1},
	} {
		if v, err := Unmarshal[any](b, Limits{}); !errors.Is(err, ErrCorrupt) {
			t.Errorf("% x: %v, %v", b, v, err)
		}
	}
}
