package moves

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var shootRows = []lgdl.Form{
	{Text: "(shoot (piece) [(from)] [absoluteDirection] [(between)] [(to)] [(then)])", Lower: lowerEffect(lowerShoot),
		Result: "moves:effect", Concepts: []string{"ShootEffect", "AddEffect", "AdjacentDirection unless absoluteDirection",
			"LineOfSight", "skip (piece)"}, Marks: concept.Rule(shootConcepts),
		Meaning: "A piece is shot along a line of free sites.", Impl: asEffect(compileShoot)},
}

// shoot is a compiled (shoot …).
type shoot struct {
	what     game.Int
	from     fromPart
	dirs     game.Directions
	to       toPart
	decision bool
	then     int32
}

func compileShoot(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	a := argsOf(e, decision)
	s := &shoot{what: onePiece(k, a[0]), from: compileFrom(k, a[1], (*game.Context).LastTo),
		dirs: k.Directions(a[2], "Adjacent"), to: compileTo(k, a[4], toVar), decision: decision}
	// The between is checked and otherwise ignored, as in the reference.
	compileBetween(k, a[3])
	if s.to.Given && !s.to.If.Given() {
		k.Fail(a[4], "the (to …) of shoot needs a condition: (to if:<boolean>)")
	}
	s.then = k.Then(a[5])
	return &game.Gen{Eval: s.eval}
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
	st := s.from.Type
	origin, what := s.from.Loc.Get(c), s.what.Get(c)
	if !c.G.OnBoard(st, origin) || what < 0 {
		return
	}
	first, to, between := out.Len(), c.To, c.Between
	dirs := s.dirs.Eval(c, st, origin, c.TakeDirs())
	for _, d := range dirs {
		for _, r := range c.G.Topo.Radials(st, int32(origin), d) {
			c.Between = between
			for i := 1; i < len(r.Path); i++ {
				t := int(r.Path[i])
				c.To = t
				if !s.free(c) {
					break
				}
				out.Add(s.move(c, r.Path[:i+1]))
				c.Between = t
			}
		}
	}
	c.GiveDirs(dirs)
	c.To, c.Between = to, between
	c.ThenAll(out, first, s.then)
}

// move makes the shot along path, from its first site to its last.
func (s *shoot) move(c *game.Context, path []int32) game.Move {
	end := len(path) - 1
	m := c.One(decide(game.Add(game.SiteType(s.from.Type), int(path[end]), s.what.Get(c), 1, game.Off, game.Off, game.Off,
		false), s.decision))
	m.Mover = int32(c.S.Mover)
	c.SetBetween(&m, path[1:end])
	return m
}

// free tests the site (to); without a condition it is whether that cell is empty.
func (s *shoot) free(c *game.Context) bool {
	if s.to.Given {
		return s.to.If.Get(c)
	}
	return c.S.IsEmpty(cell, c.To)
}
