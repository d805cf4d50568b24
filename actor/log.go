package actor

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// logLines is how many lines a second the runtime itself logs at most: a storm of
// failures or dead letters must not become one of log lines.
const logLines = 10

// journal is the runtime's own log. Lines are written one after the other by a goroutine
// that lives while there are any: whoever has something to log never waits for the user's
// handler. One that is stuck holds that goroutine, and further lines are left out.
type journal struct {
	to   *slog.Logger
	name string // of the system

	mu     sync.Mutex
	second time.Time
	lines  int
	left   int // out, since the last line

	waiting []entry
	written chan struct{} // closed when none waits; nil then
}

// entry is a line to be written.
type entry struct {
	level slog.Level
	text  string
	attrs []slog.Attr
}

func (l *journal) logger() *slog.Logger {
	if l.to != nil {
		return l.to
	}
	return slog.Default()
}

func (l *journal) failure(f *Failure) {
	attrs := []slog.Attr{slog.String("component", f.Path), slog.Any("error", f.Err)}
	if f.Message != "" {
		attrs = append(attrs, slog.String("message", f.Message))
	}
	if f.Stack != nil {
		attrs = append(attrs, slog.String("stack", string(f.Stack)))
	}
	l.write(slog.LevelError, "actor: component failed", attrs)
}

func (l *journal) deadLetter(c *component, reason Reason, err error) {
	if !l.room() {
		return
	}
	attrs := []slog.Attr{slog.String("target", c.path()), slog.String("reason", reason.String())}
	if err != reasons[reason].err {
		attrs = append(attrs, slog.Any("error", err))
	}
	l.print(slog.LevelWarn, "actor: dead letter", attrs)
}

func (l *journal) write(level slog.Level, text string, attrs []slog.Attr) {
	if l.room() {
		l.print(level, text, attrs)
	}
}

// room reports whether there may be another line in this second.
func (l *journal) room() bool {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.second) >= time.Second {
		l.second, l.lines = now, 0
	}
	if l.lines >= logLines || len(l.waiting) >= logLines {
		l.left++
		return false
	}
	l.lines++
	return true
}

// print has a line written.
func (l *journal) print(level slog.Level, text string, attrs []slog.Attr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left > 0 {
		attrs = append(attrs, slog.Int("left out before", l.left))
		l.left = 0
	}
	if l.name != "" {
		attrs = append(attrs, slog.String("system", l.name))
	}
	l.waiting = append(l.waiting, entry{level, text, attrs})
	if l.written == nil {
		l.written = make(chan struct{})
		go l.writeAll()
	}
}

// writeAll writes what waits, in the order of print. The user's handler may panic, or
// end the goroutine: then another one goes on.
func (l *journal) writeAll() {
	done := false
	defer func() {
		if !done {
			_ = recover()
			go l.writeAll()
		}
	}()
	for {
		l.mu.Lock()
		if len(l.waiting) == 0 {
			close(l.written)
			l.written = nil
			done = true
			l.mu.Unlock()
			return
		}
		e := l.waiting[0]
		l.waiting = l.waiting[1:]
		l.mu.Unlock()
		l.logger().LogAttrs(context.Background(), e.level, e.text, e.attrs...)
	}
}

// flush waits until all lines are written, or ctx ends, and not for long: the end of a
// system does not hang on its log.
func (l *journal) flush(ctx context.Context) {
	l.mu.Lock()
	written := l.written
	l.mu.Unlock()
	if written == nil {
		return
	}
	select {
	case <-written:
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
}
