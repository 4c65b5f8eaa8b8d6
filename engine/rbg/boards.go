package rbg

import "fmt"

// maxVertices keeps vertex numbers in 16 bits.
const maxVertices = 1 << 16

// hole marks a place without vertex in the generated boards.
const hole = -1

// board reads one of the four board forms (specification part 10, §2.3).
func (p *parser) board() {
	t := p.peek()
	if t.kind != tokIdent {
		p.fail(t, "expected a board, found %v", t)
	}
	switch t.text {
	case "rectangle":
		p.rectangle()
	case "hexagon":
		p.hexagon()
	case "cuboid":
		p.cuboid()
	default:
		p.graph()
	}
	if len(p.d.Vertices) == 0 {
		p.fail(t, "the board has no vertex")
	}
}

// labels reads "name(" and n different edge labels, each followed by a comma.
func (p *parser) labels(n int) {
	form := p.next()
	p.expect("(", "after "+form.text)
	for i := range n {
		t := p.name("an edge label")
		p.declare(t, "edge label", i)
		p.d.Labels = append(p.d.Labels, t.text)
		p.expect(",", "after edge label "+t.text)
	}
}

func (p *parser) piece(t token) int {
	k, ok := p.kinds[t.text]
	if t.kind != tokIdent || !ok || k.what != "piece" {
		p.fail(t, "piece %s is not declared", t.text)
	}
	return k.index
}

// row reads "[a, b, , c]"; n commas make n+1 places, empty places are holes.
func (p *parser) row() ([]int, token) {
	open := p.expect("[", "at the begin of a row")
	var row []int
	for {
		place := hole
		if t := p.peek(); !t.is(",") && !t.is("]") {
			place = p.piece(p.next())
		}
		row = append(row, place)
		if t := p.next(); t.is("]") {
			return row, open
		} else if !t.is(",") {
			p.fail(t, "expected ',' or ']' in a row, found %v", t)
		}
	}
}

// rows reads rows of equal length until something else than '[' follows.
func (p *parser) rows(width int) [][]int {
	var rows [][]int
	for p.peek().is("[") || len(rows) == 0 {
		row, open := p.row()
		if width >= 0 && len(row) != width {
			p.fail(open, "row differs in length: it has %d places, the rows before it have %d", len(row), width)
		}
		width = len(row)
		rows = append(rows, row)
	}
	return rows
}

// place is a cell of a generated board: column, row, layer.
type place struct{ c, r, z int }

// generate makes the vertices of a generated board. order lists the cells,
// steps gives the target of every label from a cell.
func (p *parser) generate(order []place, piece func(place) int, name func(place) string, steps func(place) []place) {
	number := map[place]int{}
	for _, c := range order {
		if piece(c) != hole {
			number[c] = len(number)
		}
	}
	if len(number) > maxVertices {
		p.fail(p.toks[0], "more than %d vertices", maxVertices)
	}
	for _, c := range order {
		if piece(c) == hole {
			continue
		}
		v := Vertex{Name: name(c), Piece: piece(c)}
		for label, to := range steps(c) {
			if n, ok := number[to]; ok {
				v.Edges = append(v.Edges, Edge{label, n})
			}
		}
		p.d.Vertices = append(p.d.Vertices, v)
	}
}

func (p *parser) rectangle() {
	p.labels(4)
	layers := [][][]int{p.rows(-1)}
	p.expect(")", "after the rows of the board")
	p.generate(cells(layers), func(c place) int { return layers[c.z][c.r][c.c] },
		func(c place) string { return fmt.Sprintf("rx%dy%d", c.c, c.r) },
		func(c place) []place {
			return []place{{c.c, c.r - 1, 0}, {c.c, c.r + 1, 0}, {c.c - 1, c.r, 0}, {c.c + 1, c.r, 0}}
		})
}

func (p *parser) cuboid() {
	p.labels(6)
	var layers [][][]int
	width := -1
	for p.peek().is("[") || len(layers) == 0 {
		open := p.expect("[", "at the begin of a layer")
		layer := p.rows(width)
		p.expect("]", "at the end of a layer")
		if len(layers) > 0 && len(layer) != len(layers[0]) {
			p.fail(open, "layer differs in size: it has %d rows, the layers before it have %d", len(layer), len(layers[0]))
		}
		width = len(layer[0])
		layers = append(layers, layer)
	}
	p.expect(")", "after the layers of the board")
	p.generate(cells(layers), func(c place) int { return layers[c.z][c.r][c.c] },
		func(c place) string { return fmt.Sprintf("cx%dy%dz%d", c.c, c.r, c.z) },
		func(c place) []place {
			return []place{
				{c.c, c.r - 1, c.z}, {c.c, c.r + 1, c.z}, {c.c - 1, c.r, c.z}, {c.c + 1, c.r, c.z},
				{c.c, c.r, c.z + 1}, {c.c, c.r, c.z - 1},
			}
		})
}

// cells lists the cells layer by layer, row by row.
func cells(layers [][][]int) []place {
	var out []place
	for z, layer := range layers {
		for r, row := range layer {
			for c := range row {
				out = append(out, place{c, r, z})
			}
		}
	}
	return out
}

func (p *parser) hexagon() {
	p.labels(6)
	var rows [][]int
	peak := -1 // the last row before the first shrink
	for p.peek().is("[") || len(rows) == 0 {
		open := p.peek()
		if open.is("[") && p.at+1 < len(p.toks) && p.toks[p.at+1].is("]") {
			p.fail(open, "empty hexagon row")
		}
		row, open := p.row()
		if n := len(rows); n > 0 {
			switch len(row) - len(rows[n-1]) {
			case 1:
				if peak >= 0 {
					p.fail(open, "hexagon rows may not grow after they shrank")
				}
			case -1:
				if peak < 0 {
					peak = n - 1
				}
			default:
				p.fail(open, "hexagon row must be one longer or shorter than the row before it")
			}
		}
		rows = append(rows, row)
	}
	p.expect(")", "after the rows of the board")
	if peak < 0 {
		peak = len(rows)
	}
	layers := [][][]int{rows}
	p.generate(cells(layers), func(c place) int { return rows[c.r][c.c] },
		func(c place) string { return fmt.Sprintf("hx%dy%d", c.c, c.r) },
		func(c place) []place {
			up, down := c.c-1, c.c // columns of nw and sw
			if c.r > peak {
				up = c.c
			}
			if c.r >= peak {
				down = c.c - 1
			}
			return []place{
				{up, c.r - 1, 0}, {up + 1, c.r - 1, 0}, {c.c + 1, c.r, 0},
				{down + 1, c.r + 1, 0}, {down, c.r + 1, 0}, {c.c - 1, c.r, 0},
			}
		})
}

// graph reads the explicit form "q[piece]{label: target, …} …".
func (p *parser) graph() {
	type edge struct{ label, target token }
	var edges [][]edge
	number := map[string]int{}
	for p.peek().kind != tokEnd {
		t := p.name("the name of a vertex")
		if _, ok := number[t.text]; ok {
			p.fail(t, "vertex %s is already declared", t.text)
		}
		if len(number) == maxVertices {
			p.fail(t, "more than %d vertices", maxVertices)
		}
		number[t.text] = len(number)
		p.expect("[", "after vertex "+t.text)
		piece := p.piece(p.next())
		p.expect("]", "after the piece of vertex "+t.text)
		p.expect("{", "before the edges of vertex "+t.text)
		var out []edge
		for !p.accept("}") {
			if p.accept(",") {
				continue
			}
			label := p.name("an edge label")
			p.expect(":", "after edge label "+label.text)
			out = append(out, edge{label, p.name("a target vertex")})
			if c := p.peek(); !c.is(",") && !c.is("}") {
				p.fail(c, "expected ',' or '}' after an edge, found %v", c)
			}
		}
		edges = append(edges, out)
		p.d.Vertices = append(p.d.Vertices, Vertex{Name: t.text, Piece: piece})
	}
	for v, list := range edges {
		seen := map[string]bool{}
		for _, e := range list {
			if seen[e.label.text] {
				p.fail(e.label, "vertex %s has two edges with label %s", p.d.Vertices[v].Name, e.label.text)
			}
			seen[e.label.text] = true
			if k, ok := p.kinds[e.label.text]; !ok || k.what != "edge label" {
				p.declare(e.label, "edge label", len(p.d.Labels))
				p.d.Labels = append(p.d.Labels, e.label.text)
			}
			target, ok := number[e.target.text]
			if !ok {
				p.fail(e.target, "target vertex %s is not declared", e.target.text)
			}
			p.d.Vertices[v].Edges = append(p.d.Vertices[v].Edges, Edge{p.kinds[e.label.text].index, target})
		}
	}
}
