package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

var satisfyRows = []lgdl.Form{
	{Text: "(satisfy (bool | {bool}))", Result: "moves:effect", Concepts: []string{"DeductionPuzzle", "CopyContext"},
		Meaning: "The constraints of a deduction puzzle, and its moves: to give a variable a value, or to rule one out.",
		Lower:   lower.MovesRule(lowerSatisfy), Impl: game.MovesRule(compileSatisfy)},
}

// compileSatisfy compiles satisfy: for each constrained variable that is not
// given and each value, to set it if all constraints then hold, and to toggle it.
func compileSatisfy(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	if k.G.Players != 1 {
		k.Fail(e, "satisfy is for games of one player; this one has %d", k.G.Players)
	}
	list := lgdl.Flat(e.Args...)
	k.G.Constraints = nil
	var parts []func(c *game.Context, dst []int32) []int32
	open := true
	for _, x := range list {
		b := k.Bool(x)
		k.G.Constraints = append(k.G.Constraints, b)
		if !open || x.Form == nil {
			continue
		}
		if x.Form.Keyword == "forAll" {
			parts, open = append(parts, everySite), false
		} else if f := variablesOf(k, x); f != nil {
			parts = append(parts, f)
		}
	}
	k.G.Constrained = func(c *game.Context, dst []int32) []int32 {
		seen, some := c.TakeSet(), c.TakeInts()
		for _, part := range parts {
			some = part(c, some[:0])
			for _, v := range some {
				if !c.G.OnBoard(c.G.DefaultType, int(v)) {
					game.Fault(e, "a constraint on site %d, which is not on the board", v)
				}
				if !seen.Has(int(v)) {
					seen.Add(int(v))
					dst = append(dst, v)
				}
			}
		}
		c.GiveSet(seen)
		c.GiveInts(some)
		return dst
	}
	return &game.Gen{Eval: puzzleMoves}
}

func lowerSatisfy(k *lower.Lowerer, e *lgdl.Expr) { k.Satisfy(e, lgdl.Flat(e.Args...)) }

func everySite(c *game.Context, dst []int32) []int32 {
	for s := range c.G.Topo.Num(c.G.DefaultType) {
		dst = append(dst, int32(s))
	}
	return dst
}

// variablesOf compiles the variables that a constraint is about: those of its
// region or of all regions of the equipment; nil when it names none.
func variablesOf(k *game.Compiler, x *lgdl.Expr) func(c *game.Context, dst []int32) []int32 {
	switch x.Form.Text {
	case "(is Unique [siteType])":
		return everyRegion(k)
	case "(is isPuzzleRegionResultType [siteType] [sites] [of:int] [string] int)":
		if x.Selector() != "Sum" {
			return nil
		}
	case "(all Different [siteType] [sites] [except:int | excepts:{int}])":
	default:
		return nil
	}
	if sites := x.Named("sites"); sites != nil {
		region := k.Region(sites)
		return region.Sites
	}
	return everyRegion(k)
}

// everyRegion compiles the sites of all regions items in order.
func everyRegion(k *game.Compiler) func(c *game.Context, dst []int32) []int32 {
	var static [][]int32 // the sites of the static kinds of each item
	k.AtEnd(func(c *game.Context) {
		static = make([][]int32, len(c.G.Regions))
		for i := range c.G.Regions {
			for _, kind := range c.G.Regions[i].Kinds {
				for _, sites := range c.G.StaticRegions(kind) {
					static[i] = append(static[i], sites...)
				}
			}
		}
	})
	return func(c *game.Context, dst []int32) []int32 {
		for i := range c.G.Regions {
			r := &c.G.Regions[i]
			switch {
			case len(r.Kinds) > 0:
				dst = append(dst, static[i]...)
			case r.Ints != nil:
				dst = append(dst, r.Ints...)
			default:
				for j := range r.Parts {
					dst = r.Parts[j].Sites(c, dst)
				}
			}
		}
		return dst
	}
}

func puzzleMoves(c *game.Context, out *game.MoveList) {
	st := c.G.DefaultType
	values := c.G.ValueRange[st]
	vars := c.G.Constrained(c, c.TakeInts())
	t := c.Temp()
	for _, x := range vars {
		v := int(x)
		if slices.Contains(c.G.PuzzleGiven, v) {
			continue
		}
		for value := values[0]; value <= values[1]; value++ {
			if set := puzzleMove(c, game.ActPuzzleSet, v, value); c.Keeps(t, set) {
				out.Add(set)
			}
			if !c.S.IsResolved(st, v) || c.S.What(st, v) != value {
				out.Add(puzzleMove(c, game.ActPuzzleToggle, v, value))
			}
		}
	}
	c.GiveTemp(t)
	c.GiveInts(vars)
}

func puzzleMove(c *game.Context, kind game.Kind, v, value int) game.Move {
	m := c.One(game.PuzzleAct(kind, game.SiteType(c.G.DefaultType), v, value).Decided())
	m.Mover = 1
	return m
}
