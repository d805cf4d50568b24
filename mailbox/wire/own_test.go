package wire

import (
	"errors"
	"fmt"
	"math/big"
	"net"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"
)

// address is like a ref: one pointer, shared by promise, with an encoding of its own.
type address struct{ to *string }

func (address) Immutable() {}

func (a address) EncodeMsgpack(e *msgpack.Encoder) error {
	if a.to == nil {
		return e.EncodeNil()
	}
	return e.EncodeString(*a.to)
}

func (a *address) DecodeMsgpack(d *msgpack.Decoder) error {
	code, err := d.PeekCode()
	if err != nil {
		return err
	}
	if code == 0xc0 {
		*a = address{}
		return d.DecodeNil()
	}
	s, err := d.DecodeString()
	*a = address{&s}
	return err
}

// TestRefs: a type like a ref is copied in a copied message, and written by itself in a marshaled one.
func TestRefs(t *testing.T) {
	type ask struct {
		N     int
		Reply address
	}
	if plan, err := Check[ask](); plan != Copied || err != nil {
		t.Errorf("%v, %v", plan, err)
	}
	type order struct {
		Lines []string
		Reply address
		Back  *address
		Many  map[string]address
	}
	same(t, order{Reply: address{ptr("a")}, Back: &address{}, Many: map[string]address{"x": {}, "y": {ptr("z")}}})
	same(t, order{})
	same(t, ask{1, address{ptr("a")}})
}

// wild does what it is told when it is encoded or decoded.
type wild struct{ how string }

var errWild = errors.New("wild")

func (w *wild) EncodeMsgpack(e *msgpack.Encoder) error {
	switch w.how {
	case "panics":
		panic(errWild)
	case "fails":
		return errWild
	case "nothing":
		return nil
	case "two":
		_ = e.EncodeInt(1)
	case "half":
		return e.EncodeArrayLen(2)
	case "extension":
		_ = e.EncodeExtHeader(5, 1)
		return e.EncodeNil()
	case "deep":
		for range 2 * defaultDepth {
			_ = e.EncodeArrayLen(1)
		}
	}
	return e.EncodeString(w.how)
}

func (w *wild) DecodeMsgpack(d *msgpack.Decoder) (err error) {
	if w.how, err = d.DecodeString(); err != nil {
		return err
	}
	switch w.how {
	case "panics later":
		panic("later")
	case "reads on":
		_, err = d.DecodeString()
	case "runtime panic":
		_ = []int{}[len(w.how)]
	}
	return err
}

// raw has the methods that take and give whole encodings.
type raw struct{ b []byte }

func (r raw) MarshalMsgpack() ([]byte, error) { return r.b, nil }
func (r *raw) UnmarshalMsgpack(b []byte) error {
	r.b = b
	return nil
}

// TestOwnMethodsMisbehave: what a type makes of itself must be one value, and its panics are errors.
func TestOwnMethodsMisbehave(t *testing.T) {
	for _, how := range []string{"panics", "fails", "nothing", "two", "half", "extension", "deep", "panics later", "reads on", "runtime panic"} {
		for where, send := range map[string]func() error{
			"alone":  func() error { return second(through(wild{how})) },
			"within": func() error { return second(through(map[string]*wild{"a": {how}})) },
			"bytes":  func() error { return second(viaBytes([]wild{{how}})) },
		} {
			err := send()
			if err == nil {
				t.Errorf("%s %s: no error", how, where)
			}
			if (how == "panics" || how == "fails") && !errors.Is(err, errWild) {
				t.Errorf("%s %s: %v does not wrap the cause", how, where, err)
			}
		}
	}
	same(t, wild{"fine"})
	for _, b := range [][]byte{nil, {0x91}, {1, 2}} {
		if err := second(Marshal(raw{b})); err == nil {
			t.Errorf("raw % x: no error", b)
		}
	}
	if got, err := viaBytes([]raw{{[]byte{0x91, 1}}, {[]byte{0xc0}}}); err != nil || string(got[0].b) != "\x91\x01" || string(got[1].b) != "\xc0" {
		t.Errorf("%v, %v", got, err)
	}
}

// TestOwnMethodsKeepWhatTheyRead: the bytes that a method is given are its own.
func TestOwnMethodsKeepWhatTheyRead(t *testing.T) {
	c, err := CodecOf[raw]()
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Encode(raw{[]byte{0x93, 1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	one, _ := c.Decode(p)
	two, _ := c.Decode(p)
	one.b[1] = 9
	if two.b[1] != 1 {
		t.Error("two values share their bytes")
	}
	if three, _ := c.Decode(p); three.b[1] != 1 {
		t.Error("a value shares the parcel's bytes")
	}
	p.Free()
}

// level is an enumeration written as text, as the keys and values of maps too.
type level int

func (l level) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "L%d", int(l)), nil }
func (l *level) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "L%d", (*int)(l))
	return err
}

// bag is a map with methods, whose nil is nil all the same.
type bag map[string]bool

func (b bag) MarshalBinary() ([]byte, error) {
	var all []string
	for k := range b {
		all = append(all, k)
	}
	return []byte(strings.Join(all, ",")), nil
}

func (b *bag) UnmarshalBinary(data []byte) error {
	*b = bag{}
	for k := range strings.SplitSeq(string(data), ",") {
		(*b)[k] = true
	}
	return nil
}

// TestOwnMethods: MessagePack's before binary before text, on values and pointers, in every position.
func TestOwnMethods(t *testing.T) {
	same(t, map[level][]level{1: {2, 3}, 4: nil})
	same(t, []bag{nil, {"x": true}})
	same(t, &bag{"x": true})
	same(t, []*big.Int{big.NewInt(5), nil, new(big.Int).Lsh(big.NewInt(-1), 200)})
	same(t, []net.IP{nil, net.IPv4(1, 2, 3, 4)})
	same(t, []*ownText{{"a"}, nil, {}})
	same(t, msgpack.RawMessage{0x91, 5})
	b, _ := Marshal(ownText{"x"})
	if string(b) != "\xa1x" {
		t.Errorf("text is % x", b)
	}
	if _, err := Unmarshal[level]([]byte("\xa2no"), Limits{}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a method's error: %v", err)
	}
	if _, err := Unmarshal[level]([]byte{5}, Limits{}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a number for a text: %v", err)
	}
}

type Wrapped struct {
	msgpack.RawMessage
	N []int
}

// TestLentMethods: methods that a struct has from an embedded field would write that field alone, and do not count.
func TestLentMethods(t *testing.T) {
	same(t, Wrapped{msgpack.RawMessage{5}, []int{1}})
	b, err := Marshal(Wrapped{nil, []int{1}})
	if want := "\x82\xaaRawMessage\xc0\xa1N\x91\x01"; err != nil || string(b) != want {
		t.Errorf("%q, %v", b, err)
	}
	var got map[string]any
	if err := msgpack.Unmarshal(b, &got); err != nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}
