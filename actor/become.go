package actor

// Become makes f receive the messages after this one, until Unbecome or the next
// incarnation; Become in f nests. Ticks of timers that are queued already do not
// reach it: they are dead letters, expired, also those of After with no delay. So start
// timers that f is to see after Become.
func (c *Context[M]) Become(f func(c *Context[M], m M) error) {
	if f == nil {
		panic("actor: Become(nil): give what handles a message")
	}
	sh := c.cell.makeShelf()
	sh.becomes = append(sh.becomes, c.cell.behavior)
	c.cell.behavior = receiver[M](f)
	c.cell.staleTicks()
}

// Unbecome undoes the last Become. It is harmless when there is none.
func (c *Context[M]) Unbecome() {
	sh := c.cell.shelf()
	if sh == nil || len(sh.becomes) == 0 {
		return
	}
	last := len(sh.becomes) - 1
	c.cell.behavior = sh.becomes[last]
	sh.becomes[last] = nil
	sh.becomes = sh.becomes[:last]
	c.cell.staleTicks()
}

// instance is the behaviour that make gave, whatever it has become.
func (c *cell[M]) instance() Behavior[M] {
	if sh := c.shelf(); sh != nil && len(sh.becomes) > 0 {
		return sh.becomes[0]
	}
	return c.behavior
}
