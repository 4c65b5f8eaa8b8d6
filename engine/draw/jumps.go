package draw

import (
	"fmt"
	"math"
	"strings"

	"github.com/astragal/astragal/engine/board"
)

// Jump is a way that a piece goes at once from one site of the default type to another:
// a ladder when it leads ahead, else a snake with its head where it begins.
type Jump struct {
	From, To int32
	Ahead    bool
}

// snakes are the colours of snakes, in turn: fill and rim.
var snakes = [...][2]string{{"#4f8a4b", "#28502a"}, {"#b0632f", "#67360f"}, {"#4f7f99", "#254658"}, {"#8d5a8f", "#4d2c50"}}

// jumps draws ladders, and snakes above them.
func (p *picture) jumps() {
	for _, ladders := range [2]bool{true, false} {
		n := 0
		for _, j := range p.o.Jumps {
			if outside(p.t, []int32{j.From, j.To}) || j.Ahead != ladders {
				continue
			}
			from, to := p.t.Point(p.t.Default(), j.From), p.t.Point(p.t.Default(), j.To)
			x1, y1 := p.at(from)
			x2, y2 := p.at(to)
			length := math.Hypot(x2-x1, y2-y1)
			if length < 1 {
				continue
			}
			if ladders {
				p.ladder(x1, y1, x2, y2, length)
			} else {
				p.snake(x1, y1, x2, y2, length, snakes[n%len(snakes)])
			}
			n++
		}
	}
}

// ladder draws two rails with rungs.
func (p *picture) ladder(x1, y1, x2, y2, length float64) {
	ux, uy := (x2-x1)/length, (y2-y1)/length
	half := 0.15 * p.gap
	ox, oy := -uy*half, ux*half
	var rungs strings.Builder
	count := max(2, int(length/(0.3*p.gap)))
	for i := range count {
		s := (float64(i) + 0.5) / float64(count) * length
		fmt.Fprintf(&rungs, "M%.1f %.1fL%.1f %.1f", x1+ux*s-ox, y1+uy*s-oy, x1+ux*s+ox, y1+uy*s+oy)
	}
	p.put(`<g class="ladder" fill="none" stroke="#6b3f1d" stroke-linecap="round" opacity=".9"><path d="%s" stroke-width="%.1f"/>`,
		rungs.String(), 0.05*p.gap)
	p.put(`<path d="M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f" stroke-width="%.1f"/></g>`, x1-ox, y1-oy, x2-ox, y2-oy, x1+ox,
		y1+oy, x2+ox, y2+oy, 0.07*p.gap)
}

// snake draws a body in waves that grows thinner from the head on.
func (p *picture) snake(x1, y1, x2, y2, length float64, c [2]string) {
	ux, uy := (x2-x1)/length, (y2-y1)/length
	waves := max(1, math.Round(length/(1.6*p.gap)))
	const parts = 14 // of a wave
	steps := int(waves * parts)
	left, right := make([]string, steps+1), make([]string, steps+1)
	for i := range steps + 1 {
		s := float64(i) / float64(steps)
		side := 0.2 * p.gap * math.Sin(2*math.Pi*waves*s)
		turn := 0.2 * p.gap * 2 * math.Pi * waves / length * math.Cos(2*math.Pi*waves*s)
		n := math.Hypot(1, turn)
		tx, ty := (ux-uy*turn)/n, (uy+ux*turn)/n
		x, y := x1+ux*s*length-uy*side, y1+uy*s*length+ux*side
		half := p.gap * (0.085*(1-s) + 0.015)
		left[i] = fmt.Sprintf("%.1f %.1f", x-ty*half, y+tx*half)
		right[steps-i] = fmt.Sprintf("%.1f %.1f", x+ty*half, y-tx*half)
	}
	p.put(`<g class="snake" opacity=".92"><path d="M%sL%sZ" fill="%s" stroke="%s" stroke-width="%.1f" stroke-linejoin="round"/>`,
		strings.Join(left, "L"), strings.Join(right, "L"), c[0], c[1], max(0.8, 0.02*p.gap))
	p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="%s"/>`, x1, y1, 0.14*p.gap, c[0], c[1])
	for _, side := range [2]float64{-1, 1} {
		p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#fff"/>`, x1-side*uy*0.06*p.gap, y1+side*ux*0.06*p.gap,
			max(0.8, 0.035*p.gap))
	}
	p.put(`</g>`)
}

// steps numbers the sites of a way.
func (p *picture) steps() {
	for i, s := range p.o.Steps {
		if outside(p.t, []int32{s}) {
			continue
		}
		x, y := p.at(p.t.Point(p.t.Default(), s))
		p.put(`<g fill="#4a3524" opacity=".75">`)
		p.text(x-0.3*p.gap, y-0.34*p.gap, max(6, 0.19*p.gap), "step", fmt.Sprint(i+1))
		p.put(`</g>`)
	}
}

// boxes draws the bold outlines of sets of cells: the edges that a set has on one side alone.
func (p *picture) boxes() {
	if len(p.o.Boxes) == 0 {
		return
	}
	var path strings.Builder
	drawn := map[int32]bool{}
	for _, box := range p.o.Boxes {
		sides := map[int32]int{}
		for _, c := range box {
			if c >= 0 && int(c) < p.t.Num(board.Cell) {
				for _, e := range p.t.Incident(board.Cell, c, board.Edge) {
					sides[e]++
				}
			}
		}
		for e := range int32(p.t.Num(board.Edge)) { // in this order, whatever that of the map
			if sides[e] == 1 && !drawn[e] {
				drawn[e] = true
				path.WriteString(p.edge(e))
			}
		}
	}
	p.put(`<path d="%s" class="bold" stroke-width="%.1f"/>`, path.String(), max(2, 0.06*p.gap))
}
