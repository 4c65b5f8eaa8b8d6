package ruleset

import (
	"strconv"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// clues are what a deduction puzzle tells about its squares as far as a picture can show
// it: hints of the equipment, sums of rows and columns, and signs between two squares.
// Other constraints are only in the rules.
func (r *Ruleset) clues() []draw.Clue {
	g := r.game
	var list, between []draw.Clue
	if r.checked.Game != nil {
		list, between = r.constraints()
	}
	eachHint(g, func(region []int32, value int) {
		if len(between) == 0 || len(region) != 2 { // of two, a sign
			list = append(list, draw.Clue{Sites: region, Text: number(value)})
		}
	})
	return append(list, between...)
}

// eachHint visits the hints of the board's sites that have values.
func eachHint(g *game.Game, visit func(region []int32, value int)) {
	for _, h := range g.Hints {
		for i, region := range h.Regions {
			if i < len(h.Values) && h.Values[i] != game.Off && h.Type == g.DefaultType {
				visit(region, h.Values[i])
			}
		}
	}
}

// cages are the sets of cells of hints that share no cell: where they do, they are rows and
// columns, as of Kakuro.
func cages(g *game.Game) [][]int32 {
	var list [][]int32
	seen := map[int32]bool{}
	disjoint := g.DefaultType == board.Cell
	eachHint(g, func(region []int32, _ int) {
		for _, site := range region {
			disjoint = disjoint && !seen[site]
			seen[site] = true
		}
		if len(region) > 1 {
			list = append(list, region)
		}
	})
	if !disjoint {
		return nil
	}
	return list
}

// walls are the cells of a deduction puzzle that no constraint is about and that have no
// value; none if no cell has a constraint.
func walls(c *game.Context) []int32 {
	g := c.G
	if g.DefaultType != board.Cell || g.Constrained == nil {
		return nil
	}
	open := map[int32]bool{}
	err := c.Catch(func() {
		for _, v := range g.Constrained(c, nil) {
			open[v] = true
		}
	})
	if err != nil || len(open) == 0 {
		return nil
	}
	var list []int32
	for site := range int32(g.Topo.Num(board.Cell)) {
		if !open[site] && !c.S.IsResolved(board.Cell, int(site)) {
			list = append(list, site)
		}
	}
	return list
}

// constraints are the clues of what must be satisfied, and the signs for hints of two sites.
func (r *Ruleset) constraints() (list, between []draw.Clue) {
	g := r.game
	eachClause(r.checked.Game, func(e *lgdl.Expr) {
		if e.Form.Keyword != "satisfy" {
			return
		}
		eachClause(e, func(e *lgdl.Expr) {
			if c, ok := clueOf(g, e); ok {
				list = append(list, c)
			}
			between = append(between, hinted(g, e)...)
		})
	})
	return list, between
}

// number writes a value of a hint.
func number(v int) string {
	if v == game.Infinity {
		return "∞"
	}
	return strconv.Itoa(v)
}

// signs of an order stand between two squares, upright ones where the squares are one above the other.
var signs = map[string]string{"<": "<", ">": ">", "<=": "≤", ">=": "≥"}

// hinted are the signs of (forAll Hint (< (from) (to))) and the like: one for every hint
// of two sites.
func hinted(g *game.Game, e *lgdl.Expr) []draw.Clue {
	if !e.Is("forAll", "Hint") {
		return nil
	}
	by := clause.ForAll(e).Bool()
	if by.Kind != lgdl.Clause {
		return nil
	}
	sign := signs[by.Form.Keyword]
	if sign == "" || !clause.Comparison(by).Int1().Is("from") || !clause.Comparison(by).Int2().Is("to") {
		return nil
	}
	var list []draw.Clue
	for _, h := range g.Hints {
		for _, region := range h.Regions {
			if h.Type == g.DefaultType && len(region) == 2 {
				list = append(list, draw.Clue{Sites: region, Text: sign, Between: true})
			}
		}
	}
	return list
}

// clueOf is the clue of one constraint, if it is one that can be shown.
func clueOf(g *game.Game, e *lgdl.Expr) (draw.Clue, bool) {
	if sign := signs[e.Form.Keyword]; sign != "" {
		a, b := clause.Comparison(e).Int1(), clause.Comparison(e).Int2()
		if whole(a) && whole(b) {
			return draw.Clue{Sites: []int32{int32(a.Int), int32(b.Int)}, Text: sign, Between: true}, true
		}
	} else if e.Is("is", "Sum") {
		a := clause.IsPuzzleRegionResult(e)
		if whole(a.Int()) && a.Sites().Is("sites") {
			sites := lineOf(g, a.Sites())
			return draw.Clue{Sites: sites, Text: strconv.Itoa(a.Int().Int)}, len(sites) > 0
		}
	}
	return draw.Clue{}, false
}

func whole(e *lgdl.Expr) bool { return e != nil && e.Kind == lgdl.Int }

// lineOf is the row or column that (sites Row N) and the like mean, nil for other regions.
func lineOf(g *game.Game, e *lgdl.Expr) []int32 {
	kind, n := "", -1
	for _, x := range e.Args {
		switch {
		case x != nil && x.Kind == lgdl.Const && (x.Text == "Row" || x.Text == "Column"):
			kind = x.Text
		case whole(x):
			n = x.Int
		}
	}
	lines := map[string]board.Table{"Row": g.Topo.Rows(g.DefaultType), "Column": g.Topo.Columns(g.DefaultType)}[kind]
	if kind == "" || n < 0 || n >= lines.Len() {
		return nil
	}
	return lines.Row(int32(n))
}
