package ruleset

import (
	"strconv"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// clues are what a deduction puzzle tells about its squares as far as a picture can show
// it: hints of the equipment, sums of rows and columns, and signs between two squares.
// Other constraints are only in the rules.
func (r *Ruleset) clues() []draw.Clue {
	g := r.game
	var list []draw.Clue
	for _, h := range g.Hints {
		for i, region := range h.Regions {
			if i < len(h.Values) && h.Values[i] != game.Off && h.Type == g.DefaultType && len(region) != 2 { // of two, a sign
				list = append(list, draw.Clue{Sites: region, Text: number(h.Values[i])})
			}
		}
	}
	if r.checked.Game == nil {
		return list
	}
	eachClause(r.checked.Game, func(e *lgdl.Expr) {
		if e.Form.Keyword != "satisfy" {
			return
		}
		eachClause(e, func(e *lgdl.Expr) {
			if c, ok := clueOf(g, e); ok {
				list = append(list, c)
			}
			list = append(list, hinted(g, e)...)
		})
	})
	return list
}

// number writes a value of a hint.
func number(v int) string {
	if v == game.Infinity {
		return "∞"
	}
	return strconv.Itoa(v)
}

// signs stand between two squares, upright ones where the squares are one above the other.
var signs = map[string]string{"<": "<", ">": ">", "<=": "≤", ">=": "≥", "=": "=", "!=": "≠"}

// hinted are the signs of (forAll Hint (< (from) (to))) and the like: one for every hint
// of two sites.
func hinted(g *game.Game, e *lgdl.Expr) []draw.Clue {
	if e.Form.Keyword != "forAll" || len(e.Args) != 2 || e.Args[0] == nil || e.Args[0].Text != "Hint" || e.Args[1] == nil ||
		e.Args[1].Kind != lgdl.Clause {
		return nil
	}
	by := e.Args[1]
	sign := signs[by.Form.Keyword]
	if sign == "" || len(by.Args) != 2 || !word(by.Args[0], "from") || !word(by.Args[1], "to") {
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

// word reports whether an expression is a clause of one word alone.
func word(e *lgdl.Expr, keyword string) bool {
	return e != nil && e.Kind == lgdl.Clause && e.Form.Keyword == keyword
}

// clueOf is the clue of one constraint, if it is one that can be shown.
func clueOf(g *game.Game, e *lgdl.Expr) (draw.Clue, bool) {
	if sign := signs[e.Form.Keyword]; sign != "" && len(e.Args) == 2 && whole(e.Args[0]) && whole(e.Args[1]) {
		return draw.Clue{Sites: []int32{int32(e.Args[0].Int), int32(e.Args[1].Int)}, Text: sign, Between: true}, true
	}
	if e.Form.Keyword != "is" || len(e.Args) == 0 || e.Args[0] == nil || e.Args[0].Text != "Sum" {
		return draw.Clue{}, false
	}
	var sites []int32
	text := ""
	for _, x := range e.Args[1:] {
		switch {
		case whole(x):
			text = strconv.Itoa(x.Int)
		case x != nil && x.Kind == lgdl.Clause && x.Form.Keyword == "sites":
			sites = lineOf(g, x)
		}
	}
	return draw.Clue{Sites: sites, Text: text}, len(sites) > 0 && text != ""
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
