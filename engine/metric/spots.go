package metric

import (
	"math/bits"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/heuristic"
	"github.com/astragal/astragal/engine/rng"
)

// Looking at legal moves takes far longer than making one, so it is done in a few
// positions of a play: in all of a short play, in spots of a longer one, drawn evenly
// whatever the length comes to (Vitter's algorithm R, 1985). What is told of a play is the
// mean over its spots, which estimates that over its positions without bias and stays in
// the range of the metric. Whether a position is a spot follows from the seed and its
// number alone, never from what happens in it.

// Spots is the number of positions of a play whose legal moves are looked at.
const Spots = 2

// The numbers of different legal moves of a spot whose kinds are looked at, and of those
// whose values are, which takes longer.
const (
	kindSamples  = 4
	valueSamples = 2
)

// spot is what was found in a position.
type spot struct {
	is     Marks             // concepts of the moves looked at
	marks  [numMarks]float64 // share of them that have each of these
	looked bool              // some have been looked at
	spread float64           // variance of the values of the legal moves
	narrow float64           // 1 for a narrow position, else 0
}

// reset empties a spot.
func (x *spot) reset() {
	x.is, x.looked, x.spread, x.narrow = Marks{}, false, 0, 0
}

// reservoir chooses the spots of a play.
type reservoir struct {
	seed  uint64
	draw  rng.SplitMix64
	met   int           // positions so far
	drawn int           // positions of which it is known whether they are spots
	hits  [Spots]uint64 // bit i: the position after i more is that spot, as far as they are drawn
	spot  [Spots]spot
}

func (r *reservoir) reset(seed uint64) {
	r.seed, r.draw, r.met, r.drawn, r.hits = seed, rng.Derive(seed, 0), 0, 0, [Spots]uint64{}
}

// coming tells of the positions to come, at most so many and 64, whether they are spots, as bits by spot.
func (r *reservoir) coming(most int) *[Spots]uint64 {
	n, end := r.drawn, max(r.met+most, r.drawn)
	for ; n < min(end, Spots); n++ {
		r.hits[n] |= 1 << (n - r.met)
	}
	state := r.draw.State
	for ; n < end; n++ { // rng.SplitMix64.Below of one more, which hardly ever draws twice
		d := rng.SplitMix64{State: state}
		hi, lo := bits.Mul64(d.Uint64(), uint64(n)+1)
		if hi >= Spots && lo > uint64(n) {
			state = d.State
			continue
		}
		again := rng.SplitMix64{State: state}
		if hit := again.Below(n + 1); hit < Spots {
			r.hits[hit] |= 1 << (n - r.met)
		}
		state = again.State
	}
	r.draw.State, r.drawn = state, end
	return &r.hits
}

// pass meets positions that coming has told of.
func (r *reservoir) pass(positions int) {
	r.met += positions
	for i := range r.hits {
		r.hits[i] >>= positions
	}
}

// next is the number of the spot that the next position takes, -1 for none.
func (r *reservoir) next() int {
	hit := -1
	for i, is := range r.coming(1) {
		if is&1 != 0 {
			hit = i
		}
	}
	r.pass(1)
	return hit
}

// order draws the order in which the moves of position number n are looked at.
func (r *reservoir) order(n int) rng.SplitMix64 { return rng.Derive(r.seed, uint64(n)+1) }

// taken is the number of spots of the play so far.
func (r *reservoir) taken() int { return min(r.met, Spots) }

// shuffle is a random order as far as it has been asked for.
type shuffle struct{ moved [][2]int }

// next takes number j ≥ i of those that are left as the i-th.
func (x *shuffle) next(i, j int) int {
	pick, first, at := j, i, -1
	for k, m := range x.moved {
		if m[0] == j {
			pick, at = m[1], k
		}
		if m[0] == i {
			first = m[1]
		}
	}
	if at < 0 {
		at = len(x.moved)
		x.moved = append(x.moved, [2]int{})
	}
	x.moved[at] = [2]int{j, first}
	return pick
}

// Standing is what of a position the evaluation needs beside the pieces.
type Standing struct {
	Over   bool
	Mover  int
	Active uint32 // bit p: player p is still in the game
	Won    uint32 // bit p: he has won
	// Winners is the number of those who have won, Ranks are the ranks of the players, 0
	// for none yet, Order the players behind whom the agents sit; both from index 1.
	Winners int
	Ranks   [maxSeats + 1]float64
	Order   [maxSeats + 1]int32

	// At is the position, where it is valued by heuristics of the description.
	At heuristic.Position
}

// take reads the standing of a position.
func (x *Standing) take(c *game.Context) {
	s := c.S
	x.Over, x.Mover, x.Active, x.Won, x.Winners, x.At = s.Over, s.Mover, 0, 0, len(s.Winners), heuristic.ByRules(c)
	for p := 1; p <= c.G.Players; p++ {
		if s.IsActive(p) {
			x.Active |= 1 << p
		}
		x.Ranks[p], x.Order[p] = s.Ranking[p], s.Order[p]
	}
	for _, p := range s.Winners {
		x.Won |= 1 << p
	}
}

func (x *Standing) active(p int) bool { return x.Active>>p&1 != 0 }
