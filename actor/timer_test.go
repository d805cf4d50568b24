package actor_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// clockwork is a component that does what it is told, and writes down when what came, in
// milliseconds of the bubble's time.
type clockwork struct {
	do   func(c *actor.Context[string])
	log  *[]string
	then map[string]func(c *actor.Context[string])
}

func (w *clockwork) Receive(c *actor.Context[string], m string) error {
	if m == "do" {
		w.do(c)
		return nil
	}
	*w.log = append(*w.log, fmt.Sprintf("%s@%d", m, time.Since(bubbleStart).Milliseconds()))
	if f := w.then[m]; f != nil {
		f(c)
	}
	return nil
}

// bubbleStart is when time begins in every bubble.
var bubbleStart = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// scene runs a clockwork in a bubble for a while, and compares its log.
func scene(t *testing.T, run time.Duration, want string, do func(c *actor.Context[string]), then map[string]func(c *actor.Context[string]), opts ...actor.SpawnOption) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		var log []string
		s := newSystem(t)
		r := actor.Spawn(s, func() *clockwork { return &clockwork{do, &log, then} }, opts...)
		r.Send(context.Background(), "do")
		time.Sleep(run) // the bubble's time
		synctest.Wait()
		r.Stop()
		<-r.Done()
		if got := strings.Join(log, " "); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	})
}

type (
	hands = *actor.Context[string]
	acts  = map[string]func(c hands)
)

const ms = time.Millisecond

func TestAfter(t *testing.T) {
	scene(t, time.Hour, "now@0 past@0 soon@5 late@3000", func(c hands) {
		c.After(3*time.Second, "late")
		c.After(5*ms, "soon")
		c.After(0, "now")
		c.After(-time.Hour, "past")
		if !c.Now().Equal(bubbleStart) {
			t.Error("Now is not the bubble's")
		}
	}, nil)
}

func TestAfterStop(t *testing.T) {
	var a, b *actor.Timer
	scene(t, time.Second, "a@1 x@3", func(c hands) {
		a = c.After(ms, "a")
		b = c.After(2*ms, "b")
		c.After(3*ms, "x")
	}, acts{
		"a": func(hands) {
			if a.Stop() {
				t.Error("stopped what is being handled")
			}
			if !b.Stop() || b.Stop() {
				t.Error("Stop of a timer that runs is true once")
			}
		},
		"x": func(c hands) {
			// Queued already, a tick is still prevented.
			if q := c.After(0, "queued"); !q.Stop() {
				t.Error("Stop did not prevent a queued message")
			}
		},
	})
}

func TestEvery(t *testing.T) {
	var e *actor.Timer
	n := 0
	scene(t, time.Second, "e@10 e@20 e@30 e@40", func(c hands) { e = c.Every(10*ms, "e") }, acts{
		"e": func(hands) {
			if n++; n == 4 && (!e.Stop() || e.Stop()) {
				t.Error("Stop of a ticker is true once")
			}
		},
	})
}

// TestFaultTickBacklog: a 10 ms ticker behind a handler of 2 s leaves one tick, not 200.
func TestFaultTickBacklog(t *testing.T) {
	n := 0
	scene(t, 2046*ms, "e@10 e@2015 e@2020 e@2030 e@2040", func(c hands) { c.Every(10*ms, "e") }, acts{
		"e": func(hands) {
			if n++; n == 1 {
				time.Sleep(2005 * ms) // the slow handler
			}
		},
	})
}

func TestTimersPanicOnNonsense(t *testing.T) {
	scene(t, 0, "", func(c hands) {
		for name, f := range map[string]func(){
			"Every(0)":  func() { c.Every(0, "") },
			"Every(-1)": func() { c.Every(-1, "") },
			"Idle(-1)":  func() { c.Idle(-1, "") },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s did not panic", name)
					}
				}()
				f()
			}()
		}
	}, nil)
}

// TestFaultStaleTick: ticks queued before Stop, Become or a restart are not handled.
func TestFaultStaleTick(t *testing.T) {
	t.Run("Become", func(t *testing.T) {
		scene(t, time.Second, "fresh@0", func(c hands) {
			c.After(0, "stale")
			c.Become(func(c hands, m string) error {
				if m == "stale" {
					t.Error("a stale tick after Become")
				}
				return nil
			})
			c.Unbecome()
			c.After(0, "fresh")
		}, nil)
	})
	t.Run("restart", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := newSystem(t)
			graves := watchGraves(s)
			var got []string
			r := actor.SpawnFunc(s, func(c hands, m string) error {
				if got = append(got, m); m == "fail" {
					c.After(0, "queued")
					c.After(time.Minute, "later")
					c.Every(time.Minute, "often")
					c.Idle(time.Minute, "quiet")
					return fmt.Errorf("no")
				}
				return nil
			})
			r.Send(context.Background(), "fail")
			r.Send(context.Background(), "kept")
			time.Sleep(time.Hour)
			rest(t, s)
			if !slices.Equal(got, []string{"fail", "kept"}) {
				t.Errorf("handled %q", got)
			}
			if n := graves.count(actor.ReasonExpired); n != 1 {
				t.Errorf("%d ticks expired, want the one that was queued", n)
			}
		})
	})
}

func TestIdle(t *testing.T) {
	t.Run("repeats, and its own message is no activity", func(t *testing.T) {
		scene(t, 350*ms, "i@100 i@200 i@300", func(c hands) { c.Idle(100*ms, "i") }, nil)
	})
	t.Run("waits for quiet", func(t *testing.T) {
		scene(t, 390*ms, "x@60 i@160 x@200 i@300", func(c hands) {
			c.Idle(100*ms, "i")
			c.After(60*ms, "x")
			c.After(200*ms, "x")
		}, nil)
	})
	t.Run("ends with 0", func(t *testing.T) {
		scene(t, time.Hour, "i@100", func(c hands) { c.Idle(100*ms, "i") }, acts{"i": func(c hands) { c.Idle(0, "") }})
	})
	t.Run("is replaced", func(t *testing.T) {
		scene(t, 250*ms, "j@70 j@140 j@210", func(c hands) { c.Idle(100*ms, "i"); c.Idle(70*ms, "j") }, nil)
	})
}

// TestFaultIdleAfterLongHandler: idle time counts from the end of the handler.
func TestFaultIdleAfterLongHandler(t *testing.T) {
	scene(t, 500*ms, "long@10 i@410", func(c hands) {
		c.Idle(100*ms, "i")
		c.After(10*ms, "long")
	}, acts{"long": func(hands) { time.Sleep(300 * ms) }})
}

// TestTickIsolated: each tick is isolated anew, and from the one who set the timer.
func TestTickIsolated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSystem(t)
		var got []string
		actor.SpawnFunc(s, func(c *actor.Context[[]string], m []string) error {
			if m[0] == "start" {
				m[0] = "tick"
				c.Every(ms, m)
				c.Idle(20*ms, m)
				m[0] = "spoiled by who set it"
				return nil
			}
			got = append(got, m[0])
			m[0] = "spoiled by who got it"
			if len(got) == 3 {
				c.Stop()
			}
			return nil
		}).Send(context.Background(), []string{"start"})
		time.Sleep(time.Second)
		rest(t, s)
		if !slices.Equal(got, []string{"tick", "tick", "tick"}) {
			t.Errorf("%q", got)
		}
	})
}

// TestTickInFullMailbox: a tick counts against the bound like any message, as a dead letter
// it is over.
func TestTickInFullMailbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSystem(t)
		graves := watchGraves(s)
		var after *actor.Timer
		ticks := 0
		r := actor.SpawnFunc(s, func(c *actor.Context[string], m string) error {
			switch m {
			case "start":
				after = c.After(5*ms, "after")
				c.Every(10*ms, "tick")
				c.Self().Send(c, "fill")
				time.Sleep(35 * ms)
				if after.Stop() {
					t.Error("Stop has prevented a message that was dropped")
				}
			case "tick":
				if ticks++; ticks == 3 {
					c.Stop()
				}
			case "after":
				t.Error("the dropped message came")
			}
			return nil
		}, actor.Bounded(1, actor.DropNewest))
		r.Send(context.Background(), "start")
		closed(t, r.Done(), "three ticks afterwards")
		rest(t, s)
		if n := graves.count(actor.ReasonOverflow); n != 4 {
			t.Errorf("%d dropped, want the message and 3 ticks", n)
		}
	})
}

// TestStashedTick: a tick may be kept for later like any message.
func TestStashedTick(t *testing.T) {
	for _, first := range []bool{true, false} {
		n := 0
		scene(t, time.Second, map[bool]string{true: "a@5 u@10 a@10", false: "a@5 u@10 a@10 u@20"}[first], func(c hands) {
			c.After(5*ms, "a")
			c.After(10*ms, "u")
			if !first {
				c.After(20*ms, "u")
			}
		}, acts{
			"a": func(c hands) {
				if n++; n == 1 {
					if err := c.Stash(); err != nil {
						t.Error(err)
					}
				}
			},
			"u": func(c hands) { c.Unstash() },
		})
	}
}

// TestFaultTimersByTheMillion: deadlines that are cancelled early leave nothing.
func TestFaultTimersByTheMillion(t *testing.T) {
	s := newSystem(t)
	n := scale(1_000_000)
	before := heap()
	done := make(chan struct{})
	r := actor.SpawnFunc(s, func(c hands, m string) error {
		if m != "start" {
			return nil
		}
		const window = 1000 // at a time
		timers := make([]*actor.Timer, 0, window)
		for i := range n {
			timers = append(timers, c.After(time.Hour, "late"))
			if len(timers) == window {
				for j, timer := range timers {
					if (i/window*window+j)%100 != 0 && !timer.Stop() {
						t.Error("an early Stop prevented nothing")
					}
				}
				timers = timers[:0]
			}
		}
		close(done)
		return nil
	})
	r.Send(context.Background(), "start")
	closed(t, done, "a million timers")
	if perLeft := (int64(heap()) - int64(before)) / int64(n/100+1000); perLeft > 1500 {
		t.Errorf("%d bytes for each timer that is left", perLeft)
	}
	r.Stop()
	closed(t, r.Done(), "the end")
	rest(t, s)
	if grown := int64(heap()) - int64(before); grown > 4<<20 {
		t.Errorf("%d bytes are left of %d timers", grown, n)
	}
}
