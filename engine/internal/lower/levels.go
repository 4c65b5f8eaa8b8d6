package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/lgdl"
)

// (forEach Level …) leaves (level) at the last level that it has gone through. Inside of a (forEach Piece …) or of
// another (forEach Level …), which give (level) a value of their own, what asks for it afterwards sees that one: the
// level is then a variable, which the loops over levels write.

// Levels is what is known of the variable.
type levels struct {
	variable *ir.Local  // nil where nothing asks for (level) after a loop
	applied  *lgdl.Expr // the effect that is lowered of which it is known what it leaves behind
}

// AtLevel lowers the moves of a piece at a level of a stack.
func (k *Lowerer) AtLevel(level *ir.Expr, moves *lgdl.Expr) {
	outer := k.levels
	k.levels = levels{}
	if moves.Any(eachLevel) && k.LevelsStay() {
		k.levels.variable = k.LevelVariable()
		k.Add(ir.Put(k.levels.variable, level))
		level = ir.Read(k.levels.variable)
	}
	k.Env.Level = level
	k.Moves(moves)
	k.levels = outer
}

// LeavesLevel reports whether what one of some clauses goes through changes (level) for what comes after it.
func (k *Lowerer) LeavesLevel(clauses ...*lgdl.Expr) bool {
	return k.levels.variable != nil && slices.ContainsFunc(clauses, func(e *lgdl.Expr) bool { return e.Any(eachLevel) })
}

// Levels adds what f adds for each level of the stack on a site.
func (k *Lowerer) Levels(e *lgdl.Expr, site *ir.Expr, fromTop bool, f func()) {
	// In consequents (level) has no value of its own.
	leave, outer := false, k.levels.variable
	if k.Env.Level == nil && k.LevelsStay() {
		if k.levels.variable = nil; slices.ContainsFunc(e.Args, func(x *lgdl.Expr) bool { return x.Any(eachLevel) }) {
			leave, k.levels.variable = true, k.LevelVariable()
		}
	} else if k.LevelsStay() {
		l := k.levels.variable
		if leave = l != nil && !k.acting; leave && k.Env.Level.Local != l ||
			!leave && !k.levels.applied.Any(func(x *lgdl.Expr) bool { return x == e }) {
			k.No(e, "levels inside levels")
		}
	}
	k.EachLevel(site, fromTop, func(level *ir.Expr) {
		env := k.Env
		k.Env.Level = level
		if leave {
			k.Add(ir.Put(k.levels.variable, level))
			k.Env.Level = ir.Read(k.levels.variable)
		}
		f()
		k.Env = env
	})
	k.levels.variable = outer
}

// Applied lowers a move with an effect that is found where the move is, as which it leaves
// (level) behind; move emits it.
func (k *Lowerer) Applied(effect *lgdl.Expr, move func(), find func()) {
	if !k.LeavesLevel(effect) {
		move()
		return
	}
	var w levelWalk
	if w.walk(effect); w.read {
		k.No(effect, "levels inside levels")
	}
	outer := k.levels.applied
	k.levels.applied = effect
	move()
	k.levels.applied = outer
	none := func(_, _ *ir.Expr) []*ir.Stmt { return nil }
	k.Add(transform.Gathered(k.sought(find), none, none)...)
}
