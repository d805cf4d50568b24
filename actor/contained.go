package actor

// contained runs f, which is foreign code in the middle of the runtime's own: its
// panic or Goexit ends f and nothing else. It runs on a goroutine of its own, since
// nothing else stops a Goexit; contained waits for it.
func contained(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		f()
	}()
	<-done
}
