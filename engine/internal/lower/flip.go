package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
)

// FlipStack turns a stack over: its levels are removed from the bottom up by their
// numbers, which takes every second piece and then the top without finding any, and the
// pieces that were there are added in the reverse order, each with the state that flipped
// gives for its component and state.
func (k *Lowerer) FlipStack(site *ir.Expr, flipped func(what, state *ir.Expr) *ir.Expr) {
	k.Acted(site, site)
	s := k.Fields.Stacks
	k.finds(s.Size)
	k.finds(s.Level)
	for _, d := range s.Data {
		if d != nil {
			k.finds(d)
		}
	}
	k.resolver.refuse(k)
	if k.ActLog != nil { // every level is removed, and added again
		for _, kind := range [...]game.Kind{game.ActRemove, game.ActAdd} {
			k.Rounds(ir.Num(0), ir.At(s.Size, site), k.Fields.Height, func(*ir.Expr) {
				k.log(kind, false, k.G.DefaultType, k.G.DefaultType, site, site, nil)
			})
		}
	}
	fn := k.SharedOf("stack.flip", ir.None, []string{"site"}, func(p []*ir.Expr) {
		site := p[0]
		n := k.Temp("n", ir.At(s.Size, site))
		what := k.P.Field("flip.what", ir.Scratch, ir.Int, k.Fields.Height)
		var data [layout.NumData]*ir.Field
		for d, f := range s.Data {
			if f != nil {
				data[d] = k.P.Field("flip."+position.DatumNames[d], ir.Scratch, ir.Int, k.Fields.Height)
			}
		}
		k.Rounds(ir.Num(0), n, k.Fields.Height, func(l *ir.Expr) {
			at := k.Temp("at", k.LevelAt(site, l))
			k.Add(ir.Write(what, l, ir.At(s.Level, at)))
			for d, f := range s.Data {
				if f != nil {
					k.Add(ir.Write(data[d], l, ir.At(f, at)))
				}
			}
		})
		k.Rounds(ir.Num(0), n, k.Fields.Height, func(l *ir.Expr) {
			was := k.Temp("was", ir.Invoke(k.Drop(), site, l))
			k.If(ir.Calc(ir.Ne, was, ir.Num(0)), func() {
				k.UnlistLevel(was, site, l)
				k.TrackRemove(was, site)
			})
		})
		k.Rounds(ir.Num(0), n, k.Fields.Height, func(i *ir.Expr) {
			l := k.Temp("l", ir.Calc(ir.Sub, position.Plus(n, -1), i))
			comp := k.Temp("comp", ir.At(what, l))
			var v position.Data
			for d, f := range data {
				if f != nil {
					v[d] = k.Temp(position.DatumNames[d], ir.At(f, l))
				}
			}
			if v[layout.State] != nil {
				v[layout.State] = k.Temp("flipped", flipped(comp, v[layout.State]))
			}
			k.Pushed(site, comp, v)
			k.TrackAdd(comp, site, ir.Num(2))
		})
	})
	k.Call(fn, site)
}
