package layout

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Whole programs are shown in these documents. Their output stands in comments beside what prints it.
var documents = []string{"README.md", "actor/doc.go", "mailbox/doc.go", "mailbox/wire/doc.go"}

func TestShownProgramsRun(t *testing.T) {
	shown := map[string]bool{} // some programs are shown twice
	for _, name := range documents {
		t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
			programs := slices.DeleteFunc(blocks(t, name), func(b string) bool { return !strings.HasPrefix(b, "package main") })
			if len(programs) == 0 {
				t.Fatal("no program is shown")
			}
			for _, p := range programs {
				if shown[p] {
					continue
				}
				shown[p] = true
				file := filepath.Join(t.TempDir(), "main.go")
				if err := os.WriteFile(file, []byte(p), 0o666); err != nil {
					t.Fatal(err)
				}
				out := run(t, nil, "run", file)
				if out == "" {
					t.Errorf("prints nothing:\n%s", p)
				}
				for line := range strings.Lines(out) {
					if !strings.Contains(p, "// "+strings.TrimSpace(line)+"\n") {
						t.Errorf("prints %q, which does not stand beside it in\n%s", line, p)
					}
				}
			}
		})
	}
}

// The snippets of the README stand in the runnable examples, line by line, so that they compile and do what they say.
func TestSnippetsAreFromExamples(t *testing.T) {
	var examples strings.Builder
	for _, pattern := range []string{"actor/example*_test.go", "mailbox/example*_test.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no examples in %s: %v", pattern, err)
		}
		for _, f := range files {
			examples.WriteString(flush(read(t, f)))
		}
	}
	text := examples.String()
	for _, b := range blocks(t, "README.md") {
		if !strings.HasPrefix(b, "package main") && !strings.Contains(text, flush(b)) {
			t.Errorf("in no example file:\n%s", b)
		}
	}
}

// blocks returns the Go code that a document shows.
func blocks(t *testing.T, name string) (code []string) {
	text := read(t, filepath.Join(root, name))
	if !strings.HasSuffix(name, ".go") {
		for _, m := range regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
			code = append(code, m[1])
		}
		return code
	}
	var block strings.Builder
	for line := range strings.Lines(text) {
		if shown, ok := strings.CutPrefix(line, "//\t"); ok {
			block.WriteString(shown)
		} else if line == "//\n" && block.Len() > 0 {
			block.WriteString("\n")
		} else if block.Len() > 0 {
			code = append(code, strings.TrimRight(block.String(), "\n")+"\n")
			block.Reset()
		}
	}
	return code
}

func read(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// flush removes the indentation of every line.
func flush(code string) string { return regexp.MustCompile(`(?m)^[ \t]+`).ReplaceAllString(code, "") }
