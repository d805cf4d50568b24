package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestCountsEveryThrow(t *testing.T) {
	for _, n := range []int64{1, 2, 10_001} {
		if handled, took := play(t.Context(), n); handled != uint64(n) || took <= 0 {
			t.Errorf("%d throws: %d handled in %v", n, handled, took)
		}
	}
}

func TestOutput(t *testing.T) {
	var out, complaints bytes.Buffer
	if code := run(t.Context(), []string{"-n", "1000"}, &out, &complaints); code != 0 || complaints.Len() > 0 {
		t.Fatalf("exit code %d, %q", code, complaints.String())
	}
	var handled, perSecond float64
	var took string
	if _, err := fmt.Sscanf(out.String(), "%f messages in %s %f a second,", &handled, &took, &perSecond); err != nil {
		t.Fatalf("%q: %v", out.String(), err)
	}
	if handled != 1000 || perSecond <= 0 || math.IsInf(perSecond, 0) {
		t.Errorf("%q", out.String())
	}
}

func TestHelpTeaches(t *testing.T) {
	var out, complaints bytes.Buffer
	if code := run(t.Context(), []string{"-h"}, &out, &complaints); code != 0 || complaints.Len() > 0 {
		t.Fatalf("exit code %d, %q", code, complaints.String())
	}
	if !strings.Contains(out.String(), "go run ./examples/pingpong -n") {
		t.Errorf("no example of use in %q", out.String())
	}
}

func TestWrongArgumentsAreOneClearLine(t *testing.T) {
	for line, says := range map[string]string{
		"-n 0":       "-n must be 1 or more",
		"-n -3":      "-n must be 1 or more",
		"-n many":    `invalid value "many" for flag -n`,
		"-n":         "flag needs an argument: -n",
		"-fast":      "not defined: -fast",
		"1000":       `"1000" is not expected here`,
		"-n 5 later": `"later" is not expected here`,
	} {
		var out, complaints bytes.Buffer
		code := run(t.Context(), strings.Fields(line), &out, &complaints)
		got := complaints.String()
		if code != 2 || !strings.Contains(got, says) || strings.Count(got, "\n") != 1 || out.Len() > 0 {
			t.Errorf("%s: exit code %d, %q, %q", line, code, got, out.String())
		}
	}
}

func TestInterruptIsClean(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	var out, complaints bytes.Buffer
	code := run(ctx, []string{"-n", "9000000000000000000"}, &out, &complaints)
	if code != 130 || !strings.Contains(complaints.String(), "interrupted after") {
		t.Errorf("exit code %d, %q", code, complaints.String())
	}
	if !strings.Contains(out.String(), "messages in") {
		t.Errorf("what was done is not printed: %q", out.String())
	}
}
