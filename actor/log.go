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

// journal is the runtime's own log.
type journal struct {
	to   *slog.Logger
	name string // of the system

	mu     sync.Mutex
	second time.Time
	lines  int
	left   int // out, since the last line
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
	if l.lines >= logLines {
		l.left++
		return false
	}
	l.lines++
	return true
}

// print calls the user's handler.
func (l *journal) print(level slog.Level, text string, attrs []slog.Attr) {
	l.mu.Lock()
	if l.left > 0 {
		attrs = append(attrs, slog.Int("left out before", l.left))
		l.left = 0
	}
	l.mu.Unlock()
	if l.name != "" {
		attrs = append(attrs, slog.String("system", l.name))
	}
	contained(func() { l.logger().LogAttrs(context.Background(), level, text, attrs...) })
}
