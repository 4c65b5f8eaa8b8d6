package symmetry

import (
	"cmp"
	"slices"
)

// search finds the automorphisms of a graph.
type search struct {
	g     *Graph
	nodes int // of the backtracking
	work  int // steps of refinement
}

// run chooses the base and finds what takes each of its vertices where.
func (s *search) run() (*Group, error) {
	n := s.g.N
	group := &Group{N: n}
	// Colours before each base vertex, and after the last one: all different.
	colours := [][]int32{make([]int32, n)}
	if !s.refine(colours[0], nil) {
		return nil, ErrHard
	}
	for {
		at := colours[len(colours)-1]
		v := target(at)
		if v < 0 {
			break
		}
		group.Base = append(group.Base, v)
		next := individual(at, v)
		if !s.refine(next, nil) {
			return nil, ErrHard
		}
		colours = append(colours, next)
	}
	group.transversals = make([][][]int32, len(group.Base))
	reached := newOrbits(n)
	for k := len(group.Base) - 1; k >= 0; k-- {
		b := group.Base[k]
		refused := map[int32]bool{} // least vertices of orbits of which none is an image
		for w := range int32(n) {
			if colours[k][w] != colours[k][b] || reached.find(w) == reached.find(b) || refused[reached.find(w)] {
				continue
			}
			p, err := s.image(colours[k], b, w)
			if err != nil {
				return nil, err
			}
			if p == nil {
				refused[reached.find(w)] = true
				continue
			}
			group.Generators = append(group.Generators, p)
			reached.join(p)
		}
		group.transversals[k] = transversal(n, b, group.Generators)
	}
	return group, nil
}

// transversal returns for every vertex a product of generators that takes b to it.
func transversal(n int, b int32, generators [][]int32) [][]int32 {
	out := make([][]int32, n)
	out[b] = identity(n)
	queue := []int32{b}
	for i := 0; i < len(queue); i++ {
		for _, g := range generators {
			if x := g[queue[i]]; out[x] == nil {
				out[x] = compose(g, out[queue[i]])
				queue = append(queue, x)
			}
		}
	}
	return out
}

// target returns the first vertex of the first of the smallest colours that several
// vertices have, or -1 when all are told apart.
func target(colours []int32) int32 {
	sizes := make([]int, len(colours))
	for _, c := range colours {
		sizes[c]++
	}
	best := int32(-1)
	for v, c := range colours {
		if sizes[c] > 1 && (best < 0 || sizes[c] < sizes[colours[best]]) {
			best = int32(v)
		}
	}
	return best
}

// individual returns colours in which v has one of its own, behind those of its class.
func individual(colours []int32, v int32) []int32 {
	out := make([]int32, len(colours))
	for i, c := range colours {
		out[i] = 2 * c
	}
	out[v]++
	return ranked(out)
}

// ranked numbers colours from 0 in their order, without gaps.
func ranked(colours []int32) []int32 {
	list := slices.Clone(colours)
	slices.Sort(list)
	list = slices.Compact(list)
	for i, c := range colours {
		at, _ := slices.BinarySearch(list, c)
		colours[i] = int32(at)
	}
	return colours
}

// image looks for an automorphism that takes b to w and fixes the vertices that have
// a colour of their own; nil when there is none.
func (s *search) image(colours []int32, b, w int32) ([]int32, error) {
	left, right := individual(colours, b), individual(colours, w)
	return s.extend(left, right)
}

// extend looks for an automorphism that takes the classes of left to those of right.
func (s *search) extend(left, right []int32) ([]int32, error) {
	s.nodes++
	if s.nodes > maxNodes {
		return nil, ErrHard
	}
	if !s.refine(left, right) {
		if s.work > maxWork {
			return nil, ErrHard
		}
		return nil, nil
	}
	v := target(left)
	if v < 0 {
		p, at := make([]int32, len(left)), make([]int32, len(left))
		for x, c := range right {
			at[c] = int32(x)
		}
		for x, c := range left {
			p[x] = at[c]
		}
		if !s.g.keeps(p) {
			return nil, nil
		}
		return p, nil
	}
	next := individual(left, v)
	for w := range int32(len(right)) {
		if right[w] != left[v] {
			continue
		}
		p, err := s.extend(slices.Clone(next), individual(right, w))
		if p != nil || err != nil {
			return p, err
		}
	}
	return nil, nil
}

// refine splits the classes of colours until all vertices of one have equally many
// neighbours of every kind and colour, those of right, unless it is nil, in the same
// way. It returns false where the two cannot match, and when the work is too much.
// Vertices are numbered from 0 without gaps before and after.
func (s *search) refine(left, right []int32) bool {
	sides := [][]int32{left}
	if right != nil {
		sides = append(sides, right)
	}
	classes := count(left)
	if right != nil && !slices.Equal(sizes(left, classes), sizes(right, classes)) {
		return false
	}
	signatures := make([][]signature, len(sides))
	for {
		for i, colours := range sides {
			signatures[i] = s.sign(colours)
			slices.SortFunc(signatures[i], compareSignatures)
		}
		if s.work > maxWork {
			return false
		}
		for i := range signatures[1:] {
			for k := range signatures[0] {
				if !signatures[0][k].equal(&signatures[i+1][k]) {
					return false
				}
			}
		}
		for i, colours := range sides {
			next := int32(-1)
			for k := range signatures[i] {
				if k == 0 || !signatures[i][k].equal(&signatures[i][k-1]) {
					next++
				}
				colours[signatures[i][k].v] = next
			}
		}
		now := count(left)
		if now == classes {
			return true
		}
		classes = now
	}
}

// signature is what tells vertices apart: their colour, and those of their neighbours.
type signature struct {
	v, colour int32
	near      []int64 // kind and colour of each neighbour, in order
}

func (x *signature) equal(y *signature) bool {
	return x.colour == y.colour && slices.Equal(x.near, y.near)
}

// compareSignatures orders by colour first, so that classes are only split.
func compareSignatures(x, y signature) int {
	return cmp.Or(cmp.Compare(x.colour, y.colour), slices.Compare(x.near, y.near))
}

func (s *search) sign(colours []int32) []signature {
	out := make([]signature, len(colours))
	for v, c := range colours {
		near := make([]int64, len(s.g.near[v]))
		for i, n := range s.g.near[v] {
			near[i] = int64(n.kind)<<32 | int64(colours[n.to])
		}
		slices.Sort(near)
		out[v] = signature{int32(v), c, near}
		s.work += len(near) + 1
	}
	return out
}

// count is the number of colours, numbered without gaps.
func count(colours []int32) int {
	if len(colours) == 0 {
		return 0
	}
	return int(slices.Max(colours)) + 1
}

func sizes(colours []int32, classes int) []int {
	out := make([]int, classes)
	for _, c := range colours {
		if int(c) >= classes {
			return nil
		}
		out[c]++
	}
	return out
}
