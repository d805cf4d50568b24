package wire

import (
	"fmt"
	"hash/crc32"
	"reflect"
	"runtime"
	"sync"
	"testing"
)

// TestMutateAfterSend: the receiver sees the value as sent, wherever in it the sender writes afterwards, and the sender
// does not see what the receiver writes.
func TestMutateAfterSend(t *testing.T) {
	c, err := CodecOf[*everything]()
	if err != nil {
		t.Fatal(err)
	}
	scribble := func(v *everything) {
		v.Bytes = append(v.Bytes, 1)
		v.Ints[0], v.Nested[2][0], v.Labels["k"], v.Ptr.X, v.Self.Hash[0] = 99, "99", "99", 99, 99
		v.Any.(map[string]any)["list"].([]any)[0] = 99
		v.Anys[0].(*circle).Radius = 99
		v.Anys[1].([]byte)[0] = 99
		v.ByPoint[point{1, 2}][0].X = 99
		v.Named[0], v.URL.Host = 99, "99"
		*v.PtrPtr, *v.PtrMap = &point{99, 99}, map[string]int{"99": 99}
		v.ByAny[1] = 99
	}
	sent := full()
	p, err := c.Encode(&sent)
	if err != nil {
		t.Fatal(err)
	}
	scribble(&sent)
	first, err := c.Decode(p)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*first, full()) {
		t.Errorf("the receiver sees what the sender wrote: %+v", *first)
	}
	scribble(first)
	second, err := c.Decode(p)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*second, full()) {
		t.Errorf("one receiver sees what another wrote: %+v", *second)
	}
	p.Free()
	again, err := c.Encode(&everything{}) // takes the buffer over
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*second, full()) {
		t.Errorf("a value changes with the buffer it came in: %+v", *second)
	}
	again.Free()
}

// TestBuffersNotReused: 100 senders of distinct payloads whose receivers keep them while all others go on: checksums hold.
func TestBuffersNotReused(t *testing.T) {
	type payload struct {
		Data []byte
		Text string
		Sum  uint32
		More map[string][]byte
	}
	c, err := CodecOf[payload]()
	if err != nil {
		t.Fatal(err)
	}
	const senders, rounds = 100, 50
	kept := make([][]payload, senders)
	var all sync.WaitGroup
	for s := range senders {
		all.Go(func() {
			for r := range rounds {
				data := []byte(fmt.Sprintf("%0*d", (s*37+r*101)%3000, s*rounds+r))
				p, err := c.Encode(payload{data, string(data), crc32.ChecksumIEEE(data), map[string][]byte{"x": data}})
				if err != nil {
					t.Error(err)
					return
				}
				clear(data)
				m, err := c.Decode(p)
				if err != nil {
					t.Error(err)
					return
				}
				p.Free()
				kept[s] = append(kept[s], m)
			}
		})
	}
	all.Wait()
	for _, ms := range kept {
		for _, m := range ms {
			if crc32.ChecksumIEEE(m.Data) != m.Sum || m.Text != string(m.Data) || string(m.More["x"]) != m.Text {
				t.Fatalf("payload %q does not have its checksum", m.Text)
			}
		}
	}
}

// TestOneBigBuffer: with one message of 10 MiB in a hundred, memory settles at the small ones' level.
func TestOneBigBuffer(t *testing.T) {
	big, small := make([]byte, 10<<20), make([]byte, 100)
	bigText, smallText := string(big), string(small)
	for name, send := range map[string]func(large bool) error{
		"codec": func(large bool) error { return second(through(either(large, big, small))) },
		"bytes": func(large bool) error { return second(viaBytes(either(large, big, small))) },
		"own methods": func(large bool) error {
			return second(through(address{&either(large, []string{bigText}, []string{smallText})[0]}))
		},
	} {
		settled := func() uint64 {
			// The first collection keeps what is in pools, and only the next would free it: what was big must not be there.
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		if err := send(false); err != nil {
			t.Fatal(err)
		}
		before := settled()
		for i := range 201 {
			if err := send(i%100 == 0); err != nil {
				t.Fatal(err)
			}
		}
		if after := settled(); after > before+1<<20 {
			t.Errorf("%s: the heap grew from %d to %d bytes", name, before, after)
		}
	}
	runtime.KeepAlive(big)
	runtime.KeepAlive(bigText)
}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// TestParcelsFitTheirMessage: a small message that waits in a mailbox does not hold on to a large buffer.
func TestParcelsFitTheirMessage(t *testing.T) {
	c, err := CodecOf[[]byte]()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 50, 62, 63, 100, 1000, 5000, 60_000, 65_533, 65_534, 100_000} {
		for range 2 {
			p, err := c.Encode(make([]byte, n))
			if err != nil {
				t.Fatal(err)
			}
			if cap(p.buf) > max(smallestParcel, 2*p.Len()) {
				t.Errorf("%d bytes in a buffer of %d", p.Len(), cap(p.buf))
			}
			if m, err := c.Decode(p); err != nil || len(m) != n {
				t.Errorf("%d bytes came back as %d, %v", n, len(m), err)
			}
			p.Free()
		}
	}
}

// TestManyGoroutines: types are looked at, and values sent, by many at once.
func TestManyGoroutines(t *testing.T) {
	type fresh struct {
		Any  any
		Map  map[string]*fresh
		List []fresh
	}
	sent := fresh{Any: []*point{{1, 2}}, Map: map[string]*fresh{"a": {Any: 1}}, List: []fresh{{Any: "x"}}}
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for range 20 {
				for _, send := range []func(fresh) (fresh, error){through[fresh], viaBytes[fresh]} {
					if got, err := send(sent); err != nil || !reflect.DeepEqual(got, sent) {
						t.Errorf("%+v, %v", got, err)
					}
				}
			}
		})
	}
	all.Wait()
}
