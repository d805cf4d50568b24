package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// command is what the arguments ask for.
type command struct {
	list        bool
	experiments []experiment
	options     options
	rounds      int
	budget      time.Duration
	outputs     outputs
}

// errHelp says that the help was asked for and has been printed.
var errHelp = errors.New("help was printed")

const description = `What does messaging cost, and what does it cost to have more components?

Without a name it runs idle and active, in less than two minutes, prints a table of each, and writes the same, with
plots, to bench-report.html; every sample is in bench-report.json.

Examples:

  go run ./bench                             both tables
  go run ./bench list                        the experiments and their questions
  go run ./bench peers                       murmur beside channels and protoactor-go: some minutes
  go run ./bench peers -quick                the same in seconds, to see that it works
  go run ./bench idle -n 10,5000 -duration 5s -count 5
  go run ./bench active -n 1000000 -html "" -json active.json

Close other programs first: a sample during which others used more than 15 % of the machine is reported as disturbed.
Ctrl-C ends the run and keeps what was measured.`

// flags are what kong fills in; a pointer is nil when the flag was not given.
type flags struct {
	Names    []string       `arg:"" optional:"" name:"experiment" help:"One or more of ${experiments}; or list. Default: ${tables}."`
	Duration *time.Duration `short:"d" placeholder:"TIME" help:"How long a sample lasts, from 1ms to 1h. Default: 1s for idle, 200ms otherwise."`
	Count    *int           `short:"c" placeholder:"N" help:"How many samples of each, from 1 to 1000. Default: 5; for the two tables at most 3, as many as two minutes allow; 1 with -quick."`
	Sizes    []int          `short:"n" placeholder:"N,…" help:"Numbers of components for idle and active, each from 0 to 10000000; peers takes the largest power of ten within them for memory and skynet."`
	Quick    bool           `short:"q" help:"Short samples and at most 10,000 components: shows that it works, and no more."`
	HTML     string         `name:"html" placeholder:"FILE" default:"bench-report.html" help:"Where the page goes; empty: nowhere. Default: ${default}."`
	JSON     string         `name:"json" placeholder:"FILE" default:"bench-report.json" help:"Where all samples go; empty: nowhere. Default: ${default}."`
}

// What flags may say.
const (
	shortest  = time.Millisecond
	longest   = time.Hour
	mostCount = 1000
	mostSize  = 10_000_000
)

// How many rounds when -count does not say. Without any flag the two tables must be done within two minutes, on slow
// machines too: no round begins that would end after tablesBudget.
const (
	usualRounds  = 5
	tablesRounds = 3
	tablesBudget = 105 * time.Second
)

func parse(arguments []string, out io.Writer) (command, error) {
	var f flags
	helped := false
	parser, err := kong.New(&f,
		kong.Name("bench"),
		kong.Description(description),
		kong.Writers(out, io.Discard),
		kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.Vars{"experiments": strings.Join(experimentNames(), ", "), "tables": strings.Join(tables, " and ")},
	)
	if err != nil {
		return command{}, err
	}
	_, err = parser.Parse(goStyle(arguments))
	switch {
	case helped:
		return command{}, errHelp
	case err != nil:
		return command{}, fmt.Errorf("%w (bench -h shows what is possible)", err)
	}
	return f.command()
}

// goStyle lets long flags have one dash, as Go's own tools do, and takes a negative number after a flag as its value, so
// that the complaint is about the number: -count -5 is --count=-5.
func goStyle(arguments []string) []string {
	var out []string
	for i, a := range arguments {
		last := len(out) - 1
		switch {
		case a == "--":
			return append(out, arguments[i:]...)
		case len(a) > 2 && a[0] == '-' && isLetter(a[1]) && isLetter(a[2]):
			out = append(out, "-"+a)
		case len(a) > 2 && a[0] == '-' && a[2] == '=': // -n=5; kong has -n5
			out = append(out, a[:2]+a[3:])
		case len(a) > 1 && a[0] == '-' && isDigit(a[1]) && last >= 0 && isFlag(out[last]):
			out[last] = withValue(out[last], a)
		default:
			out = append(out, a)
		}
	}
	return out
}

// isFlag says whether an argument is a flag without its value.
func isFlag(a string) bool { return len(a) > 1 && a[0] == '-' && !strings.Contains(a, "=") }

func withValue(flag, value string) string {
	if len(flag) == 2 {
		return flag + value
	}
	return flag + "=" + value
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func (f flags) command() (command, error) {
	if err := f.check(); err != nil {
		return command{}, err
	}
	c := command{
		options: options{Sizes: f.sizes(), Quick: f.Quick},
		outputs: outputs{f.HTML, f.JSON},
		list:    slices.Equal(f.Names, []string{"list"}),
	}
	if f.Duration != nil {
		c.options.Duration = *f.Duration
	}
	c.rounds, c.budget = f.rounds()
	if c.list {
		return c, nil
	}
	var err error
	c.experiments, err = f.experiments(c.options)
	return c, err
}

func (f flags) check() error {
	if d := f.Duration; d != nil && (*d < shortest || *d > longest) {
		return fmt.Errorf("-duration is %v; it can be from %v to %v", *d, shortest, longest)
	}
	if n := f.Count; n != nil && (*n < 1 || *n > mostCount) {
		return fmt.Errorf("-count is %d; it can be from 1 to %d", *n, mostCount)
	}
	for _, n := range f.Sizes {
		if n < 0 || n > mostSize {
			return fmt.Errorf("-n has %d; a number of components can be from 0 to %d", n, mostSize)
		}
	}
	return nil
}

// sizes is the numbers in order, each once.
func (f flags) sizes() []int {
	slices.Sort(f.Sizes)
	return slices.Compact(f.Sizes)
}

func (f flags) rounds() (rounds int, budget time.Duration) {
	switch {
	case f.Count != nil:
		return *f.Count, 0
	case f.Quick:
		return 1, 0
	case len(f.Names) == 0 && f.Duration == nil && f.Sizes == nil:
		return tablesRounds, tablesBudget
	}
	return usualRounds, 0
}

// experiments is those named, each once, or the two tables.
func (f flags) experiments(o options) ([]experiment, error) {
	names := f.Names
	if len(names) == 0 {
		names = tables
	}
	var chosen []experiment
	for _, name := range names {
		e, err := experimentNamed(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(chosen, e) {
			continue
		}
		if len(e.points(o)) == 0 {
			return nil, fmt.Errorf("-n leaves nothing for %s to measure: it takes %d components and more", name, smallestRing)
		}
		chosen = append(chosen, e)
	}
	return chosen, nil
}
