package metric

import (
	"math"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// Plan is what of a compiled game the metrics need to know. It is immutable and
// safe for concurrent use.
type Plan struct {
	game       *game.Game
	weights    []weight // by slot
	sites      int      // elements of the default type
	all, used  int      // elements of all types, of the types that the rules speak of
	complexity float64  // logarithm of the size of the state space, NaN when undefined
	distances  [3]*distances
	fixedStart bool
	rules      []Marks
	ends       func(ending []int32) Ends
	heuristics Heuristics
	valued     string
	owner      []int8 // player by component, 0 for none
	hand       []int8 // player by slot of his hand, 0 for none
}

// Facts are what the metrics need to know of a game's description.
type Facts struct {
	// Used tells for each board.SiteType whether the rules speak of it.
	Used [3]bool
	// Rules are the concepts that the ludemes contribute which generate moves,
	// in the order of game.Game.Rules; nil leaves the frequencies of moves out.
	Rules []Marks
	// Ends tells what an ending is called, see game.Context.Ending; nil leaves
	// the frequencies of ends out. It may be called by several goroutines.
	Ends func(ending []int32) Ends
	// Heuristics value positions, nil takes the default ones; Valued says in words
	// which they are.
	Heuristics Heuristics
	Valued     string
}

// Valued reports whether positions are valued by heuristics of the description.
func (p *Plan) Valued() bool { return p.heuristics != nil }

// weight tells for how many elements of the board a slot stands: of the default
// type, of all types, of the used types; and whether it is a site of a hand or
// the like that counts at the start.
type weight struct{ def, all, used, hand uint8 }

// NewPlan returns the plan of a game.
func NewPlan(g *game.Game, facts Facts) *Plan {
	if g.IsMatch() {
		// The board changes from game to game: only the play itself is measured.
		return &Plan{game: g}
	}
	used := facts.Used
	c := game.NewContext(g)
	r := rng.New(1)
	c.Start(&r)
	p := &Plan{game: g, weights: make([]weight, c.S.Slots()), fixedStart: !random(g), rules: facts.Rules,
		ends: facts.Ends, heuristics: facts.Heuristics, valued: facts.Valued}
	var slots []int32
	for st := range used {
		t := board.SiteType(st)
		n := g.Topo.Num(t)
		p.all += n
		if used[st] {
			p.used += n
		}
		if t == g.DefaultType {
			p.sites = n
		}
		slots = c.S.Elements(t, slots[:0])
		for _, s := range slots {
			w := &p.weights[s]
			w.all++
			if used[st] {
				w.used++
			}
			if t == g.DefaultType {
				w.def = 1
			}
		}
		p.distances[st] = &distances{topo: g.Topo, st: t, rel: g.DistanceRelation(), n: int32(n)}
	}
	for i := range g.Containers {
		box := &g.Containers[i]
		if box.Kind == game.Board || !used[board.Cell] {
			continue
		}
		for site := box.First; site < box.First+box.Sites; site++ {
			if s := c.S.SlotOf(game.SiteType(board.Cell), int32(site)); s >= 0 {
				p.weights[s].hand = 1
			}
		}
	}
	p.seats(c.S)
	p.complexity = stateComplexity(g, p.used)
	return p
}

// random reports whether plays can start differently.
func random(g *game.Game) bool {
	return g.RandomStart || g.Has(game.Stochastic) || g.Has(game.Card) || g.Has(game.DominoFlag)
}

// stateComplexity is log₁₀ of the number of states that the data of the used
// sites could be in (part 9, §7.2): sites·log₁₀(states of a site), the latter a
// 64-bit product as in the reference.
func stateComplexity(g *game.Game, sites int) float64 {
	if g.Mode == game.Simultaneous {
		return math.NaN()
	}
	b := int64(len(g.Components))
	switch {
	case g.Stacks:
		b *= 32
	case g.Counts:
		b *= int64(g.MaxCount)
	}
	if g.States {
		b *= int64(maxState(g))
	}
	if g.Rotations {
		b *= int64(max(len(g.Topo.Supported(board.Cell, board.RelAll)), len(g.Topo.Supported(board.Vertex, board.RelAll))))
	}
	if g.Values {
		most := 1024
		for i := range g.Components {
			most = max(most, g.Components[i].MaxValue)
		}
		b *= int64(most)
	}
	if g.Hides {
		b *= 1 << 7
	}
	if b < 1 {
		return math.NaN()
	}
	return float64(sites) * math.Log10(float64(b))
}

// maxState is the number of local states that the state keeps room for (part 8, §6).
func maxState(g *game.Game) int {
	declared, seen := 0, g.StartState
	for i := range g.Components {
		k := &g.Components[i]
		declared = max(declared, k.MaxState)
		seen = max(seen, len(k.Faces), 4*len(k.Walks))
	}
	if seen <= 2 {
		seen = g.Players + 1
	}
	return max(declared, seen)
}

// distances measures moves on one site type.
type distances struct {
	topo *board.Topology
	st   board.SiteType
	rel  board.Relation
	n    int32
}

// from are the distances from a site to all others.
func (d *distances) from(site int32) []int32 { return d.topo.DistancesFrom(d.st, d.rel, site) }

// mostRows is the number of sites up to which a tally keeps the distances from each that it has
// asked for.
const mostRows = 1 << 12
