package wire

import (
	"fmt"
	"reflect"
	"strings"
)

// A TypeError refuses a type: its values cannot travel, because something would be lost on the way or silently shared.
// It is found when the type is looked at, before any value is sent; for what stands behind an interface, when the
// value is encoded.
type TypeError struct {
	Type   reflect.Type // the message's type
	Path   string       // where in it, such as Order.Lines[].note
	Reason string       // what is there, and why that cannot travel
	Cure   string       // what to do about it
}

// Error names the type, the path, the reason and the cure.
func (e *TypeError) Error() string {
	return fmt.Sprintf("wire: %v cannot travel: %s %s; %s", e.Type, e.Path, e.Reason, e.Cure)
}

// trail is the way from a message's type to the part being looked at. It is kept in pieces and joined only for an
// error.
type trail struct {
	root  reflect.Type
	steps []string
}

func (t *trail) push(step string) { t.steps = append(t.steps, step) }
func (t *trail) pop()             { t.steps = t.steps[:len(t.steps)-1] }

func (t *trail) refuse(cure, reason string, args ...any) error {
	return &TypeError{
		Type:   t.root,
		Path:   rootName(t.root) + strings.Join(t.steps, ""),
		Reason: fmt.Sprintf(reason, args...),
		Cure:   cure,
	}
}

func rootName(t reflect.Type) string {
	for t.Kind() == reflect.Pointer && t.Name() == "" {
		t = t.Elem()
	}
	if t.Name() != "" {
		return t.Name()
	}
	if t.Kind() == reflect.Struct {
		return "struct"
	}
	return t.String()
}

const (
	cureShared   = "leave it out, tag it `msgpack:\"-\"`, or let the type that holds it declare Immutable()"
	cureHidden   = "export the field, tag it `msgpack:\"-\"`, or give the struct MessagePack, binary or text methods in both directions"
	cureHalf     = "give the type the method of the other direction too, or neither"
	cureNames    = "give one of the fields another name in its msgpack tag"
	cureIdentity = "use the value itself as the key"
	cureInline   = "remove the inline option: it works for structs only"
)
