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

// directional is a compiled (directional …).
type directional struct {
	lines
	to toPart
}

func compileDirectional(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.Directional(e)
	d := &directional{lines: lines{compileFrom(k, a.From(), (*game.Context).LastTo), game.Directions{Eval: lastLine}}}
	if a.Direction() != nil {
		d.dirs = k.Directions(a.Direction(), "")
	}
	d.to = compileTo(k, a.To(), toVar)
	d.to.If = orBool(d.to.If, toIsEnemy)
	orRemoval(k, &d.to.Apply, fromVar)
	// The consequent is compiled for its requirements only: it never runs.
	k.Then(a.Then())
	g := &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		d.affected(c, func() { d.to.Apply.run(c, out) })
	}}
	return g
}

// affected calls affect with (to) at every piece affected.
func (d *directional) affected(c *game.Context, affect func()) {
	outerFrom, outerTo := c.From, c.To
	d.each(c, func(path []int32) {
		for _, s := range path {
			c.To = int(s)
			if !d.to.If.Get(c) {
				break
			}
			c.From = game.Off
			affect()
			c.From = outerFrom
		}
	})
	c.To = outerTo
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
