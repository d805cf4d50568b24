package actor

import (
	"sync/atomic"

	"github.com/murmur-go/murmur/mailbox"
	"github.com/murmur-go/murmur/mailbox/wire"
)

// watch is one component's wish to know of the end of another.
type watch struct {
	target *component // nil for the zero Ref
	fired  atomic.Bool
	over   bool // for the watcher's own turns: unwatched, or replaced
	notify func()
}

// fire sends the notice, once.
func (w *watch) fire() {
	if !w.fired.Swap(true) {
		w.notify()
	}
}

// Watch sends m to the component itself, exactly once, when target has stopped, its
// hooks and children included; at once when it already had. m is isolated at the
// call. To watch again replaces the message; after the notice it starts anew. The
// notice comes after what target sent before it stopped, and no bound drops it. Unlike a
// timer a watch outlives a restart of the watcher.
func (c *Context[M]) Watch(target Handle, m M) {
	if target == nil {
		panic("actor: Watch(nil, …): give the Ref of the component to watch")
	}
	c.Unwatch(target)
	cell := c.cell
	frozen, ok := cell.freeze(m)
	if !ok {
		return
	}
	w := &watch{target: target.target()}
	w.notify = func() {
		e := mailbox.Entry[M]{Value: frozen.Value, Rider: &notice[M]{w, frozen}, Rank: frozen.Rank}
		cell.put(nil, cell.outside(), e, mailbox.Force)
	}
	rare := cell.more()
	if rare.watching == nil {
		rare.watching = make(map[*component]*watch)
	}
	rare.watching[w.target] = w
	if w.target == nil || !w.target.watchedBy(w) {
		w.fire()
	}
}

// Unwatch ends a Watch: no notice comes after it. It is harmless when there is none.
func (c *Context[M]) Unwatch(target Handle) {
	rare := c.cell.rare.Load()
	if rare == nil {
		return
	}
	t := target.target()
	if w := rare.watching[t]; w != nil {
		delete(rare.watching, t)
		w.end()
	}
}

// end forgets a watch. A notice that is queued already is not handled.
func (w *watch) end() {
	w.over = true
	if w.target == nil {
		return
	}
	r := w.target.more()
	r.mu.Lock()
	delete(r.watchers, w)
	r.mu.Unlock()
}

// watchedBy registers w, and answers false when c has ended.
func (c *component) watchedBy(w *watch) bool {
	r := c.more()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended || c.answered() {
		return false
	}
	if r.watchers == nil {
		r.watchers = make(map[*watch]struct{})
	}
	r.watchers[w] = struct{}{}
	return true
}

// dropWatches ends all of c's watches, at its end.
func (c *component) dropWatches() {
	rare := c.more()
	for _, w := range rare.watching {
		w.end()
	}
	rare.watching = nil
}

// notice is the rider of a watch's message.
type notice[M any] struct {
	watch  *watch
	frozen mailbox.Entry[M]
}

// Kept keeps an overflow from dropping the notice.
func (*notice[M]) Kept() {}

func (n *notice[M]) open(c *cell[M]) (e mailbox.Entry[M], err error) {
	if n.watch.over {
		return e, ErrExpired
	}
	n.watch.over = true
	delete(c.more().watching, n.watch.target)
	return n.frozen, nil
}

func (n *notice[M]) marshaled() *wire.Parcel { return parcelOf(n.frozen.Rider) }
