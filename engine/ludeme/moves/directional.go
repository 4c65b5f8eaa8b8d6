package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

var directionalRows = []lgdl.Form{
	{Text: "(directional [(from)] [direction] [(to)] [(then)])", Result: "moves:effect", Concepts: []string{"skip direction"}, Marks: concept.Rule(directionalConcepts),
		Meaning: "Affects the pieces on the line ahead of a move, up to the first that does not qualify.",
		Impl:    directional},
}

var attractRows = []lgdl.Form{
	{Text: "(attract [(from)] [absoluteDirection] [(then)])", Lower: lower.MovesRule(lowerAttract).Nobodys(), Result: "moves:effect",
		Concepts: []string{"AdjacentDirection unless absoluteDirection"},
		Meaning:  "Draws all pieces in line with a site as close to it as possible.", Impl: game.MovesRule(compileAttract)},
}

// directional affects what lies ahead.
var directional = walk{rays: rays{arg: "direction", other: onward}, far: true, or: toIsEnemy.rule(),
	blind: true}.moves().Alone()

// onward are the directions that the last move went in.
var onward = heading{func(*game.Compiler, *lgdl.Expr) game.Directions {
	return game.Directions{Eval: func(c *game.Context, st board.SiteType, _ int, dst []board.Direction) []board.Direction {
		return c.G.Topo.AllBetween(dst, st, int32(c.LastFrom()), int32(c.LastTo()))
	}}
}, func(k *lower.Lowerer, e *lgdl.Expr, from *ir.Expr, f linesFrom) {
	f(k.LinesThrough(k.G.DefaultType, e, from, k.Fields.Get(layout.LastFrom), k.Fields.Get(layout.LastTo)))
}}

// absolute are the lines that captures are found on.
var absolute = rays{arg: "absoluteDirection", name: "Adjacent"}

func compileAttract(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	all := absolute.compileRays(k, e)
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
	}, e.Named("then"))
}
