package wire_test

import (
	"errors"
	"fmt"

	"github.com/murmur-go/murmur/mailbox/wire"
)

type Order struct {
	ID    int
	Lines []string
}

func Example() {
	b, err := wire.Marshal(Order{1, []string{"tea"}})
	if err != nil {
		panic(err)
	}
	o, err := wire.Unmarshal[Order](b, wire.Limits{})
	fmt.Println(o, err)
	// Output: {1 [tea]} <nil>
}

// Tick is copied whole, unexported field and all.
type Tick struct{ n int }

func (t Tick) Next() Tick { return Tick{t.n + 1} }

// Basket has to be marshaled, and would lose its notes.
type Basket struct {
	Orders []Order
	notes  map[int]string
}

func (b Basket) Note(order int) string { return b.notes[order] }

// How a type travels is seen before any value is sent.
func ExampleCheck() {
	fmt.Println(wire.Check[Tick]())
	fmt.Println(wire.Check[Order]())

	_, err := wire.Check[Basket]()
	var refusal *wire.TypeError
	if errors.As(err, &refusal) {
		fmt.Println(refusal.Path)
		fmt.Println(refusal.Cure)
	}
	// Output:
	// copied <nil>
	// marshaled <nil>
	// Basket.notes
	// export the field, tag it `msgpack:"-"`, or give the struct MessagePack, binary or text methods in both directions
}

// Config is never changed once made, so that one may serve all.
type Config struct{ settings map[string]string }

func (*Config) Immutable() {}

func (c *Config) Setting(name string) string { return c.settings[name] }

func ExampleImmutable() {
	fmt.Println(wire.Check[*Config]())
	// Output: copied <nil>
}

type Shape interface{ Area() float64 }

type Square struct{ Side float64 }

func (s Square) Area() float64 { return s.Side * s.Side }

func init() { wire.Register[Square]("shapes.Square") }

// What stands behind an interface arrives as the type that it was.
func ExampleRegister() {
	b, err := wire.Marshal([]Shape{Square{2}, &Square{3}})
	if err != nil {
		panic(err)
	}
	shapes, err := wire.Unmarshal[[]Shape](b, wire.Limits{})
	for _, s := range shapes {
		fmt.Printf("%T %v\n", s, s.Area())
	}
	fmt.Println(err)
	// Output:
	// wire_test.Square 4
	// *wire_test.Square 9
	// <nil>
}

// Bytes from outside give a value or an error, at a bounded cost.
func ExampleUnmarshal() {
	announced := []byte{0xdd, 0xff, 0xff, 0xff, 0xff} // an array of four billion elements
	_, err := wire.Unmarshal[[]int](announced, wire.Limits{MaxBytes: 1 << 10})
	fmt.Println(errors.Is(err, wire.ErrCorrupt))
	// Output: true
}

// A codec takes a value from one component to another within the process.
func ExampleCodec() {
	c, err := wire.CodecOf[Order]()
	if err != nil {
		panic(err)
	}
	sent := Order{1, []string{"tea"}}
	p, err := c.Encode(sent)
	if err != nil {
		panic(err)
	}
	sent.Lines[0] = "coffee" // too late to be seen
	received, err := c.Decode(p)
	p.Free()
	fmt.Println(received, err)
	// Output: {1 [tea]} <nil>
}
