package game

import (
	"github.com/astragal/astragal/engine/lgdl"
)

// Every move is credited to the ludeme that generated it (Move.Rule), for those
// who ask what kind of move it is (part 9, §8): the innermost move ludeme.
// Operators pass on what their parts say, except the few that take the credit;
// (max …) leaves nobody credited, and (priority …) credits its alternatives.

// passers are the keywords of ludemes whose moves belong to their parts, or to nobody.
var passers = map[string]bool{
	"forEach": true, "if": true, "and": true, "or": true, "do": true, "seq": true, "while": true, "random": true,
	"apply": true, "satisfy": true, "allCombinations": true, "priority": true, "pass": true, "vote": true, "trigger": true,
	"note": true,
}

// open are the keywords of those that ask nothing about the moves of their parts, so that
// tests of these can be put off; see Context.PutOff.
var open = map[string]bool{"and": true, "do": true, "forEach": true, "if": true, "or": true}

// takers are those that are credited with the moves of their parts.
var takers = map[string]bool{"append": true, "avoidStoredState": true, "firstMoveOnTrack": true}

// credited compiles a moves ludeme such that its moves say where they come from.
func (k *Compiler) credited(e *lgdl.Expr, f MovesRule) *Gen {
	word := e.Form.Keyword
	if word == "priority" {
		for _, a := range e.Args {
			if a != nil && a.Kind == lgdl.List {
				for _, x := range a.Items {
					k.whole(x)
				}
			}
			k.whole(a)
		}
	}
	drawers := k.drawers
	g := f(k, e)
	g.draws = g.draws || k.drawers > drawers
	switch credit := CreditOf(e); {
	case credit == CreditTakes || k.wholes[e]:
		return take(g, k.rule(e))
	case credit == CreditNobody:
		return take(g, 0)
	case credit == CreditPasses && open[e.Form.Keyword]:
		return g
	case credit == CreditPasses:
		return closed(g)
	}
	return give(g, k.rule(e))
}

// Credit says whom the moves of a ludeme are credited to.
type Credit uint8

// The credits: to the ludeme itself the moves it makes; to it those of its parts too; to
// its parts, or those around it; to nobody.
const (
	CreditOwn Credit = iota
	CreditTakes
	CreditPasses
	CreditNobody
)

// CreditOf is the credit of a moves ludeme, but for the alternatives of a (priority …),
// which take it.
func CreditOf(e *lgdl.Expr) Credit {
	switch word := e.Form.Keyword; {
	case takers[word]:
		return CreditTakes
	case word == "max":
		return CreditNobody
	case passers[word] || word == "move" && (is(e, "Pass") || is(e, "Vote")):
		return CreditPasses
	}
	return CreditOwn
}

func (k *Compiler) whole(e *lgdl.Expr) {
	if e == nil || e.Kind != lgdl.Clause {
		return
	}
	if k.wholes == nil {
		k.wholes = map[*lgdl.Expr]bool{}
	}
	k.wholes[e] = true
}

// is reports whether a move clause begins with the constant.
func is(e *lgdl.Expr, word string) bool {
	for _, a := range e.Args {
		if a != nil && a.Kind == lgdl.Const && a.Text == word {
			return true
		}
	}
	return false
}

// rule numbers a ludeme that generates moves.
func (k *Compiler) rule(e *lgdl.Expr) int32 {
	if len(k.G.Rules) == 0 {
		k.G.Rules = append(k.G.Rules, nil)
	}
	k.G.Rules = append(k.G.Rules, e)
	return int32(len(k.G.Rules) - 1)
}

// give returns g with the credit for the moves it makes itself.
func give(g *Gen, rule int32) *Gen {
	own := *g
	own.Eval = func(c *Context, out *MoveList) {
		outer, of := c.rule, out.Close()
		c.rule = rule
		g.Eval(c, out)
		c.rule = outer
		out.Reopen(of)
	}
	return &own
}

// take returns g with the credit for all moves that come out of it.
func take(g *Gen, rule int32) *Gen {
	own := *g
	own.Eval = func(c *Context, out *MoveList) {
		first, of := len(out.M), out.Close()
		g.Eval(c, out)
		for i := first; i < len(out.M); i++ {
			out.M[i].Rule = rule
		}
		out.Reopen(of)
	}
	return &own
}

// closed returns g such that it lists legal moves only.
func closed(g *Gen) *Gen {
	own := *g
	own.Eval = func(c *Context, out *MoveList) {
		of := out.Close()
		g.Eval(c, out)
		out.Reopen(of)
	}
	return &own
}
