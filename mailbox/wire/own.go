package wire

import (
	"encoding"
	"fmt"
	"reflect"

	"github.com/vmihailenco/msgpack/v5"
)

// Types with methods of their own. MessagePack's come before binary ones, and those before text.

type style uint8

const (
	styleMsgpack style = iota
	styleBinary
	styleText
)

var styleNames = [...]string{"MessagePack", "binary", "text"}

var styles = [...]struct{ out, in []reflect.Type }{
	styleMsgpack: {
		out: []reflect.Type{reflect.TypeFor[msgpack.CustomEncoder](), reflect.TypeFor[msgpack.Marshaler]()},
		in:  []reflect.Type{reflect.TypeFor[msgpack.CustomDecoder](), reflect.TypeFor[msgpack.Unmarshaler]()},
	},
	styleBinary: {
		out: []reflect.Type{reflect.TypeFor[encoding.BinaryMarshaler]()},
		in:  []reflect.Type{reflect.TypeFor[encoding.BinaryUnmarshaler]()},
	},
	styleText: {
		out: []reflect.Type{reflect.TypeFor[encoding.TextMarshaler]()},
		in:  []reflect.Type{reflect.TypeFor[encoding.TextUnmarshaler]()},
	},
}

// ownMethods gives the form of a type that has methods of its own in both directions. When it has those of one direction
// only, half says so. Methods that an embedded field lends to a struct would write that field and lose the others: they
// do not count, see declares.
func ownMethods(t reflect.Type) (own *ownForm, half string) {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return nil, ""
	}
	for s, methods := range styles {
		out, in := anyDeclared(t, methods.out), anyDeclared(t, methods.in)
		switch {
		case out && in:
			return &ownForm{t, style(s)}, ""
		case out:
			return nil, fmt.Sprintf("a method to encode itself as %s, and none to decode", styleNames[s])
		case in:
			return nil, fmt.Sprintf("a method to decode itself from %s, and none to encode", styleNames[s])
		}
	}
	return nil, ""
}

func anyDeclared(t reflect.Type, methods []reflect.Type) bool {
	for _, m := range methods {
		if declares(reflect.PointerTo(t), m) {
			return true
		}
	}
	return false
}

// ownForm leaves a value to its type's methods. What they write is checked to be one value; what they are given to read
// is that value and not a byte more, and theirs to keep. A nil map, slice, channel or function is nil, and they are not
// asked.
type ownForm struct {
	typ   reflect.Type
	style style
}

func (f *ownForm) encode(w *writer, v reflect.Value) error {
	if isNil(v) {
		w.null()
		return nil
	}
	p := addressable(v).Addr().Interface()
	switch f.style {
	case styleBinary:
		b, err := p.(encoding.BinaryMarshaler).MarshalBinary()
		if err != nil {
			return err
		}
		return w.bin(b)
	case styleText:
		b, err := p.(encoding.TextMarshaler).MarshalText()
		if err != nil {
			return err
		}
		return w.string(string(b))
	}
	start := len(w.buf)
	if err := w.own(p); err != nil {
		return err
	}
	r := trusted(w.buf)
	defer r.free()
	r.pos, r.depth, r.owned = start, w.depth, true
	if err := r.skip(); err != nil {
		return fmt.Errorf("wire: %v encodes itself badly: %w", f.typ, err)
	}
	if r.left() > 0 {
		return fmt.Errorf("wire: %v encodes itself as more than one value", f.typ)
	}
	return nil
}

func (f *ownForm) decode(r *reader, v reflect.Value) error {
	if isNil(v) && r.null() {
		return nil
	}
	p := v.Addr().Interface()
	if f.style == styleMsgpack {
		return r.own(p)
	}
	h, err := r.head()
	if err != nil {
		return err
	}
	if h.class != classBin && h.class != classStr {
		return corrupt("%v where the %s of %v should be", h.class, styleNames[f.style], f.typ)
	}
	b, err := r.bytes(h)
	if err != nil {
		return err
	}
	if f.style == styleBinary {
		err = p.(encoding.BinaryUnmarshaler).UnmarshalBinary(b)
	} else {
		err = p.(encoding.TextUnmarshaler).UnmarshalText(b)
	}
	return undecodable(f.typ, err)
}

// isNil reports whether v is of a kind that can be nil, and is.
func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Map, reflect.Slice, reflect.Chan, reflect.Func:
		return v.IsNil()
	}
	return false
}

func undecodable(t reflect.Type, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %v: %w", ErrCorrupt, t, err)
}
