package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

var pushRows = []lgdl.Form{
	{Text: "(push [(from)] direction [(then)])", Result: "moves:effect", Concepts: []string{"PushEffect", "skip direction"}, Meaning: "A line of pieces is pushed by one site.", Impl: game.MovesRule(compilePush)},
}

// compilePush compiles push: each piece taken or put down is a move of its own.
func compilePush(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	from, dirs, then := compileFrom(k, e.Args[0], (*game.Context).LastTo), k.Directions(e.Args[1], "Adjacent"), k.Then(e.Args[2])
	return &game.Gen{Eval: func(c *game.Context, out *game.MoveList) {
		origin := from.Loc.Get(c)
		if !c.G.OnBoard(from.Type, origin) {
			return
		}
		first, st := out.Len(), game.SiteType(from.Type)
		ds := dirs.Eval(c, from.Type, origin, c.TakeDirs())
		defer c.GiveDirs(ds)
		if len(ds) == 0 {
			return
		}
		for _, r := range c.G.Topo.Radials(from.Type, int32(origin), ds[0]) {
			carried := c.S.What(from.Type, origin)
			out.Add(c.One(game.Remove(st, origin, game.Off)))
			for _, x := range r.Path[1:] {
				s := int(x)
				here := c.S.What(from.Type, s)
				if here != 0 {
					out.Add(c.One(game.Remove(st, s, game.Off)))
				}
				out.Add(c.One(game.Add(st, s, carried, 1, game.Off, game.Off, game.Off, false)))
				if here == 0 {
					break
				}
				carried = here
			}
		}
		c.ThenAll(out, first, then)
	}}
}
