package wire

// Marshal gives the MessagePack encoding of m, for another machine or for a file. The bytes are the caller's.
//
// It refuses with a *TypeError a type of which something would be lost, even one that is Copied within a process. An M of
// an interface type travels with the name that its value's type is registered under. For other errors see Codec.Encode.
func Marshal[M any](m M) (b []byte, err error) {
	c, err := codecFor[M]()
	if err != nil {
		return nil, err
	}
	defer contain("encoding", c.typ, &err)
	w := newWriter()
	if err = c.encode(w, m); err == nil {
		b = append(make([]byte, 0, len(w.buf)), w.buf...)
	}
	w.free()
	return b, err
}

// Unmarshal decodes what Marshal, or another MessagePack program, has encoded. b may come from anyone: whatever it holds,
// the answer is a value or an error, in time and memory bounded by l. The value shares no memory with b.
//
// It fails with ErrLimit for what is beyond l, with ErrCorrupt for bytes that are not one whole M and nothing more, and
// with a *TypeError for an M that cannot travel. Numbers that do not fit their type, a key that comes twice, an unknown
// name behind an interface are all ErrCorrupt; a field that M does not have is passed over.
func Unmarshal[M any](b []byte, l Limits) (m M, err error) {
	c, err := codecFor[M]()
	if err != nil {
		return m, err
	}
	l = l.withDefaults()
	if len(b) > l.MaxBytes {
		return m, overLimit("message of %d bytes, %d are allowed", len(b), l.MaxBytes)
	}
	if err := walk(b, l); err != nil {
		return m, describe("decoding", c.typ, err)
	}
	defer contain("decoding", c.typ, &err)
	r := trusted(b)
	defer r.free()
	r.maxDepth, r.budget = l.MaxDepth, l.budget()
	if err := r.charge(c.typ.Size()); err != nil {
		return m, describe("decoding", c.typ, err)
	}
	return c.decode(r)
}

// codecFor gives the codec of M, if its values can be encoded.
func codecFor[M any]() (*Codec[M], error) {
	c, err := CodecOf[M]()
	if err != nil {
		return nil, err
	}
	return c, c.formErr
}
