package metric

import (
	"math"
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/heuristic"
)

// Heuristics value positions of a game for a player, given the number of legal
// moves of the player to move. They are safe for concurrent use.
type Heuristics interface {
	ValueOf(at heuristic.Position, player, legal int) float64
}

// evaluation judges positions for the players by the heuristics that the
// description has, else by the default ones of part 9, §10: the number of a player's
// pieces, and with little weight the number of his legal moves.
type evaluation struct {
	game    *game.Game
	own     Heuristics // nil for the default ones
	players int
	owner   []int8  // player by component, 0 for none
	hand    []int8  // player by slot of his hand, 0 for none
	flat    []held  // what the last look found by slot, in games without stacks
	stacks  []int16 // and in games with stacks, by slot and player
	pieces  [maxSeats + 1]int32

	values []float64 // by ply and player, before every move
	lead   []float64 // by ply, of the first of two players, while the other one has its opposite
	apart  bool      // he has not: values are in use
	rated  []float64 // after every move for the player who made it
	widest []float64 // largest difference between two players in s₀…sₙ; of two players in sₙ alone
	drama  []float64 // scratch: how far players are behind in s₀…sₙ₋₁
	keys   []int64   // scratch
	moves  []float64 // values of the moves looked at
	now    [maxSeats + 1]float64
	tried  Standing
	after  [maxSeats + 1]int32 // pieces after a move that is tried

	known [knownValues]known
}

// known is a value whose hyperbolic tangent is known: positions of a play have few different ones.
type known struct{ v, tanh float64 }

// knownValues is the number of places for those, a power of two.
const knownValues = 1 << knownBits

const knownBits = 11

// tanh is the hyperbolic tangent of v.
func (e *evaluation) tanh(v float64) float64 {
	x := &e.known[math.Float64bits(v)*0x9e3779b97f4a7c15>>(64-knownBits)]
	if x.v != v {
		*x = known{v, math.Tanh(v)}
	}
	return x.tanh
}

// held is who has how many pieces in a slot.
type held struct {
	player int8
	n      int32
}

// maxSeats is the largest number of players of a game.
const maxSeats = 16

const (
	mobilityWeight = 0.001
	wonWeight      = 10000
)

// newEvaluation returns the evaluation of positions of the plan's game.
func (p *Plan) newEvaluation() *evaluation {
	g := p.game
	e := &evaluation{game: g, own: p.heuristics, players: g.Players, owner: p.owner, hand: p.hand}
	if g.Stacks {
		e.stacks = make([]int16, len(p.hand)*(g.Players+1))
	} else {
		e.flat = make([]held, len(p.hand))
	}
	return e
}

// seats notes who owns the components and the slots of hands.
func (p *Plan) seats(s *game.State) {
	g := p.game
	p.owner, p.hand = make([]int8, len(g.Components)), make([]int8, s.Slots())
	for i := range g.Components {
		if o := g.Components[i].Owner; o >= 1 && o <= g.Players {
			p.owner[i] = int8(o)
		}
	}
	for i := range g.Containers {
		box := &g.Containers[i]
		if box.Kind != game.Hand || box.Owner < 1 || box.Owner > g.Players {
			continue
		}
		for site := box.First; site < box.First+box.Sites; site++ {
			if slot := s.SlotOf(2, int32(site)); slot >= 0 {
				p.hand[slot] = int8(box.Owner)
			}
		}
	}
}

func (e *evaluation) reset() {
	e.values, e.rated, e.widest = e.values[:0], e.rated[:0], e.widest[:0]
	e.lead, e.apart = e.lead[:0], false
}

// holder is who has how many of n pieces of a component in a slot, nobody
// being player 0: neutral pieces belong to the player in whose hand they are.
// What the slots of a deduction puzzle hold are values and no pieces.
func (e *evaluation) holder(slot, what, n int) held {
	if what == 0 || e.game.DeductionPuzzle {
		return held{}
	}
	if p := e.owner[what]; p > 0 {
		return held{p, 1}
	}
	return held{e.hand[slot], int32(n)}
}

// Slots is what stands where, as game.State tells it.
type Slots interface {
	SlotHolds(slot int) (what, pieces int)
	SlotPiece(slot, level int) int
}

// look accounts for what is different in a slot.
func (e *evaluation) look(s Slots, slot, what, n int) {
	if e.flat != nil {
		before, now := e.flat[slot], e.holder(slot, what, n)
		e.pieces[before.player] -= before.n
		e.pieces[now.player] += now.n
		e.flat[slot] = now
		return
	}
	own := e.stacks[slot*(e.players+1):][:e.players+1]
	for p, k := range own {
		e.pieces[p] -= int32(k)
	}
	clear(own)
	for level := range n {
		p := e.owner[s.SlotPiece(slot, level)]
		own[p]++
		e.pieces[p]++
	}
}

// recount counts the pieces of a position from scratch.
func (e *evaluation) recount(s Slots, pieces *[maxSeats + 1]int32) {
	for i := range e.hand {
		what, n := s.SlotHolds(i)
		if e.flat != nil {
			x := e.holder(i, what, n)
			pieces[x.player] += x.n
			continue
		}
		for level := range n {
			pieces[e.owner[s.SlotPiece(i, level)]]++
		}
	}
}

// rate writes the values of a position with these pieces and legal moves into e.now.
func (e *evaluation) rate(s *Standing, pieces *[maxSeats + 1]int32, legal int) {
	if e.players == 2 && e.own == nil && s.plain() {
		e.rateTwo(s, pieces, legal)
	} else {
		e.rateAll(s, pieces, legal)
	}
}

// rateAll is rate for any number of players.
func (e *evaluation) rateAll(s *Standing, pieces *[maxSeats + 1]int32, legal int) {
	var h [maxSeats + 1]float64
	for p := 1; p <= e.players && !s.Over; p++ {
		if e.own != nil {
			h[p] = e.own.ValueOf(s.At, p, legal)
			continue
		}
		h[p] = float64(pieces[p])
		if p == s.Mover {
			h[p] += mobilityWeight * float64(legal)
		}
	}
	last := math.NaN()
	for p := 1; p <= e.players; p++ {
		if s.Over || !s.active(p) {
			e.now[p] = utility(bits.OnesCount32(s.Active), s.Winners, s.Ranks[s.Order[p]], e.players)
			continue
		}
		v := h[p]
		for q := 1; q <= e.players; q++ {
			switch {
			case q == p:
			case s.active(q):
				v -= h[q]
			case s.Won>>q&1 != 0:
				v -= wonWeight
			}
		}
		if int(s.Order[p]) != p {
			v = -v
		}
		if p == 2 && v == -last && v != 0 {
			e.now[p] = -e.now[1] // the hyperbolic tangent is odd
			continue
		}
		e.now[p], last = e.tanh(v), v
	}
}

// before records the position in which a move is now made, and to which the
// move of mover has led, 0 at the start.
func (e *evaluation) before(s *Standing, legal, mover int) {
	e.rate(s, &e.pieces, legal)
	if mover >= 1 && mover <= e.players {
		e.rated = append(e.rated, e.now[mover])
	}
	if e.players == 2 { // what the players differ by follows from the values
		e.record()
		return
	}
	e.values = append(e.values, e.now[1:e.players+1]...)
	e.difference()
}

// arrive records the last position, to which the move of mover has led.
func (e *evaluation) arrive(s *Standing, mover int) {
	e.rate(s, &e.pieces, 0)
	if mover >= 1 && mover <= e.players {
		e.rated = append(e.rated, e.now[mover])
	}
	e.difference()
}

// difference records by how much players differ in a position.
func (e *evaluation) difference() {
	switch e.players {
	case 0:
		return
	case 2:
		e.widest = append(e.widest, math.Abs(e.now[1]-e.now[2]))
		return
	}
	low, high := e.now[1], e.now[1]
	for _, v := range e.now[2 : e.players+1] {
		low, high = least(low, v), most(high, v)
	}
	e.widest = append(e.widest, high-low)
}

// least and most are min and max of numbers that are none of the special ones.
func least(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}

func most(a, b float64) float64 {
	if b > a {
		return b
	}
	return a
}

// value is what a legal move is worth for the player who would make it; the mover
// must be a player.
func (e *evaluation) value(c *game.Context, m game.Move) float64 {
	t := c.Temp()
	*t.R = *c.R
	t.Play(m)
	var pieces [maxSeats + 1]int32
	e.recount(t.S, &pieces)
	legal := 0
	if !t.S.Over {
		t.Candidates()
		legal = max(t.LegalCandidates(), 1)
	}
	e.tried.take(t)
	v := e.worth(&e.tried, &pieces, legal, c.S.Mover)
	c.GiveTemp(t)
	return v
}

// worth is what a position with these pieces and legal moves is worth for a player.
func (e *evaluation) worth(s *Standing, pieces *[maxSeats + 1]int32, legal, player int) float64 {
	kept := e.now
	e.rate(s, pieces, legal)
	v := e.now[player]
	e.now = kept
	return v
}

// judges reports whether a number is that of a player, whose moves can be valued.
func (e *evaluation) judges(player int) bool { return player >= 1 && player <= e.players }

// listed is the i-th legal move.
func listed(c *game.Context, i int) game.Move {
	if c.Lazy {
		return c.NthLegal(i)
	}
	return c.Legal()[i]
}

// spread is the variance of the values of the legal moves of the position, estimated
// without bias by some of them, drawn without repetition, or by all.
func (e *evaluation) spread() float64 {
	n := float64(len(e.moves))
	if n < 2 {
		return 0
	}
	mean, sum := 0.0, 0.0
	for _, v := range e.moves {
		mean += v / n
	}
	for _, v := range e.moves {
		sum += (v - mean) * (v - mean)
	}
	return sum / (n - 1)
}

// ended are the metrics of a play of n moves that was evaluated throughout.
type ended struct {
	leadChange, stability, threshold, moves        float64
	thresholdCorrected, movesCorrected, dramaAlone float64
	variance, narrowness                           float64

	drama, rated, widest [numAggregates]float64 // of these lists

	told  *told // where all but variance and narrowness is kept, nil for nowhere
	known bool  // it has been there before: nothing else is told here
}

// end writes the metrics of the play.
func (e *evaluation) end(utilities []float64, x *ended) {
	*x = ended{}
	p := e.players
	switch n := len(e.values)/max(p, 1) + len(e.lead); {
	case n == 0 || p == 0: // nothing was met
	case p == 2 && !e.apart:
		e.endMirrored(utilities, x)
	case p == 2:
		e.endTwo(utilities, x)
	default:
		e.endAll(utilities, x)
	}
}

// endAll is end for any number of players, of a play with moves.
func (e *evaluation) endAll(utilities []float64, x *ended) {
	p := e.players
	n := len(e.values) / p
	best := slices.Max(utilities)
	var sum, square [maxSeats]float64
	var leads, before uint32
	winners := 0
	for _, u := range utilities {
		if u == best {
			winners++
		}
	}
	x.threshold, x.thresholdCorrected = -1, -1
	first := n
	drama := e.drama[:0]
	for k := range n {
		row := e.values[k*p : (k+1)*p]
		top := row[0]
		for _, v := range row {
			top = most(top, v)
		}
		var lead uint32
		all, alone := 0.0, 0.0
		for i, v := range row {
			sum[i] += v
			square[i] += v * v
			if v == top {
				lead |= 1 << i
			}
			if v > -1 && first == n {
				first = k
			}
			all += top - v
			if utilities[i] == best {
				alone += top - v
			} else {
				x.thresholdCorrected = max(x.thresholdCorrected, v)
			}
		}
		if lead != before || k == 0 {
			leads++
		}
		before = lead
		drama = append(drama, all/float64(p))
		x.dramaAlone += alone / float64(winners) / float64(n)
	}
	e.drama = drama
	decided := n
	for k := 0; k < n && decided == n; k++ {
		for i, v := range e.values[k*p : (k+1)*p] {
			if utilities[i] == best && v > x.thresholdCorrected {
				decided = k
			}
		}
	}
	m := float64(n)
	x.leadChange = float64(leads) / m
	for i := range p {
		x.stability += max(square[i]/m-sum[i]/m*(sum[i]/m), 0)
	}
	x.moves = float64(first / n)
	x.movesCorrected = float64(decided) / m
	aggregateFloats(drama, &e.keys, &x.drama)
	aggregateFloats(e.rated, &e.keys, &x.rated)
	aggregateFloats(e.widest, &e.keys, &x.widest)
}
