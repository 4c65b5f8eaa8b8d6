package board

import (
	"fmt"
	"math"
	"slices"
)

// Rings describes a board of nested polygons.
type Rings struct {
	Sides, Count                     int
	Midpoints, JoinMids, JoinCorners bool
}

// NewRings makes nested polygons; cells only when sites are cells.
func NewRings(st SiteType, r Rings) (*Graph, error) {
	if err := sized("concentric", 1, r.Sides, r.Count); err != nil {
		return nil, err
	}
	if r.Sides < 3 {
		return nil, fmt.Errorf("concentric: a polygon needs at least 3 sides, not %d", r.Sides)
	}
	arc := 2 * math.Pi / float64(r.Sides)
	ref := math.Pi / 2
	if r.Sides%2 == 0 {
		ref += arc / 2
	}
	g := &Graph{}
	corner := func(ring, j int) Point {
		radius := 1 + float64(ring)
		if r.Sides == 3 {
			radius = 1 + 2*float64(ring)
		}
		theta := ref + arc*float64(j)
		return Point{X: radius * cos(theta), Y: radius * sin(theta)}
	}
	for i := range r.Count {
		var ring []int32
		for j := range r.Sides {
			p := corner(i, j)
			ring = append(ring, g.vertexAt(p))
			if r.Midpoints {
				ring = append(ring, g.vertexAt(mid(p, corner(i, j+1))))
			}
		}
		for k, v := range ring {
			g.addEdge(v, ring[(k+1)%len(ring)])
		}
	}
	g.joinRings(r)
	g.renumber()
	if st == Cell {
		g.makeFaces(true)
	}
	g.setBasis(basisConcentric, basisConcentric)
	return g.check()
}

// joinRings adds the edges from ring to ring.
func (g *Graph) joinRings(r Rings) {
	if !(r.Midpoints && r.JoinMids || r.JoinCorners) {
		return
	}
	each := 1
	if r.Midpoints {
		each = 2
	}
	size := r.Sides * each
	link := func(v int) {
		if v+size < len(g.vs) {
			g.addEdge(int32(v), int32(v+size))
		}
	}
	for i := range r.Count - 1 {
		for j := range r.Sides {
			v := i*size + j*each
			if r.JoinCorners {
				link(v)
			}
			if r.JoinMids {
				link(v + 1)
			}
		}
	}
}

// sample is a point at an angle on a circle.
type sample struct {
	theta float64
	at    Point
}

// collect sorts samples by angle and drops, from the last on, those closer to
// their predecessor than that.
func collect(samples []sample, apart float64) []sample {
	slices.SortStableFunc(samples, func(a, b sample) int { return compare(a.theta, b.theta) })
	for i := len(samples) - 1; i > 0; i-- {
		if dist2(samples[i].at, samples[i-1].at) < apart {
			samples = slices.Delete(samples, i, i+1)
		}
	}
	return samples
}

func onCircle(radius, theta float64) Point {
	return Point{X: radius * cos(theta), Y: radius * sin(theta)}
}

// NewCircle makes concentric rings of so many sites each. Cells are divided by
// circles and spokes; vertices lie on circles and are joined by them.
func NewCircle(st SiteType, rings []int, stagger bool) (*Graph, error) {
	if len(rings) == 0 || len(rings) > 512 {
		return nil, fmt.Errorf("concentric: needs between 1 and 512 rings, not %d", len(rings))
	}
	total := 0
	for _, n := range rings {
		if n < -maxDim || n > maxDim {
			return nil, fmt.Errorf("concentric: a ring of %d sites is out of range", n)
		}
		total += max(n, -n)
	}
	if 2*total > MaxElements {
		return nil, fmt.Errorf("concentric: the board would have more than %d elements", MaxElements)
	}
	switch {
	case st == Cell:
		return circleCells(rings, stagger)
	case len(rings) == 1:
		return polygon(max(rings[0], -rings[0]), 1, func(g *Graph) {})
	}
	return circleVertices(rings, stagger)
}

// offset is the turn of ring i against the top.
func offset(i, n int, stagger bool) float64 {
	if stagger && i%2 == 1 {
		return math.Pi / float64(n)
	}
	return 0
}

func circleCells(rings []int, stagger bool) (*Graph, error) {
	g := &Graph{}
	g.addVertex(Point{})
	radius := func(circle int) float64 { return math.Max(0, float64(circle)-0.5) }
	circles := make([][]sample, len(rings)+1)
	angle := func(i, j, n int) float64 {
		return math.Pi/2 + offset(i, n, stagger) - 2*math.Pi*float64(j)/float64(n)
	}
	for i, n := range rings {
		if n = max(n, -n); n < 2 {
			continue
		}
		for j := range n {
			theta := angle(i, j, n)
			for theta < -math.Pi {
				theta += 2 * math.Pi
			}
			for theta > math.Pi {
				theta -= 2 * math.Pi
			}
			for c := i; c <= i+1; c++ {
				circles[c] = append(circles[c], sample{theta, onCircle(radius(c), theta)})
			}
		}
	}
	for c := range circles {
		circles[c] = collect(circles[c], coincide)
		for _, s := range circles[c] {
			g.vertexAt(s.at)
		}
	}
	for _, samples := range circles {
		for k := range samples {
			a, b := g.vertexAt(samples[k].at), g.vertexAt(samples[(k+1)%len(samples)].at)
			if len(samples) > 1 && a != b {
				g.curveBetween(a, b) // a circle of two points is one edge
			}
		}
	}
	for i, n := range rings {
		if n = max(n, -n); n < 2 {
			continue
		}
		for j := range n {
			theta := angle(i, j, n)
			a, b := g.vertexAt(onCircle(radius(i), theta)), g.vertexAt(onCircle(radius(i+1), theta))
			if a != b {
				g.addEdge(a, b)
			}
		}
	}
	for v := range g.vs {
		g.vs[v].pivot = 0
	}
	g.makeFaces(true)
	return g.check()
}

func circleVertices(rings []int, stagger bool) (*Graph, error) {
	if rings[0] < -1 || rings[0] > 1 {
		rings = append([]int{0}, rings...)
	}
	g := &Graph{}
	ring := make([][]int32, len(rings))
	for i, signed := range rings {
		n := max(signed, -signed)
		var samples []sample
		for j := range n {
			theta := math.Pi/2 + offset(i, n, stagger) - 2*math.Pi*float64(j)/float64(n)
			samples = append(samples, sample{theta, onCircle(float64(i), theta)})
		}
		for _, s := range collect(samples, 0.1) {
			ring[i] = append(ring[i], g.addVertex(s.at))
		}
	}
	for i := 1; i < len(rings); i++ {
		if rings[i] < 2 {
			continue
		}
		for k, v := range ring[i] {
			g.curveBetween(v, ring[i][(k+1)%len(ring[i])])
		}
	}
	centre := len(ring[0]) > 0
	if centre {
		for _, v := range ring[1] {
			g.addEdge(ring[0][0], v)
		}
	}
	for i := 1; i+1 < len(rings); i++ {
		stretch := float64(i+1) / float64(i)
		for _, v := range ring[i] {
			p := g.vs[v].pos
			if w := g.find(Point{X: p.X * stretch, Y: p.Y * stretch}); w != none {
				g.addEdge(v, w)
				if !centre {
					g.vs[w].pivot = v
				}
			}
		}
	}
	if centre {
		for v := range g.vs {
			g.vs[v].pivot = ring[0][0]
		}
	}
	return g.check()
}

// polygon makes a regular polygon with sides of about unit length along its
// circle; edges skip so many corners.
func polygon(n, skip int, finish func(*Graph)) (*Graph, error) {
	if n < 1 || n > maxDim {
		return nil, fmt.Errorf("a polygon of %d corners is out of range", n)
	}
	start := math.Pi / 2
	if n == 4 {
		start = math.Pi / 4
	}
	g := &Graph{}
	for k := range n {
		g.addVertex(onCircle(float64(n)/(2*math.Pi), start+2*math.Pi*float64(k)/float64(n)))
	}
	for k := range n {
		if to := (k + skip) % n; to != k {
			g.addEdge(int32(k), int32(to))
		}
	}
	finish(g)
	g.renumber()
	return g.check()
}

// NewRegular makes a regular polygon, or the star that joins every corner to
// one nearly opposite.
func NewRegular(st SiteType, n int, star bool) (*Graph, error) {
	skip := 1
	if star {
		skip = (n - 1) / 2
	}
	return polygon(n, skip, func(g *Graph) {
		if st == Cell {
			g.makeFaces(true)
		}
	})
}

// NewTarget makes concentric rings that each are one cell, without neighbours.
func NewTarget(st SiteType, rings int) (*Graph, error) {
	if st != Cell {
		return nil, fmt.Errorf("concentric Target: is for boards played on cells, not on %v", st)
	}
	if err := sized("concentric Target", 1, rings); err != nil {
		return nil, err
	}
	g := &Graph{}
	for k := 1; k <= rings; k++ {
		first := int32(len(g.vs))
		for j := range 8 {
			g.addVertex(onCircle(float64(k), math.Pi/2+math.Pi/4*float64(j)))
		}
		for j := range int32(8) {
			g.addCurved(first+j, first+(j+1)%8)
		}
	}
	g.makeFaces(true)
	for f := range g.fs {
		g.fs[f].pos = Point{}
		if f > 0 {
			g.fs[f].pos.Y = -float64(f) - 0.5
		}
	}
	return g.check()
}

// NewSpiral makes a spiral of so many vertices around vertex 0.
func NewSpiral(turns, sites int, clockwise bool) (*Graph, error) {
	if sites < 1 || sites > 1000 || turns < 1 || turns > 1000 {
		return nil, fmt.Errorf("spiral: %d turns of %d sites are out of range; each must be between 1 and 1000", turns, sites)
	}
	angles := spiralAngles(turns, sites)
	g := &Graph{}
	g.addVertex(Point{})
	for i := 1; i < sites; i++ {
		r := angles[i]
		p := Point{X: r * cos(r), Y: r * sin(r)}
		if clockwise {
			p.X = -p.X
		}
		g.addVertex(p)
	}
	for i := range int32(sites) {
		if int(i)+1 < sites {
			g.addCurved(i, i+1)
		}
		g.vs[i].pivot = 0
	}
	g.setBasis(basisSpiral, basisSpiral)
	return g.check()
}

// spiralAngles returns the angle, and distance from the middle, of each vertex.
func spiralAngles(turns, sites int) []float64 {
	base := 0
	for b := 1; b < sites; b++ {
		sum, steps := 1, b
		for turn := 1; turn < turns; turn++ {
			sum += steps
			if turn <= 2 {
				steps *= 2
			}
		}
		if sum > sites {
			base = b - 1
			break
		}
	}
	angles := make([]float64, 1, sites+2)
	steps := base
	for ring := 1; ring <= turns+1; ring++ {
		delta := 2 * math.Pi / float64(steps)
		theta := 2 * math.Pi * float64(ring)
		if ring <= 2 || ring%2 == 1 {
			theta -= delta / 2
		}
		for range steps {
			angles = append(angles, theta)
			theta += delta
		}
		if ring <= 2 {
			steps *= 2
		}
	}
	for len(angles) < sites+2 {
		angles = append(angles, 0)
	}
	for range 2 {
		for i := 2; i < sites; i++ {
			angles[i] = (angles[i-1] + angles[i+1]) / 2
		}
	}
	angles[1] -= (angles[2] - angles[1]) / 2
	return angles
}
