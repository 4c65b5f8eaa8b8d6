package lower

import (
	"encoding/binary"
	"math/bits"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// Where nothing but a component stands on a site of the board, what whoever watches asks of a position are
// numbers of sites of sets, and the sets tell it from others. They are counted after every move; what a
// move has changed need not be known.

// counts are the numbers that are noted of sets after every move.
type counts struct {
	types []*ir.Expr
}

// The lanes of 16 bits in which numbers are noted: occupied sites of the default type, pieces as elements of all
// types count them, and the pieces of each player.
const (
	laneOccupied = iota
	lanePieces
	lanePlayers // from player 1 on
	laneBits    = 16
	lanesOfWord = 64 / laneBits
)

// mostOwners is the number of players whose pieces are counted at most.
const mostOwners = 6

// mostCounted is the number of words of sets up to which positions are told apart by all of them.
const mostCounted = 32

// newCounts returns where numbers are noted, nil unless the only thing that tells positions apart by site is
// what stands there, on a board alone.
func (k *Lowerer) newCounts(rest int) *counts {
	f, a := &k.Fields, k.watch.account
	_, is := a.by[f.What]
	switch {
	case k.G.TypesKept() != 1: // slots of other types come between
		return nil
	case !is, len(a.by) != 1, f.stacks != nil, f.count != nil, k.puzzle != nil, f.layers != [3]*layer{}:
		return nil
	case f.sites != f.board, rest > fewElements, (f.comps-1)*k.P.Words > mostCounted:
		return nil
	case k.G.Players > mostOwners, 3*f.sites >= 1<<laneBits:
		return nil
	}
	a.covered = k.P.Sets("covered", ir.Scratch, 1)
	c := &counts{}
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
		c.types = append(c.types, ir.SetOf(set))
	}
	return c
}

// noteCounts notes the numbers of the position in record n.
func (k *Lowerer) noteCounts(n *ir.Expr) {
	f, c := &k.Fields, k.watch.counts
	union := func(owned func(owner int) bool) *ir.Expr {
		set := k.None()
		for i := 1; i < f.comps; i++ {
			if owned(k.G.Components[i].Owner) {
				set = ir.Calc(ir.SetOr, set, k.Of(i))
			}
		}
		return set
	}
	all := union(func(int) bool { return true })
	lanes := make([]*ir.Expr, lanePlayers, lanePlayers+k.G.Players)
	neutral := k.Temp("neutral", ir.Calc(ir.SetCount, union(func(p int) bool { return p < 1 || p > k.G.Players })))
	occupied := neutral
	for p := 1; p <= k.G.Players; p++ {
		own := k.Temp("own", ir.Calc(ir.SetCount, union(func(owner int) bool { return owner == p })))
		lanes, occupied = append(lanes, own), ir.Calc(ir.Add, occupied, own)
	}
	occupied = k.Temp("occupied", occupied)
	pieces := ir.Num(0)
	for _, set := range c.types {
		here := occupied
		if ones(set.Words) < f.sites {
			here = ir.Calc(ir.SetCount, ir.Calc(ir.SetAnd, all, set))
		}
		pieces = ir.Calc(ir.Add, pieces, here)
	}
	lanes[laneOccupied], lanes[lanePieces] = occupied, k.Temp("pieces", pieces)
	k.Add(&ir.Stmt{Op: ir.SetStore, Field: k.watch.covered,
		Args: []*ir.Expr{ir.Num(0), ir.Calc(ir.SetOr, ir.SetAt(k.watch.covered, ir.Num(0)), all)}})
	k.putLanes(n, lanes)
}

// putLanes writes the lanes of record n.
func (k *Lowerer) putLanes(n *ir.Expr, lanes []*ir.Expr) {
	for w := range k.watch.words - recordWords {
		word := ir.Long(0)
		for i, lane := range lanes[w*lanesOfWord : min((w+1)*lanesOfWord, len(lanes))] {
			word = ir.Calc(ir.Or, word, ir.Calc(ir.Shl, ir.Calc(ir.Wide, lane), ir.Long(uint64(i*laneBits))))
		}
		k.put(n, recordWords+w, word)
	}
}

// eachWord calls f for the words of the sets of sites by component.
func (k *Lowerer) eachWord(f func(word *ir.Expr)) {
	for i := k.P.Words; i < k.Fields.comps*k.P.Words; i++ {
		f(ir.At(k.Fields.At, ir.Num(i)))
	}
}

func ones(set []uint64) (n int) {
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	return n
}

// Counts reports whether sets tell the numbers of positions.
func (p *Positions) Counts() bool { return p.k.watch.counts != nil }

// CountPieces adds up the pieces of each player in a memory, from 1 on.
func (p *Positions) CountPieces(mem []byte, pieces []int32) {
	if p.k.watch.counts == nil {
		a := p.k.watch.account
		for n := range a.kept {
			t := &a.kept[n]
			switch {
			case t.what.Kind != ir.State: // nothing is ever put there
			case a.plain:
				for _, what := range mem[t.what.Addr : t.what.Addr+len(t.stands)] {
					pieces[a.seat[what]]++
				}
			default:
				for site := range t.stands {
					p.addPieces(mem, n, site, 1, pieces)
				}
			}
		}
		return
	}
	at := p.k.Fields.At.Addr + 8*p.Words
	for i := range p.G.Components[1:] {
		n := 0
		for range p.Words {
			n += bits.OnesCount64(binary.LittleEndian.Uint64(mem[at:]))
			at += 8
		}
		if o := p.G.Components[i+1].Owner; o >= 1 && o <= p.G.Players {
			pieces[o] += int32(n)
		}
	}
}

// Covered are the sites that have held a piece since the play began, as words of a set, or one for each of Accounted.
func (p *Positions) Covered(mem []byte, dst []uint64) []uint64 {
	covered := p.k.watch.account.covered
	at := covered.Addr
	for i := range covered.Len {
		dst = append(dst, binary.LittleEndian.Uint64(mem[at+8*i:]))
	}
	return dst
}
