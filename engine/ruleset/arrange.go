package ruleset

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// arrangements are the ways to put up pieces on a board: two for each choice of sites for the pieces of the first
// kind, of sites among those left for those of the second, and so on.
type arrangements struct {
	p     *position
	kinds []kind
	ways  int
	// choose[n][k] are the ways to choose k of n sites.
	choose   [][]int
	on, room []int32
}

// kind is a component and the number of its pieces.
type kind struct {
	component int32
	n         int
}

// Arrangements are the ways to put up pieces; see formal.Arranger.
func (a *adapter) Arrangements(pieces map[string]int) (formal.Arrangements, error) {
	if !a.g.Arrangeable() || a.Draws() {
		return nil, fmt.Errorf("only games of two players with one piece to a site, without chance, scores and memory " +
			"are put up")
	}
	if _, err := forgetful(a.g); err != nil {
		return nil, err
	}
	n := a.g.Topo.Num(a.g.DefaultType)
	x := &arrangements{p: a.NewPosition().(*position), on: make([]int32, n)}
	for name, count := range pieces {
		i := slices.IndexFunc(a.g.Components, func(c game.Component) bool { return c.Name == name })
		if i <= 0 || count < 1 {
			return nil, fmt.Errorf("%d of %q: no such pieces", count, name)
		}
		x.kinds = append(x.kinds, kind{int32(i), count})
	}
	slices.SortFunc(x.kinds, func(a, b kind) int { return int(a.component - b.component) })
	ways, left := big.NewInt(2), n
	for _, k := range x.kinds {
		if ways.Mul(ways, new(big.Int).Binomial(int64(left), int64(k.n))); left < k.n {
			return nil, fmt.Errorf("more pieces than %d sites", n)
		}
		left -= k.n
	}
	if ways.Cmp(big.NewInt(math.MaxInt32)) > 0 {
		return nil, fmt.Errorf("%v ways to put them up, the limit is %d", ways, math.MaxInt32)
	}
	x.ways = int(ways.Int64())
	// What is looked up is below the product, so it is exact.
	for i := range n + 1 {
		x.choose = append(x.choose, make([]int, n+1))
		for k := range i + 1 {
			x.choose[i][k] = int(new(big.Int).Binomial(int64(i), int64(k)).Int64())
		}
	}
	r := rng.New(1)
	x.p.Restart(&r)
	x.p.past() // once for all
	return x, nil
}

func (x *arrangements) Len() int { return x.ways }

// choice gives who is to move at an arrangement and what lies on every site.
func (x *arrangements) choice(i int) (mover int, on []int32) {
	mover, i = 1+i%2, i/2
	on = x.on
	clear(on)
	for _, k := range x.kinds {
		ways := x.choose[len(x.free(on))][k.n]
		x.combine(x.room, k.n, i%ways, func(site int32) { on[site] = k.component })
		i /= ways
	}
	return mover, on
}

// free are the empty sites.
func (x *arrangements) free(on []int32) []int32 {
	x.room = x.room[:0]
	for s, what := range on {
		if what == 0 {
			x.room = append(x.room, int32(s))
		}
	}
	return x.room
}

// combine calls f with choice number i of k of some sites, ascending, in lexical order.
func (x *arrangements) combine(sites []int32, k, i int, f func(site int32)) {
	for at := 0; k > 0; at++ {
		if with := x.choose[len(sites)-at-1][k-1]; i < with {
			f(sites[at])
			k--
		} else {
			i -= with
		}
	}
}

// At makes a position.
func (x *arrangements) At(i int) (formal.Position, error) {
	mover, on := x.choice(i)
	var sites, components []int32
	for s, what := range on {
		if what != 0 {
			sites, components = append(sites, int32(s)), append(components, what)
		}
	}
	q := x.p.Clone().(*position)
	q.try(func() { q.c.Arrange(mover, sites, components) })
	return q, q.err
}

// Alike compares an arrangement with its images site by site: the greatest of them stands for all.
func (x *arrangements) Alike(i int, symmetries [][]int32) int {
	_, on := x.choice(i)
	fixed := 0
	for _, q := range symmetries {
		switch c := slices.CompareFunc(q[len(q)/2:], on, func(from, what int32) int { return int(on[from] - what) }); {
		case c > 0:
			return 0
		case c == 0:
			fixed++
		}
	}
	if fixed == 0 {
		return 1
	}
	return len(symmetries) / fixed
}
