package rbg

import "slices"

// branch builds the choice among kids: it flattens nested choices, merges
// moves that differ only in where they lead, decides a condition once for the
// kids that ask for it or its opposite, and dispatches on the piece here.
func (b *builder) branch(kids []int32) int32 {
	var flat []int32
	for _, k := range kids {
		for _, f := range b.flatten(k) {
			if f != b.never && !slices.Contains(flat, f) {
				flat = append(flat, f)
			}
		}
	}
	if b.fold {
		flat = b.mergeMoves(flat)
	}
	switch len(flat) {
	case 0:
		return b.never
	case 1:
		return flat[0]
	}
	if id, ok := b.decide(flat); ok {
		return id
	}
	var req pieceSet
	for _, k := range flat {
		req = req.or(b.req[k])
	}
	return b.add(node{op: opBranch, kids: flat}, req)
}

// flatten lists the kids of a choice; the head of a star is no mere choice.
func (b *builder) flatten(k int32) []int32 {
	if n := &b.nodes[k]; n.op == opBranch && len(n.kids) > 0 && !b.loops[k] {
		return n.kids
	}
	return []int32{k}
}

// mergeMoves joins shifts with the same test and the same continuation.
func (b *builder) mergeMoves(kids []int32) []int32 {
	type key struct {
		mask pieceSet
		on   bool
		next int32
	}
	var order []key
	group := map[key]*relation{}
	var out []int32
	for _, k := range kids {
		n := &b.nodes[k]
		var id key
		switch n.op {
		case opStep, opFan:
			id = key{next: n.next}
		case opStepOn, opFanOn:
			id = key{n.mask, true, n.next}
		default:
			out = append(out, k)
			continue
		}
		if old := group[id]; old != nil {
			group[id] = b.union(old, n.rel)
		} else {
			group[id] = n.rel
			order = append(order, id)
		}
	}
	for _, id := range order {
		if id.on {
			out = append(out, b.moveOn(group[id], id.mask, id.next))
		} else {
			out = append(out, b.move(group[id], id.next))
		}
	}
	return out
}

// maxCopied bounds the kids that decide copies into both sides of an opIf.
const maxCopied = 3

// decide finds a condition that one kid wants to hold and another wants to
// fail, and builds an opIf on it.
func (b *builder) decide(kids []int32) (int32, bool) {
	for _, k := range kids {
		c := b.nodes[k]
		if c.op != opCond {
			continue
		}
		var sides [2][]int32
		others, asked := 0, [2]bool{}
		for _, j := range kids {
			n := &b.nodes[j]
			if n.op == opCond && n.body == c.body {
				side := 0
				if n.want {
					side = 1
				}
				sides[side] = append(sides[side], n.next)
				asked[side] = true
				continue
			}
			others++
			sides[0] = append(sides[0], j)
			sides[1] = append(sides[1], j)
		}
		if !asked[0] || !asked[1] || others > maxCopied {
			continue
		}
		yes, no := b.branch(sides[1]), b.branch(sides[0])
		req := b.req[yes].and(b.req[c.body]).or(b.req[no])
		return b.add(node{op: opIf, pure: c.pure, body: c.body, next: yes, other: no}, req), true
	}
	return 0, false
}
