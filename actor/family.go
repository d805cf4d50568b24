package actor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// family is a component's children, in order of spawning, under the lock of its
// rare state. The top-level components are the family of the system's root.
type family struct {
	first, last *component
	names       map[string]*component // of those that were given one
	seq         uint32                // of the child spawned last
	sealed      bool                  // nobody joins any more, or for now
	awaited     bool                  // the parent waits for the end of a child
}

// adopt makes c, which nobody else knows yet, a child of parent: under its name, or
// under a number when that is nil. It fails with ErrBadName, with ErrNameTaken, and
// with ErrStopped when the parent takes no more children.
func (parent *component) adopt(c *component, given *string) error {
	name := ""
	if given != nil {
		if name = *given; name == "" || strings.Contains(name, "/") {
			return fmt.Errorf("actor: name %q: it must not be empty nor contain \"/\": %w", name, ErrBadName)
		}
	}
	r := parent.more()
	r.mu.Lock()
	defer r.mu.Unlock()
	f := &r.children
	if r.ended || f.sealed {
		return fmt.Errorf("actor: spawn under %s: %w", parent.called(), ErrStopped)
	}
	if name != "" {
		if f.taken(name) {
			return fmt.Errorf("actor: name %q is taken: %w", name, ErrNameTaken)
		}
		if f.names == nil {
			f.names = make(map[string]*component)
		}
		f.names[name] = c
		c.more().name = name
	}
	f.seq++
	for name == "" && len(f.names) > 0 && f.names[generatedName(f.seq)] != nil {
		f.seq++
	}
	c.parent, c.seq = parent, f.seq
	if c.prev = f.last; f.last == nil {
		f.first = c
	} else {
		f.last.next = c
	}
	f.last = c
	return nil
}

// taken also looks for a child whose generated name is this one.
func (f *family) taken(name string) bool {
	if f.names[name] != nil {
		return true
	}
	return strings.HasPrefix(name, "~") && f.find(name) != nil
}

func (f *family) find(name string) *component {
	if c := f.names[name]; c != nil || !strings.HasPrefix(name, "~") {
		return c
	}
	seq, err := strconv.ParseUint(name[1:], 10, 32)
	if err != nil || generatedName(uint32(seq)) != name {
		return nil
	}
	for c := f.first; c != nil; c = c.next {
		if r := c.rare.Load(); c.seq == uint32(seq) && !c.gone && (r == nil || r.name == "") {
			return c
		}
	}
	return nil
}

// awaitYoungest bars further children and returns the youngest, whose end will be
// signaled; nil when there is none.
func (parent *component) awaitYoungest() *component {
	r := parent.more()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.children.sealed = true
	r.children.awaited = r.children.last != nil
	return r.children.last
}

// admitChildren undoes the bar, for the next instance.
func (parent *component) admitChildren() {
	r := parent.more()
	r.mu.Lock()
	r.children.sealed = false
	r.mu.Unlock()
}

// freeName lets the name of c, which is about to end, be given again. It is found no
// more, though its parent still waits for it.
func (c *component) freeName() {
	r := c.parent.more()
	r.mu.Lock()
	c.gone = true
	if names := r.children.names; len(names) > 0 && names[c.name()] == c {
		delete(names, c.name())
	}
	r.mu.Unlock()
}

// leaveFamily is the last that c does: its parent may end now.
func (c *component) leaveFamily() {
	parent := c.parent
	r := parent.more()
	r.mu.Lock()
	f := &r.children
	if c.prev == nil {
		f.first = c.next
	} else {
		c.prev.next = c.next
	}
	if c.next == nil {
		f.last = c.prev
	} else {
		c.next.prev = c.prev
	}
	c.prev, c.next = nil, nil
	awaited := f.awaited
	f.awaited = false
	last := f.first == nil && f.sealed
	r.mu.Unlock()
	switch {
	case parent.parent == nil:
		if last {
			parent.set.sys.allEnded()
		}
	case awaited:
		parent.tell(signal{kind: sigOrphaned})
	}
}

// list returns the children as they are now, in order of spawning. One that has ended
// and is about to leave is none.
func (parent *component) list() []*component {
	rare := parent.rare.Load()
	if rare == nil {
		return nil
	}
	var all []*component
	rare.mu.Lock()
	for c := rare.children.first; c != nil; c = c.next {
		if !c.gone {
			all = append(all, c)
		}
	}
	rare.mu.Unlock()
	return slices.DeleteFunc(all, (*component).hasEnded)
}

// hasEnded reports whether everyone who waits for c's end is being told.
func (c *component) hasEnded() bool {
	r := c.rare.Load()
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended
}

// lookup finds a descendant by its path.
func (parent *component) lookup(path string) *component {
	for name := range strings.SplitSeq(path, "/") {
		rare := parent.rare.Load()
		if rare == nil {
			return nil
		}
		rare.mu.Lock()
		parent = rare.children.find(name)
		rare.mu.Unlock()
		if parent == nil {
			return nil
		}
	}
	if parent.hasEnded() {
		return nil
	}
	return parent
}

// called names c in errors.
func (c *component) called() string {
	if c.parent == nil {
		return "the system"
	}
	return c.path()
}
