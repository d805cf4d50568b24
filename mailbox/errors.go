package mailbox

import "errors"

// What a consumer is told instead of a value. Each of them, like a context's error, means that the call took no value and
// never will. Match them with errors.Is.
var (
	// ErrClosed says that the queue is closed and that what was in it has been consumed.
	ErrClosed = errors.New("mailbox: queue closed")
	// ErrTimeout says that no value came within the time given to ConsumeTimeout.
	ErrTimeout = errors.New("mailbox: no value within the time limit")
	// ErrCanceled says that Call.Cancel ended the call before a value came.
	ErrCanceled = errors.New("mailbox: call canceled")
)
