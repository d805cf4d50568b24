package mailbox

// ranks is a binary heap: the largest rank first, the oldest first within one.
type ranks[T any] struct {
	heap []ranked[T]
	age  uint64
}

type ranked[T any] struct {
	Entry[T]
	age uint64
}

func (a *ranked[T]) before(b *ranked[T]) bool {
	return a.Rank > b.Rank || a.Rank == b.Rank && a.age < b.age
}

func (r *ranks[T]) push(e Entry[T]) {
	r.age++
	r.heap = append(r.heap, ranked[T]{e, r.age})
	r.up(len(r.heap) - 1)
}

func (r *ranks[T]) pop() (T, any) {
	e := r.remove(0)
	return e.Value, e.Rider
}

// evict removes the oldest entry of the lowest rank that may be dropped. It looks
// at all of them: a bounded mailbox that overflows pays for its bound.
func (r *ranks[T]) evict() (e Entry[T], ok bool) {
	found := -1
	for i := range r.heap {
		if _, kept := r.heap[i].Rider.(Kept); kept {
			continue
		}
		if found < 0 || r.heap[i].Rank < r.heap[found].Rank ||
			r.heap[i].Rank == r.heap[found].Rank && r.heap[i].age < r.heap[found].age {
			found = i
		}
	}
	if found < 0 {
		return e, false
	}
	return r.remove(found), true
}

func (r *ranks[T]) remove(i int) Entry[T] {
	e := r.heap[i].Entry
	last := len(r.heap) - 1
	r.heap[i] = r.heap[last]
	r.heap[last] = ranked[T]{}
	r.heap = r.heap[:last]
	if i < last {
		r.down(i)
		r.up(i)
	}
	return e
}

func (r *ranks[T]) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !r.heap[i].before(&r.heap[parent]) {
			return
		}
		r.heap[i], r.heap[parent] = r.heap[parent], r.heap[i]
		i = parent
	}
}

func (r *ranks[T]) down(i int) {
	for {
		first := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(r.heap); child++ {
			if r.heap[child].before(&r.heap[first]) {
				first = child
			}
		}
		if first == i {
			return
		}
		r.heap[i], r.heap[first] = r.heap[first], r.heap[i]
		i = first
	}
}

// end gives back the memory when nothing waits.
func (r *ranks[T]) end() { r.heap = nil }
