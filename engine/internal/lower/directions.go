package lower

import (
	"fmt"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// What a piece sees from a site is a row of a table, one row for each site. Directions
// that depend on how the piece looks, on a condition or on the last move have one
// table for each case, one after the other; which one it is is worked out in the play.

// heading are directions: by case, and in each by site.
type heading struct {
	cases []func(site int32) []board.Direction
	known map[string]int64 // the numbers of cases, by what tells them from all others
	which *ir.Expr         // the number of the case
	text  string           // tells the cases from all others where that is known, else empty
}

// numberOf is the number of the case of some directions by site, which a text tells from all others: a new one, if
// there is none.
func (h *heading) numberOf(list [][]board.Direction, text string) int64 {
	n, known := h.known[text]
	if !known {
		if h.known == nil {
			h.known = map[string]int64{}
		}
		n = int64(len(h.cases))
		h.known[text] = n
		h.text += text
		h.cases = append(h.cases, func(site int32) []board.Direction { return list[site] })
	}
	return n
}

// maxCases bounds the number of tables of one clause.
const maxCases = 64

// heading lowers directions, nil for those of the name def, as seen from a site of a
// type by the piece on it.
func (k *Lowerer) heading(st board.SiteType, e *lgdl.Expr, def string, at *ir.Expr) *heading {
	switch {
	case steadyDirections(e):
		return k.steadyHeading(st, e, def, at)
	case e.Kind == lgdl.List:
		h := &heading{cases: []func(int32) []board.Direction{func(int32) []board.Direction { return nil }},
			which: ir.Num(0), text: "none"}
		for _, x := range e.Items {
			h = k.join(x, h, k.heading(st, x, "", at))
		}
		return h
	case e.Kind == lgdl.Const:
		return k.lastHeading(st, e, e.Text, board.RelAdjacent)
	case e.Form.Keyword == "if":
		a := clause.IfBoolDirection(e)
		yes, no := k.heading(st, a.Direction1(), "", at), k.heading(st, a.Direction2(), "", at)
		return &heading{cases: append(slices.Clip(yes.cases), no.cases...),
			which: ir.Cond(k.Bool(a.Bool()), yes.which, ir.Calc(ir.Add, no.which, ir.Num(len(yes.cases))))}
	case e.Form.Text == "(difference direction direction)", e.Form.Text == "(union direction direction)":
		return k.combined(st, e, at)
	case e.Form.Text == "(directions siteType from:int to:int)":
		a := clause.DirectionsSiteType(e)
		of := k.TypeOf(a.SiteType())
		if of != st {
			k.No(e, "directions through sites of another type than those from which they lead")
		}
		return k.pairHeading(e, of, "through", k.Int(a.From()), k.Int(a.To()), func(a, b int32) []board.Direction {
			return k.G.Topo.AllBetween(nil, of, a, b)
		})
	case drawsDirections(e):
		return k.drawnHeading(st, e, at)
	case position.IsForm(e, "(directions [relativeDirection ") && e.Selector() != "" && clause.Directions(e).BySite() == nil:
		rel := board.RelAdjacent
		if of := clause.Directions(e).Of(); of != nil {
			rel, _ = board.ParseRelation(of.Text)
		}
		return k.lastHeading(st, e, e.Selector(), rel)
	}
	k.No(e, "directions that follow the play")
	return nil
}

// steadyDirections reports whether directions depend on the site and the piece alone.
func steadyDirections(e *lgdl.Expr) bool {
	return !e.Any(func(x *lgdl.Expr) bool {
		if x.Kind == lgdl.Clause && x.Form != nil {
			switch x.Form.Text {
			case "(if bool direction direction)", "(directions siteType from:int to:int)",
				randomDirections:
				return true
			}
		}
		return x.Kind == lgdl.Const && (x.Text == "SameDirection" || x.Text == "OppositeDirection")
	})
}

// lastHeading is the direction of the last move, or the opposite one.
func (k *Lowerer) lastHeading(st board.SiteType, e *lgdl.Expr, name string, rel board.Relation) *heading {
	from, to := k.Fields.Get(layout.LastFrom), k.Fields.Get(layout.LastTo)
	switch name {
	case "SameDirection":
	case "OppositeDirection":
		from, to = to, from
	default:
		k.No(e, "directions that follow the play")
	}
	k.If(ir.Calc(ir.Eq, k.Fields.Get(layout.MoveNumber), ir.Num(0)), k.Spoil) // there is none yet
	supported := k.G.Topo.Supported(st, rel)
	return k.pairHeading(e, st, fmt.Sprint("between ", rel), from, to, func(a, b int32) []board.Direction {
		return k.G.Topo.Between(nil, st, a, b, supported)
	})
}

// paired are the lists of directions that two sites on a line may give: their numbers by the two
// sites, 0 for all others, and the lists.
type paired struct {
	numbers *ir.Field
	lists   [][]board.Direction
}

// pairHeading has one case for each list of directions that two sites may give; by tells the way
// in which they give them from all others.
func (k *Lowerer) pairHeading(e *lgdl.Expr, st board.SiteType, by string, a, b *ir.Expr,
	of func(a, b int32) []board.Direction) *heading {
	by = fmt.Sprint(by, " ", st)
	n := k.G.Topo.Num(st)
	p := k.paired[by]
	if p == nil {
		if n*n > maxPairs {
			k.No(e, "too many pairs of sites")
		}
		p = k.newPaired(st, of)
		k.paired[by] = p
	}
	if p.numbers.Len*p.numbers.Elem.Size() > maxPairs {
		k.No(e, "too many pairs of sites")
	}
	a, b = k.Temp("a", a), k.Temp("b", b)
	h := &heading{which: ir.Cond(ir.All(ir.Calc(ir.Below, a, ir.Num(n)), ir.Calc(ir.Below, b, ir.Num(n))),
		ir.At(p.numbers, ir.Calc(ir.Add, ir.Calc(ir.Mul, a, ir.Num(n)), b)), ir.Num(0))}
	for i, dirs := range p.lists {
		h.text += fmt.Sprint(by, " ", i, ";")
		h.cases = append(h.cases, func(int32) []board.Direction { return dirs })
	}
	return h
}

func (k *Lowerer) newPaired(st board.SiteType, of func(a, b int32) []board.Direction) *paired {
	n := k.G.Topo.Num(st)
	p := &paired{lists: [][]board.Direction{nil}}
	values, seen := make([]int64, n*n), make([]int32, n)
	for x := range int32(n) {
		for _, r := range k.G.Topo.RadialsFrom(st, x) {
			for _, y := range r.Path[1:] {
				if seen[y] == x+1 {
					continue
				}
				seen[y] = x + 1
				dirs := of(x, y)
				i := slices.IndexFunc(p.lists, func(l []board.Direction) bool { return slices.Equal(l, dirs) })
				if i < 0 {
					i = len(p.lists)
					p.lists = append(p.lists, dirs)
				}
				values[int(x)*n+int(y)] = int64(i)
			}
		}
	}
	elem := ir.U8
	if len(p.lists) > math.MaxUint8 {
		elem = ir.I16
	}
	p.numbers = k.Table("pairs", elem, values)
	return p
}

// join is two lists of directions one after the other.
func (k *Lowerer) join(e *lgdl.Expr, a, b *heading) *heading {
	if len(a.cases)*len(b.cases) > maxCases {
		k.No(e, "directions of many cases")
	}
	h := &heading{which: ir.Calc(ir.Add, ir.Calc(ir.Mul, a.which, ir.Num(len(b.cases))), b.which)}
	if a.text != "" && b.text != "" {
		h.text = fmt.Sprintf("join %d %s %d %s", len(a.text), a.text, len(b.text), b.text)
	}
	for _, x := range a.cases {
		for _, y := range b.cases {
			h.cases = append(h.cases, func(site int32) []board.Direction { return append(slices.Clip(x(site)), y(site)...) })
		}
	}
	return h
}

// rowOf is the number of the row of a site, among those of all cases.
func (k *Lowerer) rowOf(h *heading, at *ir.Expr) *ir.Expr {
	if len(h.cases) == 1 {
		return at
	}
	return k.Temp("row", ir.Calc(ir.Add, ir.Calc(ir.Mul, h.which, ir.Num(k.Fields.Span)), at))
}

// Near is the table of the sites one step away in the directions of a clause, nil for
// those of the name def, each once, and the row of a site in it, whose piece it is that
// looks unless the moves of a piece are lowered.
func (k *Lowerer) Near(st board.SiteType, e *lgdl.Expr, def string, at *ir.Expr) (near *write.Rows, row *ir.Expr) {
	h := k.heading(st, e, def, at)
	return k.steps(st, h), k.rowOf(h, at)
}

func (k *Lowerer) steps(st board.SiteType, h *heading) *write.Rows {
	return k.known(st, "steps", h, func() [2]*write.Rows { return [2]*write.Rows{k.stepsOf(st, h)} })[0]
}

func (k *Lowerer) stepsOf(st board.SiteType, h *heading) *write.Rows {
	n, t := k.Fields.Span, k.G.Topo
	rows := make([][]int32, n*len(h.cases))
	merged := false
	for i, dirs := range h.cases {
		for s := range int32(t.Num(st)) {
			to := &rows[i*n+int(s)]
			put := func(x int32) {
				if slices.Contains(*to, x) {
					merged = true
				} else {
					*to = append(*to, x)
				}
			}
			for _, d := range dirs(s) {
				if d == board.Rotational {
					for _, r := range t.Radials(st, s, d) {
						put(r.Path[1])
					}
					continue
				}
				for _, x := range t.Steps(st, s, d) {
					put(x)
				}
			}
		}
	}
	near := k.Rows("near", rows)
	near.Merged = near.Merged || merged
	return near
}

// Lines are the lines from each site in the directions of a clause, as in Near: their
// numbers by row, and their sites, without the first, by number.
func (k *Lowerer) Lines(
	st board.SiteType,
	e *lgdl.Expr,
	def string,
	at *ir.Expr,
) (by, lines *write.Rows, row *ir.Expr) {
	h := k.heading(st, e, def, at)
	by, lines = k.linesOf(st, h)
	return by, lines, k.rowOf(h, at)
}

func (k *Lowerer) linesOf(st board.SiteType, h *heading) (by, lines *write.Rows) {
	rows := k.known(st, "lines", h, func() (rows [2]*write.Rows) {
		rows[0], rows[1] = k.newLines(st, h)
		return rows
	})
	return rows[0], rows[1]
}

func (k *Lowerer) newLines(st board.SiteType, h *heading) (by, lines *write.Rows) {
	n, t := k.Fields.Span, k.G.Topo
	numbers, all := make([][]int32, n*len(h.cases)), position.LineSet{}
	var flat []int32 // all of numbers
	for i, dirs := range h.cases {
		for s := range int32(t.Num(st)) {
			from := len(flat)
			for _, d := range dirs(s) {
				for _, r := range t.Radials(st, s, d) {
					flat = append(flat, all.Number(r.Path[1:]))
				}
			}
			numbers[i*n+int(s)] = flat[from:len(flat):len(flat)]
		}
	}
	return k.Rows("rays", numbers), k.Rows("ray", all.Lines)
}

// Range lowers a range of numbers; a range without an upper bound ends at infinity.
func (k *Lowerer) Range(e *lgdl.Expr) (lo, hi *ir.Expr) {
	if e.Kind == lgdl.Clause && e.Form.Result == "range" {
		n := k.Temp("n", k.Int(clause.AnyRange(e).Bound()))
		switch e.Form.Keyword {
		case "exact":
			return n, n
		case "max":
			return ir.Num(game.Off), n
		case "min":
			return n, ir.Num(game.Infinity)
		case "range":
			if most := clause.Range(e).Int2(); most != nil {
				return n, k.Temp("m", k.Int(most))
			}
			return n, n
		}
	}
	k.No(e, "a range")
	return nil, nil
}

// FirstLines is Lines in the first of the directions alone; the lines of a site without
// any direction are none.
func (k *Lowerer) FirstLines(
	st board.SiteType,
	e *lgdl.Expr,
	def string,
	at *ir.Expr,
) (by, lines *write.Rows, row *ir.Expr) {
	h := k.heading(st, e, def, at)
	one := &heading{which: h.which}
	if h.text != "" {
		one.text = "first " + h.text
	}
	for _, dirs := range h.cases {
		one.cases = append(one.cases, func(site int32) []board.Direction {
			list := dirs(site)
			return list[:min(1, len(list))]
		})
	}
	by, lines = k.linesOf(st, one)
	return by, lines, k.rowOf(one, at)
}

// LinesBetween are the lines from a site in the direction of a line from a site a through
// a site b. Where none runs so the play is spoilt.
func (k *Lowerer) LinesBetween(
	st board.SiteType,
	e *lgdl.Expr,
	at, a, b *ir.Expr,
) (by, lines *write.Rows, row *ir.Expr) {
	h := k.pairHeading(e, st, "last", a, b, func(a, b int32) []board.Direction {
		if d, ok := k.G.Topo.LastBetween(st, a, b); ok {
			return []board.Direction{d}
		}
		return nil
	})
	h.which = k.Temp("which", h.which)
	k.If(ir.Calc(ir.Eq, h.which, ir.Num(0)), k.Spoil)
	by, lines = k.linesOf(st, h)
	return by, lines, k.rowOf(h, at)
}

// LinesFacing is Lines as a piece sees them that looks some way.
func (k *Lowerer) LinesFacing(
	st board.SiteType,
	e *lgdl.Expr,
	def string,
	at *ir.Expr,
	f *position.Facing,
) (by, lines *write.Rows,
	row *ir.Expr) {
	if !steadyDirections(e) {
		return k.Lines(st, e, def, at)
	}
	look, _ := k.looks(st, e, def) // of pieces that are not turned, see FacingOf
	h, which := &heading{}, make([]int64, len(f.Dirs))
	for i, d := range f.Dirs {
		list, text := look(d, 0)
		which[i] = h.numberOf(list, text)
	}
	h.which = ir.At(k.Table("looking", ir.U8, which), f.N)
	by, lines = k.linesOf(st, h)
	return by, lines, k.rowOf(h, at)
}

// LinesThrough are the lines from a site in all directions of lines from a site a
// through a site b.
func (k *Lowerer) LinesThrough(
	st board.SiteType,
	e *lgdl.Expr,
	at, a, b *ir.Expr,
) (by, lines *write.Rows, row *ir.Expr) {
	h := k.pairHeading(e, st, "through", a, b, func(a, b int32) []board.Direction {
		return k.G.Topo.AllBetween(nil, st, a, b)
	})
	by, lines = k.linesOf(st, h)
	return by, lines, k.rowOf(h, at)
}

// maxPairs bounds tables by two sites, in bytes.
const maxPairs = 1 << 19
