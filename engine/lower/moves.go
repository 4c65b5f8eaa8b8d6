package lower

import (
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// rule is what the candidates of one clause do.
type rule struct {
	apply *ir.Func // of from, to and data
	pass  bool
}

// Candidate is a move of a clause while it is lowered.
type Candidate struct {
	From, To, Data *ir.Expr // nil is Off, Off and 0
}

// Emit emits a candidate whose move does what act adds, given the from, to and data
// of the move, and then the consequents of its own clause and of those around it.
func (k *Lowerer) Emit(c Candidate, then *lgdl.Expr, act func(from, to, data *ir.Expr)) {
	r := k.rule(then, act)
	k.Add(&ir.Stmt{Op: ir.Emit, Args: []*ir.Expr{ir.Num(r), orOff(c.From), orOff(c.To), orZero(c.Data)}})
}

// EmitSet emits candidates to all sites of a set, each with the site as from if the
// candidate has none.
func (k *Lowerer) EmitSet(c Candidate, set *ir.Expr, then *lgdl.Expr, act func(from, to, data *ir.Expr)) {
	r := k.rule(then, act)
	k.Add(&ir.Stmt{Op: ir.EmitSet, Args: []*ir.Expr{ir.Num(r), orOff(c.From), set, orZero(c.Data)}})
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

// rule makes a rule and returns its number.
func (k *Lowerer) rule(then *lgdl.Expr, act func(from, to, data *ir.Expr)) int {
	f := &k.Fields
	r := &rule{}
	n := len(k.rules)
	k.rules = append(k.rules, r)
	from, to := ir.Within("from", -1, f.sites-1), ir.Within("to", -1, f.sites-1)
	data := ir.NewLocal("data", ir.I32)
	thens, effect, env := k.thens, k.effect, k.Env
	r.apply = k.Func("apply", ir.None, func() {
		k.Env.From, k.Env.To = ir.Read(from), ir.Read(to)
		act(ir.Read(from), ir.Read(to), ir.Read(data))
		if !effect {
			k.Add(f.Put(LastFrom, ir.Read(from)), f.Put(LastTo, ir.Read(to)))
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
	}, from, to, data)
	k.thens, k.effect, k.Env = thens, effect, env
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

// Then adds a consequent.
func (k *Lowerer) Then(e *lgdl.Expr) {
	if len(e.Args) > 1 && e.Args[1] != nil {
		k.No(e, "%s", e.Form.Text)
	}
	k.Perform(e.Args[0])
}

// Perform adds the effects of a moves ludeme: all its candidates, made before the
// first of them is applied.
func (k *Lowerer) Perform(e *lgdl.Expr) {
	thens, effect := k.thens, k.effect
	k.thens, k.effect = nil, true
	first := len(k.rules)
	body := k.Inside(func() { k.Moves(e) })
	rules := k.rules[first:]
	k.thens, k.effect = thens, effect
	if !k.settled(body, rules) {
		k.No(e, "effects that change what the next one reads")
	}
	k.Add(ir.Performed(body, func(n int) *ir.Func { return k.rules[n].apply })...)
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
