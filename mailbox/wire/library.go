package wire

import (
	"io"
	"reflect"
	"sync"

	"github.com/vmihailenco/msgpack/v5"
)

// The msgpack library is what a type's own MessagePack methods are written against. Its encoders and decoders are kept
// for reuse.

var encoders = sync.Pool{New: func() any { return msgpack.NewEncoder(nil) }}

// own has the value behind p write itself.
func (w *writer) own(p any) error {
	e, ok := p.(msgpack.CustomEncoder)
	if !ok {
		b, err := p.(msgpack.Marshaler).MarshalMsgpack()
		w.buf = append(w.buf, b...)
		return err
	}
	enc := encoders.Get().(*msgpack.Encoder)
	enc.Reset(w)
	err := e.EncodeMsgpack(enc)
	enc.Reset(nil)
	encoders.Put(enc)
	return err
}

// own has the value behind p read itself, from bytes that were walked first.
func (r *reader) own(p any) error {
	start := r.pos
	r.owned, r.payloads = true, nil
	err := r.skip()
	r.owned = false
	if err != nil {
		return err
	}
	b := r.b[start:r.pos]
	t := reflect.TypeOf(p).Elem()
	d, ok := p.(msgpack.CustomDecoder)
	if !ok {
		if err := r.charge(uintptr(len(b))); err != nil {
			return err
		}
		return undecodable(t, p.(msgpack.Unmarshaler).UnmarshalMsgpack(append([]byte(nil), b...)))
	}
	lib := libraries.Get().(*library)
	lib.source = source{b: r.b[:r.pos], pos: start, payloads: r.payloads}
	lib.dec.Reset(&lib.source)
	err = d.DecodeMsgpack(lib.dec)
	left := len(lib.source.b) - lib.source.pos
	lib.source = source{}
	if len(b) <= keepBytes { // a decoder's buffer grows with what it read
		libraries.Put(lib)
	}
	if err == nil && left > 0 {
		return corrupt("%v left %d bytes of its encoding", t, left)
	}
	return undecodable(t, err)
}

// library is a decoder and what it reads from.
type library struct {
	dec    *msgpack.Decoder
	source source
}

var libraries = sync.Pool{New: func() any { return &library{dec: msgpack.NewDecoder(nil)} }}

// source gives a library decoder the bytes of one value.
type source struct {
	b        []byte
	pos      int
	payloads []span // of extensions
}

func (s *source) Read(p []byte) (int, error) {
	if s.pos == len(s.b) && len(p) > 0 {
		return 0, io.EOF
	}
	n := copy(p, s.b[s.pos:])
	s.pos += n
	return n, nil
}

// ReadByte is how the library reads the start of a value. It reads a time's payload by Read; where it asks for a payload
// byte by byte it has taken a time for an array or a map, and would believe the length that it finds there.
func (s *source) ReadByte() (byte, error) {
	if s.pos == len(s.b) {
		return 0, io.EOF
	}
	for len(s.payloads) > 0 && s.pos >= s.payloads[0].to {
		s.payloads = s.payloads[1:]
	}
	if len(s.payloads) > 0 && s.pos >= s.payloads[0].from {
		return 0, corrupt("a time where a type's own method expects something else")
	}
	s.pos++
	return s.b[s.pos-1], nil
}

func (s *source) UnreadByte() error {
	s.pos--
	return nil
}
