package layout

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/murmur-go/murmur"

// root is the module's folder, seen from this one.
var root = filepath.Join("..", "..")

// run runs the go command in the module's folder, with more environment, and returns what it printed.
func run(t *testing.T, env []string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command here")
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	// One processor: what runs beside this test may measure time.
	cmd.Env = append(append(os.Environ(), "GOMAXPROCS=1"), env...)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil {
		t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, out.String(), complaints.String())
	}
	return out.String()
}

// platforms are those whose dependencies are looked at; they may differ.
var platforms = map[string][]string{
	"amd64": {"GOOS=linux", "GOARCH=amd64"},
	"arm":   {"GOOS=linux", "GOARCH=arm", "GOARM=5", "CGO_ENABLED=0"},
}
