package regions

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// boardSets are the ready-made sets by the names of (sites …).
var boardSets = map[string]board.SetKind{
	"Top": board.Top, "Bottom": board.Bottom, "Left": board.Left, "Right": board.Right,
	"Inner": board.Inner, "Outer": board.Outer, "Perimeter": board.Perimeter, "Corners": board.Corners,
	"ConcaveCorners": board.ConcaveCorners, "ConvexCorners": board.ConvexCorners,
	"Major": board.Major, "Minor": board.Minor, "Centre": board.Centre,
	"Axial": board.AxialEdges, "Horizontal": board.HorizontalEdges, "Vertical": board.VerticalEdges,
	"Angled": board.AngledEdges, "Slash": board.SlashEdges, "Slosh": board.SloshEdges,
}

// sitesSimple are the sets that follow the play, and those of the board.
var sitesSimple = simple.At("sitesSimpleType").Typed()

var simple = func() rule.Regions {
	words := rule.Regions{
		"Board": constant(func(k *game.Compiler, st board.SiteType, out game.Set) { out.Fill(0, k.G.Topo.Num(st)) }),
		"Hint": {Impl: func(_ *game.Compiler, e *lgdl.Expr) game.Region {
			return game.RegionFn(func(c *game.Context, out game.Set) {
				if c.HintSites == nil {
					game.Fault(e, "(sites Hint) outside of (forAll Hint)")
				}
				putAll(e, out, c.HintSites)
			})
		}, Lower: lowerStatic},
		"ToClear": listed(func(s *game.State) []int32 { return s.ToClear },
			(*lower.Lowerer).ToClear).Needs(game.SequenceCapture),
		"Pending": listed(func(s *game.State) []int32 { return s.Pending },
			(*lower.Lowerer).Pending).Needs(game.PendingValues),
		"LastTo":     went((*game.Context).LastTos, true).Needs(game.MoveSites),
		"LastFrom":   went((*game.Context).LastFroms, false).Needs(game.MoveSites),
		"LineOfPlay": playable.Needs(game.LineOfPlay),
		"Playable":   playable,
	}
	for name, set := range boardSets {
		words[name] = constant(func(k *game.Compiler, st board.SiteType, out game.Set) { addAll(out, k.G.Topo.Set(st, set)) })
	}
	return words
}()

// sitesEdge are the edges of a class.
var sitesEdge = rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
	k.RequireType(board.Edge)
	return fixed(k, k.G.Topo.Set(board.Edge, boardSets[clause.SitesEdge(e).SitesEdgeType().Text]))
}, Lower: lowerStatic}

// constant is the rule of a set of the board.
func constant(add func(k *game.Compiler, st board.SiteType, out game.Set)) rule.Region {
	return rule.Region{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Region {
		out := make(game.Set, k.G.SetWords)
		add(k, k.SiteTypeOr(e.Named("siteType")), out)
		return game.RegionOf(out)
	}, Lower: lowerStatic}
}

// listed are the sites of a list of the position: of pieces that are captured but not removed yet, or pending.
func listed(list func(s *game.State) []int32, code func(k *lower.Lowerer) *ir.Expr) rule.Region {
	return rule.Region{Impl: func(_ *game.Compiler, e *lgdl.Expr) game.Region {
		return game.Region{
			Eval: func(c *game.Context, out game.Set) { putAll(e, out, list(c.S)) },
			Has:  func(c *game.Context, site int) bool { return slices.Contains(list(c.S), int32(site)) },
		}
	}, Lower: func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return code(k) }}
}

// went are the sites that the last move and its actions went to, or came from.
func went(list func(c *game.Context, dst []int32) []int32, to bool) rule.Region {
	return rule.Region{Impl: func(_ *game.Compiler, e *lgdl.Expr) game.Region {
		return game.RegionFn(func(c *game.Context, out game.Set) {
			if c.T.Last() == nil {
				game.Fault(e, "there is no last move")
			}
			sites := list(c, c.TakeInts())
			putAll(e, out, sites)
			c.GiveInts(sites)
		})
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		k.SiteType(clause.SitesSimple(e).SiteType())
		return k.Went(e, to)
	}}
}

var playable = rule.Region{Impl: sitesPlayable, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	k.SiteType(clause.SitesSimple(e).SiteType())
	if !k.G.Boardless && !oneLayer(k.G) {
		k.No(e, "playable sites of a game that uses several types of sites")
	}
	return k.Playable()
}}

// sitesPlayable are the cells a boardless game may be continued on; on a
// bounded board the centre before the first move, then the empty sites next to
// occupied ones.
func sitesPlayable(k *game.Compiler, e *lgdl.Expr) game.Region {
	st := k.G.DefaultType
	return game.RegionFn(func(c *game.Context, out game.Set) {
		topo := c.G.Topo
		n := topo.Num(st)
		if c.G.Boardless {
			for s := range n {
				if c.S.Playable(s) {
					out.Add(s)
				}
			}
			return
		}
		if c.T.MoveNumber() == 0 {
			for _, s := range topo.Set(st, board.Centre) {
				out.Add(int(s))
			}
			return
		}
		if !oneLayer(c.G) {
			game.Fault(e, "(sites %s) needs a game that uses one site type only",
				clause.SitesSimple(e).SitesSimpleType().Text)
		}
		for s := range n {
			if c.S.IsEmpty(st, s) {
				continue
			}
			for _, r := range topo.Radials(st, int32(s), board.Adjacent) {
				if t := int(r.Path[1]); c.S.What(st, t) == 0 {
					out.Add(t)
				}
			}
		}
	})
}

// oneLayer reports whether the state stores a single site type, other than edges.
func oneLayer(g *game.Game) bool {
	return !g.Has(game.GraphFlag) || g.Has(game.VertexFlag) && g.Flags&(game.CellFlag|game.EdgeFlag) == 0
}

func sitesState(k *game.Compiler, e *lgdl.Expr) game.Region {
	st := k.SiteTypeOr(clause.SitesIndex(e).SiteType())
	if clause.SitesIndex(e).Int() == nil {
		k.Fail(e, "(sites State …) needs the local state")
	}
	want := k.Int(clause.SitesIndex(e).Int())
	return game.RegionFn(func(c *game.Context, out game.Set) {
		w := want.Get(c)
		for s := range c.G.Topo.NumSites() {
			if c.S.StateAt(st, s, game.Off) == w {
				out.Add(s)
			}
		}
	})
}

// sitesEmpty are the empty sites of a container. Unlike other regions it does
// not raise the requirements of its site type.
func sitesEmpty(k *game.Compiler, e *lgdl.Expr) game.Region {
	st := k.G.DefaultType
	if t := clause.SitesIndex(e).SiteType(); t != nil {
		st, _ = board.ParseSiteType(t.Text)
	}
	container := k.IntOr(clause.SitesIndex(e).Int(), 0)
	if container.Const && container.V == 0 {
		var mask game.Set // the board's sites of the type that is stored
		k.Later(func() {
			st = stored(k.G, st)
			mask = make(game.Set, k.G.SetWords)
			mask.Fill(0, k.G.Topo.Num(st))
		})
		return game.RegionFn(func(c *game.Context, out game.Set) {
			out.Union(c.S.EmptySet(st))
			out.Intersect(mask)
		})
	}
	return game.RegionFn(func(c *game.Context, out game.Set) {
		i := container.Get(c)
		if i < 0 || i >= len(c.G.Containers) {
			game.Fault(e, "there is no container %d", i)
		}
		st, first, n := board.Cell, c.G.Containers[i].First, c.G.Containers[i].Sites
		if i == 0 {
			st = stored(c.G, st)
			n = c.G.Topo.Num(st)
		}
		for s := first; s < first+n; s++ {
			if c.S.EmptySet(st).Has(s) {
				out.Add(s)
			}
		}
	})
}

// stored is the site type under which the elements of a type are stored: a game
// of a single site type has only that.
func stored(g *game.Game, st board.SiteType) board.SiteType {
	switch {
	case !g.Has(game.GraphFlag):
		return board.Cell
	case g.Has(game.VertexFlag) && g.Flags&(game.CellFlag|game.EdgeFlag) == 0:
		return board.Vertex
	case g.Has(game.EdgeFlag) && g.Flags&(game.CellFlag|game.VertexFlag) == 0:
		return board.Edge
	}
	return st
}
