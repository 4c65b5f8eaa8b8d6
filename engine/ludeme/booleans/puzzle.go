package booleans

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// puzzleRegions are the variables of the regions of the equipment as constraints see them, in order; they are known once
// the game is compiled.
type puzzleRegions []puzzleList

// puzzleList are the variables of one region.
type puzzleList struct {
	item, i    int    // number of the item of the equipment, and within it of those of the kind
	name, kind string // of the item; the kind is "" for regions of no static kind
	vars       []int32
}

// find finds the regions in a position.
func (p *puzzleRegions) find(c *game.Context) {
	for item := range c.G.Regions {
		r := &c.G.Regions[item]
		add := func(kind string, lists ...[]int32) {
			for i, vars := range lists {
				*p = append(*p, puzzleList{item, i, r.Name, kind, vars})
			}
		}
		for _, kind := range r.Kinds {
			add(kind, c.G.KindRegions(r, kind)...)
		}
		for j := range r.Parts {
			add("", r.Parts[j].Sites(c, nil))
		}
		if r.Ints != nil {
			add("", r.Ints)
		}
	}
}

// named are those of a static kind whose item has a name that contains one.
func (p puzzleRegions) named(name string) (list puzzleRegions) {
	for _, x := range p {
		if x.kind != "" && strings.Contains(x.name, name) {
			list = append(list, x)
		}
	}
	return list
}

// pairs are any two regions of one kind and item that may have the same values: the variables of both in turn.
func (p puzzleRegions) pairs() (pairs puzzleRegions) {
	for i, x := range p {
		for _, y := range p[i+1:] {
			if x.kind == "" || x.item != y.item || x.kind != y.kind || y.i < x.i {
				break
			}
			if len(x.vars) != len(y.vars) {
				continue
			}
			both := make([]int32, 0, 2*len(x.vars))
			for n := range x.vars {
				both = append(both, x.vars[n], y.vars[n])
			}
			pairs = append(pairs, puzzleList{vars: both})
		}
	}
	return pairs
}

// A constraint is what a deduction puzzle demands of variables: of those of a region that is an argument, or else of
// those of each of some lists.
type constraint struct {
	cells   bool                                              // variables are cells where no type is given
	lists   func(p puzzleRegions, e *lgdl.Expr) puzzleRegions // nil where a region must be given
	around  bool                                              // what is 0 or open asks nothing of those around it
	hints   bool                                              // (hint) is that of each list, and stays that of the last
	numbers func(e *lgdl.Expr) []*lgdl.Expr                   // that the demand is about; nil are 1
	strict  func(numbers []int) bool                          // whether variables must not be 0; nil: no
	holds   func(c *game.Context, st board.SiteType, vars []int32, numbers []game.Int) bool

	// code adds statements that return 0 where it does not hold.
	code func(k *lower.Lowerer, r *lower.Restriction, numbers []int)
}

func (x constraint) rule(args ...string) rule.Bool {
	hinted := func(e *lgdl.Expr) bool {
		isHint := func(n *lgdl.Expr) bool { return n.Form != nil && n.Form.Keyword == "hint" }
		return x.hints && slices.ContainsFunc(x.numbers(e), isHint)
	}
	sites := func(e *lgdl.Expr) *lgdl.Expr {
		if slices.Contains(args, "sites") {
			return e.Named("sites")
		}
		return nil
	}
	return rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		st, numbers := board.Cell, []game.Int{}
		if !x.cells || e.Named("siteType") != nil {
			st = k.SiteTypeOr(e.Named("siteType"))
		}
		for _, n := range x.numbers(e) {
			numbers = append(numbers, k.IntOr(n, 1))
		}
		var region game.Region
		var lists puzzleRegions
		switch {
		case sites(e) != nil:
			region = k.Region(sites(e))
		case x.lists == nil:
			k.Fail(e, "the constraint needs a region")
		default:
			k.AtEnd(func(c *game.Context) {
				lists.find(c)
				lists = x.lists(lists, e)
			})
		}
		hinted := hinted(e)
		return game.BoolFn(func(c *game.Context) bool {
			if region.Given() {
				vars := region.Sites(c, c.TakeInts())
				defer c.GiveInts(vars)
				c.Tick(len(vars))
				return x.holds(c, st, vars, numbers)
			}
			for i := range lists {
				list := &lists[i]
				if h := c.G.HintsOf(st); hinted && h != nil && list.i < len(h.Values) {
					c.Hint = h.Values[list.i]
				}
				if x.around && list.kind == "AllDirections" && c.S.What(st, int(list.vars[0])) == 0 {
					continue
				}
				if c.Tick(len(list.vars)); !x.holds(c, st, list.vars, numbers) {
					return false
				}
			}
			return true
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		if k.SiteType(e.Named("siteType")); x.cells && e.Named("siteType") == nil && k.G.DefaultType != board.Cell {
			k.No(e, "a constraint on cells, which are no variables")
		}
		var numbers []int
		find := func() {
			numbers = nil
			for _, n := range x.numbers(e) {
				if numbers = append(numbers, 1); n != nil {
					numbers[len(numbers)-1] = k.FixedInt(n)
				}
			}
		}
		var all, around []lower.Variables
		add := func(vars []int32) {
			all = append(all, lower.Variables{Of: vars, Numbers: numbers})
			for _, v := range vars {
				if x.strict != nil && x.strict(numbers) {
					k.Strict(e, v)
				}
			}
		}
		holds := func(r *lower.Restriction) { x.code(k, r, numbers) }
		if sites := sites(e); sites != nil {
			find()
			add(k.FixedRegion(sites, fixed(sites)))
			return k.Restrict(e, "", all, holds)
		}
		h := k.G.HintsOf(k.TypeOf(e.Named("siteType")))
		for _, list := range x.lists(lowerRegions(k), e) {
			switch {
			case !hinted(e):
				find()
			case h == nil || list.i >= len(h.Values):
				k.No(e, "a region without a hint")
			default:
				k.AtHint(h.Values[list.i], nil, nil, k.Env.From, k.Env.To, find)
			}
			if x.around && list.kind == "AllDirections" {
				around = append(around, lower.Variables{Of: list.vars, Numbers: []int{int(list.vars[0])}})
				continue
			}
			add(list.vars)
		}
		one := k.Restrict(e, "", all, holds)
		return ir.All(one, k.Restrict(e, "around", around, func(r *lower.Restriction) {
			k.Add(ir.When(ir.Calc(ir.Not, k.Resolution(r.Number(0))), ir.Give(ir.Num(1))))
			holds(r)
		}))
	}, Args: append([]string{"siteType"}, args...)}
}

// puzzleDifferent is that no value occurs twice among the resolved variables of a list, and 0 not at all, but for
// exceptions.
var puzzleDifferent = constraint{
	lists:   func(p puzzleRegions, _ *lgdl.Expr) puzzleRegions { return p },
	around:  true,
	numbers: func(e *lgdl.Expr) []*lgdl.Expr { return lgdl.Flat(e.Named("except"), e.Named("excepts")) },
	strict:  func(except []int) bool { return !slices.Contains(except, 0) },
	holds: func(c *game.Context, st board.SiteType, vars []int32, except []game.Int) bool {
		var seen game.Candidates
		for _, v := range vars {
			value := c.S.What(st, int(v))
			excepted := func(x game.Int) bool { return x.Get(c) == value }
			switch {
			case !c.S.IsResolved(st, int(v)) || slices.ContainsFunc(except, excepted):
			case value == 0 || seen.Has(value):
				return false
			default:
				seen.Add(value)
			}
		}
		return true
	}, code: func(k *lower.Lowerer, r *lower.Restriction, numbers []int) {
		var except uint64
		for _, n := range numbers {
			if n >= 0 && n < 64 {
				except |= 1 << n
			}
		}
		seen := ir.NewLocal("seen", ir.I64)
		k.Add(ir.Put(seen, ir.Long(1&^except)))
		r.Each(func(v *ir.Expr) {
			k.If(k.Resolved(v), func() {
				bit := ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, k.Resolution(v)))
				bit = k.Temp("bit", ir.Calc(ir.And, bit, ir.Long(^except)))
				fails(k, ir.Calc(ir.Not, ir.Calc(ir.Not, ir.Calc(ir.And, ir.Read(seen), bit))))
				k.Add(ir.Put(seen, ir.Calc(ir.Or, ir.Read(seen), bit)))
			})
		})
	}}.rule("sites", "except", "excepts")

// puzzleResult is that a count or a sum can still come out, or has come out when all variables are resolved.
var puzzleResult = rule.Of(func(e *lgdl.Expr) rule.Bool {
	if e.Named("isPuzzleRegionResultType").Text == "Count" {
		return counted
	}
	return summed
}, counted.Args...)

// counted is puzzleResult of the variables with a value.
var counted = result(constraint{numbers: func(e *lgdl.Expr) []*lgdl.Expr {
	return []*lgdl.Expr{e.Named("int"), e.Named("of")}
}}, func(c *game.Context, value int, numbers []game.Int) int {
	if value == numbers[1].Get(c) {
		return 1
	}
	return 0
}, func(value *ir.Expr, r *lower.Restriction) *ir.Expr { return ir.Calc(ir.Eq, value, r.Number(1)) })

// summed is puzzleResult of all values.
var summed = result(constraint{cells: true, hints: true,
	numbers: func(e *lgdl.Expr) []*lgdl.Expr { return []*lgdl.Expr{e.Named("int")} },
	lists:   func(p puzzleRegions, e *lgdl.Expr) puzzleRegions { return p.named(e.Named("string").Word("")) },
}, func(_ *game.Context, value int, _ []game.Int) int { return value },
	func(value *ir.Expr, _ *lower.Restriction) *ir.Expr { return value })

// result is the constraint that what the values of resolved variables are worth comes to the first number.
func result(x constraint, worth func(c *game.Context, value int, numbers []game.Int) int,
	code func(value *ir.Expr, r *lower.Restriction) *ir.Expr) rule.Bool {
	x.holds = func(c *game.Context, st board.SiteType, vars []int32, numbers []game.Int) bool {
		total, open, want := 0, false, numbers[0].Get(c)
		for _, v := range vars {
			if c.S.IsResolved(st, int(v)) {
				total += worth(c, c.S.What(st, int(v)), numbers)
			} else {
				open = true
			}
		}
		return total <= want && (open || total == want)
	}
	x.code = func(k *lower.Lowerer, r *lower.Restriction, _ []int) {
		total, open := k.Let("total", ir.Num(0)), k.Var("open", 0, 1, ir.Num(0))
		r.Each(func(v *ir.Expr) {
			k.Choose(k.Resolved(v), func() {
				k.Add(ir.Put(total, ir.Calc(ir.Add, ir.Read(total), code(k.Resolution(v), r))))
			}, func() { k.Add(ir.Put(open, ir.Num(1))) })
		})
		want := k.Temp("want", r.Number(0))
		fails(k, ir.Calc(ir.Lt, want, ir.Read(total)))
		fails(k, ir.All(ir.Calc(ir.Not, ir.Read(open)), ir.Calc(ir.Ne, want, ir.Read(total))))
	}
	return x.rule("sites", "of", "string", "int")
}

// puzzleUnique is that of any two regions of a kind that are completely resolved the values differ.
var puzzleUnique = constraint{cells: true, lists: func(p puzzleRegions, _ *lgdl.Expr) puzzleRegions { return p.pairs() },
	numbers: func(*lgdl.Expr) []*lgdl.Expr { return nil },
	holds: func(c *game.Context, st board.SiteType, vars []int32, _ []game.Int) bool {
		for i := 0; i < len(vars); i += 2 {
			x, y := int(vars[i]), int(vars[i+1])
			if !c.S.IsResolved(st, x) || !c.S.IsResolved(st, y) || c.S.What(st, x) != c.S.What(st, y) {
				return true
			}
		}
		return false
	}, code: func(k *lower.Lowerer, r *lower.Restriction, _ []int) {
		first, second := ir.NewLocal("first", ir.I32), k.Var("second", 0, 1, ir.Num(0))
		k.Add(ir.Put(first, ir.Num(0)))
		r.Each(func(v *ir.Expr) {
			k.Add(ir.When(ir.Calc(ir.Not, k.Resolved(v)), ir.Give(ir.Num(1))))
			value := k.Temp("value", k.Resolution(v))
			k.Add(ir.When(ir.All(ir.Read(second), ir.Calc(ir.Ne, value, ir.Read(first))), ir.Give(ir.Num(1))))
			k.Add(ir.Put(first, value), ir.Put(second, ir.Calc(ir.Not, ir.Read(second))))
		})
		k.Add(ir.Give(ir.Num(0)))
	}}.rule()

// forAll leaves (from) with the value that (to) had before, and the region of
// hints bound.
func forAll(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.ForAll(e)
	cond := k.Bool(a.Bool())
	if a.PuzzleElementType().Text == "Hint" {
		return game.BoolFn(func(c *game.Context) bool { return forAllHints(c, e, cond) })
	}
	st := k.SiteTypeOr(a.PuzzleElementType())
	return game.BoolFn(func(c *game.Context) bool {
		hint, edge, to := c.Hint, c.Edge, c.To
		ok := true
		for s := range c.G.Topo.Num(st) {
			c.Tick(1)
			if c.From = s; !cond.Get(c) {
				ok = false
				break
			}
		}
		c.Hint, c.Edge, c.To, c.From = hint, edge, to, to
		return ok
	})
}

func forAllHints(c *game.Context, e *lgdl.Expr, cond game.Bool) bool {
	hint, edge, to := c.Hint, c.Edge, c.To
	ok := true
	if h := c.G.HintsOf(c.G.DefaultType); h != nil {
		for i := range min(len(h.Regions), len(h.Values)) {
			sites := h.Regions[i]
			c.Tick(1 + len(sites))
			if len(sites) > len(h.Regions) {
				game.Fault(e, "a hint has more sites than there are hints")
			}
			c.Edge = edgesAround(c, sites, h.Values[i])
			if len(sites) > 0 {
				c.From = int(sites[0])
			}
			if len(sites) > 1 {
				c.To = int(sites[1])
			}
			c.Hint = h.Values[i]
			c.HintSites = sites
			if !cond.Get(c) {
				ok = false
				break
			}
		}
	}
	c.Hint, c.Edge, c.To, c.From = hint, edge, to, to
	return ok
}

// edgesAround is the sum of the values of the edges at the last vertex of a
// hint; while an edge at any of its vertices is open a smaller sum counts as the hint.
func edgesAround(c *game.Context, sites []int32, hint int) int {
	total, open := 0, false
	for _, v := range sites {
		if !c.G.OnBoard(board.Vertex, int(v)) {
			continue
		}
		total = 0
		for _, x := range c.G.Topo.Incident(board.Vertex, v, board.Edge) {
			if c.S.IsResolved(board.Edge, int(x)) {
				total += c.S.What(board.Edge, int(x))
			} else {
				open = true
			}
		}
	}
	if open && total < hint {
		return hint
	}
	return total
}
