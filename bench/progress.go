package main

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is a bar with the time left; its zero value is silent.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress draws on f if that is a terminal.
func newProgress(f *os.File, steps int) progress {
	if !term.IsTerminal(int(f.Fd())) {
		return progress{}
	}
	return progress{progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(f),
		progressbar.OptionFullWidth(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish())}
}

func (p progress) next(experiment string, at point) {
	if p.bar != nil {
		p.bar.Describe(experiment + ", " + at.Row + ", " + at.Side)
	}
}

func (p progress) step() {
	if p.bar != nil {
		_ = p.bar.Add(1) // a bar that cannot be drawn is no reason to stop
	}
}

// finish clears the bar, however far it has come.
func (p progress) finish() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
