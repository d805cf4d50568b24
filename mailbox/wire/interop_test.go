package wire

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/vmihailenco/msgpack/v5"
)

type plainest struct {
	A     int `msgpack:"a"`
	B     string
	C     []byte
	D     map[string]int
	E     *point
	F     []point
	G     [2]float64
	H     time.Time
	I     uint8
	J     bool
	K     [3]byte
	L     ownText
	N     []string `msgpack:",omitempty"`
	point          // laid in, though unexported
}

// TestOtherPrograms: what is plain MessagePack is read by the library, and what the library writes is read here.
func TestOtherPrograms(t *testing.T) {
	m := plainest{
		A: -70_000, B: "b", C: []byte{1}, D: map[string]int{"x": 1}, E: &point{1, 2}, F: []point{{3, 4}}, G: [2]float64{1, 2.5},
		H: time.Unix(1_700_000_000, 5), I: 200, J: true, K: [3]byte{1, 2, 3}, L: ownText{"text"}, point: point{5, 6},
	}
	b, err := Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var out plainest
	if err := msgpack.Unmarshal(b, &out); err != nil || !reflect.DeepEqual(out, m) {
		t.Errorf("the library reads %+v, %v", out, err)
	}
	if b, err = msgpack.Marshal(&m); err != nil {
		t.Fatal(err)
	}
	if out, err := Unmarshal[plainest](b, Limits{}); err != nil || !reflect.DeepEqual(out, m) {
		t.Errorf("the library's is read as %+v, %v", out, err)
	}
}

// TestImports: this package needs the standard library and msgpack, and nothing unsafe.
func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no files: ", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range parsed.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			own := strings.HasPrefix(path, "github.com/vmihailenco/msgpack/v5")
			if path == "unsafe" || strings.Contains(path, ".") && !own {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}
