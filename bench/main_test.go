package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary take samples, as the command does by starting itself again.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == sampleCommand {
		main()
	}
	os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=0") // or each sample waits a second at its end
	os.Exit(m.Run())
}

// run is the command with both reports in a folder of the test's own.
func run(t *testing.T, arguments ...string) (code int, out, complaints string, folder string) {
	t.Helper()
	folder = t.TempDir()
	arguments = append(arguments, "-html", filepath.Join(folder, "r.html"), "-json", filepath.Join(folder, "r.json"))
	var o, c bytes.Buffer
	code = bench(t.Context(), arguments, &o, &c)
	return code, o.String(), c.String(), folder
}

func TestEveryExperimentEndToEnd(t *testing.T) {
	code, out, complaints, folder := run(t, "idle", "active", "peers", "-quick", "-duration", "1ms", "-n", "0,10,500")
	if code != success {
		t.Fatalf("exit code %d: %s", code, complaints)
	}
	for _, want := range []string{"IDLE", "ACTIVE", "PEERS", "GOMAXPROCS", pingPong, "skynet", "dropped 0"} {
		if !strings.Contains(out, want) {
			t.Errorf("the text lacks %q", want)
		}
	}
	if strings.Contains(out, tooLittle) || strings.Contains(out, notMeasured) {
		t.Errorf("something was not measured:\n%s", out)
	}
	if complaints != "" {
		t.Errorf("without a terminal the bar should be silent, and there is: %q", complaints)
	}
	for _, name := range []string{"r.html", "r.json"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s was not written: %v", name, err)
		}
	}
}

func TestUnwritableReportIsOneLineBeforeMeasuring(t *testing.T) {
	folder := t.TempDir()
	for name, place := range map[string]string{
		"no such folder": filepath.Join(folder, "missing", "r.html"),
		"a folder":       folder,
	} {
		var out, complaints bytes.Buffer
		begin := time.Now()
		code := bench(t.Context(), []string{"idle", "-duration", "1h", "-html", place, "-json", ""}, &out, &complaints)
		if code != failed || strings.Count(complaints.String(), "\n") != 1 || !strings.Contains(complaints.String(), place) {
			t.Errorf("%s: exit code %d, %q", name, code, complaints.String())
		}
		if time.Since(begin) > time.Minute {
			t.Errorf("%s: it measured first", name)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".bench-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// An interrupt comes as the end of the context: what was measured is printed and written.
func TestInterruptKeepsWhatWasMeasured(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	taken := 0
	r := runner{experiments: []experiment{idle{}}, options: options{Sizes: []int{10}}, rounds: 3}
	r.take = func(context.Context, job) (sample, error) {
		if taken++; taken == 7 {
			interrupt()
		}
		return sample{Metrics: map[metric]float64{increments: 100}}, nil
	}
	all, err := r.run(ctx)
	if err == nil {
		t.Fatal("the runner did not say that it was interrupted")
	}
	f, ok := all[0].figure("0", alone, increments)
	if !ok || f.Median != 100 {
		t.Errorf("the first samples were not kept: %v", f)
	}
	if got := newChapter(idle{}, all[0]).Table.Rows; len(got) != 2 {
		t.Errorf("the table has %d rows, 2 expected", len(got))
	}
}

func TestInterruptedCommand(t *testing.T) {
	ctx, interrupt := context.WithTimeout(t.Context(), 400*time.Millisecond)
	defer interrupt()
	page := filepath.Join(t.TempDir(), "r.html")
	var out, complaints bytes.Buffer
	code := bench(ctx, []string{"idle", "-duration", "30s", "-html", page, "-json", ""}, &out, &complaints)
	if code != interrupted || !strings.Contains(out.String(), "interrupted") {
		t.Errorf("exit code %d, %q %q", code, out.String(), complaints.String())
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "interrupted") {
		t.Errorf("the page does not say so: %v", err)
	}
}
