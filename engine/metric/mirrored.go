package metric

import (
	"math"
	"slices"
)

// As long as both players are in the game the values of one are those of the other with the sign changed, and half of
// them tell all: evaluation keeps those of the first player until a position is not so.

// record records the values of a position of two players.
func (e *evaluation) record() {
	if a, b := e.now[1], e.now[2]; e.apart || b != -a {
		e.part()
		e.values = append(e.values, a, b)
	} else {
		e.lead = append(e.lead, a)
	}
}

// part keeps the values of both players from now on.
func (e *evaluation) part() {
	for _, v := range e.lead {
		e.values = append(e.values, v, 0-v)
	}
	e.lead, e.apart = e.lead[:0], true
}

// endMirrored is endTwo for a play in which no position was told apart.
func (e *evaluation) endMirrored(utilities []float64, x *ended) {
	lead := e.lead
	n := len(lead)
	m, u, v := float64(n), utilities[0], utilities[1]
	side := 0.0 // winners are behind by twice the size of values, both by half of that if both have won
	switch {
	case u > v:
		side = 1
	case v > u:
		side = -1
	}
	var sum, square, alone float64
	most, least := -1.0, 1.0
	ahead, leads := int64(2), int64(0)
	e.drama = slices.Grow(e.drama[:0], n)[:n]
	drama := e.drama
	for k, t := range lead {
		sum += t
		square += t * t
		if t > most {
			most = t
		}
		if t < least {
			least = t
		}
		leader := signOf(t) // who is ahead
		change := leader ^ ahead
		leads -= (change | -change) >> 63
		ahead = leader
		gap := math.Abs(t)
		drama[k] = gap
		alone += (gap - side*t) / m
	}
	// What losers are worth is no longer to be reached.
	x.threshold, x.thresholdCorrected = -1, -1
	switch {
	case u > v:
		x.thresholdCorrected = 0 - least
	case v > u:
		x.thresholdCorrected = most
	}
	decided := n
	for k, t := range lead {
		if u >= v && t > x.thresholdCorrected || v >= u && -t > x.thresholdCorrected {
			decided = k
			break
		}
	}
	x.leadChange = float64(leads) / m
	x.stability = 2 * max(square/m-sum/m*(sum/m), 0)
	x.movesCorrected, x.dramaAlone = float64(decided)/m, alone
	e.gaps(runningOf(drama), x)
	aggregateFloats(e.rated, &e.keys, &x.rated)
}
