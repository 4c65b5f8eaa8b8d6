package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// Winning is the set of the sites that moves of a player go to, after which he has won: each is made as a turn of his,
// and taken back.
func (k *Lowerer) Winning(e, moves *lgdl.Expr, who *ir.Expr) *ir.Expr {
	if k.joint != nil || k.Dice != nil || k.G.Repeats() {
		k.No(e, "wins that are looked for beside dice, decisions at the same time or positions that must not come back")
	}
	won, set := k.P.Room("winning"), k.TempSet()
	k.Store(won, k.None())
	who = k.Temp("who", who)
	k.SpoilIf(
		ir.Calc(ir.Not, ir.Calc(ir.Below, position.Plus(who, -1), ir.Num(k.G.Players))),
	) // by the rules the play ends there
	for p := 1; p < len(k.players); p++ {
		k.If(ir.Calc(ir.Eq, who, ir.Num(p)), func() { k.Call(k.winning(e, moves, p, won)) })
	}
	k.Store(set, ir.SetAt(won, ir.Num(0)))
	return ir.SetAt(set, ir.Num(0))
}

// winning is the function that adds these sites to a set. Its body is made when turns are known.
func (k *Lowerer) winning(e, moves *lgdl.Expr, p int, won *ir.Field) *ir.Func {
	f := &k.Fields
	fn := k.Fresh(fmt.Sprintf("winning.p%d", p), ir.None)
	fn.Body = []*ir.Stmt{
		f.Put(layout.Mover, f.Get(layout.Mover)),
	} // it depends on the position, which analyses see until then
	k.later = append(k.later, func() {
		back := k.aside()
		k.Mover = p
		fn.Body = k.Inside(func() { k.tryWins(e, moves, p, won) })
		back()
	})
	return fn
}

// tryWins makes each of the moves of a player on a copy of the position.
func (k *Lowerer) tryWins(e, moves *lgdl.Expr, p int, won *ir.Field) {
	f, c := &k.Fields, k.Candidates
	gen := k.aheadBy(moves, p, look{})
	numbers := transform.Emitted(gen.Body)
	if len(numbers) == 0 {
		return
	}
	outer, saved := k.P.Snapshot("undone"), k.P.Snapshot("undone")
	base := k.Temp("base", ir.At(c.Count, ir.Num(0)))
	k.Add(&ir.Stmt{Op: ir.Save, Field: outer})
	k.If(ir.Calc(ir.Ne, f.Get(layout.Mover), ir.Num(p)), func() {
		k.Add(
			f.Put(layout.Prev, f.Get(layout.Mover)),
			f.Put(layout.Mover, ir.Num(p)),
			f.Put(layout.Next, ir.Num(p%k.G.Players+1)),
		)
	})
	k.Add(transform.Listed(c, transform.AllOf(gen, nil))...)
	end, i := k.Temp("end", ir.At(c.Count, ir.Num(0))), k.Var("i", 0, 1<<30, base)
	k.Add(&ir.Stmt{Op: ir.Save, Field: saved})
	k.Loop("tried", 0, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Le, end, ir.Read(i)), ir.Leave(loop)))
		move := k.Temp("move", ir.At(c.Moves, ir.Read(i)))
		from, to, data := k.partsOf(move)
		k.dispatch(numbers, k.Temp("rule", transform.RuleOf(move)), func(n int) {
			if k.DrawsIn(k.rules[n].apply.Body) {
				k.No(e, "wins that are looked for by moves that draw")
			}
			k.around(func() { k.Call(k.rules[n].apply, from, to, data) })
		})
		k.Call(k.players[p].turned, ir.Num(0))
		rank := k.Temp("rank", ir.At(f.Rank, ir.Num(p)))
		most := ir.Calc(ir.Mul, f.Get(layout.Winners), ir.Num(layout.RankUnit))
		first := k.Temp("won", ir.All(ir.Calc(ir.Not, ir.Calc(ir.And, f.Get(layout.Active), ir.Num(1<<p))),
			ir.Calc(ir.Lt, ir.Num(0), rank), ir.Calc(ir.Le, rank, most)))
		k.Add(&ir.Stmt{Op: ir.Restore, Field: saved})
		k.If(first, func() { k.IncludeIf(won, to) })
		k.Add(ir.Increment(i))
	})
	k.Add(ir.Write(c.Count, ir.Num(0), base), &ir.Stmt{Op: ir.Restore, Field: outer})
}
