package rg

// fork is a pair of walks that have made the same tags so far and choices that differ. While told is a
// cell, they have different values there; -1 for none.
type fork struct{ a, b, told int32 }

// front is where a walk comes to next without a tag: a tag, or the end of the move.
type front struct {
	tag    *ref  // nil at the end
	target int32 // the node after it
	told   bool  // the cell has kept its value since
}

// unambiguous reports whether no two walks from a node make the same move. All pairs of walks that
// choose differently are followed as long as their tags are the same. They make different
// moves if their tags differ at last, in number, by symbol or by the value of a cell in which the walks
// differ, or if such a cell keeps its value to the end, or other nodes follow.
func (g *Game) unambiguous(start int32) bool {
	var todo []fork
	seen := map[fork]bool{}
	add := func(f fork) {
		if f.a > f.b {
			f.a, f.b = f.b, f.a
		}
		if !seen[f] {
			seen[f] = true
			todo = append(todo, f)
		}
	}
	// Where a walk may choose.
	nodes := map[int32]bool{}
	for list := []int32{start}; len(list) > 0; {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		if nodes[n] {
			continue
		}
		nodes[n] = true
		edges := g.edges[g.nodes[n].first:g.nodes[n].last]
		for i := range edges {
			e := &edges[i]
			if !e.ends {
				list = append(list, e.target)
			}
			if e.op == opAny {
				told := int32(-1)
				if e.left.cell {
					told = e.left.base
				}
				switch {
				case !e.ends:
					add(fork{e.target, e.target, told})
				case told < 0:
					return false
				}
			}
			for j := range i {
				if exclusive(&edges[j], e) {
					continue
				}
				if !g.apart(g.through(&edges[j], -1), g.through(e, -1), -1, add) {
					return false
				}
			}
		}
	}
	for len(todo) > 0 {
		if len(seen) > maxPairs {
			return false
		}
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !g.apart(g.fronts(f.a, f.told), g.fronts(f.b, f.told), f.told, add) {
			return false
		}
	}
	return true
}

// apart compares where two walks come to, and adds the pairs that are to be followed on; false if
// they may make the same move.
func (g *Game) apart(as, bs []front, told int32, add func(fork)) bool {
	for _, a := range as {
		for _, b := range bs {
			differ := told >= 0 && a.told && b.told
			switch {
			case a.tag == nil && b.tag == nil:
				if a.target == b.target && !differ {
					return false
				}
				continue
			case a.tag == nil || b.tag == nil:
				continue // one has more tags
			case a.tag.sym >= 0 && b.tag.sym >= 0 && a.tag.sym != b.tag.sym:
				continue
			case differ && a.tag.cell && b.tag.cell && a.tag.base == told && b.tag.base == told:
				continue
			}
			next := fork{a.target, b.target, -1}
			if differ {
				next.told = told
			}
			add(next)
		}
	}
	return true
}

// through gives where a walk comes to that begins with an edge.
func (g *Game) through(e *edge, told int32) []front {
	switch {
	case e.op >= opTag:
		return []front{{e.right, e.target, true}}
	case e.ends:
		return []front{{nil, e.target, g.keeps(e, told)}}
	}
	return g.fronts(e.target, told)
}

// fronts gives where walks from a node come to.
func (g *Game) fronts(start, told int32) (list []front) {
	type place struct {
		node int32
		told bool
	}
	seen := map[place]bool{}
	for todo := []place{{start, true}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		if at.node == g.end {
			list = append(list, front{nil, at.node, at.told})
			continue
		}
		for i := g.nodes[at.node].first; i < g.nodes[at.node].last; i++ {
			e := &g.edges[i]
			kept := at.told && g.keeps(e, told)
			switch {
			case e.op >= opTag:
				list = append(list, front{e.right, e.target, kept})
			case e.ends:
				list = append(list, front{nil, e.target, kept})
			default:
				todo = append(todo, place{e.target, kept})
			}
		}
	}
	return list
}

// keeps reports whether an edge leaves a cell as it is.
func (g *Game) keeps(e *edge, cell int32) bool {
	if cell < 0 || e.op != opAssign && e.op != opAny && e.op != opCopy {
		return true
	}
	if e.left.cell {
		return e.left.base != cell
	}
	for i := range g.vars {
		v := &g.vars[i]
		if base, size := int32(v.base), int32(v.typ.size); base <= e.left.base && e.left.base < base+size {
			return cell < base || cell >= base+size
		}
	}
	return false
}
