// Package traffic counts where on a board play happens: what a worn board of stone
// or wood would show of it.
//
// A Board lists what is counted on: the sites of the type that the game is played
// on, and the pairs of neighbouring sites. An Observer watches plays and adds them
// to Counts: moves along every pair, in both directions; visits, stays, placements,
// captures and sown counters of every site; by the player who moved and by the
// phase of the rules that was theirs. All of it are integers that merge exactly, in
// any order and grouping. Of each of the first plays of an evaluation its own
// counts are kept as well, so that whatever depends on single plays (folding over
// symmetries, resampling) can be computed later.
//
// What is counted of a move are the primitive actions that it came to, with all
// their consequences, as a recorded trial lists them:
//
//   - A move is an action that takes a piece, a stack or some counters from one site
//     of the board to another. It counts 1, however many it takes, as the hand that
//     makes it. Between neighbours (sites that the relation Adjacent joins: on
//     vertices those that a line of the board joins, on cells those that share a side
//     or a corner) it counts for their pair. Otherwise, where a straight line of the
//     board leads from one to the other over neighbours, it counts for every pair on
//     the shortest such line, apart from moves between neighbours; where none does, it
//     is a jump, which wears no line.
//   - A visit is the arrival of a move, or of a piece that comes to the board.
//   - A placement brings something to the board: an action Add or Insert, or a move
//     from elsewhere (a hand, a site of another type).
//   - A capture takes something from the board: an action Remove that is applied, or a
//     move to elsewhere. A piece that another one replaces without an action Remove is
//     not counted.
//   - A sown counter is one that an action "Move" with a count brings to a site: the
//     passes of the hand in sowing games.
//   - A stay is a position after a move in which the site holds something.
//
// What start rules place is not counted. Actions that name a site of another type
// than the game's own count as elsewhere.
package traffic

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

// Measure is one of the things that are counted.
type Measure uint8

// The measures. Those of pairs come first.
const (
	Moves      Measure = iota // between neighbours, by pair and direction
	Along                     // steps of longer moves along a line, by pair and direction
	Visits                    // by site, as all that follow
	Stays                     // positions
	Placements                // …
	Captures
	Sown
	// NumMeasures is the number of measures.
	NumMeasures = int(iota)
)

var measureNames = [NumMeasures]string{"moves", "along", "visits", "stays", "placements", "captures", "sown"}

// String returns the name of the measure as files write it.
func (m Measure) String() string { return measureNames[m] }

// ParseMeasure returns the measure of that name.
func ParseMeasure(name string) (Measure, error) {
	for i, n := range measureNames {
		if n == name {
			return Measure(i), nil
		}
	}
	return 0, fmt.Errorf("measure %q, expected moves, along, visits, stays, placements, captures or sown", name)
}

// OfPairs reports whether pairs of neighbours are counted, not sites.
func (m Measure) OfPairs() bool { return m <= Along }

// Board is what is counted on. It is immutable and safe for concurrent use.
type Board struct {
	Type  board.SiteType
	Sites int
	// Pairs are the pairs of neighbouring sites, the smaller number first, in
	// ascending order.
	Pairs [][2]int32

	off, to, pair []int32 // neighbours of each site in ascending order, and the numbers of the pairs
	topo          *board.Topology
}

// maxSites bounds the boards that are counted on.
const maxSites = 1 << 15

// NewBoard returns what is counted on the board of a game. A match has none: its
// board changes from game to game.
func NewBoard(g *game.Game) (b *Board, err error) {
	switch {
	case g.IsMatch():
		return nil, fmt.Errorf("%s is a match: the board changes from game to game, traffic is counted on one", g.Name)
	case g.Topo.Num(g.DefaultType) > maxSites:
		return nil, fmt.Errorf("traffic is counted on boards of up to %d sites; this one has %d", maxSites,
			g.Topo.Num(g.DefaultType))
	}
	// The tables of a board are made on first use, and may be too much to make.
	if fault := game.Catch(func() { b = NewGraph(g.Topo, g.DefaultType) }); fault != nil {
		return nil, fault
	}
	return b, nil
}

// NewGraph returns what is counted on a board played on sites of the given type.
func NewGraph(t *board.Topology, st board.SiteType) *Board {
	b := &Board{Type: st, Sites: t.Num(st), topo: t}
	join := make([][]int32, b.Sites)
	for a := range int32(b.Sites) {
		for _, x := range t.Neighbours(st, board.RelAdjacent, a) {
			if x != a {
				insert(&join[a], x)
				insert(&join[x], a)
			}
		}
	}
	numbers := map[[2]int32]int32{}
	for a := range join {
		for _, x := range join[a] {
			if int32(a) < x {
				numbers[[2]int32{int32(a), x}] = int32(len(b.Pairs))
				b.Pairs = append(b.Pairs, [2]int32{int32(a), x})
			}
		}
	}
	b.off = make([]int32, 1, b.Sites+1)
	for a := range join {
		for _, x := range join[a] {
			b.to = append(b.to, x)
			b.pair = append(b.pair, numbers[[2]int32{min(int32(a), x), max(int32(a), x)}])
		}
		b.off = append(b.off, int32(len(b.to)))
	}
	return b
}

// insert adds x to an ascending list unless it is there.
func insert(list *[]int32, x int32) {
	i := 0
	for i < len(*list) && (*list)[i] < x {
		i++
	}
	if i < len(*list) && (*list)[i] == x {
		return
	}
	*list = append(*list, 0)
	copy((*list)[i+1:], (*list)[i:])
	(*list)[i] = x
}

// Topology is the board itself.
func (b *Board) Topology() *board.Topology { return b.topo }

// Pair returns the number of a pair of sites, or -1 when they are no neighbours.
func (b *Board) Pair(a, x int32) int32 {
	if a < 0 || int(a) >= b.Sites {
		return -1
	}
	lo, hi := b.off[a], b.off[a+1]
	for lo < hi {
		if mid := (lo + hi) / 2; b.to[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < b.off[a+1] && b.to[lo] == x {
		return b.pair[lo]
	}
	return -1
}

// Neighbours returns the neighbours of a site in ascending order.
func (b *Board) Neighbours(site int32) []int32 { return b.to[b.off[site]:b.off[site+1]] }

// Elements is the number of things that a measure counts for: pairs or sites.
func (b *Board) Elements(m Measure) int {
	if m.OfPairs() {
		return len(b.Pairs)
	}
	return b.Sites
}

// arc is the number of a step from a to x along a pair: twice the pair's, 1 more
// for the way to the smaller number.
func arc(pair, a, x int32) int32 {
	if a < x {
		return 2 * pair
	}
	return 2*pair + 1
}

// route returns the arcs of the shortest straight line of the board from a to x
// over neighbours, of several the first in the order of the radials; nil for none.
func (b *Board) route(a, x int32) []int32 {
	var best []int32
	for _, r := range b.topo.RadialsFrom(b.Type, a) {
		var arcs []int32
		for i := 1; i < len(r.Path); i++ {
			p := b.Pair(r.Path[i-1], r.Path[i])
			if p < 0 || best != nil && len(arcs)+1 >= len(best) {
				break
			}
			arcs = append(arcs, arc(p, r.Path[i-1], r.Path[i]))
			if r.Path[i] == x {
				best = arcs
				break
			}
		}
	}
	return best
}

// Key identifies a board by what is counted on it: its site type, the number of its
// sites and its pairs of neighbours. Eight hexadecimal digits.
func (b *Board) Key() string {
	sum := sha256.Sum256(fmt.Append(nil, b.Type, b.Sites, b.Pairs))
	return hex.EncodeToString(sum[:4])
}
