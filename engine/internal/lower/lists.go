package lower

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// IntsRule lowers a list of numbers: what f adds is added for each of them in order.
type IntsRule func(k *Lowerer, e *lgdl.Expr, f func(v *ir.Expr))

// EachInt adds what f adds for each number of a list.
func (k *Lowerer) EachInt(e *lgdl.Expr, f func(v *ir.Expr)) {
	if e.Kind == lgdl.List {
		for _, x := range e.Items {
			f(k.Temp("v", k.Int(x)))
		}
		return
	}
	rule, ok := k.row(e).(IntsRule)
	if !ok {
		k.No(e, "%s as a list of numbers", e.Form.Text)
	}
	rule(k, e, f)
}

// remembered bounds the numbers that are remembered under one name: rules may remember all sites, and some twice.
func (k *Lowerer) remembered() int { return max(256, 2*k.Fields.sites) }

// memory is a list of remembered numbers.
type memory struct {
	name   int32
	values *ir.Field
	length *ir.Field
}

// remembers reports whether a field is one of such a list.
func (k *Lowerer) remembers(f *ir.Field) bool {
	return slices.ContainsFunc(k.memories, func(m *memory) bool { return f == m.values })
}

// memory is the list of a name, "" for the one without.
func (k *Lowerer) memory(name string) *memory {
	id := k.Parts.Name(name)
	for _, m := range k.memories {
		if m.name == id {
			return m
		}
	}
	if k.valued {
		// Listing moves remembers numbers; by the rules it does so as often as heuristics have them listed.
		k.No(nil, "numbers remembered while moves are listed, as often as heuristics count them")
	}
	m := &memory{name: id, values: k.P.Field(fmt.Sprintf("remembered.%d", id), ir.State, ir.Int, k.remembered()),
		length: k.P.Field(fmt.Sprintf("remembered.%d.length", id), ir.State, ir.Int, 1)}
	k.memories = append(k.memories, m)
	return m
}

// Remembered adds what f adds for each number that is remembered under a name.
func (k *Lowerer) Remembered(name string, f func(v *ir.Expr)) {
	m := k.memory(name)
	i, end := ir.Within("i", 0, k.remembered()), ir.Within("end", 0, k.remembered())
	k.Add(ir.Put(i, ir.Num(0)), ir.Put(end, ir.At(m.length, ir.Num(0))))
	k.Loop("remembered", k.remembered()+1, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(end), ir.Read(i)), ir.Leave(loop)))
		v := k.Temp("v", ir.At(m.values, ir.Read(i)))
		k.Add(ir.Increment(i))
		f(v)
	})
}

// IsRemembered reports whether a number is remembered under a name.
func (k *Lowerer) IsRemembered(name string, v *ir.Expr) *ir.Expr {
	v = k.Temp("v", v)
	found := k.Var("found", 0, 1, ir.Num(0))
	k.Remembered(name, func(x *ir.Expr) { k.If(ir.Calc(ir.Eq, x, v), func() { k.Add(ir.Put(found, ir.Num(1))) }) })
	return ir.Read(found)
}

// Remember puts a number on the list of a name.
func (k *Lowerer) Remember(name string, v *ir.Expr) {
	m := k.memory(name)
	n := k.Temp("n", ir.At(m.length, ir.Num(0)))
	k.Choose(ir.Calc(ir.Lt, n, ir.Num(k.remembered())), func() {
		k.Add(ir.Write(m.values, n, v), ir.Write(m.length, ir.Num(0), ir.Calc(ir.Add, n, ir.Num(1))))
	}, func() { k.Add(ir.Write(k.candidates.Fault, ir.Num(0), ir.Num(1))) })
}

// Forget takes a number off the list of a name, once.
func (k *Lowerer) Forget(name string, v *ir.Expr) {
	m := k.memory(name)
	gone, at := ir.Within("gone", 0, 1), ir.Within("at", 0, k.remembered())
	v = k.Temp("v", v)
	k.Add(ir.Put(gone, ir.Num(0)), ir.Put(at, ir.Num(0)))
	k.Remembered(name, func(x *ir.Expr) {
		k.Choose(ir.All(ir.Calc(ir.Not, ir.Read(gone)), ir.Calc(ir.Eq, x, v)), func() { k.Add(ir.Put(gone, ir.Num(1))) },
			func() {
				k.Add(ir.Write(m.values, ir.Read(at), x), ir.Increment(at))
			})
	})
	k.Add(ir.Write(m.length, ir.Num(0), ir.Read(at)))
}

// ForgetAll forgets all numbers of a name.
func (k *Lowerer) ForgetAll(name string) {
	k.resolver.refuse(k)
	if m := k.memory(name); k.acts != nil { // an action for each number
		k.rounds(ir.Num(0), ir.At(m.length, ir.Num(0)), k.remembered(), func(*ir.Expr) { k.Log(game.ActForgetValue, nil) })
	}
	k.If(k.Remembers(name), func() { k.Add(ir.Write(k.memory(name).length, ir.Num(0), ir.Num(0))) })
}

// Remembers reports whether anything is remembered under a name.
func (k *Lowerer) Remembers(name string) *ir.Expr {
	return ir.Calc(ir.Lt, ir.Num(0), ir.At(k.memory(name).length, ir.Num(0)))
}

// RememberedNames are the names under which the rules remember numbers, "" for the list
// without one.
func (k *Lowerer) RememberedNames() []string {
	var names []string
	add := func(e *lgdl.Expr) {
		within(e, func(x *lgdl.Expr) bool {
			if x.Kind == lgdl.Clause && x.Form != nil && x.Form.Keyword == "remember" && x.Args[0].Text == "Value" {
				name := x.Args[1].Word("")
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
			return false
		})
	}
	add(clause.Game(k.G.Root()).Rules())
	for i := range k.G.Components {
		add(k.G.Components[i].Rule)
	}
	return names
}
