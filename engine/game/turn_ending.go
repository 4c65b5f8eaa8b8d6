package game

import (
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// A play can be asked in what way it ended (part 9, §9): which end rule gave the
// first result of the last move, and which parts of its condition hold. That is
// told by an ending, a list of numbers: ^i for the rule Game.Ends[i], followed by
// the numbers in Game.EndParts of what holds of its condition; a rule that is
// evaluated several times (forEach) is listed as often.

// EndForm is an end rule without nested ones, as it is written.
type EndForm struct {
	Rule *lgdl.Expr // the (if …) or (forEach …)
	Cond *lgdl.Expr // its condition
}

// Explanation appends to an ending why an end rule holds in a position.
type Explanation func(c *Context, dst []int32) []int32

// Ending adds an end rule to the game's and returns what appends that the rule
// holds, and by which parts of its condition.
func (k *Compiler) Ending(rule, cond *lgdl.Expr) Explanation {
	head := ^int32(len(k.G.Ends))
	k.G.Ends = append(k.G.Ends, EndForm{rule, cond})
	parts := k.holding(cond)
	return func(c *Context, dst []int32) []int32 { return parts(c, append(dst, head)) }
}

// holding returns what appends the parts of a condition that hold: alternatives
// are parts of their own, anything else is one.
func (k *Compiler) holding(e *lgdl.Expr) Explanation {
	if e.Kind != lgdl.Clause {
		return func(_ *Context, dst []int32) []int32 { return dst }
	}
	switch e.Form.Keyword {
	case "or":
		var parts []Explanation
		for _, x := range lgdl.Flat(e.Args...) {
			parts = append(parts, k.holding(x))
		}
		return func(c *Context, dst []int32) []int32 {
			for _, part := range parts {
				dst = part(c, dst)
			}
			return dst
		}
	case "if":
		cond, yes := k.Bool(clause.IfBoolBool(e).Bool1()), k.holding(clause.IfBoolBool(e).Bool2())
		return func(c *Context, dst []int32) []int32 {
			if !cond.Get(c) {
				return dst
			}
			return yes(c, dst)
		}
	}
	b, n := k.Bool(e), int32(len(k.G.EndParts))
	k.G.EndParts = append(k.G.EndParts, e)
	return func(c *Context, dst []int32) []int32 {
		if !b.Get(c) {
			return dst
		}
		return append(dst, n)
	}
}

// Ending returns how the last move decided the play, in the position right after
// its actions and the first result of the end; decided is false when no rule of
// the game's end gave a result. It is valid until the next move, and only after
// Endings was set.
func (c *Context) Ending() (ending []int32, decided bool) { return c.ending, c.decided }

// Explain is called by an end rule that has a result, with why it has one; nil
// says nothing. The first rule of the end of the game that has one explains the
// play. What it draws at random is taken back.
func (c *Context) Explain(why Explanation) {
	if !c.open {
		return
	}
	c.open, c.decided = false, true
	if why != nil {
		draws := *c.R
		c.ending = why(c, c.ending[:0])
		*c.R = draws
	}
}

// beforeEnds returns a copy of the position before the ends where it takes one
// to tell how those of the game would decide a play whose last move was only seen
// in its actions: that a player had to pass is then not known, and the ends of the
// phase are not asked. Otherwise nil.
func (c *Context) beforeEnds(mover int) *Context {
	if !c.Endings || mover <= 0 || len(c.G.End) == 0 {
		return nil
	}
	stuck := c.G.ReadsStuck && c.S.Stalemated&(1<<mover) != 0
	if phase := &c.G.Phases[c.S.PhaseOf[mover]]; !stuck && len(phase.End) == 0 {
		return nil
	}
	t := c.Temp()
	t.S.Stalemated &^= 1 << mover
	return t
}

// settle takes the ending of a play that is now over from the copy before the ends.
func (c *Context) settle(before *Context) {
	if c.S.Over {
		before.open, before.decided, before.ending = true, false, before.ending[:0]
		for i := range c.G.End {
			c.G.End[i].Eval(before)
		}
		before.open = false
		c.ending, c.decided = append(c.ending, before.ending...), before.decided
	}
	c.GiveTemp(before)
}
