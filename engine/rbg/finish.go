package rbg

import "slices"

// finish turns the built nodes into the plan of g: loops become rays and
// floods where they can, nodes that a walk may reach twice get a mark of the
// vertices visited, choices dispatch on the piece, and what the interpreter
// reads is laid out flat.
func (b *builder) finish(g *Game) {
	for i := range b.nodes {
		b.loop(int32(i))
	}
	b.marks(g)
	for i := range b.nodes {
		b.dispatch(int32(i))
	}
	for i := range b.nodes {
		b.later(int32(i))
	}
	b.sample(g)
	for i := range b.nodes {
		n := &b.nodes[i]
		for p := range b.d.Pieces {
			if n.mask.has(uint8(p)) {
				n.pieces = append(n.pieces, int32(p))
			}
		}
		b.lines(n)
	}
	hasMark := b.segmentsWithMarks()
	for i := range b.nodes {
		switch n := &b.nodes[i]; n.op {
		case opOff, opAssign:
			n.fresh = hasMark[n.next]
		case opCond, opIf:
			n.fresh = hasMark[n.body]
		}
	}
	for i := range b.nodes {
		b.hops(int32(i))
		b.nodes[i].compare = comparisons[b.nodes[i].cmp]
	}
	g.nodes = b.nodes
	g.insts = make([]inst, len(g.nodes))
	for i := range g.nodes {
		n := &g.nodes[i]
		in := inst{
			op: n.op, want: n.want, pure: n.pure, fresh: n.fresh, wide: len(b.d.Pieces) > 64, inner: n.index == 0,
			ends: g.nodes[n.next].op == opAccept, piece: n.piece, next: n.next, other: n.other, body: n.body,
			num: n.num, mask: n.mask[0], list: n.kids, node: n,
		}
		switch n.op {
		case opStep, opStepOn, opRay:
			in.list = n.rel.one
		case opDispatch:
			in.list = n.byPiece
		case opHops:
			in.list = g.layHops(n)
		case opVisit:
			in.num = n.slot
		}
		g.insts[i] = in
	}
	for i := range g.insts {
		g.insts[i].slide = g.nodes[i].op == opRay && b.slides(&g.nodes[i])
	}
	sure := b.sure()
	for i := range g.insts {
		g.insts[i].scout = g.nodes[i].op == opOff && b.leaves(g.nodes[i].next)
		g.insts[i].sure = sure[i] && !g.insts[i].inner
	}
}

// leaves reports whether node id is a step to another vertex on a tested piece.
func (b *builder) leaves(id int32) bool {
	n := &b.nodes[id]
	if n.op != opStepOn && n.op != opFanOn {
		return n.op == opHops && len(n.kids) == 0 &&
			!slices.ContainsFunc(n.hops, func(list []hop) bool { return len(list) > 8 }) &&
			b.everyHop(n, func(v int32, h hop) bool { return h.at != v })
	}
	for v := range int32(b.n) {
		count := 0
		ok := true
		n.rel.targets(v, func(t int32) {
			count++
			ok = ok && t != v
		})
		if !ok || count > 8 {
			return false
		}
	}
	return true
}

// sure tells for every node whether a walk in search of any one move always
// finds one there: then modifiers on the way need no undoing. Loops count as
// unsure.
func (b *builder) sure() []bool {
	sure := make([]bool, len(b.nodes))
	for changed := true; changed; {
		changed = false
		for i := range b.nodes {
			if sure[i] {
				continue
			}
			n := &b.nodes[i]
			ok := false
			switch n.op {
			case opSwitch:
				ok = true
			case opOff:
				ok = sure[n.next]
			case opAssign:
				bounds := append(slices.Clone(b.d.Variables), b.d.Scores...)
				ok = n.left.kind == aConst && n.left.num <= bounds[n.num].Bound && sure[n.next]
			case opIf:
				ok = sure[n.next] && sure[n.other]
			case opBranch, opHops:
				for _, k := range n.kids {
					ok = ok || sure[k]
				}
				ok = ok || n.op == opHops && b.sureHops(n, sure)
			case opDispatch:
				ok = true
				for _, k := range n.byPiece {
					ok = ok && sure[k]
				}
			}
			if ok {
				sure[i], changed = true, true
			}
		}
	}
	return sure
}

// loop recognises the stars of a single tested shift.
func (b *builder) loop(id int32) {
	n := &b.nodes[id]
	if n.op != opBranch {
		return
	}
	n.kids = slices.DeleteFunc(n.kids, func(k int32) bool { return k == b.never || k == id })
	if len(n.kids) != 2 {
		return
	}
	body := &b.nodes[n.kids[0]]
	if body.next != id || body.op != opStepOn && body.op != opFanOn {
		return
	}
	next := n.kids[1]
	switch {
	case body.op == opStepOn && acyclic(body.rel.one):
		*n = node{op: opRay, rel: body.rel, mask: body.mask, next: next}
	case b.fold:
		*n = node{op: opFlood, rel: body.rel, mask: body.mask, next: next, closure: b.star(body.rel)}
	}
}

func acyclic(one []int32) bool {
	length := make([]int, len(one)) // 0 unknown, -1 on the way, else known to end
	for v := range one {
		var way []int
		for x := v; ; x = int(one[x]) {
			if length[x] < 0 {
				return false
			}
			if length[x] > 0 {
				break
			}
			length[x] = -1
			way = append(way, x)
			if one[x] < 0 {
				break
			}
		}
		for _, x := range way {
			length[x] = 1
		}
	}
	return true
}

// successors calls f for every (node, vertex) that a walk may reach next from
// (id, v) before it changes anything, whatever the position is.
func (b *builder) successors(id, v int32, f func(id, v int32)) {
	n := &b.nodes[id]
	switch n.op {
	case opBranch:
		for _, k := range n.kids {
			f(k, v)
		}
	case opIf:
		f(n.next, v)
		f(n.other, v)
	case opCond, opOn, opCmp, opVisit:
		f(n.next, v)
	case opStep, opStepOn, opFan, opFanOn:
		n.rel.targets(v, func(t int32) { f(n.next, t) })
	case opRay:
		for ; v >= 0; v = n.rel.one[v] {
			f(n.next, v)
		}
	case opFlood:
		n.closure.targets(v, func(t int32) { f(n.next, t) })
	}
}

// entries lists the nodes at which a segment, a part of a walk without
// modifiers, begins.
func (b *builder) entries(g *Game) []int32 {
	list := []int32{g.start}
	for i := range b.nodes {
		switch n := &b.nodes[i]; n.op {
		case opOff, opAssign, opSwitch:
			list = append(list, n.next)
		case opCond, opIf:
			list = append(list, n.body)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Budget of the search for nodes that can be reached twice: pairs explored,
// and pairs that exist. Beyond it every join is marked.
const (
	maxExplored = 1 << 25
	maxPairs    = 1 << 25
)

// marks puts an opVisit before every node that a walk may reach twice at the
// same vertex within a segment. Only there can a move be found twice, or a
// walk run in circles.
func (b *builder) marks(g *Game) {
	count := len(b.nodes)
	twice := make([]bool, count)
	budget := maxExplored
	if count*b.n > maxPairs {
		budget = 0
	} else {
		seen := make([]int32, count*b.n)
		stamp := int32(0)
		type pair struct{ id, v int32 }
		var todo []pair
		for _, e := range b.entries(g) {
			if b.shortCondition(e) {
				continue
			}
			starts := int32(b.n)
			if b.startsAnywhere(e, 0) {
				starts = 1
			}
			for v := int32(0); v < starts && budget > 0; v++ {
				stamp++
				todo = append(todo[:0], pair{e, v})
				seen[int(e)*b.n+int(v)] = stamp
				for len(todo) > 0 && budget > 0 {
					at := todo[len(todo)-1]
					todo = todo[:len(todo)-1]
					b.successors(at.id, at.v, func(id, v int32) {
						budget--
						if s := &seen[int(id)*b.n+int(v)]; *s == stamp {
							twice[id] = true
						} else {
							*s = stamp
							todo = append(todo, pair{id, v})
						}
					})
				}
			}
		}
	}
	if budget <= 0 {
		degree := make([]int, count)
		for i := range count {
			n := &b.nodes[i]
			for _, k := range append([]int32{n.next, n.other}, n.kids...) {
				degree[k]++
			}
		}
		for i := range twice {
			// A fan may come back to a vertex even along a single edge.
			twice[i] = twice[i] || degree[i] > 1
		}
		for i := range count {
			if n := &b.nodes[i]; n.op == opFan || n.op == opFanOn || n.op == opFlood {
				twice[n.next] = true
			}
		}
	}
	for i, is := range twice {
		n := b.nodes[i]
		switch n.op {
		case opAccept:
			continue // a condition ends there at once
		case opBranch:
			if len(n.kids) == 0 {
				continue
			}
		}
		if is {
			id := int32(len(b.nodes))
			b.nodes = append(b.nodes, n)
			b.req = append(b.req, b.req[i])
			b.nodes[i] = node{op: opVisit, next: id, slot: int32(g.slots)}
			g.slots++
		}
	}
}

// maxSteps bounds the walks through a condition that is tested without marks.
const maxSteps = 400

// shortCondition reports whether id begins a condition that can be tested
// without marks: whatever the position, no walk is long or runs in circles.
func (b *builder) shortCondition(id int32) bool {
	for _, n := range b.nodes {
		if n.op != opCond && n.op != opIf || n.body != id {
			continue
		}
		if !n.pure {
			return false
		}
		for v := range b.n {
			if steps := maxSteps + b.n; !b.spend(id, int32(v), &steps) {
				return false
			}
		}
		return true
	}
	return false
}

// spend takes one from steps for every place on every walk from (id, v); false
// when they are used up.
func (b *builder) spend(id, v int32, steps *int) bool {
	if *steps--; *steps < 0 {
		return false
	}
	ok := true
	b.successors(id, v, func(id, v int32) { ok = ok && b.spend(id, v, steps) })
	return ok
}

// startsAnywhere reports whether a walk from id does the same from all vertices.
func (b *builder) startsAnywhere(id int32, depth int) bool {
	n := &b.nodes[id]
	switch n.op {
	case opFan, opFanOn:
		return n.rel.uniform
	case opSwitch, opOff, opAssign, opAccept:
		return true
	case opCond, opCmp, opOn:
		return depth < 50 && b.startsAnywhere(n.next, depth+1)
	case opBranch, opIf:
		kids := n.kids
		if n.op == opIf {
			kids = []int32{n.next, n.other}
		}
		for _, k := range kids {
			if depth >= 50 || !b.startsAnywhere(k, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// segmentsWithMarks tells for every node whether a segment that begins there
// contains an opVisit.
func (b *builder) segmentsWithMarks() []bool {
	has := make([]bool, len(b.nodes))
	for changed := true; changed; {
		changed = false
		for i := range b.nodes {
			if has[i] {
				continue
			}
			n := &b.nodes[i]
			found := false
			switch n.op {
			case opVisit:
				found = true
			case opBranch:
				for _, k := range n.kids {
					found = found || has[k]
				}
			case opDispatch:
				for _, k := range n.byPiece {
					found = found || has[k]
				}
			case opIf:
				found = has[n.next] || has[n.other]
			case opOff, opAssign, opSwitch, opAccept:
			default:
				found = has[n.next]
			}
			if found {
				has[i], changed = true, true
			}
		}
	}
	return has
}

// dispatch lets a choice whose kids need different pieces look only at those
// that can go on with the piece here.
func (b *builder) dispatch(id int32) {
	kids := b.nodes[id].kids
	if b.nodes[id].op != opBranch || len(kids) < 2 {
		return
	}
	useful := false
	for _, k := range kids {
		useful = useful || b.req[k].and(b.declared()) != b.declared()
	}
	if !useful {
		return
	}
	byPiece := make([]int32, len(b.d.Pieces))
	for p := range byPiece {
		var fit []int32
		for _, k := range kids {
			if r := b.req[k]; r.has(uint8(p)) {
				fit = append(fit, k)
			}
		}
		switch len(fit) {
		case 0:
			byPiece[p] = b.never
		case 1:
			for b.nodes[fit[0]].op == opOn { // the piece is known
				fit[0] = b.nodes[fit[0]].next
			}
			byPiece[p] = fit[0]
		default:
			byPiece[p] = b.add(node{op: opBranch, kids: fit, want: true}, allPieces)
		}
	}
	b.nodes[id] = node{op: opDispatch, byPiece: byPiece}
}
