package metric

import (
	"math"
	"slices"
)

// Most games have two players, whose values are each other's with the sign changed as long as
// both play. What is found here of them is what evaluation finds of any number, bit for bit,
// without going through lists of players at every ply.

// plain reports whether both of two players are in the game, each behind his own seat.
func (x *Standing) plain() bool {
	return !x.Over && x.Active&6 == 6 && x.Order[1] == 1 && x.Order[2] == 2
}

// rateTwo is rate for two players and the default heuristics.
func (e *evaluation) rateTwo(s *Standing, pieces *[maxSeats + 1]int32, legal int) {
	a, b := float64(pieces[1]), float64(pieces[2])
	switch s.Mover {
	case 1:
		a += mobilityWeight * float64(legal)
	case 2:
		b += mobilityWeight * float64(legal)
	}
	v := a - b
	if v == 0 {
		e.now[1], e.now[2] = 0, 0
		return
	}
	t := e.tanh(v)
	e.now[1], e.now[2] = t, -t // the hyperbolic tangent is odd
}

// endTwo is end for two players, of a play with moves. The difference of both in a position is
// what the last of them is behind by, times two, and the largest difference between two players.
func (e *evaluation) endTwo(utilities []float64, x *ended) {
	n := len(e.values) / 2
	m, u, v := float64(n), utilities[0], utilities[1]
	var sumA, sumB, squareA, squareB, alone float64
	lead, leads, first := 0, 0, n
	topA, topB := -1.0, -1.0
	drama := e.drama[:0]
	for k := range n {
		a, b := e.values[2*k], e.values[2*k+1]
		sumA += a
		squareA += a * a
		sumB += b
		squareB += b * b
		if first == n && (a > -1 || b > -1) {
			first = k
		}
		if a > topA {
			topA = a
		}
		if b > topB {
			topB = b
		}
		leader, gap := 3, math.Abs(a-b)/2 // who is ahead, and by how much
		ofA, ofB := 0.0, 0.0              // by how much each is behind
		switch {
		case a > b:
			leader, ofB = 1, 2*gap
		case b > a:
			leader, ofA = 2, 2*gap
		}
		if leader != lead {
			leads++
		}
		lead = leader
		drama = append(drama, gap)
		switch { // winners are behind by it
		case u == v:
			alone += gap / m
		case u > v:
			alone += ofA / m
		default:
			alone += ofB / m
		}
	}
	e.drama = drama
	// What losers are worth is no longer to be reached.
	x.threshold, x.thresholdCorrected = -1, -1
	switch {
	case u > v:
		x.thresholdCorrected = topB
	case v > u:
		x.thresholdCorrected = topA
	}
	decided := n
	for k := 0; k < n && decided == n; k++ {
		if u >= v && e.values[2*k] > x.thresholdCorrected || v >= u && e.values[2*k+1] > x.thresholdCorrected {
			decided = k
		}
	}
	x.leadChange = float64(leads) / m
	x.stability = max(squareA/m-sumA/m*(sumA/m), 0)
	x.stability += max(squareB/m-sumB/m*(sumB/m), 0)
	x.moves = float64(first / n)
	x.movesCorrected, x.dramaAlone = float64(decided)/m, alone
	e.gaps(runningOf(drama), x)
	aggregateFloats(e.rated, &e.keys, &x.rated)
}

// gaps writes the aggregates of e.drama, as r has read it, and of the differences of two players, which are twice those
// and the one in the last position.
func (e *evaluation) gaps(r running, x *ended) {
	last := e.widest[len(e.widest)-1]
	wide := r.twice()
	wide.add(last)
	fm, wm := float64(r.m), float64(wide.m)
	mean, middling := r.sum/fm, wide.sum/wm
	width := 0.0
	for _, v := range e.drama {
		w := 2*v - middling
		width += w * w / wm
	}
	width += (last - middling) * (last - middling) / wm
	e.keys = slices.Grow(e.keys[:0], r.m)[:r.m]
	k := r.m / 2
	below, spread := split(e.drama, mean, e.keys)
	low, at, high := around(e.keys, below, k)
	before, middle, after := ofKey(low), ofKey(at), ofKey(high)
	lower := before
	if r.m%2 == 1 {
		lower = middle
	}
	r.aggregate(spread, lower, middle, &x.drama)
	// Among the double numbers the last one takes the place in which it stands.
	place := func(i int, a, b float64) float64 { // a and b are in the places i−1 and i, where there are some
		switch {
		case i > 0 && last < 2*a:
			return 2 * a
		case i < r.m && last > 2*b:
			return 2 * b
		}
		return last
	}
	upper := place(k, before, middle)
	if lower = upper; r.m%2 == 1 {
		upper = place(k+1, middle, after)
	}
	wide.aggregate(width, lower, upper, &x.widest)
}
