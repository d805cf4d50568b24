package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// report is a run, as the terminal, the page and the JSON file show it.
type report struct {
	Host        host          `json:"host"`
	Began       time.Time     `json:"began"`
	Lasted      time.Duration `json:"lasted"`
	Interrupted bool          `json:"interrupted"`
	Chapters    []chapter     `json:"experiments"`
}

// chapter is one experiment in it.
type chapter struct {
	Name       string      `json:"name"`
	Question   string      `json:"question"`
	Verdict    string      `json:"verdict"`
	Parameters []parameter `json:"parameters"`
	Table      grid        `json:"table"`
	Original   *grid       `json:"original,omitempty"`
	Counts     []string    `json:"counts"`
	Points     []*measured `json:"points"`
	Chart      chart       `json:"-"`
}

func newChapter(e experiment, r results) chapter {
	c := chapter{
		Name:       e.name(),
		Question:   e.question(),
		Verdict:    qualified(e.verdict(r), r),
		Parameters: append(e.parameters(r.options), samplesTaken(r)),
		Table:      e.table(r),
		Counts:     counts(r),
		Points:     r.points,
		Chart:      e.chart(r),
	}
	if o, ok := e.(original); ok {
		then := o.original()
		c.Original = &then
	}
	return c
}

// qualified takes back what cannot be concluded.
func qualified(verdict string, r results) string {
	if disturbed, all := r.disturbed(); disturbed > 0 {
		return fmt.Sprintf("DISTURBED, conclude nothing: other processes used more than %.0f%% of the machine in %d of %d samples. %s",
			100*disturbance, disturbed, all, verdict)
	}
	return verdict
}

func samplesTaken(r results) parameter {
	least, most := 0, 0
	for i, m := range r.points {
		n := len(m.Samples)
		if i == 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	text := fmt.Sprint(most)
	if least != most {
		text = fmt.Sprintf("%d to %d", least, most)
	}
	return parameter{"samples", text + " of each, in turn, each in a process of its own; medians, and half the distance from least to largest"}
}

// counts says of each side what was sent, handled and dropped in all samples.
func counts(r results) []string {
	var lines []string
	for _, s := range everySide() {
		if t := r.tally(s.name()); t.Sent > 0 {
			lines = append(lines, s.name()+": "+t.String())
		}
	}
	return lines
}

// writeText is the report for a terminal.
func (r report) writeText(w io.Writer) {
	fmt.Fprintln(w, oneLine(r.Host.Parameters()))
	fmt.Fprintf(w, "%s, %v%s\n", r.Began.Format("2006-01-02 15:04"), r.Lasted.Round(time.Second), r.interruption())
	for _, c := range r.Chapters {
		c.writeText(w)
	}
}

func (r report) interruption() string {
	if r.Interrupted {
		return ", interrupted: what follows is what was measured until then"
	}
	return ""
}

func (c chapter) writeText(w io.Writer) {
	fmt.Fprintf(w, "\n%s: %s\n", strings.ToUpper(c.Name), c.Question)
	for _, p := range c.Parameters {
		fmt.Fprintf(w, "  %s: %s\n", p.Name, p.Value)
	}
	fmt.Fprintf(w, "\n%s\n\n%s\n", c.Table, c.Verdict)
	if c.Original != nil {
		fmt.Fprintf(w, "\n%s. %s\n", c.Original.Title, c.Original.Note)
	}
	if len(c.Counts) > 0 {
		fmt.Fprintf(w, "\nMessages:\n  %s\n", strings.Join(c.Counts, "\n  "))
	}
}

func oneLine(parameters []parameter) string {
	var parts []string
	for _, p := range parameters {
		parts = append(parts, p.Name+" "+p.Value)
	}
	return strings.Join(parts, ", ")
}
