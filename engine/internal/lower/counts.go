package lower

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
)

// Where nothing but a component stands on a site of the board, what whoever watches asks of a position are
// numbers of sites of sets, and the sets tell it from others. They are counted after every move; what a
// move has changed need not be known.

// newCounts returns where numbers are noted, nil unless the only thing that tells positions apart by site is
// what stands there, on a board alone.
func (k *Lowerer) newCounts(rest int) *layout.Counts {
	f, a := &k.Fields, k.Watch.Accounting
	_, is := a.By[f.What]
	switch {
	case k.G.TypesKept() != 1: // slots of other types come between
		return nil
	case !is, len(a.By) != 1, f.Stacks != nil, f.Count != nil, k.puzzle != nil, f.Layers != [3]*layout.Layer{}:
		return nil
	case f.Sites != f.Board, rest > fewElements, (f.Comps-1)*k.P.Words > mostCounted:
		return nil
	case k.G.Players > mostOwners, 3*f.Sites >= 1<<layout.LaneBits:
		return nil
	}
	a.Covered = k.P.Sets("covered", ir.Scratch, 1)
	c := &layout.Counts{}
	x := game.NewContext(k.G)
	for _, st := range [...]board.SiteType{board.Cell, board.Edge, board.Vertex} {
		slots := x.S.Elements(st, nil)
		if len(slots) == 0 {
			continue
		}
		set := make([]uint64, k.P.Words)
		for _, slot := range slots {
			set[slot>>6] |= 1 << (slot & 63)
		}
		c.Types = append(c.Types, ir.SetOf(set))
	}
	return c
}

// noteCounts notes the numbers of the position in record n.
func (k *Lowerer) noteCounts(n *ir.Expr) {
	f, c := &k.Fields, k.Watch.Counts
	union := func(owned func(owner int) bool) *ir.Expr {
		set := k.None()
		for i := 1; i < f.Comps; i++ {
			if owned(k.G.Components[i].Owner) {
				set = ir.Calc(ir.SetOr, set, k.Of(i))
			}
		}
		return set
	}
	all := union(func(int) bool { return true })
	lanes := make([]*ir.Expr, layout.LanePlayers, layout.LanePlayers+k.G.Players)
	neutral := k.Temp("neutral", ir.Calc(ir.SetCount, union(func(p int) bool { return p < 1 || p > k.G.Players })))
	occupied := neutral
	for p := 1; p <= k.G.Players; p++ {
		own := k.Temp("own", ir.Calc(ir.SetCount, union(func(owner int) bool { return owner == p })))
		lanes, occupied = append(lanes, own), ir.Calc(ir.Add, occupied, own)
	}
	occupied = k.Temp("occupied", occupied)
	pieces := ir.Num(0)
	for _, set := range c.Types {
		here := occupied
		if position.Ones(set.Bits()) < f.Sites {
			here = ir.Calc(ir.SetCount, ir.Calc(ir.SetAnd, all, set))
		}
		pieces = ir.Calc(ir.Add, pieces, here)
	}
	lanes[layout.LaneOccupied], lanes[layout.LanePieces] = occupied, k.Temp("pieces", pieces)
	k.Add(&ir.Stmt{Op: ir.SetStore, Field: k.Watch.Covered,
		Args: []*ir.Expr{ir.Num(0), ir.Calc(ir.SetOr, ir.SetAt(k.Watch.Covered, ir.Num(0)), all)}})
	k.putLanes(n, lanes)
}

// putLanes writes the lanes of record n.
func (k *Lowerer) putLanes(n *ir.Expr, lanes []*ir.Expr) {
	for w := range k.Watch.Words - layout.RecordWords {
		word := ir.Long(0)
		for i, lane := range lanes[w*layout.LanesOfWord : min((w+1)*layout.LanesOfWord, len(lanes))] {
			word = ir.Calc(ir.Or, word, ir.Calc(ir.Shl, ir.Calc(ir.Wide, lane), ir.Long(uint64(i*layout.LaneBits))))
		}
		k.put(n, layout.RecordWords+w, word)
	}
}

// mostOwners is the number of players whose pieces are counted at most.
const mostOwners = 6

// mostCounted is the number of words of sets up to which positions are told apart by all of them.
const mostCounted = 32
