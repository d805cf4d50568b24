package wire

import (
	"testing"
	"time"

	"github.com/vmihailenco/msgpack/v5"
)

// The messages that marshaling is measured by.

type note struct {
	ID   int
	Text string
	Data []byte
}

type order struct {
	ID       int64
	Customer string
	Placed   time.Time
	Lines    []line
	Labels   map[string]string
	Parent   *note
}

type line struct {
	Item  string
	Count int
	Price float64
}

func someNote() note { return note{ID: 7, Text: "hello", Data: []byte("data")} }

func someOrder() order {
	return order{
		ID: 123456, Customer: "Blue Door", Placed: time.Unix(1_700_000_000, 5),
		Lines:  []line{{"tea", 2, 3.5}, {"milk", 1, 1.25}, {"sugar", 12, 0.5}},
		Labels: map[string]string{"origin": "web", "lang": "en"},
		Parent: &note{ID: 1, Text: "again", Data: []byte{1, 2, 3}},
	}
}

// crossing is one message on its way through the codec: what a send to a component costs beside the mailbox.
func crossing[M any](tb testing.TB, m M) func() {
	c, err := CodecOf[M]()
	if err != nil {
		tb.Fatal(err)
	}
	return func() {
		p, err := c.Encode(m)
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := c.Decode(p); err != nil {
			tb.Fatal(err)
		}
		p.Free()
	}
}

// bytesCrossing is one message through Marshal and Unmarshal.
func bytesCrossing[M any](tb testing.TB, m M) func() {
	return func() {
		b, err := Marshal(m)
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := Unmarshal[M](b, Limits{}); err != nil {
			tb.Fatal(err)
		}
	}
}

// libraryCrossing is the same by the msgpack library alone.
func libraryCrossing[M any](tb testing.TB, m M) func() {
	return func() {
		b, err := msgpack.Marshal(m)
		if err != nil {
			tb.Fatal(err)
		}
		var out M
		if err := msgpack.Unmarshal(b, &out); err != nil {
			tb.Fatal(err)
		}
	}
}

func benchmarkCrossings[M any](b *testing.B, m M) {
	for _, way := range []struct {
		name string
		run  func()
	}{
		{"codec", crossing(b, m)},
		{"bytes", bytesCrossing(b, m)},
		{"msgpack", libraryCrossing(b, m)},
	} {
		b.Run(way.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				way.run()
			}
		})
	}
}

func BenchmarkCrossing(b *testing.B) {
	b.Run("small", func(b *testing.B) { benchmarkCrossings(b, someNote()) })
	b.Run("order", func(b *testing.B) { benchmarkCrossings(b, someOrder()) })
	b.Run("ints", func(b *testing.B) { benchmarkCrossings(b, struct{ V []int64 }{make([]int64, 1000)}) })
	b.Run("strings", func(b *testing.B) {
		m := make(map[string]int)
		for _, k := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
			m[k] = len(m)
		}
		benchmarkCrossings(b, m)
	})
	b.Run("any", func(b *testing.B) {
		benchmarkCrossings(b, map[string]any{"id": 7, "name": "tea", "ok": true, "list": []any{1, "two"}})
	})
	b.Run("pointer", func(b *testing.B) { n := someNote(); benchmarkCrossings(b, &n) })
}
