package plan

import (
	"fmt"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// course tells in which direction two sites lie, as those of the last move: the
// lines in SameDirection or OppositeDirection are those in that direction.
type course struct {
	heading  []uint8 // by the one site*sites + the other: the number of the directions
	from, to func(s *State) int
}

// maxCourse bounds the sites of boards with directions that follow the last move.
const maxCourse = 512

// courses plans the lines from a site, those that follow the last move included.
func (k *planner) courses(e *lgdl.Expr, def string) *aims[[]int32] {
	if e != nil && e.Kind == lgdl.List && len(e.Items) == 1 {
		e = e.Items[0]
	}
	c := &course{}
	var between func(dst []board.Direction, a, b int32) []board.Direction
	switch {
	case follows(e):
		c.from = func(s *State) int { m, _ := s.last(); return int(m.from) }
		c.to = func(s *State) int { m, _ := s.last(); return int(m.to) }
		if e.Text == "OppositeDirection" {
			c.from, c.to = c.to, c.from
		}
		supported := k.g.Topo.Supported(k.g.DefaultType, board.RelAdjacent)
		between = func(dst []board.Direction, a, b int32) []board.Direction {
			return k.g.Topo.Between(dst, k.g.DefaultType, a, b, supported)
		}
	case e != nil && e.Kind == lgdl.Clause && e.Form.Text == "(directions siteType from:int to:int)":
		k.siteType(e.Args[0])
		c.from, c.to = k.integer(e.Args[1]).fn(), k.integer(e.Args[2]).fn()
		between = func(dst []board.Direction, a, b int32) []board.Direction {
			return k.g.Topo.AllBetween(dst, k.g.DefaultType, a, b)
		}
	default:
		return k.lines(e, def)
	}
	n, st, t := k.p.sites, k.g.DefaultType, k.g.Topo
	if n > maxCourse {
		k.no(e, "too large")
	}
	c.heading = make([]uint8, n*n)
	a := &aims[[]int32]{n: n, course: c}
	known := map[string]uint8{}
	var ds []board.Direction
	for from := range n {
		for to := range n {
			ds = between(ds[:0], int32(from), int32(to))
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
			c.heading[from*n+to] = number
		}
	}
	return a
}

// followed returns the lines from a site in the direction of the course.
func (a *aims[T]) followed(s *State, site int) []T {
	from, to := a.course.from(s), a.course.to(s)
	if uint(from) >= uint(a.n) || uint(to) >= uint(a.n) {
		return nil
	}
	return a.row[int(a.course.heading[from*a.n+to])*a.n+site]
}

// follows tells whether a direction is that of the last move, or the opposite.
func follows(e *lgdl.Expr) bool {
	return e != nil && e.Kind == lgdl.Const && (e.Text == "SameDirection" || e.Text == "OppositeDirection")
}
