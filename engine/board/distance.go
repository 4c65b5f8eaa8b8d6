package board

import "sync"

// lazyReach holds the distances from the middle and the borders.
type lazyReach struct {
	once                       sync.Once
	centre, corners, perimeter []int32
}

// reachOf returns the distances of a type, made on first use.
func (t *Topology) reachOf(st SiteType) *lazyReach {
	l := &t.reach[st]
	l.once.Do(func() {
		if t.opt.Boardless {
			return
		}
		near := t.NeighbourTable(st, RelAdjacent)
		l.centre = reach(near, t.Set(st, Centre))
		l.corners = reach(near, t.Set(st, Corners))
		l.perimeter = reach(near, t.Set(st, Perimeter))
	})
	return l
}

// spread fills distances from the sources over a neighbour table, where they
// are shorter than what is there, and calls each for every distance written.
func spread(dist []int32, near Table, sources []int32, wrote func(int32)) {
	queue := make([]int32, 0, len(dist))
	for _, s := range sources {
		dist[s] = 0
		queue = append(queue, s)
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, o := range near.Row(i) {
			if d := dist[i] + 1; dist[o] == none || d < dist[o] {
				dist[o] = d
				wrote(d)
				queue = append(queue, o)
			}
		}
	}
}

// reach returns the number of steps from every element to the nearest source.
// Elements out of reach are one farther than the largest distance that was
// ever found while sources were taken up one by one.
func reach(near Table, sources []int32) []int32 {
	dist := make([]int32, near.Len())
	if len(sources) == 0 {
		return dist
	}
	for i := range dist {
		dist[i] = none
	}
	spread(dist, near, sources, func(int32) {})
	out := false
	for _, d := range dist {
		out = out || d == none
	}
	if !out {
		return dist
	}
	scratch := make([]int32, len(dist))
	for i := range scratch {
		scratch[i] = none
	}
	most := int32(-1)
	for i := range sources {
		spread(scratch, near, sources[i:i+1], func(d int32) { most = max(most, d) })
	}
	for i, d := range dist {
		if d == none {
			dist[i] = 1 + most
		}
	}
	return dist
}

// lazyDistances holds the distances between all sites of a type.
type lazyDistances struct {
	once sync.Once
	t    *distanceTable
}

// distanceTable is a square table of distances, with the sites at each
// distance from each site.
type distanceTable struct {
	n     int
	dist  []int32
	rings []Table
}

// distances returns the site-to-site distances by a relation, made on first
// use.
func (t *Topology) distances(st SiteType, rel Relation) *distanceTable {
	l := &t.paths[st][rel]
	l.once.Do(func() {
		near := t.NeighbourTable(st, rel)
		n := near.Len()
		d := &distanceTable{n: n, dist: make([]int32, n*n), rings: make([]Table, n)}
		for i := range n {
			row := d.dist[i*n : (i+1)*n]
			for k := range row {
				row[k] = none
			}
			spread(row, near, []int32{int32(i)}, func(int32) {})
			for k := range row {
				row[k] = max(row[k], 0)
			}
			d.rings[i] = rings(row, int32(i))
		}
		l.t = d
	})
	return l.t
}

// rings lists the sites by distance. The number of lists grows by one whenever
// a site, taken in ascending order, is farther away than all lists reach, so
// the farthest sites may be left out.
func rings(row []int32, self int32) Table {
	k := int32(0)
	for i, d := range row {
		if int32(i) != self && d > k {
			k++
		}
	}
	t := Table{Off: []int32{0, 1}, Val: []int32{self}}
	for want := int32(1); want <= k; want++ {
		for i, d := range row {
			if d == want {
				t.Val = append(t.Val, int32(i))
			}
		}
		t.Off = append(t.Off, int32(len(t.Val)))
	}
	return t
}

func (d *distanceTable) at(from, to int32) int32 { return d.dist[int(from)*d.n+int(to)] }

func (d *distanceTable) ring(site int32, k int) []int32 {
	if k < 0 || k >= d.rings[site].Len() {
		return nil
	}
	return d.rings[site].Row(int32(k))
}

// lazyCrossings holds, for every edge, the edges that cross it.
type lazyCrossings struct {
	once sync.Once
	over [][]int32
}

// crossing reports whether two edges cross.
func (t *Topology) crossing(a, b int32) bool {
	l := &t.cross
	l.once.Do(func() {
		n := t.Num(Edge)
		l.over = make([][]int32, n)
		for e := range int32(n) {
			for f := range e {
				if t.graph.edgesCross(e, f) {
					l.over[e] = append(l.over[e], f)
				}
			}
		}
	})
	if a < b {
		a, b = b, a
	}
	for _, o := range l.over[a] {
		if o == b {
			return true
		}
	}
	return false
}
