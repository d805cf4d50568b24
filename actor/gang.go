package actor

import "sync"

// gang counts goroutines, so that Shutdown can wait for their end. Unlike with a
// sync.WaitGroup one may join while others wait: whoever scheduled the last component
// may still be waking a worker for it when that has ended elsewhere.
type gang struct {
	mu   sync.Mutex
	n    int
	none chan struct{} // closed when n comes to 0, made by who waits for that
}

func (g *gang) join() {
	g.mu.Lock()
	g.n++
	g.mu.Unlock()
}

func (g *gang) leave() {
	g.mu.Lock()
	if g.n--; g.n == 0 && g.none != nil {
		close(g.none)
		g.none = nil
	}
	g.mu.Unlock()
}

// wait returns when there was a moment without any.
func (g *gang) wait() {
	g.mu.Lock()
	if g.n == 0 {
		g.mu.Unlock()
		return
	}
	if g.none == nil {
		g.none = make(chan struct{})
	}
	none := g.none
	g.mu.Unlock()
	<-none
}
