package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// Where a move is legal only if a condition holds after it, looking at all moves costs
// as much as making them. A random move is then drawn among those that the rules
// generate, and drawn anew without it as long as the one that was drawn fails: each
// legal move is as likely as the others, and few of them are made.

// tested reports whether candidates of a generator are legal only if a condition holds
// after them.
func (k *Lowerer) tested(gen *ir.Func) bool {
	for _, n := range transform.Emitted(gen.Body) {
		if len(k.rules[n].tests) > 0 {
			return true
		}
	}
	return false
}

// drawsTested reports whether candidates of a generator are drawn and tested: never
// where their number is noted.
func (k *Lowerer) drawsTested(gen *ir.Func) bool {
	return !k.counts() && !k.off("tests") && !k.byDraws[gen] && k.tested(gen)
}

// Lists reports whether candidates of a generator whose number is noted are listed, and the drawn one is taken from the
// list: they are tested, or found at a cost that is not to be paid for their number and once more for the drawn one.
func (k *Lowerer) lists(gen *ir.Func) bool {
	return k.counts() && (k.tested(gen) || k.puzzle != nil || transform.Searches(gen.Body))
}

// listing has candidates of a generator listed for a random move where counting them, and looking for the drawn one
// again, takes longer.
func (k *Lowerer) listing(draws transform.Sampler, gen *ir.Func) transform.Sampler {
	if draws.List = nil; !k.off("listing") && transform.Costly(gen.Body) {
		draws.List, draws.Candidates = k.d.Ordered(k.Candidates, gen), k.Candidates
	}
	return draws
}

// maxTested is the number of candidates that are drawn and tested before all are listed,
// and drawn without those that failed.
const maxTested = 4

// untested is a generator of the candidates of another one, whether or not their tests hold.
func (k *Lowerer) untested(gen *ir.Func) *ir.Func {
	name := gen.Name + ".open"
	if k.Known(name) == nil {
		open := &ir.Func{Name: name, Result: ir.None, Body: k.gather(transform.Untested(gen.Body))}
		k.parallel(open)
		k.Share(name, open)
	}
	return k.Known(name)
}

// drawCounted is the function that returns a random legal move of a generator, the forced
// pass if there is none, and notes their number: all candidates are listed, and looked for but once.
func (k *Lowerer) drawCounted(p int, gen *ir.Func) *ir.Func {
	c := k.Candidates
	return k.Func(fmt.Sprintf("draw.p%d", p), ir.I64, func() {
		for i := range 3 {
			k.Add(ir.Write(c.Count, ir.Num(i), ir.Num(0)))
		}
		k.listKept(k.d.List(c, gen), gen)
		n := k.Temp("n", ir.Calc(ir.Add, ir.At(c.Count, ir.Num(0)), ir.At(c.Count, ir.Num(2))))
		k.Add(k.noteLegal(n), ir.When(n, ir.Give(ir.Invoke(k.P.Lookup("pick"), ir.Invoke(k.below(), n)))),
			ir.Give(transform.Pack(ir.Num(0), ir.Num(-1), ir.Num(-1), ir.Num(0))))
	})
}

// listKept calls a list of legal moves of a generator. The position is saved once for all that are tried, not
// for each.
func (k *Lowerer) listKept(list, gen *ir.Func) {
	tests := map[*ir.Func]bool{}
	for _, n := range transform.Emitted(gen.Body) {
		r := k.rules[n]
		for _, t := range r.tests {
			tests[t] = true
		}
		if r.all != nil {
			tests[r.all] = true
		}
	}
	once, saved := transform.KeepOnce(k.P, list, tests)
	if once == nil {
		k.Call(list)
		return
	}
	for _, x := range saved {
		k.Add(&ir.Stmt{Op: ir.Save, Field: x})
	}
	k.Call(once)
}

// trials leaves out of what is tried what makes no difference there, in programs of watched plays, which try most.
func (k *Lowerer) trials(stripped bool) {
	if k.counts() && stripped {
		transform.Trials(k.P, k.logger())
	}
}
