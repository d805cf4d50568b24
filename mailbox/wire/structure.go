package wire

import "reflect"

func (c *compiler) structure(t reflect.Type) (form, error) {
	fs, err := c.fields(t)
	if err != nil {
		return nil, err
	}
	if fs.asArray {
		return &tupleForm{fs.list}, nil
	}
	f := &structForm{list: fs.list, names: fs.names}
	for _, field := range f.list {
		f.omits = f.omits || field.omitEmpty
	}
	return f, nil
}

// in gives the field in the struct v.
func (f *field) in(v reflect.Value) reflect.Value {
	for _, i := range f.index {
		v = v.Field(i)
	}
	return v
}

// structForm is a map by field name. A field that is missing keeps its zero value and one that is not known is passed
// over, so that a message type may grow.
type structForm struct {
	list  []field
	names map[string]int
	omits bool
}

func (f *structForm) encode(w *writer, v reflect.Value) error {
	n := len(f.list)
	if f.omits {
		for i := range f.list {
			if f.list[i].omitted(v) {
				n--
			}
		}
	}
	if err := w.mapLen(n); err != nil {
		return err
	}
	if err := w.enter(); err != nil {
		return err
	}
	for i := range f.list {
		field := &f.list[i]
		if field.omitted(v) {
			continue
		}
		w.buf = append(w.buf, field.head...)
		if err := field.form.encode(w, field.in(v)); err != nil {
			return err
		}
	}
	w.leave()
	return nil
}

// omitted takes omitempty for the zero value alone, which is what a missing field is decoded to: an empty slice is not
// nil, and stays.
func (f *field) omitted(v reflect.Value) bool {
	return f.omitEmpty && f.in(v).IsZero()
}

func (f *structForm) decode(r *reader, v reflect.Value) error {
	h, err := r.expect(classMap)
	if err != nil {
		return err
	}
	if err := r.enter(); err != nil {
		return err
	}
	seen, err := r.set(len(f.list))
	if err != nil {
		return err
	}
	next := 0 // fields mostly come in order
	for range h.n {
		i, err := f.find(r, next)
		if err != nil {
			return err
		}
		if i < 0 {
			if err := r.skip(); err != nil {
				return err
			}
			continue
		}
		if !seen.add(i) {
			return corrupt("field %s twice in %v", f.list[i].name, v.Type())
		}
		if err := f.list[i].form.decode(r, f.list[i].in(v)); err != nil {
			return err
		}
		next = i + 1
	}
	r.leave()
	return nil
}

// find reads a field's name and gives its position, or -1 for a name that is not known.
func (f *structForm) find(r *reader, next int) (int, error) {
	if next < len(f.list) {
		head := f.list[next].head
		if r.left() >= len(head) && string(r.b[r.pos:r.pos+len(head)]) == string(head) {
			r.pos += len(head)
			return next, nil
		}
	}
	h, err := r.expect(classStr)
	if err != nil {
		return 0, err
	}
	name, err := r.take(h.n)
	if err != nil {
		return 0, err
	}
	if i, ok := f.names[string(name)]; ok {
		return i, nil
	}
	return -1, nil
}

// set is a set of small numbers.
type set struct {
	low  uint64
	high []uint64
}

// set makes room for the numbers below n, without allocating for the first 64.
func (r *reader) set(n int) (set, error) {
	if n <= 64 {
		return set{}, nil
	}
	more := (n - 1) / 64
	if err := r.chargeAll(more, 8); err != nil {
		return set{}, err
	}
	return set{high: make([]uint64, more)}, nil
}

// add reports whether i is new.
func (s *set) add(i int) bool {
	word := &s.low
	if i >= 64 {
		word = &s.high[i/64-1]
	}
	bit := uint64(1) << (i % 64)
	fresh := *word&bit == 0
	*word |= bit
	return fresh
}

// tupleForm is a struct tagged as_array: its fields in order, without names.
type tupleForm struct{ list []field }

func (f *tupleForm) encode(w *writer, v reflect.Value) error {
	if err := w.arrayLen(len(f.list)); err != nil {
		return err
	}
	if err := w.enter(); err != nil {
		return err
	}
	for i := range f.list {
		if err := f.list[i].form.encode(w, f.list[i].in(v)); err != nil {
			return err
		}
	}
	w.leave()
	return nil
}

func (f *tupleForm) decode(r *reader, v reflect.Value) error {
	h, err := r.expect(classArray)
	if err != nil {
		return err
	}
	if h.n != len(f.list) {
		return corrupt("%d values for the %d fields of %v", h.n, len(f.list), v.Type())
	}
	if err := r.enter(); err != nil {
		return err
	}
	for i := range f.list {
		if err := f.list[i].form.decode(r, f.list[i].in(v)); err != nil {
			return err
		}
	}
	r.leave()
	return nil
}
