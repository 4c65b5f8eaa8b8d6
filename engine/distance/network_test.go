package distance

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// circularMatrix is distances that are sums of random splits of a shuffled circle.
func circularMatrix(n int, share float64, r *rand.Rand) (m *Matrix, weights map[[2]int]float64) {
	order := r.Perm(n)
	place := make([]int, n)
	for p, g := range order {
		place[g] = p
	}
	weights = map[[2]int]float64{}
	for i := range n {
		for j := i + 1; j < n; j++ {
			if r.Float64() < share || j == i+1 {
				weights[[2]int{i, j}] = r.Float64() + 0.05
			}
		}
	}
	return grid(n, func(a, b int) (sum float64) {
		for s, w := range weights {
			if inside := func(x int) bool { return x > s[0] && x <= s[1] }; inside(place[a]) != inside(place[b]) {
				sum += w
			}
		}
		return sum
	}), weights
}

// Distances that are sums of splits of a circle are given back exactly.
func TestNeighborNetExact(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for n := 3; n < 26; n++ {
		m, weights := circularMatrix(n, 0.4, r)
		net, err := m.NeighborNet()
		if err != nil {
			t.Fatal(err)
		}
		if net.Fit < 1-1e-12 {
			t.Errorf("%d games: fit %v", n, net.Fit)
		}
		for a := range n {
			for b := range a {
				if d := net.At(a, b); math.Abs(d-m.At(a, b)) > 1e-6 {
					t.Fatalf("%d games: %d and %d are %v apart, want %v", n, a, b, d, m.At(a, b))
				}
			}
		}
		var want []float64
		for _, w := range weights {
			want = append(want, w)
		}
		slices.SortFunc(want, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
		if len(net.Splits) != len(want) {
			t.Fatalf("%d games: %d splits, want %d", n, len(net.Splits), len(want))
		}
		for i, s := range net.Splits {
			if math.Abs(s.Weight-want[i]) > 1e-6 {
				t.Fatalf("%d games: weight %v, want %v", n, s.Weight, want[i])
			}
		}
	}
}

// noisy is distances of random points with noise: no sum of circular splits.
func noisy(n int, r *rand.Rand) *Matrix {
	own := make([]float64, n*n)
	place := make([][4]float64, n)
	for i := range own {
		own[i] = r.Float64()
	}
	for i := range place {
		for k := range place[i] {
			place[i][k] = r.NormFloat64()
		}
	}
	return grid(n, func(a, b int) float64 {
		d := own[a*n+b]
		for k := range place[a] {
			d += math.Abs(place[a][k] - place[b][k])
		}
		return d
	})
}

// The weights are the best: no weight of 0 wants to grow, and no other to change.
func TestLeastSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, n := range []int{3, 4, 7, 20, 60} {
		m := noisy(n, r)
		c := &circular{n: n}
		d := make([]float64, n*n)
		for i := range d {
			d[i] = m.At(i/n, i%n)
		}
		if back := c.apart(c.weights(d)); norm(minus(back, d)) > 1e-9*norm(d) {
			t.Errorf("%d places: weights is no inverse of apart", n)
		}
		w := c.solve(d)
		g := c.parted(minus(d, c.apart(w)))
		scale := norm(c.parted(d))
		for i, x := range w {
			if x < 0 || g[i] > 1e-7*scale || x > 0 && math.Abs(g[i]) > 1e-7*scale {
				t.Fatalf("%d places: a weight of %v has gradient %v of %v", n, x, g[i], scale)
			}
		}
		if a, b := dot(c.apart(w), d), dot(w, c.parted(d)); math.Abs(a-b) > 1e-9*math.Abs(a) {
			t.Errorf("%d places: %v and %v, parted is not the transpose of apart", n, a, b)
		}
	}
}

// In the picture the way between two games is their distance in the network, edges are
// as long as their splits weigh, and none cross.
func TestPlan(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for _, n := range []int{3, 4, 5, 9, 16} {
		for _, boxes := range []int{1 << 20, 6} {
			net, err := noisy(n, r).NeighborNet()
			if err != nil {
				t.Fatal(err)
			}
			p := net.Plan(boxes)
			if made := len(p.Nodes) - 1 - p.Splits; made > boxes || boxes > 6 && p.Splits != len(net.Splits) {
				t.Fatalf("%d games: %d splits of %d, %d boxes", n, p.Splits, len(net.Splits), made)
			}
			drawn := &Network{Circle: net.Circle, Splits: net.heaviest(boxes)}
			far := p.ways()
			for a := range n {
				for b := range n {
					if want := drawn.At(a, b); math.Abs(far[p.Games[a]][p.Games[b]]-want) > 1e-9 {
						t.Fatalf("%d games: the way is %v long, want %v", n, far[p.Games[a]][p.Games[b]], want)
					}
				}
			}
			for i, e := range p.Edges {
				for _, f := range p.Edges[:i] {
					if p.cross(e, f) {
						t.Fatalf("%d games: edges %v and %v cross", n, e, f)
					}
				}
			}
		}
	}
}

// ways is the lengths of the shortest ways between all nodes.
func (p *Plan) ways() [][]float64 {
	far := make([][]float64, len(p.Nodes))
	for i := range far {
		far[i] = make([]float64, len(p.Nodes))
		for j := range far[i] {
			if i != j {
				far[i][j] = math.Inf(1)
			}
		}
	}
	for _, e := range p.Edges {
		a, b := p.Nodes[e[0]], p.Nodes[e[1]]
		d := math.Hypot(a[0]-b[0], a[1]-b[1])
		far[e[0]][e[1]], far[e[1]][e[0]] = d, d
	}
	for k := range far {
		for i := range far {
			for j := range far {
				far[i][j] = min(far[i][j], far[i][k]+far[k][j])
			}
		}
	}
	return far
}

// cross reports whether two edges meet inside of both.
func (p *Plan) cross(e, f [2]int) bool {
	if e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1] {
		return false
	}
	side := func(e [2]int, x int) float64 {
		a, b, c := p.Nodes[e[0]], p.Nodes[e[1]], p.Nodes[x]
		return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
	}
	const eps = 1e-9
	return side(e, f[0])*side(e, f[1]) < -eps && side(f, e[0])*side(f, e[1]) < -eps
}

func TestNeighborNetRefuses(t *testing.T) {
	if _, err := grid(2, func(int, int) float64 { return 1 }).NeighborNet(); err == nil {
		t.Error("two games have a network")
	}
	net, err := grid(5, func(int, int) float64 { return 0 }).NeighborNet()
	if err != nil || len(net.Splits) != 0 || net.Fit != 1 {
		t.Errorf("equal games: %+v, %v", net, err)
	}
	if p := net.Plan(10); len(p.Nodes) != 1 || p.Share != 1 {
		t.Errorf("the picture of equal games: %+v", p)
	}
}

// Distances on different scales weigh alike when they are combined.
func TestCombine(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	a := noisy(7, r)
	large := grid(7, func(i, j int) float64 { return 1000 * a.At(i, j) })
	flat := grid(7, func(int, int) float64 { return 0 })
	both, mixed := Combine(a, large), Combine(a, flat)
	mean := sumOf(a.d) / 42
	for i := range 7 {
		for j := range 7 {
			if want := a.At(i, j) / mean; math.Abs(both.At(i, j)-want) > 1e-12 || math.Abs(mixed.At(i, j)-want/2) > 1e-12 {
				t.Fatalf("%d, %d: %v and %v, want %v and half of it", i, j, both.At(i, j), mixed.At(i, j), want)
			}
		}
	}
}
