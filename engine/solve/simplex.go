package solve

import (
	"context"
	"math/big"
)

// program is the linear program: maximise c·z over z ≥ 0 with m z ≤ b, where b ≥ 0,
// so that z = 0 is where the search begins. All numbers are integers.
type program struct {
	m [][]*big.Int
	b []*big.Int
	c []*big.Int
}

// patience is the number of pivots without progress after which the rule of Bland,
// by which no basis comes twice, takes over.
const patience = 20

// solve gives an optimal z and an optimal y of the dual program by the simplex method.
// Pivots keep integers over one common denominator (Edmonds), so nothing is ever
// rounded. The program must be bounded.
func (p *program) solve(ctx context.Context) (z, y []*big.Rat, err error) {
	rows, cols := len(p.m), len(p.c)
	t := make([][]*big.Int, rows+1) // the last row is the objective, the last column b
	for i := range rows {
		t[i] = append(append([]*big.Int{}, p.m[i]...), p.b[i])
	}
	for _, c := range p.c {
		t[rows] = append(t[rows], new(big.Int).Neg(c))
	}
	t[rows] = append(t[rows], new(big.Int))
	// Variables 0 … cols-1 are z, those from there on the slacks of the rows.
	basic, free := make([]int, rows), make([]int, cols)
	for i := range basic {
		basic[i] = cols + i
	}
	for j := range free {
		free[j] = j
	}
	d, idle := big.NewInt(1), 0
	for {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		s := entering(t[rows][:cols], free, idle > patience)
		if s < 0 {
			break
		}
		r := leaving(t[:rows], s, cols, basic)
		if r < 0 {
			return nil, nil, notDecided("the linear program is unbounded")
		}
		if idle++; t[r][cols].Sign() > 0 {
			idle = 0
		}
		pivot(t, r, s, d)
		basic[r], free[s] = free[s], basic[r]
	}
	z, y = zeros(cols), zeros(rows)
	for i, v := range basic {
		if v < cols {
			z[v].SetFrac(t[i][cols], d)
		}
	}
	for j, v := range free {
		if v >= cols {
			y[v-cols].SetFrac(t[rows][j], d)
		}
	}
	return z, y, nil
}

// entering gives the column that comes into the basis, -1 if none makes it better.
func entering(costs []*big.Int, free []int, bland bool) int {
	s := -1
	for j, c := range costs {
		if c.Sign() < 0 && (s < 0 || bland && free[j] < free[s] || !bland && c.Cmp(costs[s]) < 0) {
			s = j
		}
	}
	return s
}

// leaving gives the row that bounds the entering column first, -1 if none does; of
// several the one with the least variable.
func leaving(t [][]*big.Int, s, cols int, basic []int) int {
	r := -1
	x, y := new(big.Int), new(big.Int)
	for i := range t {
		if t[i][s].Sign() <= 0 {
			continue
		}
		if r < 0 {
			r = i
			continue
		}
		c := x.Mul(t[i][cols], t[r][s]).Cmp(y.Mul(t[r][cols], t[i][s]))
		if c < 0 || c == 0 && basic[i] < basic[r] {
			r = i
		}
	}
	return r
}

// pivot changes row r for column s; d is the common denominator, before and after.
func pivot(t [][]*big.Int, r, s int, d *big.Int) {
	p, x := new(big.Int).Set(t[r][s]), new(big.Int)
	for i := range t {
		if i == r {
			continue
		}
		f := t[i][s]
		for j := range t[i] {
			if j == s || t[i][j].Sign() == 0 && (f.Sign() == 0 || t[r][j].Sign() == 0) {
				continue
			}
			v := new(big.Int).Mul(t[i][j], p)
			v.Sub(v, x.Mul(f, t[r][j]))
			t[i][j] = v.Quo(v, d)
		}
		t[i][s] = new(big.Int).Neg(f)
	}
	t[r][s] = new(big.Int).Set(d)
	d.Set(p)
}

func zeros(n int) []*big.Rat {
	list := make([]*big.Rat, n)
	for i := range list {
		list[i] = new(big.Rat)
	}
	return list
}
