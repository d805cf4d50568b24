package wire

import (
	"math"
	"reflect"
	"time"

	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// dynamicForm writes what stands behind an interface, so that it comes back as the type that it was. Numbers keep their
// width; strings, bytes, times, []any and map[string]any are what MessagePack has of its own. Everything else is an
// extension of a registered name and a value.
type dynamicForm struct{}

func (dynamicForm) encode(w *writer, v reflect.Value) error {
	if v.IsNil() {
		w.null()
		return nil
	}
	return w.dynamic(v.Elem().Interface())
}

func (w *writer) dynamic(x any) error {
	switch x := x.(type) {
	case nil:
		w.null()
	case bool:
		w.bool(x)
	case string:
		return w.string(x)
	case int:
		// The numbers in one byte have no width: they are what a Go program calls just a number.
		if x < -32 || x > math.MaxInt8 {
			return w.wideInt(x)
		}
		w.int(int64(x))
	case int8:
		w.code1(msgpcode.Int8, byte(x))
	case int16:
		w.code2(msgpcode.Int16, uint16(x))
	case int32:
		w.code4(msgpcode.Int32, uint32(x))
	case int64:
		w.code8(msgpcode.Int64, uint64(x))
	case uint8:
		w.code1(msgpcode.Uint8, x)
	case uint16:
		w.code2(msgpcode.Uint16, x)
	case uint32:
		w.code4(msgpcode.Uint32, x)
	case uint64:
		w.code8(msgpcode.Uint64, x)
	case float32:
		w.float32(x)
	case float64:
		w.float64(x)
	case time.Time:
		return w.time(x)
	case []byte:
		if x == nil {
			return w.named(reflect.ValueOf(x))
		}
		return w.bin(x)
	case []any:
		if x == nil {
			return w.named(reflect.ValueOf(x))
		}
		return w.list(x)
	case map[string]any:
		if x == nil {
			return w.named(reflect.ValueOf(x))
		}
		return w.object(x)
	default:
		return w.named(reflect.ValueOf(x))
	}
	return nil
}

func (w *writer) list(x []any) error {
	if err := w.arrayLen(len(x)); err != nil {
		return err
	}
	if err := w.enter(); err != nil {
		return err
	}
	for _, e := range x {
		if err := w.dynamic(e); err != nil {
			return err
		}
	}
	w.leave()
	return nil
}

func (w *writer) object(x map[string]any) error {
	if err := w.mapLen(len(x)); err != nil {
		return err
	}
	if err := w.enter(); err != nil {
		return err
	}
	for k, e := range x {
		if err := w.string(k); err != nil {
			return err
		}
		if err := w.dynamic(e); err != nil {
			return err
		}
	}
	w.leave()
	return nil
}

func (dynamicForm) decode(r *reader, v reflect.Value) error {
	x, err := r.dynamic()
	if err != nil || x == nil {
		return err
	}
	xv := reflect.ValueOf(x)
	if !xv.Type().AssignableTo(v.Type()) {
		return corrupt("%v where %v should be", xv.Type(), v.Type())
	}
	v.Set(xv)
	return nil
}

// boxBytes is what an interface takes for a value that is not a pointer.
const boxBytes = 24

func (r *reader) dynamic() (any, error) {
	h, err := r.head()
	if err != nil {
		return nil, err
	}
	if err := r.charge(boxBytes); err != nil {
		return nil, err
	}
	switch h.class {
	case classNil:
		return nil, nil
	case classBool:
		return h.bits != 0, nil
	case classInt, classUint:
		return h.number(), nil
	case classFloat32:
		return math.Float32frombits(uint32(h.bits)), nil
	case classFloat64:
		return math.Float64frombits(h.bits), nil
	case classStr:
		return r.text(h)
	case classBin:
		return r.bytes(h)
	case classArray:
		return r.list(h.n)
	case classMap:
		return r.object(h.n)
	}
	if h.ext == extNamed {
		return r.named(r.pos + h.n)
	}
	return r.time(h)
}

// number gives an integer the type that its code stands for.
func (h head) number() any {
	switch h.code {
	case msgpcode.Int8:
		return int8(h.bits)
	case msgpcode.Int16:
		return int16(h.bits)
	case msgpcode.Int32:
		return int32(h.bits)
	case msgpcode.Int64:
		return int64(h.bits)
	case msgpcode.Uint8:
		return uint8(h.bits)
	case msgpcode.Uint16:
		return uint16(h.bits)
	case msgpcode.Uint32:
		return uint32(h.bits)
	case msgpcode.Uint64:
		return h.bits
	}
	return int(int64(h.bits))
}

func (r *reader) list(n int) ([]any, error) {
	if err := r.chargeAll(n, anyType.Size()); err != nil {
		return nil, err
	}
	if err := r.enter(); err != nil {
		return nil, err
	}
	list := make([]any, n)
	for i := range list {
		x, err := r.dynamic()
		if err != nil {
			return nil, err
		}
		list[i] = x
	}
	r.leave()
	return list, nil
}

func (r *reader) object(n int) (map[string]any, error) {
	if err := r.chargeMap(n, reflect.TypeFor[string]().Size(), anyType.Size()); err != nil {
		return nil, err
	}
	if err := r.enter(); err != nil {
		return nil, err
	}
	object := make(map[string]any, n)
	for i := range n {
		k, err := r.string()
		if err != nil {
			return nil, err
		}
		x, err := r.dynamic()
		if err != nil {
			return nil, err
		}
		object[k] = x
		if len(object) != i+1 {
			return nil, errTwice
		}
	}
	r.leave()
	return object, nil
}
