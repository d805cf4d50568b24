package wire

import "reflect"

// A named value is an extension that holds a registered name and a value: what MessagePack has no way of its own for.

// named writes a value with the name of its type.
func (w *writer) named(v reflect.Value) error {
	t := v.Type()
	name := names.nameOf(t)
	if name == "" {
		at := trail{root: t}
		return at.refuse("call wire.Register for it, or, as with errors of other packages, send its text", "has no name, and stands behind an interface")
	}
	f, err := formOf(t)
	if err != nil {
		return err
	}
	if err := w.enter(); err != nil {
		return err
	}
	mark := w.openExt(extNamed)
	if err := w.string(name); err != nil {
		return err
	}
	if err := f.encode(w, v); err != nil {
		return err
	}
	w.leave()
	return w.closeExt(mark)
}

// wideInt is named for an int, which is too common to be looked up.
func (w *writer) wideInt(x int) error {
	mark := w.openExt(extNamed)
	w.buf = append(w.buf, intName...)
	w.int(int64(x))
	return w.closeExt(mark)
}

// intName is the name of int as it stands in the encoding.
const intName = "\xa3int"

// named reads a name and a value, which end together at end.
func (r *reader) named(end int) (any, error) {
	if rest := r.b[r.pos:end]; len(rest) > len(intName) && string(rest[:len(intName)]) == intName {
		r.pos += len(intName)
		return r.wideInt(end)
	}
	h, err := r.expect(classStr)
	if err != nil {
		return nil, err
	}
	name, err := r.take(h.n)
	if err != nil {
		return nil, err
	}
	t := names.typeOf(name)
	if t == nil || t == anyType {
		return nil, corrupt("no type is registered as %q", name[:min(len(name), maxName)])
	}
	f, err := formOf(t)
	if err != nil {
		return nil, err
	}
	if err := r.chargeAll(2, t.Size()); err != nil { // the value, and its box
		return nil, err
	}
	if err := r.enter(); err != nil {
		return nil, err
	}
	v := reflect.New(t).Elem()
	if err := f.decode(r, v); err != nil {
		return nil, err
	}
	r.leave()
	return v.Interface(), r.at(end)
}

func (r *reader) wideInt(end int) (any, error) {
	h, err := r.head()
	if err != nil {
		return nil, err
	}
	x := int64(h.bits)
	if (h.class != classInt && h.class != classUint) || h.class == classUint && x < 0 || x != int64(int(x)) {
		return nil, corrupt("%v that is no int", h.class)
	}
	return int(x), r.at(end)
}

// at checks that a named value ended where its extension does.
func (r *reader) at(end int) error {
	if r.pos != end {
		return corrupt("named value of the wrong length")
	}
	return nil
}
