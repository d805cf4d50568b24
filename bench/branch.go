package main

// fanout is how many children a branch of the skynet tree has.
const fanout = 10

// branch is one component of the skynet tree: it stands for the leaves low to low+size-1.
type branch struct {
	low, size int64
	sum       int64
	heard     int
}

func (b *branch) isLeaf() bool { return b.size == 1 }

// child is the i-th of the branch's children.
func (b *branch) child(i int64) branch {
	size := b.size / fanout
	return branch{low: b.low + i*size, size: size}
}

// add takes a child's report and says whether it was the last.
func (b *branch) add(v int64) bool {
	b.sum += v
	b.heard++
	return b.heard == fanout
}
