package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// push puts a piece on top of a stack; with data sets state, rotation and value
// too, else what is latent at that level stays.
func (s *State) push(st board.SiteType, site, what, who int32, data bool, state, rot, value int32) {
	l := s.ok(st, site)
	if l == nil {
		return
	}
	n := l.size[site]
	for int(n) >= l.stride {
		l.grow(s)
	}
	i := int(site)*l.stride + int(n)
	l.what[i], l.who[i] = what, who
	if data {
		setField(l.state, i, state)
		setField(l.rot, i, rot)
		setField(l.value, i, value)
	}
	l.size[site] = n + 1
	if s.g.Boardless && int(site) < s.g.Topo.Num(st) {
		l.playable.Remove(int(site))
		for _, m := range s.g.Topo.Neighbours(st, board.RelAdjacent, site) {
			if l.size[m] == 0 {
				l.playable.Add(int(m))
			}
		}
	}
}

func setField(a []int32, i int, v int32) {
	if a != nil {
		a[i] = max(v, 0)
	}
}

// insert puts a piece into a stack at a level ≤ its height.
func (s *State) insert(st board.SiteType, site, level, what, who, state, rot, value int32) {
	l := s.ok(st, site)
	if l == nil {
		return
	}
	n := l.size[site]
	if level > n {
		return
	}
	if n == 0 {
		l.empty.Remove(int(site))
	}
	if level == n {
		if st == board.Vertex {
			// A vertex stack does not store the value given to a top insert.
			v := value
			s.push(st, site, what, who, true, state, rot, 0)
			if l := s.ok(st, site); l.value != nil && v >= 0 && v < l.size[site] {
				l.value[int(site)*l.stride+int(v)] = 0
			}
			return
		}
		s.push(st, site, what, who, true, state, rot, value)
		return
	}
	for int(n) >= l.stride {
		l.grow(s)
	}
	base := int(site) * l.stride
	shift := func(a []int32, v int32) {
		if a == nil {
			return
		}
		copy(a[base+int(level)+1:base+int(n)+1], a[base+int(level):base+int(n)])
		a[base+int(level)] = max(v, 0)
	}
	shift(l.what, what)
	shift(l.who, who)
	shift(l.state, state)
	shift(l.rot, rot)
	shift(l.value, value)
	l.size[site] = n + 1
}

// pop removes the top of a stack and zeroes its data.
func (s *State) pop(st board.SiteType, site int32) int32 {
	l := s.ok(st, site)
	if l == nil || l.size[site] == 0 {
		return 0
	}
	n := l.size[site] - 1
	i := int(site)*l.stride + int(n)
	what := l.what[i]
	l.what[i], l.who[i] = 0, 0
	setField(l.state, i, 0)
	setField(l.rot, i, 0)
	setField(l.value, i, 0)
	l.size[site] = n
	s.unstacked(st, site)
	return what
}

// unstacked rechecks the playable cells of a boardless game after a stack lost a piece.
func (s *State) unstacked(st board.SiteType, site int32) {
	if !s.g.Boardless || int(site) >= s.g.Topo.Num(st) {
		return
	}
	l := s.ok(st, site)
	if l.size[site] != 0 {
		return
	}
	check := func(x int32) {
		if l.size[x] != 0 {
			return
		}
		l.playable.Remove(int(x))
		for _, n := range s.g.Topo.Neighbours(st, board.RelAdjacent, x) {
			if l.size[n] != 0 {
				l.playable.Add(int(x))
				return
			}
		}
	}
	check(site)
	for _, n := range s.g.Topo.Neighbours(st, board.RelAdjacent, site) {
		check(n)
	}
}

// removeLevel takes a level out of a stack and returns the component that was
// there; the old top slot keeps its state, rotation and value (part 3, §5.3).
// A level above the top takes the top off all the same, but finds nothing: so
// the levels of a stack removed from the bottom up still empty it.
func (s *State) removeLevel(st board.SiteType, site, level int32) int32 {
	l := s.ok(st, site)
	if l == nil || level < 0 || l.size[site] == 0 {
		return 0
	}
	n := int(l.size[site])
	base := int(site) * l.stride
	var what int32
	if int(level) < n {
		what = l.what[base+int(level)]
		for _, a := range [][]int32{l.what, l.who, l.state, l.rot, l.value} {
			if a != nil {
				copy(a[base+int(level):base+n-1], a[base+int(level)+1:base+n])
			}
		}
	}
	l.what[base+n-1], l.who[base+n-1] = 0, 0
	l.size[site]--
	s.unstacked(st, site)
	return what
}

// Replace puts another piece in the place of the one at a level of a stack, with the data given. What hides the level
// from players stays as it is.
func (s *State) Replace(st board.SiteType, site, level, what, state, rotation, value int) {
	l := s.ok(st, int32(site))
	if l == nil || l.size == nil || level < 0 || level >= int(l.size[site]) {
		return
	}
	i := site*l.stride + level
	old := l.what[i]
	l.what[i], l.who[i] = int32(what), s.ownerOf(int32(what))
	setField(l.state, i, int32(state))
	setField(l.rot, i, int32(rotation))
	setField(l.value, i, int32(value))
	if old == int32(what) {
		return
	}
	if old != 0 {
		at := slices.IndexFunc(s.lists[old], func(p Place) bool {
			return int(p.Site) == site && (s.g.listKind == flatLists || int(p.Level) == level) &&
				(s.g.listKind != fullLists || p.Type == st)
		})
		if at >= 0 {
			s.lists[old] = slices.Delete(s.lists[old], at, at+1)
		}
		s.trackRemove(old, int32(site))
	}
	if what != 0 {
		s.listAdd(int32(what), int32(site), int32(level), st)
		s.trackAdd(int32(what), int32(site), 1)
	}
}
