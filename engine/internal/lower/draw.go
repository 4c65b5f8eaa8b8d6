package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Where a move is legal only if a condition holds after it, looking at all moves costs
// as much as making them. A random move is then drawn among those that the rules
// generate, and drawn anew without it as long as the one that was drawn fails: each
// legal move is as likely as the others, and few of them are made.

// tested reports whether candidates of a generator are legal only if a condition holds
// after them.
func (k *Lowerer) tested(gen *ir.Func) bool {
	for _, n := range ir.Emitted(gen.Body) {
		if len(k.rules[n].tests) > 0 {
			return true
		}
	}
	return false
}

// drawsTested reports whether candidates of a generator are drawn and tested: never
// where their number is noted.
func (k *Lowerer) drawsTested(gen *ir.Func) bool {
	return !k.counts() && !k.off("tests") && k.tested(gen)
}

// lists reports whether candidates of a generator whose number is noted are listed, and the drawn one is taken from the
// list: they are tested, or found at a cost that is not to be paid for their number and once more for the drawn one.
func (k *Lowerer) lists(gen *ir.Func) bool {
	return k.counts() && (k.tested(gen) || k.puzzle != nil || ir.Searches(gen.Body))
}

// listing has candidates of a generator listed for a random move where counting them, and looking for the drawn one
// again, takes longer.
func (k *Lowerer) listing(draws ir.Sampler, gen *ir.Func) ir.Sampler {
	if draws.List = nil; !k.off("listing") && ir.Costly(gen.Body) && ir.Plain(gen.Body) {
		draws.List, draws.Pick, draws.Candidates = k.d.Ordered(k.candidates, gen), k.pickOrdered(draws), k.candidates
	}
	return draws
}

// pickOrdered is the function that returns candidate number n of an ordered list.
func (k *Lowerer) pickOrdered(draws ir.Sampler) *ir.Func {
	if fn := k.made["ordered"]; fn != nil {
		return fn
	}
	c, n := k.candidates, ir.Within("n", 0, 1<<30)
	fn := k.P.Func("ordered", ir.I64, n)
	k.made["ordered"] = fn
	fn.Body = k.Inside(func() {
		i := k.Var("set", 0, 1<<30, ir.Num(0))
		k.Loop("sets", ir.MaxSets+1, func(loop *ir.Label) {
			// n is the number among the candidates that are not those of the sets before.
			k.Add(ir.When(ir.Calc(ir.Le, ir.At(c.Count, ir.Num(1)), ir.Read(i)), ir.Leave(loop)))
			before := k.Temp("before", ir.At(c.Before, ir.Read(i)))
			k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(n), before), ir.Leave(loop)))
			size := k.Temp("size", ir.At(c.Sizes, ir.Read(i)))
			k.If(ir.Calc(ir.Lt, ir.Calc(ir.Sub, ir.Read(n), before), size), func() {
				k.Add(&ir.Stmt{Op: ir.SetStore, Field: draws.Chosen, Args: []*ir.Expr{ir.Num(0), ir.SetAt(c.Sets, ir.Read(i))}})
				site := k.Temp("site", ir.Invoke(draws.Nth, ir.Calc(ir.Sub, ir.Read(n), before)))
				k.Add(ir.Give(k.toSite(k.Temp("packed", ir.At(c.SetMoves, ir.Read(i))), site)))
			})
			k.Add(ir.Put(n, ir.Calc(ir.Sub, ir.Read(n), size)), ir.Increment(i))
		})
		k.Add(ir.Give(ir.At(c.Moves, ir.Read(n))))
	})
	return fn
}

// toSite is the candidate of a set that goes to a site.
func (k *Lowerer) toSite(packed, site *ir.Expr) *ir.Expr {
	wide := ir.Calc(ir.Wide, site)
	k.If(ir.Calc(ir.Eq, ir.FromOf(packed), ir.Num(-1)), func() {
		off := ir.Calc(ir.Xor, packed, ir.Long(0xffff<<16))
		k.Add(ir.Give(ir.Calc(ir.Or, off, ir.Calc(ir.Or, ir.Calc(ir.Shl, wide, ir.Long(16)), wide))))
	})
	return ir.Calc(ir.Or, packed, wide)
}

// maxTested is the number of candidates that are drawn and tested before all are listed,
// and drawn without those that failed.
const maxTested = 4

// untested is a generator of the candidates of another one, whether or not their tests hold.
func (k *Lowerer) untested(gen *ir.Func) *ir.Func {
	name := gen.Name + ".open"
	if k.made[name] == nil {
		open := &ir.Func{Name: name, Result: ir.None, Body: k.gather(ir.Untested(gen.Body))}
		k.parallel(open)
		k.made[name] = open
	}
	return k.made[name]
}

// drawCounted is the function that returns a random legal move of a generator, the forced
// pass if there is none, and notes their number: all candidates are listed, and looked for but once.
func (k *Lowerer) drawCounted(p int, gen *ir.Func) *ir.Func {
	c := k.candidates
	return k.Func(fmt.Sprintf("draw.p%d", p), ir.I64, func() {
		for i := range 3 {
			k.Add(ir.Write(c.Count, ir.Num(i), ir.Num(0)))
		}
		k.listKept(k.d.List(c, gen), gen)
		n := k.Temp("n", ir.Calc(ir.Add, ir.At(c.Count, ir.Num(0)), ir.At(c.Count, ir.Num(2))))
		k.Add(k.noteLegal(n), ir.When(n, ir.Give(ir.Invoke(k.P.Lookup("pick"), ir.Invoke(k.below(), n)))),
			ir.Give(ir.Pack(ir.Num(0), ir.Num(-1), ir.Num(-1), ir.Num(0))))
	})
}

// listKept calls a list of legal moves of a generator. The position is saved once for all that are tried, not
// for each.
func (k *Lowerer) listKept(list, gen *ir.Func) {
	tests := map[*ir.Func]bool{}
	for _, n := range ir.Emitted(gen.Body) {
		for _, t := range k.rules[n].tests {
			tests[t] = true
		}
	}
	once, saved := ir.KeepOnce(k.P, list, tests)
	if once == nil {
		k.call(list)
		return
	}
	for _, x := range saved {
		k.Add(&ir.Stmt{Op: ir.Save, Field: x})
	}
	k.call(once)
}
