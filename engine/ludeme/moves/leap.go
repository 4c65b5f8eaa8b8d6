package moves

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var leapRows = []lgdl.Form{
	{Text: "(leap [(from)] {{stepType}} [forward:bool] [rotations:bool] (to) [(then)])", Result: "moves:effect",
		Concepts: []string{"LeapEffect", "skip forward:"}, Marks: concept.Rule(leapConcepts),
		Meaning: "Jumps to the ends of walks such as a knight's, whatever stands between.", Impl: leaps},
}

// leaps are the moves to the ends of walks.
var leaps = reach{impl: func(k *game.Compiler, e *lgdl.Expr, from *fromPart) ends {
	a := clause.AnyLeap(e)
	forward, rotations, walks := k.BoolOr(a.Forward(), false), k.BoolOr(a.Rotations(), true), k.Walks(a.StepTypes())
	var all, one board.Table // by site: from all directions, from the first only
	k.Later(func() {
		dirs := k.G.Topo.Headings(k.G.DefaultType)
		all, one = walkEnds(k.G, from.Type, walks, dirs), walkEnds(k.G, from.Type, walks, dirs[:min(1, len(dirs))])
	})
	return ends{list: func(c *game.Context, f int) ([]int32, bool) {
		table := &one
		if rotations.Get(c) {
			table = &all
		}
		return table.Row(int32(f)), forward.Get(c)
	}}
}, lower: lowerLeaps}.moves()

// walkEnds computes for every site of the board where the walks end that start in the given directions, each end once
// and in ascending order.
func walkEnds(g *game.Game, st board.SiteType, walks [][]board.Turn, dirs []board.Direction) board.Table {
	n := g.Topo.Num(st)
	t := board.Table{Off: make([]int32, 1, n+1)}
	var path []int32
	found := game.NewSet(n)
	for s := range n {
		found.Clear()
		for _, d := range dirs {
			for _, w := range walks {
				var ok bool
				path, ok = g.Topo.Walk(append(path[:0], int32(s)), st, int32(s), d, w)
				if ok {
					found.Add(int(path[len(path)-1]))
				}
			}
		}
		found.Each(func(x int) bool { t.Val = append(t.Val, int32(x)); return true })
		t.Off = append(t.Off, int32(len(t.Val)))
	}
	return t
}

// ahead reports whether t lies in front of a component on f, by rows and columns.
func ahead(g *game.Game, what int, st board.SiteType, f, t int32) bool {
	if what <= 0 || what >= len(g.Components) || !faces(g, what) {
		return true
	}
	topo := g.Topo
	north := topo.Row(st, t) - topo.Row(st, f)
	east := topo.Column(st, t) - topo.Column(st, f)
	switch g.FacingOf(what) {
	case board.N:
		return north > 0
	case board.S:
		return north < 0
	case board.E:
		return east > 0
	case board.W:
		return east < 0
	case board.NE:
		return north > 0 && east > 0
	case board.NW:
		return north > 0 && east < 0
	case board.SE:
		return north < 0 && east > 0
	case board.SW:
		return north < 0 && east < 0
	}
	return false
}

// faces reports whether a component or its owner has a facing of its own.
func faces(g *game.Game, what int) bool {
	k := &g.Components[what]
	return k.HasFacing || k.Owner > 0 && k.Owner < len(g.Facings) && g.Facings[k.Owner].Specific()
}

// lowerLeaps tabulates the ends of walks.
func lowerLeaps(k *lower.Lowerer, e *lgdl.Expr) rowsFrom {
	a := clause.AnyLeap(e)
	forward := a.Forward() != nil && !k.Bool(a.Forward()).Is(0)
	if forward && !k.Bool(a.Forward()).Is(1) {
		k.No(a.Forward(), "leaps that are forward at times")
	}
	walks, dirs := k.Parts.Walks(a.StepTypes()), k.G.Topo.Headings(k.G.DefaultType)
	if a.Rotations() != nil {
		all, ok := k.Bool(a.Rotations()).Number()
		if !ok {
			k.No(a.Rotations(), "rotations that change")
		}
		if all == 0 {
			dirs = dirs[:min(1, len(dirs))]
		}
	}
	return func(st board.SiteType, from *ir.Expr) (near *write.Rows, row *ir.Expr) {
		piece := k.Piece()
		if forward && piece == 0 {
			k.No(a.Forward(), "leaps forward of a piece that is not known before")
		}
		facing := -1 // any
		if forward && faces(k.G, piece) {
			facing = int(k.G.FacingOf(piece))
		}
		return k.RowsOnce([]string{"leaps"}, fmt.Sprint(walks, len(dirs), facing), func() [][][]int32 {
			rows, ends := make([][]int32, k.Sites()), walkEnds(k.G, st, walks, dirs)
			for s := range int32(ends.Len()) {
				for _, x := range ends.Row(s) {
					if !forward || ahead(k.G, piece, st, s, x) {
						rows[s] = append(rows[s], x)
					}
				}
			}
			return [][][]int32{rows}
		})[0], from
	}
}
