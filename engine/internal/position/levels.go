package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
)

// LevelVariable is a new variable for a level of a stack.
func (k *Code) LevelVariable() *ir.Local { return ir.Within("level", 0, k.Fields.Height-1) }

// MaxHeight is the number of levels that a stack may have.
func (k *Code) MaxHeight() int { return k.Fields.Height }

// LevelsFrom tells which of 16 levels of a site, from one on, have a component: bit i is level+i. Those of levels that
// do not exist mean nothing. The first may be -16.
func (k *Code) LevelsFrom(site, level, comp *ir.Expr) *ir.Expr {
	return ir.EqualsFrom(k.Fields.Stacks.Level, comp, k.LevelAt(site, level))
}

// LevelOrNone is WhatOn for a site of the board in a game with stacks: above a stack is nothing in all
// places that there are, so that its height need not be looked at.
func (k *Code) LevelOrNone(site, level *ir.Expr) *ir.Expr {
	level = k.Temp("level", level)
	return ir.Cond(ir.Calc(ir.Below, level, ir.Num(k.Fields.Height)), ir.At(k.Fields.Stacks.Level, k.LevelAt(site, level)),
		ir.Num(0))
}
