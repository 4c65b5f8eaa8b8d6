package board

import "math"

// compass16 and compass8 list directions counter-clockwise from east.
var (
	compass16 = [16]Direction{E, ENE, NE, NNE, N, NNW, NW, WNW, W, WSW, SW, SSW, S, SSE, SE, ESE}
	compass8  = [8]Direction{E, NE, N, NW, W, SW, S, SE}
	above8    = [8]Direction{UE, UNE, UN, UNW, UW, USW, US, USE}
	below8    = [8]Direction{DE, DNE, DN, DNW, DW, DSW, DS, DSE}
)

// sector returns which of n equal sectors, the first centred on east, a
// displacement points into.
func sector(dx, dy float64, n int) int {
	a := atan2(dy, dx)
	if a < 0 {
		a += 2 * math.Pi
	}
	width := 2 * math.Pi / float64(n)
	for i := range n {
		if a < float64(float64(i)*width)+width/2 {
			return i
		}
	}
	return 0
}

// heading is the compass or spatial direction of a displacement.
func (m *stepMaker) heading(p, q Point, sectors int) Direction {
	dx, dy, dz := q.X-p.X, q.Y-p.Y, q.Z-p.Z
	flat := math.Abs(dz) <= 0.1*m.mean
	if !flat && dist2(p, q) < 0.1*m.mean {
		if dz < 0 {
			return D
		}
		return U
	}
	i := sector(dx, dy, sectors)
	if flat {
		if sectors == 8 {
			return compass8[i]
		}
		return compass16[i]
	}
	if sectors == 16 {
		if i%4 == 0 {
			i /= 2
		} else {
			i = i/4*2 + 1
		}
	}
	if dz < 0 {
		return below8[i]
	}
	return above8[i]
}

// aim registers every step of an element under its compass or spatial
// direction: one of 8 where that tells them apart, else one of 16.
func (m *stepMaker) aim(site int32) {
	p := m.t.Point(m.st, site)
	sectors := 8
	var seen dirSet
	for i := range m.list {
		d := m.heading(p, m.t.Point(m.list[i].toType, m.list[i].to), 8)
		if seen.has(d) {
			sectors = 16
			break
		}
		seen |= bit(d)
	}
	for i := range m.list {
		x := &m.list[i]
		q := m.t.Point(x.toType, x.to)
		d := m.heading(p, q, sectors)
		s := bit(d)
		switch {
		case d >= D:
			s |= bit(Downward)
		case d >= U:
			s |= bit(Upward)
		default:
			s |= bit(SameLayer)
		}
		x.under |= s
		x.dirs |= s
		x.key = clockwiseKey(p, q)
	}
}

// clockwiseKey sorts displacements clockwise from north.
func clockwiseKey(p, q Point) float64 {
	key := math.Pi/2 - atan2(q.Y-p.Y, q.X-p.X) + 0.0001
	for key < 0 {
		key += 2 * math.Pi
	}
	return key
}

// turnAbout registers the steps of an element with a pivot under rotational
// directions.
func (m *stepMaker) turnAbout(site int32) {
	if m.st == Vertex && m.isPivot[site] {
		for i := range m.list {
			m.list[i].under |= bit(Out, Rotational)
			m.list[i].dirs |= bit(Out, Rotational)
		}
		return
	}
	pivot := m.t.elem[m.st].pivot[site]
	if pivot == none {
		return
	}
	from, centre := m.t.Point(m.st, site), m.g.vs[pivot].pos
	for i := range m.list {
		x := &m.list[i]
		if x.dirs.has(Diagonal) {
			continue
		}
		to := m.t.Point(x.toType, x.to)
		var s dirSet
		switch dot := cosine(from, to, centre); {
		case dot > 0.9:
			s = bit(In, Rotational)
		case dot < -0.9:
			s = bit(Out, Rotational)
		default:
			// The numbers of the elements are taken for those of vertices,
			// whatever their types: recorded play depends on it.
			if m.g.hasVertex(int(site)) && m.g.hasVertex(int(x.to)) && m.g.findCurved(site, x.to) != none {
				s = bit(CCW, Rotational)
				if cross(centre, to, from) > tiny {
					s = bit(CW, Rotational)
				}
			}
		}
		x.under |= s
		x.dirs |= s
	}
}

// cosine of the angle at p between q and r, in space.
func cosine(p, q, r Point) float64 {
	a, b := dist3(p, q), dist3(p, r)
	if a < tiny || b < tiny {
		return 0
	}
	return float64((q.X-p.X)/a*((r.X-p.X)/b)) + float64((q.Y-p.Y)/a*((r.Y-p.Y)/b)) + float64((q.Z-p.Z)/a*((r.Z-p.Z)/b))
}
