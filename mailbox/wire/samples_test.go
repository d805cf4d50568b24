package wire

import (
	"math"
	"net/netip"
	"net/url"
	"reflect"
	"testing"
	"time"
)

// The types that the tests of this package send.

type everything struct {
	Bool    bool
	Int     int
	Int8    int8
	Int64   int64
	Uint    uint
	Uint64  uint64
	Float32 float32
	Float64 float64
	Complex complex64
	String  string
	Bytes   []byte
	Hash    [4]byte
	Pair    [2]string
	Ints    []int
	Nested  [][]string
	Labels  map[string]string
	ByPoint map[point][]point
	ByAny   map[any]any
	Ptr     *point
	PtrPtr  **point
	PtrMap  *map[string]int
	Any     any
	Anys    []any
	Time    time.Time
	Span    time.Duration
	Addr    netip.Addr
	URL     *url.URL
	Named   blob
	Self    *everything
}

type point struct{ X, Y int }

type blob []byte

type shape interface{ Area() float64 }

type square struct{ Side float64 }

func (s square) Area() float64 { return s.Side * s.Side }

type circle struct {
	Radius float64
	Tags   []string
}

func (c *circle) Area() float64 { return c.Radius * c.Radius * math.Pi }

func init() {
	Register[square]("wire_test.square")
	Register[circle]("wire_test.circle")
	Register[point]("wire_test.point")
}

func ptr[T any](v T) *T { return &v }

func full() everything {
	return everything{
		Bool: true, Int: -5, Int8: math.MinInt8, Int64: math.MinInt64, Uint: 300, Uint64: math.MaxUint64,
		Float32: 1.5, Float64: math.Pi, Complex: 1 + 2i, String: "héllo\xff", Bytes: []byte{}, Hash: [4]byte{1, 2, 3, 4},
		Pair: [2]string{"a", ""}, Ints: []int{1, -1000, 1 << 30}, Nested: [][]string{nil, {}, {"x"}},
		Labels: map[string]string{"k": "v", "": ""}, ByPoint: map[point][]point{{1, 2}: {{3, 4}}, {}: nil},
		ByAny: map[any]any{1: "int", int8(1): "int8", "1": nil, point{1, 1}: point{2, 2}},
		Ptr:   &point{1, 2}, PtrPtr: ptr[*point](nil), PtrMap: ptr[map[string]int](nil),
		Any:  map[string]any{"list": []any{1, 1000, -1 << 30, "two", nil}, "shape": square{2}},
		Anys: []any{&circle{Radius: 1, Tags: []string{}}, []byte("b"), []byte(nil), (*point)(nil), uint16(3)},
		Time: time.Unix(1_700_000_000, 123).UTC(), Span: time.Hour,
		Addr: netip.MustParseAddr("10.0.0.1"), URL: &url.URL{Scheme: "https", Host: "example.com", Path: "/x"},
		Named: blob("blob"), Self: &everything{Hash: [4]byte{9}},
	}
}

// sample is one value, and what it can do on its way.
type sample struct {
	name  string
	value any
	bytes func(t testing.TB) []byte   // Marshal
	back  func(b []byte) (any, error) // Unmarshal
	cross func(t testing.TB) any      // through the codec
}

func sampleOf[M any](name string, m M) sample {
	return sample{
		name:  name,
		value: m,
		bytes: func(t testing.TB) []byte {
			b, err := Marshal(m)
			if err != nil {
				t.Fatalf("Marshal: %v", err)
			}
			return b
		},
		back: func(b []byte) (any, error) {
			v, err := Unmarshal[M](b, Limits{})
			return v, err
		},
		cross: func(t testing.TB) any {
			v, err := through(m)
			if err != nil {
				t.Fatalf("codec: %v", err)
			}
			return v
		},
	}
}

// through sends m once through its codec.
func through[M any](m M) (out M, err error) {
	c, err := CodecOf[M]()
	if err != nil {
		return out, err
	}
	p, err := c.Encode(m)
	if err != nil {
		return out, err
	}
	defer p.Free()
	return c.Decode(p)
}

// viaBytes sends m once through Marshal and Unmarshal.
func viaBytes[M any](m M) (out M, err error) {
	b, err := Marshal(m)
	if err != nil {
		return out, err
	}
	return Unmarshal[M](b, Limits{})
}

func samples() []sample {
	type recursive []recursive
	type tree map[string]tree
	return []sample{
		sampleOf("everything", full()),
		sampleOf("nothing", everything{}),
		sampleOf("order", someOrder()),
		sampleOf("bool", true),
		sampleOf("int", 1<<30),
		sampleOf("string", "text"),
		sampleOf("long string", string(make([]byte, 70_000))),
		sampleOf("bytes", []byte{1, 2, 3}),
		sampleOf("long bytes", make([]byte, 300)),
		sampleOf("no bytes", []byte(nil)),
		sampleOf("complex", complex(1.5, -2)),
		sampleOf("array", [3]float32{1, 2, 3}),
		sampleOf("empty array", [0]func(){}),
		sampleOf("nothing at all", struct{}{}),
		sampleOf("list of nothing", make([]struct{}, 3)),
		sampleOf("long list", make([]int, 70_000)),
		sampleOf("wide map", map[int]bool{1: true, 2: false, 1000: true}),
		sampleOf("recursive slice", recursive{nil, {}, {nil, {}}}),
		sampleOf("recursive map", tree{"a": {"b": nil, "c": {}}}),
		sampleOf("pointers", ptr(ptr(ptr(5)))),
		sampleOf("pointer to nil", ptr(ptr[*int](nil))),
		sampleOf("pointer to any", ptr[any](nil)),
		sampleOf("shape", shape(square{3})),
		sampleOf("pointer shape", shape(&circle{Radius: 2})),
		sampleOf("large shape", shape(&circle{Tags: make([]string, 1000)})),
		sampleOf("nil shape", shape(nil)),
		sampleOf("shapes", []shape{square{1}, nil, &circle{}}),
		sampleOf("zero time", ptr(time.Time{})),
		sampleOf("list of times", []time.Time{time.Unix(0, 0).UTC(), time.Unix(1<<35, 999_999_999).UTC(), time.Unix(1, 1)}),
	}
}

// TestRoundTrip: what arrives equals what was sent, in type and value, both ways.
func TestRoundTrip(t *testing.T) {
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			got, err := s.back(s.bytes(t))
			if err != nil {
				t.Fatalf("Unmarshal: %v", err)
			}
			if !reflect.DeepEqual(got, s.value) {
				t.Errorf("Unmarshal gave %#v, want %#v", got, s.value)
			}
			if got := s.cross(t); !reflect.DeepEqual(got, s.value) {
				t.Errorf("the codec gave %#v, want %#v", got, s.value)
			}
		})
	}
}
