package board

// Direction is an absolute direction of the language. The order of the
// constants is the order in which all directions are enumerated.
type Direction uint8

// The absolute directions, in enumeration order. The first thirteen are
// categories: a step may carry several of them besides its specific direction.
const (
	All Direction = iota
	Angled
	Adjacent
	Axial
	Orthogonal
	Diagonal
	OffDiagonal
	SameLayer
	Upward
	Downward
	Rotational
	Base
	Support
	N
	E
	S
	W
	NE
	SE
	NW
	SW
	NNW
	WNW
	WSW
	SSW
	SSE
	ESE
	ENE
	NNE
	CW
	CCW
	In
	Out
	U
	UN
	UNE
	UE
	USE
	US
	USW
	UW
	UNW
	D
	DN
	DNE
	DE
	DSE
	DS
	DSW
	DW
	DNW
	// NumDirections is the number of absolute directions.
	NumDirections = int(iota)
)

// NoDirection stands for "no direction" where a direction is optional.
const NoDirection Direction = 255

var directionNames = [NumDirections]string{
	"All", "Angled", "Adjacent", "Axial", "Orthogonal", "Diagonal", "OffDiagonal",
	"SameLayer", "Upward", "Downward", "Rotational", "Base", "Support",
	"N", "E", "S", "W", "NE", "SE", "NW", "SW",
	"NNW", "WNW", "WSW", "SSW", "SSE", "ESE", "ENE", "NNE",
	"CW", "CCW", "In", "Out",
	"U", "UN", "UNE", "UE", "USE", "US", "USW", "UW", "UNW",
	"D", "DN", "DNE", "DE", "DSE", "DS", "DSW", "DW", "DNW",
}

// String returns the name of the direction as the language writes it.
func (d Direction) String() string {
	if int(d) < NumDirections {
		return directionNames[d]
	}
	return "NoDirection"
}

// ParseDirection returns the direction of that name.
func ParseDirection(name string) (Direction, bool) {
	for i, n := range directionNames {
		if n == name {
			return Direction(i), true
		}
	}
	return NoDirection, false
}

// Specific reports whether d is a compass, rotational or spatial direction
// rather than a category of directions.
func (d Direction) Specific() bool { return d >= N && int(d) < NumDirections }

// Relation is a kind of neighbourhood between sites of one type.
type Relation uint8

// The relations, in the order of the reference's tables.
const (
	RelOrthogonal Relation = iota
	RelDiagonal
	RelOff
	RelAdjacent
	RelAll
	// NumRelations is the number of relations.
	NumRelations = int(iota)
)

var relationDirections = [NumRelations]Direction{Orthogonal, Diagonal, OffDiagonal, Adjacent, All}

// Direction returns the category direction that carries the relation.
func (r Relation) Direction() Direction { return relationDirections[r] }

// String returns the name of the relation as the language writes it.
func (r Relation) String() string { return relationDirections[r].String() }

// ParseRelation returns the relation of that name ("Adjacent", "OffDiagonal" …).
func ParseRelation(name string) (Relation, bool) {
	for i, d := range relationDirections {
		if d.String() == name {
			return Relation(i), true
		}
	}
	return 0, false
}

// compassOrder lists the compass directions clockwise from north.
var compassOrder = [16]Direction{N, NNE, NE, ENE, E, ESE, SE, SSE, S, SSW, SW, WSW, W, WNW, NW, NNW}

// family is a group of specific directions with turns of its own.
type family uint8

const (
	noFamily family = iota
	compass
	rotational
	spatial
)

// facing is what the turning tables know of one specific direction.
type facing struct {
	family                                     family
	index                                      int // position in the family's own order; sorts supported lists
	left, right, leftward, rightward, opposite Direction
}

var facings = buildFacings()

// buildFacings fills the turning tables of the three families.
func buildFacings() (f [NumDirections]facing) {
	for i, d := range compassOrder {
		at := func(k int) Direction { return compassOrder[(i+k+16)%16] }
		f[d] = facing{compass, i, at(-1), at(1), at(-4), at(4), at(8)}
	}
	f[Out] = facing{rotational, 0, CCW, CW, CCW, CW, In}
	f[CW] = facing{rotational, 1, In, In, In, In, CCW}
	f[In] = facing{rotational, 2, CW, CCW, CW, CCW, Out}
	f[CCW] = facing{rotational, 3, Out, Out, Out, Out, CW}

	down := [8]Direction{DN, DNE, DE, DSE, DS, DSW, DW, DNW}
	up := [8]Direction{UN, UNE, UE, USE, US, USW, UW, UNW}
	f[D] = facing{spatial, 0, D, D, D, D, U}
	f[U] = facing{spatial, 9, U, U, U, U, D}
	for i := range down {
		set := func(own, other [8]Direction, base int) {
			l, r := own[(i+7)%8], own[(i+1)%8]
			f[own[i]] = facing{spatial, base + i, l, r, l, r, other[(i+4)%8]}
		}
		set(down, up, 1)
		set(up, down, 10)
	}
	return f
}

// Opposite returns the direction opposite to a specific direction, and
// NoDirection for a category.
func (d Direction) Opposite() Direction {
	if !d.Specific() {
		return NoDirection
	}
	return facings[d].opposite
}
