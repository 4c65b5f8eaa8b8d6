package ruleset

import (
	"fmt"
	"math"
	"math/big"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// distributions are the ways to lay counters into holes: for each of them one for each lead, and for each of these one
// for each player to move.
type distributions struct {
	p         *position
	component int
	holes     []int
	stores    []int // two, or none if what is taken is scored
	n, ways   int
	leads     []int // of the first player
	left      int   // counters that are taken
	// spread[h][n] are the ways to lay n counters into h holes.
	spread [][]int
	counts []int32
}

// Distributions are the ways to lay counters into holes; see formal.Sower.
func (a *adapter) Distributions(n int) (formal.Distributions, error) {
	if !a.g.Distributable() || a.Draws() {
		return nil, fmt.Errorf("only games of two players with counters of one kind, without chance and memory, are laid out")
	}
	k, err := forgetful(a.g)
	switch {
	case err != nil:
		return nil, err
	case len(k.vars) > 0:
		return nil, fmt.Errorf("the rules ask for variables that earlier moves have set")
	}
	x := &distributions{p: a.NewPosition().(*position), n: n}
	r := rng.New(1)
	x.p.Restart(&r)
	x.p.past() // once for all
	component, counts, ok := x.p.c.Counters()
	if !ok {
		return nil, fmt.Errorf("no counters of one kind on the board at the start")
	}
	x.component, x.counts = component, counts
	total := 0
	for site, count := range counts {
		if total += int(count); count > 0 {
			x.holes = append(x.holes, site)
		} else {
			x.stores = append(x.stores, site)
		}
	}
	switch {
	case len(x.stores) != 0 && len(x.stores) != 2:
		return nil, fmt.Errorf("%d sites are empty at the start: neither holes nor two stores", len(x.stores))
	case n < 0 || n > total:
		return nil, fmt.Errorf("%d of %d counters", n, total)
	}
	x.left = total - n
	all := new(big.Int).Binomial(int64(n+len(x.holes)-1), int64(n))
	if all.Mul(all, big.NewInt(int64(2*n+2))); all.Cmp(big.NewInt(math.MaxInt32)) > 0 {
		return nil, fmt.Errorf("up to %d ways to lay them out, the limit is %d", all, math.MaxInt32)
	}
	for lead := -min(n, x.left); lead <= min(n, x.left); lead++ {
		if (x.left+lead)%2 == 0 {
			x.leads = append(x.leads, lead)
		}
	}
	for h := range len(x.holes) + 1 {
		x.spread = append(x.spread, make([]int, n+1))
		for m := range n + 1 {
			switch {
			case m == 0:
				x.spread[h][m] = 1
			case h > 0:
				x.spread[h][m] = x.spread[h-1][m] + x.spread[h][m-1]
			}
		}
	}
	x.ways = 2 * len(x.leads) * x.spread[len(x.holes)][n]
	return x, nil
}

func (x *distributions) Len() int { return x.ways }

func (x *distributions) Alike(int, [][]int32) int { return 1 }

func (x *distributions) Ambiguous() bool { return len(x.stores) > 0 }

// Of tells what a distribution is.
func (x *distributions) Of(i int) (ground, lead int) {
	mover, i := i%2, i/2
	lead = x.leads[i%len(x.leads)]
	if mover == 1 {
		lead = -lead
	}
	return 2*(i/len(x.leads)) + mover, lead
}

// At makes a position.
func (x *distributions) At(i int) (formal.Position, error) {
	mover := 1 + i%2
	lead, way := x.leads[i/2%len(x.leads)], i/2/len(x.leads)
	clear(x.counts)
	left := x.n
	for k, hole := range x.holes {
		rest := len(x.holes) - k - 1
		for with := x.spread[rest][left]; way >= with; with = x.spread[rest][left] {
			way -= with
			left--
			x.counts[hole]++
		}
	}
	taken := [2]int{(x.left + lead) / 2, (x.left - lead) / 2}
	if len(x.stores) > 0 {
		x.counts[x.stores[0]], x.counts[x.stores[1]] = int32(taken[0]), int32(taken[1])
		taken = [2]int{}
	}
	q := x.p.Clone().(*position)
	q.try(func() { q.c.Distribute(mover, x.component, x.counts, taken) })
	return q, q.err
}
