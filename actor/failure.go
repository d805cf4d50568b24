package actor

import (
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
)

// Failure is a handler's or a hook's error, panic or Goexit. It is what a
// supervisor decides on, and the Err of EventFailed, of the dead letter of the
// message that failed, and of EventStopped when it ended the component. It is
// immutable.
type Failure struct {
	Path    string // the component
	Message string // the type of the message in hand; "" in a hook
	Err     error  // the error returned; for a panic, an error that says its value
	Stack   []byte // of a panic; nil otherwise
}

// Error says which component failed, at what, and why.
func (f *Failure) Error() string {
	if f.Message == "" {
		return fmt.Sprintf("actor: %s failed: %v", f.Path, f.Err)
	}
	return fmt.Sprintf("actor: %s failed at a message %s: %v", f.Path, f.Message, f.Err)
}

// Unwrap gives the error that the handler returned, or panicked with.
func (f *Failure) Unwrap() error { return f.Err }

// Is makes every failure match ErrFailed.
func (f *Failure) Is(target error) bool { return target == ErrFailed }

var errGoexit = errors.New("runtime.Goexit called")

func newFailure(c *component, message reflect.Type, err error) *Failure {
	f := &Failure{Path: c.path(), Err: err}
	if message != nil {
		f.Message = message.String()
	}
	return f
}

// panicked makes an error of what recover returned, nil standing for a Goexit. It
// must not call methods of the value: they are the component's code, and may panic.
func panicked(v any) error {
	switch v := v.(type) {
	case nil:
		return errGoexit
	case error:
		return &panicError{v}
	case string:
		return errors.New("panic: " + v)
	}
	return fmt.Errorf("panic: %v", plain(v))
}

// panicError keeps an error that was panicked with in the chain, without calling it.
type panicError struct{ err error }

func (p *panicError) Error() (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("panic: %T", p.err)
		}
	}()
	return "panic: " + p.err.Error()
}

func (p *panicError) Unwrap() error { return p.err }

// plain is v where fmt prints it without calling its methods, else its type.
func plain(v any) any {
	switch reflect.TypeOf(v).Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		if _, ok := v.(fmt.Formatter); !ok {
			if _, ok := v.(fmt.Stringer); !ok {
				return v
			}
		}
	}
	return reflect.TypeOf(v).String()
}

// stack is taken where the panic is recovered, so that it shows where it came from.
func stack() []byte { return debug.Stack() }
