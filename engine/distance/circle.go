package distance

import (
	"math"
	"slices"
)

// circle orders the games of a matrix around a circle so that near ones stand beside each
// other: the agglomeration of NeighborNet (Bryant and Moulton, Neighbor-Net: an
// agglomerative method for the construction of phylogenetic networks, Molecular Biology
// and Evolution 21, 2004). Groups hold one or two nodes; where joining makes a chain of
// three, it is replaced by two new nodes until the end. When distances are sums of splits
// of games around a circle, the splits are those of this circle, too. Of equally good pairs
// the earliest is joined. It takes the cube of the number of games in time.
func (m *Matrix) circle() []int {
	n := len(m.Names)
	if n <= 3 {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		return order
	}
	g := &agglomeration{size: n}
	most := 3 * n // nodes that there ever are, at two new ones for each of less than n chains
	g.d = make([][]float64, n, most)
	for i := range g.d {
		g.d[i] = make([]float64, most)
		for j := range n {
			g.d[i][j] = m.At(i, j)
		}
		g.groups = append(g.groups, []int{i})
	}
	for g.size > 3 {
		g.join()
	}
	var order []int
	for _, group := range g.groups {
		order = append(order, group...)
	}
	for i := len(g.chains) - 1; i >= 0; i-- {
		order = g.chains[i].expand(order)
	}
	return canonical(order)
}

// canonical turns a circle so that game 0 comes first, and the smaller of its neighbours
// next.
func canonical(order []int) []int {
	n := len(order)
	at := slices.Index(order, 0)
	step := 1
	if order[(at+n-1)%n] < order[(at+1)%n] {
		step = n - 1
	}
	out := make([]int, n)
	for i := range out {
		out[i] = order[(at+i*step)%n]
	}
	return out
}

// agglomeration is the state of ordering games around a circle.
type agglomeration struct {
	d      [][]float64 // between nodes; the first are the games
	groups [][]int     // one or two nodes each
	size   int         // nodes in all groups
	chains []chain
}

// chain is three nodes beside each other, and the two that took their place.
type chain struct {
	from [3]int
	to   [2]int
}

// expand puts a chain back where its two nodes stand beside each other on the circle.
func (c chain) expand(order []int) []int {
	out := make([]int, 0, len(order)+1)
	n := len(order)
	for i, x := range order {
		if x != c.to[0] {
			continue
		}
		// From the node after the pair around to the pair, which comes last.
		if order[(i+1)%n] == c.to[1] {
			for k := 2; k < n; k++ {
				out = append(out, order[(i+k)%n])
			}
			return append(out, c.from[0], c.from[1], c.from[2])
		}
		for k := 1; k < n-1; k++ {
			out = append(out, order[(i+k)%n])
		}
		return append(out, c.from[2], c.from[1], c.from[0])
	}
	return order
}

// between is the mean distance of the nodes of two groups.
func (g *agglomeration) between(a, b []int) float64 {
	sum := 0.0
	for _, x := range a {
		for _, y := range b {
			sum += g.d[x][y]
		}
	}
	return sum / float64(len(a)*len(b))
}

// join makes one group of the two that neighbour joining would join.
func (g *agglomeration) join() {
	k := len(g.groups)
	apart := make([]float64, k*k)
	sum := make([]float64, k)
	for i := range k {
		for j := range i {
			x := g.between(g.groups[i], g.groups[j])
			apart[i*k+j], apart[j*k+i] = x, x
			sum[i] += x
			sum[j] += x
		}
	}
	a, b, best := 0, 1, math.Inf(1)
	for i := range k {
		for j := i + 1; j < k; j++ {
			if q := float64(k-2)*apart[i*k+j] - sum[i] - sum[j]; q < best {
				a, b, best = i, j, q
			}
		}
	}
	left, right := g.groups[a], g.groups[b]
	x, y := g.ends(a, b)
	line := make([]int, 0, 4) // the nodes of both groups, x beside y
	if len(left) == 2 {
		line = append(line, left[0]+left[1]-x)
	}
	line = append(line, x, y)
	if len(right) == 2 {
		line = append(line, right[0]+right[1]-y)
	}
	g.groups = append(g.groups[:b], g.groups[b+1:]...)
	g.groups[a] = nil
	for len(line) > 2 {
		u, v := g.reduce(line[0], line[1], line[2], line[3:])
		line = append([]int{u, v}, line[3:]...)
	}
	g.groups[a] = line
}

// ends chooses the node of each of two groups that are to stand beside each other.
func (g *agglomeration) ends(a, b int) (x, y int) {
	both := append(append([]int(nil), g.groups[a]...), g.groups[b]...)
	far := map[int]float64{} // from everything else
	for _, x := range both {
		for i, other := range g.groups {
			if i != a && i != b {
				far[x] += g.between([]int{x}, other)
			}
		}
		for _, z := range both {
			far[x] += g.d[x][z]
		}
	}
	weight := float64(len(g.groups) - 2 + len(both) - 2)
	best := math.Inf(1)
	for _, i := range g.groups[a] {
		for _, j := range g.groups[b] {
			if q := weight*g.d[i][j] - far[i] - far[j]; q < best {
				x, y, best = i, j, q
			}
		}
	}
	return x, y
}

// reduce replaces a chain of three nodes by two; rest are those that follow in the chain.
func (g *agglomeration) reduce(x, y, z int, rest []int) (u, v int) {
	u, v = len(g.d), len(g.d)+1
	du, dv := make([]float64, cap(g.d)), make([]float64, cap(g.d))
	g.d = append(g.d, du, dv)
	for _, group := range append([][]int{rest}, g.groups...) {
		for _, a := range group {
			g.set(u, a, (2*g.d[x][a]+g.d[y][a])/3)
			g.set(v, a, (g.d[y][a]+2*g.d[z][a])/3)
		}
	}
	g.set(u, v, (g.d[x][y]+g.d[x][z]+g.d[y][z])/3)
	g.size--
	g.chains = append(g.chains, chain{[3]int{x, y, z}, [2]int{u, v}})
	return u, v
}

func (g *agglomeration) set(a, b int, x float64) { g.d[a][b], g.d[b][a] = x, x }
