package wire

// The budget counts what decoding allocates before it is allocated. It errs on the side of too much: the allocator
// rounds sizes up, and a map that is full to the brim splits.

// charge counts one allocation of size bytes.
func (r *reader) charge(size uintptr) error { return r.chargeAll(1, size) }

// chargeAll counts one allocation that holds n times size bytes.
func (r *reader) chargeAll(n int, size uintptr) error {
	if n > 0 && uint64(size) > uint64(r.budget)/uint64(n) {
		return r.exhausted()
	}
	total := int64(n) * int64(size)
	// The allocator's size classes waste up to a quarter, and half of the smallest.
	return r.spend(total, total/4+16)
}

// chargeMap counts a map of n entries, its temporary key and element included. Its slots are filled to seven eighths
// at most, their number is a power of two, and tables of a large map that come out fuller than others are split.
func (r *reader) chargeMap(n int, key, elem uintptr) error {
	const header, group = 64, 8
	if err := r.charge(header); err != nil || n == 0 {
		return err
	}
	if err := r.charge(key + elem); err != nil {
		return err
	}
	slots := group
	if n > group {
		slots = 4 * n
	}
	if err := r.chargeAll(slots, inSlot(key)+inSlot(elem)+1); err != nil {
		return err
	}
	for _, size := range [...]uintptr{key, elem} {
		if size > largeSlot {
			if err := r.chargeAll(n, size+size/4+16); err != nil {
				return err
			}
		}
	}
	return nil
}

// largeSlot is the size above which a map keeps a pointer to what it holds.
const largeSlot = 128

func inSlot(size uintptr) uintptr {
	if size > largeSlot {
		return 8
	}
	return size
}

func (r *reader) spend(amounts ...int64) error {
	for _, a := range amounts {
		if a > r.budget {
			return r.exhausted()
		}
		r.budget -= a
	}
	return nil
}

func (r *reader) exhausted() error {
	return overLimit("decoding would take more memory than its length allows")
}
