package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// What several effects begin with is made once, on a copy of the position, and comes to actions, which are known from
// then on: consequents and rounds of (while …) among them are not found again. These actions go in front of each of the
// effects, in an order of their own (part 4, §6, do). So they are written down as they are made, each as a candidate of
// a rule that does nothing but that action, and put in order.

// maxResolved is the number of actions that are written down at a time; a play that needs more is spoilt.
const maxResolved = 1 << 10

// resolver is where actions are written down.
type resolver struct {
	log, count *ir.Field
	made       *ir.Field // number of actions that a rule has come to
	numbers    []int     // of the rules of single actions
	base, last *ir.Field // where the list begins, and how many actions the last effect has come to
	on         bool      // effects that are lowered are written down as they are made
	whole      bool      // what is lowered is one of them, not a part of it
	counting   bool      // actions that are lowered are counted
	performed  int       // how often effects have been lowered that are performed
}

// written are actions that have been written down: their entries.
type written struct {
	base, end *ir.Expr
	numbers   []int // of their rules
}

// resolved adds the effects that next emits on the position that those of prior lead to, each with the actions of these
// in front and what after adds behind it.
func (k *Lowerer) resolved(e, prior, next *lgdl.Expr, after func()) {
	priors, next := priorsOf(prior, next)
	saved := k.P.Snapshot("undone")
	listed := k.Temp("listed", ir.At(k.Candidates.Count, ir.Num(0)))
	k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
	w := k.writeDown(e, priors)
	from, to, effects := k.foundAfter(next)
	if k.disturbed(next, w.numbers) {
		k.isTooLate(e, "effects that are found out when they are made, behind such as begin them in an order of their own")
	}
	k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
	k.eachFound(from, to, effects, func() {
		w.each(k, func(n int, from, to, data *ir.Expr) { k.Call(k.rules[n].apply, from, to, data) })
	}, after)
	k.Add(ir.Write(k.Candidates.Count, ir.Num(0), listed))
	w.close(k)
}

// writeDown makes what effects begin with, one after the other, and writes it down.
func (k *Lowerer) writeDown(e *lgdl.Expr, priors []*lgdl.Expr) (w written) {
	r := &k.resolver
	if r.on || k.joint != nil {
		k.No(e, "effects that begin with such as begin with others")
	}
	if r.log == nil {
		r.log = k.P.Field("resolved", ir.Scratch, ir.Word, maxResolved)
		for _, x := range [...]struct {
			to   **ir.Field
			name string
		}{{&r.count, "count"}, {&r.made, "made"}, {&r.base, "base"}, {&r.last, "last"}} {
			*x.to = k.P.Field("resolved."+x.name, ir.Scratch, ir.Int, 1)
		}
	}
	w.base = k.Temp("base", ir.At(r.count, ir.Num(0)))
	listed := k.Temp("listed", ir.At(k.Candidates.Count, ir.Num(0)))
	r.numbers = nil
	for _, x := range priors {
		k.resolve(x)
	}
	slices.Sort(r.numbers)
	w.numbers = slices.Compact(r.numbers)
	k.Add(ir.Write(k.Candidates.Count, ir.Num(0), listed))
	w.end = k.Temp("end", ir.At(r.count, ir.Num(0)))
	return w
}

// each adds what f adds for each action: its rule, and its sites and data.
func (w written) each(k *Lowerer, f func(n int, from, to, data *ir.Expr)) {
	r := &k.resolver
	if len(w.numbers) == 0 {
		return
	}
	i := k.Var("i", 0, maxResolved, w.base)
	k.Loop("resolved", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, w.end, ir.Read(i)), ir.Leave(loop)))
		x := k.Temp("x", ir.At(r.log, ir.Read(i)))
		from, to, data := k.partsOf(x)
		k.dispatch(w.numbers, k.Temp("rule", transform.RuleOf(x)), func(n int) { f(n, from, to, data) })
		k.Add(ir.Increment(i))
	})
}

// close forgets the actions.
func (w written) close(k *Lowerer) { k.Add(ir.Write(k.resolver.count, ir.Num(0), w.base)) }

// resolve makes effects and writes down what they come to.
func (k *Lowerer) resolve(e *lgdl.Expr) {
	r := &k.resolver
	r.on, r.whole = true, true
	body := k.asFound(func() { k.Uncounted(func() { k.Moves(e) }) })
	r.on, r.whole = false, false
	if name := k.changedBefore(body); name != "" {
		k.No(e, "effects that begin with such as depend on one another: %s", name)
	}
	first, end := k.listed(body)
	numbers := transform.Emitted(body)
	for _, n := range numbers {
		if does := ir.Effects(k.rules[n].apply.Body); does.Unknown || does.Writes.Has(k.Fields.Rng) {
			k.No(e, "effects that begin with moves that draw")
		}
	}
	k.Add(ir.Write(r.base, ir.Num(0), ir.At(r.count, ir.Num(0))), ir.Write(r.last, ir.Num(0), ir.Num(0)))
	nothing := func() {}
	k.eachFound(first, end, numbers, nothing, nothing)
}

// begin begins to write down what a single one of the effects comes to, with its consequents. It returns what puts that
// in its place: behind as many actions as the effect before it came to.
func (r *resolver) begin(k *Lowerer) (end func()) {
	at := k.Temp("at", ir.At(r.count, ir.Num(0)))
	whole := r.whole
	r.whole = false
	return func() {
		r.whole = whole
		to := k.Temp("to", ir.Calc(ir.Add, ir.At(r.base, ir.Num(0)), ir.At(r.last, ir.Num(0))))
		k.Call(k.inserted(), ir.Cond(ir.Calc(ir.Lt, to, at), to, at), at)
		k.Add(ir.Write(r.last, ir.Num(0), ir.Calc(ir.Sub, ir.At(r.count, ir.Num(0)), at)))
	}
}

// inserted is the function that moves the actions from one on to where another is.
func (k *Lowerer) inserted() *ir.Func {
	r := &k.resolver
	return k.SharedOf("resolved.insert", ir.None, []string{"to", "at"}, func(p []*ir.Expr) {
		to, at := k.Var("to", 0, maxResolved, p[0]), k.Var("at", 0, maxResolved, p[1])
		k.Loop("actions", 0, func(loop *ir.Label) {
			k.Add(ir.When(ir.Any(ir.Calc(ir.Le, ir.At(r.count, ir.Num(0)), ir.Read(at)),
				ir.Calc(ir.Le, ir.Read(at), ir.Read(to))), ir.Leave(loop)))
			x := k.Temp("x", ir.At(r.log, ir.Read(at)))
			i := k.Var("i", 0, maxResolved, ir.Read(at))
			k.Loop("behind", 0, func(loop *ir.Label) {
				k.Add(ir.When(ir.Calc(ir.Le, ir.Read(i), ir.Read(to)), ir.Leave(loop)))
				k.Add(ir.Write(r.log, ir.Read(i), ir.At(r.log, ir.Calc(ir.Sub, ir.Read(i), ir.Num(1)))), ir.Decrement(i))
			})
			k.Add(ir.Write(r.log, ir.Read(to), x), ir.Increment(to), ir.Increment(at))
		})
	})
}

// alone is the number of the rule that does nothing but the action of an effect, which it counts.
func (k *Lowerer) alone(own bool, act func(from, to, data *ir.Expr)) int {
	r := &k.resolver
	effect, performed := k.effect, r.performed
	r.on, r.counting, k.effect = false, true, true
	x := k.rule(nil, nil, own, act)
	r.on, r.counting = true, false
	n := k.numbered(x)
	k.effect = effect
	if r.performed != performed {
		k.No(k.clause, "effects that begin with moves that others come before")
	}
	r.numbers = append(r.numbers, n)
	return n
}

// writtenDown adds the action of an effect, and writes it down. One that comes to none is left out; of several it is
// not known whether others go between them.
func (k *Lowerer) writtenDown(n int, from, to, data *ir.Expr) {
	r, fault := &k.resolver, ir.Write(k.Candidates.Fault, ir.Num(0), ir.Num(1))
	k.Add(ir.Write(r.made, ir.Num(0), ir.Num(0)))
	k.Call(k.rules[n].apply, from, to, data)
	made := k.Temp("made", ir.At(r.made, ir.Num(0)))
	k.Add(ir.When(ir.Calc(ir.Lt, ir.Num(1), made), fault))
	k.If(ir.Calc(ir.Ne, made, ir.Num(0)), func() {
		i := k.Temp("i", ir.At(r.count, ir.Num(0)))
		k.Choose(ir.Calc(ir.Below, i, ir.Num(maxResolved)), func() {
			k.Add(
				ir.Write(r.log, i, transform.Pack(ir.Num(n), from, to, data)),
				ir.Write(r.count, ir.Num(0), position.Plus(i, 1)),
			)
		}, func() { k.Add(fault) })
	})
}

// hard reports whether what several effects begin with must be written down: consequents among it come to actions, or
// some of it is found out when it is made.
func (k *Lowerer) hard(priors []*lgdl.Expr) bool {
	return slices.ContainsFunc(priors, func(x *lgdl.Expr) bool {
		return k.Asks(x, "then") ||
			slices.ContainsFunc(transform.Emitted(k.onTrial(x)), func(n int) bool { return k.rules[n].late })
	})
}

// refuse refuses an effect that comes to other actions where it is made later.
func (r *resolver) refuse(k *Lowerer) {
	if r.counting {
		k.No(k.clause, "effects that begin with such as come to several actions")
	}
}
