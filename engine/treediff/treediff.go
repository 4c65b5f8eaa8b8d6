// Package treediff compares descriptions as syntax trees: what two of them share, what
// only the first has and what only the second has, whatever their layout.
//
// Equal parts of two lists are found first, as a longest common subsequence; between
// them, clauses with the same keyword are taken for changed ones and compared inside. So
// a difference is shown as deep in the tree as it lies.
package treediff

import (
	"hash/maphash"

	"github.com/astragal/astragal/engine/lgdl"
)

// Op says which of two descriptions has a part.
type Op uint8

// Same parts are equal, Inside ones have the same keyword and differ in their items,
// Removed ones are of the first only, Added ones of the second only.
const (
	Same Op = iota
	Inside
	Removed
	Added
)

// Part is a node of both trees merged. Items are set where Op is Inside.
type Part struct {
	Op    Op
	Node  *lgdl.Node
	Items []*Part
}

// Compare merges two trees.
func Compare(a, b *lgdl.Node) []*Part {
	c := &comparer{seed: maphash.MakeSeed(), sums: map[*lgdl.Node]uint64{}}
	return c.lists([]*lgdl.Node{a}, []*lgdl.Node{b})
}

type comparer struct {
	seed maphash.Seed
	sums map[*lgdl.Node]uint64
}

// sum is a hash of all that a node says.
func (c *comparer) sum(n *lgdl.Node) uint64 {
	if s, ok := c.sums[n]; ok {
		return s
	}
	var h maphash.Hash
	h.SetSeed(c.seed)
	h.WriteByte(byte(n.Kind))
	h.WriteString(n.Label + "\x00" + n.Text + "\x00")
	for _, x := range n.Items {
		s := c.sum(x)
		for i := range 8 {
			h.WriteByte(byte(s >> (8 * i)))
		}
	}
	s := h.Sum64()
	c.sums[n] = s
	return s
}

// head reports whether two nodes are of one kind, so that their items can be compared.
func head(a, b *lgdl.Node) bool {
	inner := a.Kind == lgdl.Clause || a.Kind == lgdl.List
	return inner && a.Kind == b.Kind && a.Label == b.Label && a.Text == b.Text
}

// maxTable bounds the table of a common subsequence; longer lists are compared from
// both ends only.
const maxTable = 1 << 22

// common returns the pairs of a longest common subsequence.
func common(n, m int, equal func(i, j int) bool) (pairs [][2]int) {
	from := 0
	for from < n && from < m && equal(from, from) {
		pairs = append(pairs, [2]int{from, from})
		from++
	}
	end := 0
	for end < n-from && end < m-from && equal(n-1-end, m-1-end) {
		end++
	}
	rows, columns := n-from-end, m-from-end
	if rows > 0 && columns > 0 && rows*columns <= maxTable {
		length := make([]int32, (rows+1)*(columns+1))
		at := func(i, j int) int { return i*(columns+1) + j }
		for i := rows - 1; i >= 0; i-- {
			for j := columns - 1; j >= 0; j-- {
				if equal(from+i, from+j) {
					length[at(i, j)] = length[at(i+1, j+1)] + 1
				} else {
					length[at(i, j)] = max(length[at(i+1, j)], length[at(i, j+1)])
				}
			}
		}
		for i, j := 0, 0; i < rows && j < columns; {
			switch {
			case equal(from+i, from+j):
				pairs = append(pairs, [2]int{from + i, from + j})
				i, j = i+1, j+1
			case length[at(i+1, j)] >= length[at(i, j+1)]:
				i++
			default:
				j++
			}
		}
	}
	for k := end; k > 0; k-- {
		pairs = append(pairs, [2]int{n - k, m - k})
	}
	return pairs
}

// lists merges two lists of nodes.
func (c *comparer) lists(a, b []*lgdl.Node) (parts []*Part) {
	i, j := 0, 0
	for _, p := range append(common(len(a), len(b), func(i, j int) bool { return c.sum(a[i]) == c.sum(b[j]) }),
		[2]int{len(a), len(b)}) {
		parts = append(parts, c.gap(a[i:p[0]], b[j:p[1]])...)
		if p[0] < len(a) {
			parts = append(parts, &Part{Op: Same, Node: a[p[0]]})
		}
		i, j = p[0]+1, p[1]+1
	}
	return parts
}

// gap merges what lies between equal parts.
func (c *comparer) gap(a, b []*lgdl.Node) (parts []*Part) {
	i, j := 0, 0
	for _, p := range append(common(len(a), len(b), func(i, j int) bool { return head(a[i], b[j]) }),
		[2]int{len(a), len(b)}) {
		for ; i < p[0]; i++ {
			parts = append(parts, &Part{Op: Removed, Node: a[i]})
		}
		for ; j < p[1]; j++ {
			parts = append(parts, &Part{Op: Added, Node: b[j]})
		}
		if i < len(a) {
			parts = append(parts, &Part{Op: Inside, Node: a[i], Items: c.lists(a[i].Items, b[j].Items)})
		}
		i, j = i+1, j+1
	}
	return parts
}
