package regions

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
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

// sitesSimple is a ready-made set of the board, or one of the sets that follow the play.
func sitesSimple(k *game.Compiler, e *lgdl.Expr) game.Region {
	st := k.SiteTypeOr(clause.SitesSimple(e).SiteType())
	name := clause.SitesSimple(e).SitesSimpleType().Text
	if set, ok := boardSets[name]; ok {
		return fixed(k, k.G.Topo.Set(st, set))
	}
	switch name {
	case "Board":
		s := make(game.Set, k.G.SetWords)
		s.Fill(0, k.G.Topo.Num(st))
		return game.RegionOf(s)
	case "Hint":
		return game.RegionFn(func(c *game.Context, out game.Set) {
			if c.HintSites == nil {
				game.Fault(e, "(sites Hint) outside of (forAll Hint)")
			}
			for _, s := range c.HintSites {
				put(e, out, int(s))
			}
		})
	case "ToClear":
		return sitesListed(k, e, game.SequenceCapture, func(s *game.State) []int32 { return s.ToClear })
	case "Pending":
		return sitesListed(k, e, game.PendingValues, func(s *game.State) []int32 { return s.Pending })
	case "LastTo", "LastFrom":
		return sitesLast(k, e, name == "LastTo")
	case "LineOfPlay":
		k.Require(game.LineOfPlay)
	}
	return sitesPlayable(k, e)
}

// sitesListed are the sites of a list of the position: of pieces that are captured but not removed yet, or pending.
func sitesListed(k *game.Compiler, e *lgdl.Expr, f game.Flag, list func(s *game.State) []int32) game.Region {
	k.Require(f)
	return game.Region{
		Eval: func(c *game.Context, out game.Set) {
			for _, s := range list(c.S) {
				put(e, out, int(s))
			}
		},
		Has: func(c *game.Context, site int) bool { return slices.Contains(list(c.S), int32(site)) },
	}
}

// sitesLast are the sites that the last move and its actions came from or went to.
func sitesLast(k *game.Compiler, e *lgdl.Expr, to bool) game.Region {
	k.Require(game.MoveSites)
	return game.RegionFn(func(c *game.Context, out game.Set) {
		if c.T.Last() == nil {
			game.Fault(e, "there is no last move")
		}
		list := c.TakeInts()
		if to {
			list = c.LastTos(list)
		} else {
			list = c.LastFroms(list)
		}
		for _, s := range list {
			put(e, out, int(s))
		}
		c.GiveInts(list)
	})
}

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

// sitesEdges are the edges of a ready-made class.
func sitesEdges(k *game.Compiler, e *lgdl.Expr) game.Region {
	k.RequireType(board.Edge)
	return fixed(k, k.G.Topo.Set(board.Edge, boardSets[clause.SitesEdge(e).SitesEdgeType().Text]))
}

// sitesIndex is one set of a numbered family, such as a row.
func sitesIndex(k *game.Compiler, e *lgdl.Expr) game.Region {
	a := clause.SitesIndex(e)
	kind, index := a.SitesIndexType().Text, a.Int()
	if kind == "Empty" {
		return sitesEmpty(k, e)
	}
	st := k.SiteTypeOr(a.SiteType())
	if kind == "State" {
		return sitesState(k, e, st)
	}
	if kind == "Cell" {
		k.RequireType(board.Cell)
		k.Require(game.VertexFlag)
	}
	if index == nil {
		return empty(k)
	}
	i, of := k.Int(index), familyOf(k.G.Topo, st, kind)
	return fold(k, i.Const, func(c *game.Context, out game.Set) {
		i := i.Get(c)
		switch {
		case i < 0 || i >= of.n && of.beyond:
			return
		case i >= of.n:
			game.Fault(e, "there is no %s %d of %d", kind, i, of.n)
		}
		for _, s := range of.member(int32(i)) {
			out.Add(int(s))
		}
	})
}

// family is a numbered one of sets of the board.
type family struct {
	n      int
	member func(i int32) []int32
	beyond bool // whether an index that is too large has no sites instead of being an error
}

func familyOf(t *board.Topology, st board.SiteType, kind string) family {
	rows := func(t board.Table, beyond bool) family { return family{t.Len(), t.Row, beyond} }
	around := func(of board.SiteType) family {
		return family{t.Num(of), func(i int32) []int32 { return t.Incident(of, i, board.Vertex) }, true}
	}
	switch kind {
	case "Row":
		return rows(t.Rows(st), true)
	case "Column":
		return rows(t.Columns(st), false)
	case "Layer":
		return rows(t.Layers(st), false)
	case "Phase":
		return family{int(board.Phase5-board.Phase0) + 1,
			func(i int32) []int32 { return t.Set(st, board.Phase0+board.SetKind(i)) }, false}
	case "Cell":
		return around(board.Cell)
	case "Edge":
		return around(board.Edge)
	}
	return family{beyond: true}
}

func sitesState(k *game.Compiler, e *lgdl.Expr, st board.SiteType) game.Region {
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
