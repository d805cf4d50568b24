package wire

import (
	"reflect"
	"sync"
)

// A form is how values of one type are written and read. It is made once for a type, and holds no state of a message:
// any number of goroutines use it at once.
type form interface {
	// encode appends v. It does not change v, which may be without an address.
	encode(w *writer, v reflect.Value) error
	// decode sets v, which has an address and is zero. What it sets shares nothing with the reader's bytes.
	decode(r *reader, v reflect.Value) error
}

// made is what is remembered of a type: its form, or why it has none.
type made struct {
	form form
	err  error
}

var forms sync.Map // reflect.Type → made

// formOf gives the form of t, or the *TypeError that refuses it.
func formOf(t reflect.Type) (form, error) {
	if m, ok := forms.Load(t); ok {
		return m.(made).form, m.(made).err
	}
	c := compiler{trail: trail{root: t}, latches: make(map[reflect.Type]*latch)}
	f, err := c.form(t)
	if err == nil {
		// Parts are remembered only with a whole that works: the error of a part names the path from this root.
		for part, l := range c.latches {
			forms.LoadOrStore(part, made{form: l.form})
		}
	}
	forms.LoadOrStore(t, made{form: f, err: err})
	return f, err
}

// latch stands for the form of a type that contains itself, until that form is made.
type latch struct{ form }

// compiler makes the form of a type and of all its parts.
type compiler struct {
	trail
	latches map[reflect.Type]*latch
}

// at makes the form of a part, one step down the trail.
func (c *compiler) at(step string, t reflect.Type) (form, error) {
	c.push(step)
	f, err := c.form(t)
	c.pop()
	return f, err
}

func (c *compiler) form(t reflect.Type) (form, error) {
	if l, ok := c.latches[t]; ok {
		if l.form != nil {
			return l.form, nil
		}
		return l, nil
	}
	l := new(latch)
	c.latches[t] = l
	f, err := c.make(t)
	l.form = f
	return f, err
}

func (c *compiler) make(t reflect.Type) (form, error) {
	if t == timeType {
		return timeForm{}, nil
	}
	if f, ok := commonForms[t]; ok {
		return f, nil
	}
	own, half := ownMethods(t)
	switch {
	case half != "":
		return nil, c.refuse(cureHalf, "(%v) has %s", t, half)
	case own != nil:
		return own, nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return boolForm{}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return intForm{}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return uintForm{}, nil
	case reflect.Float32:
		return float32Form{}, nil
	case reflect.Float64:
		return float64Form{}, nil
	case reflect.Complex64, reflect.Complex128:
		return complexForm{}, nil
	case reflect.String:
		return stringForm{}, nil
	case reflect.Slice:
		return c.slice(t)
	case reflect.Array:
		return c.array(t)
	case reflect.Map:
		return c.mapping(t)
	case reflect.Pointer:
		return c.pointer(t)
	case reflect.Interface:
		return dynamicForm{}, nil
	case reflect.Struct:
		return c.structure(t)
	}
	return nil, c.refuse(cureShared, "(%v) is shared, and means nothing elsewhere", t)
}

// mayBeNil reports whether a value of t may be nil in its encoding, so that a pointer to it needs a way to say that it
// is not nil itself.
func mayBeNil(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Chan, reflect.Func:
		return true
	}
	own, _ := ownMethods(t)
	return own != nil && own.style == styleMsgpack
}
