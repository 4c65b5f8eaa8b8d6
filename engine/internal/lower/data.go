package lower

import (
	"encoding/binary"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// Datum is a number that belongs to a piece besides its component.
type Datum int

// The numbers of a piece.
const (
	State Datum = iota
	Rotation
	Worth // the value of a piece
	numData
)

var datumNames = [numData]string{"state", "rotation", "value"}

// numbers are values of the numbers of a piece.
type numbers [numData]*ir.Expr

// data are the fields of the numbers of pieces by site, nil for those not kept.
func (f *Fields) data() [numData]*ir.Field { return [numData]*ir.Field{f.state, f.turned, f.worth} }

// read keeps the numbers of the piece at an index of their fields.
func (k *Lowerer) read(fields [numData]*ir.Field, at *ir.Expr) (v numbers) {
	for d, f := range fields {
		if f != nil {
			v[d] = k.Temp(datumNames[d], ir.At(f, at))
		}
	}
	return v
}

// write changes the numbers of the piece on a site, but for those that are nil.
func (k *Lowerer) write(site *ir.Expr, data numbers) {
	for d, f := range k.Fields.data() {
		if f != nil && data[d] != nil {
			k.Add(ir.Write(f, site, data[d]))
		}
	}
}

// DatumOn is a number of the piece at a level of a site, of the top one if level is nil.
func (k *Lowerer) DatumOn(d Datum, site, level *ir.Expr) *ir.Expr {
	f := &k.Fields
	switch {
	case !k.Fields.kept[d]:
		return ir.Num(0)
	case !k.Stacked():
		return k.at(f.data()[d], site)
	case level != nil:
		return k.onLevel(f.stacks.data[d], site, level)
	}
	site = k.Temp("site", site)
	return k.onLevel(f.stacks.data[d], site, plus(k.SizeAt(site), -1))
}

// SetDatum changes a number of the piece on a site, of a stack at a level; nil
// or -1 is the top.
func (k *Lowerer) SetDatum(d Datum, site, level, v *ir.Expr) {
	k.Acts([...]game.Kind{game.ActSetState, game.ActSetRotation, game.ActSetValue}[d], site, site)
	f := &k.Fields
	if d == State {
		k.offDice(site)
		k.reshaped(site, v)
	}
	switch {
	case !k.Fields.kept[d]:
	case !k.Stacked():
		k.Add(ir.Write(f.data()[d], site, v))
	default:
		n := k.Temp("n", ir.At(f.stacks.size, site))
		if level == nil {
			level = ir.Num(-1)
		}
		level = k.Temp("level", level)
		level = k.Temp("at", ir.Cond(ir.Calc(ir.Lt, level, ir.Num(0)), plus(n, -1), level))
		k.If(ir.Calc(ir.Below, level, n), func() { k.Add(ir.Write(f.stacks.data[d], k.place(site, level), v)) })
	}
}

// datum is a number of a piece by the rules.
func datum(s *game.State, d Datum, st board.SiteType, site, level int) int {
	switch d {
	case State:
		return s.StateAt(st, site, level)
	case Rotation:
		return s.RotationAt(st, site, level)
	}
	return s.ValueAt(st, site, level)
}

// Datum reads a number of the piece at a level of a site; above a stack what lies there
// for a piece that comes without any. Without stacks the level does not matter.
func (p *Positions) Datum(mem []byte, d Datum, site, level int) int {
	if face, ok := p.k.dice.state(mem, site); ok && d == State && level == 0 {
		return face
	}
	field, at := p.k.Fields.data()[d], site
	if s := p.k.Fields.stacks; s != nil {
		field, at = s.data[d], site*p.k.Fields.height+level
	}
	if field == nil {
		return 0
	}
	return int(int32(binary.LittleEndian.Uint32(mem[field.Addr+4*at:])))
}
