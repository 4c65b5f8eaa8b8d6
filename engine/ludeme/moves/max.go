package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var maxRows = []lgdl.Form{
	{Text: "(max maxMovesType [withValue:bool] moves [(then)])", Lower: lower.MovesRule(lowerMax), Result: "moves:effect",
		Concepts: []string{"MaxCapture if Captures", "MaxMovesInTurn if Moves", "CopyContext if Moves"},
		Meaning:  "Keeps the moves that capture most, or that begin the longest turns.", Impl: game.MovesRule(compileMax)},
	{Text: "(max Distance [string] [roleType] moves [(then)])", Result: "moves:effect",
		Concepts: []string{"MaxDistance", "CopyContext"}, Meaning: "The moves along a track.",
		Impl: rule.Branch{If: rule.HasTrack, Yes: "moves"}.Moves().Alone()},
}

// maximum is a compiled (max Captures …) or (max Moves …).
type maximum struct {
	moves *game.Gen
	value game.Bool // count the values of captured pieces
}

func compileMax(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.MaxMoves(e)
	m := &maximum{moves: k.Moves(a.Moves()), value: k.BoolOr(a.WithValue(), false)}
	k.Then(a.Then()) // compiled for its requirements only: it never runs
	g := &game.Gen{Eval: m.captures}
	if a.MaxMovesType().Text == "Moves" {
		g.Eval = m.longest
		g.CanMove = func(c *game.Context) bool { return c.CanMove(m.moves) }
	}
	return g
}

// capturesOf is the number of removals among the actions, or the sum of the
// values of the removed pieces in the position of c.
func capturesOf(c *game.Context, acts []game.Action, value, level bool) int {
	n := 0
	for i := range acts {
		a := &acts[i]
		switch {
		case a.Kind != game.ActRemove:
		case !value:
			n++
		default:
			at := game.Off
			if level {
				at = max(int(a.LevelTo), 0) // a level that is not given reads 0
			}
			st := c.G.DefaultType
			if a.TypeTo != game.NoType {
				st = board.SiteType(a.TypeTo)
			}
			n += c.S.ValueAt(st, int(a.To), at)
		}
	}
	return n
}

// captures keeps the moves with the most captures.
func (x *maximum) captures(c *game.Context, out *game.MoveList) {
	first := len(out.M)
	x.moves.Eval(c, out)
	value := x.value.Get(c)
	scores := c.TakeInts()
	best := 0
	for _, m := range out.M[first:] {
		mark := c.Mark()
		t := c.Temp()
		t.Apply(m)
		n := capturesOf(c, t.Applied(), value, false)
		c.GiveTemp(t)
		c.Release(mark)
		scores = append(scores, int32(n))
		best = max(best, n)
	}
	i := -1
	out.Keep(first, func(game.Move) bool { i++; return int(scores[i]) == best })
	c.GiveInts(scores)
}

// longest keeps the moves that begin the longest turns, as moves that are
// already resolved: all that happens is in their items.
func (x *maximum) longest(c *game.Context, out *game.MoveList) {
	value := x.value.Get(c)
	l := c.TakeList()
	x.moves.Eval(c, l)
	first := len(out.M)
	best := 0
	for _, m := range l.M {
		mark := c.Mark()
		t := c.Temp()
		t.Play(m)
		n := 1
		if value {
			n = capturesOf(c, t.Applied(), true, true)
		}
		n += continuation(t, c.S.Mover, value)
		c.Release(mark)
		if n > best {
			best = n
			out.M = out.M[:first]
		}
		if n == best {
			r := c.Resolved(m, t.Applied())
			if !value {
				r.Chain = int32(n)
			}
			out.Add(r)
		}
		c.GiveTemp(t)
	}
	c.GiveList(l)
}

// continuation is the length, or the captured value, of the longest sequence
// of legal moves by which the mover goes on with his turn.
func continuation(c *game.Context, mover int, value bool) int {
	if c.S.Over || c.S.Mover != mover {
		return 0
	}
	best := 0
	for _, m := range c.Legal() {
		// A move that (max Moves …) has just measured need not be tried again.
		if !value && m.Chain > 0 && !m.HasThen() {
			best = max(best, int(m.Chain))
			continue
		}
		mark := c.Mark()
		t := c.Temp()
		t.Play(m)
		n := 1
		if value {
			n = capturesOf(c, t.Applied(), true, false)
		}
		best = max(best, n+continuation(t, mover, value))
		c.GiveTemp(t)
		c.Release(mark)
	}
	return best
}

// lowerMax lowers the best of a list of moves; its consequents never run.
func lowerMax(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.MaxMoves(e)
	values := false
	if a.WithValue() != nil {
		v := k.Bool(a.WithValue())
		if !v.Is(0) && !v.Is(1) {
			k.No(a.WithValue(), "values of captured pieces that count or not as the play goes")
		}
		values = v.Is(1)
	}
	k.Best(e, a.Moves(), a.MaxMovesType().Text == "Captures", values)
}
