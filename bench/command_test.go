package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

func TestWrongArgumentsAreOneClearLine(t *testing.T) {
	for _, c := range []struct{ arguments, says string }{
		{"-duration 0", "-duration is 0s; it can be from 1ms to 1h0m0s"},
		{"-duration=-1s", "-duration is -1s"},
		{"-duration 2h", "-duration is 2h0m0s"},
		{"-duration soon", "duration"},
		{"-count 0", "-count is 0; it can be from 1 to 1000"},
		{"--count 1001", "-count is 1001"},
		{"-count many", "count"},
		{"-n -5", "-n has -5; a number of components can be from 0 to 10000000"},
		{"-count -1", "-count is -1"},
		{"-d -1s", "-duration is -1s"},
		{"-n 10,20000000", "-n has 20000000"},
		{"-n=-5", "-n has -5"},
		{"-n ten", "sizes"},
		{"-fast", "fast"},
		{"idel", `no experiment is called "idel"; there are: idle, active, peers`},
		{"list idle", `no experiment is called "list"`},
		{"active -n 5", "-n leaves nothing for active to measure"},
	} {
		var out, complaints bytes.Buffer
		code := bench(t.Context(), strings.Fields(c.arguments), &out, &complaints)
		got := complaints.String()
		if code != misused || !strings.Contains(got, c.says) || strings.Count(got, "\n") != 1 || out.Len() > 0 {
			t.Errorf("%s: exit code %d, %q, %q", c.arguments, code, got, out.String())
		}
	}
}

func TestOneDashOrTwo(t *testing.T) {
	for _, line := range []string{
		"idle -duration 2s -count 3 -n 10,20 -quick -html= -json x",
		"idle --duration 2s --count 3 --sizes 20,10,20 --quick --html= --json x",
		"-d 2s -c 3 -n 10 -n 20 -q -html= -json=x idle",
	} {
		c, err := parse(strings.Fields(line), io.Discard)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		o := c.options
		if o.Duration != 2*time.Second || c.rounds != 3 || len(o.Sizes) != 2 || o.Sizes[0] != 10 || !o.Quick {
			t.Errorf("%s: %+v", line, c)
		}
		if c.outputs != (outputs{HTML: "", JSON: "x"}) || len(c.experiments) != 1 || c.experiments[0] != (idle{}) {
			t.Errorf("%s: %+v", line, c)
		}
	}
}

func TestDefaults(t *testing.T) {
	tables, err := parse(nil, io.Discard)
	if err != nil || len(tables.experiments) != 2 || tables.budget != tablesBudget || tables.outputs.HTML != "bench-report.html" {
		t.Errorf("%+v, %v", tables, err)
	}
	peers, err := parse([]string{"peers"}, io.Discard)
	if err != nil || peers.rounds != 5 || peers.budget != 0 {
		t.Errorf("%+v, %v", peers, err)
	}
}

func TestHelpTeaches(t *testing.T) {
	for _, flag := range []string{"-h", "--help", "-help"} {
		var out, complaints bytes.Buffer
		if code := bench(t.Context(), []string{flag}, &out, &complaints); code != success {
			t.Errorf("%s: exit code %d, %s", flag, code, complaints.String())
		}
		for _, want := range []string{"go run ./bench peers", "--duration", "idle", "list"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s does not show %q", flag, want)
			}
		}
	}
}

func TestListShowsEveryQuestion(t *testing.T) {
	var out bytes.Buffer
	if code := bench(t.Context(), []string{"list"}, &out, io.Discard); code != success {
		t.Fatalf("exit code %d", code)
	}
	for _, e := range experiments {
		if !strings.Contains(out.String(), e.name()) || !strings.Contains(out.String(), e.question()) {
			t.Errorf("the list lacks %s", e.name())
		}
	}
}
