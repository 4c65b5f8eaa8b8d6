package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/lgdl"
)

// By the rules moves may be found by draws: which piece is to be placed, or whether one moves at all, is drawn while
// the moves of a position are listed. Compiled code lists them as often as it likes, so that the state from which
// these draws begin is kept with the position, like the throw of dice that all moves begin with: whoever lists its
// moves again draws the same. They are neither counted nor drawn by rejection, which would draw in another order, but
// listed.

// Bits of what is noted of the beginning of a position: the state from which moves are drawn is known, and they have
// been listed.
const (
	seeded = 1 << 28
	listed = 1 << 29
)

// takeDraw notes that a clause draws, which is refused where what is lowered may be evaluated more than once. It is
// once when a move is made or at its end, when the legal moves of a position are listed, and when it is asked whether
// the next player has one, for which the rules draw, too. What they draw on the way to other positions is drawn
// apart.
func (k *Lowerer) takeDraw(e *lgdl.Expr) {
	lists := k.listsMoves && !k.effect && len(k.prefixes)+len(k.priors) == 0
	switch {
	case k.making:
	case !k.atEnd && !lists, k.atEnd && k.joint != nil, k.ahead.on && k.ahead != nextStuck, k.asking, k.as != nil:
		k.No(e, "a draw while moves are found")
	}
	k.drew++
	k.findsByDraws = k.findsByDraws || !k.making && lists && !k.ahead.on
}

// nextStuck is the look ahead for a move of the next player.
var nextStuck = look{stuck: true, on: true}

// drawsInOrder reports whether what is lowered is found by draws, so that it has to be found in the order of the rules.
func (k *Lowerer) drawsInOrder() bool { return k.ruleOrder && k.listsMoves && !k.performed() }

// drawnMoves has the moves of a phase, if they are found by draws, begin with the state from which they are drawn.
func (k *Lowerer) drawnMoves(play *lgdl.Expr, gen *ir.Func, begin, goOn **ir.Func) {
	draws := k.findsByDraws
	if k.findsByDraws = false; !draws {
		return
	}
	switch {
	case k.puzzle != nil || k.barren:
		k.No(play, "moves that are found by draws, and what they begin with may be taken back")
	case k.G.ReadsStuck: // which of a player who passes is drawn anew
		k.No(play, "moves that are found by draws, and whether a player had to pass")
	case *begin != *goOn || k.AnyForm(comparesTurns):
		k.No(play, "moves that are found by draws, and turns that are compared")
	}
	if k.Thrown == nil {
		k.Thrown = k.P.Field("thrown", ir.State, ir.Int, 1)
	}
	if k.seed == nil {
		k.seed = k.P.Field("found", ir.State, ir.Word, 1)
	}
	first := *begin
	*begin = k.Func("seeded", ir.None, func() {
		if first != nil {
			k.Call(first)
		}
		k.If(ir.Calc(ir.Not, k.hasBegun(seeded)), func() {
			k.noteBegun(seeded)
			k.Add(ir.Write(k.seed, ir.Num(0), ir.At(k.Fields.Rng, ir.Num(0))))
		})
	})
	*goOn = *begin
	k.byDraws[gen] = true
}

// comparesTurns reports whether a form is of moves that are compared with others by the turns that they begin.
func comparesTurns(f *lgdl.Form) bool {
	return f.Text == "(max maxMovesType [withValue:bool] moves [(then)])"
}

// hasBegun is whether a bit is set in what is noted of the beginning of a position.
func (k *Lowerer) hasBegun(bit int) *ir.Expr {
	return ir.Calc(ir.And, ir.At(k.Thrown, ir.Num(0)), ir.Num(bit))
}

func (k *Lowerer) noteBegun(bit int) {
	k.Add(ir.Write(k.Thrown, ir.Num(0), ir.Calc(ir.Or, ir.At(k.Thrown, ir.Num(0)), ir.Num(bit))))
}

// listMoves adds that the legal moves of a generator are listed: with the same draws as before, if they have been.
func (k *Lowerer) listMoves(gen *ir.Func) {
	list := k.d.List(k.Candidates, gen)
	if !k.byDraws[gen] {
		k.Call(list)
		return
	}
	rng := k.Fields.Rng
	left := ir.NewLocal("left", ir.I64)
	k.Add(ir.Put(left, ir.At(rng, ir.Num(0))), ir.Write(rng, ir.Num(0), ir.At(k.seed, ir.Num(0))))
	k.Call(list)
	k.Choose(k.hasBegun(listed), func() { k.Add(ir.Write(rng, ir.Num(0), ir.Read(left))) }, func() { k.noteBegun(listed) })
}

// drawnFrom adds that a random move of a generator by draws is chosen from the list of all, left in drawn if it is to
// be kept, and made.
func (k *Lowerer) drawnFrom(kept bool) {
	n := k.Temp("n", ir.Invoke(k.list()))
	if k.counts() {
		c := k.Candidates // the forced pass, which is listed, is no legal move
		passes := ir.All(ir.Calc(ir.Eq, ir.At(c.Count, ir.Num(0)), ir.Num(1)),
			ir.Calc(ir.Eq, transform.RuleOf(ir.At(c.Moves, ir.Num(0))), ir.Num(0)))
		k.Add(k.noteLegal(ir.Calc(ir.Sub, n, passes)))
	}
	move := k.Temp("move", ir.Invoke(k.pick(), ir.Invoke(k.below(), n)))
	if kept {
		k.Add(ir.Write(k.drawn(), ir.Num(0), move))
	}
	k.Call(k.play, move)
	k.Add(ir.Give(nil))
}
