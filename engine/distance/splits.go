package distance

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// circular is the splits of so many places on a circle. Vectors of splits and of
// distances are symmetric n×n matrices with zeros on the diagonal: of splits the cell i, j
// is the weight of the split by the cuts behind the places i and j.
type circular struct{ n int }

// crossing returns for every pair lo < hi, at lo-shift, hi-shift, the sum of the cells of a
// symmetric matrix with one index in [lo, hi) and the other outside.
func (c *circular) crossing(x []float64, shift int) []float64 {
	n := c.n
	rows := make([]float64, n+1)          // sums of whole rows before
	block := make([]float64, (n+1)*(n+1)) // sums of the cells above and left
	for i := range n {
		row := 0.0
		for j := range n {
			row += x[i*n+j]
			block[(i+1)*(n+1)+j+1] = block[i*(n+1)+j+1] + row
		}
		rows[i+1] = rows[i] + row
	}
	out := make([]float64, n*n)
	for lo := range n {
		for hi := lo + 1; hi <= n; hi++ {
			a, b := lo-shift, hi-shift
			if a < 0 || b >= n {
				continue
			}
			inside := block[hi*(n+1)+hi] - block[lo*(n+1)+hi] - block[hi*(n+1)+lo] + block[lo*(n+1)+lo]
			v := rows[hi] - rows[lo] - inside
			out[a*n+b], out[b*n+a] = v, v
		}
	}
	return out
}

// apart returns the distances that weights of splits make.
func (c *circular) apart(w []float64) []float64 { return c.crossing(w, 0) }

// parted is the transpose: for every split the sum over the pairs that it parts.
func (c *circular) parted(y []float64) []float64 { return c.crossing(y, 1) }

// weights is the inverse of apart: the weights, some of them negative, that make exactly
// these distances.
func (c *circular) weights(d []float64) []float64 {
	n := c.n
	w := make([]float64, n*n)
	at := func(a, b int) float64 { return d[(a%n)*n+b%n] }
	for i := range n {
		for j := i + 1; j < n; j++ {
			v := (at(i, j) + at(i+1, j+1) - at(i, j+1) - at(i+1, j)) / 2
			w[i*n+j], w[j*n+i] = v, v
		}
	}
	return w
}

// The least squares end when the gradient is so small a share of what it is at weights of
// 0, or after so many rounds.
const (
	gradientShare = 1e-9
	maxRounds     = 400
	faceSteps     = 60
)

// solve returns the weights, none negative, whose distances have the least sum of squared
// differences from d: gradient projection finds which are 0, conjugate gradients the
// others (Moré and Toraldo, On the solution of large quadratic programming problems with
// bound constraints, SIAM Journal on Optimization 1, 1991).
func (c *circular) solve(d []float64) []float64 {
	w := c.weights(d)
	for i := range w {
		w[i] = max(w[i], 0)
	}
	start := norm(c.parted(d))
	free := make([]bool, len(w))
	for range maxRounds {
		left := minus(d, c.apart(w))
		g := c.parted(left) // downhill
		down := 0.0
		for i := range g {
			if w[i] == 0 && g[i] < 0 {
				g[i] = 0
			}
			down += g[i] * g[i]
		}
		if math.Sqrt(down) <= gradientShare*start {
			break
		}
		w = c.search(w, g, left)
		for i := range free {
			free[i] = w[i] > 0
		}
		left = minus(d, c.apart(w))
		w = c.search(w, c.face(left, free), left)
	}
	return w
}

// face returns about how far the free weights are from the best when the others stay: by
// conjugate gradients for the least squares, with what left is still unexplained.
func (c *circular) face(left []float64, free []bool) []float64 {
	if step := c.exactly(left, free); step != nil {
		return step
	}
	step := make([]float64, len(left))
	left = slices.Clone(left)
	g := keep(c.parted(left), free)
	p := slices.Clone(g)
	size := dot(g, g)
	first := size
	for range faceSteps {
		if size <= 1e-24*first || size == 0 {
			break
		}
		q := c.apart(p)
		a := size / dot(q, q)
		for i := range step {
			step[i] += a * p[i]
			left[i] -= a * q[i]
		}
		g = keep(c.parted(left), free)
		was := size
		size = dot(g, g)
		for i := range p {
			p[i] = g[i] + size/was*p[i]
		}
	}
	return step
}

// maxExact is the number of free weights up to which they are found by elimination.
const maxExact = 1200

// exactly is face by Cholesky's method; nil when too many weights are free.
func (c *circular) exactly(left []float64, free []bool) []float64 {
	var cuts [][2]int
	for i := range c.n {
		for j := i + 1; j < c.n; j++ {
			if free[i*c.n+j] {
				cuts = append(cuts, [2]int{i, j})
			}
		}
	}
	k := len(cuts)
	if k == 0 || k > maxExact {
		return nil
	}
	normal := mat.NewSymDense(k, nil) // pairs of games that two splits both part
	right := mat.NewVecDense(k, nil)
	g := c.parted(left)
	for x, s := range cuts {
		right.SetVec(x, g[s[0]*c.n+s[1]])
		for y, t := range cuts[:x+1] {
			both := max(0, min(s[1], t[1])-max(s[0], t[0]))
			one, other := s[1]-s[0]-both, t[1]-t[0]-both
			normal.SetSym(x, y, float64(both*(c.n-both-one-other)+one*other))
		}
	}
	var ch mat.Cholesky
	if !ch.Factorize(normal) {
		return nil
	}
	var best mat.VecDense
	if ch.SolveVecTo(&best, right) != nil {
		return nil
	}
	step := make([]float64, len(left))
	for x, s := range cuts {
		step[s[0]*c.n+s[1]], step[s[1]*c.n+s[0]] = best.AtVec(x), best.AtVec(x)
	}
	return step
}

// search goes from w in a direction, weights that would be negative staying at 0, as far as
// the sum of squares falls enough.
func (c *circular) search(w, direction, left []float64) []float64 {
	slope := dot(c.parted(left), direction)
	if slope <= 0 {
		return w
	}
	q := c.apart(direction)
	a := slope / dot(q, q)
	now := dot(left, left)
	for range 40 {
		next := make([]float64, len(w))
		for i := range w {
			next[i] = max(w[i]+a*direction[i], 0)
		}
		after := minus(left, c.apart(minus(next, w)))
		if dot(after, after) < now {
			return next
		}
		a /= 2
	}
	return w
}

func keep(x []float64, these []bool) []float64 {
	for i := range x {
		if !these[i] {
			x[i] = 0
		}
	}
	return x
}

func minus(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func norm(a []float64) float64 { return math.Sqrt(dot(a, a)) }
