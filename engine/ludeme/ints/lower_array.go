package ints

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerArrayValue lowers an element of an array, -1 if there is none.
func lowerArrayValue(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	index := k.Temp("index", k.Int(clause.ArrayValue(e).Index()))
	n, found := ir.Within("n", 0, 1<<24), ir.NewLocal("found", ir.I32)
	k.Add(ir.Put(n, ir.Num(0)), ir.Put(found, ir.Num(game.Off)))
	k.EachInt(clause.ArrayValue(e).Ints(), func(v *ir.Expr) {
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(n), index), ir.Put(found, v)), ir.Increment(n))
	})
	return ir.Read(found)
}

// maxStepped bounds the sites of a table of steps along a track.
const maxStepped = 512

// lowerStepsOnTrack lowers the number of steps between two sites along a track, on which a
// site that is not on it counts as its first.
func lowerStepsOnTrack(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	args := clause.CountStepsOnTrack(e)
	owner, name := ir.Num(k.Mover), ""
	switch {
	case args.String() != nil:
		name = args.String().Text
	case args.RoleType() != nil:
		owner = k.Role(args.RoleType())
	case args.Player() != nil:
		owner = k.PlayerOf(args.Player())
	}
	p, ok := owner.Number()
	n := k.Sites()
	switch {
	case !ok:
		k.No(e, "a track of a player who is not known before")
	case loops(k.G):
		k.No(e, "steps on tracks that cross themselves")
	case n > maxStepped:
		k.No(e, "steps on a track of a large board")
	}
	site := func(x *lgdl.Expr, def *ir.Expr) *ir.Expr {
		if x != nil {
			return k.Temp("site", k.Int(x))
		}
		return k.Temp("site", k.Iterator(e, def))
	}
	a, b := site(args.Int1(), k.Env.From), site(args.Int2(), k.Env.To)
	number := trackForMoves(name, true)(k.G.Tracks, int(p))
	if number < 0 {
		return ir.Num(game.Off)
	}
	// Rows are the sites to start from, the last that of all that are none; columns those to
	// come to: both from the end of a track, -2, on.
	const end = 2
	t := k.G.Tracks[number]
	steps := make([]int64, (n+end+1)*(n+end))
	for x := range n + end + 1 {
		start := max(indexOn(t, x-end, 0), 0)
		for y := range n + end {
			at := x*(n+end) + y
			steps[at] = game.Off
			for i := range t.Elems {
				if int(t.Elems[(start+i)%len(t.Elems)].Site) == y-end {
					steps[at] = int64(i)
					break
				}
			}
		}
	}
	row := k.Temp("row", ir.Calc(ir.Add, a, ir.Num(end)))
	row = ir.Cond(ir.Calc(ir.Below, row, ir.Num(n+end)), row, ir.Num(n+end))
	column := k.Temp("column", ir.Calc(ir.Add, b, ir.Num(end)))
	at := ir.Calc(ir.Add, ir.Calc(ir.Mul, row, ir.Num(n+end)), column)
	return ir.Cond(ir.Calc(ir.Below, column, ir.Num(n+end)), ir.At(k.Table("steps", ir.I16, steps), at), ir.Num(game.Off))
}
