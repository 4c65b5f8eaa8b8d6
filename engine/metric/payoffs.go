package metric

import (
	"math"
	"slices"
)

// payoffs are the utilities of some playouts, which are the same. Plays of a game have few different ones, and
// exact sums of many equal values are one product.
type payoffs struct {
	utilities []float64
	steps     []int // of them, from −1 on, as Batch.Outcomes counts them
	draw      bool
	times     int64
}

// mostPayoffs is the number of different ones that a batch counts before it adds them up.
const mostPayoffs = 8

// outcome counts utilities in their common steps, the differences between players,
// and the mean square of all together with the utility of each.
func (b *Batch) outcome(utilities []float64) {
	x := b.payoffs(utilities)
	x.times++
	for i, k := range x.steps {
		b.Outcomes[i][k]++
	}
	if x.draw {
		b.Draws++
	}
}

// payoffs are those that are counted which have these utilities.
func (b *Batch) payoffs(utilities []float64) *payoffs {
	for i := range b.unlike {
		if slices.Equal(b.unlike[i].utilities, utilities) {
			return &b.unlike[i]
		}
	}
	if len(b.unlike) == mostPayoffs {
		b.settlePayoffs()
	}
	if len(b.unlike) == cap(b.unlike) {
		b.unlike = append(make([]payoffs, 0, mostPayoffs), b.unlike...)
	}
	b.unlike = b.unlike[:len(b.unlike)+1]
	x := &b.unlike[len(b.unlike)-1]
	x.utilities, x.steps = append(x.utilities[:0], utilities...), x.steps[:0]
	x.draw, x.times = true, 0
	scale := b.scale()
	for i, u := range utilities {
		x.draw = x.draw && u == 0
		if i < len(b.Outcomes) {
			k := int(math.Round(u*float64(scale))) + scale
			x.steps = append(x.steps, min(max(k, 0), 2*scale))
		}
	}
	return x
}

// settlePayoffs adds what was counted up.
func (b *Batch) settlePayoffs() {
	if len(b.unlike) == 0 {
		return
	}
	for n := range b.unlike {
		x := &b.unlike[n]
		square := 0.0
		for _, u := range x.utilities {
			square += u * u / float64(len(x.utilities))
		}
		b.squares[0].addTimes(square, x.times)
		for i, u := range x.utilities {
			if i < len(b.Outcomes) {
				b.squares[i+1].addTimes(square+u, x.times)
			}
			for j, v := range x.utilities[:i] {
				b.pairs[i*(i-1)/2+j].addTimes((u-v)/2, x.times)
			}
		}
	}
	b.unlike = b.unlike[:0]
}
