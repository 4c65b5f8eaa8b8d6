package rg

import "github.com/astragal/astragal/engine/rng"

// Random play need not list the moves of a position to draw one of them, where it is known
// beforehand that no two walks make the same move: a walk that chooses at random wherever
// it may is drawn with probability one over the product of its numbers of choices. It is
// kept with probability that product over the greatest of all walks, and otherwise, or when
// it leads nowhere, another one is drawn. Then all moves are equally likely.

// sampler tells how to draw the moves that begin at a node.
type sampler struct {
	most int // the greatest product of numbers of choices on a walk
}

// Limits within which moves are drawn; beyond, they are listed.
const (
	maxChoices = 4096    // the greatest product of numbers of choices
	maxPairs   = 100_000 // of walks that are compared, for one node
	maxTries   = 64      // walks drawn for one move
	maxDrawn   = 10_000  // edges followed for one walk
	afterLost  = 8       // moves listed after maxTries walks in vain
)

type drawn uint8

const (
	drawMade drawn = iota // a move was made
	drawLost              // none was found so far: list the moves
)

// written is what a walk has overwritten.
type written struct {
	cell int32
	old  uint16
}

// draw makes a move that is drawn uniformly, and the moves of the keeper after it.
func (s *State) draw(sp *sampler, r *rng.SplitMix64) drawn {
	s.begin(first)
	s.steps, s.next = 0, stopEvery
	for range maxTries {
		s.written = s.written[:0]
		target, choices := s.stroll(r)
		if target >= 0 && (choices == sp.most || r.Below(sp.most) < choices) {
			s.at = target
			s.keep()
			return drawMade
		}
		for k := len(s.written) - 1; k >= 0; k-- {
			s.mem[s.written[k].cell] = s.written[k].old
		}
		if s.err != nil {
			break
		}
	}
	return drawLost
}

// stroll walks from here to the end of a move and leaves in memory what it assigns. It gives the
// node where the next move begins, -1 if it leads nowhere, and the product of the numbers of its choices.
func (s *State) stroll(r *rng.SplitMix64) (target int32, choices int) {
	g, n := s.g, s.at
	choices = 1
	for range maxDrawn {
		if n == g.end {
			return n, choices
		}
		at := &g.nodes[n]
		var e *edge
		switch count := int(at.last - at.first); {
		case count == 0:
			return -1, 0
		case count == 1:
			e = &g.edges[at.first]
		case at.either:
			i := at.first
			for ; i < at.last && !s.holds(&g.edges[i]); i++ {
			}
			if i == at.last || s.err != nil {
				return -1, 0
			}
			n = g.edges[i].target
			continue
		default:
			choices *= count
			e = &g.edges[at.first+int32(r.Below(count))]
		}
		switch e.op {
		case opAssign, opAny, opCopy:
			if e.op == opAny {
				choices *= len(e.any)
			}
			s.overwrite(e, r)
			if s.err != nil {
				return -1, 0
			}
			if e.ends {
				return e.target, choices
			}
		default:
			if !s.holds(e) {
				return -1, 0
			}
		}
		n = e.target
	}
	return -1, 0
}

// overwrite makes the assignment of an edge and remembers what was there.
func (s *State) overwrite(e *edge, r *rng.SplitMix64) {
	a := s.addr(e.left)
	switch e.op {
	case opAny:
		s.written = append(s.written, written{a, s.mem[a]})
		s.mem[a] = e.any[r.Below(len(e.any))]
	case opAssign:
		v := s.load(e.right)
		s.written = append(s.written, written{a, s.mem[a]})
		s.mem[a] = v
	case opCopy:
		from, size := s.addr(e.right), int32(e.left.typ.size)
		values, mark := s.mem, len(s.saved)
		if e.right.pool {
			values = s.g.pool
		}
		s.saved = append(s.saved, values[from:from+size]...)
		for i := range size {
			s.written = append(s.written, written{a + i, s.mem[a+i]})
			s.mem[a+i] = s.saved[mark+int(i)]
		}
		s.saved = s.saved[:mark]
	}
}

// sample makes the samplers of all nodes at which moves begin, if no walk can meet a fault: one that
// is not drawn would not be noticed.
func (g *Game) sample() {
	g.samplers = make([]*sampler, len(g.nodes))
	for i := range g.nodes {
		n := &g.nodes[i]
		n.either = g.eitherOr(g.edges[n.first:n.last])
	}
	for i := range g.edges {
		if g.edges[i].mayFail() {
			return
		}
	}
	starts := map[int32]bool{g.start.at: true}
	for i := range g.edges {
		if g.edges[i].ends {
			starts[g.edges[i].target] = true
		}
	}
	for n := range starts {
		if most := g.choices(n); n != g.end && most > 0 && g.unambiguous(n) {
			g.samplers[n] = &sampler{most}
		}
	}
}

// mayFail reports whether following the edge may be a fault of the play.
func (e *edge) mayFail() bool {
	return e.check != nil || e.left != nil && e.left.mayFail() || e.right != nil && e.right.mayFail()
}

func (r *ref) mayFail() bool {
	if r.cast != nil {
		return true
	}
	for _, x := range r.indices {
		if x.of.mayFail() || x.of.typ.common(x.in) < len(x.of.typ.members) {
			return true
		}
	}
	return false
}

// eitherOr reports whether at most one of several edges can be followed, whatever the position is, and
// none assigns or tags.
func (g *Game) eitherOr(edges []edge) bool {
	for i := range edges {
		for j := range i {
			if !exclusive(&edges[j], &edges[i]) {
				return false
			}
		}
	}
	return len(edges) > 1
}

// exclusive reports whether two edges from one node are never both open.
func exclusive(a, b *edge) bool {
	if a.op > b.op {
		a, b = b, a
	}
	both := [2]opcode{a.op, b.op}
	switch both {
	case [2]opcode{opIs, opIs}:
		return a.left.same(b.left) && a.right.sym != b.right.sym
	case [2]opcode{opIs, opIsNot}, [2]opcode{opEqual, opUnequal}, [2]opcode{opAllEqual, opAllUnequal}:
		return a.left.same(b.left) && a.right.same(b.right)
	case [2]opcode{opReach, opUnreach}:
		return a.from == b.from && a.to == b.to
	}
	return false
}

// same reports whether two expressions are the same.
func (r *ref) same(o *ref) bool {
	if r == o {
		return true
	}
	if r.sym != o.sym || r.pool != o.pool || r.base != o.base || r.cast != o.cast || len(r.indices) != len(o.indices) {
		return false
	}
	for i, x := range r.indices {
		y := o.indices[i]
		if x.in != y.in || x.stride != y.stride || !x.of.same(y.of) {
			return false
		}
	}
	return true
}

// width is the number of ways to go on at a node of which one is drawn.
func (g *Game) width(n int32) int {
	at := &g.nodes[n]
	count := int(at.last - at.first)
	if at.either {
		count = 1
	}
	most := 1
	for _, e := range g.edges[at.first:at.last] {
		if e.op == opAny {
			most = max(most, len(e.any))
		}
	}
	return count * most
}

// choices is the greatest product of numbers of choices on a walk from a node to the end of a move; 0
// if it is too great, or not bounded because walks may choose again and again.
func (g *Game) choices(start int32) int {
	const (
		fresh, open, done = 0, 1, 2
	)
	state, most := map[int32]int{}, map[int32]int{}
	onPath := []int32{}
	ok := true
	var visit func(n int32, depth int) int
	visit = func(n int32, depth int) int {
		switch {
		case depth > maxDrawn || !ok:
			ok = false
			return 0
		case state[n] == done:
			return most[n]
		case state[n] == open:
			for i := len(onPath) - 1; i >= 0; i-- { // the cycle must not choose
				ok = ok && g.width(onPath[i]) <= 1
				if onPath[i] == n {
					break
				}
			}
			return 0
		}
		state[n] = open
		onPath = append(onPath, n)
		best := 0
		at := &g.nodes[n]
		if n == g.end {
			best = 1
		}
		for i := at.first; i < at.last; i++ {
			e := &g.edges[i]
			below := 1
			if !e.ends {
				below = visit(e.target, depth+1)
			}
			ways := 1
			if !at.either {
				ways = int(at.last - at.first)
			}
			if e.op == opAny {
				ways *= len(e.any)
			}
			best = max(best, min(ways*below, maxChoices+1))
		}
		onPath = onPath[:len(onPath)-1]
		state[n], most[n] = done, best
		return best
	}
	best := visit(start, 0)
	if !ok || best > maxChoices {
		return 0
	}
	return best
}
