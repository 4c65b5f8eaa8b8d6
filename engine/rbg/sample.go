package rbg

import "slices"

// sampler describes how to draw a move of a decision without listing: choose a
// slot, look whether it holds a move. The slots of an arm are bound times the
// vertices its first shift may lead to.
type sampler struct {
	arms   []arm
	single bool          // all arms have bound 1
	bounds map[int32]int // while it is built
	visits int
}

// arm is one way to begin a move: some checks and assignments, then a shift
// to one of several vertices, from which at most bound moves go on.
type arm struct {
	entry  int32     // the node to walk from, with the vertex in State.picked
	bound  int       // the most moves through one vertex
	rel    *relation // the shift; nil if there is none
	one    []int32   // rel.one
	mask   pieceSet  // the pieces at the target
	pieces []int32

	fan   int32       // the node of the shift, to compare arms
	heads [][]int32   // the modifiers a move may begin with, one set per place
	chain []chainLink // the nodes before the shift
	cont  int32       // the node after it
}

// chainLink is a node passed on the way to the shift; other tells which way
// an opIf is left.
type chainLink struct {
	id    int32
	other bool
}

// Limits within which drawing is tried: beyond, slots would mostly be empty.
const (
	maxArms   = 32
	maxVisits = 1000 // nodes passed while looking for arms
	maxBound  = 6
	unbound   = 1 << 20 // stands for any larger bound
)

// later puts an opLater before a condition behind which at most one move
// remains, a different one for every walk that comes there.
func (b *builder) later(id int32) {
	if b.nodes[id].op != opCond {
		return
	}
	changed := false
	for at := id; ; {
		n := &b.nodes[at]
		switch n.op {
		case opCond, opCmp, opOn:
		case opOff, opAssign:
			changed = true
		case opStep, opStepOn:
			if !changed {
				return
			}
		case opSwitch:
			b.nodes = append(b.nodes, b.nodes[id])
			b.req = append(b.req, b.req[id])
			b.nodes[id] = node{op: opLater, next: int32(len(b.nodes) - 1)}
			return
		default:
			return
		}
		at = n.next
	}
}

// sample makes the samplers of all decisions that have one.
func (b *builder) sample(g *Game) {
	made := map[int32]*sampler{}
	for i := range len(b.nodes) {
		n := &b.nodes[i]
		if n.op != opSwitch || n.num == 0 || n.next == b.never {
			continue
		}
		if _, ok := made[n.next]; !ok {
			made[n.next] = b.sampler(n.next)
		}
	}
	g.samplers = make([]*sampler, len(b.nodes))
	for id, s := range made {
		g.samplers[id] = s
	}
}

func (b *builder) sampler(start int32) *sampler {
	if !b.fold {
		return nil
	}
	sp := &sampler{bounds: map[int32]int{}}
	if !b.arms(sp, start, nil, nil) {
		return nil
	}
	if len(sp.arms) > 2*maxArms {
		return nil
	}
	for i := range sp.arms {
		a := &sp.arms[i]
		if a.bound > maxBound {
			return nil
		}
		for j := range i {
			if !disjoint(a, &sp.arms[j]) {
				return nil
			}
		}
	}
	sp.single = true
	for i := range sp.arms {
		b.thread(&sp.arms[i])
		sp.single = sp.single && sp.arms[i].bound == 1
	}
	return sp
}

// arms collects the arms that begin at id; false when there are too many or
// they cannot be told apart.
func (b *builder) arms(sp *sampler, id int32, chain []chainLink, heads [][]int32) bool {
	if sp.visits++; sp.visits > maxVisits || len(chain) > 64 || len(sp.arms) > maxArms {
		return false
	}
	chain, heads = slices.Clip(chain), slices.Clip(heads)
	n := &b.nodes[id]
	switch n.op {
	case opBranch:
		for _, k := range n.kids {
			if k == id || !b.arms(sp, k, append(chain, chainLink{id: -1}), heads) {
				return false
			}
		}
		return true
	case opIf:
		return b.arms(sp, n.next, append(chain, chainLink{id: id}), heads) &&
			b.arms(sp, n.other, append(chain, chainLink{id: id, other: true}), heads)
	case opCond, opCmp, opOn:
		return b.arms(sp, n.next, append(chain, chainLink{id: id}), heads)
	case opLater:
		return b.arms(sp, n.next, chain, heads)
	case opAssign:
		return b.arms(sp, n.next, append(chain, chainLink{id: id}), append(heads, []int32{n.index}))
	case opFan, opFanOn, opStep, opStepOn:
		first, here := b.first(n.next)
		if !here {
			return false
		}
		a := arm{rel: n.rel, one: n.rel.one, mask: n.mask, fan: id, heads: append(heads, first), chain: chain, cont: n.next}
		if n.op == opFan || n.op == opStep {
			a.mask = b.declared()
		}
		b.split(sp, a)
		return true
	}
	first, _ := b.first(id)
	if len(first) == 0 {
		return id == b.never
	}
	sp.arms = append(sp.arms, arm{bound: b.bound(id, sp.bounds), fan: id, heads: append(heads, first), chain: chain,
		cont: id})
	return true
}

// split divides an arm by the piece at the target where the plan does.
func (b *builder) split(sp *sampler, a arm) {
	for p := range b.d.Pieces {
		if !a.mask.has(uint8(p)) {
			continue
		}
		var one pieceSet
		one.add(p)
		cont := a.cont
		if n := &b.nodes[cont]; n.op == opDispatch {
			cont = n.byPiece[p]
		}
		bound := b.bound(cont, sp.bounds)
		if bound == 0 {
			continue
		}
		// Pieces with the same continuation share an arm.
		merged := false
		for i := range sp.arms {
			if o := &sp.arms[i]; o.fan == a.fan && o.cont == cont && slices.Equal(o.chain, a.chain) {
				o.mask = o.mask.or(one)
				o.pieces = append(o.pieces, int32(p))
				merged = true
				break
			}
		}
		if !merged {
			c := a
			c.mask, c.pieces, c.cont, c.bound = one, []int32{int32(p)}, cont, bound
			sp.arms = append(sp.arms, c)
		}
	}
}

// first lists the modifiers that may come first from id, and whether they
// all come at the vertex where the walk is now.
func (b *builder) first(id int32) (list []int32, here bool) {
	here = true
	todo, seen := []int32{id}, map[int32]bool{id: true}
	for len(todo) > 0 {
		n := &b.nodes[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		var next []int32
		switch n.op {
		case opOff, opAssign, opSwitch:
			list = append(list, n.index)
		case opBranch:
			next = n.kids
		case opDispatch:
			next = n.byPiece
		case opIf:
			next = []int32{n.next, n.other}
		case opCond, opCmp, opOn, opLater:
			next = []int32{n.next}
		default:
			next, here = []int32{n.next}, false
		}
		for _, k := range next {
			if !seen[k] {
				seen[k] = true
				todo = append(todo, k)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list), here
}

// bound is an upper bound of the number of moves from id at one vertex. known
// holds the bounds found so far; coming back to an open node means no bound.
func (b *builder) bound(id int32, known map[int32]int) int {
	if n, ok := known[id]; ok {
		return n
	}
	known[id] = unbound
	n := &b.nodes[id]
	total := 0
	switch n.op {
	case opSwitch:
		total = 1
	case opBranch:
		for _, k := range n.kids {
			total += b.bound(k, known)
		}
	case opDispatch:
		for _, k := range n.byPiece {
			total = max(total, b.bound(k, known))
		}
	case opIf:
		total = max(b.bound(n.next, known), b.bound(n.other, known))
	case opFan, opFanOn, opRay, opFlood:
		if rest := b.bound(n.next, known); rest > 0 {
			most := 0
			for v := range b.n {
				targets := 0
				b.successors(id, int32(v), func(int32, int32) { targets++ })
				most = max(most, targets)
			}
			total = most * rest
		}
	default:
		total = b.bound(n.next, known)
	}
	known[id] = min(total, unbound)
	return known[id]
}

// disjoint reports whether no move belongs to both arms.
func disjoint(a, c *arm) bool {
	if a.fan == c.fan && a.rel != nil && a.mask.and(c.mask) == (pieceSet{}) {
		return true
	}
	for i := range min(len(a.heads), len(c.heads)) {
		x, y := a.heads[i], c.heads[i]
		common := false
		for _, m := range x {
			common = common || slices.Contains(y, m)
		}
		if !common {
			return true
		}
		if len(x) != 1 || len(y) != 1 {
			return false
		}
	}
	return false
}

// thread makes the entry of an arm: copies of the nodes before the shift, then
// an opPick in place of the shift.
func (b *builder) thread(a *arm) {
	next := a.cont
	if a.rel != nil {
		next = b.append(node{op: opPick, next: next})
	}
	for _, l := range slices.Backward(a.chain) {
		if l.id < 0 {
			continue
		}
		c := b.nodes[l.id]
		switch {
		case c.op == opIf && l.other:
			c.next, c.other = b.never, next
		case c.op == opIf:
			c.next, c.other = next, b.never
		default:
			c.next = next
		}
		next = b.append(c)
	}
	a.entry = next
}

func (b *builder) append(n node) int32 {
	b.nodes = append(b.nodes, n)
	b.req = append(b.req, allPieces)
	return int32(len(b.nodes) - 1)
}
