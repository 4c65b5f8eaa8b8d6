package lower

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// A region that is worked out from nothing but the board and the mover is worked out
// while the rules are lowered, by the rules themselves.

// ofMover is a region for a player as the mover.
type ofMover struct {
	e     *lgdl.Expr
	mover int
}

// lasting is the set that a lowered region always is; false when it may change.
func (k *Lowerer) lasting(e *lgdl.Expr, v *ir.Expr) (*ir.Expr, bool) {
	if v.Op != ir.Block || k.as != nil || k.Env.Track > 0 || k.Env.Team > 0 {
		return nil, false
	}
	key := ofMover{e, k.Mover}
	if set := k.lastings[key]; set != nil {
		return set, true
	}
	body := []*ir.Stmt{{Op: ir.Do, Args: []*ir.Expr{v}}}
	if !ir.Loops(body) || !k.changeless(body) || e.Any(asksIterator) {
		return nil, false
	}
	r := k.Parts.Region(e)
	c := k.Settle()
	mover := c.S.Mover
	c.S.Mover = k.Mover
	set := make(game.Set, k.G.SetWords)
	r.AddTo(c, set)
	c.S.Mover = mover
	words := make([]uint64, k.P.Words)
	copy(words, set)
	k.lastings[key] = ir.SetOf(words)
	return k.lastings[key], true
}

// changeless reports whether what a body does depends on nothing that changes: it reads
// no position, no draws and no variables from outside, and spoils no play.
func (k *Lowerer) changeless(body []*ir.Stmt) bool {
	access := ir.Effects(body)
	if access.Unknown || access.Writes.Has(k.Candidates.Fault) {
		return false
	}
	for _, f := range access.Reads {
		if f.Kind == ir.State || f == k.Fields.Rng || f == k.Fuel || f == k.Candidates.Fault {
			return false
		}
	}
	own := map[*ir.Local]bool{}
	ir.Walk(body, func(s *ir.Stmt) { own[s.Local] = true }, nil)
	free := false
	ir.Walk(body, nil, func(e *ir.Expr) { free = free || e.Op == ir.Get && !own[e.Local] })
	return !free
}

// asksIterator reports whether a clause is an iterator that the rules may have given
// a value outside of a region.
func asksIterator(e *lgdl.Expr) bool {
	if e.Kind != lgdl.Clause || e.Form == nil {
		return false
	}
	switch e.Form.Keyword {
	case "to", "from", "between", "level", "player", "track", "value", "pips", "edge", "hint":
		return true
	case "sites":
		return position.IsGroup(e)
	}
	return false
}
