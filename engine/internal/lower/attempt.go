package lower

import (
	"strconv"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
)

// A candidate that is drawn and must leave something true is attempted: its move is made,
// the conditions are asked, and the position is put back if one fails. One that passes
// need not be made again.

// The outcomes of an attempt: the candidate fails; its move is made, and is a pass or not;
// or it passes, and its move is still to be made.
const (
	failed = -1
	unmade = 2
)

// whole reports whether the move that the tests of a rule make is the move itself, with
// all that comes before and after it.
func (k *Lowerer) whole(r *rule) bool {
	return len(r.asked) > 0 && len(r.asked) == len(r.tests) &&
		k.PendingSites == nil && k.Ballot == nil && k.Thrown == nil && !k.TellsActs
}

// attempt is the function that attempts a candidate of a generator.
func (k *Lowerer) attempt(gen *ir.Func) *ir.Func {
	if fn := k.Line.Attempts[gen]; fn != nil {
		return fn
	}
	move, p := ir.NewLocal("move", ir.I64), k.Mover
	fn := k.Func("attempt", ir.I32, func() {
		number := k.Temp("rule", transform.RuleOf(ir.Read(move)))
		from, to := k.Temp("from", transform.FromOf(ir.Read(move))), k.Temp("to", transform.ToOf(ir.Read(move)))
		data := k.Temp("data", transform.DataOf(ir.Read(move)))
		var rules []int
		for _, n := range transform.Emitted(gen.Body) {
			if len(k.rules[n].tests) > 0 {
				rules = append(rules, n)
			}
		}
		k.dispatch(rules, number, func(n int) {
			r := k.rules[n]
			k.If(ir.Calc(ir.Eq, number, ir.Num(n)), func() {
				if k.whole(r) {
					k.attemptRule(p, n, from, to, data)
					return
				}
				for _, test := range r.tests {
					k.Add(ir.When(ir.Calc(ir.Not, ir.Invoke(test, from, to, data)), ir.Give(ir.Num(failed))))
				}
			})
		})
		k.Add(ir.Give(ir.Num(unmade)))
	}, move)
	k.Line.Attempts[gen] = fn
	return fn
}

// attemptRule attempts a candidate of a rule whose tests make the whole move.
func (k *Lowerer) attemptRule(p, n int, from, to, data *ir.Expr) {
	f, r := &k.Fields, k.rules[n]
	saved := r.asked[0].saved
	k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
	for _, x := range r.asked {
		if x.first != nil {
			x.first()
		}
	}
	k.countDecisions()
	k.StartMove()
	k.Call(r.apply, from, to, data)
	k.endMove()
	pass := ir.Num(0)
	if r.pass {
		pass = k.Temp("pass", k.stillPass())
	}
	ok := ir.Within("ok", 0, 1)
	next := k.Var("next", 0, k.G.Players, ir.At(f.Vars[layout.Next], ir.Num(0)))
	for _, x := range r.asked {
		k.Add(ir.Put(ok, k.askedAfter(x)))
		k.Add(ir.When(ir.Calc(ir.Not, ir.Read(ok)), &ir.Stmt{Op: ir.Restore, Field: saved}, ir.Give(ir.Num(failed))))
		k.Add(f.Put(layout.Next, ir.Read(next))) // which the condition sees as of the next turn
	}
	k.Mover = p
	k.Add(ir.Give(pass))
}

// askedAfter is the condition of a filter after a move.
func (k *Lowerer) askedAfter(x filter) *ir.Expr {
	if x.holds != nil {
		return x.holds()
	}
	return ir.Invoke(k.holds(x))
}

// drawTested adds that a random legal move of a generator is made, or the forced pass if
// there is none; worth reports whether candidates are drawn by rejection.
func (k *Lowerer) drawTested(p int, gen *ir.Func, draws transform.Sampler, worth bool, pass *ir.Local) {
	if k.Line.Tests[gen] == nil {
		k.Line.Tests[gen] = k.testedDraw(p, gen, draws, worth)
	}
	result := k.Temp("result", ir.Invoke(k.Line.Tests[gen]))
	k.If(ir.Calc(ir.Eq, result, ir.Num(unmade)), func() {
		k.Call(k.play, ir.At(k.drawn(), ir.Num(0)))
		k.Add(ir.Give(nil))
	})
	k.Add(ir.Put(pass, result))
}

// testedDraw is the function that draws such a move, keeps it in drawn, and returns how its attempt went.
func (k *Lowerer) testedDraw(p int, gen *ir.Func, draws transform.Sampler, worth bool) *ir.Func {
	c, attempt, open, drawn := k.Candidates, k.attempt(gen), k.untested(gen), k.drawn()
	forced := transform.Pack(ir.Num(0), ir.Num(-1), ir.Num(-1), ir.Num(0))
	return k.Func("draw.p"+strconv.Itoa(p), ir.I32, func() {
		move, loop := ir.NewLocal("move", ir.I64), &ir.Label{Name: "tries"}
		tries, result := ir.Within("tries", 0, maxTested), ir.Within("result", failed, unmade)
		draws.Counted = nil
		draws.Does = func(rule int, from, to, data *ir.Expr) []*ir.Stmt {
			return []*ir.Stmt{ir.Put(move, transform.Pack(ir.Num(rule), from, to, data))}
		}
		draws.None = func() []*ir.Stmt { return []*ir.Stmt{ir.Write(drawn, ir.Num(0), forced), ir.Give(ir.Num(unmade))} }
		draws.Listed = func() []*ir.Stmt { return []*ir.Stmt{ir.Leave(loop)} }
		var find []*ir.Stmt
		if draws = k.listing(draws, open); draws.List != nil && draws.Counts(open, worth) {
			n := ir.Within("n", 0, 1<<30) // once for all tries
			k.Add(draws.Begin(n)...)
			k.Add(ir.When(ir.Calc(ir.Not, ir.Read(n)), draws.None()...))
			find = []*ir.Stmt{ir.Put(move, draws.Any(n))}
		} else {
			find = draws.Draw(open, k.d.Count(open), worth)
		}
		round := append(find, k.attempted(attempt, move, result, drawn)...)
		round = append(round, ir.Decrement(tries),
			ir.When(ir.Calc(ir.Not, ir.Read(tries)), ir.Leave(loop)))
		k.Add(ir.Put(tries, ir.Num(maxTested)), &ir.Stmt{Op: ir.Loop, Label: loop, Body: round, Rounds: maxTested + 1})

		for i := range 3 {
			k.Add(ir.Write(c.Count, ir.Num(i), ir.Num(0)))
		}
		all := k.d.ListUntested(c, gen)
		k.Call(all)
		if draws.List != nil { // mostly the same list, found when all sets are
			k.alikeLists = append(k.alikeLists, [2]*ir.Func{all, draws.List})
		}
		n, i, last := ir.Within("n", 0, 1<<30), ir.Within("i", 0, 1<<30), ir.Within("last", -1, 1<<30)
		listed := &ir.Label{Name: "draws"}
		k.Add(&ir.Stmt{Op: ir.Loop, Label: listed, Body: k.Inside(func() {
			k.Add(ir.Put(n, ir.Calc(ir.Add, ir.At(c.Count, ir.Num(0)), ir.At(c.Count, ir.Num(2)))))
			k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(n), ir.Num(0)), ir.Leave(listed)))
			k.Add(ir.Put(i, ir.Invoke(k.below(), ir.Read(n))))
			k.Add(ir.Put(move, ir.Invoke(k.P.Lookup("pick"), ir.Read(i))))
			// Candidates to the sites of a set are not tested.
			k.Add(ir.When(ir.Calc(ir.Le, ir.At(c.Count, ir.Num(0)), ir.Read(i)),
				ir.Write(drawn, ir.Num(0), ir.Read(move)), ir.Give(ir.Num(unmade))))
			k.Add(k.attempted(attempt, move, result, drawn)...)
			k.Add(ir.Put(last, ir.Calc(ir.Sub, ir.At(c.Count, ir.Num(0)), ir.Num(1))),
				ir.Write(c.Moves, ir.Read(i), ir.At(c.Moves, ir.Read(last))), ir.Write(c.Count, ir.Num(0), ir.Read(last)))
		})}, ir.Write(drawn, ir.Num(0), forced), ir.Give(ir.Num(unmade)))
	})
}

// attempted attempts a candidate, and returns from a function how it went unless it failed.
func (k *Lowerer) attempted(attempt *ir.Func, move, result *ir.Local, drawn *ir.Field) []*ir.Stmt {
	return []*ir.Stmt{ir.Put(result, ir.Invoke(attempt, ir.Read(move))),
		ir.When(ir.Calc(ir.Ne, ir.Read(result), ir.Num(failed)),
			ir.Write(drawn, ir.Num(0), ir.Read(move)), ir.Give(ir.Read(result)))}
}
