package distance

// Tree is an ordered tree with labels, its nodes in pre-order.
type Tree struct {
	Labels []string
	Parent []int32 // -1 for the root
}

// add appends a node and returns its number.
func (t *Tree) add(label string, parent int32) int32 {
	t.Labels = append(t.Labels, label)
	t.Parent = append(t.Parent, parent)
	return int32(len(t.Labels) - 1)
}

// ordered is a tree in post-order, as the edit distance reads it.
type ordered struct {
	label []int32 // number of the label
	left  []int32 // number of the left-most leaf below each node
	key   []int32 // nodes with a left sibling, and the root: ascending
}

// order returns the tree in post-order. Its labels are numbered by numbers, to
// which new ones are added.
func (t *Tree) order(numbers map[string]int32) *ordered {
	n := len(t.Labels)
	children := make([][]int32, n)
	for i, p := range t.Parent {
		if p >= 0 {
			children[p] = append(children[p], int32(i))
		}
	}
	o := &ordered{}
	var visit func(v int32) int32 // returns the left-most leaf
	visit = func(v int32) int32 {
		left := int32(-1)
		for _, c := range children[v] {
			if l := visit(c); left < 0 {
				left = l
			}
		}
		if left < 0 {
			left = int32(len(o.label))
		}
		number, ok := numbers[t.Labels[v]]
		if !ok {
			number = int32(len(numbers))
			numbers[t.Labels[v]] = number
		}
		o.label, o.left = append(o.label, number), append(o.left, left)
		return left
	}
	if n > 0 {
		visit(0)
	}
	last := make([]int32, len(o.label)) // highest node for each left-most leaf
	for i, l := range o.left {
		last[l] = int32(i)
	}
	for i, l := range o.left {
		if last[l] == int32(i) {
			o.key = append(o.key, int32(i))
		}
	}
	return o
}

// Edits returns the least number of insertions, deletions and renamings of
// nodes that turn one tree into the other (Zhang and Shasha).
func Edits(a, b *Tree) int {
	numbers := map[string]int32{}
	return edits(a.order(numbers), b.order(numbers))
}

func edits(a, b *ordered) int {
	n, m := len(a.label), len(b.label)
	if n == 0 || m == 0 {
		return max(n, m)
	}
	trees := make([]int32, n*m) // between the subtrees of all pairs of nodes
	forests := make([]int32, (n+1)*(m+1))
	for _, i := range a.key {
		for _, j := range b.key {
			subtrees(a, b, i, j, trees, forests)
		}
	}
	return int(trees[n*m-1])
}

// subtrees fills in the distances between the subtrees of i and j and of all
// nodes on the paths from them to their left-most leaves.
func subtrees(a, b *ordered, i, j int32, trees, forests []int32) {
	li, lj := a.left[i], b.left[j]
	m := int32(len(b.label))
	w := j - lj + 2 // width of the table: entry (x, y) is x nodes against y nodes
	for x := range i - li + 2 {
		forests[x*w] = x
	}
	for y := range w {
		forests[y] = y
	}
	for x := int32(1); x <= i-li+1; x++ {
		u := li + x - 1
		for y := int32(1); y < w; y++ {
			v := lj + y - 1
			best := min(forests[(x-1)*w+y], forests[x*w+y-1]) + 1
			if a.left[u] == li && b.left[v] == lj {
				rename := int32(1)
				if a.label[u] == b.label[v] {
					rename = 0
				}
				best = min(best, forests[(x-1)*w+y-1]+rename)
				trees[u*m+v] = best
			} else {
				best = min(best, forests[(a.left[u]-li)*w+b.left[v]-lj]+trees[u*m+v])
			}
			forests[x*w+y] = best
		}
	}
}

// TreeDistance is the number of edits as a share of the larger tree; trees of
// very different forms can be more than 1 apart.
func TreeDistance(a, b *Tree) float64 {
	return normalised(Edits(a, b), len(a.Labels), len(b.Labels))
}

func normalised(edits, n, m int) float64 {
	if max(n, m) == 0 {
		return 0
	}
	return float64(edits) / float64(max(n, m))
}
