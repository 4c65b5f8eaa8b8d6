package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var directionalRows = []lgdl.Form{
	{Text: "(directional [(from)] [direction] [(to)] [(then)])", Lower: lower.MovesRule(lowerDirectional),
		Result: "moves:effect", Concepts: []string{"skip direction"}, Marks: concept.Rule(directionalConcepts),
		Meaning: "Affects the pieces on the line ahead of a move, up to the first that does not qualify.",
		Impl:    game.MovesRule(compileDirectional)},
}

var attractRows = []lgdl.Form{
	{Text: "(attract [(from)] [absoluteDirection] [(then)])", Lower: lower.MovesRule(lowerAttract), Result: "moves:effect",
		Concepts: []string{"AdjacentDirection unless absoluteDirection"},
		Meaning:  "Draws all pieces in line with a site as close to it as possible.", Impl: game.MovesRule(compileAttract)},
}

func compileDirectional(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.Directional(e)
	w := &walk{lines: lines{compileFrom(k, a.From(), (*game.Context).LastTo), game.Directions{Eval: lastLine}},
		far: game.Infinity}
	if a.Direction() != nil {
		w.dirs = k.Directions(a.Direction(), "")
	}
	to := compileTo(k, a.To(), toVar)
	w.ok = toIsEnemy.or(to.If)
	orRemoval(k, &to.Apply, fromVar)
	// The consequent is compiled for its requirements only: it never runs.
	k.Then(a.Then())
	w.visit = func(c *game.Context, _ []int32, out *game.MoveList) {
		from := c.From
		c.From = game.Off
		to.Apply.run(c, out)
		c.From = from
	}
	return &game.Gen{Eval: w.eval}
}

// lastLine resolves to the directions that the last move went in.
func lastLine(c *game.Context, st board.SiteType, _ int, dst []board.Direction) []board.Direction {
	return c.G.Topo.AllBetween(dst, st, int32(c.LastFrom()), int32(c.LastTo()))
}

func compileAttract(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.Attract(e)
	all := lines{compileFrom(k, a.From(), (*game.Context).LastTo), k.Directions(a.AbsoluteDirection(), "Adjacent")}
	removed := game.SiteType(k.G.DefaultType)
	return k.Followed(func(c *game.Context, out *game.MoveList) {
		st := all.from.Type
		pieces := c.TakeInts()
		all.each(c, func(path []int32) {
			pieces = pieces[:0]
			for _, s := range path {
				if what := c.S.What(st, int(s)); what != 0 {
					pieces = append(pieces, int32(what))
					out.Add(c.One(game.Remove(removed, int(s), game.Off)))
				}
			}
			for n, what := range pieces {
				out.Add(c.One(game.Add(game.SiteType(st), int(path[n]), int(what), 1, game.Off, game.Off, game.Off, false)))
			}
		})
		c.GiveInts(pieces)
	}, a.Then())
}
