package plan

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// course tells in which direction the last move went: the lines of a site in
// SameDirection or OppositeDirection are those in that direction.
type course struct {
	heading []uint8 // by origin*sites + destination of the last move: the number of its directions
	back    bool    // the last move is read from its destination to its origin
}

// maxCourse bounds the sites of boards with directions that follow the last move.
const maxCourse = 512

// courses plans the lines from a site, those that follow the last move included.
func (k *planner) courses(e *lgdl.Expr, def string) *aims[[]int32] {
	if e != nil && e.Kind == lgdl.List && len(e.Items) == 1 {
		e = e.Items[0]
	}
	if e == nil || e.Kind != lgdl.Const || e.Text != "SameDirection" && e.Text != "OppositeDirection" {
		return k.lines(e, def)
	}
	n, st, t := k.p.sites, k.g.DefaultType, k.g.Topo
	if n > maxCourse {
		k.no(e, "too large")
	}
	a := &aims[[]int32]{n: n, course: &course{heading: make([]uint8, n*n), back: e.Text == "OppositeDirection"}}
	known := map[string]uint8{}
	supported := t.Supported(st, board.RelAdjacent)
	var ds []board.Direction
	for from := range n {
		for to := range n {
			ds = t.Between(ds[:0], st, int32(from), int32(to), supported)
			key := fmt.Sprint(ds)
			number, seen := known[key]
			if !seen {
				if len(known) > 255 {
					k.no(e, "too many directions")
				}
				number = uint8(len(known))
				known[key] = number
				for site := range n {
					var lines [][]int32
					for _, d := range ds {
						for _, r := range t.Radials(st, int32(site), d) {
							lines = append(lines, r.Path[1:])
						}
					}
					a.row = append(a.row, lines)
					a.most = max(a.most, len(lines))
				}
			}
			a.course.heading[from*n+to] = number
		}
	}
	return a
}

// followed returns the lines from a site that follow the last move.
func (a *aims[T]) followed(s *State, site int) []T {
	m, _ := s.last()
	from, to := int(m.from), int(m.to)
	if a.course.back {
		from, to = to, from
	}
	if uint(from) >= uint(a.n) || uint(to) >= uint(a.n) {
		return nil
	}
	return a.row[int(a.course.heading[from*a.n+to])*a.n+site]
}
