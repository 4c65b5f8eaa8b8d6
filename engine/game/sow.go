package game

import "github.com/astragal/astragal/engine/board"

// LaySeeds moves n pieces one by one from a site to another one, which keeps its
// own state, rotation and value. It returns false, having done nothing, where
// that takes more than two counts. The actions are left to Acted.
func (c *Context) LaySeeds(st board.SiteType, from, to, n int32) bool {
	g, s := c.G, c.S
	if !g.Counts || g.Flags&(LineOfPlay|LargePiece|InternalLoop|HiddenInfo) != 0 || g.Boardless {
		return false
	}
	sf, tt := g.typeAt(st, int(from)), g.typeAt(st, int(to))
	l := s.ok(sf, from)
	if l == nil || l.size != nil || from == to || sf != tt || s.ok(tt, to) != l {
		return false
	}
	what, left, there, have := l.what[from], l.count[from], l.what[to], l.count[to]
	if what == 0 || n <= 0 || left < n || there != what && (there != 0 || have != 0) || there != 0 && have <= 0 {
		return false
	}
	if left == n {
		s.clearSite(sf, from)
		if n == 1 {
			s.listRemove(what, from, sf)
		}
	} else {
		s.setSite(sf, from, Off, Off, left-n, Off, Off, Off)
	}
	if there != 0 {
		s.setSite(tt, to, Off, Off, have+n, Off, Off, Off)
	} else {
		s.setSite(tt, to, s.ownerOf(what), what, n, Off, Off, Off)
		s.listAdd(what, to, 0, tt)
	}
	if left == n && n > 1 {
		s.listRemove(what, from, sf)
	}
	return true
}
