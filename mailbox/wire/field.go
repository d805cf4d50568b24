package wire

import (
	"reflect"
	"strings"
)

// tag is what a field's msgpack tag says.
type tag struct {
	name, alias string
	omitEmpty   bool
	inline      bool
	noInline    bool
	asArray     bool
}

// skipped reports whether the tag is "-": the user's own word that the field stays behind.
func (t tag) skipped() bool { return t.name == "-" }

func parseTag(f reflect.StructField) tag {
	parts := strings.Split(f.Tag.Get("msgpack"), ",")
	t := tag{name: parts[0]}
	for _, option := range parts[1:] {
		switch option = strings.TrimSpace(option); option {
		case "omitempty":
			t.omitEmpty = true
		case "inline":
			t.inline = true
		case "noinline":
			t.noInline = true
		case "as_array", "asArray":
			t.asArray = true
		default:
			if alias, ok := strings.CutPrefix(option, "alias:"); ok {
				t.alias = alias
			}
		}
	}
	return t
}

// field is one entry of a struct's encoding.
type field struct {
	name      string
	index     []int // more than one step for a field of an embedded struct
	omitEmpty bool
	form      form
	head      []byte // the name as it stands in the encoding
}

// fields collects the fields of a struct type. Embedded structs are laid into the outer one, as Go shows them; where a
// name would then stand twice, the embedded struct is a field of its own under its type's name, so that nothing is lost.
type fields struct {
	c       *compiler
	list    []field
	names   map[string]int // position in list, aliases included
	asArray bool
}

func (c *compiler) fields(t reflect.Type) (*fields, error) {
	fs := &fields{c: c, names: make(map[string]int)}
	omitAll := false
	var embedded []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		tag := parseTag(f)
		switch {
		case f.Name == "_msgpack":
			fs.asArray, omitAll = tag.asArray, tag.omitEmpty
		case tag.skipped() || f.Name == "_" || f.Type.Size() == 0 && !f.IsExported():
			// Nothing to lose.
		case f.Anonymous && f.Type.Kind() == reflect.Struct && plain(f.Type):
			embedded = append(embedded, f)
		default:
			if err := fs.add(f, tag); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range embedded {
		if err := fs.embed(f, parseTag(f)); err != nil {
			return nil, err
		}
	}
	for i := range fs.list {
		fs.list[i].omitEmpty = fs.list[i].omitEmpty || omitAll
	}
	return fs, nil
}

// plain reports whether a struct is written field by field.
func plain(t reflect.Type) bool {
	own, half := ownMethods(t)
	return own == nil && half == "" && t != timeType
}

func (fs *fields) add(f reflect.StructField, tag tag) error {
	fs.c.push("." + f.Name)
	defer fs.c.pop()
	// An embedded struct without an exported name still has exported fields, which reflection can reach.
	reachable := f.Anonymous && f.Type.Kind() == reflect.Struct && plain(f.Type)
	if !f.IsExported() && !reachable {
		return fs.c.refuse(cureHidden, "(%v) is unexported", f.Type)
	}
	if tag.inline {
		return fs.c.refuse(cureInline, "(%v) cannot be inlined", f.Type)
	}
	form, err := fs.c.form(f.Type)
	if err != nil {
		return err
	}
	name := tag.name
	if name == "" {
		name = f.Name
	}
	return fs.put(field{name: name, index: f.Index, omitEmpty: tag.omitEmpty, form: form}, tag.alias)
}

// put adds a field, whose name and alias must be new.
func (fs *fields) put(f field, alias string) error {
	var w writer
	if err := w.string(f.name); err != nil {
		return err
	}
	f.head = w.buf
	fs.list = append(fs.list, f)
	for _, name := range []string{f.name, alias} {
		if name == "" && name != f.name {
			continue
		}
		if _, taken := fs.names[name]; taken {
			return fs.c.refuse(cureNames, "has the name %q of another field", name)
		}
		fs.names[name] = len(fs.list) - 1
	}
	return nil
}

// embed lays an embedded struct's fields into this one, unless a name or the tag is against it.
func (fs *fields) embed(f reflect.StructField, tag tag) error {
	fs.c.push("." + f.Name)
	inner, err := fs.c.fields(f.Type)
	fs.c.pop()
	if err != nil {
		return err
	}
	apart := tag.noInline || tag.name != "" || tag.omitEmpty || inner.asArray
	for name := range inner.names {
		if _, taken := fs.names[name]; taken {
			apart = true
		}
	}
	if apart {
		tag.inline = false
		return fs.add(f, tag)
	}
	base := len(fs.list)
	for _, in := range inner.list {
		in.index = append(append([]int(nil), f.Index...), in.index...)
		fs.list = append(fs.list, in)
	}
	for name, i := range inner.names {
		fs.names[name] = base + i
	}
	return nil
}
