package reconstruct

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// nogoods are choices of fillers for some of the slots of a variant that no completion can have, since a part that
// depends on these slots alone was rejected. What has one is passed over without being built. It belongs to one
// goroutine.
type nogoods struct {
	deps  map[*variant][][]dependence
	dead  map[string]string // reason by choice, with its bindings
	count map[string]int    // of dead bindings by choice without them
}

func newNogoods() *nogoods {
	return &nogoods{deps: map[*variant][][]dependence{}, dead: map[string]string{}, count: map[string]int{}}
}

// dependence says that a part depends on a slot: on the filler and its binding, or on nothing but what the filler
// offers others.
type dependence struct {
	slot    int
	offered bool
}

// stage is how far the parts of a completion were looked at: a part alone, or all up to it together.
type stage uint8

const stages = 2 * stage(partCount)

// alone is the stage of a part by itself, upTo that of all parts up to it.
func alone(p part) stage { return stage(p) }
func upTo(p part) stage  { return stage(partCount) + stage(p) }

// of returns, by stage, the slots that the parts depend on.
func (g *nogoods) of(v *variant) [][]dependence {
	if list := g.deps[v]; list != nil {
		return list
	}
	list := make([][]dependence, stages)
	for i, s := range v.slots {
		before := false
		for p := range partCount {
			in := marks(v, s, p)
			before = before || in
			if in || s.defines {
				list[alone(p)] = append(list[alone(p)], dependence{i, !in})
			}
			if before || s.defines {
				list[upTo(p)] = append(list[upTo(p)], dependence{i, !before})
			}
		}
	}
	g.deps[v] = list
	return list
}

// marks reports whether a mark in the place of a slot's hole is in a part: a clause where all candidates are clauses,
// else a constant.
func marks(v *variant, s *slot, p part) bool {
	const mark = "‹mark›"
	n := &lgdl.Node{Kind: lgdl.Clause, Text: mark}
	for _, c := range s.cands {
		if slices.ContainsFunc(c.Items, func(x *lgdl.Node) bool { return !isClause(x) || x.Text == "flips" }) {
			n = &lgdl.Node{Kind: lgdl.Const, Text: mark}
			break
		}
	}
	whole := partOf(fill(v.tree, map[*lgdl.Hole][]*lgdl.Node{s.hole.Hole: {n}}), p)
	return whole != nil && contains(whole, mark)
}

func contains(n *lgdl.Node, mark string) bool {
	return n.Text == mark || slices.ContainsFunc(n.Items, func(x *lgdl.Node) bool { return contains(x, mark) })
}

// key identifies a choice in the slots of a stage, with bindings unless which is nil.
func (g *nogoods) key(v *variant, st stage, idx, which []int) string {
	b := []byte{byte(v.number), byte(v.number >> 8), byte(st)}
	for _, d := range g.of(v)[st] {
		i, n := d.slot, idx[d.slot]
		if d.offered {
			n = v.slots[i].cands[n].kind
		}
		b = append(b, byte(n), byte(n>>8), byte(n>>16))
		if which != nil && !d.offered {
			b = append(b, byte(which[i]), byte(which[i]>>8))
		}
	}
	return string(b)
}

// note notes that a completion was rejected at a stage.
func (g *nogoods) note(c *Completion, st stage, reason string) {
	key := g.key(c.v, st, c.idx, c.which)
	if g.dead[key] == "" {
		g.dead[key] = reason
		g.count[g.key(c.v, st, c.idx, nil)]++
	}
}

// all returns why no binding of a choice of fillers can be played, "" if that is not known.
func (g *nogoods) all(v *variant, idx []int, ways [][]Binding) string {
	if g == nil {
		return ""
	}
	for st := range stages {
		total := 1
		for _, d := range g.of(v)[st] {
			if !d.offered {
				total *= len(ways[d.slot])
			}
		}
		if n := g.count[g.key(v, st, idx, nil)]; n > 0 && n == total {
			return g.dead[g.key(v, st, idx, make([]int, len(idx)))]
		}
	}
	return ""
}

// one returns why a choice with its bindings cannot be played, "" if that is not known.
func (g *nogoods) one(v *variant, idx, which []int) string {
	if g == nil {
		return ""
	}
	for st := range stages {
		if reason := g.dead[g.key(v, st, idx, which)]; reason != "" {
			return reason
		}
	}
	return ""
}
