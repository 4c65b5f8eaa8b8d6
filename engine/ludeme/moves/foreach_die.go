package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// eachDie is a compiled (forEach Die …).
type eachDie struct {
	hand             game.Int
	combined, replay game.Bool
	cond             game.Bool // may be absent
	gen              *game.Gen
	sets             [2][]int // of dice: each alone, and with those that are used together
}

// forEachDie uses the die up in every move it yields. The doubles rule keeps the
// value of a double in the anonymous variable between the moves of a turn.
func forEachDie(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.ForEachDie(e)
	d := &eachDie{
		hand: k.IntOr(a.Int(), 0), combined: k.BoolOr(e.Arg("combined"), false),
		replay: k.BoolOr(e.Arg("replayDouble"), false),
		cond:   k.Cond(e.Arg("if")), gen: k.Moves(a.Moves()),
	}
	k.Later(func() {
		n := len(k.G.Dice)
		d.sets = [2][]int{game.DiceSets(n, false), game.DiceSets(n, true)}
	})
	return k.Followed(d.eval, a.Then())
}

// visit calls f for the dice that may be used together, given as bits of mask,
// with (pips) their sum; single is the value of a die used alone, or -1.
func (d *eachDie) visit(c *game.Context, f func(site int, mask int, single int, double bool)) {
	dice := c.S.DiceValue
	h := d.hand.Get(c)
	box := c.G.DiceContainer()
	if h != 0 || box < 0 || len(dice) == 0 {
		return
	}
	outer, site := c.Pips, c.G.Containers[box].First
	double := d.replay.Get(c) && !slices.ContainsFunc(dice, func(v int32) bool { return v != dice[0] })
	sets := d.sets[0]
	if d.combined.Get(c) {
		sets = d.sets[1]
	}
	for _, mask := range sets {
		sum, n, unused := int32(0), 0, true // sums wrap
		for i, v := range dice {
			if mask&(1<<i) != 0 {
				sum += v
				n, unused = n+1, unused && v != 0
			}
		}
		c.Pips = int(sum)
		single := game.Off
		if n == 1 {
			single = c.Pips
		}
		if (n == 1 || unused) && d.cond.Ok(c) {
			f(site, mask, single, double)
		}
	}
	c.Pips = outer
}

func (d *eachDie) eval(c *game.Context, out *game.MoveList) {
	acts := c.TakeActions()
	d.visit(c, func(site int, mask int, single int, double bool) {
		start := out.Len()
		d.gen.Eval(c, out)
		acts = d.used(c, acts[:0], site, mask, single, double)
		for j := start; j < out.Len(); j++ {
			for i := range acts {
				c.Extend(&out.M[j], acts[i])
			}
		}
	})
	c.GiveActions(acts)
}

// used appends what a move with the dice ends with: that they are used up, and
// for one die what keeps a double to be played a second time: the value is noted,
// or the noted value is put back on all dice.
func (d *eachDie) used(c *game.Context, acts []game.Action, site int, mask int, single int,
	double bool) []game.Action {
	for i := range c.S.DiceValue {
		if mask&(1<<i) != 0 {
			acts = append(acts, game.UseDie(0, i, site+i))
		}
	}
	if single == game.Off {
		return acts
	}
	switch noted := c.S.Temp; {
	case double && noted == game.Off:
		acts = append(acts, game.Number(game.ActSetTemp, single))
	case double:
		acts = append(acts, game.Number(game.ActSetTemp, game.Off))
	case noted != game.Off:
		for i, comp := range c.G.Dice {
			if len(c.G.Components[comp].Faces) > noted-1 {
				acts = append(acts, game.SetDie(site+i, noted-1))
			}
		}
	}
	return acts
}

// lowerForEachDie lowers the moves of every die.
func lowerForEachDie(k *lower.Lowerer, e *lgdl.Expr) {
	a := clause.ForEachDie(e)
	if hand, ok := k.IntOr(a.Int(), 0).Number(); !ok {
		k.No(e, "a hand of dice that is not known before")
	} else if hand != 0 {
		return
	}
	combined := false
	if x := e.Arg("combined"); x != nil {
		v, ok := k.Bool(x).Number()
		if !ok {
			k.No(x, "a use of dice that changes")
		}
		combined = v != 0
	}
	var replay func() *ir.Expr
	if x := e.Arg("replayDouble"); x != nil {
		replay = func() *ir.Expr { return k.Bool(x) }
	}
	k.Around(a.Then(), func() {
		k.EachDie(combined, replay, func() {
			k.If(k.Cond(e.Arg("if")), func() { k.Moves(a.Moves()) })
		})
	})
}
