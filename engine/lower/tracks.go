package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// FirstOnTrack is the first site from a site of a track on, its first one for -1, at
// which a condition holds with (to) the site: once around; -1 without any.
func (k *Lowerer) FirstOnTrack(e *lgdl.Expr, track int, from *ir.Expr, cond func() *ir.Expr) *ir.Expr {
	t := k.G.Tracks[track]
	n := len(t.Elems)
	sites, index := make([]int64, 2*n), make([]int64, k.Fields.sites)
	for i := range index {
		index[i] = game.Off
	}
	for i := n - 1; i >= 0; i-- {
		s := int(t.Elems[i].Site)
		if s >= len(index) || s < 0 && e.Args[4] != nil {
			k.No(e, "a track that leaves the board")
		}
		if s >= 0 {
			index[s] = int64(i)
		}
		sites[i], sites[n+i] = int64(s), int64(s)
	}
	from = k.Temp("from", from)
	start := ir.Cond(ir.Calc(ir.Eq, from, ir.Num(game.Off)), ir.Num(0), ir.Cond(
		ir.Calc(ir.Below, from, ir.Num(len(index))), ir.At(k.Table("index", ir.I16, index), from), ir.Num(game.Off)))
	found, i := ir.Within("found", -2, k.Fields.sites-1), ir.Within("i", -1, 2*n)
	end, loop := ir.Within("end", -1, 2*n), &ir.Label{Name: "track"}
	k.Add(ir.Put(found, ir.Num(game.Off)), ir.Put(i, start))
	k.If(ir.Calc(ir.Le, ir.Num(0), ir.Read(i)), func() {
		k.Add(ir.Put(end, ir.Calc(ir.Add, ir.Read(i), ir.Num(n))))
		env := k.Env
		k.Add(&ir.Stmt{Op: ir.Loop, Label: loop, Rounds: n + 1, Body: k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.Le, ir.Read(end), ir.Read(i)), ir.Leave(loop)))
			k.Env.To = k.Temp("to", ir.At(k.Table("along", ir.I16, sites), ir.Read(i)))
			k.If(cond(), func() { k.Add(ir.Put(found, k.Env.To), ir.Leave(loop)) })
			k.Add(ir.Put(i, ir.Calc(ir.Add, ir.Read(i), ir.Num(1))))
		})})
		k.Env = env
	})
	return ir.Read(found)
}
