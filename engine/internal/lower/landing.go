package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// existing is the set of the sites of the board of a type and of hands.
func (k *Lowerer) existing(st board.SiteType) *ir.Expr {
	there := make(game.Set, k.P.Words)
	there.Fill(0, k.G.Topo.Num(st))
	for i := 1; i < len(k.G.Containers); i++ {
		there.Fill(k.G.Containers[i].First, k.G.Containers[i].First+k.G.Containers[i].Sites)
	}
	return ir.SetOf(there)
}

// strays reports whether a region may have numbers that are none of the sites of a type, or of hands: what a
// description says of the type of its sites need not be so.
func (k *Lowerer) strays(st board.SiteType, set *ir.Expr) bool {
	if st == k.G.DefaultType && k.Fields.Span <= k.Fields.Sites && !k.beyond {
		return false
	}
	all, known := k.among(set)
	if known {
		all = slices.Clone(all)
		all.Subtract(k.existing(st).Bits())
	}
	return !known || !all.Empty()
}

// among are all the sites that a set may have, where they are known.
func (k *Lowerer) among(set *ir.Expr) (all game.Set, known bool) {
	of := func(i int) (game.Set, bool) { return k.among(set.Args[i]) }
	either := func(i, j int) (game.Set, bool) {
		a, isA := of(i)
		b, isB := of(j)
		if !isA || !isB {
			return nil, false
		}
		both := slices.Clone(a)
		both.Union(b)
		return both, true
	}
	switch set.Op {
	case ir.SetConst:
		return set.Bits(), true
	case ir.SetAnd:
		a, isA := of(0)
		b, isB := of(1)
		switch {
		case !isA:
			return b, isB
		case isB:
			a = slices.Clone(a)
			a.Intersect(b)
		}
		return a, true
	case ir.SetMinus:
		return of(0)
	case ir.SetOr:
		return either(0, 1)
	case ir.SetSelect:
		return either(1, 2)
	case ir.SetLoad:
		if set.Field.Kind != ir.Table {
			all, known = k.confined[set.Field]
			return all, known
		}
		all = make(game.Set, k.P.Words)
		for i, w := range set.Field.Init {
			all[i%k.P.Words] |= uint64(w)
		}
		return all, true
	}
	return nil, false
}

// confine notes that the sets of a field have no other sites than these.
func (k *Lowerer) confine(field *ir.Field, all game.Set) {
	if k.confined == nil {
		k.confined = map[*ir.Field]game.Set{}
	}
	k.confined[field] = all
}

// Confine notes that working space for a set has sites of the board of a type alone.
func (k *Lowerer) Confine(set *ir.Field, st board.SiteType) { k.confine(set, k.BoardOf(st).Bits()) }

// Landing is the region that pieces go to. By the rules they may go to sites that do not exist; such plays go on by
// the rules, and what is left of their move keeps to sites that memory has room for.
func (k *Lowerer) Landing(st board.SiteType, e *lgdl.Expr) *ir.Expr {
	set := k.Region(e)
	if k.strays(st, set) {
		set = k.Keep(set)
		k.SpoilIf(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, set, k.existing(st))))
		set = ir.Calc(ir.SetAnd, set, k.existing(st))
	}
	return set
}

// Origins is the region that pieces come from: where there is no site there is none. Those that come from cells beyond
// the sites of the type spoil the play.
func (k *Lowerer) Origins(st board.SiteType, e *lgdl.Expr) *ir.Expr {
	set := k.Region(e)
	if k.strays(st, set) {
		if k.CellsBeyond(st) {
			set = k.Keep(set)
			k.SpoilIf(ir.Calc(ir.SetAny, k.AsCells(st, set)))
		}
		set = ir.Calc(ir.SetAnd, set, k.existing(st))
	}
	return set
}
