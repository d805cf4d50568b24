package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The whole program.
func Example() {
	main()
	// Output: hello, world
}

// maxSize is what a small board is asked to hold: 3.5 MB.
const maxSize = 3_500_000

// board runs the go command as for the smallest board.
func board(t *testing.T, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command here")
	}
	cmd := exec.Command("go", args...)
	// One processor: what runs beside this test may measure time.
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOOS=linux", "GOARCH=arm", "GOARM=5", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func TestSizeOnABoard(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hello")
	board(t, "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-o", file, ".")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("stripped, for GOARM=5: %d bytes of %d allowed", info.Size(), maxSize)
	if info.Size() > maxSize {
		t.Errorf("%d bytes is too much for a board: see what grew with go tool nm -size -sort size", info.Size())
	}
}

func TestNoNetworkOnABoard(t *testing.T) {
	linked := strings.Fields(board(t, "list", "-deps", "."))
	for _, p := range []string{"net", "net/http", "crypto/tls"} {
		if slices.Contains(linked, p) {
			t.Errorf("links %s", p)
		}
	}
}
