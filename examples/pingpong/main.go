// Pingpong lets two components send a ball to and fro, and says how many messages a second that is.
//
//	go run ./examples/pingpong
//	go run ./examples/pingpong -n 20000000
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/murmur-go/murmur/actor"
)

const help = `Two components send a ball to and fro; each throw is a message.

  go run ./examples/pingpong               a million throws
  go run ./examples/pingpong -n 20000000   more, for a steadier figure

The time runs from the first throw to the last catch, in one process; the messages counted are those that were handled.
Ctrl-C ends it early and prints what was done.

  -n throws   how many, 1 or more (default 1000000)
`

// ball is the message: how many throws are left, and who threw it.
type ball struct {
	Left int64
	From actor.Ref[ball]
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program; it returns the exit code.
func run(ctx context.Context, args []string, out, complaints io.Writer) int {
	n, err := parse(args)
	switch {
	case err == flag.ErrHelp:
		fmt.Fprint(out, help)
		return 0
	case err != nil:
		fmt.Fprintf(complaints, "pingpong: %v; -h shows how to use it\n", err)
		return 2
	}
	handled, took := play(ctx, n)
	perMessage := took / time.Duration(max(handled, 1))
	fmt.Fprintf(out, "%d messages in %v: %.0f a second, %v each; %s/%s, GOMAXPROCS=%d\n",
		handled, took.Round(time.Microsecond), float64(handled)/took.Seconds(), perMessage,
		runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0))
	if handled < uint64(n) {
		fmt.Fprintf(complaints, "pingpong: interrupted after %d of %d messages\n", handled, n)
		return 130
	}
	return 0
}

func parse(args []string) (n int64, err error) {
	flags := flag.NewFlagSet("pingpong", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Int64Var(&n, "n", 1_000_000, "throws")
	if err := flags.Parse(args); err != nil {
		return 0, err
	}
	if flags.NArg() > 0 {
		return 0, fmt.Errorf("%q is not expected here", flags.Arg(0))
	}
	if n < 1 {
		return 0, errors.New("-n must be 1 or more")
	}
	return n, nil
}

// play has the ball thrown n times, or until ctx ends, and returns how often it was
// caught and how long that took.
func play(ctx context.Context, n int64) (handled uint64, took time.Duration) {
	system := actor.NewSystem()
	done := make(chan struct{})
	var interrupted atomic.Bool
	defer context.AfterFunc(ctx, func() { interrupted.Store(true) })()
	player := func(c *actor.Context[ball], b ball) error {
		if b.Left == 0 || interrupted.Load() {
			close(done)
			return nil
		}
		b.From.Send(c, ball{b.Left - 1, c.Self()})
		return nil
	}
	ping, pong := actor.SpawnFunc(system, player), actor.SpawnFunc(system, player)

	start := time.Now()
	ping.Send(ctx, ball{n - 1, pong})
	<-done
	took = time.Since(start)
	system.Shutdown(context.Background())
	return system.Stats().Handled, took
}
