package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// aheadBy is the generator of moves of a player, inside a look ahead. They are no moves
// of the play, so that no iterator has a value there.
func (k *Lowerer) aheadBy(moves *lgdl.Expr, p int, in look) *ir.Func {
	name := fmt.Sprintf("ahead.%p.%d.%v", moves, p, in)
	if fn := k.made[name]; fn != nil {
		return fn
	}
	if k.lost != nil {
		k.No(moves, "moves ahead of the play where moves must not lose") // of each the ends are asked, which look ahead
	}
	k.funcs++
	fn := k.P.Func(fmt.Sprintf("ahead.p%d.%d", p, k.funcs), ir.None)
	k.made[name] = fn
	outer := k.aside()
	k.Mover, k.ahead, k.listsMoves = p, in, in == nextStuck
	dependent := k.dependent
	fn.Body = append([]*ir.Stmt{}, k.Inside(func() {
		if in.threat {
			k.Moves(moves)
		} else {
			k.unrepeated(func() { k.Moves(moves) })
		}
	})...)
	k.selfMade(dependsOnAhead|dependsOnPiece, dependent)
	outer()
	return fn
}

// aside leaves what stands around the clause that is lowered, and returns what takes
// it up again.
func (k *Lowerer) aside() func() {
	mover, env, thens, effect, filters, ahead := k.Mover, k.Env, k.thens, k.effect, k.filters, k.ahead
	as, seen, atEnd, acting := k.as, k.Fields.seen, k.atEnd, k.acting
	choosing, asking, apartly, chance := k.choosing, k.asking, k.apartly, k.chance
	on, counting := k.resolver.on, k.resolver.counting
	k.resolver.on, k.resolver.counting = false, false
	making, passing, endings, prefixes, once := k.making, k.passing, k.endings, k.prefixes, k.once
	k.Env, k.thens, k.effect, k.filters = Env{}, nil, false, nil
	k.as, k.Fields.seen, k.atEnd, k.acting = nil, [numVars]*ir.Expr{}, false, false
	k.making, k.passing, k.endings, k.prefixes, k.once = false, false, nil, nil, nil
	k.choosing, k.asking, k.apartly, k.chance = false, false, false, false
	listsMoves := k.listsMoves
	k.listsMoves = false
	return func() {
		k.Mover, k.Env, k.thens, k.effect, k.filters, k.ahead = mover, env, thens, effect, filters, ahead
		k.as, k.Fields.seen, k.atEnd, k.acting = as, seen, atEnd, acting
		k.making, k.passing, k.endings, k.prefixes, k.once = making, passing, endings, prefixes, once
		k.choosing, k.asking, k.apartly, k.chance = choosing, asking, apartly, chance
		k.resolver.on, k.resolver.counting, k.listsMoves = on, counting, listsMoves
	}
}
