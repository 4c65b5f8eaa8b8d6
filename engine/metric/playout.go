package metric

import (
	"math"
	"slices"
)

// Playout is what a batch wants to know of one finished playout.
type Playout struct {
	// Plies is the number of moves made, placements of the start rules excluded.
	Plies int
	// Turns is the number of changes of the mover, -1 when unknown.
	Turns int
	// Branching is the number of legal moves in each position in which a move
	// was made, a forced pass included; nil when unknown.
	Branching []int32
	// Winner is the only winner (from 1), 0 when there is none. A number that
	// is no player's tells that somebody, but no single player, has won.
	Winner int
	// Limit tells that a limit of plies or turns ended it.
	Limit bool
	// Utilities are the agents' payoffs by rank, scaled to [-1, 1], in the order
	// of the players; nil when unknown. With P players they are multiples of
	// 1/(2(P−1)), or of 1 for a single player; others are rounded to these.
	Utilities []float64
	// Board is what happened on the board; nil for games that have none.
	Board *Board
	// Values are further metrics of this playout by name; a name that is
	// missing in a playout is simply not counted there.
	Values map[string]float64

	frequencies []float64 // of the concepts of moves, by number; nil when not measured
	frequent    Marks     // those that occur; nothing is said of the frequencies of others
	evaluation  *ended    // nil when not evaluated
	recalls     *recalls  // nil where nobody keeps what lists come to
	ends        *Ends     // nil when not known
}

// Board is what a playout of n moves did on a board, in the positions s₀…sₙ.
type Board struct {
	// Actions is the number of primitive actions of all moves, consequences included.
	Actions int
	// Sites is the number of elements of the board's default type, Occupied how
	// many of them held a piece in s₀…sₙ.
	Sites    int
	Occupied []int32
	// Pieces is the number of pieces on the board in s₀…sₙ.
	Pieces []int32
	// Distances are those of the moves that went from one site to another.
	Distances []int32
	// Scores are the largest differences of scores in s₀…sₙ, nil in games without scores.
	Scores []int32
	// Coverage is the share of sites that ever held a piece: of the default
	// type, of all types, and of the types that the rules speak of.
	CoverageDefault, CoverageFull, CoverageUsed float64
	// StateComplexity is the logarithm to base 10 of the size of the state
	// space; NaN when undefined.
	StateComplexity float64
	// Positions and Situations are the numbers of different ones among s₀…sₙ.
	Positions, Situations int
	// StartBoard and StartHand are the numbers of pieces in s₀ on the board and elsewhere.
	StartBoard, StartHand int
	// SameStart tells that every play of the game starts from the same position.
	SameStart bool
}

// Add counts one playout. What it leaves open is not counted.
func (b *Batch) Add(p *Playout) {
	b.Playouts++
	if p.Limit {
		b.Limits++
	}
	if p.Winner != 0 {
		b.Completed++
	}
	if p.Winner > 0 && p.Winner <= len(b.Wins) {
		b.Wins[p.Winner-1]++
	}
	if !b.lengths.add(p.Plies) {
		b.Length.Add(p.Plies)
	}
	b.put(durationMoves, float64(p.Plies))
	if p.Turns >= 0 {
		b.turns(p)
	}
	r := p.recalls
	if r == nil {
		r = &noRecalls
	} else {
		r.to(b)
	}
	if p.Branching != nil && b.tells(r.legal.find(p.Branching, b)) {
		b.branching(p.Branching)
		b.telling = nil
	}
	if p.Utilities != nil {
		b.outcome(p.Utilities)
	}
	if p.Board != nil {
		b.board(p.Board, r)
		b.note(p.Board)
	}
	if p.frequencies != nil {
		b.marked++
		for i := range p.frequent.each {
			b.zeros[firstFrequency+i]--
			b.put(firstFrequency+i, p.frequencies[i])
		}
	}
	if p.ends != nil {
		b.ends(p.ends)
	}
	if p.evaluation != nil {
		b.evaluated(p.evaluation)
	}
	for name, v := range p.Values {
		b.Observe(name, v)
	}
}

// turns counts the metrics of the number of turns.
func (b *Batch) turns(p *Playout) {
	if !b.turned.add(p.Turns) {
		b.Turns.Add(p.Turns)
	}
	b.put(durationTurns, float64(p.Turns))
	if p.Limit {
		b.put(durationTurnsNotTimeouts, 0)
		return
	}
	b.put(durationTurnsNotTimeouts, float64(p.Turns))
	b.put(durationTurnsFinished, float64(p.Turns))
}

// branching counts the metrics of the numbers of legal moves.
func (b *Batch) branching(legal []int32) {
	s := &b.series
	s.measure(legal)
	choices := legal
	if s.least <= 1 {
		choices = b.choices[:0]
		for _, n := range legal {
			if n > 1 {
				choices = append(choices, n)
			}
		}
		b.choices = choices
	}
	if plies := float64(len(legal)); plies > 0 {
		b.put(decisionMoves, float64(len(choices))/plies)
		b.spread(spreadDecisions, float64(len(choices))/plies)
		b.spread(spreadBranching, float64(s.sum)/plies)
		b.put(gameTreeComplexity, plies*math.Log10(float64(s.sum)/plies))
	}
	b.putList(branchingFactor, 1)
	if len(choices) != len(legal) {
		s.measure(choices)
	}
	b.putList(decisionFactor, 1)
}

// board counts the metrics of the board.
func (b *Batch) board(x *Board, r *recalls) {
	b.put(coverageDefault, x.CoverageDefault)
	b.put(coverageFull, x.CoverageFull)
	b.put(coverageUsed, x.CoverageUsed)
	positions := len(x.Occupied)
	b.put(durationActions, float64(x.Actions))
	b.putRepetition(positionalRepetition, positionalCorrected, positions, x.Positions)
	b.putRepetition(situationalRepetition, situationalCorrected, positions, x.Situations)
	if len(x.Distances) == 0 {
		b.alike.still++
	} else {
		b.series.measure(x.Distances)
		b.putList(moveDistance, 1)
	}
	begun := beginning{x.StateComplexity, x.StartBoard, x.StartHand}
	if math.IsNaN(begun.complexity) {
		begun.complexity = unknown
	}
	b.begin(begun)

	switch {
	case !slices.Equal(x.Occupied, x.Pieces):
		if b.tells(r.occupied.find(x.Occupied, b)) {
			b.occupied(x)
			b.telling = nil
		}
		if b.tells(r.pieces.find(x.Pieces, b)) {
			b.series.measure(x.Pieces)
			b.pieces()
			b.telling = nil
		}
	case b.tells(r.both.find(x.Occupied, b)):
		b.occupied(x)
		b.pieces()
		b.telling = nil
	}
	if x.Scores == nil {
		b.alike.scoreless++
		return
	}
	b.series.measure(x.Scores)
	scores := b.series.aggregate(1)
	b.putAggregates(scoreDifference, &scores)
	b.spread(spreadScores, scores[maximumOf])
}

// occupied counts the metrics of the numbers of occupied sites.
func (b *Batch) occupied(x *Board) {
	b.series.measure(x.Occupied)
	b.putList(sitesOccupied, float64(max(x.Sites, 1)))
}

// pieces counts those of the numbers of pieces, which b.series has measured.
func (b *Batch) pieces() {
	a := b.series.aggregate(1)
	b.putAggregates(pieceNumber, &a)
	b.spread(spreadPieces, a[averageOf])
}

// note notes which metrics the rules of the game leave no choice for.
func (b *Batch) note(x *Board) {
	b.certain |= certainComplexity
	if x.SameStart {
		b.certain |= certainStart
	}
	if x.Scores == nil {
		b.certain |= certainScores
	}
}

// ends counts the ways in which the playout ended.
func (b *Batch) ends(e *Ends) {
	b.ended++
	for i := range e.each {
		b.zeros[firstEnd+i]--
		b.put(firstEnd+i, 1)
	}
}

// evaluated counts the metrics of the evaluations.
func (b *Batch) evaluated(x *ended) {
	b.put(variance, x.variance)
	b.put(narrowness, x.narrowness)
	if x.known {
		return
	}
	b.telling = x.told
	b.put(leadChange, x.leadChange)
	b.put(stability, x.stability)
	b.put(decisivenessThreshold, x.threshold)
	b.put(decisivenessMoves, x.moves)
	b.put(decisivenessThresholdCorrected, x.thresholdCorrected)
	b.put(decisivenessMovesCorrected, x.movesCorrected)
	b.put(dramaCorrected, x.dramaAlone)
	b.putAggregates(drama, &x.drama)
	b.putAggregates(moveEvaluation, &x.rated)
	b.putAggregates(stateEvaluationDifference, &x.widest)
	b.telling = nil
}

func (b *Batch) putRepetition(any, share, positions, different int) {
	repeats := 0.0
	if different < positions {
		repeats = 1
	}
	b.put(any, repeats)
	b.put(share, 1-float64(different)/float64(max(positions, 1)))
}

// put adds a value to a standard metric.
func (b *Batch) put(metric int, v float64) {
	if x := b.telling; x != nil {
		x.values = append(x.values, value{metric, v})
		return
	}
	if v == 0 {
		b.zeros[metric]++
		return
	}
	s := &b.sums[metric]
	if !(math.Abs(v) < moderate) {
		b.numbered(metric).Add(v)
		return
	}
	if s.n == mostSums {
		b.numbered(metric).take(s)
	}
	s.add(v)
}

// putList adds the aggregates of the list that b.series has measured.
func (b *Batch) putList(list int, scale float64) {
	a := b.series.aggregate(scale)
	b.putAggregates(list, &a)
}

func (b *Batch) putAggregates(list int, a *[numAggregates]float64) {
	first := numSingles + list*numAggregates
	if b.telling != nil {
		for i, v := range a {
			b.put(first+i, v)
		}
		return
	}
	zeros, each := (*[numAggregates]int64)(b.zeros[first:]), (*[numAggregates]sums)(b.sums[first:])
	for i, v := range a {
		switch s := &each[i]; {
		case v == 0:
			zeros[i]++
		case math.Abs(v) < moderate && s.n < mostSums:
			s.add(v)
		default:
			b.put(first+i, v)
		}
	}
}
