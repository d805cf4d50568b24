package actor

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"weak"

	"github.com/vmihailenco/msgpack/v5"
)

// A Ref crosses as text: the path, for people, then what finds the component again:
//
//	bank/alice#9c1f3a5e77d0b2c4.2a
//	          process          number
//
// The process is a random number drawn at its start, so that a Ref from another one, or
// from an earlier run, is not taken for one of ours. The zero Ref is "", in MessagePack nil.

var thisProcess = strconv.FormatUint(rand.Uint64(), 16)

// exported holds the components whose Ref was ever written, as long as they live.
var exported struct {
	mu   sync.Mutex
	last uint64
	byID map[uint64]weak.Pointer[component]
}

// export returns the number under which exportedAs finds c.
func (c *component) export() uint64 {
	r := c.more()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.exported != 0 {
		return r.exported
	}
	exported.mu.Lock()
	defer exported.mu.Unlock()
	exported.last++
	if exported.byID == nil {
		exported.byID = make(map[uint64]weak.Pointer[component])
	}
	exported.byID[exported.last] = weak.Make(c)
	r.exported = exported.last
	runtime.AddCleanup(c, func(id uint64) {
		exported.mu.Lock()
		delete(exported.byID, id)
		exported.mu.Unlock()
	}, r.exported)
	return r.exported
}

func exportedAs(id uint64) *component {
	exported.mu.Lock()
	defer exported.mu.Unlock()
	return exported.byID[id].Value()
}

// MarshalText writes the Ref so that UnmarshalText finds the component again, in this
// process, as long as it lives. It implements encoding.TextMarshaler.
func (r Ref[M]) MarshalText() ([]byte, error) {
	if r.cell == nil {
		return []byte{}, nil
	}
	text := fmt.Appendf(nil, "%s#%s.%x", r.cell.path(), r.cell.process(), r.cell.export())
	return text, nil
}

// UnmarshalText reads what MarshalText wrote. A component that is gone, or of another
// process, gives a Ref to which sends are dead letters, in the system of the component
// that sends; from outside of any, they are only logged. It fails with ErrWrongType
// when the component takes other messages, and for text that is no Ref.
func (r *Ref[M]) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*r = Ref[M]{}
		return nil
	}
	if len(text) > maxRefText {
		return fmt.Errorf("actor: this is not a Ref: it has %d bytes", len(text))
	}
	path, rest, ok := cutLast(string(text), "#")
	process, number, ok2 := strings.Cut(rest, ".")
	id, err := strconv.ParseUint(number, 16, 64)
	if !ok || !ok2 || err != nil || path == "" || process == "" || id == 0 {
		return errors.New("actor: this is not a Ref: want path#process.number")
	}
	if process != thisProcess {
		*r = elsewhere[M](nowhere(), path, process, id, ReasonUnreachable)
		return nil
	}
	c := exportedAs(id)
	if c == nil {
		*r = elsewhere[M](nowhere(), path, process, id, ReasonStopped)
		return nil
	}
	ref, ok := c.body.ref().(Ref[M])
	if !ok {
		return fmt.Errorf("actor: Ref %q: %w: it takes %v", path, ErrWrongType, c.body.messageType())
	}
	*r = ref
	return nil
}

// maxRefText bounds what is looked at.
const maxRefText = 64 << 10

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// EncodeMsgpack writes the text, or nil for the zero Ref.
func (r Ref[M]) EncodeMsgpack(e *msgpack.Encoder) error {
	if r.cell == nil {
		return e.EncodeNil()
	}
	text, err := r.MarshalText()
	if err != nil {
		return err
	}
	return e.EncodeString(string(text))
}

// DecodeMsgpack reads what EncodeMsgpack wrote.
func (r *Ref[M]) DecodeMsgpack(d *msgpack.Decoder) error {
	text, err := d.DecodeString() // "" for nil
	if err != nil {
		return err
	}
	return r.UnmarshalText([]byte(text))
}

// process is where the component lives.
func (c *component) process() string {
	if a, ok := c.body.(interface{ origins() string }); ok {
		return a.origins()
	}
	return thisProcess
}
