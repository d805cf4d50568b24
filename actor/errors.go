package actor

import "errors"

var (
	// One for each Reason: dead letters and asks carry them.
	ErrStopped     = errors.New("actor: stopped")
	ErrOverflow    = errors.New("actor: mailbox full")
	ErrExpired     = errors.New("actor: expired")
	ErrFailed      = errors.New("actor: failed")
	ErrUndecodable = errors.New("actor: undecodable")
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
