package metric

import (
	"math"
	"math/bits"
)

// alike counts what is the same in most plays of a game, until it is settled: playouts that told nothing but zeros of a
// list, and how many playouts in a row began with the same pieces.
type alike struct {
	still     int64 // playouts without a move from site to site
	scoreless int64 // playouts without scores
	begun     beginning
	plays     int64 // that began so
}

// beginning is what a playout told of the position from which it began.
type beginning struct {
	complexity  float64
	board, hand int
}

// unknown stands for a complexity that is not defined; NaN is not equal to itself.
var unknown = math.Inf(-1)

// begin counts the metrics of the beginning of a playout.
func (b *Batch) begin(x beginning) {
	if x != b.alike.begun {
		b.settleBegun()
		b.alike.begun = x
	}
	b.alike.plays++
}

// settleBegun adds what playouts told of their beginnings.
func (b *Batch) settleBegun() {
	x, n := b.alike.begun, b.alike.plays
	if n == 0 {
		return
	}
	b.alike.plays = 0
	per := float64(max(b.Players, 1))
	board, hand := float64(x.board), float64(x.hand)
	if x.complexity != unknown {
		b.putTimes(stateTreeComplexity, x.complexity, n)
	}
	b.putTimes(startBoard, board, n)
	b.putTimes(startHand, hand, n)
	b.putTimes(startAll, board+hand, n)
	b.putTimes(startBoardPerPlayer, board/per, n)
	b.putTimes(startHandPerPlayer, hand/per, n)
	b.putTimes(startAllPerPlayer, (board+hand)/per, n)
}

// settleAlike adds what alike has counted.
func (b *Batch) settleAlike() {
	b.settleBegun()
	if b.alike.still == 0 && b.alike.scoreless == 0 {
		return
	}
	for i := range numAggregates {
		b.zeros[numSingles+moveDistance*numAggregates+i] += b.alike.still
		b.zeros[numSingles+scoreDifference*numAggregates+i] += b.alike.scoreless
	}
	b.alike.still, b.alike.scoreless = 0, 0
}

// putTimes adds a value to a standard metric so many times.
func (b *Batch) putTimes(metric int, v float64, n int64) {
	s := &b.sums[metric]
	switch {
	case v == 0:
		b.zeros[metric] += n
	case v < moderate && -v < moderate && s.n+n <= mostSums:
		s.addTimes(v, n)
	default:
		for range n {
			b.put(metric, v)
		}
	}
}

// addTimes is add, so many times that mostSums is not passed.
func (s *sums) addTimes(v float64, n int64) {
	var one sums
	one.add(v)
	if s.n == 0 {
		s.low, s.high = one.low, one.high
	}
	s.n += n
	s.low, s.high = min(s.low, one.low), max(s.high, one.high)
	s.sum += n * one.sum
	hi, lo := bits.Mul64(one.square, uint64(n))
	var carry uint64
	s.square, carry = bits.Add64(s.square, lo, 0)
	s.excess += hi + uint64(n)*one.excess + carry
}
