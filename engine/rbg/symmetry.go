package rbg

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Bounds on the search for symmetries.
const (
	maxSymmetricLabels = 6       // of which all permutations are tried
	maxSymmetricWork   = 1 << 28 // bytes of descriptions of nodes that are compared
	maxSymmetries      = 1000
)

// Symmetries finds permutations of the board that keep the rules: those that take edges to
// edges with a permutation of the labels, and under which every place in the rules where a
// move begins has one of the same meaning. That is proved on the plan by partition
// refinement: two nodes, one of them with all vertices replaced by their images, are the
// same if no difference ever shows in what they do or in what follows. What is possible after
// a position is then possible, mirrored, after its image, with the same scores. Where the
// keeper moves the order of alternatives counts, because he makes the first move he
// finds. Neither players nor pieces are exchanged, and the start need not be its own image.
//
// Of p, the first entries, one for each vertex, say where it goes, the others what becomes
// of the places in the rules at which moves begin; the identity is the first one.
func (g *Game) Symmetries() ([][]int32, error) {
	f := newSymmetryFinder(g)
	if n := len(f.used); n > maxSymmetricLabels {
		return nil, fmt.Errorf("symmetries are found of boards with at most %d edge labels, not %d", maxSymmetricLabels, n)
	}
	labels := make([]int, len(g.Labels))
	var boards, out [][]int32
	err := permutations(len(f.used), func(perm []int) error {
		for i, l := range f.used {
			labels[l] = f.used[perm[i]]
		}
		for v := range int32(len(g.Vertices)) {
			p := f.board(labels, v)
			if p == nil || slices.ContainsFunc(boards, func(o []int32) bool { return slices.Equal(o, p) }) {
				continue
			}
			if boards = append(boards, p); len(boards) > maxSymmetries {
				return fmt.Errorf("more than %d symmetries of the board", maxSymmetries)
			}
			places, err := f.places(p)
			if err != nil {
				return err
			}
			if places != nil {
				out = append(out, append(slices.Clone(p), places...))
			}
		}
		return nil
	})
	if err == nil && len(out) == 0 {
		err = errors.New("not every place of the board can be reached from the first one")
	}
	return out, err
}

// permutations calls f with all permutations of n numbers in lexical order, until it fails.
func permutations(n int, f func([]int) error) error {
	p := make([]int, 0, n)
	var extend func() error
	extend = func() error {
		if len(p) == n {
			return f(p)
		}
		for i := range n {
			if slices.Contains(p, i) {
				continue
			}
			p = append(p, i)
			if err := extend(); err != nil {
				return err
			}
			p = p[:len(p)-1]
		}
		return nil
	}
	return extend()
}

// symmetryFinder holds what the search for symmetries has in common for all permutations.
type symmetryFinder struct {
	g      *Game
	used   []int            // labels of edges
	target [][]int32        // by label and vertex, -1 for none
	nodes  []int32          // of the plan, that moves can come to
	at     map[int32]int32  // their numbers in nodes
	starts map[int32]bool   // where moves begin
	first  map[int32]bool   // where the keeper looks for his first move
	here   []pieceSet       // by node: what may be on the vertex where a walk comes to it
	words  map[string]int32 // numbers of descriptions
	work   int
}

func newSymmetryFinder(g *Game) *symmetryFinder {
	f := &symmetryFinder{g: g, target: make([][]int32, len(g.Labels)), at: map[int32]int32{}, starts: map[int32]bool{},
		words: map[string]int32{}}
	for v := range g.Vertices {
		for _, e := range g.Vertices[v].Edges {
			if f.target[e.Label] == nil {
				f.used = append(f.used, e.Label)
				f.target[e.Label] = slices.Repeat([]int32{-1}, len(g.Vertices))
			}
			f.target[e.Label][v] = int32(e.Target)
		}
	}
	slices.Sort(f.used)
	keeper := []int32{g.start}
	f.starts[g.start] = true
	for i := range g.nodes {
		if n := &g.nodes[i]; n.op == opSwitch {
			f.starts[n.next] = true
			if n.num == 0 {
				keeper = append(keeper, n.next)
			}
		}
	}
	f.first = f.reach(keeper, false)
	var starts []int32
	for id := range f.starts {
		starts = append(starts, id)
	}
	for id := range f.reach(starts, true) {
		f.nodes = append(f.nodes, id)
	}
	f.here = g.occupants(starts)
	slices.Sort(f.nodes)
	for i, id := range f.nodes {
		f.at[id] = int32(i)
	}
	return f
}

// reach gives the nodes that the same move may come to from others, conditions included if
// asked for.
func (f *symmetryFinder) reach(from []int32, conditions bool) map[int32]bool {
	seen := map[int32]bool{}
	visit := func(id int32) {
		if !seen[id] {
			seen[id] = true
			from = append(from, id)
		}
	}
	for _, id := range slices.Clone(from) {
		seen[id] = true
	}
	for len(from) > 0 {
		n := &f.g.nodes[from[len(from)-1]]
		from = from[:len(from)-1]
		next, body := follow(n)
		for _, k := range next {
			visit(k)
		}
		if body >= 0 && conditions {
			visit(body)
		}
	}
	return seen
}

// follow lists the nodes after n in the order in which they are tried, those of hops not, and the
// body of its condition, -1 for none.
func follow(n *node) (next []int32, body int32) {
	switch n.op {
	case opSwitch, opAccept:
		return nil, -1
	case opBranch:
		return n.kids, -1
	case opHops:
		for _, list := range n.hops {
			for _, h := range list {
				next = append(next, h.next)
			}
		}
		return append(next, n.kids...), -1
	case opDispatch:
		return n.byPiece, -1
	case opIf:
		return []int32{n.next, n.other}, n.body
	case opCond:
		return []int32{n.next}, n.body
	}
	return []int32{n.next}, -1
}

// board gives the permutation of the vertices that takes vertex 0 to v and edges to edges with
// the labels' images, nil if there is none.
func (f *symmetryFinder) board(labels []int, v int32) []int32 {
	p := slices.Repeat([]int32{-1}, len(f.g.Vertices))
	taken := make([]bool, len(p))
	p[0], taken[v] = v, true
	todo := []int32{0}
	for i := 0; i < len(todo); i++ {
		from := todo[i]
		for _, l := range f.used {
			to, image := f.target[l][from], f.target[labels[l]][p[from]]
			switch {
			case (to < 0) != (image < 0):
				return nil
			case to < 0:
			case p[to] < 0 && !taken[image]:
				p[to], taken[image] = image, true
				todo = append(todo, to)
			case p[to] != image:
				return nil
			}
		}
	}
	if len(todo) < len(p) {
		return nil
	}
	return p
}

// places gives for every node of the plan at which moves begin one that means the same when all
// vertices are replaced by their images; nil if there is none for some.
func (f *symmetryFinder) places(p []int32) ([]int32, error) {
	n := len(f.nodes)
	back := make([]int32, len(p))
	for v, to := range p {
		back[to] = int32(v)
	}
	identity := make([]int32, len(p))
	for v := range identity {
		identity[v] = int32(v)
	}
	// The nodes as they are, then with the images of their vertices.
	fixed, colours := make([]int32, 2*n), make([]int32, 2*n)
	for i, id := range f.nodes {
		fixed[i] = f.word(f.fixed(id, identity, identity))
		fixed[n+i] = f.word(f.fixed(id, p, back))
	}
	for count := 1; ; {
		next, known := make([]int32, 2*n), map[string]int32{}
		for i := range next {
			var key []byte
			if i < n {
				key = f.describe(f.nodes[i], fixed[i], colours[:n], identity, identity)
			} else {
				key = f.describe(f.nodes[i-n], fixed[i], colours[n:], p, back)
			}
			if f.work += len(key); f.work > maxSymmetricWork {
				return nil, errors.New("the rules are too long for a search for symmetries")
			}
			c, ok := known[string(key)]
			if !ok {
				c = int32(len(known))
				known[string(key)] = c
			}
			next[i] = c
		}
		colours = next
		if len(known) == count {
			break
		}
		count = len(known)
	}
	places := make([]int32, len(f.g.nodes))
	for id := range places {
		places[id] = int32(id)
		if !f.starts[int32(id)] {
			continue
		}
		own := colours[n+int(f.at[int32(id)])]
		if colours[f.at[int32(id)]] == own {
			continue
		}
		i := slices.IndexFunc(f.nodes, func(k int32) bool { return f.starts[k] && colours[f.at[k]] == own })
		if i < 0 {
			return nil, nil
		}
		places[id] = f.nodes[i]
	}
	return places, nil
}

func (f *symmetryFinder) word(key []byte) int32 {
	w, ok := f.words[string(key)]
	if !ok {
		w = int32(len(f.words))
		f.words[string(key)] = w
	}
	return w
}

// fixed describes what a node does by itself, with vertices replaced by their images under p,
// whose inverse is back.
func (f *symmetryFinder) fixed(id int32, p, back []int32) []byte {
	n := &f.g.nodes[id]
	num := n.num
	if n.op == opVisit {
		num = 0
	}
	key := fmt.Appendf(nil, "%d %t %d %d %v %s %s %s ", n.op, n.want, n.piece, num, n.mask, n.cmp, n.left.key(),
		n.right.key())
	if n.rel != nil {
		for _, v := range back {
			var row []int32
			n.rel.targets(v, func(t int32) { row = append(row, p[t]) })
			// A flood finds vertices by number, whatever the way to them is.
			if !f.first[id] {
				slices.Sort(row)
			}
			key = append(binary.AppendUvarint(key, uint64(len(row))), vertices(row)...)
		}
		if n.op == opFlood && f.first[id] {
			key = append(key, vertices(p)...)
		}
	}
	if n.lines != nil {
		for _, v := range back {
			var row []uint64
			for _, l := range f.lines(id, v) {
				var image uint64
				for u, to := range p {
					image |= l >> u & 1 << to
				}
				row = append(row, image)
			}
			slices.Sort(row)
			key = fmt.Append(key, row)
		}
		key = fmt.Append(key, n.pieces)
	}
	return key
}

// lines gives the lines of a condition at v, without v itself where it is sure to carry what is
// asked for: "three through here" may be written so that it looks at v or not.
func (f *symmetryFinder) lines(id, v int32) []uint64 {
	n := &f.g.nodes[id]
	var mask pieceSet
	for _, p := range n.pieces {
		mask.add(int(p))
	}
	if f.here[id].and(mask) != f.here[id] {
		return n.lines[v]
	}
	var left []uint64
	for _, l := range n.lines[v] {
		left = append(left, l&^(1<<v))
	}
	slices.Sort(left)
	left = slices.Compact(left)
	return slices.DeleteFunc(slices.Clone(left), func(l uint64) bool {
		return slices.ContainsFunc(left, func(o uint64) bool { return o != l && o&l == o })
	})
}

// occupants finds for every node the pieces that may be on the vertex at which a walk from the
// given nodes comes to it.
func (g *Game) occupants(from []int32) []pieceSet {
	here := make([]pieceSet, len(g.nodes))
	var todo []int32
	pass := func(id int32, s pieceSet) {
		if all := here[id].or(s); all != here[id] {
			here[id] = all
			todo = append(todo, id)
		}
	}
	for _, id := range from {
		pass(id, allPieces)
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n, at := &g.nodes[id], here[id]
		next, body := follow(n)
		if body >= 0 {
			pass(body, at)
		}
		switch n.op {
		case opOff:
			at = pieceSet{}
			at.add(int(n.piece))
		case opOn:
			at = at.and(n.mask)
		case opStep, opFan, opHops, opPick:
			at = allPieces
		case opStepOn, opFanOn:
			at = n.mask
		case opRay, opFlood:
			at = at.or(n.mask)
		}
		for _, k := range next {
			pass(k, at)
		}
	}
	return here
}

func vertices(list []int32) (key []byte) {
	for _, v := range list {
		key = binary.AppendUvarint(key, uint64(v))
	}
	return key
}

// describe describes a node by what it does and by the colours of those that follow.
func (f *symmetryFinder) describe(id, fixed int32, colours, p, back []int32) []byte {
	n := &f.g.nodes[id]
	key := binary.AppendUvarint(nil, uint64(fixed))
	colour := func(k int32) uint64 { return uint64(colours[f.at[k]]) }
	next, body := follow(n)
	if body >= 0 && n.lines == nil {
		key = binary.AppendUvarint(key, colour(body))
	}
	if n.op == opHops {
		next = n.kids
		for _, v := range back {
			var ways []string
			for _, h := range n.hops[v] {
				way := binary.AppendUvarint(nil, h.mask)
				way = append(way, vertices([]int32{p[h.at], p[h.to]})...)
				ways = append(ways, string(binary.AppendUvarint(way, colour(h.next))))
			}
			if !f.first[id] {
				slices.Sort(ways)
			}
			key = binary.AppendUvarint(key, uint64(len(ways)))
			for _, w := range ways {
				key = append(key, w...)
			}
		}
	}
	list := make([]uint64, len(next))
	for i, k := range next {
		list[i] = colour(k)
	}
	if (n.op == opBranch || n.op == opHops) && !f.first[id] {
		slices.Sort(list)
	}
	for _, c := range list {
		key = binary.AppendUvarint(key, c)
	}
	return key
}

// AppendImage appends the least key of the position and of its images under the
// symmetries; see formal.Symmetric.
func (p *position) AppendImage(dst []byte, symmetries [][]int32) []byte {
	s, start := p.state, len(dst)
	n := len(s.board)
	for _, q := range symmetries {
		at := len(dst)
		dst = append(dst, s.board...)
		for v, piece := range s.board {
			dst[at+int(q[v])] = piece
		}
		if !s.g.anywhere[s.pc] {
			dst = binary.AppendVarint(dst, int64(q[s.vertex]))
		}
		dst = binary.AppendVarint(dst, int64(q[n+int(s.pc)]))
		if at > start {
			if slices.Compare(dst[at:], dst[start:at]) < 0 {
				dst = append(dst[:start], dst[at:]...)
			} else {
				dst = dst[:at]
			}
		}
	}
	dst = binary.AppendVarint(dst, int64(s.player))
	for _, x := range s.vars {
		dst = binary.AppendVarint(dst, x)
	}
	return dst
}
