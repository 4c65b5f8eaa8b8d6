package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
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
	removes  bool // groups that lose it are taken away, and nothing else happens on the board
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
	passes, fails, takes := k.still(x, comp)
	sure, taken := passes, func(*ir.Expr) *ir.Expr { return ir.Num(1) }
	var fresh func(site *ir.Expr) *ir.Expr
	if x.repeats {
		sum := k.Temp("sum", ir.Calc(ir.Add, k.numbers(), ir.Num(weightOf(comp))))
		sure = k.Keep(ir.Select(k.newNumbers(sum), passes, k.None()))
		fresh = k.fresh(comp)
	}
	if takes != nil && x.repeats {
		taken = k.takenAnew(x, comp)
	}
	has := func(set, site *ir.Expr) *ir.Expr { return ir.Calc(ir.SetHas, set, site) }
	return func(site, test *ir.Expr) *ir.Expr {
		known := has(sure, site)
		if x.repeats {
			known = ir.Any(known, ir.All(has(passes, site), fresh(site)))
		}
		if takes != nil {
			known = ir.Any(known, ir.All(has(takes, site), taken(site)))
		}
		return ir.Any(known, ir.All(ir.Calc(ir.Not, has(fails, site)), test))
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
	x.removes = takesAway(clause.Between(a.Between()).Apply()) && (!x.encloses || x.removes) && isBetween(when)
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

// beside are the sites next to those of a set.
func beside(ways []position.Stride, set *ir.Expr) *ir.Expr {
	all := ways[0].Step(set)
	for _, w := range ways[1:] {
		all = ir.Calc(ir.SetOr, all, w.Step(set))
	}
	return all
}

// still are the empty sites on which a component changes nothing and is free, those on which it changes nothing and is
// not, and those on which it takes enemies away and is free, nil where these are not known.
func (k *Lowerer) still(x *stillness, comp int) (passes, fails, takes *ir.Expr) {
	empty := k.Keep(k.Empty())
	if x.near == nil {
		return empty, k.None(), nil
	}
	once := ir.NewLocal("once", ir.Set)
	k.Add(ir.Put(once, beside(x.ways, empty)))
	settled, own := ir.NewLocal("settled", ir.Set), ir.NewLocal("own", ir.Set)
	k.Add(ir.Put(settled, empty), ir.Put(own, k.None()))
	for c := 1; c < k.Fields.Comps; c++ {
		if c != comp && !x.encloses {
			continue
		}
		calm := k.calm(x, c)
		if x.encloses && (c != comp || k.G.Components[c].Owner != k.Mover) { // his own are no enemies
			busy := beside(x.ways, ir.Calc(ir.SetMinus, k.Of(c), calm))
			k.Add(ir.Put(settled, ir.Calc(ir.SetMinus, ir.Read(settled), busy)))
		}
		if c == comp {
			k.Add(ir.Put(own, beside(x.ways, calm)))
		}
	}
	if x.encloses && x.removes && k.enemyOf(comp) != 0 {
		takes = k.Keep(ir.Calc(ir.SetMinus, empty, ir.Read(settled)))
	}
	if !x.free {
		return k.Keep(ir.Read(settled)), k.None(), takes
	}
	free := ir.Calc(ir.SetOr, ir.Read(once), ir.Read(own))
	return k.Keep(ir.Calc(ir.SetAnd, ir.Read(settled), free)), k.Keep(ir.Calc(ir.SetMinus, ir.Read(settled), free)), takes
}

// enemyOf is the only component beside one of the mover's, if it is the other player's, else 0.
func (k *Lowerer) enemyOf(comp int) int {
	own, other := k.G.Components[comp].Owner, k.G.Components[3-min(comp, 2)].Owner
	if k.Fields.Comps != 3 || k.G.Players != 2 || k.SeatOf != nil || k.Fields.Team != nil ||
		!k.Seats().Enemy(other) || own != k.Mover || other != 3-own {
		return 0
	}
	return 3 - comp
}

// takenAnew is the condition that a component on an empty site, beside groups that have no other liberty, makes a
// position of which the numbers of pieces tell that it has not been there.
func (k *Lowerer) takenAnew(x *stillness, comp int) func(site *ir.Expr) *ir.Expr {
	enemy := k.enemyOf(comp)
	base := k.P.Field("taken.base", ir.Scratch, ir.Int, 1)
	c, site := k.calms[calmKey{x.near.Contents(), enemy}], ir.Within("site", 0, k.Fields.Board-1)
	fn := k.Func("taken", ir.I32, func() {
		k.Store(c.group, k.None())
		n := c.flood(ir.Read(site), func(v *ir.Expr, push func(), _ *ir.Label) {
			of := ir.Calc(ir.SetMinus, k.Of(enemy), whole(c.calm))
			known := ir.Calc(ir.SetHas, whole(c.group), v)
			k.If(ir.All(ir.Calc(ir.SetHas, of, v), ir.Calc(ir.Not, known)), push)
		}, c.group)
		gone := ir.Calc(ir.Mul, ir.Calc(ir.Sub, ir.Read(n), ir.Num(1)), ir.Num(weightOf(enemy)))
		k.Add(ir.Give(k.newNumbers(ir.Calc(ir.Sub, ir.At(base, ir.Num(0)), gone))))
	}, site)
	k.Add(ir.Write(base, ir.Num(0), ir.Calc(ir.Add, k.numbers(), ir.Num(weightOf(comp)))))
	return func(site *ir.Expr) *ir.Expr { return ir.Invoke(fn, site) }
}

// takesAway reports whether what is done to each site between takes away what stands there, and changes nothing on
// the board besides.
func takesAway(e *lgdl.Expr) bool {
	if e == nil || e.Form.Text != "(apply nonDecision)" {
		return false
	}
	removes := false
	for _, x := range effectsOf(clause.ApplyNonDecision(e).NonDecision()) {
		switch {
		case x.Is("remove"):
			a := clause.RemoveInt(x)
			if !game.IsIterator(a.Int(), "between") || a.SiteType() != nil || a.Level() != nil || a.At() != nil ||
				a.Count() != nil || a.Then() != nil {
				return false
			}
			removes = true
		case x.Is("addScore"):
			if x.Named("then") != nil {
				return false
			}
		default:
			return false
		}
	}
	return removes
}

// effectsOf are the effects that a clause consists of.
func effectsOf(e *lgdl.Expr) []*lgdl.Expr {
	switch {
	case e.Is("and") && len(e.Args) == 2 && clause.AndMoves(e).Then() == nil:
		return clause.AndMoves(e).Moves().Items
	case e.Is("and") && len(e.Args) == 3 && clause.AndMovesMoves(e).Then() == nil:
		return []*lgdl.Expr{clause.AndMovesMoves(e).Moves1(), clause.AndMovesMoves(e).Moves2()}
	}
	return []*lgdl.Expr{e}
}

// isBetween reports whether a condition on a player is about who stands on the site between.
func isBetween(when *lgdl.Expr) bool {
	who := clause.IsPlayer(when).Int()
	if !who.Is("who") {
		return false
	}
	a := clause.Who(who)
	return game.IsIterator(a.At(), "between") && a.SiteType() == nil && a.Level() == nil
}
