//go:build unix

package actor

import (
	"os"
	"syscall"
)

// pipe is what a runner waits at; the zero pipe does nothing.
type pipe struct {
	files   [2]*os.File
	in, out syscall.RawConn
	buf     [64]byte
}

func (p *pipe) open() {
	r, w, err := os.Pipe()
	if err != nil {
		return
	}
	in, err := r.SyscallConn()
	if err == nil {
		p.out, err = w.SyscallConn()
	}
	if err != nil {
		r.Close()
		w.Close()
		return
	}
	p.files = [2]*os.File{r, w}
	p.in = in
}

// glance waits for a byte that it writes when it is about to wait.
func (p *pipe) glance() bool {
	if p.in == nil {
		return false
	}
	written := false
	err := p.in.Read(func(fd uintptr) bool {
		if written {
			_, _ = syscall.Read(int(fd), p.buf[:])
			return true
		}
		written = true
		// Not written, there is nothing to wait for.
		ok := false
		_ = p.out.Write(func(fd uintptr) bool {
			_, err := syscall.Write(int(fd), p.buf[:1])
			ok = err == nil
			return true
		})
		return !ok
	})
	return err == nil
}

func (p *pipe) close() {
	if p.in != nil {
		p.files[0].Close()
		p.files[1].Close()
	}
}
