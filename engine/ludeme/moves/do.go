package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/lower"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var doRows = []lgdl.Form{
	{Text: "(do moves [next:moves] [ifAfterwards:bool] [(then)])", Lower: lower.MovesRule(lowerDo), Result: "moves:effect",
		Concepts: []string{"CopyContext", "DoLudeme"},
		Meaning:  "Makes moves that begin with other moves, or that leave a condition true.",
		Impl:     game.MovesRule(compileDo)},
}

// doer is a compiled (do …).
type doer struct {
	prior, next *game.Gen                               // next may be nil
	after       game.Bool                               // may be absent
	threat      bool                                    // the condition is that something is not threatened
	stuck       bool                                    // the condition is that somebody is not without moves
	filter      func(c *game.Context, m game.Move) bool // passes, bound once
}

func compileDo(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.Do(e)
	d := &doer{prior: k.Moves(a.Moves())}
	if a.Next() != nil {
		d.next = k.Moves(a.Next())
	}
	if a.IfAfterwards() != nil {
		d.after = k.Bool(a.IfAfterwards())
		d.threat, d.stuck = game.Guarded(a.IfAfterwards())
	}
	d.filter = d.passes
	g := k.Followed(d.eval, a.Then())
	g.CanMoveTo = d.canMoveTo
	if d.next == nil && d.after.Given() && d.prior.Part != nil {
		g.CanMove = func(c *game.Context) bool {
			if !c.AllowsAll() {
				return c.Lists(g)
			}
			return d.canMove(c)
		}
	}
	return g
}

// holds reports whether the condition is true without looking.
func (d *doer) holds(c *game.Context) bool {
	return !d.after.Given() || d.threat && c.InThreat || d.stuck && c.InNoMoves
}

func (d *doer) eval(c *game.Context, out *game.MoveList) {
	first := len(out.M)
	test := !d.holds(c)
	switch {
	case d.next != nil:
		d.sequence(c, out)
	case test:
		of := out.Close()
		d.prior.Eval(c, out)
		out.Reopen(of)
	case d.after.Given():
		d.prior.Eval(c, out)
	}
	if test && !c.PutOff(out, first, d.filter) {
		out.Keep(first, func(m game.Move) bool { return d.passes(c, m) })
	}
}

// passes reports whether the condition holds once m has been made.
func (d *doer) passes(c *game.Context, m game.Move) bool {
	mark := c.Mark()
	t := c.Try(m)
	ok := d.leaves(t)
	c.GiveTemp(t)
	c.Release(mark)
	return ok
}

// leaves reports whether the condition holds in the position after a move.
func (d *doer) leaves(c *game.Context) bool {
	next := c.S.Next
	if next == c.S.Mover {
		c.S.Next = c.S.Prev
	}
	ok := d.after.Get(c)
	c.S.Next = next
	return ok
}

// sequence generates the next moves on the position that the prior ones lead
// to, each with the actions of all prior moves in front.
func (d *doer) sequence(c *game.Context, out *game.MoveList) {
	first := len(out.M)
	t := c.Aside()
	prefix, twice, reversed := d.before(c, t)
	d.next.Eval(t, out)
	c.Join(t)
	for i := first; i < len(out.M); i++ {
		if out.M[i].Twin {
			out.M[i] = c.Insert(out.M[i], 0, twice)
		} else {
			out.M[i] = c.Insert(out.M[i], 0, prefix)
		}
	}
	if len(out.M) == first && len(c.G.Dice) > 0 {
		out.Add(idle(c, reversed))
	}
	c.GiveActions(reversed)
	c.GiveActions(twice)
	c.GiveActions(prefix)
}

// idle is the forced pass of a player whose dice allow no move, with the prior
// actions in front.
func idle(c *game.Context, reversed []game.Action) game.Move {
	m := c.Insert(c.One(game.Pass(true).Decided()), 0, reversed)
	m.Mover = int32(c.S.Mover)
	return m
}

// before makes the prior moves on the copy t and returns, to be given back, the
// actions they come to as they go in front of a next move, of one that is listed
// twice, and of a pass.
func (d *doer) before(c, t *game.Context) (prefix, twice, reversed []game.Action) {
	priors := c.TakeList()
	d.prior.Eval(c, priors)
	prefix, twice, reversed = c.TakeActions(), c.TakeActions(), c.TakeActions()
	last := 0
	for i, m := range priors.M {
		acts := t.Resolve(m)
		at := 0
		if i > 0 {
			// Every further move goes in behind as many actions as the move
			// before it has: part 4, §6, do.
			at = min(last, len(prefix))
		}
		prefix = slices.Insert(prefix, at, acts...)
		// A move listed twice gets every prior move twice, one after another.
		twice = slices.Insert(twice, at, acts...)
		twice = slices.Insert(twice, at, acts...)
		reversed = slices.Insert(reversed, 0, acts...)
		last = len(acts)
	}
	c.GiveList(priors)
	return prefix, twice, reversed
}

// canMove makes the moves part by part and stops at the first that leaves the
// condition true. One move is made ahead: when that move is the last of its part the
// next part is made all the same, which shows in the random numbers that it draws.
func (d *doer) canMove(c *game.Context) bool {
	mark := c.Mark()
	l := c.TakeList()
	found := false
	for done := 0; done >= 0 && !found; {
		l.M = l.M[:0]
		done = d.prior.Part(c, l, done)
		for i, n := 0, l.Len(); i < n && !found; i++ {
			found = d.holds(c) || d.passes(c, l.M[i])
			if found && i == n-1 && done >= 0 {
				d.prior.Part(c, l, done)
			}
		}
	}
	c.GiveList(l)
	c.Release(mark)
	return found
}

// canMoveTo asks the next moves on the position as it is, and otherwise the
// prior moves that leave the condition true (part 4, §1.14).
func (d *doer) canMoveTo(c *game.Context, site int) bool {
	switch {
	case d.next != nil:
		return c.CanMoveTo(d.next, site)
	case !d.after.Given():
		return false
	case d.holds(c):
		return c.CanMoveTo(d.prior, site)
	}
	mark := c.Mark()
	l := c.TakeList()
	d.prior.Eval(c, l)
	found := slices.ContainsFunc(l.M, func(m game.Move) bool { return int(m.To) == site && d.passes(c, m) })
	c.GiveList(l)
	c.Release(mark)
	return found
}

// lowerDo lowers moves that begin with others, or after which a condition must hold.
func lowerDo(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.Do(e)
	if a.Next() != nil {
		k.Around(a.Then(), func() { k.Begun(e, a.Next(), a.IfAfterwards()) })
		return
	}
	if a.IfAfterwards() == nil {
		return // moves that nothing asks for
	}
	k.Around(a.Then(), func() { k.Filter(a.IfAfterwards(), func() { k.Moves(a.Moves()) }) })
}
