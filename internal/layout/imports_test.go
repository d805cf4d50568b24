package layout

import (
	"slices"
	"strings"
	"testing"
)

// What a board links must stay small: these packages, and all that they import, have nothing from outside but msgpack.
var lean = []string{"./actor", "./mailbox/..."}

var leanOutside = []string{
	"github.com/vmihailenco/msgpack/v5",
	"github.com/vmihailenco/tagparser/v2",
}

func TestActorAndMailboxDependOnNothingButMsgpack(t *testing.T) {
	for platform, env := range platforms {
		args := append([]string{"list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}"}, lean...)
		for _, p := range strings.Fields(run(t, env, args...)) {
			if within(p, module) || slices.ContainsFunc(leanOutside, func(allowed string) bool { return within(p, allowed) }) {
				continue
			}
			t.Errorf("%s: %s is linked into what a board runs", platform, p)
		}
	}
}

func TestActorLinksNoNetwork(t *testing.T) {
	for platform, env := range platforms {
		linked := strings.Fields(run(t, env, append([]string{"list", "-deps"}, lean...)...))
		for _, p := range []string{"net", "net/http", "crypto/tls"} {
			if slices.Contains(linked, p) {
				t.Errorf("%s: %s is linked into what a board runs", platform, p)
			}
		}
	}
}

// layers says what of the module each package may import, besides what lies within it: arrows point down only. A package
// belongs to the first line that it is within. The packages on top of actor lie side by side: should one of them come to
// need another, it is written down here.
var layers = []layer{
	{"internal/layout", nil},
	{"bench", []string{"actor", "mailbox"}},
	{"examples", []string{"actor", "mailbox"}},
	{"actor/internal", []string{"mailbox"}},
	{"actor/cluster", []string{"actor", "mailbox"}},
	{"actor/cmd", []string{"actor", "mailbox"}},
	{"actor/inspect", []string{"actor", "mailbox"}},
	{"actor/journal", []string{"actor", "mailbox"}},
	{"actor/sim", []string{"actor", "mailbox"}},
	{"actor/telemetry", []string{"actor", "mailbox"}},
	{"actor/trace", []string{"actor", "mailbox"}},
	{"actor", []string{"actor/internal", "mailbox"}},
	{"mailbox/internal", nil},
	{"mailbox/record", []string{"mailbox/internal", "mailbox/wire"}},
	{"mailbox/wire", []string{"mailbox/internal"}},
	{"mailbox", []string{"mailbox/internal", "mailbox/wire"}},
}

type layer struct {
	path  string
	below []string
}

// mayImport says whether a package of the layer may import another of the module. Those under actor and mailbox that have
// a line of their own are not within these two.
func (l layer) mayImport(to string) bool {
	home := slices.IndexFunc(layers, func(l layer) bool { return within(to, l.path) })
	return home >= 0 && layers[home].path == l.path ||
		slices.ContainsFunc(l.below, func(path string) bool { return within(to, path) })
}

func TestArrowsPointDown(t *testing.T) {
	for from, imports := range directImports(t) {
		i := slices.IndexFunc(layers, func(l layer) bool { return within(from, l.path) })
		if i < 0 {
			t.Errorf("%s is in no layer: add it to layers", from)
			continue
		}
		for _, p := range imports {
			if to, ours := strings.CutPrefix(p, module+"/"); ours && !layers[i].mayImport(to) {
				t.Errorf("%s imports %s: arrows point down only", from, to)
			}
		}
	}
}

func TestOnlyClusterAndBenchImportProtoactor(t *testing.T) {
	for from, imports := range directImports(t) {
		if within(from, "bench") || within(from, "actor/cluster") {
			continue
		}
		for _, p := range imports {
			if within(p, "github.com/asynkron/protoactor-go") {
				t.Errorf("%s imports %s", from, p)
			}
		}
	}
}

// directImports lists what each package of the module imports, by its path within the module.
func directImports(t *testing.T) map[string][]string {
	imports := map[string][]string{}
	for line := range strings.Lines(run(t, nil, "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")) {
		f := strings.Fields(line)
		imports[strings.TrimPrefix(f[0], module+"/")] = f[1:]
	}
	if len(imports) == 0 {
		t.Error("the module has no packages")
	}
	return imports
}

// within reports whether p is the package path or one below it.
func within(p, path string) bool {
	rest, ok := strings.CutPrefix(p, path)
	return ok && (rest == "" || rest[0] == '/')
}
