package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Where all candidates are tried, most of them put a piece beside groups that stay free, and change nothing but its
// site: that no group is enclosed, that the piece is free and that the position has not been there before is seen for
// all of them at once, without making the move, and so is that a piece between groups that stay free is not.

// stillness is what is asked of a candidate that puts a piece on an empty site.
type stillness struct {
	near     *write.Rows // of groups, nil where nobody asks for any
	ways     []position.Stride
	encloses bool // no group beside it must lose its last liberty
	free     bool // it must have one
	repeats  bool // the position must not be one of those so far
}

// mostQuiet bounds the words that are shifted to find the neighbours of a set.
const mostQuiet = 48

// quiet is what is known of the tests of a candidate that puts a component on an empty site, nil where that is nothing:
// given its site and what its tests say, it is the same. What it depends on for all sites is added here.
func (k *Lowerer) quiet(comp int, then *lgdl.Expr) func(site, test *ir.Expr) *ir.Expr {
	f := &k.Fields
	if !k.counts() || comp == 0 || k.effect || k.ahead.on || len(k.prefixes) > 0 || f.Stacks != nil ||
		f.Sites != f.Board || len(k.HashFields()) != 2 || k.Repetition != nil && k.Repetition.InTurn {
		return nil
	}
	x := &stillness{}
	for _, e := range append([]*lgdl.Expr{then}, k.thens...) {
		if e != nil && !k.stillAfter(x, clause.Then(e).NonDecision()) {
			return nil
		}
	}
	for _, t := range k.filters {
		if x.repeats = x.repeats || t.repeats; !t.repeats && !k.stillIf(x, t.cond) {
			return nil
		}
	}
	passes, fails := k.still(x, comp)
	fresh := func(*ir.Expr) *ir.Expr { return ir.Num(1) }
	if x.repeats {
		fresh = k.fresh(comp)
	}
	return func(site, test *ir.Expr) *ir.Expr {
		return ir.Any(ir.All(ir.Calc(ir.SetHas, passes, site), fresh(site)),
			ir.All(ir.Calc(ir.Not, ir.Calc(ir.SetHas, fails, site)), test))
	}
}

// stillAfter notes what is asked of a site for an effect after a piece has been put there to do nothing.
func (k *Lowerer) stillAfter(x *stillness, e *lgdl.Expr) bool {
	if e.Form == nil || e.Form.Keyword != "enclose" {
		return false
	}
	a := clause.Enclose(e)
	if a.SiteType() != nil || a.Then() != nil || a.NumException() != nil || a.Between() == nil ||
		a.From() != nil && !isLastTo(clause.From(a.From()).Int()) {
		return false
	}
	// Whose groups they are does not matter, but that no empty site is in one.
	when := clause.Between(a.Between()).If()
	if !when.Is("is", "Enemy") || !k.Asks(when, "between") {
		return false
	}
	x.encloses = true
	return k.stillNear(x, e, a.Direction())
}

// stillIf is stillAfter for a condition on the position after the piece has been put there.
func (k *Lowerer) stillIf(x *stillness, e *lgdl.Expr) bool {
	if e == nil || e.Form == nil || e.Form.Keyword != ">" {
		return false
	}
	n, least := clause.Comparison(e).Int1(), clause.Comparison(e).Int2()
	if !n.Is("count", "Liberties") || least.Kind != lgdl.Int || least.Int != 0 {
		return false
	}
	a := clause.CountLiberties(n)
	if a.SiteType() != nil || a.If() != nil || a.At() != nil && !isLastTo(a.At()) {
		return false
	}
	x.free = true
	return k.stillNear(x, n, a.Direction())
}

// isLastTo reports whether a clause is the site that the last move went to.
func isLastTo(e *lgdl.Expr) bool {
	return e.Is("last", "To") && clause.LastLastType(e).AfterConsequence() == nil
}

// stillNear notes in which directions groups are connected, which must be the same for all that is asked.
func (k *Lowerer) stillNear(x *stillness, e, dirs *lgdl.Expr) bool {
	near := k.Adjoining(e, dirs)
	if x.near != nil && x.near.Contents() != near.Contents() {
		return false
	}
	x.near, x.ways = near, k.StridesUpTo(near, mostQuiet)
	return x.ways != nil && near.Mutual()
}

// still are the empty sites on which a component changes nothing and is free, and those on which it changes nothing
// and is not.
func (k *Lowerer) still(x *stillness, comp int) (passes, fails *ir.Expr) {
	empty := k.Keep(k.Empty())
	if x.near == nil {
		return empty, k.None()
	}
	beside := func(set *ir.Expr) *ir.Expr {
		all := k.None()
		for _, w := range x.ways {
			all = ir.Calc(ir.SetOr, all, w.Step(set))
		}
		return all
	}
	once, twice := ir.NewLocal("once", ir.Set), ir.NewLocal("twice", ir.Set)
	k.Add(ir.Put(once, k.None()), ir.Put(twice, k.None()))
	for _, w := range x.ways {
		step := ir.NewLocal("step", ir.Set)
		k.Add(ir.Put(step, w.Step(empty)),
			ir.Put(twice, ir.Calc(ir.SetOr, ir.Read(twice), ir.Calc(ir.SetAnd, ir.Read(once), ir.Read(step)))),
			ir.Put(once, ir.Calc(ir.SetOr, ir.Read(once), ir.Read(step))))
	}
	settled, own := ir.NewLocal("settled", ir.Set), ir.NewLocal("own", ir.Set)
	k.Add(ir.Put(settled, empty), ir.Put(own, k.None()))
	for c := 1; c < k.Fields.Comps; c++ {
		if c != comp && !x.encloses {
			continue
		}
		of := k.Of(c)
		calm := k.calm(x, of, empty, once, twice, beside)
		if x.encloses && (c != comp || k.G.Components[c].Owner != k.Mover) { // his own are no enemies
			busy := beside(ir.Calc(ir.SetMinus, of, ir.Read(calm)))
			k.Add(ir.Put(settled, ir.Calc(ir.SetMinus, ir.Read(settled), busy)))
		}
		if c == comp {
			k.Add(ir.Put(own, beside(ir.Read(calm))))
		}
	}
	if !x.free {
		return k.Keep(ir.Read(settled)), k.None()
	}
	free := ir.Calc(ir.SetOr, ir.Read(once), ir.Read(own))
	return k.Keep(ir.Calc(ir.SetAnd, ir.Read(settled), free)), k.Keep(ir.Calc(ir.SetMinus, ir.Read(settled), free))
}

// calm are the sites of a set in groups with two liberties or more, and maybe others without one beside them.
func (k *Lowerer) calm(x *stillness, of, empty *ir.Expr, once, twice *ir.Local,
	beside func(set *ir.Expr) *ir.Expr) *ir.Local {
	calm, group, more := ir.NewLocal("calm", ir.Set), ir.NewLocal("group", ir.Set), ir.NewLocal("more", ir.Set)
	flood := func() {
		k.Loop("flood", 0, func(loop *ir.Label) {
			k.Add(ir.Put(more, ir.Read(group)))
			for _, w := range x.ways {
				k.Add(ir.Put(more, ir.Calc(ir.SetOr, ir.Read(more), ir.Calc(ir.SetAnd, of, w.Step(ir.Read(more))))))
			}
			k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, ir.Read(more), ir.Read(group)))),
				ir.Leave(loop)), ir.Put(group, ir.Read(more)))
		})
	}
	k.Add(ir.Put(group, ir.Calc(ir.SetAnd, of, ir.Read(twice))))
	flood()
	k.Add(ir.Put(calm, ir.Read(group)))
	left, first := k.TempSet(), k.TempSet()
	k.Store(left, ir.Calc(ir.SetAnd, ir.Calc(ir.SetMinus, of, ir.Read(calm)), ir.Read(once)))
	k.Each(ir.SetAt(left, ir.Num(0)), func(site *ir.Expr) {
		k.If(ir.Calc(ir.SetHas, ir.SetAt(left, ir.Num(0)), site), func() {
			k.Store(first, k.None())
			k.Include(first, site)
			k.Add(ir.Put(group, ir.SetAt(first, ir.Num(0))))
			flood()
			k.Store(left, ir.Calc(ir.SetMinus, ir.SetAt(left, ir.Num(0)), ir.Read(group)))
			liberties := ir.Calc(ir.SetCount, ir.Calc(ir.SetAnd, beside(ir.Read(group)), empty))
			k.Add(ir.When(ir.Calc(ir.Lt, ir.Num(1), liberties),
				ir.Put(calm, ir.Calc(ir.SetOr, ir.Read(calm), ir.Read(group)))))
		})
	})
	return calm
}

// fresh is the condition that a component on an empty site makes a position that has surely not been there: one word of
// it is another one. What the hash is without that word is found once for all sites.
func (k *Lowerer) fresh(comp int) func(site *ir.Expr) *ir.Expr {
	words := k.P.Words
	rest := k.P.Field("fresh.rest", ir.Scratch, ir.Word, words)
	at := ir.Within("site", 0, k.Fields.Board-1)
	word := func(w *ir.Expr) (place, was *ir.Expr) {
		i := k.Temp("i", ir.Calc(ir.Add, ir.Num(comp*words), w))
		return k.Temp("place", ir.Calc(ir.Mul, ir.Calc(ir.Wide, position.Plus(i, 1-words)), ir.Long(layout.HashStart))),
			k.Temp("was", ir.At(k.Fields.At, i))
	}
	fn := k.Func("fresh", ir.I32, func() {
		site := ir.Read(at)
		w := k.Temp("w", ir.Calc(ir.Shr, site, ir.Num(6)))
		place, was := word(w)
		bit := ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, ir.Calc(ir.And, site, ir.Num(63))))
		h := k.Temp("h", ir.Calc(ir.Add, ir.At(rest, w), k.Mix(place, ir.Calc(ir.Or, was, bit))))
		k.Add(ir.Give(ir.Calc(ir.Not, k.Marked(h))))
	}, at)
	hash := k.Temp("hash", k.hashed())
	for w := range words {
		place, was := word(ir.Num(w))
		k.Add(ir.Write(rest, ir.Num(w), ir.Calc(ir.Sub, hash, k.Mix(place, was))))
	}
	return func(site *ir.Expr) *ir.Expr { return ir.Invoke(fn, site) }
}
