package board

import "slices"

// RelativeDirection is a direction as seen by a piece that faces some way.
type RelativeDirection uint8

// The relative directions. The three letter counts of FL, FR, BL and BR mean
// the same.
const (
	Forward RelativeDirection = iota
	Backward
	Rightward
	Leftward
	Forwards
	Backwards
	Rightwards
	Leftwards
	FL
	FLL
	FLLL
	BL
	BLL
	BLLL
	FR
	FRR
	FRRR
	BR
	BRR
	BRRR
	SameDirection
	OppositeDirection
	// NumRelativeDirections is the number of relative directions.
	NumRelativeDirections = int(iota)
)

var relativeNames = [NumRelativeDirections]string{
	"Forward", "Backward", "Rightward", "Leftward", "Forwards", "Backwards", "Rightwards", "Leftwards",
	"FL", "FLL", "FLLL", "BL", "BLL", "BLLL", "FR", "FRR", "FRRR", "BR", "BRR", "BRRR",
	"SameDirection", "OppositeDirection",
}

// String returns the name of the direction as the language writes it.
func (r RelativeDirection) String() string { return relativeNames[r] }

// ParseRelative returns the relative direction of that name.
func ParseRelative(name string) (RelativeDirection, bool) {
	i := slices.Index(relativeNames[:], name)
	return RelativeDirection(max(i, 0)), i >= 0
}

// turn repeats a turning table from d on until it meets a direction of the
// supported set; d itself counts. The number of turns is bounded: a set
// without a member of d's family yields NoDirection.
func turn(d Direction, supported []Direction, left bool) Direction {
	for range 2 * len(compassOrder) {
		if slices.Contains(supported, d) {
			return d
		}
		if left {
			d = facings[d].left
		} else {
			d = facings[d].right
		}
	}
	return NoDirection
}

// Rotate turns a facing clockwise by so many supported directions. It returns
// NoDirection when no direction of the facing's family is supported.
func Rotate(facing Direction, rotation int, supported []Direction) Direction {
	for range rotation {
		if !facing.Specific() {
			return NoDirection
		}
		facing = turn(facings[facing].right, supported, false)
	}
	return facing
}

// Relative appends to dst the absolute directions that r means for a piece
// facing that (specific) way where these directions are supported.
// SameDirection and OppositeDirection depend on the last move instead: see
// Topology.Between.
func Relative(dst []Direction, r RelativeDirection, facing Direction, supported []Direction) []Direction {
	if !facing.Specific() {
		return dst
	}
	one := func(d Direction) []Direction {
		if slices.Contains(supported, d) {
			dst = append(dst, d)
		}
		return dst
	}
	met := func(d Direction, left bool) []Direction {
		if d = turn(d, supported, left); d != NoDirection {
			dst = append(dst, d)
		}
		return dst
	}
	// sweep collects the supported directions from d on, up to but excluding
	// the end.
	sweep := func(d, end Direction, left bool) []Direction {
		for range 2 * len(compassOrder) {
			if d == end {
				break
			}
			if slices.Contains(supported, d) {
				dst = append(dst, d)
			}
			if left {
				d = facings[d].left
			} else {
				d = facings[d].right
			}
		}
		return dst
	}
	f := facings[facing]
	o := facings[f.opposite]
	switch r {
	case Forward:
		return one(facing)
	case Backward:
		return one(f.opposite)
	case Rightward:
		return one(f.rightward)
	case Leftward:
		return one(f.leftward)
	case Forwards:
		return sweep(facings[f.leftward].right, f.rightward, false)
	case Backwards:
		return sweep(facings[o.leftward].right, o.rightward, false)
	case Rightwards:
		return sweep(f.right, f.opposite, false)
	case Leftwards:
		return sweep(f.left, f.opposite, true)
	case FR, FRR, FRRR:
		return met(f.right, false)
	case FL, FLL, FLLL:
		return met(f.left, true)
	case BR, BRR, BRRR:
		return met(o.right, false)
	case BL, BLL, BLLL:
		return met(o.left, true)
	}
	return dst
}

// Between appends the first of these directions in which a radial from a runs
// through b, once per such radial. SameDirection is Between(last from, last
// to), OppositeDirection is Between(last to, last from).
func (t *Topology) Between(dst []Direction, st SiteType, a, b int32, directions []Direction) []Direction {
	if !t.contains(st, a) || !t.contains(st, b) {
		return dst
	}
	for _, d := range directions {
		n := len(dst)
		dst = t.through(dst, st, a, b, d)
		if len(dst) > n {
			break
		}
	}
	return dst
}

// AllBetween appends every specific direction of the board in which a radial
// from a runs through b, once per such radial, in turning order.
func (t *Topology) AllBetween(dst []Direction, st SiteType, a, b int32) []Direction {
	if !t.contains(st, a) || !t.contains(st, b) {
		return dst
	}
	for _, d := range t.Supported(st, RelAll) {
		dst = t.through(dst, st, a, b, d)
	}
	return dst
}

// through appends d once per radial from a in direction d that contains b.
func (t *Topology) through(dst []Direction, st SiteType, a, b int32, d Direction) []Direction {
	rs := t.Radials(st, a, d)
	for i := range rs {
		if slices.Contains(rs[i].Path[1:], b) {
			dst = append(dst, d)
		}
	}
	return dst
}

// LastBetween returns the last of the directions that AllBetween lists; false
// when there are none.
func (t *Topology) LastBetween(st SiteType, a, b int32) (Direction, bool) {
	if !t.contains(st, a) || !t.contains(st, b) {
		return NoDirection, false
	}
	list := t.Supported(st, RelAll)
	for i := len(list) - 1; i >= 0; i-- {
		rs := t.Radials(st, a, list[i])
		for j := range rs {
			if slices.Contains(rs[j].Path[1:], b) {
				return list[i], true
			}
		}
	}
	return NoDirection, false
}

// contains reports whether a site number is one of the board's.
func (t *Topology) contains(st SiteType, site int32) bool {
	return site >= 0 && int(site) < t.Num(st)
}

// ExpandRelation appends d, or, when d is one of the five relations, the
// directions the site supports for it.
func (t *Topology) ExpandRelation(dst []Direction, st SiteType, site int32, d Direction) []Direction {
	for rel, c := range relationDirections {
		if c == d {
			return append(dst, t.SupportedAt(st, Relation(rel), site)...)
		}
	}
	return append(dst, d)
}

// Relational reports whether a direction is one of the five groups that stand for a relation.
func (d Direction) Relational() bool { return slices.Contains(relationDirections[:], d) }

// DrawnFrom appends the directions of a list that are drawn from at a site: backwards, and in place of the groups that
// stand for relations those that the site supports for them, but for such as the list names.
func (t *Topology) DrawnFrom(dst []Direction, st SiteType, site int32, list []Direction) []Direction {
	for i := len(list) - 1; i >= 0; i-- {
		if !list[i].Relational() {
			dst = append(dst, list[i])
		} else if t.contains(st, site) {
			first := len(dst)
			dst = t.ExpandRelation(dst, st, site, list[i])
			kept := dst[:first]
			for _, d := range dst[first:] {
				if !slices.Contains(list, d) {
					kept = append(kept, d)
				}
			}
			dst = kept
		}
	}
	return dst
}

// Single appends directions, with those that the site supports in place of the groups that stand for relations: such
// as are not there yet.
func (t *Topology) Single(dst []Direction, st SiteType, site int32, list []Direction) []Direction {
	for _, d := range list {
		if rel := slices.Index(relationDirections[:], d); rel < 0 {
			dst = append(dst, d)
		} else if t.contains(st, site) {
			dst = Join(dst, t.SupportedAt(st, Relation(rel), site))
		}
	}
	return dst
}

// Join appends those of b that are not there yet to the directions in a.
func Join(a, b []Direction) []Direction {
	for _, d := range b {
		if !slices.Contains(a, d) {
			a = append(a, d)
		}
	}
	return a
}

// Less takes those of b out of the directions in a.
func Less(a, b []Direction) []Direction {
	return slices.DeleteFunc(a, func(d Direction) bool { return slices.Contains(b, d) })
}

// Turn is a letter of a turtle walk.
type Turn uint8

// The letters: a step forward, a turn to the left, a turn to the right.
const (
	F Turn = iota
	L
	R
)

// ParseTurn returns the letter of that name.
func ParseTurn(name string) (Turn, bool) {
	switch name {
	case "F":
		return F, true
	case "L":
		return L, true
	case "R":
		return R, true
	}
	return 0, false
}

// Headings returns the facings in which a turtle walk may begin: the supported
// orthogonal directions in order, DNW under its own name although a step in it
// goes DSW. Must not be modified.
func (t *Topology) Headings(st SiteType) []Direction { return t.stepsOf(st).headings }

// Walk follows a turtle walk from a site, facing that way at first; facing is
// one of the board's headings. It appends every site stepped on, the start not
// included, and reports whether all steps existed.
func (t *Topology) Walk(dst []int32, st SiteType, site int32, facing Direction, walk []Turn) ([]int32, bool) {
	supported := t.Headings(st)
	for _, letter := range walk {
		switch letter {
		case L:
			facing = turn(facings[facing].left, supported, true)
		case R:
			facing = turn(facings[facing].right, supported, false)
		case F:
			d := facing
			if d == DNW {
				d = DSW
			}
			to := t.Steps(st, site, d)
			if len(to) == 0 {
				return dst, false
			}
			site = to[len(to)-1]
			dst = append(dst, site)
		}
	}
	return dst, true
}
