package lower

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Where all candidates are tried for whether they make a line, most have none near where they go: a step puts a piece
// on one site and takes none away elsewhere but where it comes from, so that there is no line through that site after
// it unless all other sites of one have such a piece before.

// mostShapes bounds the ways in which the sites of a line may lie to one of them.
const mostShapes = 24

// unlined is the condition that a candidate passes for certain a test that it makes no line, nil where that is not
// known: it is a step of a piece, with nothing behind it that changes the board.
func (k *Lowerer) unlined(c *Candidate, made *rule, then *lgdl.Expr) *ir.Expr {
	if !k.counts() || k.effect || k.ahead.on || k.P.Words != 1 || k.Fields.Stacks != nil || k.Large != nil ||
		c.Same.By != "step" && c.Same.By != "leap" || c.Same.Effect != nil || c.Same.Piece == 0 || len(made.asked) != 1 {
		return nil
	}
	for _, e := range append([]*lgdl.Expr{then}, k.thens...) {
		if e != nil && !leavesBoard(clause.Then(e).NonDecision()) {
			return nil
		}
	}
	shapes := k.linesThrough(made.asked[0].cond)
	if len(shapes) == 0 {
		return nil
	}
	// The sites on which such a piece makes a line follow from where they are, so they are kept beside that.
	of, sites := k.P.Field("closing.of", ir.Scratch, ir.Word, 1), k.P.Field("closing", ir.Scratch, ir.Word, 1)
	have := k.Temp("have", ir.At(k.Fields.At, ir.Num(c.Same.Piece)))
	k.If(ir.Calc(ir.Ne, have, ir.At(of, ir.Num(0))), func() {
		k.Add(ir.Write(sites, ir.Num(0), closingLines(shapes, have)), ir.Write(of, ir.Num(0), have))
	})
	to := k.Temp("to", c.To)
	bit := ir.Calc(ir.Shr, ir.At(sites, ir.Num(0)), ir.Calc(ir.Wide, ir.Calc(ir.And, to, ir.Num(63))))
	bit = ir.Calc(ir.And, bit, ir.Long(1))
	return ir.All(ir.Calc(ir.Below, to, ir.Num(k.Fields.Board)), ir.Calc(ir.Eq, bit, ir.Long(0)))
}

// lineShape is how the other sites of a line lie to one of its sites, and the sites to which some do, a word.
type lineShape struct {
	others []int
	sites  uint64
}

// closingLines are the sites of which all others of some line are in a word.
func closingLines(shapes []lineShape, have *ir.Expr) *ir.Expr {
	all := ir.Long(0)
	for _, x := range shapes {
		closed := ir.Long(x.sites)
		for _, by := range x.others {
			there := ir.Calc(ir.Shr, have, ir.Long(uint64(max(by, 0))))
			if by < 0 {
				there = ir.Calc(ir.Shl, have, ir.Long(uint64(-by)))
			}
			closed = ir.Calc(ir.And, closed, there)
		}
		all = ir.Calc(ir.Or, all, closed)
	}
	return all
}

// leavesBoard reports whether an effect changes nothing on the board, for certain.
func leavesBoard(e *lgdl.Expr) bool {
	if e.Form == nil {
		return false
	}
	switch e.Form.Keyword {
	case "moveAgain", "addScore":
		return len(e.Args) == 0 || e.Args[len(e.Args)-1] == nil
	case "if":
		return !slices.ContainsFunc(e.Args, func(x *lgdl.Expr) bool {
			moves := x != nil && x.Form != nil && (strings.HasPrefix(x.Form.Result, "moves") || x.Form.Keyword == "then")
			return moves && !leavesBoard(x)
		})
	}
	return false
}

// linesThrough are the lines through the site that the last move went to of which a condition says that there is none,
// nil where it says something else.
func (k *Lowerer) linesThrough(cond *lgdl.Expr) []lineShape {
	if !cond.Is("not") || !clause.NotBool(cond).Bool().Is("is", "Line") {
		return nil
	}
	e := clause.NotBool(cond).Bool()
	a := clause.IsLine(e)
	for i, x := range e.Args {
		if x != nil && i > 0 && x != a.Int() && x != a.AbsoluteDirection() {
			return nil
		}
	}
	if a.Int().Kind != lgdl.Int || a.Int().Int < 2 {
		return nil
	}
	return k.lineShapes(game.DirectionOf(a.AbsoluteDirection()), int(a.Int().Int))
}

// lineShapes are the lines of a length in a direction, nil where they are too many.
func (k *Lowerer) lineShapes(dir board.Direction, length int) (list []lineShape) {
	t, st := k.G.Topo, k.G.DefaultType
	for s := range t.Num(st) {
		for _, r := range t.DistinctRadials(st, int32(s), dir) {
			line := []int32{int32(s)}
			if r.Opposite != nil {
				line = slices.Clone(r.Opposite)
				slices.Reverse(line)
			}
			at := len(line) - 1
			line = append(line, r.Path[1:]...)
			for first := max(0, at-length+1); first <= at && first+length <= len(line); first++ {
				var others []int
				for i, v := range line[first : first+length] {
					if first+i != at {
						others = append(others, int(v)-s)
					}
				}
				i := slices.IndexFunc(list, func(x lineShape) bool { return slices.Equal(x.others, others) })
				if i < 0 {
					i, list = len(list), append(list, lineShape{others: others})
				}
				list[i].sites |= 1 << s
			}
		}
		if len(list) > mostShapes {
			return nil
		}
	}
	return list
}
