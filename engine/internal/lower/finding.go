package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// By the rules what an effect begins with, as what is done where it arrives, is found with it: before any other effect
// is made. Compiled code finds it when the effect is made. So it is noted what is asked to find it, which no effect
// before may change.

// finding is what an effect begins with, while that is lowered.
type finding struct {
	on   bool      // the effects that are performed next are what it begins with
	asks ir.Fields // what is asked to find it
}

// taken is the finding of the effects that are performed now, nil for those that an effect does not begin with.
func (x *finding) taken() *finding {
	if x == nil || !x.on {
		return nil
	}
	x.on = false
	return x
}

// NoteHash notes what a body asks to find effects, and these to find what they begin with.
func (x *finding) note(k *Lowerer, body []*ir.Stmt) {
	if x == nil {
		return
	}
	x.asks = x.asks.With(ir.Effects(body).Asks)
	for _, n := range transform.Emitted(body) {
		x.asks = x.asks.With(k.rules[n].foundFrom())
	}
}

// FindsWhat notes that by the rules an effect of which the rule is lowered has found before what stands on its site.
func (k *Lowerer) FindsWhat() {
	k.finds(k.Fields.What)
}

// finds notes that something has been asked of a field to find an effect.
func (k *Lowerer) finds(f *ir.Field) {
	k.finding.note(k, []*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{ir.At(f, ir.Num(0))}}})
}

// Beginning adds what f adds, of which all is found by the rules before any effect is made.
func (k *Lowerer) Beginning(f func()) {
	body := k.Inside(f)
	k.finding.note(k, body)
	k.Add(body...)
}

// Early reports whether effects are to be found where they are emitted, as others before may change what they are
// found from.
func (k *Lowerer) Early() bool { return k.early && k.performed() }

// inPieces reports whether an effect may be emitted in pieces where a clause is: it asks nothing about the effects in
// it, and makes nothing of them.
func inPieces(e *lgdl.Expr) bool {
	return slices.Contains([]string{"and", "or", "if", "forEach", "add", "fromTo", "step", "hop", "leap", "sow"},
		e.Form.Keyword)
}

// Apart takes the effects that another one begins with out of it, where they are to be found with it, and returns what
// emits them before it; nothing elsewhere.
func (k *Lowerer) Apart(emit func(e *lgdl.Expr), effects ...**lgdl.Expr) func() {
	var list []*lgdl.Expr
	if k.early && k.effect && !k.unit {
		for _, e := range effects {
			if *e != nil {
				list = append(list, *e)
				*e = nil
			}
		}
	}
	return func() {
		thens, endings, prefixes := k.thens, k.endings, k.prefixes
		k.thens, k.endings, k.prefixes = nil, nil, nil
		for _, e := range list {
			k.AsPart(func() { emit(e) })
		}
		k.thens, k.endings, k.prefixes = thens, endings, prefixes
	}
}

// Beforehand lowers an optional condition of what an effect begins with.
func (k *Lowerer) Beforehand(e *lgdl.Expr) *ir.Expr {
	if e == nil || k.finding == nil {
		return k.Cond(e)
	}
	var cond *ir.Expr
	body := k.Inside(func() { cond = k.Temp("cond", k.Bool(e)) })
	k.finding.note(k, body)
	k.Add(body...)
	return cond
}

// foundFrom is what is asked when a rule is applied to find what it does.
func (r *rule) foundFrom() ir.Fields {
	if r.late {
		return ir.Effects(r.apply.Body).Asks
	}
	return r.finds
}

// Seed moves a piece of a site to another one, of which it takes the numbers. By the rules these are known before any
// effect is made.
func (k *Lowerer) Seed(from, to *ir.Expr) {
	f := &k.Fields
	k.Acts(game.ActMove, from, to)
	k.MoveWith(from, to, 0, k.ReadData(f.Data(), to))
	for _, d := range f.Data() {
		if d != nil {
			k.finds(d)
		}
	}
}

// FoundSeed is Seed with numbers that have been found before: found is one more than each, 0 for that of the piece
// itself.
func (k *Lowerer) FoundSeed(from, to *ir.Expr, found func(d layout.Datum) *ir.Expr) {
	fields := k.Fields.Data()
	data := k.ReadData(fields, from)
	for d := range fields {
		if fields[d] != nil {
			v := k.Temp("found", found(layout.Datum(d)))
			data[d] = k.Temp(position.DatumNames[d], ir.Cond(v, position.Plus(v, -1), data[d]))
		}
	}
	k.Acts(game.ActMove, from, to)
	k.MoveWith(from, to, 0, data)
}

// FindSeed finds the numbers of a seed for FoundSeed: put keeps one of them.
func (k *Lowerer) FindSeed(from, to *ir.Expr, put func(d layout.Datum, v *ir.Expr)) {
	for d, field := range k.Fields.Data() {
		if field != nil {
			own, there := k.Temp("own", ir.At(field, from)), k.Temp("there", ir.At(field, to))
			put(layout.Datum(d), ir.Cond(ir.Calc(ir.Eq, own, there), ir.Num(0), position.Plus(there, 1)))
		}
	}
}
