package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// rule is what the candidates of one clause do.
type rule struct {
	apply  *ir.Func // of from, to and data
	pass   bool
	tests  []*ir.Func // of from, to and data: what must hold after a candidate that is chosen
	asked  []filter   // the tests that make the move as it is chosen
	credit *lgdl.Expr // the ludeme that its candidates are credited to
	late   bool       // what it does is found out when it is done
	holds  []int      // the iterators that its candidates carry as data
}

// maxRules bounds the size of the code.
const maxRules = 2000

// filter is a condition that must hold after a move.
type filter struct {
	depth int // number of consequents around that the move does not have yet
	cond  *lgdl.Expr
	saved *ir.Field // the position before the move
	mover int       // who asks, as whom, and what he takes for constant
	as    *acting
	seen  [numVars]*ir.Expr
	holds func() *ir.Expr // the condition, where no clause says it: one that passes need not meet
}

// Candidate is a move of a clause while it is lowered.
type Candidate struct {
	From, To, Data *ir.Expr // nil is Off, Off and 0
}

// Emit emits a candidate whose move does what act adds, given the from, to and data
// of the move, and then the consequents of its own clause and of those around it.
func (k *Lowerer) Emit(c Candidate, then *lgdl.Expr, act func(from, to, data *ir.Expr)) {
	k.emit(c, then, act)
}

func (k *Lowerer) emit(c Candidate, then *lgdl.Expr, act func(from, to, data *ir.Expr)) *rule {
	act = k.noted(k.sited(&c, act))
	deciding := k.isDecision
	k.isDecision = false
	defer func() { k.isDecision = deciding }()
	n := 0
	env := k.Env
	held := k.hold(&c)
	prefixes := k.prefixes
	k.prefixes = held.prefixed(prefixes, &c)
	defer func() { k.prefixes = prefixes }()
	act = held.taking(k, act)
	if !k.ahead.on || k.effect {
		n = k.rule(then, k.thens, held.own, act)
		held.use(k, k.rules[n])
	}
	var tests []*ir.Func
	var of []*rule // whose moves they make
	for i := len(k.filters) - 1; i >= 0; i-- {
		test, by := k.test(k.filters[i], n, then, held.own, act)
		held.use(k, by)
		tests, of = append(tests, test), append(of, by)
	}
	k.Env = env
	// The tests of moves that others come before are asked after those, see behind.
	drawn := len(k.prefixes) == 0
	data := held.data(k, c.Data)
	s := &ir.Stmt{Op: ir.Emit, Args: []*ir.Expr{ir.Num(n), orOff(c.From), orOff(c.To), data}}
	for i, test := range tests {
		s = ir.When(ir.Invoke(test, orOff(c.From), orOff(c.To), data), s)
		s.Test = drawn
		if n > 0 && drawn {
			k.rules[n].tests = append(k.rules[n].tests, test)
			if x := k.filters[len(k.filters)-1-i]; of[i] == k.rules[n] && x.as == nil && x.mover == k.Mover {
				k.rules[n].asked = append(k.rules[n].asked, x)
			}
		}
	}
	k.Add(s)
	if n == 0 {
		return &rule{}
	}
	return k.rules[n]
}

// sited sees to the sites that a candidate without sites of its own does not have: an
// effect takes those around it along, for a move they have no value when it is made.
func (k *Lowerer) sited(c *Candidate, act func(from, to, data *ir.Expr)) func(from, to, data *ir.Expr) {
	if k.effect && c.From == nil {
		c.From = k.Env.From
	}
	if k.effect && c.To == nil {
		c.To = k.Env.To
	}
	noFrom, noTo := c.From == nil, c.To == nil
	lost := k.Env
	if noFrom {
		lost.Drop(&lost.From)
	}
	if noTo {
		lost.Drop(&lost.To)
	}
	return func(from, to, data *ir.Expr) {
		k.Env.lost |= lost.lost
		if noFrom {
			k.Env.From = nil
		}
		if noTo {
			k.Env.To = nil
		}
		act(from, to, data)
	}
}

// EmitLate emits an effect without sites that is found out when it is done, though by the
// rules before any other effect is.
func (k *Lowerer) EmitLate(then *lgdl.Expr, act func()) {
	k.emit(Candidate{}, then, func(_, _, _ *ir.Expr) { act() }).late = true
}

// EmitPass emits the decision to pass.
func (k *Lowerer) EmitPass(then *lgdl.Expr) {
	outer := k.filters
	k.filters = nil
	for _, x := range outer {
		if x.holds == nil {
			k.filters = append(k.filters, x)
		}
	}
	k.passing = true
	k.emit(Candidate{}, then, func(_, _, _ *ir.Expr) { k.Log(game.ActPass, nil) })
	k.passing = false
	k.filters = outer
}

// EmitSet emits candidates to all sites of a set, each with the site as from if the
// candidate has none.
func (k *Lowerer) EmitSet(c Candidate, set *ir.Expr, then *lgdl.Expr, act func(from, to, data *ir.Expr)) {
	if len(k.filters) > 0 {
		k.Each(set, func(site *ir.Expr) {
			one := c
			one.To = site
			if c.From == nil {
				one.From = site
			}
			k.Emit(one, then, act)
		})
		return
	}
	r, data := 0, orZero(c.Data)
	if !k.ahead.on || k.effect {
		env := k.Env
		held := k.hold(&c)
		r = k.rule(then, k.thens, held.own, held.taking(k, act))
		held.use(k, k.rules[r])
		k.Env = env
		data = held.data(k, c.Data)
	}
	k.Add(&ir.Stmt{Op: ir.EmitSet, Args: []*ir.Expr{ir.Num(r), orOff(c.From), set, data}})
}

// Filter lowers moves after which a condition must hold.
func (k *Lowerer) Filter(cond *lgdl.Expr, f func()) {
	if threat, stuck := game.Guarded(cond); threat && k.ahead.threat || stuck && k.ahead.stuck {
		f()
		return
	}
	outer := k.filters
	saved := k.P.Snapshot("before")
	k.filters = append(append([]filter{}, outer...), filter{depth: len(k.thens), cond: cond, saved: saved, mover: k.Mover,
		as: k.as, seen: k.Fields.seen})
	f()
	k.filters = outer
}

func orOff(e *ir.Expr) *ir.Expr {
	if e == nil {
		return ir.Num(-1)
	}
	return e
}

func orZero(e *ir.Expr) *ir.Expr {
	if e == nil {
		return ir.Num(0)
	}
	return e
}

// rule makes a rule and returns its number; thens are the consequents around it, and own says
// that its candidates have data of their own.
func (k *Lowerer) rule(then *lgdl.Expr, thens []*lgdl.Expr, own bool, act func(from, to, data *ir.Expr)) int {
	f := &k.Fields
	r := &rule{pass: k.passing, credit: k.credit.of()}
	n := len(k.rules)
	if n == maxRules {
		k.No(nil, "more than %d kinds of moves and effects", maxRules)
	}
	k.rules = append(k.rules, r)
	from, to := ir.Within("from", -1, f.span-1), ir.Within("to", -1, f.span-1)
	data := ir.NewLocal("data", ir.I32)
	outer, effect, env, filters, passing := k.thens, k.effect, k.Env, k.filters, k.passing
	endings, prefixes, making, arrived := k.endings, k.prefixes, k.making, k.arrived
	k.arrived = nil
	k.filters, k.passing, k.endings, k.prefixes, k.making = nil, false, nil, nil, true
	r.apply = k.Func("apply", ir.None, func() {
		k.Env.From, k.Env.To, k.Env.Sites = ir.Read(from), ir.Read(to), nil
		acting := k.acting
		k.acting = true
		var held [2 * numIterators]*ir.Local
		k.Env.unpack(ir.Read(from), ir.Read(to), &held)
		move := k.Inside(func() {
			mine := k.Env
			for _, p := range prefixes {
				k.Env = p.env
				k.Env.unpack(ir.Read(from), ir.Read(to), &held)
				k.Uncounted(func() { k.Perform(p.prior) })
			}
			k.Env = mine
			k.withEndings(endings, func() { act(ir.Read(from), ir.Read(to), ir.Read(data)) })
		})
		r.holds = k.unhold(held, own, move, ir.Read(data))
		k.Add(move...)
		k.acting = false
		if !effect {
			k.Add(f.Put(MoveNumber, ir.Calc(ir.Add, f.Get(MoveNumber), ir.Num(1))))
			k.Add(f.Put(LastFrom, ir.Read(from)), f.Put(LastTo, ir.Read(to)), f.Put(LastLevel, orZero(k.arrived)),
				f.Put(Passed, ir.Truth(r.pass)))
			if k.after {
				k.Add(f.Put(AfterFrom, f.Get(ActFrom)), f.Put(AfterTo, f.Get(ActTo)))
			}
		}
		// The consequents of the clause come first, those of the clauses around it after
		// them. What they are about is told by (last …): they have no iterators.
		k.Env = Env{}
		if then != nil {
			k.Then(then)
		}
		for i := len(thens) - 1; i >= 0; i-- {
			k.Then(thens[i])
		}
		k.acting = acting
	}, from, to, data)
	k.thens, k.effect, k.Env, k.filters, k.passing = outer, effect, env, filters, passing
	k.endings, k.prefixes, k.making, k.arrived = endings, prefixes, making, arrived
	return n
}

// Around lowers moves with consequents around them, nil for none.
func (k *Lowerer) Around(then *lgdl.Expr, f func()) {
	if then == nil {
		f()
		return
	}
	outer := k.thens
	k.thens = append(append([]*lgdl.Expr{}, outer...), then)
	f()
	k.thens = outer
}

// Doubled lowers moves around which the consequents come twice.
func (k *Lowerer) Doubled(f func()) {
	thens, filters := k.thens, k.filters
	var twice []*lgdl.Expr
	for _, e := range thens {
		twice = append(twice, e, e)
	}
	k.thens, k.filters = twice, nil
	for _, x := range filters {
		x.depth *= 2
		k.filters = append(k.filters, x)
	}
	f()
	k.thens, k.filters = thens, filters
}

// Then adds a consequent. It sees no iterators, so that it is the same wherever the
// same player has moved: it is lowered once.
func (k *Lowerer) Then(e *lgdl.Expr) {
	if len(e.Args) > 1 && e.Args[1] != nil {
		k.No(e, "%s", e.Form.Text)
	}
	k.asTurn(func() {
		key := consequent{e, k.Mover}
		fn := k.consequents[key]
		if fn == nil {
			env := k.Env
			k.Env = Env{}
			fn = k.Func("then", ir.None, func() { k.Perform(e.Args[0]) })
			k.Env = env
			k.consequents[key] = fn
		}
		k.call(fn)
	})
}

// Perform adds the effects of a moves ludeme: all its candidates, made before the
// first of them is applied.
func (k *Lowerer) Perform(e *lgdl.Expr) { k.PerformAll(func() { k.Moves(e) }) }

// Sequence adds effects one after the other, each of which sees what those before it
// did, and as the last move the one before it.
func (k *Lowerer) Sequence(list []*lgdl.Expr) {
	k.apart(func() {
		for _, x := range list {
			k.perform(func() { k.Moves(x) }, true)
		}
	})
}

// While adds effects again and again as long as a condition holds, up to a number of
// rounds; a play that needs more is spoilt.
func (k *Lowerer) While(cond, e *lgdl.Expr, rounds int) {
	k.apart(func() {
		n, loop := ir.Within("n", 0, 1<<30), &ir.Label{Name: "while"}
		k.Add(ir.Put(n, ir.Num(0)), &ir.Stmt{Op: ir.Loop, Label: loop, Body: k.Inside(func() {
			k.Add(ir.When(ir.Calc(ir.Not, k.Bool(cond)), ir.Leave(loop)))
			k.Add(ir.When(ir.Calc(ir.Le, ir.Num(rounds), ir.Read(n)), ir.Write(k.candidates.Fault, ir.Num(0), ir.Num(1)),
				ir.Leave(loop)))
			k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), ir.Num(1))))
			k.perform(func() { k.Moves(e) }, true)
		})})
	})
}

// apart adds effects that count as moves of their own while they last: afterwards the
// last move is again the one that it was before.
func (k *Lowerer) apart(do func()) {
	f := &k.Fields
	var kept []*ir.Stmt
	for _, v := range [...]Var{LastFrom, LastTo, LastLevel, AfterFrom, AfterTo, Passed, MoveNumber} {
		was := ir.NewLocal("was", ir.I32)
		k.Add(ir.Put(was, f.Get(v)))
		kept = append(kept, f.Put(v, ir.Read(was)))
	}
	do()
	k.Add(kept...)
}

// own is the function that applies a candidate as a move of its own.
func (k *Lowerer) own(apply *ir.Func) *ir.Func {
	if !k.after {
		return apply
	}
	f := &k.Fields
	from, to := ir.Within("from", -1, f.span-1), ir.Within("to", -1, f.span-1)
	data := ir.NewLocal("data", ir.I32)
	return k.Func("own", ir.None, func() {
		a, b := ir.NewLocal("a", ir.I32), ir.NewLocal("b", ir.I32)
		k.Add(ir.Put(a, f.Get(ActFrom)), ir.Put(b, f.Get(ActTo)), f.Put(ActFrom, ir.Num(-1)), f.Put(ActTo, ir.Num(-1)))
		k.call(apply, ir.Read(from), ir.Read(to), ir.Read(data))
		k.Add(f.Put(AfterFrom, f.Get(ActFrom)), f.Put(AfterTo, f.Get(ActTo)),
			ir.When(ir.Calc(ir.Eq, f.Get(ActFrom), ir.Num(-1)), f.Put(ActFrom, ir.Read(a))),
			ir.When(ir.Calc(ir.Eq, f.Get(ActTo), ir.Num(-1)), f.Put(ActTo, ir.Read(b))))
	}, from, to, data)
}

// PerformAll adds the effects that f emits. Where none changes what the others are
// made from they are applied as they are found, else they are listed first.
func (k *Lowerer) PerformAll(f func()) { k.perform(f, false) }

// perform is PerformAll; with own, each candidate is applied as a move of its own.
func (k *Lowerer) perform(f func(), own bool) {
	thens, effect, filters, endings, prefixes := k.thens, k.effect, k.filters, k.endings, k.prefixes
	on := k.ahead.on
	k.thens, k.effect, k.filters, k.endings, k.prefixes, k.ahead.on = nil, !own, nil, nil, nil, false
	first := len(k.rules)
	body := k.Inside(f)
	k.ahead.on = on
	rules := k.rules[first:]
	numbers := ir.Emitted(body)
	k.thens, k.effect, k.filters, k.endings, k.prefixes = thens, effect, filters, endings, prefixes
	applied := map[int]*ir.Func{}
	for _, n := range numbers {
		if applied[n] = k.rules[n].apply; own {
			applied[n] = k.own(k.rules[n].apply)
		}
	}
	k.punctual(body, numbers)
	apply := func(n int) *ir.Func { return applied[n] }
	if k.settled(body, rules) {
		k.Add(ir.Performed(body, apply)...)
		return
	}
	c := k.candidates
	base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
	k.Add(ir.Listed(c, body)...)
	end := k.Temp("end", ir.At(c.Count, ir.Num(0)))
	i, loop := ir.Within("i", 0, 1<<30), &ir.Label{Name: "effects"}
	k.Add(ir.Put(i, base), &ir.Stmt{Op: ir.Loop, Label: loop, Body: k.Inside(func() {
		k.Add(ir.When(ir.Calc(ir.Le, end, ir.Read(i)), ir.Leave(loop)))
		move := k.Temp("move", ir.At(c.Moves, ir.Read(i)))
		number := k.Temp("rule", ir.RuleOf(move))
		from, to, data := k.Temp("from", ir.FromOf(move)), k.Temp("to", ir.ToOf(move)), k.Temp("data", ir.DataOf(move))
		k.dispatch(numbers, number, func(n int) { k.call(apply(n), from, to, data) })
		k.Add(ir.Put(i, ir.Calc(ir.Add, ir.Read(i), ir.Num(1))))
	})}, ir.Write(c.Count, ir.Num(0), base))
}

// punctual refuses effects that are found out when they are done, by the rules before
// any effect is done, where another effect may change what they are found from.
func (k *Lowerer) punctual(body []*ir.Stmt, numbers []int) {
	for i, n := range numbers {
		if !k.rules[n].late {
			continue
		}
		reads := ir.Effects(k.rules[n].apply.Body).Reads
		others := numbers[:i]
		if ir.Loops(body) {
			others = numbers
		}
		for _, other := range others {
			for w := range ir.Effects(k.rules[other].apply.Body).Writes {
				if reads[w] && w.Kind == ir.State {
					k.No(nil, "effects after others that they depend on: %s", w.Name)
				}
			}
		}
	}
}

// settled reports whether the candidates of a body may be applied as they are
// found: none of them changes what the body reads afterwards.
func (k *Lowerer) settled(body []*ir.Stmt, rules []*rule) bool {
	if len(rules) == 0 || len(rules) == 1 && !ir.Loops(body) {
		return true
	}
	access := ir.Effects(body)
	if access.Unknown {
		return false
	}
	for _, r := range rules {
		does := ir.Effects(r.apply.Body)
		if does.Unknown {
			return false
		}
		for w := range does.Writes {
			if access.Reads[w] {
				return false
			}
		}
	}
	return true
}
