package wire

import "github.com/vmihailenco/msgpack/v5/msgpcode"

// The walk goes over bytes without decoding them: before a message from outside is decoded, over what a struct has no
// field for, and over what a type's own methods are about to read or have written.

// span is a stretch of a reader's bytes.
type span struct{ from, to int }

const spanBytes = 16

// walk checks that b is one value, whole and nothing more, within the limits.
func walk(b []byte, l Limits) error {
	r := reader{b: b, maxDepth: l.MaxDepth, elements: int64(l.MaxElements)} // does not escape
	if err := r.skip(); err != nil {
		return err
	}
	if r.left() > 0 {
		return corrupt("%d bytes follow the value", r.left())
	}
	return nil
}

// skip passes one value. The walk is most of what Unmarshal costs beside decoding, so that what messages mostly are,
// small numbers and short strings, does not take the long way.
func (r *reader) skip() error {
	if r.pos < len(r.b) {
		switch c := r.b[r.pos]; {
		case c <= msgpcode.PosFixedNumHigh, c >= msgpcode.NegFixedNumLow:
			r.pos++
			return nil
		case c >= msgpcode.FixedStrLow && c <= msgpcode.FixedStrHigh:
			if end := r.pos + 1 + int(c&msgpcode.FixedStrMask); end <= len(r.b) {
				r.pos = end
				return nil
			}
		}
	}
	h, err := r.head()
	if err != nil {
		return err
	}
	switch h.class {
	case classStr, classBin:
		r.pos += h.n
	case classArray:
		return r.skipAll(h.n, h.n)
	case classMap:
		return r.skipAll(h.n, 2*h.n)
	case classExt:
		return r.skipExt(h)
	}
	return nil
}

// skipAll passes the values of an array or a map of n elements.
func (r *reader) skipAll(n, values int) error {
	if r.elements -= int64(n); r.elements < 0 {
		return overLimit("too many elements")
	}
	if err := r.enter(); err != nil {
		return err
	}
	for range values {
		if err := r.skip(); err != nil {
			return err
		}
	}
	r.leave()
	return nil
}

// skipExt passes an extension. The msgpack library, where a type's own methods use it, skips an extension's header when
// it looks for an array or a map, and takes the payload for one: a length that no check of the bytes has seen. So such a
// type may have times only, and their payloads are remembered: see source.ReadByte.
func (r *reader) skipExt(h head) error {
	end := r.pos + h.n
	if r.owned {
		if h.ext != extTime || (h.n != 4 && h.n != 8 && h.n != 12) {
			return corrupt("extension %d inside a type's own encoding", h.ext)
		}
		if err := r.charge(4 * spanBytes); err != nil { // what append may copy on the way included
			return err
		}
		r.payloads = append(r.payloads, span{r.pos, end})
	}
	if h.ext != extNamed || r.owned {
		r.pos = end
		return nil
	}
	if err := r.enter(); err != nil {
		return err
	}
	name, err := r.expect(classStr)
	if err != nil {
		return err
	}
	r.pos += name.n
	if err := r.skip(); err != nil {
		return err
	}
	r.leave()
	return r.at(end)
}
