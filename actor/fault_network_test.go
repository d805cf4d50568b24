package actor_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"testing"
	"time"
)

// TestFaultUnrelatedGoroutine holds an HTTP server in the same process, under full message
// load, against itself without: law 6, the second half.
func TestFaultUnrelatedGoroutine(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "here") }))
	defer server.Close()
	n := 300
	calm := requests(t, server, n)
	s := newSystem(t)
	defer halt(t, s)
	for range 4 * runtime.GOMAXPROCS(0) {
		talkers(s, func() {})
	}
	loaded := requests(t, server, n)
	t.Logf("without load: median %v, p99 %v; with: median %v, p99 %v", calm[n/2], calm[n*99/100], loaded[n/2], loaded[n*99/100])
	// Left to itself, Go looks at the network every 10 ms, and a request needs several looks.
	if limit := within(5*time.Millisecond) + 3*calm[n/2]; loaded[n/2] > limit {
		t.Errorf("median under load %v, limit %v", loaded[n/2], limit)
	}
	if limit := within(150*time.Millisecond) + 3*calm[n*99/100]; loaded[n*99/100] > limit {
		t.Errorf("p99 under load %v, limit %v", loaded[n*99/100], limit)
	}
}

// requests makes n requests and returns how long they took, sorted.
func requests(t *testing.T, server *httptest.Server, n int) (all []time.Duration) {
	t.Helper()
	for range n {
		begin := time.Now()
		answer, err := server.Client().Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		all = append(all, time.Since(begin))
	}
	slices.Sort(all)
	return all
}
