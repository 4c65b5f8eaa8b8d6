package board

import (
	"slices"
	"sync"
	"sync/atomic"
)

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

// lazyDistances holds the distances between the sites of a type.
type lazyDistances struct {
	once sync.Once
	t    *distanceTable
	err  error // why there is none
}

// distanceTable holds the distances from the sites that somebody has asked for,
// with the sites at each distance.
type distanceTable struct {
	near Table
	from []atomic.Pointer[distancesFrom] // nil on boards on which they are not kept
}

// distancesFrom are the distances from one site.
type distancesFrom struct {
	dist  []int32
	rings Table
}

// maxDistances is the number of sites up to which distances are kept; on larger
// boards they are found whenever they are asked for.
const maxDistances = 1 << 12

// distances returns the site-to-site distances by a relation, made on first
// use.
func (t *Topology) distances(st SiteType, rel Relation) *distanceTable {
	l := &t.paths[st][rel]
	l.once.Do(func() {
		l.err = Guard(func() {
			d := &distanceTable{near: t.NeighbourTable(st, rel)}
			if n := d.near.Len(); n <= maxDistances {
				d.from = make([]atomic.Pointer[distancesFrom], n)
			}
			l.t = d
		})
	})
	if l.t == nil {
		panic(l.err)
	}
	return l.t
}

// of returns the distances from a site. Two goroutines may find the same ones;
// either will do.
func (d *distanceTable) of(site int32) *distancesFrom {
	if d.from != nil {
		if f := d.from[site].Load(); f != nil {
			return f
		}
	}
	f := &distancesFrom{dist: make([]int32, d.near.Len())}
	for k := range f.dist {
		f.dist[k] = none
	}
	spread(f.dist, d.near, []int32{site}, func(int32) {})
	for k := range f.dist {
		f.dist[k] = max(f.dist[k], 0)
	}
	f.rings = rings(f.dist, site)
	if d.from != nil {
		d.from[site].Store(f)
	}
	return f
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
	t := Table{Off: make([]int32, k+2)}
	for _, d := range row {
		if d > 0 && d <= k {
			t.Off[d+1]++
		}
	}
	t.Off[1] = 1
	for i := range k {
		t.Off[i+2] += t.Off[i+1]
	}
	t.Val = make([]int32, t.Off[k+1])
	t.Val[0] = self
	at := slices.Clone(t.Off)
	for i, d := range row {
		if d > 0 && d <= k {
			t.Val[at[d]] = int32(i)
			at[d]++
		}
	}
	return t
}

func (d *distanceTable) at(from, to int32) int32 { return d.of(from).dist[to] }

func (d *distanceTable) ring(site int32, k int) []int32 {
	f := d.of(site)
	if k < 0 || k >= f.rings.Len() {
		return nil
	}
	return f.rings.Row(int32(k))
}

// lazyCrossings holds, for every edge, the edges that cross it.
type lazyCrossings struct {
	once sync.Once
	over [][]int32
	err  error // why there are none
}

// crossing reports whether two edges cross.
func (t *Topology) crossing(a, b int32) bool {
	l := &t.cross
	l.once.Do(func() {
		l.err = Guard(func() {
			over := make([][]int32, t.Num(Edge))
			x := newCrossings(t.graph)
			for e := range int32(len(over)) {
				over[e] = x.below(e)
			}
			l.over = over
		})
	})
	if l.err != nil {
		panic(l.err)
	}
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
