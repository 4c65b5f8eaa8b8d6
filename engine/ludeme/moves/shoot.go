package moves

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var shootRows = []lgdl.Form{
	{Text: "(shoot (piece) [(from)] [absoluteDirection] [(between)] [(to)] [(then)])",
		Result: "moves:effect", Concepts: []string{"ShootEffect", "AddEffect", "AdjacentDirection unless absoluteDirection",
			"LineOfSight", "skip (piece)"}, Marks: concept.Rule(shootConcepts),
		Meaning: "A piece is shot along a line of free sites.", Impl: shoots},
}

var shoots = rule.Forms(compileShoot, lowerShoot)

// shoot is a compiled (shoot …).
type shoot struct {
	what game.Int
	lines
	to       toPart
	decision bool
}

func compileShoot(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	a := clause.AnyShoot(e)
	s := &shoot{what: onePiece(k, a.Piece()), lines: lines{compileFrom(k, a.From(), (*game.Context).LastTo),
		k.Directions(a.AbsoluteDirection(), "Adjacent")}, to: compileTo(k, a.To(), toVar), decision: decision}
	// The between is checked and otherwise ignored, as in the reference.
	compileBetween(k, a.Between())
	if s.to.Given && !s.to.If.Given() {
		k.Fail(a.To(), "the (to …) of shoot needs a condition: (to if:<boolean>)")
	}
	return k.Followed(s.eval, a.Then())
}

// onePiece compiles a (piece …) that must be one name or one number: the
// component with exactly that name, -1 if there is none.
func onePiece(k *game.Compiler, e *lgdl.Expr) game.Int {
	if clause.PieceStringInt(e).Int() != nil {
		return k.Int(clause.PieceStringInt(e).Int())
	}
	if clause.PieceStringInt(e).String() == nil {
		k.Fail(e, "expected one piece, by name or by number")
	}
	name, what := clause.PieceStringInt(e).String().Text, game.Off
	k.Later(func() { what = k.G.ComponentNamed(name) })
	return game.IntFn(func(*game.Context) int { return what })
}

func (s *shoot) eval(c *game.Context, out *game.MoveList) {
	if s.what.Get(c) < 0 {
		return
	}
	to, between := c.To, c.Between
	s.each(c, func(path []int32) {
		c.Between = between
		for i, t := range path {
			if c.To = int(t); !s.free(c) {
				break
			}
			out.Add(s.move(c, path[:i+1]))
			c.Between = int(t)
		}
	})
	c.To, c.Between = to, between
}

// move makes the shot along path to its last site.
func (s *shoot) move(c *game.Context, path []int32) game.Move {
	end := len(path) - 1
	m := c.One(decide(game.Add(game.SiteType(s.from.Type), int(path[end]), s.what.Get(c), 1, game.Off, game.Off, game.Off,
		false), s.decision))
	m.Mover = int32(c.S.Mover)
	c.SetBetween(&m, path[:end])
	return m
}

// free tests the site (to); without a condition it is whether that cell is empty.
func (s *shoot) free(c *game.Context) bool {
	if s.to.Given {
		return s.to.If.Get(c)
	}
	return c.S.IsEmpty(cell, c.To)
}
