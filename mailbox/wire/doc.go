// Package wire is how a value crosses from one component to another, on this machine or between two.
//
// What is sent must be isolated: the receiver must not see what the sender does to its value afterwards. For a type that
// holds no reference, a plain assignment does that; Check calls it Copied. Everything else is Marshaled: encoded as
// MessagePack by the sender, decoded by the receiver. A type of which something would be lost or silently shared on the
// way is refused, before any value of it is sent, with the path of the field and the cure.
//
//	package main
//
//	import (
//		"fmt"
//
//		"github.com/murmur-go/murmur/mailbox/wire"
//	)
//
//	type Order struct {
//		ID    int
//		Lines []string
//	}
//
//	func main() {
//		b, err := wire.Marshal(Order{1, []string{"tea"}})
//		if err != nil {
//			panic(err)
//		}
//		o, err := wire.Unmarshal[Order](b, wire.Limits{})
//		fmt.Println(o, err) // {1 [tea]} <nil>
//	}
//
// # Copied or marshaled
//
// Copied are booleans, numbers, strings, arrays and structs of these, time.Time, and what declares itself Immutable.
// Unexported fields are copied like any other. All other types are marshaled, and then:
//
//   - structs are maps by field name, with msgpack tags honoured: a name, "-", omitempty, alias, inline, noinline, and
//     as_array on a field _msgpack. Embedded structs are laid into the outer one as Go shows them; one whose names stand
//     there already, or that is held by pointer, is a field of its own;
//   - omitempty leaves out zero values only, so that nil and empty stay apart, as they do everywhere;
//   - a type with its own MessagePack, binary or text methods, in both directions, is written by them;
//   - what stands behind an interface keeps its Go type: numbers, strings, bytes and times as they are, others by the name
//     that they were given with Register;
//   - a pointer to what may itself be nil is nil, or an array of one;
//   - times keep their instant and the offset and abbreviation of their zone, not their monotonic clock reading;
//   - refused are channels, functions, unexported fields, map keys compared by identity, types with own methods in one
//     direction, and two fields of one name.
//
// Two pointers to one thing arrive as pointers to two equal things, and a value that contains itself does not arrive: it
// is found by its depth.
//
// # Within a process and between machines
//
// Marshal and Unmarshal are for bytes that go elsewhere, and come from anyone. A Codec is for a value that stays in the
// process: its buffers come from a pool and go back, and a value of an interface type needs no name.
//
// # Guarantees
//
// What arrives equals what was sent, in type and in value, or there is an error. Integers never wrap. Decoding never
// shares memory with the bytes. Any bytes whatever give a value or an error, in time, memory and depth bounded by Limits;
// only what a type's own decoding methods allocate is theirs to bound, though no length that they read is larger than what
// follows it. Panics of such methods are errors.
//
// All functions may be called from any goroutine. A value must not be changed while it is being encoded.
package wire
