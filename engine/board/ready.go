package board

import "fmt"

// NewMancala makes a mancala board played on vertices: rows of holes, and,
// with two outer stores, one at either end.
func NewMancala(rows, cols int, stores string, numStores int) (*Graph, error) {
	if rows < 2 || rows > 6 {
		return nil, fmt.Errorf("mancalaBoard: needs 2 to 6 rows, not %d", rows)
	}
	if err := sized("mancalaBoard", 1, rows, cols); err != nil {
		return nil, err
	}
	if stores == "Inner" || numStores != 2 && stores != "None" {
		return NewRectangle(Vertex, rows, rows, NoDiagonals, false)
	}
	var parts []*Graph
	single := func(x, y float64) {
		g := &Graph{}
		g.addVertex(Point{X: x, Y: y})
		parts = append(parts, g)
	}
	at := mancalaStores[rows]
	if stores != "None" {
		single(float64(at.left), at.y)
	}
	for r := range rows {
		g, err := NewRectangle(Vertex, 1, cols, NoDiagonals, false)
		if err != nil {
			return nil, err
		}
		if g, err = Shift(g, 0, float64(r), 0); err != nil {
			return nil, err
		}
		parts = append(parts, g)
	}
	if stores != "None" {
		single(float64(float32(cols)+at.shift)-float64(at.right), at.y)
	}
	return Union(parts, true)
}

// mancalaStores gives the positions of the stores by number of rows. The right
// one is at columns + shift − right; the sum is a 32-bit one, which shows.
var mancalaStores = [...]struct {
	left, shift, right float32
	y                  float64
}{
	2: {-0.85, 0, 0.15, 0.5},
	3: {-1, 0, 0, 1},
	4: {-0.9, 0, 0.1, 1.5},
	5: {-1, 0.1, 0.1, 2},
	6: {-0.9, 0, 0.1, 2.5},
}

// SurakartaTracks returns the loops of a Surakarta board, each in both
// directions. A number of 0 loops stands for all that fit. Boards that are
// neither square nor triangular have none.
func (t *Topology) SurakartaTracks(loops, from int) ([]*Track, error) {
	rows, cols := t.Rows(Vertex).Len(), t.Columns(Vertex).Len()
	basis := t.graph.basis
	if basis != basisSquare && basis != basisTri {
		return nil, nil
	}
	if loops == 0 {
		loops = (rows - 1) / 2
		if basis == basisSquare {
			loops = (min(rows, cols) - 2) / 2
		}
	}
	if loops < 0 || from < 0 || from+loops > min(rows, cols) {
		return nil, fmt.Errorf("surakartaBoard: %d loops from line %d do not fit on %d rows and %d columns", loops, from,
			rows, cols)
	}
	var tracks []*Track
	for l := from; l < from+loops; l++ {
		sites, ends := squareLoop(l, rows, cols)
		if basis == basisTri {
			sites, ends = triLoop(l, rows, cols)
		}
		for _, way := range [2]string{"F", "B"} {
			track, err := NewTrack(fmt.Sprintf("Track%d%s", l, way), 0, true, true, doubled(sites, ends))
			if err != nil {
				return nil, err
			}
			tracks = append(tracks, track)
			for i, k := 0, len(sites)-1; i < k; i, k = i+1, k-1 {
				sites[i], sites[k] = sites[k], sites[i]
			}
		}
	}
	for _, track := range tracks {
		for _, e := range track.Elems {
			if !t.contains(Vertex, e.Site) {
				return nil, fmt.Errorf("surakartaBoard: %s leaves the board at %d", track.Name, e.Site)
			}
		}
	}
	return tracks, nil
}

// squareLoop runs along row l, up a column, back along a row and down.
func squareLoop(l, rows, cols int) (sites []int32, ends map[int32]bool) {
	ends = map[int32]bool{}
	run := func(n int, at func(i int) int) {
		for i := range n {
			s := int32(at(i))
			sites = append(sites, s)
			if i == 0 || i == n-1 {
				ends[s] = s != 0
			}
		}
	}
	run(cols, func(c int) int { return l*cols + c })
	run(rows, func(r int) int { return cols - 1 - l + r*cols })
	run(cols, func(c int) int { return rows*cols - 1 - l*cols - c })
	run(rows, func(r int) int { return rows*cols - cols + l - r*cols })
	return sites, ends
}

// triLoop runs along row l and then along the two slanted lines.
func triLoop(l, rows, cols int) (sites []int32, ends map[int32]bool) {
	ends = map[int32]bool{}
	n := rows - l
	add := func(i, s int) {
		sites = append(sites, int32(s))
		if i == 0 || i == n-1 {
			ends[int32(s)] = s != 0
		}
	}
	v := 0
	for i := range l {
		v += cols - i
	}
	for i := range n {
		add(i, v+i)
	}
	v = cols - 1 - l
	step := rows - 1
	for i := range n {
		add(i, v)
		v += step
		step--
	}
	step += 3
	for i := range n {
		add(i, v)
		v -= step
		step++
	}
	return sites, ends
}

// doubled writes twice every end that is followed by another end.
func doubled(sites []int32, ends map[int32]bool) []int32 {
	var out []int32
	for i, s := range sites {
		out = append(out, s)
		if ends[s] && ends[sites[(i+1)%len(sites)]] {
			out = append(out, s)
		}
	}
	return out
}
