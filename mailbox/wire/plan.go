package wire

import (
	"reflect"
	"strconv"
	"sync"
	"time"
)

// A Plan says how values of a type cross from one component to another.
type Plan int

const (
	// Copied: a plain Go assignment isolates the receiver from the sender. The value costs no allocation and no
	// reflection on its way.
	Copied Plan = iota
	// Marshaled: the value shares memory with its copies, so it is encoded by the sender and decoded by the receiver.
	Marshaled
)

// String gives "copied" or "marshaled".
func (p Plan) String() string {
	switch p {
	case Copied:
		return "copied"
	case Marshaled:
		return "marshaled"
	}
	return "Plan(" + strconv.Itoa(int(p)) + ")"
}

// Immutable is a type's promise that its values are never changed once made, so that sender and receiver may share
// them. Such a type is Copied, whatever it is made of. Inside a message that has to be marshaled it is marshaled too,
// or the message is refused.
//
// The promise is the type's own: one that a struct only inherits from an embedded field says nothing about the other
// fields, and does not count. A pointer *T has the promise when T declares the method on *T; when T declares it on T, a
// *T may still be written through, so it counts for a *T sent as a whole message, and not for one held in a field.
type Immutable interface{ Immutable() }

// Check tells how values of M travel, or why they cannot: then the error is a *TypeError, the one that a spawn would
// panic with. For an interface type M the plan is Marshaled, and each value's own type is looked at when it is sent.
//
// A type is looked at once; later calls cost one lookup. Check may be called from any goroutine.
func Check[M any]() (Plan, error) {
	return planOf(reflect.TypeFor[M]())
}

var (
	immutableType = reflect.TypeFor[Immutable]()
	timeType      = reflect.TypeFor[time.Time]()
)

// verdict is what is remembered of a type: how it travels, or why it cannot.
type verdict struct {
	plan Plan
	err  error
}

var verdicts sync.Map // reflect.Type → verdict

func planOf(t reflect.Type) (Plan, error) {
	if v, ok := verdicts.Load(t); ok {
		return v.(verdict).plan, v.(verdict).err
	}
	v := verdict{plan: Copied}
	if t.Kind() == reflect.Interface || !(declares(t, immutableType) || copies(t)) {
		v.plan = Marshaled
		_, v.err = formOf(t)
	}
	verdicts.Store(t, v)
	return v.plan, v.err
}

// copies reports whether an assignment of a t leaves nothing shared. It ends for every type: a type contains itself
// only through the kinds that it does not enter.
func copies(t reflect.Type) bool {
	if t == timeType || promises(t) {
		return true
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	case reflect.Array:
		return t.Len() == 0 || copies(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !copies(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}

// promises reports whether a t held in a field may be shared by its own promise.
func promises(t reflect.Type) bool {
	if !declares(t, immutableType) {
		return false
	}
	return t.Kind() != reflect.Pointer || !t.Elem().Implements(immutableType)
}

// declares reports whether t has the methods of i as its own word. Reflection cannot tell a method declared by a struct
// from one promoted from an embedded field, so where both are possible the answer is no: the struct is then judged by
// its fields, which loses nothing.
func declares(t, i reflect.Type) bool {
	if !t.Implements(i) {
		return false
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return true
	}
	for k := range t.NumField() {
		f := t.Field(k)
		if f.Anonymous && (f.Type.Implements(i) || reflect.PointerTo(f.Type).Implements(i)) {
			return false
		}
	}
	return true
}
