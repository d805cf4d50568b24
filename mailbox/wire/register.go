package wire

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
)

// Register gives T the name under which its values travel behind an interface, and by which another machine knows it.
// It covers *T as well. The name is part of the protocol between programs: keep it when the Go type moves or is renamed.
//
// Numbers, strings, bytes, booleans and times need no name, and neither do pointers, slices and maps of what has one, two
// deep: []*T, map[string][]int. Anything deeper is registered, or given a named type.
//
// Register is for program start, though it may be called at any time and from any goroutine. Registering the same pair
// again is harmless. It panics for a name or a type that is taken by another, for a name that could be a type of Go's
// own, and for an interface type: all of these are mistakes in the program.
func Register[T any](name string) {
	t := reflect.TypeFor[T]()
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		t = t.Elem()
	}
	if err := names.add(name, t); err != nil {
		panic(err.Error())
	}
}

// names holds what has been registered. Other types are named after those: *order, []order, map[string]order.
var names = newRegistry()

type registry struct {
	mu       sync.RWMutex
	types    map[string]reflect.Type
	names    map[reflect.Type]string
	composed struct { // what was looked up of names made from others
		types map[string]reflect.Type
		names map[reflect.Type]string
	}
}

// Composed names come from outside, and a Go type, once made, is never given back. So there are not many: of two parts at
// most, and of maps only those with the usual keys.
const (
	maxParts = 2
	maxName  = 200
)

var composedKeys = map[string]bool{"string": true, "int": true, "int32": true, "int64": true, "uint64": true, "any": true}

func newRegistry() *registry {
	g := &registry{types: make(map[string]reflect.Type), names: make(map[reflect.Type]string)}
	g.composed.types = make(map[string]reflect.Type)
	g.composed.names = make(map[reflect.Type]string)
	for _, t := range []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[string](),
		reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
		reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](),
		reflect.TypeFor[uintptr](), reflect.TypeFor[float32](), reflect.TypeFor[float64](),
		reflect.TypeFor[complex64](), reflect.TypeFor[complex128](), reflect.TypeFor[time.Time](),
	} {
		g.types[t.String()], g.names[t] = t, t.String()
	}
	g.types["any"], g.names[anyType] = anyType, "any"
	return g
}

var anyType = reflect.TypeFor[any]()

func (g *registry) add(name string, t reflect.Type) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	was, hasName := g.names[t]
	holder, held := g.types[name]
	switch {
	case hasName && was == name:
		return nil
	case name == "" || len(name) > maxName || strings.ContainsAny(name, "*[]"):
		return fmt.Errorf("wire: %v cannot be registered as %q: a name has 1 to %d bytes, and none of *, [ and ]", t, name, maxName)
	case t.Kind() == reflect.Interface:
		return fmt.Errorf("wire: %v cannot be registered as %q: it is an interface; register the types behind it", t, name)
	case held:
		return fmt.Errorf("wire: %v cannot be registered as %q: that is the name of %v", t, name, holder)
	case hasName:
		return fmt.Errorf("wire: %v cannot be registered as %q: it is %q already", t, name, was)
	}
	g.types[name], g.names[t] = t, name
	return nil
}

// nameOf gives the name of t, its own or composed, or "" when it has none.
func (g *registry) nameOf(t reflect.Type) string {
	g.mu.RLock()
	name, ok := g.names[t]
	if !ok {
		name, ok = g.composed.names[t]
	}
	g.mu.RUnlock()
	if ok {
		return name
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	name = g.nameLocked(t, maxParts)
	if name != "" {
		g.composed.names[t] = name
	}
	return name
}

func (g *registry) nameLocked(t reflect.Type, parts int) string {
	if name, ok := g.names[t]; ok {
		return name
	}
	if t.Name() != "" || parts == 0 {
		return ""
	}
	prefix := ""
	switch t.Kind() {
	case reflect.Pointer:
		prefix = "*"
	case reflect.Slice:
		prefix = "[]"
	case reflect.Map:
		key := g.names[t.Key()]
		if !composedKeys[key] {
			return ""
		}
		prefix = "map[" + key + "]"
	default:
		return ""
	}
	elem := g.nameLocked(t.Elem(), parts-1)
	if elem == "" {
		return ""
	}
	return prefix + elem
}

// typeOf gives the type of a name, or nil.
func (g *registry) typeOf(name []byte) reflect.Type {
	g.mu.RLock()
	t, ok := g.types[string(name)]
	if !ok {
		t, ok = g.composed.types[string(name)]
	}
	g.mu.RUnlock()
	if ok {
		return t
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	t = g.parseLocked(string(name), maxParts)
	if t != nil {
		g.composed.types[string(name)] = t
	}
	return t
}

func (g *registry) parseLocked(name string, parts int) reflect.Type {
	if t, ok := g.types[name]; ok {
		return t
	}
	if parts == 0 {
		return nil
	}
	if rest, ok := strings.CutPrefix(name, "*"); ok {
		if t := g.parseLocked(rest, parts-1); t != nil {
			return reflect.PointerTo(t)
		}
		return nil
	}
	if rest, ok := strings.CutPrefix(name, "[]"); ok {
		if t := g.parseLocked(rest, parts-1); t != nil {
			return reflect.SliceOf(t)
		}
		return nil
	}
	if rest, ok := strings.CutPrefix(name, "map["); ok {
		key, elem, _ := strings.Cut(rest, "]")
		if !composedKeys[key] {
			return nil
		}
		if t := g.parseLocked(elem, parts-1); t != nil {
			return reflect.MapOf(g.types[key], t)
		}
	}
	return nil
}
