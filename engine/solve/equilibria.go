package solve

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
)

// maxBases bounds the sets of constraints that are tried to be tight together.
const maxBases = 500_000

// Equilibrium is a Nash equilibrium in mixed strategies.
type Equilibrium struct {
	// Strategies are the probabilities of the strategies of each player.
	Strategies [2][]*big.Rat
	Payoffs    [2]*big.Rat
}

// Equilibria are the extreme Nash equilibria of a two-player game in strategic form: all
// others are convex combinations of some of them (Mangasarian 1964; Avis, Rosenberg, Savani
// and von Stengel 2010). The game may have any payoffs.
type Equilibria struct {
	Game *efg.Strategic
	List []Equilibrium
}

// Enumerate finds all extreme equilibria of a two-player game, an extensive form by way of its
// reduced strategic form. The error is that of ctx, or says which bound is exceeded.
//
// With all payoffs made positive, a strategy of a player is a point of the polytope in which
// no strategy of the other one earns more than 1 (scaled). Its vertices are the points at
// which as many constraints as it has dimensions are tight and independent. Two vertices are
// an equilibrium if every strategy of either player is not played or a best response.
func Enumerate(ctx context.Context, g formal.Game) (*Equilibria, error) {
	s, ok := g.(*efg.Strategic)
	if !ok {
		tree, err := treeOf(g)
		if err != nil {
			return nil, err
		}
		if s, err = tree.Strategic(); err != nil {
			return nil, err
		}
	}
	if len(s.Names) != 2 {
		return nil, fmt.Errorf("equilibria of %d players are not found, only of two", len(s.Names))
	}
	m, n := len(s.Strategies[0]), len(s.Strategies[1])
	if m+n > 64 || new(big.Int).Binomial(int64(m+n), int64(m)).Cmp(big.NewInt(maxBases)) > 0 {
		return nil, fmt.Errorf("%d and %d strategies are too many to try all vertices", m, n)
	}
	pays := [2]func(i, j int) *big.Rat{}
	for p := range pays {
		least := new(big.Rat)
		for cell := range s.Cells {
			if x := s.Payoffs(cell)[p]; x.Cmp(least) < 0 {
				least = x
			}
		}
		lift := new(big.Rat).Sub(big.NewRat(1, 1), least)
		pays[p] = func(i, j int) *big.Rat { return new(big.Rat).Add(s.Payoffs(s.Cell([]int{i, j}))[p], lift) }
	}
	// The labels of constraints: strategy i of the first player, then m+j of the second.
	one := polytope{ctx: ctx, dim: m}
	for i := range m {
		one.atLeast0(i, i)
	}
	for j := range n {
		one.atMost1(m+j, func(i int) *big.Rat { return pays[1](i, j) })
	}
	two := polytope{ctx: ctx, dim: n}
	for i := range m {
		two.atMost1(i, func(j int) *big.Rat { return pays[0](i, j) })
	}
	for j := range n {
		two.atLeast0(m+j, j)
	}
	for _, p := range []*polytope{&one, &two} {
		if err := p.vertices(); err != nil {
			return nil, err
		}
	}
	full := uint64(1)<<(m+n) - 1
	if m+n == 64 {
		full = ^uint64(0)
	}
	e := &Equilibria{Game: s}
	for _, x := range one.found {
		for _, y := range two.found {
			if x.labels|y.labels == full {
				e.List = append(e.List, e.equilibrium(x.at, y.at))
			}
		}
	}
	return e, nil
}

// equilibrium scales the vertices to probabilities and finds what is paid.
func (e *Equilibria) equilibrium(x, y []*big.Rat) Equilibrium {
	q := Equilibrium{Strategies: [2][]*big.Rat{share(x), share(y)}, Payoffs: [2]*big.Rat{new(big.Rat), new(big.Rat)}}
	w, term := new(big.Rat), new(big.Rat)
	for i, px := range q.Strategies[0] {
		for j, py := range q.Strategies[1] {
			if w.Mul(px, py); w.Sign() == 0 {
				continue
			}
			for p, pay := range e.Game.Payoffs(e.Game.Cell([]int{i, j})) {
				q.Payoffs[p].Add(q.Payoffs[p], term.Mul(w, pay))
			}
		}
	}
	return q
}

// share divides numbers by their sum.
func share(list []*big.Rat) []*big.Rat {
	sum := new(big.Rat)
	for _, x := range list {
		sum.Add(sum, x)
	}
	out := make([]*big.Rat, len(list))
	for i, x := range list {
		out[i] = new(big.Rat).Quo(x, sum)
	}
	return out
}

// polytope is the set of points that fulfil row · x ≤ bound for all its constraints.
type polytope struct {
	ctx    context.Context
	dim    int
	rows   [][]*big.Rat // with the bound at the end
	labels []int
	found  []vertex
	known  map[string]bool
	steps  int
}

// vertex is a vertex but the origin, with the labels of all constraints that are tight there.
type vertex struct {
	at     []*big.Rat
	labels uint64
}

func (p *polytope) atLeast0(label, i int) {
	row := zeros(p.dim + 1)
	row[i].SetInt64(-1)
	p.rows, p.labels = append(p.rows, row), append(p.labels, label)
}

func (p *polytope) atMost1(label int, entry func(i int) *big.Rat) {
	row := zeros(p.dim + 1)
	for i := range p.dim {
		row[i] = entry(i)
	}
	row[p.dim].SetInt64(1)
	p.rows, p.labels = append(p.rows, row), append(p.labels, label)
}

// vertices finds all vertices but the origin.
func (p *polytope) vertices() error {
	p.known = map[string]bool{}
	return p.extend(nil, nil, 0)
}

// extend makes further constraints tight beside those of basis, which are reduced: each has a
// 1 in the column of its pivot, where all others have 0.
func (p *polytope) extend(basis [][]*big.Rat, pivots []int, from int) error {
	if p.steps++; p.steps%64 == 0 && p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	if len(basis) == p.dim {
		p.add(basis, pivots)
		return nil
	}
	for k := from; len(p.rows)-k >= p.dim-len(basis); k++ {
		row := reduce(p.rows[k], basis, pivots)
		c := slices.IndexFunc(row[:p.dim], func(x *big.Rat) bool { return x.Sign() != 0 })
		if c < 0 {
			continue // not independent of the others
		}
		scale := new(big.Rat).Inv(row[c])
		for i := range row {
			row[i] = new(big.Rat).Mul(row[i], scale)
		}
		next := make([][]*big.Rat, 0, len(basis)+1)
		for _, b := range basis {
			next = append(next, reduce(b, [][]*big.Rat{row}, []int{c}))
		}
		if err := p.extend(append(next, row), append(slices.Clone(pivots), c), k+1); err != nil {
			return err
		}
	}
	return nil
}

// reduce takes from a row its parts along reduced ones.
func reduce(row []*big.Rat, basis [][]*big.Rat, pivots []int) []*big.Rat {
	out := slices.Clone(row)
	term := new(big.Rat)
	for k, b := range basis {
		f := new(big.Rat).Set(out[pivots[k]])
		if f.Sign() == 0 {
			continue
		}
		for i := range out {
			out[i] = new(big.Rat).Sub(out[i], term.Mul(f, b[i]))
		}
	}
	return out
}

// add notes the point at which the constraints of basis are tight, if it fulfils all others.
func (p *polytope) add(basis [][]*big.Rat, pivots []int) {
	v := vertex{at: make([]*big.Rat, p.dim)}
	key, origin := "", true
	for k, b := range basis {
		v.at[pivots[k]] = b[p.dim]
	}
	for _, x := range v.at {
		key += x.RatString() + " "
		origin = origin && x.Sign() == 0
	}
	if origin || p.known[key] {
		return
	}
	p.known[key] = true
	sum, term := new(big.Rat), new(big.Rat)
	for k, row := range p.rows {
		sum.SetInt64(0)
		for i, x := range v.at {
			sum.Add(sum, term.Mul(row[i], x))
		}
		switch c := sum.Cmp(row[p.dim]); {
		case c > 0:
			return
		case c == 0:
			v.labels |= 1 << p.labels[k]
		}
	}
	p.found = append(p.found, v)
}
