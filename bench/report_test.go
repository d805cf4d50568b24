package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sampleReport has every experiment, with made-up figures.
func sampleReport() report {
	r := report{Host: host{Processor: `<made "up">`, Cores: 2}}
	for i, e := range experiments {
		metrics := []metric{increments, nsPerMessage, nsPerMessage}
		value := float64(10)
		r.Chapters = append(r.Chapters, newChapter(e, made(options{}, e, metrics[i], func(point) []float64 {
			value *= 1.1
			return []float64{value}
		})))
	}
	return r
}

func TestPageNeedsNothingElse(t *testing.T) {
	var b bytes.Buffer
	if err := sampleReport().writePage(&b); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	if found := regexp.MustCompile(`(?i)(src|href)\s*=|url\(|@import|https?://|<script|<link`).FindString(html); found != "" {
		t.Errorf("it refers to something: %q", found)
	}
	if strings.Contains(html, `<made`) {
		t.Error("text is not escaped")
	}
	if n := strings.Count(html, "<svg "); n != len(experiments) {
		t.Errorf("%d plots for %d experiments", n, len(experiments))
	}
	for _, want := range []string{"prefers-color-scheme: dark", `name="viewport"`, "Twenty years ago", "var(--series4)", "viewBox="} {
		if !strings.Contains(html, want) {
			t.Errorf("it lacks %q", want)
		}
	}
}

func TestChartsAreWellFormedAndLabelled(t *testing.T) {
	for _, c := range sampleReport().Chapters {
		svg, err := c.Chart.svg()
		if err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(strings.NewReader(string(svg)))
		for {
			if _, err = d.Token(); err != nil {
				break
			}
		}
		if err != io.EOF {
			t.Errorf("%s: %v", c.Name, err)
		}
		for _, s := range mainSides() {
			if !strings.Contains(string(svg), ">"+s+"<") {
				t.Errorf("%s: no label for %s", c.Name, s)
			}
		}
		if colour := regexp.MustCompile("#[-0-9A-Fa-f]+").FindString(string(svg)); colour != "" {
			t.Errorf("%s: a colour that does not follow light and dark: %s", c.Name, colour)
		}
	}
}

func TestJSONHoldsEverySample(t *testing.T) {
	var b bytes.Buffer
	want := sampleReport()
	if err := want.writeJSON(&b); err != nil {
		t.Fatal(err)
	}
	var got report
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Chapters) != len(experiments) || len(got.Chapters[0].Points) != len(want.Chapters[0].Points) {
		t.Errorf("%d experiments, %d points", len(got.Chapters), len(got.Chapters[0].Points))
	}
	if a, b := got.Chapters[0].Points[0].Samples[0].Metrics, want.Chapters[0].Points[0].Samples[0].Metrics; a[increments] != b[increments] {
		t.Errorf("%v, %v expected", a, b)
	}
}

func TestFilesAppearWholeOrNotAtAll(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.json")
	say := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			io.WriteString(w, text)
			return err
		}
	}
	if err := writeWhole(name, say("old", nil)); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left")
	if err := writeWhole(name, say("ne", full)); !errors.Is(err, full) || !strings.Contains(err.Error(), name) {
		t.Errorf("the error is %v", err)
	}
	if text, _ := os.ReadFile(name); string(text) != "old" {
		t.Errorf("the file holds %q", text)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
