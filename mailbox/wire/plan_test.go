package wire

import (
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"
)

type frozen struct{ m map[string]int }

func (frozen) Immutable() {}

type frozenPtr struct{ m map[string]int }

func (*frozenPtr) Immutable() {}

type frozenList []int

func (frozenList) Immutable() {}

type frozenFace interface {
	Immutable()
	Other()
}

type borrowed struct {
	frozen
	Lines []string
}

type hidden struct {
	n int
	_ string
}

// checked is Check, and what it is expected to say.
type checked struct {
	name  string
	check func() (Plan, error)
	want  Plan
	path  string // of the refusal, if any
}

func checkOf[M any](want Plan) checked {
	return checked{reflect.TypeFor[M]().String(), Check[M], want, ""}
}

func refusalOf[M any](path string) checked {
	return checked{reflect.TypeFor[M]().String(), Check[M], Marshaled, path}
}

// TestPlans: copied is what an assignment isolates.
func TestPlans(t *testing.T) {
	for _, c := range []checked{
		checkOf[bool](Copied), checkOf[int](Copied), checkOf[uintptr](Copied), checkOf[complex64](Copied), checkOf[string](Copied),
		checkOf[time.Time](Copied), checkOf[time.Duration](Copied), checkOf[[3]string](Copied), checkOf[struct{}](Copied),
		checkOf[hidden](Copied), checkOf[[2]hidden](Copied), checkOf[struct{ H hidden }](Copied), checkOf[[0]chan int](Copied),
		checkOf[frozen](Copied), checkOf[*frozen](Copied), checkOf[*frozenPtr](Copied), checkOf[frozenList](Copied),
		checkOf[struct{ F frozen }](Copied), checkOf[struct{ f *frozenPtr }](Copied), checkOf[struct{ f frozenList }](Copied),
		checkOf[struct{ f frozenFace }](Copied), checkOf[[2]frozen](Copied),
		checkOf[[]int](Marshaled), checkOf[map[string]int](Marshaled), checkOf[*int](Marshaled), checkOf[any](Marshaled),
		checkOf[error](Marshaled), checkOf[frozenFace](Marshaled), checkOf[everything](Marshaled), checkOf[list](Marshaled),
		checkOf[struct{ E error }](Marshaled), checkOf[own](Marshaled), checkOf[[]ownText](Marshaled),
		refusalOf[struct{ F *frozen }]("struct.F.m"), // a *frozen can be written through
		refusalOf[borrowed]("borrowed.frozen.m"),     // the promise is frozen's, and Lines are shared
		refusalOf[*borrowed]("borrowed.frozen.m"),
	} {
		for range 2 { // the second answer is remembered
			plan, err := c.check()
			var refusal *TypeError
			switch {
			case plan != c.want:
				t.Errorf("%s: %v, want %v", c.name, plan, c.want)
			case c.path == "" && err != nil:
				t.Errorf("%s: %v", c.name, err)
			case c.path != "" && (!errors.As(err, &refusal) || refusal.Path != c.path):
				t.Errorf("%s: %v, want a refusal of %s", c.name, err, c.path)
			}
		}
	}
}

type halfEncoder struct{ A []int }

func (halfEncoder) MarshalText() ([]byte, error) { return nil, nil }

type halfDecoder struct{ A []int }

func (*halfDecoder) UnmarshalBinary([]byte) error { return nil }

type Basket struct {
	Lines []Line
	Owner *Owner
}

type Line struct {
	Item string
	note string
}

type Owner struct {
	Done chan bool
}

type locked struct {
	mu sync.Mutex
	M  []int
}

func (l *locked) add(n int) {
	l.mu.Lock()
	l.M = append(l.M, n)
	l.mu.Unlock()
}

// TestSilentLoss: what would be lost or shared is refused, with the path of the field and a cure.
func TestSilentLoss(t *testing.T) {
	type deep struct {
		M map[string][]*struct{ F func() }
	}
	type keyed struct{ M map[struct{ P *int }]int }
	type twice struct {
		A int   `msgpack:"x"`
		B []int `msgpack:"x"`
	}
	type aliased struct {
		A int `msgpack:"x,alias:B"`
		B []int
	}
	type inlined struct {
		M map[string]int `msgpack:",inline"`
	}
	for _, c := range []checked{
		refusalOf[chan int]("chan int"), refusalOf[func()]("func()"), refusalOf[unsafe.Pointer]("Pointer"),
		refusalOf[Basket]("Basket.Lines[].note"), refusalOf[*Owner]("Owner.Done"), refusalOf[[]Line]("[]wire.Line[].note"),
		refusalOf[deep]("deep.M[][].F"), refusalOf[keyed]("keyed.M[key]"), refusalOf[map[*int]int]("map[*int]int[key]"),
		refusalOf[map[chan int]int]("map[chan int]int[key]"),
		refusalOf[twice]("twice.B"), refusalOf[aliased]("aliased.B"), refusalOf[inlined]("inlined.M"), refusalOf[locked]("locked.mu"),
		refusalOf[halfEncoder]("halfEncoder"), refusalOf[[]halfDecoder]("[]wire.halfDecoder[]"),
		refusalOf[struct{ a []int }]("struct.a"), refusalOf[struct{ S []hidden }]("struct.S[].n"),
	} {
		_, err := c.check()
		var refusal *TypeError
		if !errors.As(err, &refusal) {
			t.Errorf("%s: %v, want a *TypeError", c.name, err)
			continue
		}
		if refusal.Path != c.path {
			t.Errorf("%s: path %s, want %s", c.name, refusal.Path, c.path)
		}
		for _, part := range []string{"wire: ", refusal.Type.String(), refusal.Path, refusal.Cure} {
			if part == "" || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: the text lacks %q: %v", c.name, part, err)
			}
		}
	}
}

// TestMarshalRefusesWhatCopyingKeeps: a type that is copied whole may still lose something as bytes.
func TestMarshalRefusesWhatCopyingKeeps(t *testing.T) {
	var refusal *TypeError
	if _, err := Marshal(hidden{n: 1}); !errors.As(err, &refusal) || refusal.Path != "hidden.n" {
		t.Errorf("Marshal: %v", err)
	}
	if _, err := Unmarshal[hidden]([]byte{0x80}, Limits{}); !errors.As(err, &refusal) {
		t.Errorf("Unmarshal: %v", err)
	}
	c, err := CodecOf[hidden]()
	if err != nil || c.Plan() != Copied {
		t.Fatalf("%v", err)
	}
	if !errors.As(c.Encodable(), &refusal) {
		t.Errorf("Encodable: %v", c.Encodable())
	}
	if _, err := c.Encode(hidden{}); !errors.As(err, &refusal) {
		t.Errorf("Encode: %v", err)
	}
	if _, err := Marshal(frozen{m: map[string]int{}}); !errors.As(err, &refusal) {
		t.Errorf("Marshal of an Immutable type with unexported fields: %v", err)
	}
}

// TestDynamicPlans: a value of an interface type travels by its own type.
func TestDynamicPlans(t *testing.T) {
	c, err := CodecOf[any]()
	if err != nil || !c.Dynamic() || c.Plan() != Marshaled {
		t.Fatalf("%v", err)
	}
	type unnamed struct{ L []int } // not registered: not needed within a process
	for _, v := range []struct {
		value any
		want  Plan
	}{
		{nil, Copied}, {1, Copied}, {"s", Copied}, {hidden{}, Copied}, {frozen{}, Copied}, {&frozenPtr{m: map[string]int{}}, Copied},
		{[]int{1}, Marshaled}, {unnamed{[]int{1}}, Marshaled}, {&unnamed{[]int{1}}, Marshaled}, {ptr(1), Marshaled},
	} {
		if plan, err := c.PlanOf(v.value); plan != v.want || err != nil {
			t.Errorf("%T: %v, %v", v.value, plan, err)
		}
		if v.want == Marshaled || v.value == nil {
			if got, err := through(v.value); err != nil || !reflect.DeepEqual(got, v.value) {
				t.Errorf("%#v came back as %#v, %v", v.value, got, err)
			}
		}
	}
	var refusal *TypeError
	if _, err := c.PlanOf(Basket{Lines: []Line{{note: "lost"}}}); !errors.As(err, &refusal) {
		t.Errorf("Basket: %v", err)
	}
	l := new(locked)
	l.add(1)
	if _, err := c.Encode(l); !errors.As(err, &refusal) {
		t.Errorf("locked: %v", err)
	}
	if _, err := c.Encode(&Basket{}); !errors.As(err, &refusal) {
		t.Errorf("Basket: %v", err)
	}
	if s := Copied.String() + Marshaled.String() + Plan(7).String(); s != "copiedmarshaledPlan(7)" {
		t.Error(s)
	}
}
