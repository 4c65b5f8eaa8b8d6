package metric

import "math"

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

// endTwo is end for two players.
func (e *evaluation) endTwo(utilities, drama []float64) (x ended) {
	n := len(e.values) / 2
	m, u, v := float64(n), utilities[0], utilities[1]
	var sumA, sumB, squareA, squareB float64
	lead, leads, first := 0, 0, n
	x.threshold, x.thresholdCorrected = -1, -1
	for k := range n {
		a, b := e.values[2*k], e.values[2*k+1]
		sumA += a
		squareA += a * a
		sumB += b
		squareB += b * b
		if first == n && (a > -1 || b > -1) {
			first = k
		}
		leader, behind := 3, math.Abs(a-b) // who is ahead, and by how much
		ofA, ofB := 0.0, 0.0               // by how much each is behind
		switch {
		case a > b:
			leader, ofB = 1, behind
		case b > a:
			leader, ofA = 2, behind
		}
		if leader != lead {
			leads++
		}
		lead = leader
		drama = append(drama, behind/2)
		switch { // winners are behind by it; what losers are worth is no longer to be reached
		case u == v:
			x.dramaAlone += behind / 2 / m
		case u > v:
			x.dramaAlone += ofA / m
			x.thresholdCorrected = max(x.thresholdCorrected, b)
		default:
			x.dramaAlone += ofB / m
			x.thresholdCorrected = max(x.thresholdCorrected, a)
		}
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
	x.movesCorrected = float64(decided) / m
	x.drama, x.rated, x.widest = drama, e.rated, e.widest
	return x
}
