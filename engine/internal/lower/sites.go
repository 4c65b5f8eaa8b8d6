package lower

import (
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Frozen is a region that is worked out once, before the play.
func (k *Lowerer) Frozen(r game.Region) *ir.Expr {
	set := make(game.Set, k.G.SetWords)
	r.AddTo(k.Settle(), set)
	return k.setOf(set)
}

// setOf is a constant set.
func (k *Lowerer) setOf(set game.Set) *ir.Expr {
	k.noteBeyond(set)
	words := make([]uint64, k.P.Words)
	copy(words, set)
	return ir.SetOf(words)
}

// noteBeyond notes whether a constant set has numbers that are none of the sites of the default type: those that a
// description gives may be any.
func (k *Lowerer) noteBeyond(set game.Set) {
	if set.Next(k.Fields.Sites) >= 0 {
		k.beyond, k.Numbers = true, max(k.Numbers, 64*k.P.Words)
	}
	if set.Next(64*k.P.Words) >= 0 {
		k.No(k.clause, "sites of numbers that sets have no room for")
	}
}

// Beyond reports whether some constant set so far has numbers that are none of the sites of the default type.
func (k *Lowerer) Beyond() bool { return k.beyond }

// RegionsOf are the sites of all regions of a player whose name contains part.
func (k *Lowerer) RegionsOf(who *ir.Expr, part string) *ir.Expr {
	if p, ok := who.Number(); ok {
		return k.setOf(k.G.RegionsOf(int(p), part))
	}
	return k.SetByPlayer("regions", who, func(p int) game.Set { return k.G.RegionsOf(p, part) })
}

// SetByPlayer is a constant set that depends on a player; nobody's is that of a
// number that is no player.
func (k *Lowerer) SetByPlayer(name string, who *ir.Expr, of func(p int) game.Set) *ir.Expr {
	n := k.G.Players + 2
	words := make([]int64, 0, n*k.P.Words)
	for p := range n {
		set := of(p)
		k.noteBeyond(set)
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
	return k.Int(clause.AnyPlayer(e).Which())
}

// HandNamed is the set of the sites of the first container of a player whose name
// contains a name. A player without one spoils the play.
func (k *Lowerer) HandNamed(e *lgdl.Expr, name string, who *ir.Expr) *ir.Expr {
	missing := ir.Num(0)
	who = k.Temp("who", who)
	of := func(p int) game.Set {
		for i := 1; i < len(k.G.Containers); i++ {
			if h := &k.G.Containers[i]; h.Owner == p && strings.Contains(h.Name, name) {
				set := make(game.Set, k.P.Words)
				set.Fill(h.First, h.First+h.Sites)
				return set
			}
		}
		return nil
	}
	for p := range k.G.Shared() + 1 {
		if of(p) == nil {
			missing = ir.Any(missing, ir.Calc(ir.Eq, who, ir.Num(p)))
		}
	}
	if missing.Is(1) {
		k.No(e, "a container that is unknown")
	}
	k.If(missing, k.Spoil)
	return k.SetByPlayer("hands", who, of)
}

// RowsOf is a table of rows that follow from a clause alone, made once for all clauses that say the same.
func (k *Lowerer) RowsOf(e *lgdl.Expr, name string, rows func() [][]int32) *write.Rows {
	return k.RowsOnce([]string{name}, "clause "+strconv.Itoa(k.shape(e)), func() [][][]int32 {
		return [][][]int32{rows()}
	})[0]
}

// SitesOfMoves is the set of the sites that the candidates which f emits go to, or those
// that they come from. A candidate without such a site spoils the play.
func (k *Lowerer) SitesOfMoves(f func(), from bool) *ir.Expr {
	env, thens, effect, filters, ahead := k.Env, k.thens, k.effect, k.filters, k.ahead
	k.thens, k.effect, k.filters, k.ahead.on, k.ahead.sites = nil, false, nil, true, true
	body := k.Inside(f)
	k.Env, k.thens, k.effect, k.filters, k.ahead = env, thens, effect, filters, ahead
	if !k.drawsInOrder() {
		if body = k.atOnce(body); from {
			body = transform.Origins(body)
		}
	}
	set := k.NewSet()
	here := ir.SetAt(set, ir.Num(0))
	one := func(site *ir.Expr) []*ir.Stmt {
		return k.Inside(func() {
			site = k.Temp("site", site)
			k.IncludeIf(set, site)
			k.If(ir.Calc(ir.Lt, site, ir.Num(0)), k.Spoil)
		})
	}
	k.Add(transform.Gathered(body, func(a, b *ir.Expr) []*ir.Stmt {
		if from {
			return one(a)
		}
		return one(b)
	}, func(a, sites *ir.Expr) []*ir.Stmt {
		if !from || a.Is(-1) {
			return k.Inside(func() { k.Store(set, ir.Calc(ir.SetOr, here, sites)) })
		}
		return []*ir.Stmt{ir.When(ir.Calc(ir.SetAny, sites), one(a)...)}
	})...)
	return here
}
