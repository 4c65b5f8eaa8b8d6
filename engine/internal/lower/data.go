package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

var datumNames = [layout.NumData]string{"state", "rotation", "value"}

// Numbers are values of the numbers of a piece.
type numbers [layout.NumData]*ir.Expr

// Read keeps the numbers of the piece at an index of their fields.
func (k *Lowerer) read(fields [layout.NumData]*ir.Field, at *ir.Expr) (v numbers) {
	for d, f := range fields {
		if f != nil {
			v[d] = k.Temp(datumNames[d], ir.At(f, at))
		}
	}
	return v
}

// write changes the numbers of the piece on a site, but for those that are nil.
func (k *Lowerer) write(site *ir.Expr, data numbers) {
	for d, f := range k.Fields.Data() {
		if f != nil && data[d] != nil {
			k.Add(ir.Write(f, site, data[d]))
		}
	}
}

// DatumOn is a number of the piece at a level of a site, of the top one if level is nil.
func (k *Lowerer) DatumOn(d layout.Datum, site, level *ir.Expr) *ir.Expr {
	f := &k.Fields
	switch {
	case !k.Fields.Kept[d]:
		return ir.Num(0)
	case !k.Stacked():
		return k.at(f.Data()[d], site)
	case level != nil:
		return k.onLevel(f.Stacks.Data[d], site, level)
	}
	site = k.Temp("site", site)
	return k.onLevel(f.Stacks.Data[d], site, plus(k.SizeAt(site), -1))
}

// SetDatum changes a number of the piece on a site, of a stack at a level; nil
// or -1 is the top.
func (k *Lowerer) SetDatum(d layout.Datum, site, level, v *ir.Expr) {
	k.Acts([...]game.Kind{game.ActSetState, game.ActSetRotation, game.ActSetValue}[d], site, site)
	f := &k.Fields
	if d == layout.State {
		k.offDice(site)
		k.reshaped(site, v)
	}
	switch {
	case !k.Fields.Kept[d]:
	case !k.Stacked():
		k.Add(ir.Write(f.Data()[d], site, v))
	default:
		n := k.Temp("n", ir.At(f.Stacks.Size, site))
		if level == nil {
			level = ir.Num(-1)
		}
		level = k.Temp("level", level)
		level = k.Temp("at", ir.Cond(ir.Calc(ir.Lt, level, ir.Num(0)), plus(n, -1), level))
		k.If(ir.Calc(ir.Below, level, n), func() { k.Add(ir.Write(f.Stacks.Data[d], k.place(site, level), v)) })
	}
}
