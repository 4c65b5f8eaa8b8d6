package distance

import (
	"fmt"
	"math"
)

// Join builds a tree by neighbour joining (Saitou and Nei). The tree is
// unrooted: its top has three branches when there are at least three games.
// Distances that fit a tree give that tree; others can give branches of negative
// length, which are kept (see NonNegative). Of equally good pairs the earliest
// is joined.
func (m *Matrix) Join() (*Phylogeny, error) {
	n := len(m.Names)
	if n == 0 {
		return nil, fmt.Errorf("distance: no games to join")
	}
	d := append([]float64(nil), m.d...)
	nodes := make([]*Phylogeny, n)
	live := make([]int, n)
	sum := make([]float64, n)
	for i := range n {
		nodes[i], live[i] = &Phylogeny{Game: i}, i
		for j := range n {
			sum[i] += d[i*n+j]
		}
	}
	for len(live) > 3 {
		r := float64(len(live) - 2)
		a, b, best := 0, 0, math.Inf(1)
		for x, i := range live {
			for _, j := range live[x+1:] {
				if q := r*d[i*n+j] - sum[i] - sum[j]; q < best {
					a, b, best = i, j, q
				}
			}
		}
		dab := d[a*n+b]
		nodes[a].Length = dab/2 + (sum[a]-sum[b])/(2*r)
		nodes[b].Length = dab - nodes[a].Length
		nodes[a] = &Phylogeny{Game: -1, Children: []*Phylogeny{nodes[a], nodes[b]}}
		sum[a] = 0
		rest := live[:0]
		for _, k := range live {
			if k == b {
				continue
			}
			rest = append(rest, k)
			if k == a {
				continue
			}
			x := (d[a*n+k] + d[b*n+k] - dab) / 2
			sum[k] += x - d[a*n+k] - d[b*n+k]
			sum[a] += x
			d[a*n+k], d[k*n+a] = x, x
		}
		live = rest
	}
	top := &Phylogeny{Game: -1}
	for _, i := range live {
		top.Children = append(top.Children, nodes[i])
	}
	at := func(x, y int) float64 { return d[live[x]*n+live[y]] }
	switch len(live) {
	case 1:
		return nodes[live[0]], nil
	case 2:
		top.Children[0].Length, top.Children[1].Length = at(0, 1)/2, at(0, 1)/2
	case 3:
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			top.Children[i].Length = (at(i, j) + at(i, k) - at(j, k)) / 2
		}
	}
	return top, nil
}

// rounding is the length up to which a negative branch is only an error of
// rounding.
const rounding = 1e-12

// NonNegative sets branches of negative length to 0 and takes what they lacked
// off the branches beside them, so that the games on both sides stay as far from
// each other as they were (Kuhner and Felsenstein, A simulation comparison of
// phylogeny algorithms, Molecular Biology and Evolution 11, 1994, p. 461). The
// form of the tree stays. It returns how many branches were negative.
func (p *Phylogeny) NonNegative() (changed int) {
	for i, c := range p.Children {
		changed += c.NonNegative()
		if c.Length >= 0 {
			continue
		}
		if c.Length < -rounding {
			changed++
		}
		lack := c.Length
		c.Length = 0
		for j, beside := range p.Children {
			switch { // what is still negative then, at a negative distance, becomes 0
			case j < i:
				beside.Length = max(beside.Length+lack, 0)
			case j > i:
				beside.Length += lack
			}
		}
	}
	return changed
}
