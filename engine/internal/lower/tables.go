package lower

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Settle fills the tables of the parts compiled so far and returns a context on the
// blank position.
func (k *Lowerer) Settle() *game.Context {
	k.Blank = k.Parts.Settle()
	k.Blank.SetLimits(game.Limits{Stop: func() error { return tired(k.Blank, settleWork) }})
	return k.Blank
}

// Temps lowers the numbers among arguments and in lists of them.
func (k *Lowerer) Temps(name string, args ...*lgdl.Expr) (list []*ir.Expr) {
	for _, x := range lgdl.Flat(args...) {
		list = append(list, k.Temp(name, k.Int(x)))
	}
	return list
}

// Choose adds what yes adds if a condition holds, else what no adds.
func (k *Lowerer) Choose(c *ir.Expr, yes, no func()) {
	switch {
	case c.Is(0):
		k.Add(k.Inside(no)...)
	case c.Is(1):
		k.Add(k.Inside(yes)...)
	default:
		k.Add(&ir.Stmt{Op: ir.If, Args: []*ir.Expr{c}, Body: k.Inside(yes), Else: k.Inside(no)})
	}
}

// Static is a region of the equipment or the board that never changes.
func (k *Lowerer) Static(e *lgdl.Expr, r game.Region) *ir.Expr {
	if r.Static == nil {
		k.No(e, "a region that changes: %s", e.Form.Text)
	}
	return k.setOf(r.Static)
}

// Table makes a table; tables with the same contents are one.
func (k *Lowerer) Table(name string, elem ir.Elem, values []int64) *ir.Field {
	if elem < ir.Int && slices.ContainsFunc(values, func(v int64) bool { return v != int64(int16(v)) }) {
		elem = ir.Int // a number that a description gives may be any
	}
	kept := ^uint64(0) >> (64 - 8*elem.Size())
	hash := uint64(elem)
	for _, v := range values {
		hash = (hash ^ uint64(v)&kept) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	for _, t := range k.tables[hash] {
		if t.Elem == elem && slices.EqualFunc(t.Init, values, func(v, w int64) bool { return uint64(v^w)&kept == 0 }) {
			return t
		}
	}
	t := k.P.TableOf(fmt.Sprintf("%s.%d", name, k.numTables), elem, values)
	k.tables[hash] = append(k.tables[hash], t)
	k.numTables++
	return t
}

// TableOnce makes a table of which the contents follow from the name and a key, once.
func (k *Lowerer) TableOnce(name, key string, elem ir.Elem, contents func() []int64) *ir.Field {
	key = fmt.Sprintf("%s %d %s", name, elem, key)
	t := k.worked[key]
	if t == nil {
		t = k.Table(name, elem, contents())
		k.worked[key] = t
	}
	return t
}
