package wire

import (
	"math"
	"reflect"
)

// The forms of what holds no other value. A number is read in any width that the bytes have it in, and must then fit
// its type exactly.

type boolForm struct{}

func (boolForm) encode(w *writer, v reflect.Value) error {
	w.bool(v.Bool())
	return nil
}

func (boolForm) decode(r *reader, v reflect.Value) error {
	h, err := r.expect(classBool)
	if err != nil {
		return err
	}
	v.SetBool(h.bits != 0)
	return nil
}

type intForm struct{}

func (intForm) encode(w *writer, v reflect.Value) error {
	w.int(v.Int())
	return nil
}

func (intForm) decode(r *reader, v reflect.Value) error {
	if c, ok := r.small(); ok {
		v.SetInt(int64(c))
		return nil
	}
	h, err := r.head()
	if err != nil {
		return err
	}
	x := int64(h.bits)
	switch {
	case h.class != classInt && h.class != classUint:
		return corrupt("%v where %v should be", h.class, v.Type())
	case h.class == classUint && h.bits > math.MaxInt64:
		return corrupt("%d does not fit %v", h.bits, v.Type())
	case v.OverflowInt(x):
		return corrupt("%d does not fit %v", x, v.Type())
	}
	v.SetInt(x)
	return nil
}

type uintForm struct{}

func (uintForm) encode(w *writer, v reflect.Value) error {
	w.uint(v.Uint())
	return nil
}

func (uintForm) decode(r *reader, v reflect.Value) error {
	h, err := r.head()
	if err != nil {
		return err
	}
	switch {
	case h.class == classInt:
		return corrupt("%d does not fit %v", int64(h.bits), v.Type())
	case h.class != classUint:
		return corrupt("%v where %v should be", h.class, v.Type())
	case v.OverflowUint(h.bits):
		return corrupt("%d does not fit %v", h.bits, v.Type())
	}
	v.SetUint(h.bits)
	return nil
}

type float32Form struct{}

func (float32Form) encode(w *writer, v reflect.Value) error {
	w.float32(float32(v.Float()))
	return nil
}

func (float32Form) decode(r *reader, v reflect.Value) error {
	x, err := r.float()
	if err != nil {
		return err
	}
	if y := float64(float32(x)); y != x && !math.IsNaN(x) {
		return corrupt("%v does not fit %v", x, v.Type())
	}
	v.SetFloat(x)
	return nil
}

type float64Form struct{}

func (float64Form) encode(w *writer, v reflect.Value) error {
	w.float64(v.Float())
	return nil
}

func (float64Form) decode(r *reader, v reflect.Value) error {
	x, err := r.float()
	if err != nil {
		return err
	}
	v.SetFloat(x)
	return nil
}

// float reads a number that a float64 holds exactly. Other languages write whole numbers as integers.
func (r *reader) float() (float64, error) {
	h, err := r.head()
	if err != nil {
		return 0, err
	}
	switch h.class {
	case classFloat32:
		return float64(math.Float32frombits(uint32(h.bits))), nil
	case classFloat64:
		return math.Float64frombits(h.bits), nil
	case classUint:
		if h.bits <= 1<<53 {
			return float64(h.bits), nil
		}
	case classInt:
		if int64(h.bits) >= -1<<53 {
			return float64(int64(h.bits)), nil
		}
	}
	return 0, corrupt("%v where a floating-point number should be", h.class)
}

// complexForm is an array of the real and the imaginary part: MessagePack has no complex numbers.
type complexForm struct{}

func (complexForm) encode(w *writer, v reflect.Value) error {
	c := v.Complex()
	if err := w.arrayLen(2); err != nil {
		return err
	}
	if v.Kind() == reflect.Complex64 {
		w.float32(float32(real(c)))
		w.float32(float32(imag(c)))
	} else {
		w.float64(real(c))
		w.float64(imag(c))
	}
	return nil
}

func (complexForm) decode(r *reader, v reflect.Value) error {
	h, err := r.expect(classArray)
	if err != nil {
		return err
	}
	if h.n != 2 {
		return corrupt("complex number of %d parts", h.n)
	}
	re, err := r.float()
	if err != nil {
		return err
	}
	im, err := r.float()
	if err != nil {
		return err
	}
	c := complex(re, im)
	if v.OverflowComplex(c) {
		return corrupt("%v does not fit %v", c, v.Type())
	}
	v.SetComplex(c)
	return nil
}

type stringForm struct{}

func (stringForm) encode(w *writer, v reflect.Value) error { return w.string(v.String()) }

func (stringForm) decode(r *reader, v reflect.Value) error {
	s, err := r.string()
	if err != nil {
		return err
	}
	v.SetString(s)
	return nil
}

func (r *reader) string() (string, error) {
	if n, ok := r.shortStr(); ok {
		return r.text(head{n: n})
	}
	h, err := r.expect(classStr)
	if err != nil {
		return "", err
	}
	return r.text(h)
}

// text copies the string that h begins.
func (r *reader) text(h head) (string, error) {
	if err := r.charge(uintptr(h.n)); err != nil {
		return "", err
	}
	b, err := r.take(h.n)
	return string(b), err
}

// bytes copies the bytes that h begins. They are never nil.
func (r *reader) bytes(h head) ([]byte, error) {
	if err := r.charge(uintptr(h.n)); err != nil {
		return nil, err
	}
	b, err := r.take(h.n)
	return append([]byte{}, b...), err
}
