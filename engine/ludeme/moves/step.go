package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var stepRows = []lgdl.Form{
	{Text: "(step [(from)] [direction] (to) [stack:bool!] [(then)])", Result: "moves:effect",
		Concepts: []string{"StepEffect", "AdjacentDirection unless direction"}, Marks: concept.Rule(stepConcepts),
		Meaning: "A piece goes to a neighbouring site.", Impl: steps},
}

// steps are the moves to neighbouring sites.
var steps = reach{impl: func(k *game.Compiler, e *lgdl.Expr, _ *fromPart) ends {
	return ends{dirs: k.Directions(clause.AnyStep(e).Direction(), "Adjacent")}
}, lower: func(k *lower.Lowerer, e *lgdl.Expr) rowsFrom {
	return func(st board.SiteType, from *ir.Expr) (near *write.Rows, row *ir.Expr) {
		return k.Near(st, clause.AnyStep(e).Direction(), "Adjacent", from)
	}
}, stacks: true}.moves()

// reach are the sites that a piece may go to at once, whatever stands between: by the rules and in code.
type reach struct {
	impl   func(k *game.Compiler, e *lgdl.Expr, from *fromPart) ends
	lower  func(k *lower.Lowerer, e *lgdl.Expr) rowsFrom
	stacks bool // it is said which pieces of a stack go, and on which type of sites
}

// ends are these sites by the rules: those next to a site in directions, or those of a list.
type ends struct {
	dirs game.Directions
	list func(c *game.Context, from int) (ends []int32, forward bool) // of which some may lie ahead alone; nil for none
}

// rowsFrom is a table of them, and the row of a site in it.
type rowsFrom = func(st board.SiteType, from *ir.Expr) (near *write.Rows, row *ir.Expr)

func (r reach) moves() rule.Moves { return rule.Forms(r.compile, r.code, "from", "to", "then") }

// stack says whether a whole stack goes.
func (r reach) stack(e *lgdl.Expr) *lgdl.Expr {
	if !r.stacks {
		return nil
	}
	return clause.AnyStep(e).Stack()
}

// reacher is a compiled (step …) or (leap …).
type reacher struct {
	reach
	ends
	from            fromPart
	to              toPart
	stack, decision bool
}

func (r reach) compile(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	s := &reacher{reach: r, from: compileFrom(k, e.Named("from"), fromVar), decision: decision}
	s.ends = r.impl(k, e, &s.from)
	s.to, s.stack = compileTo(k, e.Named("to"), toVar), flagOf(k, r.stack(e))
	if s.stack {
		k.Require(game.Stacking)
	}
	if s.from.Region.Given() && r.stacks {
		// A step from a region never generates anything.
		return k.Followed(rule.None.Eval, e.Named("then"))
	}
	return k.Followed(s.eval, e.Named("then"))
}

func (s *reacher) eval(c *game.Context, out *game.MoveList) {
	st, origin := s.from.Type, s.from.Loc.Get(c)
	if !c.G.OnBoard(st, origin) {
		return
	}
	var dirs []board.Direction
	if s.list == nil {
		dirs = s.dirs.Eval(c, st, origin, c.TakeDirs())
		defer c.GiveDirs(dirs)
	}
	level := game.Off
	if s.stacks && s.from.Level.Given() {
		if level = s.from.Level.Get(c); level < game.Off {
			return
		}
	}
	first, from, to := out.Len(), c.From, c.To
	c.From = origin
	if !s.from.If.Ok(c) {
		return // (from) stays assigned: part 4, §1.3
	}
	for _, d := range dirs {
		if d != board.Rotational {
			for _, t := range c.G.Topo.Steps(st, int32(origin), d) {
				s.try(c, out, first, t, level)
			}
			continue
		}
		// No steps are kept for this direction, only lines.
		for _, r := range c.G.Topo.Radials(st, int32(origin), d) {
			s.try(c, out, first, r.Path[1], level)
		}
	}
	if s.list != nil {
		list, forward := s.list(c, origin)
		for _, t := range list {
			if !forward || ahead(c.G, c.S.What(st, origin), st, int32(origin), t) {
				s.try(c, out, first, t, level)
			}
		}
	}
	c.From, c.To = from, to
}

// try adds the move from (from) to t unless t is refused or has been reached since the first move.
func (s *reacher) try(c *game.Context, out *game.MoveList, first int, t int32, level int) {
	c.To = int(t)
	if s.to.If.Ok(c) && !reached(out.M[first:], t) {
		s.add(c, out, c.From, int(t), level)
	}
}

// reached reports whether one of the moves goes to t.
func reached(ms []game.Move, t int32) bool {
	for i := range ms {
		if ms[i].To == t {
			return true
		}
	}
	return false
}

func (s *reacher) add(c *game.Context, out *game.MoveList, origin, t, level int) {
	st := game.SiteType(s.from.Type)
	levelFrom, lo, hi := level, 0, 0
	switch {
	case s.stack:
		levelFrom, hi = game.Off, c.S.SizeAt(s.from.Type, origin)-1
	case level >= 0:
		lo, hi = level, level
	case c.G.Stacks && s.stacks:
		levelFrom = c.S.SizeAt(s.from.Type, origin) - 1
	}
	m := c.One(decide(game.MovePiece(st, origin, levelFrom, st, t, game.Off, game.Off, game.Off, game.Off, s.stack),
		s.decision))
	if s.to.Apply.Effect != nil && s.to.Apply.If.Ok(c) {
		m = s.to.Apply.compose(c, m)
	}
	m.From, m.To, m.Mover = int32(origin), int32(t), int32(c.S.Mover)
	m.LevelMin, m.LevelMax = int32(lo), int32(hi)
	out.Add(m)
}

// code lowers the moves: to each of the sites that the condition takes.
func (r reach) code(k *lower.Lowerer, e *lgdl.Expr) {
	st, from, then := k.G.DefaultType, e.Named("from"), e.Named("then")
	if from != nil && r.stacks {
		if clause.From(from).Sites() != nil {
			return // a step from a region is none
		}
		st = k.TypeOf(clause.From(from).SiteType())
	} else if from != nil {
		k.SiteType(clause.From(from).SiteType())
	}
	rows, t := r.lower(k, e), lowerTargetOn(k, st, e.Named("to"))
	if !r.stacks && k.LeavesLevel(t.when, t.effect) || t.effectIf != nil && k.LeavesLevel(t.apply) {
		k.No(e, "levels left behind by what may be reached in several ways, or by an effect under a condition")
	}
	lowerOriginOn(k, st, from, true, func(origin *ir.Expr) {
		before := lowerApart(k, &t.apply)
		c := lower.Candidate{From: origin}
		arrive := r.arrive(k, e, st, t, &c)
		near, row := rows(st, origin)
		k.Reached(st, near, row, t.when, t.effect, func(to *ir.Expr) {
			before()
			c.To = to
			k.Applied(t.effect, func() { k.Emit(c, then, arrive) }, func() { k.Moves(t.effect) })
		})
	})
}

// arrive is what such a move does, of which it tells a candidate.
func (r reach) arrive(k *lower.Lowerer, e *lgdl.Expr, st board.SiteType, t target,
	c *lower.Candidate) func(from, to, data *ir.Expr) {
	piece := moving(k.Moving(), t.effect)
	switch from := e.Named("from"); {
	case st != k.G.DefaultType:
		return func(from, to, _ *ir.Expr) {
			k.SpoilIf(ir.Calc(ir.Eq, k.On(st, from, 0, k.WhatAt), ir.Num(0)))
			t.arrive(k)
			k.CarryOn(st, st, from, to, nil)
		}
	case !r.stacks:
		c.Same = lower.Same{By: "leap", Effect: t.apply, Piece: piece}
	case !k.Stacked():
		c.Same = lower.Same{By: "step", Effect: t.apply, Piece: piece}
	case flagOf(k.Parts, r.stack(e)):
		c.Same = lower.Same{By: "step of a stack", Effect: t.apply, Piece: piece}
		return func(from, to, _ *ir.Expr) {
			t.arrive(k)
			k.CarryStack(from, to)
		}
	default:
		// The piece that is on top now goes, with its numbers.
		c.Same = lower.Same{By: "step", Effect: t.apply, Piece: piece}
		c.Data = k.Temp("size", k.SizeAt(c.From))
		if from != nil && clause.From(from).Level() != nil {
			c.Data = k.Temp("size", ir.Calc(ir.Add, k.Fitting(k.Int(clause.From(from).Level()), -1, 1<<19), ir.Num(1)))
		}
		return func(from, to, data *ir.Expr) {
			size := k.Temp("size", data)
			t.arrive(k)
			k.CarryLevel(from, ir.Calc(ir.Sub, size, ir.Num(1)), to)
		}
	}
	return func(from, to, _ *ir.Expr) {
		t.arrive(k)
		k.Carry(from, to, piece, nil)
	}
}
