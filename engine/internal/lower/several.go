package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Effects that begin with others, (do prior next:…), are found on the position that the others
// lead to, and each of them has the others in front: with several, these are made once for each.

// found lists the effects that f emits: their entries from first up to end, and the numbers of
// their rules.
func (k *Lowerer) found(f func()) (first, end *ir.Expr, numbers []int) {
	body := k.asFound(f)
	first, end = k.listed(body)
	return first, end, transform.Emitted(body)
}

// foundAfter lists effects each of which has others in front: in their order.
func (k *Lowerer) foundAfter(next *lgdl.Expr) (first, end *ir.Expr, numbers []int) {
	outer := k.preceded
	k.preceded = true
	first, end, numbers = k.found(func() { k.Moves(next) })
	k.preceded = outer
	return first, end, numbers
}

// asFound is what emits the effects that f does.
func (k *Lowerer) asFound(f func()) []*ir.Stmt {
	thens, effect, filters, endings, prefixes, on := k.thens, k.effect, k.filters, k.endings, k.prefixes, k.ahead.on
	fronts := k.fronts
	k.thens, k.effect, k.filters, k.endings, k.prefixes, k.ahead.on = nil, true, nil, nil, nil, false
	k.fronts = nil
	body := k.Inside(f)
	k.thens, k.effect, k.filters, k.endings, k.prefixes, k.ahead.on = thens, effect, filters, endings, prefixes, on
	k.fronts = fronts
	return body
}

// Listed lists the effects that a body emits: their entries from first up to end.
func (k *Lowerer) listed(body []*ir.Stmt) (first, end *ir.Expr) {
	c := k.Candidates
	first = k.Temp("first", ir.At(c.Count, ir.Num(0)))
	k.Add(transform.Listed(c, body)...)
	return first, k.Temp("end", ir.At(c.Count, ir.Num(0)))
}

// eachFound adds the application of listed effects, and what before and after add around each.
func (k *Lowerer) eachFound(first, end *ir.Expr, numbers []int, before, after func()) {
	if len(numbers) == 0 {
		return
	}
	c := k.Candidates
	i := k.Var("i", 0, 1<<30, first)
	k.Loop("found", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, end, ir.Read(i)), ir.Leave(loop)))
		before()
		move := k.Temp("move", ir.At(c.Moves, ir.Read(i)))
		from, to, data := k.partsOf(move)
		k.dispatch(numbers, k.Temp("rule", transform.RuleOf(move)), func(n int) { k.Call(k.rules[n].apply, from, to, data) })
		after()
		k.Add(ir.Increment(i))
	})
}

// manyEffects reports whether moves may come to several effects.
func (k *Lowerer) manyEffects(e *lgdl.Expr) bool { return k.mostEffects(k.onTrial(e)) > 1 }

// onTrial is what emits effects. It is lowered to find out about them and not kept.
func (k *Lowerer) onTrial(e *lgdl.Expr) (body []*ir.Stmt) {
	k.Inside(func() { k.PerformAll(func() { body = k.Inside(func() { k.Moves(e) }) }) })
	return body
}

// inOrder reports whether it matters in which order effects are made that others begin with: found in theirs, those
// after the first go in front of the effect in reverse.
func (k *Lowerer) inOrder(e *lgdl.Expr) (matters bool) {
	body := k.onTrial(e)
	if k.mostEffects(body) < 3 {
		return false
	}
	sites := k.Asks(e, "then")
	transform.EmittedBefore(body, func(n int, before []int) {
		if k.rules[n].several {
			before = append(before[:len(before):len(before)], n)
		}
		writes := k.orderly(n, sites)
		for _, other := range before {
			matters = matters || !k.commute(body, n, other)
			for _, x := range k.orderly(other, sites) {
				matters = matters || slices.ContainsFunc(writes, func(y element) bool {
					return x.field == y.field && (x.index == y.index || x.index < 0 || y.index < 0)
				})
			}
		}
	})
	return matters
}

// commute reports whether two rules of the effects that a body emits leave the same on a site whichever comes first:
// both take what stands there away, of stacks the top, or both are the same that does the same at each site.
func (k *Lowerer) commute(body []*ir.Stmt, a, b int) bool {
	x, y := k.leaves(body, a), k.leaves(body, b)
	if (k.byLists || (k.Fields.Lists != nil || k.Fields.Listings != nil) && !k.Stacked()) && x.places && y.places {
		return false // a clause goes by the lists, in which those that came first are first
	}
	return x.nothing || y.nothing || x.taken && y.taken && !x.within && !y.within || a == b && x.alike
}

// left says what a rule does to sites: nothing, or only that pieces are taken away, or the same to each; and whether
// levels of stacks are moved, so that others have the numbers that they had, and whether pieces come or go.
type left struct{ nothing, taken, alike, within, places bool }

func (k *Lowerer) leaves(effects []*ir.Stmt, rule int) left {
	f, apply := &k.Fields, k.rules[rule].apply
	fields := []*ir.Field{f.What, f.Count, f.State, f.Turned, f.Worth}
	for _, l := range f.Layers {
		if l != nil {
			fields = append(fields, l.What, l.Count, l.State)
		}
	}
	x := left{nothing: true, taken: true, alike: !k.Stacked()}
	ir.Reach(apply.Body, func(s *ir.Stmt) {
		x.places = x.places || s.Op == ir.Store && s.Field == f.What
		switch {
		case s.Op != ir.Store:
		case k.Stacked() && s.Field == f.Lists.Listed:
			x.nothing, x.taken = false, x.taken && s.Args[1].Op != ir.Add // one more
		case k.Stacked() && s.Field == k.Fields.Stacks.Level:
			x.within = x.within || !s.Args[1].Is(0)
		case slices.Contains(fields, s.Field):
			x.nothing, x.taken = false, x.taken && (k.Stacked() || s.Args[1].Is(0))
		}
	})
	data, same := (*ir.Expr)(nil), true
	ir.Walk(effects, func(s *ir.Stmt) {
		if (s.Op == ir.Emit || s.Op == ir.EmitSet) && s.Args[0].Is(int64(rule)) {
			_, known := s.Args[3].Number()
			same = same && known && (data == nil || data.K == s.Args[3].K)
			data = s.Args[3]
		}
	}, nil)
	only := f.Count != nil && f.Comps == 2 && f.Data() == [layout.NumData]*ir.Field{} // numbers of one kind add up
	ir.Walk(apply.Body, nil, func(e *ir.Expr) {
		reads := e.Op == ir.Get && (e.Local == apply.Params[0] || e.Local == apply.Params[2] && !same)
		x.alike = x.alike && (only || !reads)
	})
	return x
}

// element is an element of a field; -1 stands for those of which it is not known which.
type element struct {
	field *ir.Field
	index int
}

// orderly is what effects of a rule write of which it matters what is written last: numbers that the position has once,
// and, with consequents, numbers of sites that they ask for.
func (k *Lowerer) orderly(rule int, sites bool) []element {
	f, data, body := &k.Fields, k.Fields.Data(), k.rules[rule].apply.Body
	own := []*ir.Field{f.Vars[layout.ActFrom], f.Vars[layout.ActTo], f.Vars[layout.Triggered]}
	does := ir.Effects(body)
	var list []element
	for _, w := range does.Writes {
		switch {
		case w == f.Named, w == f.Amount, w == f.Value, w == f.Score && !does.Asks.Has(w):
			for _, i := range ir.Indices(body, w) {
				list = append(list, element{w, i})
			}
		case k.IsMemory(w), sites && does.Asks.Has(w) && slices.Contains(data[:], w),
			slices.Contains(f.Vars[:], w) && !k.restored(w) && !slices.Contains(own, w):
			list = append(list, element{w, -1})
		}
	}
	return list
}

// mostEffects is a bound on how many effects a body comes to; above 2 it only tells that it is.
func (k *Lowerer) mostEffects(body []*ir.Stmt) int {
	n := 0
	for _, s := range body {
		switch {
		case s.Op == ir.If:
			n += max(k.mostEffects(s.Body), k.mostEffects(s.Else))
		case s.Op == ir.EmitSet || s.Op == ir.Emit && k.rules[s.Args[0].K].several || s.Op == ir.Generate:
			n += 3
		case s.Op == ir.Emit:
			n++
		case s.Op == ir.Loop || s.Op == ir.Each:
			n += 3 * k.mostEffects(s.Body)
		default:
			n += k.mostEffects(s.Body) + k.mostEffects(s.Else)
		}
	}
	return n
}

// inFront lowers effects that others, or moves, begin with.
func (k *Lowerer) inFront(f func()) {
	outer := k.front
	k.front = true
	f()
	k.front = outer
}

// InFront reports whether what is lowered are effects that others begin with: by the rules the actions after the
// first of them go in front of these in reverse.
func (k *Lowerer) InFront() bool { return k.front }

// Repeated reports whether what is lowered are effects that are listed once, and made in that order each time.
func (k *Lowerer) Repeated() bool { return k.repeated }

// priorsOf are all that effects begin with, one behind the other, and these.
func priorsOf(prior, next *lgdl.Expr) ([]*lgdl.Expr, *lgdl.Expr) {
	priors := []*lgdl.Expr{prior}
	for next.Is("do") {
		a := clause.Do(next)
		if a.Next() == nil || a.IfAfterwards() != nil || a.Then() != nil {
			break
		}
		priors, next = append(priors, a.Moves()), a.Next()
	}
	return priors, next
}

// pendsMany reports whether a clause is an effect that makes the sites of a set pending.
func pendsMany(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && makesPending(e.Form) && clause.SetPending(e).Sites() != nil
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
	var before []int
	repeat := nothing
	for _, x := range priors {
		if k.Stacked() && k.Asks(x, "flip") {
			k.No(x, "several effects that begin with a stack that is turned over") // by the rules it is what it was at first
		}
		early, repeated, unit := k.early, k.repeated, k.unit
		if k.Asks(x, "sow") { // of which the captures are found once, though it is made each time
			k.early, k.repeated, k.unit = true, true, false
		}
		first, end, numbers := k.found(func() { k.inFront(func() { k.Moves(x) }) })
		k.early, k.repeated, k.unit = early, repeated, unit
		for _, n := range numbers {
			if does := ir.Effects(k.rules[n].apply.Body); does.Unknown || does.Writes.Has(k.Fields.Rng) {
				k.No(e, "several effects that begin with moves that draw")
			}
		}
		before = append(before, numbers...)
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
	from, to, effects := k.foundAfter(next)
	if k.disturbed(next, before) {
		k.isTooLate(e, "several effects that are found out when they are made")
	}
	k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
	k.eachFound(from, to, effects, repeat, after)
	k.Add(ir.Write(k.Candidates.Count, ir.Num(0), base))
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
	n.first = k.Temp("first", ir.At(k.Candidates.Count, ir.Num(0)))
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
func (n *Noted) Close() { n.k.Add(ir.Write(n.k.Candidates.Count, ir.Num(0), n.first)) }
