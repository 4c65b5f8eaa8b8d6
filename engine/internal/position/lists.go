package position

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// OneOf reports whether a number is among those that each goes through, of which sites is the set of those that a set
// has room for, nil where that is not known.
func (k *Code) OneOf(sites, v *ir.Expr, each func(f func(x *ir.Expr))) *ir.Expr {
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

// IsMemory reports whether a field is one of such a list.
func (k *Code) IsMemory(f *ir.Field) bool {
	return slices.ContainsFunc(k.Memories, func(m *layout.Memory) bool { return f == m.Values })
}

// MemoryOf is the list of numbers that are remembered under the number of a name.
func (k *Code) MemoryOf(id int32) *layout.Memory {
	for _, m := range k.Memories {
		if m.Name == id {
			return m
		}
	}
	if k.Valued {
		// Listing moves remembers numbers; by the rules it does so as often as heuristics have them listed.
		k.No(nil, "numbers remembered while moves are listed, as often as heuristics count them")
	}
	m := &layout.Memory{
		Name:   id,
		Values: k.P.Field(fmt.Sprintf("remembered.%d", id), ir.State, ir.Int, k.MostRemembered()),
		Length: k.P.Field(fmt.Sprintf("remembered.%d.length", id), ir.State, ir.Int, 1),
		Known:  k.P.Sets(fmt.Sprintf("remembered.%d.known", id), ir.State, 1),
	}
	k.Memories = append(k.Memories, m)
	return m
}

// EachIn adds what f adds for each number of such a list.
func (k *Code) EachIn(m *layout.Memory, f func(v *ir.Expr)) {
	i, end := ir.Within("i", 0, k.MostRemembered()), ir.Within("end", 0, k.MostRemembered())
	k.Add(ir.Put(i, ir.Num(0)), ir.Put(end, ir.At(m.Length, ir.Num(0))))
	k.Loop("remembered", k.MostRemembered()+1, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, ir.Read(end), ir.Read(i)), ir.Leave(loop)))
		v := k.Temp("v", ir.At(m.Values, ir.Read(i)))
		k.Add(ir.Increment(i))
		f(v)
	})
}

// HasRoom reports whether a set has room for a number.
func (k *Code) HasRoom(v *ir.Expr) *ir.Expr { return ir.Calc(ir.Below, v, ir.Num(64*k.P.Words)) }

// KeepInMind puts a number on a list.
func (k *Code) KeepInMind(m *layout.Memory, v *ir.Expr) {
	v = k.Temp("v", v)
	n := k.Temp("n", ir.At(m.Length, ir.Num(0)))
	k.Choose(ir.Calc(ir.Lt, n, ir.Num(k.MostRemembered())), func() {
		k.Add(ir.Write(m.Values, n, v), ir.Write(m.Length, ir.Num(0), ir.Calc(ir.Add, n, ir.Num(1))))
		k.If(k.HasRoom(v), func() { k.Include(m.Known, v) })
	}, func() { k.Add(ir.Write(k.Candidates.Fault, ir.Num(0), ir.Num(1))) })
}

// Forget takes a number off a list, once.
func (k *Code) Forget(m *layout.Memory, v *ir.Expr) {
	gone, left, at := ir.Within("gone", 0, 1), ir.Within("left", 0, 1), ir.Within("at", 0, k.MostRemembered())
	v = k.Temp("v", v)
	k.Add(ir.Put(gone, ir.Num(0)), ir.Put(left, ir.Num(0)), ir.Put(at, ir.Num(0)))
	k.EachIn(m, func(x *ir.Expr) {
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
