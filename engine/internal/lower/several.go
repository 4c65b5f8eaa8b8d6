package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Effects that begin with others, (do prior next:…), are found on the position that the others
// lead to, and each of them has the others in front: with several, these are made once for each.

// found lists the effects that f emits: their entries from first up to end, and the numbers of
// their rules.
func (k *Lowerer) found(f func()) (first, end *ir.Expr, numbers []int) {
	thens, effect, filters, endings, prefixes, on := k.thens, k.effect, k.filters, k.endings, k.prefixes, k.ahead.on
	k.thens, k.effect, k.filters, k.endings, k.prefixes, k.ahead.on = nil, true, nil, nil, nil, false
	body := k.Inside(f)
	k.thens, k.effect, k.filters, k.endings, k.prefixes, k.ahead.on = thens, effect, filters, endings, prefixes, on
	c := k.candidates
	first = k.Temp("first", ir.At(c.Count, ir.Num(0)))
	k.Add(ir.Listed(c, body)...)
	return first, k.Temp("end", ir.At(c.Count, ir.Num(0))), ir.Emitted(body)
}

// eachFound adds the application of listed effects, and what before and after add around each.
func (k *Lowerer) eachFound(first, end *ir.Expr, numbers []int, before, after func()) {
	if len(numbers) == 0 {
		return
	}
	c := k.candidates
	i := k.Var("i", 0, 1<<30, first)
	k.Loop("found", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, end, ir.Read(i)), ir.Leave(loop)))
		before()
		move := k.Temp("move", ir.At(c.Moves, ir.Read(i)))
		from, to, data := k.Temp("from", ir.FromOf(move)), k.Temp("to", ir.ToOf(move)), k.Temp("data", ir.DataOf(move))
		k.dispatch(numbers, k.Temp("rule", ir.RuleOf(move)), func(n int) { k.call(k.rules[n].apply, from, to, data) })
		after()
		k.Add(ir.Increment(i))
	})
}

// manyEffects reports whether moves may come to several effects. What is lowered to find out is
// not kept.
func (k *Lowerer) manyEffects(e *lgdl.Expr) bool {
	many := false
	k.Inside(func() {
		k.PerformAll(func() {
			body := k.Inside(func() { k.Moves(e) })
			many = k.mostEffects(body) > 1
		})
	})
	return many
}

// ordered refuses more than two effects with consequents that others begin with, where it matters in which order they
// are made: found in theirs, those after the first go in front of the effect in reverse.
func (k *Lowerer) ordered(e *lgdl.Expr) {
	if !k.Asks(e, "then") {
		return
	}
	k.Inside(func() {
		k.PerformAll(func() {
			body := k.Inside(func() { k.Moves(e) })
			if k.mostEffects(body) < 2 {
				return
			}
			for _, n := range ir.Emitted(body) {
				does := ir.Effects(k.rules[n].apply.Body)
				for _, f := range k.Fields.data() {
					if f != nil && does.Writes[f] && does.Asks[f] {
						k.No(e, "effects that begin with moves whose order matters: %s", f.Name)
					}
				}
				if does.Writes[k.Fields.Named] && does.Asks[k.Fields.Named] {
					k.No(e, "effects that begin with moves whose order matters: variables")
				}
			}
		})
	})
}

// mostEffects is a bound on how many effects a body comes to; above 1 it only tells that it is.
func (k *Lowerer) mostEffects(body []*ir.Stmt) int {
	n := 0
	for _, s := range body {
		switch {
		case s.Op == ir.If:
			n += max(k.mostEffects(s.Body), k.mostEffects(s.Else))
		case s.Op == ir.EmitSet || s.Op == ir.Emit && k.rules[s.Args[0].K].several || s.Op == ir.Generate:
			n += 2
		case s.Op == ir.Emit:
			n++
		case s.Op == ir.Loop || s.Op == ir.Each:
			n += 2 * k.mostEffects(s.Body)
		default:
			n += k.mostEffects(s.Body) + k.mostEffects(s.Else)
		}
	}
	return n
}

// priorsOf are all that effects begin with, one behind the other, and these.
func priorsOf(prior, next *lgdl.Expr) ([]*lgdl.Expr, *lgdl.Expr) {
	priors := []*lgdl.Expr{prior}
	for next.Form.Keyword == "do" && next.Args[1] != nil && next.Args[2] == nil && next.Args[3] == nil {
		priors, next = append(priors, next.Args[0]), next.Args[1]
	}
	return priors, next
}

// several adds the effects that next emits on the position that those of prior lead to, each
// with those of prior in front and what after adds behind it. Where these begin with others in
// turn, those come behind prior.
func (k *Lowerer) several(e, prior, next *lgdl.Expr, after func()) {
	priors, next := priorsOf(prior, next)
	nothing := func() {}
	saved := k.P.Snapshot("undone")
	k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
	var base *ir.Expr
	repeat := nothing
	for _, x := range priors {
		if k.Asks(x, "sow") {
			k.Unwatched(e) // what is sown in front is sown anew each time, and logged as what comes of it
		}
		if k.Asks(x, "then") {
			k.No(e, "several effects that begin with moves with consequents")
		}
		first, end, numbers := k.found(func() { k.Moves(x) })
		for _, n := range numbers {
			if does := ir.Effects(k.rules[n].apply.Body); k.rules[n].late || does.Unknown || does.Writes[k.Fields.Rng] {
				k.No(e, "several effects that begin with moves that are found out when they are made")
			}
		}
		k.eachFound(first, end, numbers, nothing, nothing)
		if base == nil {
			base = first
		}
		outer := repeat
		repeat = func() {
			outer()
			k.eachFound(first, end, numbers, nothing, nothing)
		}
	}
	from, to, effects := k.found(func() { k.Moves(next) })
	for _, n := range effects {
		if k.rules[n].late {
			k.No(e, "several effects that are found out when they are made")
		}
	}
	k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
	k.eachFound(from, to, effects, repeat, after)
	k.Add(ir.Write(k.candidates.Count, ir.Num(0), base))
}

// Noted are effects that are found one after the other, to be made later on.
type Noted struct {
	k       *Lowerer
	first   *ir.Expr
	numbers []int
	end     *ir.Field // by index: where the entries of the effects that were found last end
	done    *ir.Local
}

// NoteEffects begins a list of up to so many groups of effects.
func (k *Lowerer) NoteEffects(most int) *Noted {
	n := &Noted{k: k, end: k.P.Field("noted", ir.Scratch, ir.Int, most), done: ir.Within("done", 0, 1<<30)}
	n.first = k.Temp("first", ir.At(k.candidates.Count, ir.Num(0)))
	k.Add(ir.Put(n.done, n.first))
	return n
}

// Find notes group i: the effects that f emits, without consequents.
func (n *Noted) Find(e *lgdl.Expr, i *ir.Expr, f func()) {
	k := n.k
	if k.Asks(e, "then") {
		k.No(e, "an effect of sowing with consequents")
	}
	_, end, numbers := k.found(f)
	for _, x := range numbers {
		if k.rules[x].late {
			k.No(e, "an effect of sowing that is found out when it is made")
		}
	}
	n.numbers = numbers
	k.Add(ir.Write(n.end, i, end))
}

// Make adds the effects of group i; the groups are made in order.
func (n *Noted) Make(i *ir.Expr) {
	k := n.k
	end := k.Temp("end", ir.At(n.end, i))
	k.eachFound(ir.Read(n.done), end, n.numbers, func() {}, func() {})
	k.Add(ir.Put(n.done, end))
}

// Close forgets the effects.
func (n *Noted) Close() { n.k.Add(ir.Write(n.k.candidates.Count, ir.Num(0), n.first)) }
