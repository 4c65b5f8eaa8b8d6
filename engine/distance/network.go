package distance

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
)

// Network is a split network of games: splits into two sides that all fit one circle, with
// weights. The distance of two games in it is the sum of the splits that part them.
type Network struct {
	// Circle is the games in their order around the circle.
	Circle []int
	// Splits have positive weights; the heaviest come first.
	Splits []Split
	// Fit is one minus the share of the squares of the distances that the network leaves
	// over, from 0 to 1: 1 for distances that are a sum of such splits, as those in trees.
	Fit float64
}

// Split parts the games at the places From to To-1 of the circle from all others; the
// first place is never among them.
type Split struct {
	From, To int // 1 ≤ From < To ≤ games
	Weight   float64
}

// lightest is the weight, as a share of the largest distance, up to which splits are none.
const lightest = 1e-6

// maxNetwork bounds the games of a network: its time grows with their cube.
const maxNetwork = 400

// NeighborNet makes a split network (Bryant and Moulton 2004): the games in a circle, then
// the weights, none negative, of all splits of that circle that come nearest to the
// distances by least squares. Distances that fit such splits are given back exactly. An
// error names fewer than 3 games, or more than 400.
func (m *Matrix) NeighborNet() (*Network, error) {
	n := len(m.Names)
	if n < 3 || n > maxNetwork {
		return nil, fmt.Errorf("distance: a split network takes 3 to %d games, not %d", maxNetwork, n)
	}
	net := &Network{Circle: m.circle()}
	c := &circular{n: n}
	d := make([]float64, n*n)
	var total float64
	for a := range n {
		for b := range n {
			d[a*n+b] = m.At(net.Circle[a], net.Circle[b])
			total += d[a*n+b] * d[a*n+b]
		}
	}
	w := c.solve(d)
	left := 0.0
	for i, x := range c.apart(w) {
		left += (x - d[i]) * (x - d[i])
	}
	net.Fit = 1
	if total > 0 {
		net.Fit = 1 - left/total
	}
	top := slices.Max(d)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if w[i*n+j] > top*lightest {
				net.Splits = append(net.Splits, Split{i + 1, j + 1, w[i*n+j]})
			}
		}
	}
	slices.SortStableFunc(net.Splits, func(a, b Split) int { return cmp.Compare(b.Weight, a.Weight) })
	return net, nil
}

// At returns the distance between two games in the network.
func (net *Network) At(a, b int) (sum float64) {
	x, y := slices.Index(net.Circle, a), slices.Index(net.Circle, b)
	for _, s := range net.Splits {
		if (x >= s.From && x < s.To) != (y >= s.From && y < s.To) {
			sum += s.Weight
		}
	}
	return sum
}

// WriteNexus writes the splits as a block of a NEXUS file that names the games already.
func (net *Network) WriteNexus(w io.Writer) error {
	b := bufio.NewWriter(w)
	n := len(net.Circle)
	fmt.Fprintf(b, "\nBEGIN splits;\n\tDIMENSIONS ntax=%d nsplits=%d;\n\tFORMAT labels=no weights=yes confidences=no;\n"+
		"\tPROPERTIES fit=%s cyclic;\n\tCYCLE", n, len(net.Splits), number(100*net.Fit))
	for _, g := range net.Circle {
		fmt.Fprintf(b, " %d", g+1)
	}
	b.WriteString(";\n\tMATRIX\n")
	for i, s := range net.Splits {
		fmt.Fprintf(b, "\t\t[%d, size=%d] %s", i+1, min(s.To-s.From, n-s.To+s.From), number(s.Weight))
		for _, g := range net.Circle[s.From:s.To] {
			fmt.Fprintf(b, " %d", g+1)
		}
		b.WriteString(",\n")
	}
	b.WriteString("\t;\nEND;\n")
	return b.Flush()
}
