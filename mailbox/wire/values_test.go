package wire

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"
)

// same checks that m comes back as it is, through the codec and through bytes.
func same[M any](t *testing.T, m M) {
	t.Helper()
	for way, send := range map[string]func(M) (M, error){"codec": through[M], "bytes": viaBytes[M]} {
		got, err := send(m)
		if err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%s: %#v came back as %#v, %v", way, m, got, err)
		}
	}
}

// edges are integers at the edges of every width.
func edges() (all []int64) {
	for _, bits := range []int{5, 7, 8, 15, 16, 31, 32, 53, 62} {
		for d := int64(-1); d <= 1; d++ {
			all = append(all, 1<<bits+d, -1<<bits+d)
		}
	}
	return append(all, math.MaxInt64, math.MaxInt64-1, math.MinInt64, math.MinInt64+1)
}

func integersInto[T int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | uintptr](t *testing.T) {
	check := func(b []byte, fits bool, want T, sent any) {
		t.Helper()
		got, err := Unmarshal[T](b, Limits{})
		if fits && (err != nil || got != want) || !fits && !errors.Is(err, ErrCorrupt) {
			t.Errorf("%v into %T: %v, %v", sent, want, got, err)
		}
	}
	for _, x := range edges() {
		b, _ := Marshal(x)
		check(b, int64(T(x)) == x && (T(x) < 0) == (x < 0), T(x), x)
		u := uint64(x)
		b, _ = Marshal(u)
		check(b, uint64(T(u)) == u && T(u) >= 0, T(u), u)
		if v := T(x); int64(v) == x {
			same(t, v)
			same(t, []T{v})
			same[any](t, v)
			same(t, map[T]any{v: v})
		}
	}
}

// TestIntegers: every width at its edges into every type is equal, or an error; never wrapped.
func TestIntegers(t *testing.T) {
	integersInto[int](t)
	integersInto[int8](t)
	integersInto[int16](t)
	integersInto[int32](t)
	integersInto[int64](t)
	integersInto[uint](t)
	integersInto[uint8](t)
	integersInto[uint16](t)
	integersInto[uint32](t)
	integersInto[uint64](t)
	integersInto[uintptr](t)
}

// TestFloats: a number fits its type exactly, or is an error.
func TestFloats(t *testing.T) {
	for _, x := range []float64{0, math.Copysign(0, -1), 1.5, math.Inf(1), math.MaxFloat64, math.SmallestNonzeroFloat64, math.MaxFloat32} {
		got, err := viaBytes(x)
		if err != nil || math.Float64bits(got) != math.Float64bits(x) {
			t.Errorf("%v came back as %v, %v", x, got, err)
		}
		b, _ := Marshal(x)
		if f, err := Unmarshal[float32](b, Limits{}); err == nil && float64(f) != x {
			t.Errorf("%v became %v", x, f)
		}
	}
	if got, err := viaBytes(math.NaN()); err != nil || !math.IsNaN(got) {
		t.Errorf("NaN came back as %v, %v", got, err)
	}
	if got, err := viaBytes(map[float64]int{math.NaN(): 1}); err != nil || len(got) != 1 {
		t.Errorf("NaN as a key: %v, %v", got, err)
	}
	b, _ := Marshal(uint64(1<<53 + 1))
	if f, err := Unmarshal[float64](b, Limits{}); err == nil {
		t.Errorf("1<<53+1 became %v", f)
	}
	b, _ = Marshal(1e300)
	if i, err := Unmarshal[int](b, Limits{}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a float became the int %v, %v", i, err)
	}
}

// TestNilAndEmptyStayApart: also behind pointers, interfaces and omitempty.
func TestNilAndEmptyStayApart(t *testing.T) {
	type part struct {
		S []int          `msgpack:"s,omitempty"`
		M map[string]int `msgpack:",omitempty"`
		B []byte
		A []any
		O map[string]any
		L map[string]string
		P *[]int
		Q ***int
	}
	same(t, part{})
	same(t, part{S: []int{}, M: map[string]int{}, B: []byte{}, A: []any{}, O: map[string]any{}, L: map[string]string{}})
	same(t, part{P: ptr([]int(nil)), Q: ptr[**int](nil)})
	same(t, part{P: ptr([]int{}), Q: ptr(ptr[*int](nil))})
	same(t, &part{})
	same(t, (*part)(nil))
	for _, x := range []any{
		nil, []byte(nil), []byte{}, []any(nil), []any{}, map[string]any(nil), map[string]any{}, []string(nil), []string{},
		map[string]int(nil), map[int]any{}, (*int)(nil), (*point)(nil), (*circle)(nil), []*point{nil}, ptr(point{}),
	} {
		same(t, x)
		same(t, []any{x})
		same(t, map[string]any{"": x})
		same(t, &x)
	}
}

// TestTypesBehindInterfacesAreKept: what is sent as an int32 is not received as an int8.
func TestTypesBehindInterfacesAreKept(t *testing.T) {
	for _, x := range []any{
		true, "s", 1, -1, 127, 128, -33, math.MaxInt32, int8(1), int16(1), int32(1), int64(1), uint(1), uint8(1), uint16(1),
		uint32(1), uint64(1), uintptr(1), float32(1), float64(1), complex64(1), complex128(1i), []int{1}, []string{"a"},
		[][]byte{{1}}, map[string]string{"a": "b"}, map[int]string{1: "b"}, map[any]any{1: "b"}, []float64{1}, ptr(1), ptr("s"),
		ptr[any](1), square{1}, &square{1}, &circle{}, []square{{1}}, map[string]*point{"a": {1, 2}}, time.Unix(1, 0).UTC(),
		[]any{[]any{[]any{1, int8(2)}}}, ptr(ptr(1)), []time.Time{time.Unix(5, 0).UTC()},
	} {
		same(t, x)
		same(t, []any{x})
		same(t, struct{ V any }{x})
	}
}

// TestTimes: an instant and its zone arrive; the rules of the zone and the monotonic clock do not.
func TestTimes(t *testing.T) {
	for _, zone := range []*time.Location{time.UTC, time.Local, time.FixedZone("XYZ", -3*3600-1800), time.FixedZone("", 7)} {
		for _, sec := range []int64{0, 1, 1_700_000_000, math.MaxUint32, math.MaxUint32 + 1, 1<<34 - 1, 1 << 34, -1, -62135596800, 253402300799} {
			for _, nsec := range []int64{0, 1, 999_999_999} {
				at := time.Unix(sec, nsec).In(zone)
				for _, send := range []func([]any) ([]any, error){through[[]any], viaBytes[[]any]} {
					out, err := send([]any{at})
					if err != nil {
						t.Fatal(err)
					}
					got, ok := out[0].(time.Time)
					if !ok || !got.Equal(at) || got.String() != at.String() || (got.Location() == time.UTC) != (zone == time.UTC) {
						t.Errorf("%v came back as %v", at, out)
					}
				}
			}
		}
	}
	same(t, []time.Time{{}, time.Unix(7, 7), time.Unix(7, 7).UTC()})
	now := time.Now()
	if got, err := viaBytes(now); err != nil || !got.Equal(now) || got.Location() != time.Local {
		t.Errorf("%v came back as %v, %v", now, got, err)
	}
}

type base struct{ ID, Name string }

type Shadowed struct{ ID string }

type Promoted struct{ time.Time }

type embedder struct {
	base
	Shadowed
	*Promoted
	time.Duration
	shape
	ID int
}

// TestEmbedded: nothing of an embedded type is lost, whatever it is called and whatever methods it lends.
func TestEmbedded(t *testing.T) {
	type outer struct {
		base
		Shadowed
		*Promoted
		time.Duration
		ID    int
		Lines []string
	}
	at := time.Unix(9, 9)
	same(t, outer{base{"a", "b"}, Shadowed{"c"}, &Promoted{at}, 5, 7, nil})
	same(t, outer{})
	same(t, struct {
		time.Time
		N []int
	}{at, []int{1}})
	_, err := Check[embedder]()
	if want := (*TypeError)(nil); !errors.As(err, &want) || want.Path != "embedder.shape" {
		t.Errorf("an unexported embedded interface: %v", err)
	}
}

// TestTags: msgpack tags mean what they mean to the library.
func TestTags(t *testing.T) {
	type tagged struct {
		A int               `msgpack:"a"`
		B []int             `msgpack:"-"`
		c chan int          `msgpack:"-"`
		D string            `msgpack:",omitempty"`
		E int               `msgpack:"e,alias:was"`
		F map[string]string `msgpack:"f,omitempty"`
	}
	b, err := Marshal(tagged{A: 1, B: []int{1}, c: make(chan int), E: 2})
	if err != nil {
		t.Fatal(err)
	}
	if want := "\x82\xa1a\x01\xa1e\x02"; string(b) != want {
		t.Errorf("% x, want % x", b, want)
	}
	got, err := Unmarshal[tagged]([]byte("\x82\xa1a\x01\xa3was\x02"), Limits{})
	if err != nil || !reflect.DeepEqual(got, tagged{A: 1, E: 2}) {
		t.Errorf("%+v, %v", got, err)
	}
	b, err = Marshal(tuple{A: 1, B: []string{"x"}})
	if err != nil || string(b) != "\x92\x01\x91\xa1x" {
		t.Errorf("as_array: % x, %v", b, err)
	}
	same(t, tuple{_msgpack: struct{}{}, A: 1})
}

// TestGrowingStructs: a field that is new to the receiver is passed over, one that is new to the sender is zero.
func TestGrowingStructs(t *testing.T) {
	type before struct{ A, B int }
	type after struct {
		B    int
		More []map[string]any
		A    int
		C    string
	}
	b, _ := Marshal(after{A: 1, B: 2, More: []map[string]any{{"x": square{1}}}, C: "c"})
	if got, err := Unmarshal[before](b, Limits{}); err != nil || got != (before{1, 2}) {
		t.Errorf("%+v, %v", got, err)
	}
	b, _ = Marshal(before{1, 2})
	if got, err := Unmarshal[after](b, Limits{}); err != nil || got.A != 1 || got.B != 2 || got.More != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestManyFields: the bookkeeping of seen fields goes on beyond the first 64.
func TestManyFields(t *testing.T) {
	var fields []reflect.StructField
	for i := range 200 {
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[int]()})
	}
	v := reflect.New(reflect.StructOf(fields)).Elem()
	for i := range 200 {
		v.Field(i).SetInt(int64(i))
	}
	f, err := formOf(v.Type())
	if err != nil {
		t.Fatal(err)
	}
	var w writer
	if err := f.encode(&w, v); err != nil {
		t.Fatal(err)
	}
	out := reflect.New(v.Type()).Elem()
	if err := f.decode(trusted(w.buf), out); err != nil || !reflect.DeepEqual(out.Interface(), v.Interface()) {
		t.Errorf("%v, %v", out, err)
	}
	last := []byte("\xde\x00\x02\xa4F199\x01\xa4F199\x01")
	if err := f.decode(trusted(last), reflect.New(v.Type()).Elem()); !errors.Is(err, ErrCorrupt) {
		t.Errorf("the last field twice: %v", err)
	}
}

// TestSelfReference: a value that refers to itself is an error, whichever way it does.
func TestSelfReference(t *testing.T) {
	type node struct {
		Next *node
		Any  any
	}
	type pointer *pointer
	Register[node]("wire_test.node")
	n := &node{}
	n.Next = n
	viaAny := &node{}
	viaAny.Any = viaAny
	self := make(list, 1)
	self[0] = self
	object := map[string]any{}
	object["self"] = object
	anys := make([]any, 1)
	anys[0] = anys
	var p pointer
	p = &p
	var any1 any
	any1 = &any1
	for name, err := range map[string]error{
		"pointer": second(through(n)), "interface": second(through(viaAny)), "slice": second(through(self)),
		"map": second(through(object)), "list": second(through(anys)), "pointers": second(through(p)),
		"any": second(through(any1)), "dynamic": second(through[any](n)), "bytes": second(Marshal(n)),
	} {
		if !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v, want ErrLimit", name, err)
		}
	}
}

// TestKeysByIdentity: a pointer as a key means something else where it arrives, behind an interface too.
func TestKeysByIdentity(t *testing.T) {
	for _, key := range []any{ptr(1), &point{}} {
		var refusal *TypeError
		if _, err := through(map[any]int{key: 1}); !errors.As(err, &refusal) {
			t.Errorf("%T: %v", key, err)
		}
	}
	at := time.Unix(5, 0).UTC()
	same(t, map[time.Time]int{at: 1})
	same(t, map[any]int{at: 1, [2]string{"a"}[0]: 2})
}

func second[T any](_ T, err error) error { return err }
