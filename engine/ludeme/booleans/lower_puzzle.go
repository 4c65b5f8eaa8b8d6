package booleans

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerRegions are the regions of the equipment.
func lowerRegions(k *lower.Lowerer) (p puzzleRegions) {
	p.find(k.Settle())
	return p
}

// regionWords and kindsOfSites are the keywords of regions, and the kinds of (sites …), that follow from the board and from
// iterators; regions of other kinds may follow from the values of variables.
var (
	regionWords  = []string{"from", "to", "hint", "+", "-", "*", "/", "%", "abs", "union", "intersection", "difference"}
	kindsOfSites = []string{"Around", "Incident", "Hint", "Direction", "Row", "Column", "Phase", "Layer", "Board", "Top",
		"Bottom", "Left", "Right", "Inner", "Outer", "Corners", "Centre", "Perimeter"}
)

// fixed reports whether a region, or a number that it is made from, is the same whatever the values of variables are.
func fixed(e *lgdl.Expr) bool {
	switch {
	case e == nil:
		return true
	case e.Type == "regionTypeDynamic":
		return false
	case e.Kind != lgdl.Clause:
	case e.Form == nil:
		return false
	case e.Form.Keyword == "row" || e.Form.Keyword == "column":
	case e.Form.Keyword == "sites":
		listed := e.Form.Text == "(sites ({int} | ints))" && clause.SitesInts(e).Ints1() != nil
		walks := strings.HasPrefix(e.Form.Text, "(sites [siteType] [int] {{stepType}} ")
		if !walks && !listed && !slices.Contains(kindsOfSites, e.Selector()) {
			return false
		}
	case !slices.Contains(regionWords, e.Form.Keyword):
		return false
	}
	other := func(x *lgdl.Expr) bool { return !fixed(x) }
	return !slices.ContainsFunc(e.Args, other) && !slices.ContainsFunc(e.Items, other)
}

// lowerFixedRegion are the sites of a region that a constraint is about.
func lowerFixedRegion(k *lower.Lowerer, e *lgdl.Expr) []int32 { return k.FixedRegion(e, fixed(e)) }

// fails returns 0 from what is lowered of a part of a constraint.
func fails(k *lower.Lowerer, c *ir.Expr) { k.Add(ir.When(c, ir.Give(ir.Num(0)))) }

// lowerPuzzleDifferent lowers that no value occurs twice in a region, nor 0.
func lowerPuzzleDifferent(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.AllDifferent(e)
	k.SiteType(a.SiteType())
	var except uint64
	for _, x := range lgdl.Flat(a.Except(), a.Excepts()) {
		if n := k.FixedInt(x); n >= 0 && n < 64 {
			except |= 1 << n
		}
	}
	different := func(r *lower.Restriction) {
		seen := ir.NewLocal("seen", ir.I64)
		k.Add(ir.Put(seen, ir.Long(1&^except)))
		r.Each(func(v *ir.Expr) {
			k.If(k.Resolved(v), func() {
				bit := k.Temp("bit", ir.Calc(ir.And, ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, k.Resolution(v))), ir.Long(^except)))
				again := ir.Calc(ir.And, ir.Read(seen), bit)
				fails(k, ir.Calc(ir.Not, ir.Calc(ir.Not, again)))
				k.Add(ir.Put(seen, ir.Calc(ir.Or, ir.Read(seen), bit)))
			})
		})
	}
	strict := func(vars []int32) {
		for _, v := range vars {
			if except&1 == 0 {
				k.Strict(e, v)
			}
		}
	}
	if a.Sites() != nil {
		vars := lowerFixedRegion(k, a.Sites())
		strict(vars)
		return k.Restrict(e, "", []lower.Variables{{Of: vars}}, different)
	}
	var all, around []lower.Variables
	for _, x := range lowerRegions(k) {
		if x.kind != "AllDirections" {
			strict(x.vars)
			all = append(all, lower.Variables{Of: x.vars})
		} else {
			around = append(around, lower.Variables{Of: x.vars, Numbers: []int{int(x.vars[0])}})
		}
	}
	one := k.Restrict(e, "", all, different)
	return ir.All(one, k.Restrict(e, "around", around, func(r *lower.Restriction) {
		// A variable that is 0 or open asks nothing of those around it.
		k.Add(ir.When(ir.Calc(ir.Not, k.Resolution(r.Number(0))), ir.Give(ir.Num(1))))
		different(r)
	}))
}

// lowerPuzzleResult lowers (is Count …) and (is Sum …).
func lowerPuzzleResult(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsPuzzleRegionResult(e)
	reached := func(worth func(v *ir.Expr, r *lower.Restriction) *ir.Expr) func(r *lower.Restriction) {
		return func(r *lower.Restriction) {
			total, open := k.Let("total", ir.Num(0)), k.Var("open", 0, 1, ir.Num(0))
			r.Each(func(v *ir.Expr) {
				k.Choose(k.Resolved(v), func() {
					k.Add(ir.Put(total, ir.Calc(ir.Add, ir.Read(total), worth(v, r))))
				}, func() { k.Add(ir.Put(open, ir.Num(1))) })
			})
			want := k.Temp("want", r.Number(0))
			fails(k, ir.Calc(ir.Lt, want, ir.Read(total)))
			fails(k, ir.All(ir.Calc(ir.Not, ir.Read(open)), ir.Calc(ir.Ne, want, ir.Read(total))))
		}
	}
	if a.IsPuzzleRegionResultType().Text == "Count" {
		k.SiteType(a.SiteType())
		of := 1
		if a.Of() != nil {
			of = k.FixedInt(a.Of())
		}
		list := []lower.Variables{{Of: lowerFixedRegion(k, a.Sites()), Numbers: []int{k.FixedInt(a.Int()), of}}}
		return k.Restrict(e, "", list, reached(func(v *ir.Expr, r *lower.Restriction) *ir.Expr {
			return ir.Calc(ir.Eq, k.Resolution(v), r.Number(1))
		}))
	}
	ofCells(k, e)
	same := reached(func(v *ir.Expr, _ *lower.Restriction) *ir.Expr { return k.Resolution(v) })
	if a.Sites() != nil {
		list := []lower.Variables{{Of: lowerFixedRegion(k, a.Sites()), Numbers: []int{k.FixedInt(a.Int())}}}
		return k.Restrict(e, "", list, same)
	}
	hinted := a.Int().Form != nil && a.Int().Form.Keyword == "hint"
	h := k.G.HintsOf(board.Cell)
	if a.SiteType() != nil {
		h = k.G.HintsOf(k.Parts.SiteTypeOr(a.SiteType()))
	}
	var list []lower.Variables
	for _, x := range lowerRegions(k).named(a.String().Word("")) {
		want := 0
		switch {
		case !hinted:
			want = k.FixedInt(a.Int())
		case h == nil || x.i >= len(h.Values):
			k.No(e, "a region without a hint")
		default:
			want = h.Values[x.i]
		}
		list = append(list, lower.Variables{Of: x.vars, Numbers: []int{want}})
	}
	return k.Restrict(e, "", list, same)
}

// ofCells refuses a constraint, on cells unless it names a type, where variables are other sites.
func ofCells(k *lower.Lowerer, e *lgdl.Expr) {
	if k.SiteType(clause.PuzzleConstraint(e).SiteType()); clause.PuzzleConstraint(e).SiteType() == nil &&
		k.G.DefaultType != board.Cell {
		k.No(e, "a constraint on cells, which are no variables")
	}
}

// lowerPuzzleUnique lowers that no two regions of a kind have the same values.
func lowerPuzzleUnique(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	ofCells(k, e)
	var pairs []lower.Variables
	for _, both := range lowerRegions(k).pairs() {
		pairs = append(pairs, lower.Variables{Of: both})
	}
	return k.Restrict(e, "", pairs, func(r *lower.Restriction) {
		// The variables of both alternate.
		first, second := ir.NewLocal("first", ir.I32), k.Var("second", 0, 1, ir.Num(0))
		k.Add(ir.Put(first, ir.Num(0)))
		r.Each(func(v *ir.Expr) {
			k.Add(ir.When(ir.Calc(ir.Not, k.Resolved(v)), ir.Give(ir.Num(1))))
			value := k.Temp("value", k.Resolution(v))
			k.Add(ir.When(ir.All(ir.Read(second), ir.Calc(ir.Ne, value, ir.Read(first))), ir.Give(ir.Num(1))))
			k.Add(ir.Put(first, value), ir.Put(second, ir.Calc(ir.Not, ir.Read(second))))
		})
		k.Add(ir.Give(ir.Num(0)))
	})
}

// lowerPuzzleOrder lowers that the values of two variables, once both are known, are in an order.
func lowerPuzzleOrder(k *lower.Lowerer, e *lgdl.Expr, op ir.Op, a, b *ir.Expr) *ir.Expr {
	n := k.G.Topo.Num(k.G.DefaultType)
	ordered := func(v, w *ir.Expr) *ir.Expr {
		return ir.Cond(ir.All(k.Resolved(v), k.Resolved(w)), ir.Calc(op, k.Resolution(v), k.Resolution(w)), ir.Num(1))
	}
	x, known := a.Number()
	y, too := b.Number()
	if !known || !too {
		a, b = k.Temp("v", a), k.Temp("w", b)
		return ir.Cond(ir.All(ir.Calc(ir.Below, a, ir.Num(n)), ir.Calc(ir.Below, b, ir.Num(n))), ordered(a, b),
			ir.Num(1))
	}
	if x < 0 || x >= int64(n) || y < 0 || y >= int64(n) {
		return ir.Num(1)
	}
	list := []lower.Variables{{Of: []int32{int32(x), int32(y)}, Numbers: []int{int(x), int(y)}}}
	return k.Restrict(e, "", list, func(r *lower.Restriction) {
		v, w := k.Temp("v", r.Number(0)), k.Temp("w", r.Number(1))
		fails(k, ir.Calc(ir.Not, ordered(v, w)))
	})
}

// lowerForAll lowers a condition on all hints or all sites, one by one.
func lowerForAll(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.ForAll(e)
	all := ir.Num(1)
	one := func() {
		if k.Registers(e) {
			k.Constrain(a.Bool())
		} else {
			all = ir.All(all, k.Bool(a.Bool()))
		}
	}
	if a.PuzzleElementType().Text != "Hint" {
		to := k.Env.To
		for s := range k.G.Topo.Num(k.Parts.SiteTypeOr(a.PuzzleElementType())) {
			k.AtHint(game.Off, nil, nil, ir.Num(s), to, one)
		}
		return all
	}
	h := k.G.HintsOf(k.G.DefaultType)
	if h == nil {
		return all
	}
	from, to := k.Env.From, k.Env.To
	for i := range min(len(h.Regions), len(h.Values)) {
		sites := h.Regions[i]
		if len(sites) > len(h.Regions) {
			k.No(e, "a hint of more sites than there are hints")
		}
		// A hint without sites sees those of the ones before it.
		if len(sites) > 0 {
			from = ir.Num(int(sites[0]))
		}
		if len(sites) > 1 {
			to = ir.Num(int(sites[1]))
		}
		k.AtHint(h.Values[i], sites, func() *ir.Expr { return lowerEdgesAround(k, e, sites, h.Values[i]) }, from, to, one)
	}
	return all
}

// lowerEdgesAround lowers edgesAround.
func lowerEdgesAround(k *lower.Lowerer, e *lgdl.Expr, sites []int32, hint int) *ir.Expr {
	if k.G.DefaultType != board.Edge {
		k.No(e, "the edges of hints, which are no variables")
	}
	total, open := ir.Num(0), ir.Num(0)
	for _, v := range sites {
		if !k.G.OnBoard(board.Vertex, int(v)) {
			continue
		}
		total = ir.Num(0)
		for _, x := range k.G.Topo.Incident(board.Vertex, v, board.Edge) {
			edge := ir.Num(int(x))
			total = ir.Calc(ir.Add, total, k.Resolution(edge))
			open = ir.Any(open, ir.Calc(ir.Not, k.Resolved(edge)))
		}
	}
	total = k.Temp("total", total)
	return ir.Cond(ir.All(ir.Calc(ir.Lt, total, ir.Num(hint)), open), ir.Num(hint), total)
}

// lowerPuzzleLine lowers a line of variables of the same value through one of them.
func lowerPuzzleLine(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := clause.IsLine(e)
	k.Only(e, "siteType", "int", "absoluteDirection", "through", "roleType", "exact", "contiguous", "byLevel",
		"top", "throughHowMuch", "isVisible", "useOpposites")
	length := k.FixedInt(a.Int())
	exact, known := k.BoolOr(a.Exact(), false).Number()
	contiguous, too := k.BoolOr(a.Contiguous(), true).Number()
	if !known || !too || a.RoleType() != nil {
		k.No(e, "lines in puzzles of what changes")
	}
	dir := board.Adjacent
	if d := a.AbsoluteDirection(); d != nil {
		dir, _ = board.ParseDirection(d.Text)
	}
	lines, ahead, back := lineTables(k, dir)
	site := k.Temp("site", k.IntElse(a.Through(), k.Fields.Get(lower.LastTo)))
	found, n := k.Var("found", 0, 1, ir.Num(0)), ir.Within("n", 0, 1<<15)
	k.If(ir.All(k.OnBoard(site), k.Resolved(site)), func() {
		value := k.Temp("value", k.Resolution(site))
		k.Scope("lines", func(done *ir.Label) {
			yes := []*ir.Stmt{ir.Put(found, ir.Num(1)), ir.Leave(done)}
			walk := func(t *lower.Rows, line *ir.Expr) {
				k.Scope("line", func(end *ir.Label) {
					k.Row(t, line, func(v *ir.Expr) {
						k.Add(ir.When(ir.Calc(ir.Not, k.Resolved(v)), ir.Leave(end)))
						k.Choose(ir.Calc(ir.Eq, k.Resolution(v), value), func() {
							k.Add(ir.Increment(n))
							if exact == 0 {
								k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(n), ir.Num(length)), yes...))
							}
						}, func() {
							if contiguous != 0 {
								k.Add(ir.Leave(end))
							}
						})
					})
				})
			}
			k.Row(lines, site, func(line *ir.Expr) {
				k.Add(ir.Put(n, ir.Num(1)))
				walk(ahead, line)
				walk(back, line)
				k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(n), ir.Num(length)), yes...))
			})
		})
	})
	return ir.Read(found)
}
