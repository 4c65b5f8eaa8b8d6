// Package lower turns the rules of a compiled game into a program of package transform.
//
// Every row of the language that can be lowered carries one function, Form.Lower,
// which reads the clause and writes what it means: a condition or number is an
// expression, a region a set, and a moves ludeme emits candidates. The rules are
// lowered once for each player, as the one who moves, so that roles, directions and
// owners are constants; what stands around a clause (the iterators, the consequents
// of the generators around it) is known while it is lowered.
//
// A candidate that is emitted belongs to a rule: what its move does, an effect over
// the position. Effects are generators too: all their candidates are performed.
// From the generator of a phase come the list of legal moves and the question
// whether there is one (package ir derives both); from the rules, what a move does.
//
// A game with a clause that is not lowered is refused with the clause and its place,
// and is played by package game.
package lower

import (
	"cmp"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// The kinds of functions that rows carry in Form.Lower, one for each category.
type (
	IntRule    func(k *Lowerer, e *lgdl.Expr) *ir.Expr
	BoolRule   func(k *Lowerer, e *lgdl.Expr) *ir.Expr
	RegionRule func(k *Lowerer, e *lgdl.Expr) *ir.Expr
	MovesRule  func(k *Lowerer, e *lgdl.Expr)
)

// Env is what the iterators of the language are at a clause: expressions, or nil
// where they have no value.
type Env struct {
	From, To, Between, Site, Level, Value, Player, Pips *ir.Expr
	Sites                                               *ir.Expr // a set

	noSites  bool // it has one that is not known here, and nil for it
	grouping *Grouping
	Member   *ir.Expr   // a site of the group
	again    *regrouped // the group where a move is made

	lost iteratorSet // those that have a value that is not known here, and nil for it

	Piece int // the component whose moves are lowered, 0 for none
	Track int // 1 + the number of the track that is looked at, 0 for none
	Team  int // the number of the team that is looked at, 0 for none
}

// look says inside which look ahead rules are lowered: while the moves of a threat or of (no Moves …) are tested, tests
// of the same kind inside are cut short, and nothing is played, so that candidates need no rules. Of sites it matters
// which moves there are, else only whether there is one.
type look struct{ threat, stuck, on, sites bool }

// consequent is a (then …) after a move of a player.
type consequent struct {
	says  int // its shape
	mover int
	after bool // its actions are told to come after the move
}

// Only refuses a clause that has arguments besides those named, by their labels or else types; by both where several
// have the label.
func (k *Lowerer) Only(e *lgdl.Expr, known ...string) {
	for i, a := range e.Args {
		s := &e.Form.Slots[i]
		if a != nil && s.Const == "" && !slices.Contains(known, cmp.Or(s.Label, s.Type)) && !slices.Contains(known,
			s.String()) {
			k.No(a, "argument %s of %s", s.String(), e.Form.Text)
		}
	}
}

func (k *Lowerer) row(e *lgdl.Expr) any {
	if e.Kind != lgdl.Clause || e.Form == nil {
		k.No(e, "%s", e.Text)
	}
	if e.Form.Lower == nil {
		k.No(e, "%s", e.Form.Text)
	}
	return e.Form.Lower
}

// Int lowers a number.
func (k *Lowerer) Int(e *lgdl.Expr) *ir.Expr {
	switch e.Kind {
	case lgdl.Int:
		return ir.Num(e.Int)
	case lgdl.Const:
		switch e.Text {
		case "Off", "Undefined":
			return ir.Num(game.Off)
		case "End":
			return ir.Num(-2)
		case "Infinity":
			return ir.Num(game.Infinity)
		}
		return k.Role(e)
	}
	if f, ok := k.row(e).(IntRule); ok {
		return k.asked(e, func() *ir.Expr { return k.Scoped(func() *ir.Expr { return f(k, e) }) })
	}
	k.No(e, "%s as a number", e.Form.Text)
	return nil
}

// IntOr lowers an optional number.
func (k *Lowerer) IntOr(e *lgdl.Expr, def int) *ir.Expr {
	if e == nil {
		return ir.Num(def)
	}
	return k.Int(e)
}

// IntElse lowers an optional number that is def when it is absent.
func (k *Lowerer) IntElse(e *lgdl.Expr, def *ir.Expr) *ir.Expr {
	if e == nil {
		return def
	}
	return k.Int(e)
}

// Bool lowers a condition: 0 or 1.
func (k *Lowerer) Bool(e *lgdl.Expr) *ir.Expr {
	switch e.Kind {
	case lgdl.Bool:
		return ir.Truth(e.Text == "True" || e.Int == 1)
	case lgdl.Const:
		return ir.Truth(e.Text == "True")
	}
	if f, ok := k.row(e).(BoolRule); ok {
		return k.asked(e, func() *ir.Expr { return k.Scoped(func() *ir.Expr { return f(k, e) }) })
	}
	k.No(e, "%s as a condition", e.Form.Text)
	return nil
}

// Region lowers a set of sites.
func (k *Lowerer) Region(e *lgdl.Expr) *ir.Expr {
	if f, ok := k.row(e).(RegionRule); ok {
		v := k.Scoped(func() *ir.Expr { return f(k, e) })
		if set, ok := k.lasting(e, v); ok {
			return set
		}
		return v
	}
	k.No(e, "%s as a region", e.Form.Text)
	return nil
}

// Moves lowers a moves ludeme: its candidates are emitted.
func (k *Lowerer) Moves(e *lgdl.Expr) {
	f, ok := k.row(e).(MovesRule)
	if !ok {
		k.No(e, "%s as moves", e.Form.Text)
	}
	if k.idle(e) {
		return
	}
	if k.depth++; k.depth > maxDepth {
		k.No(e, "moves inside themselves")
	}
	env, clause, credit := k.Env, k.clause, k.credit
	unit, eachPart := k.unit, k.eachPart
	k.clause, k.credit, k.unit, k.eachPart = e, k.credit.enter(e), unit || !inPieces(e), eachPart && handsOn(e)
	apiece := k.apiece
	k.apiece = apiece && eachApart(e)
	if k.joint != nil && k.joint.of > 0 {
		k.joint.entered(k, e)
	}
	if k.joint != nil && takesPieces(e) {
		k.Mine(func() { f(k, e) })
	} else {
		f(k, e)
	}
	k.Env, k.clause, k.credit, k.unit, k.eachPart, k.apiece = env, clause, credit, unit, eachPart, apiece
	k.depth--
}

// maxDepth is the number of moves ludemes inside of one another that are lowered: more there are only where a piece
// asks for the moves of all pieces.
const maxDepth = 1000

// Enter is called before a block or the body of a function is written, which cannot use what stands in front of the
// effects around.
func (k *Lowerer) Enter(function bool) {
	if function {
		k.outerFronts = append(k.outerFronts, k.fronts)
		k.fronts = k.fronts.away()
		return
	}
	k.outerEnvs = append(k.outerEnvs, k.Env)
}

// Leave is called after it: the iterators are what they were before.
func (k *Lowerer) Leave(function bool) {
	if function {
		n := len(k.outerFronts) - 1
		k.fronts, k.outerFronts = k.outerFronts[n], k.outerFronts[:n]
		return
	}
	n := len(k.outerEnvs) - 1
	k.Env, k.outerEnvs = k.outerEnvs[n], k.outerEnvs[:n]
}

// Role lowers a role as one number.
func (k *Lowerer) Role(e *lgdl.Expr) *ir.Expr { return k.role(e, e.Text) }

func (k *Lowerer) role(e *lgdl.Expr, role string) *ir.Expr {
	if n, ok := game.RoleNumber(role); ok {
		return ir.Num(n)
	}
	switch role {
	case "Shared", "All", "Each":
		return ir.Num(k.G.Shared())
	case "Mover":
		return ir.Num(k.Mover)
	case "Next":
		return k.Fields.Get(layout.Next)
	case "Prev":
		return k.Fields.Get(layout.Prev)
	case "Player":
		return k.Iterator(e, k.Env.Player)
	case "TeamMover":
		if k.TeamNumbers == nil {
			return ir.Num(game.Off)
		}
		return k.Code.Team(k.Mover)
	}
	return ir.Num(game.Off) // several players, of whom none is meant
}
