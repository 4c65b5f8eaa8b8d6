package lower

import (
	"fmt"
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
	return k.anyOf(k.IntSites(e), v, func(f func(x *ir.Expr)) { k.EachInt(e, f) })
}

// anyOf reports whether a number is among those that each goes through, of which sites is the set of those that a set
// has room for, nil where that is not known.
func (k *Lowerer) anyOf(sites, v *ir.Expr, each func(f func(x *ir.Expr))) *ir.Expr {
	if lo, hi := v.Range(); sites != nil && lo >= 0 && hi < int64(64*k.P.Words) {
		return ir.Calc(ir.SetHas, sites, v)
	}
	found := k.Var("found", 0, 1, ir.Num(0))
	search := func() {
		each(func(x *ir.Expr) { k.If(ir.Calc(ir.Eq, x, v), func() { k.Add(ir.Put(found, ir.Num(1))) }) })
	}
	if sites == nil {
		search()
		return ir.Read(found)
	}
	k.Choose(k.HasRoom(v), func() {
		k.Add(ir.Put(found, ir.Calc(ir.SetHas, sites, v)))
	}, search)
	return ir.Read(found)
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

// remembers reports whether a field is one of such a list.
func (k *Lowerer) remembers(f *ir.Field) bool {
	return slices.ContainsFunc(k.Memories, func(m *layout.Memory) bool { return f == m.Values })
}

// Memory is the list of a name, "" for the one without.
func (k *Lowerer) memory(name string) *layout.Memory { return k.memoryOf(k.Parts.Name(name)) }

func (k *Lowerer) memoryOf(id int32) *layout.Memory {
	for _, m := range k.Memories {
		if m.Name == id {
			return m
		}
	}
	if k.valued {
		// Listing moves remembers numbers; by the rules it does so as often as heuristics have them listed.
		k.No(nil, "numbers remembered while moves are listed, as often as heuristics count them")
	}
	m := &layout.Memory{Name: id, Values: k.P.Field(fmt.Sprintf("remembered.%d", id), ir.State, ir.Int, k.MostRemembered()),
		Length: k.P.Field(fmt.Sprintf("remembered.%d.length", id), ir.State, ir.Int, 1),
		Known:  k.P.Sets(fmt.Sprintf("remembered.%d.known", id), ir.State, 1)}
	k.Memories = append(k.Memories, m)
	return m
}

// Remembered adds what f adds for each number that is remembered under a name.
func (k *Lowerer) Remembered(name string, f func(v *ir.Expr)) { k.eachIn(k.memory(name), f) }

func (k *Lowerer) eachIn(m *layout.Memory, f func(v *ir.Expr)) {
	i, end := ir.Within("i", 0, k.MostRemembered()), ir.Within("end", 0, k.MostRemembered())
	k.Add(ir.Put(i, ir.Num(0)), ir.Put(end, ir.At(m.Length, ir.Num(0))))
	k.Loop("remembered", k.MostRemembered()+1, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(end), ir.Read(i)), ir.Leave(loop)))
		v := k.Temp("v", ir.At(m.Values, ir.Read(i)))
		k.Add(ir.Increment(i))
		f(v)
	})
}

// IsRemembered reports whether a number is remembered under a name.
func (k *Lowerer) IsRemembered(name string, v *ir.Expr) *ir.Expr {
	return k.anyOf(k.RememberedSites(name), k.Temp("v", v), func(f func(x *ir.Expr)) { k.Remembered(name, f) })
}

// RememberedSites is the set of the numbers remembered under a name that a set has room for.
func (k *Lowerer) RememberedSites(name string) *ir.Expr {
	return ir.SetAt(k.memory(name).Known, ir.Num(0))
}

// HasRoom reports whether a set has room for a number.
func (k *Lowerer) HasRoom(v *ir.Expr) *ir.Expr { return ir.Calc(ir.Below, v, ir.Num(64*k.P.Words)) }

// keepInMind puts a number on a list.
func (k *Lowerer) keepInMind(m *layout.Memory, v *ir.Expr) {
	v = k.Temp("v", v)
	n := k.Temp("n", ir.At(m.Length, ir.Num(0)))
	k.Choose(ir.Calc(ir.Lt, n, ir.Num(k.MostRemembered())), func() {
		k.Add(ir.Write(m.Values, n, v), ir.Write(m.Length, ir.Num(0), ir.Calc(ir.Add, n, ir.Num(1))))
		k.If(k.HasRoom(v), func() { k.Include(m.Known, v) })
	}, func() { k.Add(ir.Write(k.Candidates.Fault, ir.Num(0), ir.Num(1))) })
}

// forget takes a number off a list, once.
func (k *Lowerer) forget(m *layout.Memory, v *ir.Expr) {
	gone, left, at := ir.Within("gone", 0, 1), ir.Within("left", 0, 1), ir.Within("at", 0, k.MostRemembered())
	v = k.Temp("v", v)
	k.Add(ir.Put(gone, ir.Num(0)), ir.Put(left, ir.Num(0)), ir.Put(at, ir.Num(0)))
	k.eachIn(m, func(x *ir.Expr) {
		same := k.Temp("same", ir.Calc(ir.Eq, x, v))
		k.Choose(ir.All(ir.Calc(ir.Not, ir.Read(gone)), same), func() { k.Add(ir.Put(gone, ir.Num(1))) },
			func() {
				k.Add(ir.Write(m.Values, ir.Read(at), x), ir.Increment(at), ir.Put(left, ir.Calc(ir.Or, ir.Read(left), same)))
			})
	})
	k.Add(ir.Write(m.Length, ir.Num(0), ir.Read(at)))
	k.If(ir.All(k.HasRoom(v), ir.Calc(ir.Not, ir.Read(left))), func() {
		k.Add(&ir.Stmt{Op: ir.Exclude, Field: m.Known, Args: []*ir.Expr{ir.Num(0), v}})
	})
}

// ForgetAll forgets all numbers of a name.
func (k *Lowerer) ForgetAll(name string) {
	k.resolver.refuse(k)
	if m := k.memory(name); k.ActLog != nil { // an action for each number
		k.Rounds(ir.Num(0), ir.At(m.Length, ir.Num(0)), k.MostRemembered(), func(*ir.Expr) { k.Log(game.ActForgetValue, nil) })
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
		k.anyRule(func(x *lgdl.Expr) bool {
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
