package wire

import "reflect"

// Slices and arrays. Those of bytes travel as bytes, whatever their types are called; nil and empty stay apart.

func (c *compiler) slice(t reflect.Type) (form, error) {
	elem, err := c.at("[]", t.Elem())
	if err != nil {
		return nil, err
	}
	if isByte(t.Elem()) {
		return bytesForm{}, nil
	}
	return sliceForm{elem, t.Elem().Size(), reflect.MakeSlice(t, 0, 0)}, nil
}

func (c *compiler) array(t reflect.Type) (form, error) {
	if t.Len() == 0 {
		return arrayForm{}, nil // of anything: there is none of it
	}
	elem, err := c.at("[]", t.Elem())
	if err != nil {
		return nil, err
	}
	if isByte(t.Elem()) {
		return byteArrayForm{}, nil
	}
	return arrayForm{elem}, nil
}

// isByte reports whether t is a byte and nothing more: one with methods of its own is written by them.
func isByte(t reflect.Type) bool {
	own, _ := ownMethods(t)
	return t.Kind() == reflect.Uint8 && own == nil
}

type bytesForm struct{}

func (bytesForm) encode(w *writer, v reflect.Value) error {
	if v.IsNil() {
		w.null()
		return nil
	}
	return w.bin(v.Bytes())
}

func (bytesForm) decode(r *reader, v reflect.Value) error {
	h, null, err := r.orNil(classBin)
	if null || err != nil {
		return err
	}
	b, err := r.bytes(h)
	if err != nil {
		return err
	}
	v.SetBytes(b)
	return nil
}

type byteArrayForm struct{}

func (byteArrayForm) encode(w *writer, v reflect.Value) error {
	return w.bin(addressable(v).Bytes())
}

func (byteArrayForm) decode(r *reader, v reflect.Value) error {
	h, err := r.expect(classBin)
	if err != nil {
		return err
	}
	if h.n != v.Len() {
		return corrupt("%d bytes for %v", h.n, v.Type())
	}
	b, err := r.take(h.n)
	copy(v.Bytes(), b)
	return err
}

type sliceForm struct {
	elem  form
	size  uintptr
	empty reflect.Value // shared: there is nothing in it to write to
}

func (f sliceForm) encode(w *writer, v reflect.Value) error {
	if v.IsNil() {
		w.null()
		return nil
	}
	return encodeElements(w, f.elem, v)
}

func (f sliceForm) decode(r *reader, v reflect.Value) error {
	h, null, err := r.orNil(classArray)
	if null || err != nil {
		return err
	}
	if h.n == 0 {
		v.Set(f.empty)
		return nil
	}
	if err := r.chargeAll(h.n, f.size); err != nil {
		return err
	}
	v.Grow(h.n)
	v.SetLen(h.n)
	return decodeElements(r, f.elem, v)
}

type arrayForm struct{ elem form }

func (f arrayForm) encode(w *writer, v reflect.Value) error {
	return encodeElements(w, f.elem, v)
}

func (f arrayForm) decode(r *reader, v reflect.Value) error {
	h, err := r.expect(classArray)
	if err != nil {
		return err
	}
	if h.n != v.Len() {
		return corrupt("%d elements for %v", h.n, v.Type())
	}
	return decodeElements(r, f.elem, v)
}

func encodeElements(w *writer, elem form, v reflect.Value) error {
	n := v.Len()
	if err := w.arrayLen(n); err != nil {
		return err
	}
	if err := w.enter(); err != nil {
		return err
	}
	for i := range n {
		if err := elem.encode(w, v.Index(i)); err != nil {
			return err
		}
	}
	w.leave()
	return nil
}

func decodeElements(r *reader, elem form, v reflect.Value) error {
	if err := r.enter(); err != nil {
		return err
	}
	for i := range v.Len() {
		if err := elem.decode(r, v.Index(i)); err != nil {
			return err
		}
	}
	r.leave()
	return nil
}
