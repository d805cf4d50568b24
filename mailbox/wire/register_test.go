package wire

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

type named struct{ V []int }
type other struct{ V []int }

// TestRegister: a name stands for one type and a type has one name; saying it again is harmless.
func TestRegister(t *testing.T) {
	Register[named]("wire_test.named")
	Register[named]("wire_test.named")
	Register[*named]("wire_test.named")
	Register[[][][]int]("wire_test.cube")
	for want, register := range map[string]func(){
		"name of wire.named":         func() { Register[other]("wire_test.named") },
		"it is \"wire_test.named\"":  func() { Register[named]("wire_test.another") },
		"name of int":                func() { Register[other]("int") },
		"is an interface":            func() { Register[shape]("wire_test.shape") },
		"as \"\"":                    func() { Register[other]("") },
		"as \"[]x\"":                 func() { Register[other]("[]x") },
		"as \"*x\"":                  func() { Register[other]("*x") },
		"1 to 200 bytes":             func() { Register[other](strings.Repeat("x", 201)) },
		"name of [][][]int":          func() { Register[other]("wire_test.cube") },
		"it is \"int\" already":      func() { Register[int]("wire_test.int") },
		"cannot be registered as \"": func() { Register[error]("wire_test.error") },
	} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, want) || !strings.HasPrefix(text, "wire: ") {
					t.Errorf("panic %q, want one with %q", text, want)
				}
			}()
			register()
			t.Errorf("no panic with %q", want)
		}()
	}
	for _, x := range []any{named{}, &named{V: []int{1}}, []*named{nil, {}}, [][][]int{{{1}}}, map[string]named{"a": {}}} {
		same(t, x)
		same(t, []any{x})
	}
}

// TestUnregistered: behind an interface inside a message a named type needs a name, on this machine as on another.
func TestUnregistered(t *testing.T) {
	type stranger struct{ V []int }
	type count int
	for _, x := range []any{stranger{}, &stranger{}, count(1), []stranger{}, map[string]*stranger{}, [1]int{}, [][][][]string{}, map[point]int{}, errors.New("x")} {
		for where, err := range map[string]error{
			"in a list": second(through([]any{x})), "in a map": second(through(map[string]any{"a": x})),
			"between machines": second(Marshal(x)),
		} {
			var refusal *TypeError
			if !errors.As(err, &refusal) || !strings.Contains(err.Error(), "wire.Register") {
				t.Errorf("%T %s: %v", x, where, err)
			}
		}
	}
}

// TestWrongTypeBehindInterface: a name that is known, of a type that does not fit the interface.
func TestWrongTypeBehindInterface(t *testing.T) {
	for _, x := range []any{point{1, 2}, 1, "s", &point{}, circle{}} { // circle has the method on *circle only
		b, err := Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := Unmarshal[shape](b, Limits{}); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%T: %v, %v", x, v, err)
		}
	}
}

// TestComposedNamesAreFew: names from outside cannot make Go types without end.
func TestComposedNamesAreFew(t *testing.T) {
	for _, name := range []string{"[][][]int", "map[string][][]int", "***int", "map[point]int", "map[bool]int", "map[x", "[]", "*", "[3]int", "map[]int", "chan int"} {
		if got := names.typeOf([]byte(name)); got != nil {
			t.Errorf("%q is %v", name, got)
		}
	}
	for _, name := range []string{"[][]int", "map[string][]wire_test.point", "**int", "*[]any", "map[any]any"} {
		got := names.typeOf([]byte(name))
		if got == nil || names.nameOf(got) != name {
			t.Errorf("%q is %v", name, got)
		}
	}
}
