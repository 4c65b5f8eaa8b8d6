package booleans

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
	"github.com/astragal/astragal/engine/rng"
)

// lowerRegions are the regions of the equipment.
func lowerRegions(k *lower.Lowerer) (p puzzleRegions) {
	p.find(k.Settle())
	return p
}

// regionWords and kindsOfSites are the keywords of regions, and the kinds of (sites …), that follow from the board
// and from iterators; regions of other kinds may follow from the values of variables.
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

// fails returns 0 from what is lowered of a part of a constraint.
func fails(k *lower.Lowerer, c *ir.Expr) { k.Add(ir.When(c, ir.Give(ir.Num(0)))) }

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

// lowerEdgesAround lowers edgesAround. Edges that are no variables of the moves stay as they are when play begins.
func lowerEdgesAround(k *lower.Lowerer, e *lgdl.Expr, sites []int32, hint int) *ir.Expr {
	if k.G.DefaultType != board.Edge {
		if k.G.RandomStart {
			k.No(e, "the edges of hints, which chance may set before play")
		}
		c, r := game.NewContext(k.G), rng.New(0)
		c.Start(&r)
		return ir.Num(edgesAround(c, sites, hint))
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
	dir := game.DirectionOf(a.AbsoluteDirection())
	lines, ahead, back := k.DistinctLines(dir)
	site := k.Temp("site", k.IntElse(a.Through(), k.Fields.Get(layout.LastTo)))
	found, n := k.Var("found", 0, 1, ir.Num(0)), ir.Within("n", 0, 1<<15)
	k.If(ir.All(k.OnBoard(site), k.Resolved(site)), func() {
		value := k.Temp("value", k.Resolution(site))
		k.Scope("lines", func(done *ir.Label) {
			yes := []*ir.Stmt{ir.Put(found, ir.Num(1)), ir.Leave(done)}
			walk := func(t *write.Rows, line *ir.Expr) {
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
