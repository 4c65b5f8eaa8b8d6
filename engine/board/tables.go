package board

import "sync"

// elements holds what is measured of all elements of one type.
type elements struct {
	pos                    []Point
	label                  []string
	row, col, layer, phase []int32
	rows, cols, layers     Table
	sets                   [NumSets][]int32
	duplicate              bool // two elements got the same label
	pivot                  []int32
}

// lazySteps is the step table of one type, made on first use.
type lazySteps struct {
	once sync.Once
	t    *stepTable
}

// stepTable holds the steps from all elements of one type to elements of all
// types.
type stepTable struct {
	neighbours [NumRelations]Table
	supported  [NumRelations][]Direction
}

func (t *Topology) stepsOf(st SiteType) *stepTable {
	l := &t.steps[st]
	l.once.Do(func() { l.t = &stepTable{} })
	return l.t
}

func (s *stepTable) byDirection(site int32, to SiteType, d Direction) []int32 { return nil }

func (t *Topology) supportedAt(st SiteType, rel Relation, site int32) []Direction { return nil }

type lazyRadials struct {
	once sync.Once
	t    *radialTable
}

type radialTable struct{}

func (t *Topology) radialsOf(st SiteType) *radialTable              { return nil }
func (r *radialTable) byDirection(site int32, d Direction) []Radial { return nil }
func (r *radialTable) from(site int32) []Radial                     { return nil }
func (r *radialTable) distinct(site int32, d Direction) []Radial    { return nil }

type lazyReach struct {
	once                       sync.Once
	centre, corners, perimeter []int32
}

func (t *Topology) reachOf(st SiteType) *lazyReach { return &t.reach[st] }

type lazyDistances struct {
	once sync.Once
	t    *distanceTable
}
type distanceTable struct{}

func (t *Topology) distances(st SiteType, rel Relation) *distanceTable { return nil }
func (d *distanceTable) at(from, to int32) int32                       { return 0 }
func (d *distanceTable) ring(site int32, k int) []int32                { return nil }

type lazyCrossings struct {
	once sync.Once
	rows Table
}

func (t *Topology) crossing(a, b int32) bool { return false }

// NewTopology measures a graph. The graph must not be changed afterwards.
func NewTopology(g *Graph, opt Options) (*Topology, error) { return &Topology{graph: g, opt: opt}, nil }
