package layout

import (
	"slices"
	"strings"
	"testing"
)

// What a board links must stay small: these packages, whole trees included, may have nothing from outside but msgpack.
var lean = []string{"./actor", "./mailbox", "./mailbox/wire"}

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

// layers are the packages from the top down; a package may import those of lower layers and its own internal ones. A
// package belongs to the first line that it is within.
var layers = []string{
	"internal/layout",
	"bench",
	"examples",
	"actor/cmd",
	"actor/cluster",
	"actor/inspect",
	"actor/telemetry",
	"actor/trace",
	"actor/journal",
	"actor/sim",
	"actor",
	"mailbox/record",
	"mailbox/wire",
	"mailbox",
}

// below lists, for each layer, what of the module it may import. Packages on top of actor are side by side: which of them may
// know another is written down here and nowhere else.
var below = map[string][]string{
	"internal/layout": {},
	"bench":           {"actor", "mailbox"},
	"examples":        {"actor", "mailbox"},
	"actor/cmd":       {"actor", "mailbox"},
	"actor/cluster":   {"actor", "mailbox"},
	"actor/inspect":   {"actor", "mailbox"},
	"actor/telemetry": {"actor", "mailbox"},
	"actor/trace":     {"actor", "mailbox"},
	"actor/journal":   {"actor", "mailbox"},
	"actor/sim":       {"actor", "mailbox"},
	"actor":           {"actor/internal", "mailbox"},
	"mailbox":         {"mailbox/internal", "mailbox/wire"},
	"mailbox/wire":    {"mailbox/internal"},
	"mailbox/record":  {"mailbox/internal", "mailbox/wire"},
}

func TestArrowsPointDown(t *testing.T) {
	out := run(t, platforms["amd64"], "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		from := strings.TrimPrefix(f[0], module+"/")
		i := slices.IndexFunc(layers, func(l string) bool { return within(from, l) })
		if i < 0 {
			t.Errorf("%s is in no layer: add it to layers and below", from)
			continue
		}
		layer := layers[i]
		for _, p := range f[1:] {
			to, ours := strings.CutPrefix(p, module+"/")
			if !ours || within(to, layer) && layer != "actor" && layer != "mailbox" {
				continue
			}
			if !slices.ContainsFunc(below[layer], func(allowed string) bool { return within(to, allowed) }) {
				t.Errorf("%s imports %s: arrows point down only", from, to)
			}
		}
	}
}

func TestOnlyClusterAndBenchImportProtoactor(t *testing.T) {
	out := run(t, platforms["amd64"], "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		from := strings.TrimPrefix(f[0], module+"/")
		if within(from, "bench") || within(from, "actor/cluster") {
			continue
		}
		for _, p := range f[1:] {
			if within(p, "github.com/asynkron/protoactor-go") {
				t.Errorf("%s imports %s", from, p)
			}
		}
	}
}

// within reports whether p is the package path or one below it.
func within(p, path string) bool {
	rest, ok := strings.CutPrefix(p, path)
	return ok && (rest == "" || rest[0] == '/')
}
