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
	n := len(e.lead)
	m, u, v := float64(n), utilities[0], utilities[1]
	var sum, square, alone float64
	most, least := -1.0, 1.0
	lead, leads := int64(2), 0
	drama := slices.Grow(e.drama[:0], n)[:n]
	for k, t := range e.lead {
		sum += t
		square += t * t
		if t > most {
			most = t
		}
		if t < least {
			least = t
		}
		leader, change := signOf(t), 0 // who is ahead
		if leader != lead {
			change = 1
		}
		leads += change
		lead = leader
		drama[k] = math.Abs(t)
	}
	e.drama = drama
	// What losers are worth is no longer to be reached; winners are behind by twice the size of values.
	x.threshold, x.thresholdCorrected = -1, -1
	switch {
	case u == v:
		for _, gap := range drama {
			alone += gap / m
		}
	case u > v:
		x.thresholdCorrected = 0 - least
		for k, gap := range drama {
			alone += (gap - e.lead[k]) / m
		}
	default:
		x.thresholdCorrected = most
		for k, gap := range drama {
			alone += (gap + e.lead[k]) / m
		}
	}
	decided := n
	for k, t := range e.lead {
		if u >= v && t > x.thresholdCorrected || v >= u && -t > x.thresholdCorrected {
			decided = k
			break
		}
	}
	x.leadChange = float64(leads) / m
	x.stability = 2 * max(square/m-sum/m*(sum/m), 0)
	x.movesCorrected, x.dramaAlone = float64(decided)/m, alone
	e.gaps(x)
	aggregateFloats(e.rated, &e.keys, &x.rated)
}
