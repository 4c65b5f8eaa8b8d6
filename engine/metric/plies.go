package metric

import (
	"math"
	"slices"
)

// Plies are what is told of some plies at once, by ply: they are gone through number by number.
type Plies struct {
	Legal, Mover        []int32 // legal moves before the ply, and whose turn it was
	By                  []int32 // whom the move is recorded as the move of
	Acts                []int32 // its actions
	Position, Situation []uint64
	Scores              []int32 // largest difference of scores

	// Numbers of the positions after the plies: occupied elements of the default type, pieces as elements of all
	// types count them, and the pieces of each player, from 1 on.
	Occupied, Pieces []int32
	Players          [maxSeats + 1][]int32

	// Valued says that Ply has told of the positions before the plies.
	Valued bool
}

// Follow records plies, one or more: what Ply, Moved and Position tell of each. The standing is the
// one before all of them, and that of all positions between but for whose turn it is.
func (o *Tally) Follow(s *Standing, c *Plies) {
	n := len(c.Acts)
	if o.judges() {
		o.value(s, c)
	}
	if o.scope.Counts() && !c.Valued {
		o.legal = append(o.legal, c.Legal...)
	}
	mover, turns, acts := o.mover, 0, 0
	for i, by := range c.By[:n] {
		if by != mover {
			turns++
		}
		mover = by
		acts += int(c.Acts[i])
	}
	o.mover = mover
	o.out.Turns += turns
	o.out.Plies += n
	x := &o.board
	x.Actions += acts
	o.occupied, o.pieces = c.Occupied[n-1], c.Pieces[n-1]
	x.Occupied, x.Pieces = append(x.Occupied, c.Occupied...), append(x.Pieces, c.Pieces...)
	if x.Scores != nil {
		x.Scores = append(x.Scores, c.Scores...)
	}
	o.visits.follow(c.Position, c.Situation)
}

// Course is Follow of a match, where no board is told of.
func (o *Tally) Course(c *Plies) {
	for i, by := range c.By {
		o.Ply(nil, int(c.Legal[i]))
		o.Moved(int(by), int(c.Acts[i]))
	}
}

// value has the positions before plies be evaluated, unless they have been, and takes the pieces after
// them over.
func (o *Tally) value(s *Standing, c *Plies) {
	e, n, last := o.judge, len(c.Acts), o.mover
	switch {
	case c.Valued:
	case e.players == 2 && e.own == nil && s.plain():
		e.valueTwo(c, last)
	default:
		for i := range n {
			s.Mover = int(c.Mover[i])
			e.before(s, int(c.Legal[i]), int(last))
			for p := 1; p <= e.players; p++ {
				e.pieces[p] = c.Players[p][i]
			}
			last = c.By[i]
		}
	}
	for p := 1; p <= e.players; p++ {
		e.pieces[p] = c.Players[p][n-1]
	}
}

// valueTwo is before for plies of two players, the last move before which was that of one of them.
func (e *evaluation) valueTwo(c *Plies, last int32) {
	n := len(c.Acts)
	legal, movers, by, ofA, ofB := c.Legal[:n], c.Mover[:n], c.By[:n], c.Players[1][:n], c.Players[2][:n]
	e.lead, e.rated = slices.Grow(e.lead, n), slices.Grow(e.rated, n)
	lead, rated, told := e.lead[len(e.lead):][:n], e.rated[len(e.rated):][:n], 0
	a, b, t := float64(e.pieces[1]), float64(e.pieces[2]), 0.0
	for i := range n {
		mobility := mobilityWeight * float64(legal[i])
		x, y := a, b
		switch movers[i] {
		case 1:
			x += mobility
		case 2:
			y += mobility
		}
		v := x - y
		if t = v; v != 0 {
			at := &e.known[math.Float64bits(v)*0x9e3779b97f4a7c15>>(64-knownBits)]
			if at.v != v {
				*at = known{v, math.Tanh(v)}
			}
			t = at.tanh
		}
		lead[i] = t
		switch last { // the hyperbolic tangent is odd
		case 1:
			rated[told] = t
			told++
		case 2:
			rated[told] = 0 - t
			told++
		}
		last = by[i]
		a, b = float64(ofA[i]), float64(ofB[i])
	}
	e.rated = e.rated[:len(e.rated)+told]
	if e.now[1], e.now[2] = t, 0-t; !e.apart {
		e.lead = e.lead[:len(e.lead)+n]
		return
	}
	for _, t := range lead {
		e.values = append(e.values, t, 0-t)
	}
}
