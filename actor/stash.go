package actor

import (
	"fmt"

	"github.com/murmur-go/murmur/mailbox"
)

// stashLimit bounds the stash of a component whose mailbox has no bound.
const stashLimit = 65_536

// keep is what there is beside the mailbox, and what becomes of the message in hand.
type keep uint8

const (
	keepFront keep = 1 << iota // shelf.front holds messages: they come first
	keepThis                   // the message in hand goes to the stash when its handler returns
	keepBack                   // and from there to the front, at shelf.place
)

// shelf is the typed state that most components never need.
type shelf[M any] struct {
	becomes []Behavior[M] // what received before each Become, the instance first
	stash   []mailbox.Entry[M]
	front   []mailbox.Entry[M]
	place   int
}

// shelf returns what there is, or nil.
func (c *cell[M]) shelf() *shelf[M] {
	if r := c.rare.Load(); r != nil && r.typed != nil {
		return r.typed.(*shelf[M])
	}
	return nil
}

func (c *cell[M]) makeShelf() *shelf[M] {
	r := c.more()
	if r.typed == nil {
		r.typed = &shelf[M]{}
	}
	return r.typed.(*shelf[M])
}

// Stash keeps the message in hand for later: it is not handled, and comes back with
// Unstash. It fails with ErrNoMessage outside of a message, and with ErrStashFull when
// the limit is reached: the mailbox's bound, counted together with what waits there,
// else 65,536. To stash a message twice is to stash it once. A stashed message counts as
// queued: Rest waits for it.
func (c *Context[M]) Stash() error {
	cell := c.cell
	if r := cell.last.Load(); r == nil || r.step != stepMessage {
		return fmt.Errorf("actor: stash in %s: %w", cell.path(), ErrNoMessage)
	}
	if cell.kept&keepThis != 0 {
		return nil
	}
	sh := cell.makeShelf()
	held := len(sh.stash) + len(sh.front) + 1
	if cell.set.rules.Capacity == 0 && len(sh.stash) >= stashLimit || !cell.box.Hold(held) {
		return fmt.Errorf("actor: stash in %s: %w", cell.path(), ErrStashFull)
	}
	cell.kept |= keepThis
	return nil
}

// Unstash puts all stashed messages back, in order, before what is queued.
func (c *Context[M]) Unstash() {
	sh := c.cell.shelf()
	if sh == nil {
		return
	}
	switch {
	case c.cell.kept&keepThis == 0:
	case c.cell.kept&keepBack == 0:
		c.cell.kept |= keepBack
		sh.place = len(sh.stash)
	default:
		sh.place += len(sh.stash)
	}
	c.cell.restoreStash()
}

// restoreStash moves the stash to the front.
func (c *cell[M]) restoreStash() {
	sh := c.shelf()
	if sh == nil || len(sh.stash) == 0 {
		return
	}
	sh.front = append(sh.stash, sh.front...)
	sh.stash = nil
	c.kept |= keepFront
}

// stashHand puts the message in hand away, as it was received.
func (c *cell[M]) stashHand(in *hand[M]) {
	sh := c.shelf()
	e := mailbox.Entry[M]{Value: in.m, Rider: in.rider}
	if c.kept&keepBack == 0 {
		sh.stash = append(sh.stash, e)
	} else {
		sh.front = append(sh.front[:sh.place:sh.place], append([]mailbox.Entry[M]{e}, sh.front[sh.place:]...)...)
		c.kept |= keepFront
	}
	c.kept &^= keepThis | keepBack
}

// dropHand undoes Stash for a message that failed.
func (c *cell[M]) dropHand() {
	if c.kept&keepThis != 0 {
		c.kept &^= keepThis | keepBack
		c.holdShelf()
	}
}

// takeFront takes the first of the messages put back.
func (c *cell[M]) takeFront() (m M, rider any, ok bool) {
	sh := c.shelf()
	if sh == nil || len(sh.front) == 0 {
		return m, nil, false
	}
	e := sh.front[0]
	sh.front[0] = mailbox.Entry[M]{}
	if sh.front = sh.front[1:]; len(sh.front) == 0 {
		sh.front = nil
		c.kept &^= keepFront
	}
	c.holdShelf()
	return e.Value, e.Rider, true
}

// holdShelf tells the mailbox how many messages lie beside it.
func (c *cell[M]) holdShelf() {
	sh := c.shelf()
	c.box.Hold(len(sh.stash) + len(sh.front))
}
