package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

// How the program ends.
const (
	success     = 0
	failed      = 1   // a wrong result, or a report that cannot be written
	misused     = 2   // a flag or a name that is not possible
	interrupted = 130 // by the user; what was measured is kept
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends it at once
	os.Exit(bench(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// bench is the whole command: it returns the exit code.
func bench(ctx context.Context, arguments []string, out, complaints io.Writer) int {
	if len(arguments) == 2 && arguments[0] == sampleCommand {
		signal.Ignore(os.Interrupt) // a terminal's Ctrl-C reaches this process too, but its parent decides
		if err := answerJob(arguments[1], out); err != nil {
			return complain(complaints, err, failed)
		}
		return success
	}
	c, err := parse(arguments, out)
	switch {
	case errors.Is(err, errHelp):
		return success
	case err != nil:
		return complain(complaints, err, misused)
	case c.list:
		listExperiments(out)
		return success
	}
	return measure(ctx, c, out, complaints)
}

// prefix begins every complaint.
const prefix = "bench: "

func complain(w io.Writer, err error, code int) int {
	fmt.Fprintln(w, prefix+err.Error())
	return code
}

func listExperiments(w io.Writer) {
	for _, e := range experiments {
		fmt.Fprintf(w, "%-8s %s\n", e.name(), e.question())
	}
}

// measure runs the chosen experiments and reports on them, also when they were interrupted.
func measure(ctx context.Context, c command, out, complaints io.Writer) int {
	if err := c.outputs.check(); err != nil {
		return complain(complaints, err, failed)
	}
	r := report{Host: thisHost(), Began: time.Now()}
	run := runner{experiments: c.experiments, options: c.options, rounds: c.rounds, budget: c.budget, take: takeSample}
	run.progress = newProgress(os.Stderr, run.steps())
	all, err := run.run(ctx)
	run.progress.finish()
	r.Interrupted = ctx.Err() != nil
	if err != nil && !r.Interrupted {
		return complain(complaints, err, failed)
	}
	r.Lasted = time.Since(r.Began)
	for i, e := range c.experiments {
		r.Chapters = append(r.Chapters, newChapter(e, all[i]))
	}
	r.writeText(out)
	if err := c.outputs.write(r); err != nil {
		return complain(complaints, err, failed)
	}
	c.outputs.announce(out)
	if r.Interrupted {
		return interrupted
	}
	return success
}
