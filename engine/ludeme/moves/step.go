package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var stepRows = []lgdl.Form{
	{Text: "(step [(from)] [direction] (to) [stack:bool!] [(then)])", Lower: lower.MovesRule(lowerStep),
		Result: "moves:effect", Concepts: []string{"StepEffect", "AdjacentDirection unless direction"},
		Marks: concept.Rule(stepConcepts), Meaning: "A piece goes to a neighbouring site.", Impl: asEffect(compileStep)},
}

// step is a compiled (step …).
type step struct {
	from            fromPart
	dirs            game.Directions
	to              toPart
	stack, decision bool
}

func compileStep(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	a := clause.AnyStep(e)
	s := &step{
		from: compileFrom(k, a.From(), fromVar), dirs: k.Directions(a.Direction(), "Adjacent"),
		to: compileTo(k, a.To(), toVar), stack: flagOf(k, a.Stack()), decision: decision,
	}
	if s.stack {
		k.Require(game.Stacking)
	}
	if s.from.Region.Given() {
		// A step from a region never generates anything.
		return k.Followed(nothing.Eval, a.Then())
	}
	return k.Followed(s.eval, a.Then())
}

func (s *step) eval(c *game.Context, out *game.MoveList) {
	st := s.from.Type
	origin := s.from.Loc.Get(c)
	if !c.G.OnBoard(st, origin) {
		return
	}
	dirs := s.dirs.Eval(c, st, origin, c.TakeDirs())
	defer c.GiveDirs(dirs)
	level := game.Off
	if s.from.Level.Given() {
		if level = s.from.Level.Get(c); level < game.Off {
			return
		}
	}
	first, from, to := out.Len(), c.From, c.To
	c.From = origin
	if !s.from.If.Ok(c) {
		return // (from) stays assigned
	}
	for _, d := range dirs {
		if d == board.Rotational {
			// No steps are kept for this direction, only lines.
			for _, r := range c.G.Topo.Radials(st, int32(origin), d) {
				s.try(c, out, first, r.Path[1], level)
			}
			continue
		}
		for _, t := range c.G.Topo.Steps(st, int32(origin), d) {
			s.try(c, out, first, t, level)
		}
	}
	c.From, c.To = from, to
}

// try adds the step from (from) to t unless t is refused or has been reached
// since the first move.
func (s *step) try(c *game.Context, out *game.MoveList, first int, t int32, level int) {
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

func (s *step) add(c *game.Context, out *game.MoveList, origin, t, level int) {
	st := game.SiteType(s.from.Type)
	levelFrom, lo, hi := level, 0, 0
	switch {
	case s.stack:
		levelFrom, hi = game.Off, c.S.SizeAt(s.from.Type, origin)-1
	case level >= 0:
		lo, hi = level, level
	case c.G.Stacks:
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

// lowerStep lowers a step: to each neighbour that the condition takes.
func lowerStep(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.AnyStep(e)
	st := k.G.DefaultType
	if a.From() != nil {
		if clause.From(a.From()).Sites() != nil {
			return // a step from a region is none
		}
		st = k.TypeOf(clause.From(a.From()).SiteType())
	}
	lowerOriginOn(k, st, a.From(), true, func(from *ir.Expr) {
		if st == k.G.DefaultType {
			lowerStepFrom(k, a, from)
		} else {
			lowerStepOn(k, st, a, from)
		}
	})
}

// lowerStepOn lowers a step on sites of another type than the one that pieces are on by default.
func lowerStepOn(k *lower.Lowerer, st board.SiteType, a clause.AnyStepArgs, from *ir.Expr) {
	t := lowerTargetOn(k, st, a.To())
	before := lowerApart(k, &t.apply)
	near, row := k.Near(st, a.Direction(), "Adjacent", from)
	k.Row(near, row, func(to *ir.Expr) {
		k.Env.To = to
		k.If(k.Cond(t.when), func() {
			before()
			k.Emit(lower.Candidate{From: from, To: to}, a.Then(), func(from, to, _ *ir.Expr) {
				k.SpoilIf(ir.Calc(ir.Eq, k.On(st, from, 0, k.WhatAt), ir.Num(0)))
				t.arrive(k)
				k.CarryOn(st, st, from, to, nil)
			})
		})
	})
}

func lowerStepFrom(k *lower.Lowerer, a clause.AnyStepArgs, from *ir.Expr) {
	t := lowerTarget(k, a.To())
	before := lowerApart(k, &t.apply)
	piece := k.Moving()
	arrive := func(from, to, _ *ir.Expr) {
		t.arrive(k)
		k.Carry(from, to, moving(piece, t.effect), nil)
	}
	same := lower.Same{By: "step", Effect: t.apply, Piece: moving(piece, t.effect)}
	var data *ir.Expr
	switch {
	case flagOf(k.Parts, a.Stack()):
		if k.Stacked() {
			same.By = "step of a stack"
			arrive = func(from, to, _ *ir.Expr) {
				t.arrive(k)
				k.CarryStack(from, to)
			}
		}
	case k.Stacked():
		// The piece that is on top now goes, with its numbers.
		data = k.Temp("size", k.SizeAt(from))
		if a.From() != nil && clause.From(a.From()).Level() != nil {
			data = k.Temp("size", ir.Calc(ir.Add, k.Fitting(k.Int(clause.From(a.From()).Level()), -1, 1<<19), ir.Num(1)))
		}
		arrive = func(from, to, data *ir.Expr) {
			size := k.Temp("size", data)
			t.arrive(k)
			k.CarryLevel(from, ir.Calc(ir.Sub, size, ir.Num(1)), to)
		}
	}
	near, row := k.Near(k.G.DefaultType, a.Direction(), "Adjacent", from)
	if to, ok := k.Where(t.when); ok && near.Once() && k.AnyOrder() {
		c := lower.Candidate{From: from, Data: data, Same: same}
		k.EmitSet(c, ir.Calc(ir.SetAnd, k.RowSet(near, row), to), a.Then(), arrive)
		return
	}
	k.Reached(near, row, t.when, func(to *ir.Expr) {
		before()
		k.Emit(lower.Candidate{From: from, To: to, Data: data, Same: same}, a.Then(), arrive)
	})
}
