package booleans

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
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
func (p puzzleRegions) pairs() (pairs [][]int32) {
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
			pairs = append(pairs, both)
		}
	}
	return pairs
}

// puzzleDifferent is (all Different …) without a condition.
func puzzleDifferent(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.AllDifferent(e)
	st := k.SiteTypeOr(a.SiteType())
	except := k.IntList(a.Except(), a.Excepts())
	distinct := func(c *game.Context, list []int32) bool { return allDistinct(c, st, list, except) }
	if a.Sites() != nil {
		region := k.Region(a.Sites())
		return game.BoolFn(func(c *game.Context) bool {
			list := region.Sites(c, c.TakeInts())
			ok := distinct(c, list)
			c.GiveInts(list)
			return ok
		})
	}
	var regions puzzleRegions
	k.AtEnd(regions.find)
	return game.BoolFn(func(c *game.Context) bool {
		for i := range regions {
			x := &regions[i]
			// A variable that is 0 or open asks nothing of those around it.
			open := x.kind == "AllDirections" && c.S.What(st, int(x.vars[0])) == 0
			if !open && !distinct(c, x.vars) {
				return false
			}
		}
		return true
	})
}

// allDistinct reports whether no value occurs twice among the resolved variables
// of a list; 0 must not occur at all, unless it is an exception.
func allDistinct(c *game.Context, st board.SiteType, list []int32, except []game.Int) bool {
	var seen game.Candidates
	c.Tick(len(list))
	for _, v := range list {
		if !c.S.IsResolved(st, int(v)) {
			continue
		}
		value := c.S.What(st, int(v))
		if slices.ContainsFunc(except, func(x game.Int) bool { return x.Get(c) == value }) {
			continue
		}
		if value == 0 || seen.Has(value) {
			return false
		}
		seen.Add(value)
	}
	return true
}

// puzzleResult is (is Count …) and (is Sum …): whether the result can still
// come out, or has come out when all variables are resolved.
func puzzleResult(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.IsPuzzleRegionResult(e)
	result := k.Int(a.Int())
	if a.IsPuzzleRegionResultType().Text == "Count" {
		st := k.SiteTypeOr(a.SiteType())
		if a.Sites() == nil {
			k.Fail(e, "(is Count …) needs a region")
		}
		region := k.Region(a.Sites())
		of := k.IntOr(a.Of(), 1)
		return game.BoolFn(func(c *game.Context) bool {
			want, value := result.Get(c), of.Get(c)
			list := region.Sites(c, c.TakeInts())
			ok := reaches(c, st, list, want, func(v int) int {
				if v == value {
					return 1
				}
				return 0
			})
			c.GiveInts(list)
			return ok
		})
	}
	st := board.Cell
	if a.SiteType() != nil {
		st = k.SiteTypeOr(a.SiteType())
	}
	same := func(v int) int { return v }
	if a.Sites() != nil {
		region := k.Region(a.Sites())
		return game.BoolFn(func(c *game.Context) bool {
			list := region.Sites(c, c.TakeInts())
			ok := reaches(c, st, list, result.Get(c), same)
			c.GiveInts(list)
			return ok
		})
	}
	name := a.String().Word("")
	hinted := a.Int().Form != nil && a.Int().Form.Keyword == "hint"
	var regions puzzleRegions
	k.AtEnd(func(c *game.Context) {
		var all puzzleRegions
		all.find(c)
		regions = all.named(name)
	})
	return game.BoolFn(func(c *game.Context) bool {
		for i := range regions {
			// The hint of the last region stays bound.
			if h := c.G.HintsOf(st); hinted && h != nil && regions[i].i < len(h.Values) {
				c.Hint = h.Values[regions[i].i]
			}
			if !reaches(c, st, regions[i].vars, result.Get(c), same) {
				return false
			}
		}
		return true
	})
}

// reaches adds up what the resolved variables of a list count for.
func reaches(c *game.Context, st board.SiteType, list []int32, want int, worth func(value int) int) bool {
	total, open := 0, false
	c.Tick(len(list))
	for _, v := range list {
		if c.S.IsResolved(st, int(v)) {
			total += worth(c.S.What(st, int(v)))
		} else {
			open = true
		}
	}
	return total <= want && (open || total == want)
}

// puzzleUnique compares the completely resolved regions of each static kind.
func puzzleUnique(k *game.Compiler, e *lgdl.Expr) game.Bool {
	st := board.Cell
	if clause.IsUnique(e).SiteType() != nil {
		st = k.SiteTypeOr(clause.IsUnique(e).SiteType())
	}
	var pairs [][]int32
	k.AtEnd(func(c *game.Context) {
		var all puzzleRegions
		all.find(c)
		pairs = all.pairs()
	})
	return game.BoolFn(func(c *game.Context) bool {
		for _, both := range pairs {
			c.Tick(len(both))
			same := true
			for i := 0; same && i < len(both); i += 2 {
				x, y := int(both[i]), int(both[i+1])
				same = c.S.IsResolved(st, x) && c.S.IsResolved(st, y) && c.S.What(st, x) == c.S.What(st, y)
			}
			if same {
				return false
			}
		}
		return true
	})
}

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
