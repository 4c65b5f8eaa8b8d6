package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// IntsRule lowers a list of numbers: what f adds is added for each of them in order.
type IntsRule func(k *Lowerer, e *lgdl.Expr, f func(v *ir.Expr))

// Numbers lowers a list of numbers, and the set of those of them that a set of sites has room for: a question whether a
// number is in the list is then one of a set, which is asked for all sites at once.
type Numbers struct {
	Each  IntsRule
	Sites func(k *Lowerer, e *lgdl.Expr) *ir.Expr // nil for a list of which there is no such set
}

// IntSites is the set of the numbers of a list that a set of sites has room for, nil where there is none without going
// through the list.
func (k *Lowerer) IntSites(e *lgdl.Expr) *ir.Expr {
	if e.Kind == lgdl.List {
		return nil
	}
	if x, ok := k.row(e).(Numbers); ok {
		return x.Sites(k, e)
	}
	return nil
}

// InInts reports whether a number is in a list.
func (k *Lowerer) InInts(e *lgdl.Expr, v *ir.Expr) *ir.Expr {
	v = k.Temp("want", v)
	return k.OneOf(k.IntSites(e), v, func(f func(x *ir.Expr)) { k.EachInt(e, f) })
}

// EachInt adds what f adds for each number of a list.
func (k *Lowerer) EachInt(e *lgdl.Expr, f func(v *ir.Expr)) {
	if e.Kind == lgdl.List {
		for _, x := range e.Items {
			f(k.Temp("v", k.Int(x)))
		}
		return
	}
	env := k.Env
	each := func(v *ir.Expr) { // the iterators of the list are its own
		inner := k.Env
		k.Env = env
		f(v)
		k.Env = inner
	}
	switch rule := k.row(e).(type) {
	case IntsRule:
		rule(k, e, each)
	case Numbers:
		rule.Each(k, e, each)
	default:
		k.No(e, "%s as a list of numbers", e.Form.Text)
	}
}

// EachOf adds what f adds for each number that an argument lists: the player of a (player …), a number, or those of an
// array.
func (k *Lowerer) EachOf(e *lgdl.Expr, f func(v *ir.Expr)) {
	switch {
	case game.IsInts(e):
		k.EachInt(e, f)
	case e.Form != nil && e.Form.Result == "(player)":
		f(k.PlayerOf(e))
	default:
		f(k.Int(e))
	}
}

// Memory is the list of a name, "" for the one without.
func (k *Lowerer) memory(name string) *layout.Memory { return k.MemoryOf(k.Parts.Name(name)) }

// Remembered adds what f adds for each number that is remembered under a name.
func (k *Lowerer) Remembered(name string, f func(v *ir.Expr)) { k.EachIn(k.memory(name), f) }

// IsRemembered reports whether a number is remembered under a name.
func (k *Lowerer) IsRemembered(name string, v *ir.Expr) *ir.Expr {
	return k.OneOf(k.RememberedSites(name), k.Temp("v", v), func(f func(x *ir.Expr)) { k.Remembered(name, f) })
}

// RememberedSites is the set of the numbers remembered under a name that a set has room for.
func (k *Lowerer) RememberedSites(name string) *ir.Expr {
	return ir.SetAt(k.memory(name).Known, ir.Num(0))
}

// ForgetAll forgets all numbers of a name.
func (k *Lowerer) ForgetAll(name string) {
	k.resolver.refuse(k)
	if m := k.memory(name); k.ActLog != nil { // an action for each number
		k.Rounds(
			ir.Num(0),
			ir.At(m.Length, ir.Num(0)),
			k.MostRemembered(),
			func(*ir.Expr) { k.Log(game.ActForgetValue, nil) },
		)
	}
	k.If(k.Remembers(name), func() {
		k.Add(ir.Write(k.memory(name).Length, ir.Num(0), ir.Num(0)))
		k.Store(k.memory(name).Known, k.None())
	})
}

// Remembers reports whether anything is remembered under a name.
func (k *Lowerer) Remembers(name string) *ir.Expr {
	return ir.Calc(ir.Lt, ir.Num(0), ir.At(k.memory(name).Length, ir.Num(0)))
}

// RememberedNames are the names under which the rules remember numbers, "" for the list
// without one.
func (k *Lowerer) RememberedNames() []string {
	if k.remembering == nil {
		k.remembering = []string{}
		k.Rules.AnyRule(func(x *lgdl.Expr) bool {
			if x.Is("remember", "Value") || x.Is("set", "RememberValue") {
				name := x.Named("string").Word("")
				if !slices.Contains(k.remembering, name) {
					k.remembering = append(k.remembering, name)
				}
			}
			return false
		})
	}
	return k.remembering
}
