package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
)

func (k *Lowerer) newWatch() *layout.Watch {
	k.ActLog = k.newActs()
	return &layout.Watch{Legal: k.P.Field("legal", ir.Scratch, ir.Int, 1), Ending: k.newEnding()}
}

// uncounted is the name by which the numbers of legal moves are left out, see Lowerer.without.
const uncounted = "numbers of legal moves"

// Counts reports whether the number of legal moves is told in every position.
func (k *Lowerer) counts() bool { return k.Watch != nil && !k.off(uncounted) }

// noteLegal notes the number of legal moves of a position in which a move is chosen.
func (k *Lowerer) noteLegal(n *ir.Expr) *ir.Stmt { return ir.Write(k.Watch.Legal, ir.Num(0), n) }

// noteNobodys notes that the move that is made is nobody's, until the next one.
func (k *Lowerer) noteNobodys() {
	w := k.Watch
	if w == nil {
		return
	}
	if w.Nobody == nil {
		w.Nobody = k.P.Field("moved.nobody", ir.State, ir.Int, 1)
	}
	k.Add(ir.Write(w.Nobody, ir.Num(0), ir.Num(1)))
}

// watches adds the functions of watched plays: those that play and give account of it, and try,
// which makes a move that was listed at the position, and nothing that follows it.
func (k *Lowerer) watches() {
	if k.Watch == nil {
		return
	}
	k.Watch.Accounting = k.newAccount()
	k.Watch.SpotLog = k.NewSpots()
	k.accounts()
	k.addLooks()
	move := ir.NewLocal("move", ir.I64)
	try := k.P.Func("try", ir.None, move)
	try.Export = true
	try.Body = k.Inside(func() {
		k.Add(k.refuel())
		number := k.Temp("rule", transform.RuleOf(ir.Read(move)))
		from, to, data := k.partsOf(ir.Read(move))
		for p := 1; p < len(k.players); p++ {
			k.Mover = p
			k.If(ir.Calc(ir.Eq, k.Fields.Get(layout.Mover), ir.Num(p)), func() {
				pass := ir.Within("pass", 0, 1)
				k.dispatch(k.tried(p), number,
					func(n int) { k.Add(k.moved(n, from, to, data, pass)...) })
			})
		}
	})
}
