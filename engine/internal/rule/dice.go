package rule

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// OverDice has (pips) at the sums of the dice of a hand that may be used together, for which a condition holds: the moves
// of a round use them up. Where doubles are replayed the value of a double is kept in the anonymous variable between the
// moves of a turn.
var OverDice = Loop{func(k *game.Compiler, e *lgdl.Expr) *Rounds {
	d := &dice{hand: k.IntOr(e.Named("int"), 0), combined: k.BoolOr(e.Named("combined"), false),
		replay: k.BoolOr(e.Named("replayDouble"), false), cond: k.Cond(e.Named("if"))}
	k.Later(func() {
		n := len(k.G.Dice)
		d.sets = [2][]int{game.DiceSets(n, false), game.DiceSets(n, true)}
	})
	return &Rounds{dice: d}
}, func(k *lower.Lowerer, e *lgdl.Expr) func(func(*ir.Expr)) {
	hand, known := k.IntOr(e.Named("int"), 0).Number()
	combined, fixed := k.BoolOr(e.Named("combined"), false).Number()
	switch {
	case !known:
		k.No(e, "a hand of dice that is not known before")
	case hand != 0:
		return func(func(*ir.Expr)) {}
	case !fixed:
		k.No(e, "a use of dice that changes")
	}
	return func(body func(v *ir.Expr)) {
		k.EachDie(combined != 0, e.Named("replayDouble"), func() {
			k.If(k.Cond(e.Named("if")), func() { body(k.Env.Pips) })
		})
	}
}, func(env *lower.Env) **ir.Expr { return &env.Pips }, []string{"int", "combined", "replayDouble", "if"}}

// dice are those of a loop by the rules.
type dice struct {
	hand             game.Int
	combined, replay game.Bool
	cond             game.Bool // may be absent
	sets             [2][]int  // each alone, and with those that are used together
}

func (d *dice) each(c *game.Context, visit func() bool) bool {
	dice := c.S.DiceValue
	if d.hand.Get(c) != 0 || c.G.DiceContainer() < 0 || len(dice) == 0 {
		return true
	}
	all, pips, used, double, sets := true, c.Pips, c.Dice, c.Double, d.sets[0]
	c.Double = d.replay.Get(c) && !slices.ContainsFunc(dice, func(v int32) bool { return v != dice[0] })
	if d.combined.Get(c) {
		sets = d.sets[1]
	}
	for i := 0; all && i < len(sets); i++ {
		sum, n, unused := int32(0), 0, true // sums wrap
		for die, v := range dice {
			if sets[i]&(1<<die) != 0 {
				sum += v
				n, unused = n+1, unused && v != 0
			}
		}
		if c.Pips, c.Dice = int(sum), sets[i]; (n == 1 || unused) && d.cond.Ok(c) {
			all = visit()
		}
	}
	c.Pips, c.Dice, c.Double = pips, used, double
	return all
}

// use adds to the moves of a round that they use up the dice, and for one die what keeps a double to be played a second
// time: the value is noted, or the noted value is put back on all dice.
func (d *dice) use(c *game.Context, moves []game.Move) {
	acts, first := c.TakeActions(), c.G.Containers[c.G.DiceContainer()].First
	for i := range c.S.DiceValue {
		if c.Dice&(1<<i) != 0 {
			acts = append(acts, game.UseDie(0, i, first+i))
		}
	}
	switch noted := c.S.Temp; {
	case c.Dice&(c.Dice-1) != 0:
	case c.Double && noted == game.Off:
		acts = append(acts, game.Number(game.ActSetTemp, c.Pips))
	case c.Double:
		acts = append(acts, game.Number(game.ActSetTemp, game.Off))
	case noted != game.Off:
		for i, comp := range c.G.Dice {
			if len(c.G.Components[comp].Faces) > noted-1 {
				acts = append(acts, game.SetDie(first+i, noted-1))
			}
		}
	}
	for i := range moves {
		for _, a := range acts {
			c.Extend(&moves[i], a)
		}
	}
	c.GiveActions(acts)
}
