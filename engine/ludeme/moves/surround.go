package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var surroundRows = []lgdl.Form{
	{Text: "(surround [(from)] [relationType] [(between)] [(to)] [except:int] [with:(piece)] [(then)])",
		Lower: lower.MovesRule(lowerSurround), Result: "moves:effect", Concepts: []string{"skip relationType"},
		Marks: concept.Rule(surroundConcepts), Meaning: "Pieces whose neighbours are all held are captured.",
		Impl: game.MovesRule(compileSurround)},
}

// surround is a compiled (surround …).
type surround struct {
	from    fromPart
	rel     board.Direction
	between betweenPart
	to      toPart
	except  game.Int
	with    game.Int // may be absent
}

// compileSurround ignores the consequents, as the reference does.
func compileSurround(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.Surround(e)
	s := &surround{from: compileFrom(k, a.From(), fromVar), between: compileBetween(k, a.Between()),
		to: compileTo(k, a.To(), toVar), except: k.IntOr(a.Except(), 0), rel: relation(k, a.RelationType())}
	if a.With() != nil {
		s.with = onePiece(a.With()).Impl(k, e)
	}
	k.Then(a.Then())
	s.between.If, s.to.If = betweenIsEnemy.or(s.between.If), toIsFriend.or(s.to.If)
	if s.between.Apply.Effect == nil { // the removal asks for no condition
		s.between.Apply = applyPart{Effect: betweenIsEnemy.removed().Impl(k, e)}
	}
	return &game.Gen{Eval: s.eval}
}

// relation is the one that a word says, by default that of neighbours.
func relation(k *game.Compiler, e *lgdl.Expr) board.Direction {
	rel, ok := board.ParseRelation(e.Word("Adjacent"))
	if !ok {
		k.Fail(e, "%s is not a relation of sites", e.Text)
	}
	return rel.Direction()
}

func (s *surround) eval(c *game.Context, out *game.MoveList) {
	st := s.from.Type
	origin := s.from.Loc.Get(c)
	if !c.G.OnBoard(st, origin) {
		return
	}
	to, between := c.To, c.Between
	for _, r := range c.G.Topo.Radials(st, int32(origin), s.rel) {
		u := r.Path[1]
		c.Between = int(u)
		if s.between.If.Get(c) && s.surrounded(c, int32(origin), u) {
			s.between.capture(c, r.Path[1:2], out)
		}
	}
	c.To, c.Between = to, between
}

// surrounded inspects the neighbours of u.
func (s *surround) surrounded(c *game.Context, origin, u int32) bool {
	except, exceptions := s.except.Get(c), 0
	with, met := game.Off, !s.with.Given()
	if !met {
		with = s.with.Get(c)
	}
	for _, r := range c.G.Topo.Radials(s.from.Type, u, s.rel) {
		v := r.Path[1]
		if c.S.What(s.from.Type, int(v)) == with {
			met = true
		}
		if v == origin {
			continue
		}
		c.To = int(v)
		if !s.to.If.Get(c) {
			if exceptions++; exceptions > except {
				return false
			}
		}
	}
	return met
}
