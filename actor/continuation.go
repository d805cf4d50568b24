package actor

import (
	"context"
	"fmt"

	"github.com/murmur-go/murmur/mailbox"
)

// continuation is the rider of a message that is yet to be made, in the component's
// own turn, from a result.
type continuation[M any] struct {
	incarnation uint32
	make        func() M
}

// Kept keeps an overflow from dropping the answer: it comes, whatever it is.
func (*continuation[M]) Kept() {}

// open makes the message; it is user code, and the turn knows.
func (k *continuation[M]) open(c *cell[M]) (e mailbox.Entry[M], err error) {
	if k.incarnation != c.incarnation {
		return e, &refusal{ReasonExpired, fmt.Errorf("result for an earlier incarnation of %s", c.path())}
	}
	return mailbox.Entry[M]{Value: k.make()}, nil
}

// unmade says that there is no message yet.
func (*continuation[M]) unmade() {}

// later returns what to call, from any goroutine, with the result that c waits for.
func later[R, M any](c *cell[M], then func(R, error) M) func(R, error) {
	incarnation := c.incarnation
	return func(r R, err error) {
		k := &continuation[M]{incarnation, func() M { return then(r, err) }}
		c.put(nil, c.outside(), mailbox.Entry[M]{Rider: k}, mailbox.Force)
	}
}

// hidden is a component's Context for work beside it: it is canceled with the
// component, but who waits under it is not the component itself.
type hidden struct{ canceler }

func (hidden) Value(any) any { return nil }

// canceler is a context that contexts made from it need no goroutine to follow.
type canceler interface {
	context.Context
	AfterFunc(f func()) (stop func() bool)
}

// Go runs work on a goroutine of its own, beside the component, which goes on handling
// messages; what then makes of the result is handled as a message. The context is
// canceled when the component stops. A panic or Goexit of work is an error for then. A
// result for an earlier incarnation is a dead letter. then runs in the component, like
// a handler; what it returns stays there and is not marshaled.
func Go[R, M any](c *Context[M], work func(context.Context) (R, error), then func(R, error) M) {
	answer := later(c.cell, then)
	go func() {
		var r R
		err := errGoexit
		defer func() {
			if v := recover(); v != nil {
				err = panicked(v)
			}
			answer(r, err)
		}()
		r, err = work(hidden{c})
	}()
}
