package actor_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/murmur-go/murmur/actor"
)

// What can only be the programmer's mistake panics where it is made, and says what,
// where and what to do.
func TestMistakes(t *testing.T) {
	s := newSystem(t)
	nothing := always(probe[int]{})
	in := func(f func(c *actor.Context[int])) func() { // a mistake made in a handler
		return func() {
			failed := make(chan any, 1)
			r := actor.SpawnFunc(s, func(c *actor.Context[int], _ int) error {
				defer func() { failed <- recover() }()
				f(c)
				return nil
			})
			r.Send(context.Background(), 1)
			if v := <-failed; v != nil {
				panic(v)
			}
		}
	}
	spawn := func(opts func() []actor.SpawnOption) func() { return func() { actor.SpawnFunc(s, idle, opts()...) } }
	for name, tt := range map[string]struct {
		do   func()
		want []string
	}{
		"no workers":           {func() { actor.WithWorkers(0) }, []string{"WithWorkers(0)", "at least one"}},
		"less workers":         {func() { actor.WithWorkers(-1) }, []string{"WithWorkers(-1)"}},
		"no logger":            {func() { actor.WithLogger(nil) }, []string{"WithLogger(nil)", "slog.DiscardHandler"}},
		"nil option":           {func() { actor.NewSystem(actor.WithName("x"), nil) }, []string{"NewSystem", "option 2", "leave it out"}},
		"nil Spawn":            {func() { actor.Spawn[*probe[int], int](s, nil) }, []string{"Spawn", "nil make", "*actor_test.probe[int]"}},
		"nil SpawnNamed":       {func() { _, _ = actor.SpawnNamed[*probe[int], int](s, "x", nil) }, []string{"SpawnNamed", "nil make"}},
		"nil SpawnFunc":        {func() { actor.SpawnFunc[int](s, nil) }, []string{"SpawnFunc", "nil function"}},
		"nil SpawnPool":        {func() { actor.SpawnPool[*probe[int]](s, 1, nil, actor.Random[int]()) }, []string{"SpawnPool", "nil make"}},
		"nil parent":           {func() { actor.Spawn(nil, nothing) }, []string{"nil Parent", "*System", "*Context"}},
		"nil pool parent":      {func() { actor.SpawnPool(nil, 1, nothing, actor.Random[int]()) }, []string{"nil Parent"}},
		"nil spawn option":     {spawn(func() []actor.SpawnOption { return []actor.SpawnOption{actor.Shared(), nil} }), []string{"spawn", "option 2", "leave it out"}},
		"no room":              {spawn(func() []actor.SpawnOption { return []actor.SpawnOption{actor.Bounded(0, actor.DropNewest)} }), []string{"Bounded(0)", "at least one"}},
		"no overflow":          {spawn(func() []actor.SpawnOption { return []actor.SpawnOption{actor.Bounded(1, actor.Overflow(9))} }), []string{"Bounded(1, 9)", "DropNewest or DropOldest"}},
		"nil priority":         {spawn(func() []actor.SpawnOption { return []actor.SpawnOption{actor.Priority[int](nil)} }), []string{"Priority(nil)"}},
		"wrong priority":       {spawn(func() []actor.SpawnOption { return []actor.SpawnOption{actor.Priority(func(string) int { return 0 })} }), []string{"Priority", "string", "int", "func(int) int"}},
		"shared and marshaled": {spawn(func() []actor.SpawnOption { return []actor.SpawnOption{actor.Shared(), actor.Marshaled()} }), []string{"Shared", "Marshaled", "choose one"}},
		"no strategy":          {spawn(func() []actor.SpawnOption { return []actor.SpawnOption{actor.Group(9)} }), []string{"Group(9)", "OneForOne", "AllForOne", "RestForOne"}},
		"less restarts":        {func() { actor.Restart(-1, time.Second) }, []string{"Restart(-1, 1s)", "must not be negative"}},
		"no time":              {func() { actor.Restart(1, 0) }, []string{"Restart(1, 0s)", "must be positive"}},
		"backoff":              {func() { actor.Restart(1, 1).Backoff(-1, 1) }, []string{"Backoff(-1ns, 1ns)", "0 ≤ min ≤ max"}},
		"more backoff":         {func() { actor.Restart(1, 1).Backoff(2, 1) }, []string{"Backoff(2ns, 1ns)"}},
		"stop's backoff":       {func() { actor.Stop().Backoff(1, 2) }, []string{"Backoff", "Restart"}},
		"no pool":              {func() { actor.SpawnPool(s, 0, nothing, actor.Random[int]()) }, []string{"SpawnPool of 0", "at least one"}},
		"no route":             {func() { actor.SpawnPool(s, 1, nothing, actor.Route[int]{}) }, []string{"zero Route", "RoundRobin"}},
		"nil hash":             {func() { actor.Hash[int](nil) }, []string{"Hash(nil)"}},
		"become nothing":       {in(func(c *actor.Context[int]) { c.Become(nil) }), []string{"Become(nil)"}},
		"no period":            {in(func(c *actor.Context[int]) { c.Every(0, 1) }), []string{"Every(0s)", "positive"}},
		"less idle":            {in(func(c *actor.Context[int]) { c.Idle(-1, 1) }), []string{"Idle(-1ns)", "0 ends it"}},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				v := recover()
				text := fmt.Sprint(v)
				if v == nil || !strings.HasPrefix(text, "actor: ") {
					t.Fatalf("panicked with %v", v)
				}
				for _, w := range tt.want {
					if !strings.Contains(text, w) {
						t.Errorf("%q does not mention %q", text, w)
					}
				}
			}()
			tt.do()
		})
	}
	rest(t, s)
}
