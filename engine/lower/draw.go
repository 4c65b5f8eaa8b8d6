package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/ir"
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
func (k *Lowerer) drawsTested(gen *ir.Func) bool { return k.watch == nil && k.tested(gen) }

// maxTested is the number of candidates that are drawn and tested before all are listed,
// and drawn without those that failed.
const maxTested = 4

// untested is a generator of the candidates of another one, whether or not their tests hold.
func (k *Lowerer) untested(gen *ir.Func) *ir.Func {
	name := gen.Name + ".open"
	if k.made[name] == nil {
		open := &ir.Func{Name: name, Result: ir.None, Body: ir.GatherIn(k.P, ir.Untested(gen.Body), k.index())}
		k.parallel(open)
		k.made[name] = open
	}
	return k.made[name]
}

// drawTested is the function that returns a random legal move of a generator, the forced
// pass if there is none; worth tells whether candidates are drawn by rejection.
func (k *Lowerer) drawTested(p int, gen *ir.Func, draws ir.Sampler, worth bool) *ir.Func {
	passes, open := k.passesTests(gen), k.untested(gen)
	forced := ir.Pack(ir.Num(0), ir.Num(-1), ir.Num(-1), ir.Num(0))
	return k.Func(fmt.Sprintf("draw.p%d", p), ir.I64, func() {
		move, loop := ir.NewLocal("move", ir.I64), &ir.Label{Name: "tries"}
		draws.Counted = nil
		draws.Does = func(rule int, from, to, data *ir.Expr) []*ir.Stmt {
			return []*ir.Stmt{ir.Put(move, ir.Pack(ir.Num(rule), from, to, data))}
		}
		draws.None = func() []*ir.Stmt { return []*ir.Stmt{ir.Give(forced)} }
		draws.Listed = func() []*ir.Stmt { return []*ir.Stmt{ir.Leave(loop)} }
		tries := ir.Within("tries", 0, maxTested)
		round := append(draws.Draw(open, k.d.Count(open), worth), ir.When(ir.Invoke(passes, ir.Read(move)), ir.Give(ir.Read(move))),
			ir.Put(tries, ir.Calc(ir.Sub, ir.Read(tries), ir.Num(1))), ir.When(ir.Calc(ir.Not, ir.Read(tries)), ir.Leave(loop)))
		k.Add(ir.Put(tries, ir.Num(maxTested)), &ir.Stmt{Op: ir.Loop, Label: loop, Body: round, Rounds: maxTested + 1})
		k.drawListed(gen, passes, forced)
	})
}

// drawCounted is the function that returns a random legal move of a generator, the forced
// pass if there is none, and notes their number: all candidates are tested, but once.
func (k *Lowerer) drawCounted(p int, gen *ir.Func) *ir.Func {
	c := k.candidates
	return k.Func(fmt.Sprintf("draw.p%d", p), ir.I64, func() {
		for i := range 3 {
			k.Add(ir.Write(c.Count, ir.Num(i), ir.Num(0)))
		}
		k.call(k.d.List(c, gen))
		n := k.Temp("n", ir.Calc(ir.Add, ir.At(c.Count, ir.Num(0)), ir.At(c.Count, ir.Num(2))))
		k.Add(k.noteLegal(n), ir.When(n, ir.Give(ir.Invoke(k.P.Lookup("pick"), ir.Invoke(k.below(), n)))),
			ir.Give(ir.Pack(ir.Num(0), ir.Num(-1), ir.Num(-1), ir.Num(0))))
	})
}

// drawListed adds that a random legal move of a generator is returned, from a list of all
// candidates from which those that fail are taken out.
func (k *Lowerer) drawListed(gen, passes *ir.Func, forced *ir.Expr) {
	c := k.candidates
	for i := range 3 {
		k.Add(ir.Write(c.Count, ir.Num(i), ir.Num(0)))
	}
	k.call(k.d.ListUntested(c, gen))
	n, i := ir.Within("n", 0, 1<<30), ir.Within("i", 0, 1<<30)
	move, last, draws := ir.NewLocal("move", ir.I64), ir.Within("last", -1, 1<<30), &ir.Label{Name: "draws"}
	k.Add(&ir.Stmt{Op: ir.Loop, Label: draws, Body: k.Inside(func() {
		k.Add(ir.Put(n, ir.Calc(ir.Add, ir.At(c.Count, ir.Num(0)), ir.At(c.Count, ir.Num(2)))))
		k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(n), ir.Num(0)), ir.Leave(draws)))
		k.Add(ir.Put(i, ir.Invoke(k.below(), ir.Read(n))))
		k.Add(ir.Put(move, ir.Invoke(k.P.Lookup("pick"), ir.Read(i))))
		// Candidates to the sites of a set are not tested.
		k.Add(ir.When(ir.Calc(ir.Le, ir.At(c.Count, ir.Num(0)), ir.Read(i)), ir.Give(ir.Read(move))))
		k.Add(ir.When(ir.Invoke(passes, ir.Read(move)), ir.Give(ir.Read(move))))
		k.Add(ir.Put(last, ir.Calc(ir.Sub, ir.At(c.Count, ir.Num(0)), ir.Num(1))),
			ir.Write(c.Moves, ir.Read(i), ir.At(c.Moves, ir.Read(last))), ir.Write(c.Count, ir.Num(0), ir.Read(last)))
	})}, ir.Give(forced))
}

// passesTests is the function that reports whether the conditions of a candidate hold after it.
func (k *Lowerer) passesTests(gen *ir.Func) *ir.Func {
	move := ir.NewLocal("move", ir.I64)
	return k.Func("passes", ir.I32, func() {
		number := k.Temp("rule", ir.RuleOf(ir.Read(move)))
		from, to := k.Temp("from", ir.FromOf(ir.Read(move))), k.Temp("to", ir.ToOf(ir.Read(move)))
		data := k.Temp("data", ir.DataOf(ir.Read(move)))
		var rules []int
		for _, n := range ir.Emitted(gen.Body) {
			if len(k.rules[n].tests) > 0 {
				rules = append(rules, n)
			}
		}
		k.dispatch(rules, number, func(n int) {
			k.If(ir.Calc(ir.Eq, number, ir.Num(n)), func() {
				for _, test := range k.rules[n].tests {
					k.Add(ir.When(ir.Calc(ir.Not, ir.Invoke(test, from, to, data)), ir.Give(ir.Num(0))))
				}
			})
		})
		k.Add(ir.Give(ir.Num(1)))
	}, move)
}
