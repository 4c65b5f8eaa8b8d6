package lower

import (
	"math"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// payoffField makes room for what players are paid, where some payoff follows the play.
func (k *Lowerer) payoffField() {
	follows := func(x *lgdl.Expr) bool {
		if x.Kind != lgdl.Clause || x.Form == nil || x.Form.Result != "(payoff)" {
			return false
		}
		a := clause.Payoff(x)
		_, known := game.RoleNumber(a.RoleType().Text)
		return !known || game.Exact(a.Float()) == nil
	}
	if k.G.Has(game.Payoff) && k.AnyRule(follows) {
		k.Fields.Payoff = k.P.Field("payoff", ir.State, ir.Word, k.G.Players+1)
	}
}

// payoffsFound ends the play with payoffs that are found then.
func (k *Lowerer) payoffsFound(e *lgdl.Expr) {
	f := &k.Fields
	for _, x := range clause.Payoffs(e).Payoffs().Items {
		a := clause.Payoff(x)
		who, v := k.Temp("who", k.Role(a.RoleType())), k.Temp("v", k.Float(a.Float()))
		least, most := ir.Fraction(math.Inf(-1)), ir.Fraction(math.Inf(1))
		finite := ir.All(ir.Calc(ir.LessFloat, least, v), ir.Calc(ir.LessFloat, v, most))
		k.SpoilIf(ir.Calc(ir.Not, finite)) // by the rules a fault
		k.If(k.IsPlayer(who, 1), func() { k.Add(ir.Write(f.Payoff, who, v)) })
	}
	paid := func(p int) *ir.Expr { return ir.At(f.Payoff, ir.Num(p)) }
	k.eachPlayer(func(p int) {
		rank := ir.Num(layout.RankUnit / 2)
		k.eachPlayer(func(q int) {
			rank = ir.Calc(ir.Add, rank, ir.Cond(ir.Calc(ir.LessFloat, paid(p), paid(q)), ir.Num(layout.RankUnit),
				ir.Cond(ir.Calc(ir.EqualFloat, paid(p), paid(q)), ir.Num(layout.RankUnit/2), ir.Num(0))))
		})
		if k.G.Players == 1 {
			nothing := ir.Any(ir.Calc(ir.LessFloat, paid(p), ir.Fraction(0)), ir.Calc(ir.EqualFloat, paid(p), ir.Fraction(0)))
			rank = ir.Cond(nothing, ir.Num(0), ir.Num(layout.RankUnit))
		}
		k.Add(ir.Write(f.Rank, ir.Num(p), rank))
	})
	k.Add(f.Put(layout.Paid, ir.Num(k.G.Payer(e))))
	k.over()
}
