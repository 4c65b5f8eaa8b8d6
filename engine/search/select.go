package search

import (
	"math"
	"math/bits"
)

// promising returns the move of a node that is worth the next try: the one with the
// largest bound by the rule of the search, −1 if none is legal.
func (t *Tree) promising(at int32) int {
	x := &t.nodes[at]
	if t.o.Flat && at == 0 {
		return t.even1(x)
	}
	total := x.tried
	grave := !t.plain && t.o.Select == "grave"
	if !grave && (!t.o.Parent || total == 0) {
		if fresh := t.untried(x); fresh >= 0 || total == 0 {
			return fresh
		}
	}
	scale := t.scale()
	ucb1 := float64(t.o.Explore * scale * rootLogOf(max(total, 1)+1))
	if t.plain {
		return t.highest(x, ucb1)
	}
	mean := t.mean(x)
	var pool amafs
	if grave {
		pool = t.policy.reference(t, at)
	}
	logN := logOf(max(total, 1) + 1)
	learned := float64(priorWeight * scale * math.Sqrt(float64(total+1)))
	a := argmax{t: t, best: -1, bound: math.Inf(-1)}
	for i := range x.n {
		e := &t.edges[x.first+i]
		switch {
		case e.dead:
			continue
		case e.known:
			if a.known(i, t.proven(e.child, x.mover)) {
				return int(i)
			}
			continue
		}
		b := 0.0
		if e.visits == 0 {
			b = mean + t.bonus(x, i, 1, mean, scale, logN)
		} else {
			q := e.sum / float64(e.visits)
			b = q + t.bonus(x, i, float64(e.visits), q, scale, logN)
		}
		if grave {
			// Moves that were never tried here have a bonus as well: without one they
			// would hardly be tried once others have been.
			b = t.policy.blend(t, pool, x.first+i, b, scale) + float64(graveExplore*ucb1/math.Sqrt(float64(e.visits+1)))
		}
		if t.o.Policy != nil {
			b += float64(learned*float64(t.extra[x.first+i].prior)) / float64(e.visits+1)
		}
		a.open(i, b)
	}
	return int(a.best)
}

// argmax finds the move with the largest bound. Of equal moves the order of the list, that is the
// numbering of the sites, must not decide.
type argmax struct {
	t     *Tree
	bound float64
	best  int32 // −1 none
	ties  int32
}

// open looks at a move with a bound.
func (a *argmax) open(i int32, b float64) {
	if b >= a.bound {
		a.take(i, b)
	}
}

// take takes a move that is as good as the best so far, or better.
func (a *argmax) take(i int32, b float64) {
	if b > a.bound {
		a.best, a.bound, a.ties = i, b, 1
	} else if a.ties++; a.t.pick.Below(int(a.ties)) == 0 {
		a.best = i
	}
}

// known looks at one of known worth, which needs no exploration, and reports whether it is the most
// there is; a loss is chosen when all is lost.
func (a *argmax) known(i int32, worth float64) bool {
	f := &a.t.f
	if f.Bounded && worth <= f.Low {
		worth = math.Inf(-1)
	} else if f.Bounded && worth >= f.High {
		return true
	}
	if a.best < 0 {
		a.best, a.bound, a.ties = i, worth, 1
		return false
	}
	a.open(i, worth)
	return false
}

// untried returns a random one of the moves of a node that were never tried, −1 if there
// is none.
func (t *Tree) untried(x *node) int {
	fresh, open, pick := -1, uint64(0), t.pick
	edges := t.edges[x.first:][:x.n]
	for i := range edges {
		if e := &edges[i]; e.visits != 0 || e.dead {
			continue
		}
		open++
		before := pick
		hi, lo := bits.Mul64(pick.Uint64(), open) // pick.Below, which is a call
		if lo < open {
			hi = uint64(before.Below(int(open)))
			pick = before
		}
		if hi == 0 {
			fresh = i
		}
	}
	t.pick = pick
	return fresh
}

// roots, logs and rootLogs keep what is asked for again and again: 1/√n, the logarithm of n and its root.
var roots, logs, rootLogs = func() (roots, logs, rootLogs [1 << 12]float64) {
	for n := range roots {
		roots[n], logs[n] = 1/math.Sqrt(float64(n)), math.Log(float64(n))
		rootLogs[n] = math.Sqrt(logs[n])
	}
	return roots, logs, rootLogs
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

func rootLogOf(n int32) float64 {
	if int(n) < len(rootLogs) {
		return rootLogs[n]
	}
	return beyond(n)
}

// beyond is rootLogOf for numbers that are not in the table, apart so that a call is spared for all others.
//
//go:noinline
func beyond(n int32) float64 { return math.Sqrt(math.Log(float64(n))) }

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
		h := t.policy.mean(int(x.mover), t.keys[x.first+i], 0.5)
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
