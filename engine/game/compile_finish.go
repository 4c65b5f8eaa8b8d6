package game

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// finish derives what follows from the requirements and runs what waited for them.
func (k *Compiler) finish(e *lgdl.Expr) {
	g := k.G
	if g.LargeStack {
		g.Flags |= Stacking
	}
	hands := len(g.Containers) > 1
	for i := range g.Components {
		c := &g.Components[i]
		if c.Kind == "domino" {
			g.Flags |= DominoFlag
		}
		if c.Large() {
			g.Flags |= LargePiece
		}
	}
	g.Stacks = g.Flags&(Stacking|Card) != 0
	g.Counts = !g.Stacks && (hands || g.Has(Count))
	g.States = g.Flags&(SiteState|LargePiece) != 0
	g.Rotations = g.Has(Rotation)
	g.Values = g.Flags&(PieceValue|DominoFlag) != 0
	g.Hides = g.Has(HiddenInfo)
	for i, t := range g.Tracks {
		g.Flags |= TrackFlag
		if t.InternalLoop {
			g.Flags |= InternalLoop
		}
		_ = i
	}
	many := len(g.Components) > g.Players+1
	for o := 0; o <= g.Players; o++ {
		many = many || len(g.ownerLists[o]) >= 2
	}
	g.WhatIsWho = !g.Has(GraphFlag) && !g.Stacks && !g.Counts && !g.States && !many
	k.layers()
	g.diceBox = g.findDice() + 1
	g.MaxCount = 0
	for i := range g.Components {
		g.MaxCount = max(g.MaxCount, g.Components[i].MaxCount)
	}
	sites := 0
	for i := range g.Containers {
		sites += g.Containers[i].Sites
	}
	g.MaxCount = max(g.MaxCount, sites)
	if g.Has(DominoFlag) {
		g.MaxCount = len(g.Components) // the dominoes and one
	}
	g.hashed = g.KeepsHash()
	for _, f := range k.later {
		f()
	}
	for i := range g.Components {
		m := g.Components[i].Moves
		g.pieceDraws = g.pieceDraws || m != nil && m.draws
	}
	c := NewContext(g)
	for i := range g.Regions {
		r := &g.Regions[i]
		r.Static = make(Set, g.SetWords)
		for _, s := range r.Ints {
			if s >= 0 && int(s) < g.SetWords*64 {
				r.Static.Add(int(s))
			}
		}
		for _, p := range r.Parts {
			p.AddTo(c, r.Static)
		}
	}
	placed := 0
	for _, f := range k.placed {
		placed += f(c)
	}
	if !g.Has(DominoFlag) {
		g.MaxCount = max(g.MaxCount, placed)
	}
	for _, f := range k.last {
		f(c)
	}
}

// AtEnd runs f with a context on the blank state when everything else is compiled.
func (k *Compiler) AtEnd(f func(c *Context)) { k.last = append(k.last, f) }

// layers decides which site types are stored and who reads what (part 3, §5.2).
func (k *Compiler) layers() {
	g := k.G
	const v, e, c = board.Vertex, board.Edge, board.Cell
	g.read = [3]int8{-1, -1, -1}
	switch {
	case !g.Has(GraphFlag):
		g.kept[c] = true
		g.read[c], g.write = int8(c), [3]int8{int8(c), int8(c), int8(c)}
	case g.Has(VertexFlag) && g.Flags&(CellFlag|EdgeFlag) == 0:
		g.kept[v] = true
		g.read[v], g.write = int8(v), [3]int8{int8(v), int8(v), int8(v)}
	case g.Has(EdgeFlag) && g.Flags&(CellFlag|VertexFlag) == 0:
		g.kept[e] = true
		g.read[e], g.write = int8(e), [3]int8{int8(e), int8(e), int8(e)}
	default:
		g.kept = [3]bool{true, true, true}
		g.read = [3]int8{int8(v), int8(e), int8(c)}
		g.write = g.read
	}
	single := g.Flags&(VertexFlag|EdgeFlag) == 0 || g.Has(VertexFlag) && g.Flags&(CellFlag|EdgeFlag) == 0
	switch {
	case !g.Stacks && single:
		g.listKind = flatLists
	case g.Stacks && g.Flags&(VertexFlag|EdgeFlag) == 0:
		g.listKind = stackLists
	default:
		g.listKind = fullLists
	}
}

// centre returns the centre sites of the board.
func (g *Game) centre() []int32 { return g.Topo.Set(g.DefaultType, board.Centre) }

// Plain reports whether the game keeps one piece per site on one type of site, so
// that the component array tells all about who stands where.
func (g *Game) Plain() bool {
	return g.TypesKept() == 1 && !g.Stacks && !g.DeductionPuzzle && !g.Boardless && g.Flags&(LargePiece|HiddenInfo) == 0
}

// TypesKept is the number of site types on which pieces are kept.
func (g *Game) TypesKept() int {
	n := 0
	for _, x := range g.kept {
		if x {
			n++
		}
	}
	return n
}

// Keeps reports whether pieces are kept on sites of a type.
func (g *Game) Keeps(st board.SiteType) bool { return g.kept[st] }

// TypeKept is the only site type on which pieces are kept, the default type if there are several.
func (g *Game) TypeKept() board.SiteType {
	if g.TypesKept() > 1 {
		return g.DefaultType
	}
	for st, kept := range g.kept {
		if kept {
			return board.SiteType(st)
		}
	}
	return board.Cell
}

// IsIterator reports whether e is the iterator of the name: (to), (from) …
func IsIterator(e *lgdl.Expr, name string) bool {
	if e == nil || e.Kind != lgdl.Clause || e.Form == nil || e.Form.Keyword != name || e.Form.Result != "int" {
		return false
	}
	for _, a := range e.Args {
		if a != nil {
			return false
		}
	}
	return true
}

// distanceChoice is the one relation in which a game measures distances; 0 none yet.
type distanceChoice int

// distanceRank orders the relations: of all those a game asks for, the highest wins.
var distanceRank = [board.NumRelations]distanceChoice{
	board.RelOrthogonal: 1, board.RelDiagonal: 2, board.RelOff: 3, board.RelAll: 4, board.RelAdjacent: 5,
}

// AskDistance records that the game measures distances in a relation. A game
// has one table of distances only; see Game.DistanceRelation (part 7, §6.16).
func (k *Compiler) AskDistance(rel board.Relation) {
	k.G.distance = max(k.G.distance, distanceRank[rel])
}

// DistanceRelation is the relation in which all distances of the game are
// measured: of the relations asked for, the first of Adjacent, All,
// OffDiagonal, Diagonal and Orthogonal.
func (g *Game) DistanceRelation() board.Relation {
	for rel, rank := range distanceRank {
		if rank == g.distance {
			return board.Relation(rel)
		}
	}
	return board.RelAdjacent
}
