package wire

import (
	"errors"
	"reflect"
	"sync"
)

var (
	errChanged = errors.New("wire: a map was changed while it was being encoded")
	errTwice   = corrupt("a key comes twice in a map")
)

func (c *compiler) mapping(t reflect.Type) (form, error) {
	if part := identity(t.Key()); part != nil {
		c.push("[key]")
		defer c.pop()
		return nil, c.refuse(cureIdentity, "(%v) is told apart by the identity of a %v", t.Key(), part)
	}
	key, err := c.at("[key]", t.Key())
	if err != nil {
		return nil, err
	}
	elem, err := c.at("[]", t.Elem())
	if err != nil {
		return nil, err
	}
	return &mapForm{typ: t, key: key, elem: elem}, nil
}

// identity finds what of a key is compared by identity and not by value, which no encoding keeps.
func identity(t reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		return t
	case reflect.Array:
		return identity(t.Elem())
	case reflect.Struct:
		if !plain(t) {
			return nil // its own methods, or a time: what they write is its value
		}
		for i := range t.NumField() {
			if part := identity(t.Field(i).Type); part != nil {
				return part
			}
		}
	}
	return nil
}

type mapForm struct {
	typ       reflect.Type
	key, elem form
	scratch   sync.Pool // of *entry
}

// entry is room for one key and one element on their way in or out of a map.
type entry struct {
	key, elem reflect.Value
	iter      reflect.MapIter
}

func (f *mapForm) entry() *entry {
	if e, ok := f.scratch.Get().(*entry); ok {
		return e
	}
	return &entry{key: reflect.New(f.typ.Key()).Elem(), elem: reflect.New(f.typ.Elem()).Elem()}
}

// free gives an entry back, holding on to nothing.
func (f *mapForm) free(e *entry) {
	e.clear()
	e.iter.Reset(reflect.Value{})
	f.scratch.Put(e)
}

func (e *entry) clear() {
	e.key.SetZero()
	e.elem.SetZero()
}

func (f *mapForm) encode(w *writer, v reflect.Value) error {
	if v.IsNil() {
		w.null()
		return nil
	}
	n := v.Len()
	if err := w.mapLen(n); err != nil {
		return err
	}
	if err := w.enter(); err != nil {
		return err
	}
	e := f.entry()
	e.iter.Reset(v)
	for e.iter.Next() {
		n--
		e.key.SetIterKey(&e.iter)
		e.elem.SetIterValue(&e.iter)
		if err := f.encodeKey(w, e.key); err != nil {
			return err
		}
		if err := f.elem.encode(w, e.elem); err != nil {
			return err
		}
	}
	if n != 0 {
		return errChanged
	}
	f.free(e)
	w.leave()
	return nil
}

// encodeKey refuses, behind an interface, what mapping refuses by type.
func (f *mapForm) encodeKey(w *writer, key reflect.Value) error {
	if key.Kind() == reflect.Interface && !key.IsNil() {
		if t := key.Elem().Type(); identity(t) != nil {
			at := trail{root: f.typ, steps: []string{"[key]"}}
			return at.refuse(cureIdentity, "(%v) is told apart by identity", t)
		}
	}
	return f.key.encode(w, key)
}

func (f *mapForm) decode(r *reader, v reflect.Value) error {
	h, null, err := r.orNil(classMap)
	if null || err != nil {
		return err
	}
	if err := r.chargeMap(h.n, f.typ.Key().Size(), f.typ.Elem().Size()); err != nil {
		return err
	}
	if err := r.enter(); err != nil {
		return err
	}
	m := reflect.MakeMapWithSize(f.typ, h.n)
	v.Set(m)
	if h.n == 0 {
		r.leave()
		return nil
	}
	e := f.entry()
	for i := range h.n {
		if err := f.key.decode(r, e.key); err != nil {
			return err
		}
		if !e.key.Comparable() {
			return corrupt("a key of %v that cannot be compared", f.typ)
		}
		if err := f.elem.decode(r, e.elem); err != nil {
			return err
		}
		m.SetMapIndex(e.key, e.elem)
		if m.Len() != i+1 {
			return errTwice
		}
		e.clear()
	}
	f.free(e)
	r.leave()
	return nil
}
