package reconstruct

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ruleset"
)

// Sites, rows and columns that a filler names are those of the donor's board. Where the completion's board lacks one of
// them, they are moved to the sites that are as far from the nearer edges; the middle stays the middle. A line that is
// longer than any of the board is made as much shorter as the board's longest side is than the donor's, but to no less
// than three. As with adjusting, every combination of fillers and names has one completion, in its own place and with
// its own weight: which one follows from the filler and the equipment, and every part has all equipment.

// grid is a board whose sites have labels of a column's letters and a row's number.
type grid struct {
	columns, rows int
	has           map[[2]int]bool
}

// side is the number of sites of the longer side, which no row or column exceeds.
func (g *grid) side() int { return max(g.columns, g.rows) }

// labels is the grid of a board, nil if too few sites have such labels.
func labels(topo *board.Topology) *grid {
	if topo == nil {
		return nil
	}
	g := &grid{has: map[[2]int]bool{}}
	st := topo.Default()
	for site := range topo.NumSites() {
		if at, ok := coordinate(topo.Label(st, int32(site))); ok {
			g.columns, g.rows = max(g.columns, at[0]+1), max(g.rows, at[1]+1)
			g.has[at] = true
		}
	}
	if len(g.has) < 2 {
		return nil
	}
	return g
}

// coordinate reads a label such as C4 as column and row, from 0.
func coordinate(label string) (at [2]int, ok bool) {
	letters := strings.TrimRight(label, "0123456789")
	row, err := strconv.Atoi(label[len(letters):])
	if err != nil || row < 1 || row > 1_000 || len(letters) < 1 || len(letters) > 2 || label[len(letters)] == '0' {
		return at, false
	}
	column := 0
	for _, c := range letters {
		if c < 'A' || c > 'Z' {
			return at, false
		}
		column = column*26 + int(c-'A') + 1
	}
	return [2]int{column - 1, row - 1}, true
}

// labelOf is the inverse of coordinate.
func labelOf(at [2]int) string {
	letters := string(rune('A' + at[0]%26))
	if at[0] >= 26 {
		letters = string(rune('A'+at[0]/26-1)) + letters
	}
	return letters + itoa(at[1]+1)
}

// moved is where a line of a board of so many lines is on another one; false if that has no middle, or no such line.
func moved(at, lines, to int) (int, bool) {
	switch {
	case 2*at < lines-1: // nearer to the first line
		return at, 2*at < to-1
	case 2*at > lines-1:
		at += to - lines
		return at, 2*at > to-1
	}
	return (to - 1) / 2, to%2 == 1
}

// fit moves what fillers name to where it is on the completion's board; it returns the completion itself if nothing has
// to be moved, or cannot be.
func (k *screen) fit(c *Completion) *Completion {
	var own *grid
	for i := range c.Fillers {
		f := &c.Fillers[i]
		if f.Candidate.Choice != nil || len(f.Candidate.Sources) == 0 || f.Candidate.pattern.undecided ||
			!speaksOfSites(f.Candidate) {
			continue
		}
		if own == nil {
			if own = k.grid(c.Game); own == nil {
				return c
			}
		}
		theirs := k.grid(f.Candidate.Sources[0].Donor.game)
		if theirs == nil || theirs.columns == own.columns && theirs.rows == own.rows {
			continue
		}
		m := mover{from: theirs, to: own, names: f.Candidate.pattern.byText}
		items := make([]*lgdl.Node, len(f.Candidate.Items))
		for n, x := range f.Candidate.Items {
			items[n] = m.move(x)
		}
		if !m.lacking || m.lost {
			continue
		}
		if fitted := c.with(i, items); fitted != nil {
			fitted.Fillers[i].Moved = true
			c = fitted
		}
	}
	return c
}

// grid is that of the board of a game, nil for none; it is measured once for all games with the same equipment.
func (k *screen) grid(game *lgdl.Node) *grid {
	n := partOf(game, justEquipment)
	if n == nil {
		return nil
	}
	text := []byte(lgdl.Text([]*lgdl.Node{section(n, "players"), section(n, "equipment")}))
	sum := sha256.Sum256(text)
	if g, known := k.grids.Load(sum); known {
		return g.(*grid)
	}
	var g *grid
	rs, err := bare().Compile(ruleset.Source{File: k.x.Skeleton.File, Text: []byte(lgdl.Text([]*lgdl.Node{n}))})
	if err == nil && !rs.Plan().IsMatch() {
		g = labels(rs.Plan().Topo)
	}
	k.grids.Store(sum, g)
	return g
}

// speaksOfSites reports whether a candidate names sites, rows or columns.
func speaksOfSites(c *Candidate) bool {
	var has func(n *lgdl.Node) bool
	has = func(n *lgdl.Node) bool {
		if n.Kind == lgdl.String {
			_, site := coordinate(n.Text)
			if _, name := c.pattern.byText[n.Text]; site && !name {
				return true
			}
		}
		return lineOf(n) != "" || lengthOf(n) > 0 || slices.ContainsFunc(n.Items, has)
	}
	return slices.ContainsFunc(c.Items, has)
}

// lineOf is Row or Column of a clause such as (sites Row 3), "" of others.
func lineOf(n *lgdl.Node) string {
	if what := opening(n); (what == "sites Row" || what == "sites Column") && len(n.Items) == 2 &&
		n.Items[1].Kind == lgdl.Int {
		return n.Items[0].Text
	}
	return ""
}

// shortLine is the length below which no line is made shorter: two in a row are hardly ever a goal.
const shortLine = 3

// lengthOf is the number of pieces in a row that a clause such as (is Line 5) asks for, 0 of others.
func lengthOf(n *lgdl.Node) int {
	if opening(n) == "is Line" && len(n.Items) > 1 && n.Items[1].Kind == lgdl.Int {
		return n.Items[1].Int
	}
	return 0
}

// numbered is a clause with another number as its second argument.
func numbered(n *lgdl.Node, to int) *lgdl.Node {
	number := *n.Items[1]
	number.Int, number.Float, number.Text = to, float64(to), itoa(to)
	c := *n
	c.Items = slices.Clone(n.Items)
	c.Items[1] = &number
	return &c
}

// mover writes what a filler names for another board.
type mover struct {
	from, to *grid
	names    map[string]int // names of things, which are no sites
	lacking  bool           // the board lacks something that is named
	lost     bool           // something has no place there
}

func (m *mover) move(n *lgdl.Node) *lgdl.Node {
	switch {
	case n.Kind == lgdl.String:
		at, ok := coordinate(n.Text)
		if _, name := m.names[n.Text]; !ok || name || !m.from.has[at] {
			return n
		}
		m.lacking = m.lacking || !m.to.has[at]
		column, fits := moved(at[0], m.from.columns, m.to.columns)
		row, also := moved(at[1], m.from.rows, m.to.rows)
		to := [2]int{column, row}
		m.lost = m.lost || !fits || !also || !m.to.has[to]
		c := *n
		c.Text = labelOf(to)
		return &c
	case lineOf(n) != "":
		from, to := m.from.rows, m.to.rows
		if lineOf(n) == "Column" {
			from, to = m.from.columns, m.to.columns
		}
		line := n.Items[1].Int
		at, fits := moved(line, from, to)
		m.lacking = m.lacking || line >= to
		m.lost = m.lost || !fits || line >= from
		return numbered(n, at)
	case lengthOf(n) > m.to.side():
		m.lacking = true
		shorter := max(lengthOf(n)+m.to.side()-m.from.side(), min(shortLine, m.to.side()))
		if m.lost = m.lost || shorter > m.to.side(); m.lost {
			return n
		}
		n = numbered(n, shorter) // what else it names is moved below
	}
	for i, x := range n.Items {
		if y := m.move(x); y != x {
			c := *n
			c.Items = slices.Clone(n.Items)
			c.Items[i] = y
			for j := i + 1; j < len(c.Items); j++ {
				c.Items[j] = m.move(n.Items[j])
			}
			return &c
		}
	}
	return n
}
