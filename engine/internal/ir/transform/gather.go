package transform

import (
	"maps"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// A loop over sites that asks each whether a condition holds need not ask one by one:
// many conditions hold at the sites of a set. Gather takes such conditions out of loops
// and cuts the set with theirs, so that the loop goes through fewer sites, or none is
// left where it only collects them.

// unknown stands for a kind or a site of which nothing is known.
const unknown = -1

// Index says how a program keeps what stands on sites twice: Of has the kind of each
// site, and set number kind of Sets, for kinds from 1 to N-1, the sites of that kind.
type Index struct {
	Of, Sets *ir.Field
	N        int
	None     *ir.Field // the set of the sites where nothing stands; nil where it is not kept
	Counts   *ir.Field // how many stand on each site, 0 on those of None; nil where those of None are of kind 0
	Fault    *ir.Field // a store there gives the play up; nil for none

	// The sites of several kinds together, where they are kept too: set number i of Groups has those of the
	// kinds of which GroupOf is i.
	Groups  *ir.Field // nil where they are not
	GroupOf []int     // by kind
}

// union is the set of the sites of some kinds, of which none is 0.
func (by *Index) union(words int, kinds []bool) *ir.Expr {
	set := ir.SetOf(make([]uint64, words))
	single := slices.Clone(kinds)
	if by.Groups != nil {
		for group := range by.Groups.Len / words {
			whole, any := true, false
			for kind := 1; kind < by.N; kind++ {
				if by.GroupOf[kind] == group {
					whole, any = whole && kinds[kind], true
				}
			}
			if !whole || !any {
				continue
			}
			set = ir.Calc(ir.SetOr, set, ir.SetAt(by.Groups, ir.Num(group)))
			for kind := 1; kind < by.N; kind++ {
				single[kind] = single[kind] && by.GroupOf[kind] != group
			}
		}
	}
	for kind := 1; kind < by.N; kind++ {
		if single[kind] {
			set = ir.Calc(ir.SetOr, set, ir.SetAt(by.Sets, ir.Num(kind)))
		}
	}
	return set
}

// The bounds of what is tried: sets that stand for a condition in a loop over sites of
// which nothing is known, in words; what evaluating a condition at all sites may cost; at all pairs
// of them, and all such conditions of a program; and of how few pairs nobody looks whether they have been asked about.
const (
	maxGathered = 24
	maxAsked    = 1 << 14
	maxPairs    = 1 << 18
	maxPaired   = 1 << 20
	fewPairs    = 1 << 12
)

// Gather replaces conditions by sets in all functions of a program.
func Gather(p *ir.Program, by *Index) {
	g := &gatherer{p: p, by: by, access: ir.Accesses{}, late: true} // the sets that stand for loops write what these wrote
	for _, f := range p.Funcs {
		f.Body = (&ir.Rewriter{Stmt: g.stmt, List: g.together, Sparing: true}).Body(f.Body)
	}
}

// GatherIn is a body in which conditions are replaced by sets, and candidates for each
// site of a set by an EmitSet.
func GatherIn(p *ir.Program, body []*ir.Stmt, by *Index) []*ir.Stmt {
	g := &gatherer{p: p, by: by, access: ir.Accesses{}}
	return (&ir.Rewriter{Stmt: g.stmt, List: g.together, Sparing: true}).Body(body)
}

type gatherer struct {
	p    *ir.Program
	by   *Index
	site *ir.Local              // of the loop
	is   map[*ir.Local]*ir.Expr // the variables that stand for expressions

	asked  bool        // something else is asked of each site before
	branch bool        // what is looked at is asked in a branch alone
	before []*ir.Stmt  // what is done once for all sites
	domain []uint64    // the sites that it may go through, nil if they are not known
	access ir.Accesses // of functions: what they write counts
	late   bool        // the program is lowered: how candidates are found no longer decides how they are drawn
}

func (g *gatherer) stmt(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
	if s.Op != ir.Each {
		return nil, false
	}
	loop := r.Copy(s)
	if len(loop.Body) == 1 {
		if test := loop.Body[0]; test.Op == ir.If && len(test.Else) == 0 && !test.Test && !test.Best {
			return g.cut(loop, test), true
		}
	}
	return []*ir.Stmt{g.atOnce(loop)}, true
}

// cut is a loop without what can be found out before it of the test of all that it does: with sets, or once for all
// sites.
func (g *gatherer) cut(loop, test *ir.Stmt) []*ir.Stmt {
	g.site, g.is, g.domain, g.before = loop.Local, map[*ir.Local]*ir.Expr{}, g.sitesOf(loop), nil
	var conds, once, sets, rest []*ir.Expr
	for _, c := range conjuncts(test.Args[0], nil) {
		was, n := maps.Clone(g.is), len(g.before)
		g.asked = len(rest) > 0
		if g.chosenOnce(c) {
			once = append(once, c)
		} else if set, ok := g.set(c); ok && g.worth(loop, set) {
			sets = append(sets, set)
		} else {
			rest, g.is, g.before = append(rest, c), was, g.before[:n]
			continue
		}
		conds = append(conds, c)
	}
	if len(conds) == 0 || !g.still(conds, slices.Concat(once, sets), test, rest) {
		return []*ir.Stmt{g.atOnce(loop)}
	}
	out := *loop
	out.Args, out.Body = []*ir.Expr{loop.Args[0]}, test.Body
	for _, set := range sets {
		out.Args[0] = g.within(out.Args[0], set)
	}
	if len(rest) > 0 {
		out.Body = []*ir.Stmt{ir.When(ir.All(rest...), test.Body...)}
	}
	if len(once) > 0 {
		return append(g.before, ir.When(ir.All(once...), g.atOnce(&out)))
	}
	return append(g.before, g.atOnce(&out))
}

// together is a list of statements in which those that follow one another under the same condition are under it
// together, so that loops stand side by side again.
func (g *gatherer) together(in []*ir.Stmt) []*ir.Stmt {
	out := in
	for i, s := range in {
		if n := len(out) - (len(in) - i); n > 0 && g.alsoHolds(out[n-1], s) {
			one := *s
			one.Body = slices.Concat(out[n-1].Body, s.Body)
			out = append(append(slices.Clone(out[:n-1]), &one), in[i+1:]...)
		}
	}
	return out
}

// alsoHolds reports whether two statements are done under the same condition, which the first does not change.
func (g *gatherer) alsoHolds(a, b *ir.Stmt) bool {
	m := matcher{locals: map[*ir.Local]*ir.Local{}, labels: map[*ir.Label]*ir.Label{}}
	if a.Op != ir.If || b.Op != ir.If || len(a.Else)+len(b.Else) > 0 || a.Test || b.Test || a.Best || b.Best ||
		!m.exprs(a.Args, b.Args) {
		return false
	}
	for x, y := range m.locals {
		if x != y {
			return false
		}
	}
	does, assigned := g.access.Of(a.Body), map[*ir.Local]bool{}
	ir.Walk(a.Body, func(s *ir.Stmt) { assigned[s.Local] = true }, nil)
	ok := !does.Unknown
	ir.Walk([]*ir.Stmt{{Op: ir.Do, Args: a.Args}}, nil, func(e *ir.Expr) {
		ok = ok && (e.Op != ir.Get || !assigned[e.Local]) && (e.Field == nil || !does.Writes.Has(e.Field))
	})
	return ok
}

// sitesOf are the sites that a loop may go through, nil if they are not known.
func (g *gatherer) sitesOf(loop *ir.Stmt) []uint64 {
	l := loop.Local
	l.Hi = min(l.Hi, g.p.Highest(loop.Args[0]))
	if loop.Args[0].Op == ir.SetConst {
		return loop.Args[0].Bits()
	}
	if l.Lo < 0 || l.Hi < l.Lo || l.Hi >= 64*g.p.Words {
		return nil
	}
	return g.between(l.Lo, l.Hi)
}

// between is the set of the sites from one to another.
func (g *gatherer) between(lo, hi int) []uint64 {
	words := make([]uint64, g.p.Words)
	for s := lo; s <= hi; s++ {
		words[s>>6] |= 1 << (s & 63)
	}
	return words
}

// within is a set cut with another one. Two rows of one number in tables are one row.
func (g *gatherer) within(set, by *ir.Expr) *ir.Expr {
	if x := g.oneRow(set, by); x != nil {
		return x
	}
	return ir.Calc(ir.SetAnd, set, by)
}

// oneRow is a set that is cut with a row of a table, where it is or has a row of the same number; else nil.
func (g *gatherer) oneRow(set, row *ir.Expr) *ir.Expr {
	isRow := func(e *ir.Expr) bool { return e.Op == ir.SetLoad && e.Field.Kind == ir.Table && e.Args[0].Op == ir.Get }
	switch {
	case !isRow(row):
	case isRow(set) && reads(set.Args[0], row.Args[0].Local):
		words := slices.Clone(set.Field.Init)
		for i := range words {
			if i < len(row.Field.Init) {
				words[i] &= row.Field.Init[i]
			} else {
				words[i] = 0
			}
		}
		return ir.SetAt(g.p.ShareTable("both", ir.Word, words), row.Args[0])
	case set.Op == ir.SetAnd:
		if x := g.oneRow(set.Args[0], row); x != nil {
			return ir.Calc(ir.SetAnd, x, set.Args[1])
		}
		if x := g.oneRow(set.Args[1], row); x != nil {
			return ir.Calc(ir.SetAnd, set.Args[0], x)
		}
	}
	return nil
}

// atOnce is a loop over sites, or what does the same for all of them at once.
func (g *gatherer) atOnce(loop *ir.Stmt) *ir.Stmt {
	if len(loop.Body) != 1 {
		return loop
	}
	l, s := loop.Local, loop.Body[0]
	switch {
	case s.Op == ir.Include && reads(s.Args[1], l) && !mentions(s.Args[0], l):
		all := ir.Calc(ir.SetOr, ir.SetAt(s.Field, s.Args[0]), loop.Args[0])
		return &ir.Stmt{Op: ir.SetStore, Field: s.Field, Args: []*ir.Expr{s.Args[0], all}}
	case s.Op == ir.SetStore && loop.Args[0].Op == ir.SetConst && !mentions(s.Args[0], l):
		if by := changed(s, s.Args[1]); by != nil && s.Args[1].Op == ir.SetOr {
			if all := g.ofRows(by, loop, s.Field); all != nil {
				return &ir.Stmt{Op: ir.SetStore, Field: s.Field,
					Args: []*ir.Expr{s.Args[0], ir.Calc(ir.SetOr, ir.SetAt(s.Field, s.Args[0]), all)}}
			}
		}
	case s.Op == ir.Emit && reads(s.Args[2], l) && !mentions(s.Args[3], l) && s.Args[3].Simple():
		from := s.Args[1]
		switch {
		case reads(from, l):
			from = ir.Num(-1)
		case from.Op != ir.Get:
			return loop // an EmitSet takes no candidate without a site to go from
		}
		return &ir.Stmt{Op: ir.EmitSet, Args: []*ir.Expr{s.Args[0], from, loop.Args[0], s.Args[3]}}
	}
	return loop
}

// ofRows is the union of a set over the sites of a constant one, of which each gives it a row of a table, cut with what
// is the same for all, and does not follow from the field to which it is added; nil if it is no such set.
func (g *gatherer) ofRows(e *ir.Expr, loop *ir.Stmt, to *ir.Field) *ir.Expr {
	switch {
	case e.Op == ir.SetLoad && e.Field.Kind == ir.Table && reads(e.Args[0], loop.Local):
		words := make([]uint64, g.p.Words)
		for s := range 64 * g.p.Words {
			if at := s * g.p.Words; wordAt(loop.Args[0].Bits(), s>>6)>>(s&63)&1 != 0 && at < len(e.Field.Init) {
				for i := range words {
					words[i] |= uint64(e.Field.Init[at+i])
				}
			}
		}
		return ir.SetOf(words)
	case e.Op == ir.SetAnd || e.Op == ir.SetMinus:
		if by := e.Args[1]; mentions(by, loop.Local) || !by.Pure() ||
			ir.LooksAt([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{by}}}, to) > 0 {
			return nil
		}
		if all := g.ofRows(e.Args[0], loop, to); all != nil {
			return ir.Calc(e.Op, all, e.Args[1])
		}
	}
	return nil
}

// Untested is a body whose candidates may be chosen whether or not their tests hold.
func Untested(body []*ir.Stmt) []*ir.Stmt {
	r := &ir.Rewriter{Sparing: true, Stmt: func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		if s.Op == ir.If && s.Test && len(Emitted(s.Body)) > 0 {
			return r.Body(s.Body), true
		}
		return nil, false
	}}
	return r.Body(body)
}

// SitesWhere is the set of the sites at which a condition on a variable holds, nil when it is none or follows from
// other variables, what is done before it is looked at, and whether all of them are of kind 0.
func SitesWhere(p *ir.Program, cond *ir.Expr, site *ir.Local, by *Index) (set *ir.Expr, before []*ir.Stmt, none bool) {
	g := &gatherer{p: p, by: by, site: site, is: map[*ir.Local]*ir.Expr{}, access: ir.Accesses{}}
	g.domain = g.between(site.Lo, site.Hi)
	set, ok := g.set(cond)
	if !ok {
		return nil, nil, false
	}
	unset := ir.NewUnsetter()
	unset.Body(slices.Concat(g.before, asking(set)))
	if len(unset.Order) > 0 || len(g.before) > 0 && !g.apart(conjuncts(cond, nil), ir.Access{}) {
		return nil, nil, false
	}
	for _, c := range conjuncts(cond, nil) {
		only := true
		for kind := 1; kind < by.N && only; kind++ {
			v, ok := g.value(c, kind, unknown)
			only = ok && v == 0
		}
		none = none || only
	}
	return set, g.before, none
}

// conjuncts appends what must hold for a condition to hold.
func conjuncts(e *ir.Expr, to []*ir.Expr) []*ir.Expr {
	if e.Op == ir.Both {
		return conjuncts(e.Args[1], conjuncts(e.Args[0], to))
	}
	return append(to, e)
}

// worth reports whether cutting the set of a loop takes less than asking at each site.
func (g *gatherer) worth(loop *ir.Stmt, set *ir.Expr) bool {
	n, most := 0, maxGathered
	ir.Walk([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{set}}}, nil, func(e *ir.Expr) {
		switch e.Op {
		case ir.SetLoad:
			n += g.words()
		case ir.SetEqual, ir.SetLess:
			n += comparing(e.Field)
		}
	})
	if loop.Args[0].Op == ir.SetConst {
		most = max(most, ir.CountBits(loop.Args[0].Bits()))
	}
	return n <= most
}

// Set is the set of the sites of the program at which a condition holds.
func (g *gatherer) set(e *ir.Expr) (*ir.Expr, bool) {
	if e.Op != ir.Block {
		if set, ok := g.ofKinds(e); ok {
			return set, true
		}
	}
	if set, ok := g.ofPairs(e); ok {
		return set, true
	}
	switch e.Op {
	case ir.Block:
		if !ir.Loops(e.Stmts()) {
			for _, s := range e.Stmts() {
				if was := g.is[s.Local]; s.Op != ir.Assign || !s.Args[0].Pure() || was != nil && was != s.Args[0] {
					return nil, false
				}
				g.is[s.Local] = s.Args[0]
			}
		} else if !g.branch && g.once(e.Stmts()) {
			g.before = append(g.before, e.Stmts()...)
		} else {
			return nil, false
		}
		return g.set(e.Args[0])
	case ir.Not:
		if a, ok := g.set(e.Args[0]); ok {
			return ir.Calc(ir.SetMinus, g.all(), a), true
		}
	case ir.Both, ir.Either:
		a, ok := g.set(e.Args[0])
		if !ok {
			return nil, false
		}
		b, ok := g.guarded(e.Args[1])
		if !ok {
			return nil, false
		}
		if e.Op == ir.Both {
			return ir.Calc(ir.SetAnd, a, b), true
		}
		return ir.Calc(ir.SetOr, a, b), true
	case ir.Choose:
		if c := e.Args[0]; g.chosenOnce(c) {
			yes, ok := g.guarded(e.Args[1])
			if !ok {
				return nil, false
			}
			no, ok := g.guarded(e.Args[2])
			if !ok {
				return nil, false
			}
			return ir.Select(c, yes, no), true
		}
	case ir.SetHas:
		if set := e.Args[0]; reads(e.Args[1], g.site) && (g.lasting(set) || g.chosenOnce(set)) {
			return set, true
		}
	}
	if set, ok := g.ofSites(e); ok {
		return set, true
	}
	return g.ofNumbers(e)
}

func mentions(e *ir.Expr, l *ir.Local) bool {
	yes := false
	ir.Walk([]*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{e}}}, nil, func(x *ir.Expr) { yes = yes || reads(x, l) })
	return yes
}

// all is the set of all numbers that a site of the loop can have.
func (g *gatherer) all() *ir.Expr {
	words := make([]uint64, g.p.Words)
	for i := range g.words() {
		words[i] = ^uint64(0)
	}
	return ir.SetOf(words)
}
