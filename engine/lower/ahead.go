package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// aheadBy is the generator of moves of a player, inside a look ahead. They are no moves
// of the play, so that no iterator has a value there.
func (k *Lowerer) aheadBy(moves *lgdl.Expr, p int, in look) *ir.Func {
	name := fmt.Sprintf("ahead.%p.%d.%v", moves, p, in)
	if fn := k.made[name]; fn != nil {
		return fn
	}
	k.funcs++
	fn := k.P.Func(fmt.Sprintf("ahead.p%d.%d", p, k.funcs), ir.None)
	k.made[name] = fn
	outer := k.aside()
	k.Mover, k.ahead = p, in
	fn.Body = append([]*ir.Stmt{}, k.Inside(func() { k.Moves(moves) })...)
	outer()
	return fn
}

// aside leaves what stands around the clause that is lowered, and returns what takes
// it up again.
func (k *Lowerer) aside() func() {
	mover, env, thens, effect, filters, ahead := k.Mover, k.Env, k.thens, k.effect, k.filters, k.ahead
	known, whose, atEnd, acting := k.Fields.known, k.whose, k.atEnd, k.acting
	k.Env, k.thens, k.effect, k.filters = Env{}, nil, false, nil
	k.Fields.known, k.whose, k.atEnd, k.acting = [numVars]*ir.Expr{}, 0, false, false
	return func() {
		k.Mover, k.Env, k.thens, k.effect, k.filters, k.ahead = mover, env, thens, effect, filters, ahead
		k.Fields.known, k.whose, k.atEnd, k.acting = known, whose, atEnd, acting
	}
}

// As adds what f adds with another player as the mover, in whose place the mover is the
// next and the previous player. The moves that f emits are those of the mover all the
// same: their consequents and conditions see him.
func (k *Lowerer) As(e *lgdl.Expr, p int, f func()) {
	if p == k.Mover {
		f()
		return
	}
	if !k.effect && !k.ahead.on && k.finding == 0 {
		k.No(e, "moves of another player") // the play remembers whose they were
	}
	mover, known, whose := k.Mover, k.Fields.known, k.whose
	k.Fields.known[Mover], k.Fields.known[Next], k.Fields.known[Prev] = ir.Num(p), ir.Num(mover), ir.Num(mover)
	if k.Mover = p; whose == 0 {
		k.whose = mover
	}
	f()
	k.Mover, k.Fields.known, k.whose = mover, known, whose
}

// byMover lowers what is about the mover himself, inside As.
func (k *Lowerer) byMover(f func()) {
	mover, known, whose := k.Mover, k.Fields.known, k.whose
	if whose != 0 {
		k.Mover, k.Fields.known, k.whose = whose, [numVars]*ir.Expr{}, 0
	}
	f()
	k.Mover, k.Fields.known, k.whose = mover, known, whose
}

// asOther notes that a function is called inside As, where it finds the next player of
// the play in memory, not the one there.
func (k *Lowerer) asOther(fn *ir.Func) {
	if k.whose != 0 {
		k.others = append(k.others, fn)
	}
}

// checkOthers refuses games in which that would matter.
func (k *Lowerer) checkOthers() {
	for _, fn := range k.others {
		if ir.Effects(fn.Body).Reads[k.Fields.vars[Next]] {
			k.No(nil, "a look ahead that asks for the next player, for the moves of another one")
		}
	}
}

// EachOwnerOf adds what f adds for the players whose pieces a role stands for, under the
// condition that it does. Roles that stand for several players at once are refused.
func (k *Lowerer) EachOwnerOf(e *lgdl.Expr, f func(owner int)) {
	if game.ManyRole(e.Text) && e.Text != "All" {
		k.No(e, "the pieces of %s", e.Text)
	}
	who := k.Temp("who", k.Role(e))
	if n, ok := who.Number(); ok {
		f(int(n))
		return
	}
	for p := 1; p <= k.G.Players; p++ {
		k.If(ir.Calc(ir.Eq, who, ir.Num(p)), func() { f(p) })
	}
}
