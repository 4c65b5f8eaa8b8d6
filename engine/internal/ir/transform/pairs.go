package transform

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// ofPairs is the set of the sites at which a condition holds that follows from tables, by the number of the site and
// perhaps another one, which is found by evaluating it for all of them: a constant, or a row of a table.
func (g *gatherer) ofPairs(e *ir.Expr) (*ir.Expr, bool) {
	var own steadied
	if g.domain == nil || !own.expr(e) {
		return nil, false
	}
	var other *ir.Local
	for _, l := range own.read {
		switch {
		case l == g.site || l == other || slices.Contains(own.assigned, l):
		case other == nil && g.is[l] == nil && l.Type == ir.I32 && 0 <= l.Lo && l.Lo <= l.Hi && l.Hi < 64*g.p.Words:
			other = l
		default:
			return nil, false
		}
	}
	x := g.pairs(e, other)
	if x == nil || x.Fails {
		return nil, false
	}
	for _, l := range own.assigned {
		g.is[l] = lost
	}
	if other != nil {
		if x.Table == nil {
			x.Table = g.p.ShareTable("pairs", ir.Word, x.Rows)
		}
		return ir.SetAt(x.Table, ir.Read(other)), true
	}
	words := make([]uint64, len(x.Rows))
	for i, w := range x.Rows {
		words[i] = uint64(w)
	}
	return ir.SetOf(words), true
}

// pairs is what a condition comes to for all pairs of sites: what was found when the same was asked before, as rules
// of several pieces and players have the same conditions. It is nil where too much has been evaluated.
func (g *gatherer) pairs(e *ir.Expr, other *ir.Local) *ir.Pair {
	of := &g.p.Pairs
	left := min(maxPairs, maxPaired-of.Taken)
	if g.late {
		left = min(4*maxPairs, 2*maxPaired-of.Taken)
	}
	if left <= 0 {
		return nil
	}
	n := ir.CountBits(g.domain)
	if other != nil {
		n *= other.Hi - other.Lo + 1
	}
	if n < fewPairs {
		return g.evaluated(e, other, left)
	}
	key := g.keyOf(e, other)
	known := of.Known[key]
	if known == nil || known.Most > 0 && known.Most < left {
		if of.Known == nil {
			of.Known = map[string]*ir.Pair{}
		}
		known = g.evaluated(e, other, left)
		of.Known[key] = known
	}
	return known
}

// evaluated evaluates a condition for all pairs of sites, in so many steps at most.
func (g *gatherer) evaluated(e *ir.Expr, other *ir.Local, left int) *ir.Pair {
	lo, hi := 0, 0
	if other != nil {
		lo, hi = other.Lo, other.Hi
	}
	pair, x := &ir.Pair{}, &run{p: g.p, fault: g.by.Fault, left: left}
	rows := make([]int64, (hi+1)*g.p.Words)
	for at := lo; at <= hi && !pair.Fails; at++ {
		for site := range 64 * g.p.Words {
			if wordAt(g.domain, site>>6)>>(site&63)&1 == 0 {
				continue
			}
			x.begin(x.left)
			x.locals = hold(x.locals, g.site, value{n: int64(site)})
			if other != nil {
				x.locals = hold(x.locals, other, value{n: int64(at)})
			}
			v := x.expr(e)
			if x.fails {
				if pair.Fails = true; x.left < 0 {
					pair.Most = left
				}
				break
			}
			if v.n != 0 && !x.nowhere { // beyond tables are sites that are never asked about
				rows[at*g.p.Words+site>>6] |= 1 << (site & 63)
			}
		}
		if at == lo && (left-x.left)*(hi-lo+1) > 2*left { // it would not come to an end
			pair.Fails, pair.Most = true, left
		}
	}
	if g.p.Pairs.Taken += left - x.left; !pair.Fails {
		pair.Rows = rows
	}
	return pair
}

// keyOf is the same for conditions that are the same but for their variables and labels, asked for the same sites.
func (g *gatherer) keyOf(e *ir.Expr, other *ir.Local) string {
	s := newSharer()
	t := s.teller()
	var locals []*ir.Local
	var places []placed
	t.loose, t.places, t.ids = &locals, &places, true
	t.local(g.site)
	if other != nil {
		t.int(int64(other.Lo))
		t.int(int64(other.Hi))
		t.local(other)
	}
	for _, w := range g.domain {
		t.int(int64(w))
	}
	t.exprs([]*ir.Expr{e})
	for _, p := range places {
		p.of.Place, p.of.Mark = p.index, p.listed
	}
	return string(t.text)
}
