package search

import (
	"math"
)

// promising returns the move of a node that is worth the next try: the one with the
// largest bound by the rule of the search, −1 if none is legal.
func (t *Tree) promising(at int32) int {
	x := &t.nodes[at]
	if t.o.Flat && at == 0 {
		return t.even1(x)
	}
	total := x.tried
	grave := t.o.Select == "grave"
	if !grave && (!t.o.Parent || total == 0) {
		if fresh := t.untried(x); fresh >= 0 || total == 0 {
			return fresh
		}
	}
	var pool amafs
	if grave {
		pool = t.policy.reference(t, at)
	}
	scale := t.scale()
	logN := logOf(max(total, 1) + 1)
	mean := (t.low + t.high) / 2
	if total > 0 {
		mean = x.sum / float64(total)
	}
	ucb1 := float64(t.o.Explore * scale * math.Sqrt(logN))
	plain := t.o.Select == "ucb1" && t.o.Policy == nil
	learned := float64(priorWeight * scale * math.Sqrt(float64(total+1)))
	best, bound, ties, open := -1, math.Inf(-1), 0, 0
	for i := range x.n {
		e := &t.edges[x.first+i]
		if e.dead {
			continue
		}
		b := 0.0
		switch {
		case t.settled(e):
			// What is known needs no exploration; a loss is chosen when all is lost.
			b = t.proven(e.child, x.mover)
			if t.f.Bounded && b <= t.f.Low {
				b = math.Inf(-1)
			} else if t.f.Bounded && b >= t.f.High {
				return int(i)
			}
			switch {
			case best < 0 || b > bound:
				best, bound, ties = int(i), b, 1
			case b == bound:
				if ties++; t.pick.Below(ties) == 0 {
					best = int(i)
				}
			}
			continue
		case plain && e.visits == 0:
			open++ // all of the same bound
			continue
		case plain:
			b = e.sum/float64(e.visits) + float64(ucb1*rootOf(e.visits))
		case e.visits == 0:
			b = mean + t.bonus(x, i, 1, mean, scale, logN)
		default:
			q := e.sum / float64(e.visits)
			b = q + t.bonus(x, i, float64(e.visits), q, scale, logN)
		}
		if grave {
			// Moves that were never tried here have a bonus as well: without one they
			// would hardly be tried once others have been.
			b = t.policy.blend(t, pool, e, b, scale) + float64(graveExplore*ucb1/math.Sqrt(float64(e.visits+1)))
		}
		if t.o.Policy != nil {
			b += float64(learned*float64(t.extra[x.first+i].prior)) / float64(e.visits+1)
		}
		switch {
		case b > bound:
			best, bound, ties = int(i), b, 1
		case b == bound:
			// Of equal moves the order of the list, that is the numbering of the sites, must not decide.
			if ties++; t.pick.Below(ties) == 0 {
				best = int(i)
			}
		}
	}
	if open > 0 && (best < 0 || mean+ucb1 >= bound) {
		return t.nth(x, t.pick.Below(open))
	}
	return best
}

// nth returns move number k of those of a node that were never tried.
func (t *Tree) nth(x *node, k int) int {
	for i := range x.n {
		e := &t.edges[x.first+i]
		if e.visits > 0 || e.dead || t.settled(e) {
			continue
		}
		if k--; k < 0 {
			return int(i)
		}
	}
	return -1
}

// untried returns a random one of the moves of a node that were never tried, −1 if there
// is none.
func (t *Tree) untried(x *node) int {
	fresh, open := -1, 0
	for i := range x.n {
		if e := &t.edges[x.first+i]; e.visits == 0 && !e.dead {
			if open++; t.pick.Below(open) == 0 {
				fresh = int(i)
			}
		}
	}
	return fresh
}

// roots and logs keep what is asked for again and again: 1/√n and the logarithm of n.
var roots, logs = func() (roots, logs [1 << 12]float64) {
	for n := range roots {
		roots[n], logs[n] = 1/math.Sqrt(float64(n)), math.Log(float64(n))
	}
	return roots, logs
}()

func rootOf(n int32) float64 {
	if int(n) < len(roots) {
		return roots[n]
	}
	return 1 / math.Sqrt(float64(n))
}

func logOf(n int32) float64 {
	if int(n) < len(logs) {
		return logs[n]
	}
	return math.Log(float64(n))
}

// bonus is the exploration term of a move that was tried n times with mean q.
func (t *Tree) bonus(x *node, i int32, n, q, scale, logN float64) float64 {
	c := t.o.Explore * scale
	switch t.o.Select {
	case "tuned":
		// Auer, Cesa-Bianchi and Fischer 2002: the variance bounds the width, in
		// units of the scale at most 1/4.
		v := 0.25
		if e := &t.edges[x.first+i]; e.visits > 0 {
			m := e.sum / float64(e.visits)
			s := t.extra[x.first+i].squares/float64(e.visits) - float64(m*m)
			v = math.Max(s, 0)/float64(scale*scale) + math.Sqrt(2*logN/n)
		}
		return float64(2 * c * math.Sqrt(float64(logN/n*math.Min(0.25, v))))
	case "history":
		// Nijssen and Winands 2010: what the move was worth elsewhere, fading the more
		// it fails here.
		h := t.policy.mean(int(x.mover), t.edges[x.first+i].key, 0.5)
		loss := 1 - (q-t.low)/scale
		return float64(c*math.Sqrt(logN/n)) + float64(scale*h*historyWeight/float64(loss*n+1))
	case "grave":
		return 0
	}
	return float64(c * math.Sqrt(logN/n))
}

// historyWeight is the weight of progressive history.
const historyWeight = 1.0

// even1 returns the move tried least, in random order among equals.
func (t *Tree) even1(x *node) int {
	best, ties := -1, 0
	for i := range x.n {
		e := &t.edges[x.first+i]
		if e.dead {
			continue
		}
		switch {
		case best < 0 || e.visits < t.edges[x.first+int32(best)].visits:
			best, ties = int(i), 1
		case e.visits == t.edges[x.first+int32(best)].visits:
			if ties++; t.pick.Below(ties) == 0 {
				best = int(i)
			}
		}
	}
	return best
}

// Move is a decision as the search sees it.
type Move struct {
	Visits int
	Mean   float64 // of the mover's payoffs
	Legal  bool
	Proven bool // Mean is the exact value
}

// Moves are the decisions that are taken at the same time as the first one, or
// after it: those of the k-th decision of the step of the root, in the order of
// World.List.
func (t *Tree) Moves(k int) []Move {
	at := int32(0)
	for ; k > 0; k-- {
		at = t.nodes[at].chain
		if at == 0 {
			return nil
		}
	}
	x := &t.nodes[at]
	if x.first < 0 {
		return nil
	}
	moves := make([]Move, x.n)
	for i := range moves {
		e := &t.edges[x.first+int32(i)]
		m := Move{Visits: int(e.visits), Legal: !e.dead}
		if e.visits > 0 {
			m.Mean = e.sum / float64(e.visits)
		}
		if e.child != 0 && t.o.Solver && t.nodes[e.child].solved != 0 {
			m.Mean, m.Proven = t.proven(e.child, x.mover), true
		}
		moves[i] = m
	}
	return moves
}

// Mixed reports whether several players have a choice in the step of the root, so
// that they mix their decisions.
func (t *Tree) Mixed() bool {
	choosers := 0
	for at := int32(0); ; at = t.nodes[at].chain {
		x := &t.nodes[at]
		if x.first >= 0 && x.n > 1 {
			choosers++
		}
		if x.chain == 0 {
			return choosers > 1
		}
	}
}
