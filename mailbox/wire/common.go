package wire

import "reflect"

// Forms of the types that messages are often made of, without a step of reflection for each element. The general forms of
// sequence.go and mapping.go write the same bytes.

var commonForms = map[reflect.Type]form{
	reflect.TypeFor[[]any]():             listForm{},
	reflect.TypeFor[map[string]any]():    objectForm{},
	reflect.TypeFor[map[string]string](): labelsForm{},
}

type listForm struct{}

func (listForm) encode(w *writer, v reflect.Value) error {
	if v.IsNil() {
		w.null()
		return nil
	}
	return w.list(*addressable(v).Addr().Interface().(*[]any))
}

func (listForm) decode(r *reader, v reflect.Value) error {
	h, null, err := r.orNil(classArray)
	if null || err != nil {
		return err
	}
	list, err := r.list(h.n)
	*v.Addr().Interface().(*[]any) = list
	return err
}

type objectForm struct{}

func (objectForm) encode(w *writer, v reflect.Value) error {
	if v.IsNil() {
		w.null()
		return nil
	}
	return w.object(v.Interface().(map[string]any))
}

func (objectForm) decode(r *reader, v reflect.Value) error {
	h, null, err := r.orNil(classMap)
	if null || err != nil {
		return err
	}
	object, err := r.object(h.n)
	*v.Addr().Interface().(*map[string]any) = object
	return err
}

type labelsForm struct{}

func (labelsForm) encode(w *writer, v reflect.Value) error {
	if v.IsNil() {
		w.null()
		return nil
	}
	labels := v.Interface().(map[string]string)
	if err := w.mapLen(len(labels)); err != nil {
		return err
	}
	if err := w.enter(); err != nil {
		return err
	}
	for k, e := range labels {
		if err := w.string(k); err != nil {
			return err
		}
		if err := w.string(e); err != nil {
			return err
		}
	}
	w.leave()
	return nil
}

func (labelsForm) decode(r *reader, v reflect.Value) error {
	h, null, err := r.orNil(classMap)
	if null || err != nil {
		return err
	}
	size := reflect.TypeFor[string]().Size()
	if err := r.chargeMap(h.n, size, size); err != nil {
		return err
	}
	if err := r.enter(); err != nil {
		return err
	}
	labels := make(map[string]string, h.n)
	for i := range h.n {
		k, err := r.string()
		if err != nil {
			return err
		}
		e, err := r.string()
		if err != nil {
			return err
		}
		labels[k] = e
		if len(labels) != i+1 {
			return errTwice
		}
	}
	r.leave()
	*v.Addr().Interface().(*map[string]string) = labels
	return nil
}
