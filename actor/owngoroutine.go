package actor

// employ gives c a worker and a goroutine of its own: see OwnGoroutine.
func (s *System) employ(c *component) {
	w := newWorker(s, c.outside())
	w.own = true
	r := newRunner(w)
	w.runner.Store(r)
	c.last.Store(r)
	s.runners.join()
	go func() {
		<-r.wake
		r.run()
	}()
}
