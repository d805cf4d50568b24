package actor

import (
	"reflect"
	"time"
)

// Event is something in the life of a component. It is passed by reference: read it only.
type Event struct {
	Kind EventKind
	Path string
	Err  error // EventFailed: a *Failure; EventStopped: what made it stop, nil when it was asked for
	Time time.Time
}

// Immutable says that events are shared, not copied.
func (Event) Immutable() {}

// EventKind says what happened.
type EventKind uint8

const (
	EventSpawned   EventKind = iota // it has joined its parent; its first turn is to come
	EventStopped                    // it has ended, hooks and children included
	EventFailed                     // a handler or hook failed; the policy follows
	EventRestarted                  // another instance has started, after its Started
)

// String is the kind in lower case.
func (k EventKind) String() string {
	switch k {
	case EventSpawned:
		return "spawned"
	case EventStopped:
		return "stopped"
	case EventFailed:
		return "failed"
	case EventRestarted:
		return "restarted"
	}
	return "unknown"
}

// event publishes, when somebody listens. The failures of a component that itself
// takes events are not published, only counted and logged: they would come back to it.
func (s *System) event(kind EventKind, c *component, err error) {
	if s.events.wanted() {
		if kind >= EventFailed && c.body.messageType() == reflect.TypeFor[Event]() {
			return
		}
		s.events.publish(Event{Kind: kind, Path: c.path(), Err: err, Time: s.clock.Now()})
	}
}
