package wire

import (
	"fmt"
	"reflect"
	"sync"
)

// A Codec isolates values of M on their way between components of this process. There is one for each type; any number of
// goroutines may use it at once.
//
// It is for bytes that this process wrote itself. What comes from outside goes through Unmarshal, which has limits.
type Codec[M any] struct {
	typ     reflect.Type
	plan    Plan
	form    form
	formErr error
	room    sync.Pool // of *M: reflection needs an address, and an allocation for each message would be a waste
}

var codecs sync.Map // reflect.Type of M → *Codec[M]

// CodecOf gives the codec of M, or the *TypeError that Check gives. Made once for a type; later calls cost one lookup.
func CodecOf[M any]() (*Codec[M], error) {
	t := reflect.TypeFor[M]()
	if c, ok := codecs.Load(t); ok {
		return c.(*Codec[M]), nil
	}
	plan, err := planOf(t)
	if err != nil {
		return nil, err
	}
	c := &Codec[M]{typ: t, plan: plan}
	c.form, c.formErr = formOf(t)
	kept, _ := codecs.LoadOrStore(t, c)
	return kept.(*Codec[M]), nil
}

// Plan is how values of M travel. For an interface type it is Marshaled: ask PlanOf for each value.
func (c *Codec[M]) Plan() Plan { return c.plan }

// Dynamic reports whether M is an interface type, so that each value travels by its own type.
func (c *Codec[M]) Dynamic() bool { return c.typ.Kind() == reflect.Interface }

// Encodable is nil when values of M can be encoded. That is more than a plan of Copied asks: a struct of numbers with an
// unexported field is copied whole, and cannot be encoded. Otherwise it is the *TypeError that Encode would give.
func (c *Codec[M]) Encodable() error { return c.formErr }

// PlanOf is how m travels: for an interface type M by the type of what m holds, otherwise as Plan says. A nil interface
// is Copied. The error is a *TypeError. It costs one lookup.
func (c *Codec[M]) PlanOf(m M) (Plan, error) {
	if !c.Dynamic() {
		return c.plan, nil
	}
	t := reflect.TypeOf(m)
	if t == nil {
		return Copied, nil
	}
	return planOf(t)
}

// Encode writes m into a pooled buffer; after it, changes to what m refers to are not seen by whoever decodes. The parcel
// is the caller's, to Free when it has been decoded for the last time. The value of an interface type M is written by its
// own type, which needs no name. Encode fails for a value that nests more than a thousand levels (ErrLimit), such as one
// that refers to itself, for a type behind an interface inside m without a registered name (*TypeError), and with the
// errors and panics of methods by which a type encodes itself.
func (c *Codec[M]) Encode(m M) (p *Parcel, err error) {
	defer contain("encoding", c.typ, &err)
	w := newWriter()
	var t reflect.Type
	if c.Dynamic() {
		t = reflect.TypeOf(m)
		err = w.value(t, reflect.ValueOf(m))
	} else {
		err = c.encode(w, m)
	}
	if err != nil {
		w.free()
		return nil, err
	}
	p = w.pack(t)
	w.free()
	return p, nil
}

// encode writes m by its static type.
func (c *Codec[M]) encode(w *writer, m M) error {
	if c.formErr != nil {
		return c.formErr
	}
	at := c.space()
	*at = m
	err := c.form.encode(w, reflect.ValueOf(at).Elem())
	c.release(at)
	return err
}

// value writes a value by its own type t, which is nil for a nil interface.
func (w *writer) value(t reflect.Type, v reflect.Value) error {
	if t == nil {
		w.null()
		return nil
	}
	f, err := formOf(t)
	if err != nil {
		return err
	}
	return f.encode(w, v)
}

// Decode makes a value that shares nothing with the parcel, nor with any other value decoded from it. It does not free
// the parcel. It fails where a type's own methods fail or panic.
func (c *Codec[M]) Decode(p *Parcel) (m M, err error) {
	defer contain("decoding", c.typ, &err)
	r := trusted(p.buf)
	defer r.free()
	if !c.Dynamic() {
		return c.decode(r)
	}
	if p.typ == nil {
		return m, nil
	}
	f, err := formOf(p.typ)
	if err != nil {
		return m, err
	}
	v := reflect.New(p.typ).Elem()
	if err := f.decode(r, v); err != nil {
		return m, describe("decoding", p.typ, err)
	}
	return v.Interface().(M), nil
}

// decode reads an M by its static type.
func (c *Codec[M]) decode(r *reader) (m M, err error) {
	if c.formErr != nil {
		return m, c.formErr
	}
	at := c.space()
	err = c.form.decode(r, reflect.ValueOf(at).Elem())
	if err == nil {
		m = *at
	}
	c.release(at)
	if err != nil {
		return m, describe("decoding", c.typ, err)
	}
	return m, nil
}

func (c *Codec[M]) space() *M {
	if at, ok := c.room.Get().(*M); ok {
		return at
	}
	return new(M)
}

func (c *Codec[M]) release(at *M) {
	var zero M
	*at = zero
	c.room.Put(at)
}

// describe says which type an error is about.
func describe(verb string, t reflect.Type, err error) error {
	return fmt.Errorf("%w (%s %v)", err, verb, t)
}

// contain turns a panic into an error: of a type's own methods, or of Go's runtime when a value is changed by another
// goroutine while it is being encoded.
func contain(verb string, t reflect.Type, err *error) {
	if p := recover(); p != nil {
		*err = &panicError{verb, t, p}
	}
}

// panicError is what became of a panic.
type panicError struct {
	verb  string
	typ   reflect.Type
	value any
}

func (e *panicError) Error() string {
	return fmt.Sprintf("wire: panic while %s %v: %v", e.verb, e.typ, e.value)
}

// Unwrap gives the error that was panicked with, when it was one.
func (e *panicError) Unwrap() error {
	err, _ := e.value.(error)
	return err
}
