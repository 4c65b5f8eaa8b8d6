package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// LevelVariable is a new variable for a level of a stack.
func (k *Code) LevelVariable() *ir.Local { return ir.Within("level", 0, k.Fields.Height-1) }

// MaxHeight is the number of levels that a stack may have.
func (k *Code) MaxHeight() int { return k.Fields.Height }

// LevelsWith is a word of the levels of all sites with a component that is not 0: the bit of a level is that of
// LevelAt. It is nil where so many levels do not fit into a word.
func (k *Code) LevelsWith(comp *ir.Expr) *ir.Expr {
	s := k.Fields.Stacks
	if !s.Bounded || s.Level.Len > 64 || k.Fields.Comps > maxLeveled {
		return nil
	}
	if s.By == nil {
		s.By = &ir.Valued{Of: s.Level, In: k.P.Sets("levels.in", ir.State, k.Fields.Comps-1)}
		for c := range k.Fields.Comps - 1 {
			s.By.Values = append(s.By.Values, int64(c+1))
		}
	}
	return ir.At(s.By.In, Plus(comp, -1))
}

// maxLeveled bounds the number of components, with 0 for none, of which the levels are kept as sets.
const maxLeveled = 5

// LevelsFrom tells which of 16 levels of a site, from one on, have a component: bit i is level+i. Those of levels that
// do not exist mean nothing. The first may be -16, and of those above 0 the last of the site.
func (k *Code) LevelsFrom(site, level, comp *ir.Expr) *ir.Expr {
	if all := k.LevelsWith(comp); all != nil {
		here := ir.Calc(ir.And, ir.Calc(ir.Shr, all, ir.Calc(ir.Wide, k.LevelAt(site, ir.Num(0)))),
			ir.Long(1<<k.Fields.Height-1))
		return ir.Calc(ir.Shr, ir.Calc(ir.Shl, here, ir.Long(lanes)), ir.Calc(ir.Wide, Plus(level, lanes)))
	}
	return ir.EqualsFrom(k.Fields.Stacks.Level, comp, k.LevelAt(site, level))
}

// LevelOrNone is WhatOn for a site of the board in a game with stacks: above a stack is nothing in all
// places that there are, so that its height need not be looked at.
func (k *Code) LevelOrNone(site, level *ir.Expr) *ir.Expr {
	level = k.Temp("level", level)
	return ir.Cond(ir.Calc(ir.Below, level, ir.Num(k.Fields.Height)), ir.At(k.Fields.Stacks.Level, k.LevelAt(site, level)),
		ir.Num(0))
}

// lanes is the number of levels that are looked at together.
const lanes = 16
