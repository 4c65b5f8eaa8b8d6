package regions

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// A family is sets of the board that are numbered from 0 on.
type family struct {
	n       int
	add     func(c *game.Context, i int, out game.Set) // adds one of them
	beyond  string                                     // what there is none of with a larger number, "" where it is empty
	changes string                                     // what follows the play, too: "" for nothing
	known   bool                                       // is one of a constant number constant
	late    bool                                       // is it known when all of the game is
}

// member is the rule of the one of a family that has a number.
func member(name string, at rule.Int, of func(k *game.Compiler, e *lgdl.Expr) family) rule.Region {
	return rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
		of, at := of(k, e), at.Impl(k, e)
		eval := func(c *game.Context, out game.Set) {
			switch i := at.Get(c); {
			case i >= 0 && i < of.n:
				of.add(c, i, out)
			case i >= 0 && of.beyond != "":
				game.Fault(e, "there is no %s %d of %d", of.beyond, i, of.n)
			}
		}
		if at.Const && of.known && of.late {
			return later(k, eval)
		}
		return fold(k, at.Const && of.known, eval)
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		if set, ok := k.SteadyRegion(e); ok {
			return set
		}
		of := of(k.Parts, e)
		if of.changes != "" {
			k.No(e, "%s", of.changes)
		}
		c := k.Settle()
		at := k.Temp("at", at.Lower(k, e))
		if of.beyond != "" {
			k.SpoilIf(ir.Calc(ir.Le, ir.Num(of.n), at))
		}
		if i, ok := at.Number(); ok && i >= 0 && i < int64(of.n) {
			set := make(game.Set, max(k.G.SetWords, k.P.Words))
			of.add(c, int(i), set)
			return k.Static(e, game.RegionOf(set))
		}
		rows := k.RowsOf(e, name, func() [][]int32 {
			rows, set := make([][]int32, max(of.n, 1)), make(game.Set, max(k.G.SetWords, k.P.Words))
			for i := range of.n {
				clear(set)
				of.add(c, i, set)
				set.Each(func(s int) bool { rows[i] = append(rows[i], int32(s)); return true })
			}
			return rows
		})
		return k.SetOfSite(rows, of.n, at)
	}, Args: at.Args}
}

// numbered are the rows of a table of the board by their number.
func numbered(beyond string, of func(t *board.Topology, st board.SiteType) board.Table) rule.Region {
	return member("family", rule.ArgOr("int", game.Off), func(k *game.Compiler, e *lgdl.Expr) family {
		t := of(k.G.Topo, k.SiteTypeOr(clause.SitesIndex(e).SiteType()))
		return family{n: t.Len(), add: func(_ *game.Context, i int, out game.Set) { addAll(out, t.Row(int32(i))) },
			beyond: beyond, known: true}
	})
}

// verticesOf are those of an element of a type.
func verticesOf(of board.SiteType, f game.Flag) rule.Region {
	return member("family", rule.ArgOr("int", game.Off), func(k *game.Compiler, e *lgdl.Expr) family {
		k.SiteTypeOr(clause.SitesIndex(e).SiteType())
		return family{n: k.G.Topo.Num(of), add: func(_ *game.Context, i int, out game.Set) {
			addAll(out, k.G.Topo.Incident(of, int32(i), board.Vertex))
		}, known: true}
	}).Needs(f)
}

// ifChanges is what changes, if it is not constant.
func ifChanges(constant bool, what string) string {
	if constant {
		return ""
	}
	return what
}

func addAll(out game.Set, sites []int32) {
	for _, s := range sites {
		out.Add(int(s))
	}
}

// sitesIndex is one set of a numbered family, such as a row, or sites by what they have.
var sitesIndex = rule.Regions{
	"Row":    numbered("", (*board.Topology).Rows),
	"Column": numbered("Column", (*board.Topology).Columns),
	"Layer":  numbered("Layer", (*board.Topology).Layers),
	"Phase": member("family", rule.ArgOr("int", game.Off), func(k *game.Compiler, e *lgdl.Expr) family {
		st := k.SiteTypeOr(clause.SitesIndex(e).SiteType())
		return family{n: int(board.Phase5-board.Phase0) + 1, add: func(_ *game.Context, i int, out game.Set) {
			addAll(out, k.G.Topo.Set(st, board.Phase0+board.SetKind(i)))
		}, beyond: "Phase", known: true}
	}),
	"Cell":  verticesOf(board.Cell, game.CellFlag|game.VertexFlag),
	"Edge":  verticesOf(board.Edge, 0),
	"Empty": {Impl: sitesEmpty, Lower: lowerEmpty},
	"State": {Impl: sitesState, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		st, want := k.TypeOf(clause.SitesIndex(e).SiteType()), k.Temp("want", k.Int(clause.SitesIndex(e).Int()))
		return k.Among(k.UpTo(k.G.Topo.NumSites()), func(site *ir.Expr) *ir.Expr {
			return ir.Calc(ir.Eq, k.On(st, site, 0, k.StateAt), want)
		})
	}},
}.At("sitesIndexType")

// sitesPlayer is the hand of a player, or the sites that he can win by moving to.
var sitesPlayer = rule.Regions{"Hand": sitesHand, "Winning": {Impl: sitesWinning,
	Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		a := clause.SitesPlayer(e)
		if a.NonDecision() == nil || a.Player() == nil && a.RoleType() == nil {
			return k.None()
		}
		return k.Winning(e, a.NonDecision(), k.RoleOrPlayer(a.Player(), a.RoleType()))
	}}}.At("sitesPlayerType").Typed()

// sitesHand is the first hand of a player, or the first one of all where it may be anybody's.
var sitesHand = member("hands", rule.PlayerOr(rule.Num(game.Off)), func(k *game.Compiler, e *lgdl.Expr) family {
	role := clause.SitesPlayer(e).RoleType()
	shared := role != nil && role.Text == "Shared"
	return family{n: k.G.Players + 2, add: func(_ *game.Context, p int, out game.Set) {
		for i := range k.G.Containers {
			if h := &k.G.Containers[i]; i > 0 && p > 0 && (shared || h.Owner == p) {
				out.Fill(h.First, h.First+h.Sites)
				return
			}
		}
	}, known: true}
})

// sitesIncident are the elements of a type that touch an element, or those of them with a piece of a player.
var sitesIncident = withPieces(touching, "owner", func(k *game.Compiler, e *lgdl.Expr) board.SiteType {
	return k.SiteTypeOr(clause.SitesIncident(e).SiteType())
}, false)

var touching = member("incident", rule.Arg("at"), func(k *game.Compiler, e *lgdl.Expr) family {
	result, of := k.SiteTypeOr(clause.SitesIncident(e).SiteType()), k.SiteTypeOr(clause.SitesIncident(e).Of())
	return family{n: k.G.Topo.Num(of), add: func(_ *game.Context, i int, out game.Set) {
		incident(k.G.Topo, of, result, int32(i), out)
	}, known: true}
})

// sitesWalk are the ends of walks from a site, begun in every orthogonal direction of the board or only in the first.
var sitesWalk = member("walks", rule.ArgElse("int", rule.From), func(k *game.Compiler, e *lgdl.Expr) family {
	a := clause.SitesStepTypes(e)
	st, walks, rotations := k.SiteTypeOr(a.SiteType()), k.Walks(a.StepTypes()), k.BoolOr(a.Rotations(), true)
	return family{n: k.G.Topo.Num(st), add: func(c *game.Context, i int, out game.Set) {
		headings, path := k.G.Topo.Headings(st), c.TakeInts()
		if len(headings) > 1 && !rotations.Get(c) {
			headings = headings[:1]
		}
		for _, d := range headings {
			for _, w := range walks {
				var ok bool
				if path, ok = k.G.Topo.Walk(append(path[:0], int32(i)), st, int32(i), d, w); ok {
					out.Add(int(path[len(path)-1]))
				}
			}
		}
		c.GiveInts(path)
	}, changes: ifChanges(rotations.Const, "rotations that change")}
})

// sitesSide is the side of the board that faces a direction, or a player's.
func sitesSide(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesSide(e)
	if d := a.CompassDirection(); d != nil {
		dir, _ := board.ParseDirection(d.Text)
		return fixed(k, facing(k.G, sideType(k, e), dir))
	}
	switch who := k.Player(a.Player(), a.RoleType()); {
	case !who.Given():
		k.Fail(e, "(sites Side …) needs a compass direction or a player")
	case who.Const:
		k.Fail(e, "expected a compass direction or a player that changes, such as Mover")
	}
	return playersSide.Impl(k, e)
}

// playersSide is the side that a player faces.
var playersSide = member("sides", rule.Player, func(k *game.Compiler, e *lgdl.Expr) family {
	st := sideType(k, e)
	return family{n: k.G.Players + 1, add: func(_ *game.Context, p int, out game.Set) {
		if p > 0 && p < len(k.G.Facings) {
			addAll(out, facing(k.G, st, k.G.Facings[p]))
		}
	}}
})

func sideType(k *game.Compiler, e *lgdl.Expr) board.SiteType {
	if st := k.SiteTypeOr(clause.SitesSide(e).SiteType()); st == board.Cell {
		return st
	}
	return board.Vertex
}

// facing are the sites of the side of the board in a direction.
func facing(g *game.Game, st board.SiteType, d board.Direction) []int32 {
	if set, ok := board.SideSet(d); ok {
		return g.Topo.Set(st, set)
	}
	return nil
}
