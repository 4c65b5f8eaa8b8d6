package lower

import (
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Frozen is a region that is worked out once, before the play.
func (k *Lowerer) Frozen(r game.Region) *ir.Expr {
	set := make(game.Set, k.G.SetWords)
	r.AddTo(k.Settle(), set)
	return k.setOf(set)
}

// setOf is a constant set.
func (k *Lowerer) setOf(set game.Set) *ir.Expr {
	words := make([]uint64, k.P.Words)
	copy(words, set)
	return ir.SetOf(words)
}

// RegionsOf are the sites of all regions of a player whose name contains part.
func (k *Lowerer) RegionsOf(who *ir.Expr, part string) *ir.Expr {
	of := func(p int) game.Set {
		set := make(game.Set, k.G.SetWords)
		for i := range k.G.Regions {
			if r := &k.G.Regions[i]; r.Owner == p && strings.Contains(r.Name, part) {
				set.Union(r.Static)
			}
		}
		return set
	}
	if p, ok := who.Number(); ok {
		return k.setOf(of(int(p)))
	}
	return k.SetByPlayer("regions", who, of)
}

// SetByPlayer is a constant set that depends on a player; nobody's is that of a
// number that is no player.
func (k *Lowerer) SetByPlayer(name string, who *ir.Expr, of func(p int) game.Set) *ir.Expr {
	n := k.G.Players + 2
	words := make([]int64, 0, n*k.P.Words)
	for p := range n {
		set := of(p)
		for i := range k.P.Words {
			w := uint64(0)
			if i < len(set) {
				w = set[i]
			}
			words = append(words, int64(w))
		}
	}
	who = k.Temp("who", who)
	return ir.SetAt(k.Table(name, ir.Word, words), ir.Cond(ir.Calc(ir.Below, who, ir.Num(n)), who, ir.Num(0)))
}

// PlayerOf is the number of a (player …).
func (k *Lowerer) PlayerOf(e *lgdl.Expr) *ir.Expr {
	if len(e.Args) == 0 || e.Args[0] == nil {
		return ir.Num(k.Mover)
	}
	return k.Int(e.Args[0])
}
