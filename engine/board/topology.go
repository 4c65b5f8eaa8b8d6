// Package board builds the boards that games are played on.
//
// A board begins as a Graph: vertices, edges and faces in a plane (or in
// space), made by generators such as Square or Hexagon and changed by operators
// such as Merge or Rotate. NewTopology measures the finished graph once and
// derives all that play needs: coordinates and labels, the ready-made sets
// (corners, sides, rows …), which site is next to which and in what direction,
// and the straight lines (radials) that run through every site.
//
// Site numbers, list orders and tolerances are part of the language: two
// programs that number a board differently play different games. The package
// therefore computes in the stated order with plain double arithmetic.
//
// A Graph is a mutable builder for one goroutine. A Topology never changes
// after NewTopology returns, is safe for concurrent use, and may be shared by
// all games on the same board; the parts that not every game needs are computed
// on first use. Slices returned by a Topology are views of its tables and must
// not be modified.
package board

// SiteType is one of the three kinds of board elements. Elements of each kind
// are numbered from 0 independently.
type SiteType uint8

// The site types, numbered as in recorded play.
const (
	Vertex SiteType = iota
	Edge
	Cell
	// NumSiteTypes is the number of site types.
	NumSiteTypes = int(iota)
)

var siteTypeNames = [NumSiteTypes]string{"Vertex", "Edge", "Cell"}

// String returns "Vertex", "Edge" or "Cell".
func (s SiteType) String() string { return siteTypeNames[s] }

// ParseSiteType returns the site type of that name.
func ParseSiteType(name string) (SiteType, bool) {
	for i, n := range siteTypeNames {
		if n == name {
			return SiteType(i), true
		}
	}
	return 0, false
}

// Point is a position: x grows to the east, y to the north, z upwards. The
// unit is the edge length of a regular board.
type Point struct{ X, Y, Z float64 }

// Table is a list of int32 lists in two flat slices: list i is
// Val[Off[i]:Off[i+1]].
type Table struct {
	Off []int32 // one entry more than there are lists
	Val []int32
}

// Row returns list i.
func (t Table) Row(i int32) []int32 { return t.Val[t.Off[i]:t.Off[i+1]:t.Off[i+1]] }

// Len returns the number of lists.
func (t Table) Len() int { return max(len(t.Off)-1, 0) }

// Radial is a straight line of sites of one type in one direction.
type Radial struct {
	Path        []int32   // the sites in order, beginning with the site it starts from; length ≥ 2
	Dir         Direction // the direction it was found under
	Distinct    bool      // false for the second of two opposite radials of this direction
	Opposite    []int32   // the Path of the radial that runs the other way from the same site; nil if none
	OppositeDir Direction // the direction of that radial
}

// SetKind names a ready-made set of sites.
type SetKind uint8

// The ready-made sets of every site type. Rows, columns, layers and phases are
// families of sets with accessors of their own.
const (
	Inner SetKind = iota
	Outer
	Perimeter
	Corners
	ConvexCorners
	ConcaveCorners
	Major
	Minor
	Centre
	Left
	Right
	Top
	Bottom
	AxialEdges
	HorizontalEdges
	VerticalEdges
	AngledEdges
	SlashEdges
	SloshEdges
	SideN
	SideNE
	SideE
	SideSE
	SideS
	SideSW
	SideW
	SideNW
	Phase0
	Phase1
	Phase2
	Phase3
	Phase4
	Phase5
	// NumSets is the number of ready-made sets.
	NumSets = int(iota)
)

var setNames = [NumSets]string{
	"Inner", "Outer", "Perimeter", "Corners", "ConvexCorners", "ConcaveCorners", "Major", "Minor",
	"Centre", "Left", "Right", "Top", "Bottom", "Axial", "Horizontal", "Vertical", "Angled", "Slash", "Slosh",
	"SideN", "SideNE", "SideE", "SideSE", "SideS", "SideSW", "SideW", "SideNW",
	"Phase0", "Phase1", "Phase2", "Phase3", "Phase4", "Phase5",
}

// String returns the name of the set as the golden tables write it.
func (k SetKind) String() string { return setNames[k] }

// SideSet returns the set of the board side that faces d, one of the eight
// principal compass directions; false for any other direction.
func SideSet(d Direction) (SetKind, bool) {
	switch d {
	case N:
		return SideN, true
	case NE:
		return SideNE, true
	case E:
		return SideE, true
	case SE:
		return SideSE, true
	case S:
		return SideS, true
	case SW:
		return SideSW, true
	case W:
		return SideW, true
	case NW:
		return SideNW, true
	}
	return 0, false
}

// Options tells NewTopology what it cannot see in the graph.
type Options struct {
	Default   SiteType // the type of the board's playable sites
	Boardless bool     // no layers, and no distances to centre, corners and sides
	ThreeD    bool     // the game asks for layers: rows and columns are regrouped by exact coordinates
}

// Topology is a measured board. See the package comment for its guarantees.
type Topology struct {
	opt     Options
	graph   *Graph
	regular bool
	sides   int // sides of cell 0 on a regular board, else -1
	elem    [NumSiteTypes]elements
	inc     [NumSiteTypes][NumSiteTypes]Table
	span    int32

	steps [NumSiteTypes]lazySteps
	lines [NumSiteTypes]lazyRadials
	reach [NumSiteTypes]lazyReach
	paths [NumSiteTypes][NumRelations]lazyDistances
	cross lazyCrossings
}

// Default returns the site type of the board's playable sites.
func (t *Topology) Default() SiteType { return t.opt.Default }

// Boardless reports whether the board is the centre part of an unbounded one.
func (t *Topology) Boardless() bool { return t.opt.Boardless }

// Graph returns the graph the topology was made from; it must not be changed.
func (t *Topology) Graph() *Graph { return t.graph }

// Num returns the number of elements of a type.
func (t *Topology) Num(st SiteType) int { return len(t.elem[st].pos) }

// NumSites returns the number of playable sites: elements of the default type.
func (t *Topology) NumSites() int { return t.Num(t.opt.Default) }

// Span returns the number of global site indices that the board takes up: the
// first site of container 1 has this index. It is the larger of the number of
// cells and the number of default-type elements.
func (t *Topology) Span() int { return int(t.span) }

// Regular reports whether all cells are alike in the sense of the language
// (a property of how the board was made, not of its shape).
func (t *Topology) Regular() bool { return t.regular }

// CellSides returns the number of sides of cell 0 on a regular board, else -1.
func (t *Topology) CellSides() int { return t.sides }

// Point returns the position of an element: of an edge its midpoint, of a cell
// the mean of its vertices.
func (t *Topology) Point(st SiteType, site int32) Point { return t.elem[st].pos[site] }

// Label returns the coordinate name of an element, such as "A1" or "B2/0"; of
// an edge its number.
func (t *Topology) Label(st SiteType, site int32) string { return t.elem[st].label[site] }

// Find returns the first element of a type with that coordinate name, or -1.
// Edges have no names and are never found.
func (t *Topology) Find(st SiteType, label string) int32 {
	if st != Edge {
		for i, l := range t.elem[st].label {
			if l == label {
				return int32(i)
			}
		}
	}
	return -1
}

// Row returns the row number of an element, counted from the bottom.
func (t *Topology) Row(st SiteType, site int32) int32 { return t.elem[st].row[site] }

// Column returns the column number of an element, counted from the left.
func (t *Topology) Column(st SiteType, site int32) int32 { return t.elem[st].col[site] }

// Layer returns the layer number of an element, counted from below.
func (t *Topology) Layer(st SiteType, site int32) int32 { return t.elem[st].layer[site] }

// Phase returns the colour (0…4) of an element in the board's colouring; the
// lower one where an element has two.
func (t *Topology) Phase(st SiteType, site int32) int32 { return t.elem[st].phase[site] }

// Set returns a ready-made set in ascending order.
func (t *Topology) Set(st SiteType, k SetKind) []int32 { return t.elem[st].sets[k] }

// Rows returns the sets of sites by row, each ascending.
func (t *Topology) Rows(st SiteType) Table { return t.elem[st].rows }

// Columns returns the sets of sites by column, each ascending.
func (t *Topology) Columns(st SiteType) Table { return t.elem[st].cols }

// Layers returns the sets of sites by layer, each ascending; none on a
// boardless board.
func (t *Topology) Layers(st SiteType) Table { return t.elem[st].layers }

// Incident returns the elements of type to that touch an element of type from:
// the ends of an edge (A, B) and its cells (left, right, where present); the
// edges (counter-clockwise from west) and cells of a vertex; the vertices and
// edges around a cell (clockwise). Elements of the same type: nil.
func (t *Topology) Incident(from SiteType, site int32, to SiteType) []int32 {
	if from == to {
		return nil
	}
	return t.inc[from][to].Row(site)
}

// Neighbours returns the sites in relation rel to a site, clockwise from north.
func (t *Topology) Neighbours(st SiteType, rel Relation, site int32) []int32 {
	return t.NeighbourTable(st, rel).Row(site)
}

// NeighbourTable returns Neighbours of all sites of a type.
func (t *Topology) NeighbourTable(st SiteType, rel Relation) Table {
	return t.stepsOf(st).neighbours[rel]
}

// Supported returns the specific directions in which at least one site of the
// type has a neighbour of that relation, in turning order.
func (t *Topology) Supported(st SiteType, rel Relation) []Direction {
	return t.stepsOf(st).supported[rel]
}

// SupportedAt returns the specific directions in which this site has
// neighbours of that relation, in order of first encounter.
func (t *Topology) SupportedAt(st SiteType, rel Relation, site int32) []Direction {
	return t.supportedAt(st, rel, site)
}

// Steps returns the sites of the same type reached by one step in direction d,
// clockwise from north.
func (t *Topology) Steps(st SiteType, site int32, d Direction) []int32 {
	return t.StepsTo(st, site, st, d)
}

// StepsTo returns the elements of type to reached from an element of type from
// by one step in direction d, clockwise from north.
func (t *Topology) StepsTo(from SiteType, site int32, to SiteType, d Direction) []int32 {
	return t.stepsOf(from).byDirection(site, to, d)
}

// Radials returns the radials of a site in direction d, clockwise from north.
// A category direction returns all its radials.
func (t *Topology) Radials(st SiteType, site int32, d Direction) []Radial {
	return t.radialsOf(st).byDirection(site, d)
}

// RadialsFrom returns all radials of a site, grouped by direction in
// enumeration order.
func (t *Topology) RadialsFrom(st SiteType, site int32) []Radial {
	return t.radialsOf(st).from(site)
}

// DistinctRadials returns the radials of a site in direction d without those
// that only run opposite to an earlier one; line tests pair each with its
// opposite.
func (t *Topology) DistinctRadials(st SiteType, site int32, d Direction) []Radial {
	return t.radialsOf(st).distinct(site, d)
}

// Distance returns the number of steps of relation rel between two sites of a
// type; 0 for unreachable sites as for the site itself.
func (t *Topology) Distance(st SiteType, rel Relation, from, to int32) int32 {
	return t.distances(st, rel).at(from, to)
}

// DistancesFrom returns Distance from a site to all sites of its type, in their order.
func (t *Topology) DistancesFrom(st SiteType, rel Relation, from int32) []int32 {
	return t.distances(st, rel).of(from).dist
}

// AtDistance returns the sites at k steps of relation rel, ascending; nil when
// k lies beyond the table kept for the site (see Distance).
func (t *Topology) AtDistance(st SiteType, rel Relation, site int32, k int) []int32 {
	return t.distances(st, rel).ring(site, k)
}

// ToCentre, ToCorners and ToSides return, per element of a type, the number of
// adjacency steps to the nearest centre, corner or perimeter element; nil on a
// boardless board.
func (t *Topology) ToCentre(st SiteType) []int32 { return t.reachOf(st).centre }

// ToCorners: see ToCentre.
func (t *Topology) ToCorners(st SiteType) []int32 { return t.reachOf(st).corners }

// ToSides: see ToCentre.
func (t *Topology) ToSides(st SiteType) []int32 { return t.reachOf(st).perimeter }

// Crossing reports whether two edges cross without sharing an end.
func (t *Topology) Crossing(a, b int32) bool { return t.crossing(a, b) }
