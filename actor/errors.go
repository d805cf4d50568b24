package actor

import "errors"

var (
	// The first six are one for each Reason. Dead letters carry them in Err, asks end with
	// them, wrapped with what and where.

	// ErrStopped: the component has stopped, is stopping, or never was; also from spawning under one.
	ErrStopped = errors.New("actor: stopped")
	// ErrOverflow: the mailbox was full, see Bounded.
	ErrOverflow = errors.New("actor: mailbox full")
	// ErrExpired: nobody waits for it any more: a tick of a stopped timer, a late reply, an ask given up.
	ErrExpired = errors.New("actor: expired")
	// ErrFailed: its handler failed; errors.As finds the *Failure.
	ErrFailed = errors.New("actor: failed")
	// ErrUndecodable: the message could not be marshaled, or not be read again.
	ErrUndecodable = errors.New("actor: undecodable")
	// ErrUnreachable: the component is in another process that cannot be reached.
	ErrUnreachable = errors.New("actor: unreachable")

	// ErrCycle: the asker is itself awaited, however indirectly, by whom it asks.
	ErrCycle = errors.New("actor: ask would wait for itself")
	// ErrNameTaken: a living child of the same parent has the name.
	ErrNameTaken = errors.New("actor: name is taken")
	// ErrBadName: a name must not be empty and must not contain "/".
	ErrBadName = errors.New("actor: bad name")
	// ErrNotFound: no living component has the path.
	ErrNotFound = errors.New("actor: not found")
	// ErrWrongType: the component takes messages of another type.
	ErrWrongType = errors.New("actor: wrong message type")
	// ErrStashFull: the stash has reached its limit.
	ErrStashFull = errors.New("actor: stash full")
	// ErrNoMessage: there is no message in hand to stash.
	ErrNoMessage = errors.New("actor: no message in hand")
)
