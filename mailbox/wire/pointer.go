package wire

import "reflect"

func (c *compiler) pointer(t reflect.Type) (form, error) {
	elem, err := c.form(t.Elem())
	if err != nil {
		return nil, err
	}
	if mayBeNil(t.Elem()) {
		return wrappedForm{pointerForm{t.Elem(), elem}}, nil
	}
	return pointerForm{t.Elem(), elem}, nil
}

// pointerForm is nil, or what the pointer points to.
type pointerForm struct {
	typ  reflect.Type
	elem form
}

func (f pointerForm) encode(w *writer, v reflect.Value) error {
	if v.IsNil() {
		w.null()
		return nil
	}
	return f.elem.encode(w, v.Elem())
}

func (f pointerForm) decode(r *reader, v reflect.Value) error {
	if r.null() {
		return nil
	}
	return f.fill(r, v)
}

// fill points v to a new value that is next.
func (f pointerForm) fill(r *reader, v reflect.Value) error {
	if err := r.charge(f.typ.Size()); err != nil {
		return err
	}
	p := reflect.New(f.typ)
	v.Set(p)
	return f.elem.decode(r, p.Elem())
}

// wrappedForm is nil, or an array of what the pointer points to: that may itself be nil, and a pointer to nil is not a
// nil pointer.
type wrappedForm struct{ pointerForm }

func (f wrappedForm) encode(w *writer, v reflect.Value) error {
	if v.IsNil() {
		w.null()
		return nil
	}
	if err := w.arrayLen(1); err != nil {
		return err
	}
	if err := w.enter(); err != nil {
		return err
	}
	if err := f.pointerForm.encode(w, v); err != nil {
		return err
	}
	w.leave()
	return nil
}

func (f wrappedForm) decode(r *reader, v reflect.Value) error {
	h, null, err := r.orNil(classArray)
	if null || err != nil {
		return err
	}
	if h.n != 1 {
		return corrupt("%d elements for %v", h.n, v.Type())
	}
	if err := r.enter(); err != nil {
		return err
	}
	if err := f.fill(r, v); err != nil {
		return err
	}
	r.leave()
	return nil
}
