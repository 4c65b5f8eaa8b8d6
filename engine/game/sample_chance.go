package game

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// Draws takes the place of the random generator of a context to go through
// everything that chance can do: a run of the rules asks for draws, Draws answers
// with the first possibility not yet tried, and remembers how likely it is.
//
//	d := &Draws{}
//	for more := true; more; more = d.Next() {
//		f := c.Fork(r)
//		f.Direct(d)
//		f.Play(m)
//		f.Direct(nil) // f is the position that comes with probability d.Probability()
//	}
//
// Look-ahead draws from streams of its own and is not asked for.
type Draws struct {
	made []draw
	at   int
}

// draw is one draw: which of n alternatives was taken, with their weights; nil
// weights are equal ones.
type draw struct {
	n, taken int
	weights  []*big.Rat
}

// Made is the number of draws of the last run.
func (d *Draws) Made() int { return d.at }

// Next prepares the next run: the last draw that has another possible alternative
// takes it, and what followed is forgotten. It returns false when there is none.
func (d *Draws) Next() bool {
	d.made = d.made[:d.at]
	d.at = 0
	for i := len(d.made) - 1; i >= 0; i-- {
		x := &d.made[i]
		if next := x.possible(x.taken + 1); next < x.n {
			x.taken = next
			d.made = d.made[:i+1]
			return true
		}
	}
	return false
}

// possible returns the first alternative from i on that can happen.
func (x *draw) possible(i int) int {
	for x.weights != nil && i < x.n && x.weights[i].Sign() <= 0 {
		i++
	}
	return i
}

// Alternatives is the number of runs there would be if all took as many draws,
// with as many alternatives, as the last one; at most limit+1.
func (d *Draws) Alternatives(limit int) int {
	product := 1
	for _, x := range d.made[:d.at] {
		if product *= x.n; product > limit {
			return limit + 1
		}
	}
	return product
}

// Probability is the exact probability of the draws of the last run.
func (d *Draws) Probability() *big.Rat {
	p := big.NewRat(1, 1)
	for _, x := range d.made[:d.at] {
		if x.weights == nil {
			p.Mul(p, big.NewRat(1, int64(x.n)))
			continue
		}
		sum := new(big.Rat)
		for _, w := range x.weights {
			if w.Sign() > 0 {
				sum.Add(sum, w)
			}
		}
		p.Mul(p, sum.Quo(x.weights[x.taken], sum))
	}
	return p
}

// String tells the draws of the last run, for instance "drawn 2 of 6, 5 of 6".
func (d *Draws) String() string {
	var b strings.Builder
	for i, x := range d.made[:d.at] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d of %d", x.taken+1, x.n)
	}
	return "drawn " + b.String()
}

func (d *Draws) take(n int, weights []*big.Rat) int {
	if d.at == len(d.made) {
		x := draw{n: n, weights: weights}
		x.taken = x.possible(0)
		d.made = append(d.made, x)
	}
	d.at++
	return d.made[d.at-1].taken
}

// Direct lets d answer the draws of the context from now on; nil gives them back
// to the generator.
func (c *Context) Direct(d *Draws) { c.draws = d }

// Draw returns a random number in [0, n). n must be positive.
func (c *Context) Draw(n int) int {
	if c.draws != nil {
		return c.draws.take(n, nil)
	}
	return c.R.Intn(n)
}

// DrawOther draws a number in [0, n) that is not used, by drawing until there is
// one. There must be one.
func (c *Context) DrawOther(n int, used func(i int) bool) int {
	if c.draws == nil {
		for {
			if i := c.R.Intn(n); !used(i) {
				return i
			}
		}
	}
	var left []int
	for i := range n {
		if !used(i) {
			left = append(left, i)
		}
	}
	return left[c.draws.take(len(left), nil)]
}

// DrawMember returns a number in [0, len(weights)), drawn by weight. exact holds
// the weights that the description gives exactly, nil for others.
func (c *Context) DrawMember(weights []Float, exact []*big.Rat) int {
	if c.draws != nil {
		given, possible := make([]*big.Rat, len(weights)), false
		for i, w := range weights {
			if given[i] = exact[i]; given[i] == nil {
				if given[i] = new(big.Rat).SetFloat64(w.Get(c)); given[i] == nil {
					given[i] = new(big.Rat) // not finite
				}
			}
			possible = possible || given[i].Sign() > 0
		}
		if !possible {
			return len(weights) - 1
		}
		return c.draws.take(len(weights), given)
	}
	sum := 0.0
	for _, w := range weights {
		sum += w.Get(c)
	}
	r, i := c.R.Float64(), 0
	for ; i < len(weights)-1; i++ {
		if r -= weights[i].Get(c) / sum; r <= 0 {
			break
		}
	}
	return i
}

// maxDigits bounds the literals that Exact reads.
const maxDigits = 50_000

// Exact returns the number that an expression made of literals and arithmetic
// gives, without the rounding of play; nil when it is anything else.
func Exact(e *lgdl.Expr) *big.Rat {
	switch {
	case e == nil:
	case e.Kind == lgdl.Int || e.Kind == lgdl.Float:
		if len(e.Text) > maxDigits || strings.ContainsAny(e.Text, "eEpPxX") {
			return nil
		}
		if r, ok := new(big.Rat).SetString(e.Text); ok {
			return r
		}
	case len(e.Args) == 2:
		var sides []*big.Rat
		for _, x := range e.Args {
			n := Exact(x)
			if n == nil {
				return nil
			}
			sides = append(sides, n)
		}
		switch a, b := sides[0], sides[1]; e.Form.Keyword {
		case "+":
			return a.Add(a, b)
		case "-":
			return a.Sub(a, b)
		case "*":
			return a.Mul(a, b)
		case "/":
			if b.Sign() != 0 {
				return a.Quo(a, b)
			}
		}
	}
	return nil
}

// lookSeed is the seed of the draws of a look-ahead: another stream than that of the
// position, and of the look-aheads in it, so that no look-ahead foresees a draw.
func (c *Context) lookSeed() uint64 { return rng.Derive(c.R.State, math.MaxUint64).State }
