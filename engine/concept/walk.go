package concept

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// Walk visits the ludemes of one description. It is passed to the rules of rows.
type Walk struct {
	rows   map[*lgdl.Form]row
	game   *game.Game
	pieces []*lgdl.Expr // the moves of all components
	memo   map[*lgdl.Expr]Set
	board  *lgdl.Expr // the item that is the board
	inside bool       // the moves of the components are being visited
}

// Game returns the compiled game, which must not be changed.
func (w *Walk) Game() *game.Game { return w.game }

// Of returns what an expression contributes with all that is below it; nothing
// for nil.
func (w *Walk) Of(e *lgdl.Expr) Set {
	if e == nil {
		return Set{}
	}
	if s, ok := w.memo[e]; ok {
		return s
	}
	s := w.visit(e, nil)
	w.memo[e] = s
	return s
}

// Pieces returns what the move rules of all components contribute, whatever
// their names and owners. Rules that reach themselves are visited once.
func (w *Walk) Pieces() Set {
	var s Set
	if w.inside {
		return s
	}
	w.inside = true
	for _, e := range w.pieces {
		s.Unite(w.Of(e))
	}
	w.inside = false
	return s
}

// visit gathers an expression; skips are paths of slots below it that are left out.
func (w *Walk) visit(e *lgdl.Expr, skips [][]string) Set {
	var s Set
	switch e.Kind {
	case lgdl.List:
		for _, x := range e.Items {
			if len(skips) > 0 {
				s.Unite(w.visit(x, skips))
			} else {
				s.Unite(w.Of(x))
			}
		}
	case lgdl.Const:
		if id := constants[e.Type][e.Text]; id != 0 {
			s.Add(id)
		}
	case lgdl.Clause:
		r := w.rows[e.Form]
		for i := range r.skips {
			if r.skips[i].cond.holds(e) {
				skips = append(skips[:len(skips):len(skips)], r.skips[i].path)
			}
		}
		w.arguments(e, skips, &s)
		for i := range r.marks {
			if r.marks[i].cond.holds(e) {
				s.Add(r.marks[i].id)
			}
		}
		if r.rule != nil {
			r.rule(w, e, &s)
		}
	}
	return s
}

// arguments adds what the arguments of a clause contribute.
func (w *Walk) arguments(e *lgdl.Expr, skips [][]string, s *Set) {
next:
	for i, a := range e.Args {
		if a == nil {
			continue
		}
		var below [][]string
		for _, path := range skips {
			if slotIs(&e.Form.Slots[i], path[0]) {
				if len(path) == 1 {
					continue next
				}
				below = append(below, path[1:])
			}
		}
		if below == nil {
			s.Unite(w.Of(a))
		} else {
			s.Unite(w.visit(a, below))
		}
	}
}

// Own returns what the row of a clause marks by itself, without its arguments.
func (w *Walk) Own(e *lgdl.Expr) Set {
	return w.visit(e, [][]string{{"*"}})
}

// constants are the words of the language that mark concepts wherever they are
// visited, by enumeration: kinds of sites and kinds of directions.
var constants = map[string]map[string]ID{
	"siteType": {"Vertex": Vertex, "Edge": Edge, "Cell": Cell},
	"absoluteDirection": {
		"All": AllDirections, "Adjacent": AdjacentDirection, "Orthogonal": OrthogonalDirection, "Diagonal": DiagonalDirection,
		"OffDiagonal": OffDiagonalDirection, "Rotational": RotationalDirection, "SameLayer": SameLayerDirection,
	},
	"relativeDirection": {
		"Forward": ForwardDirection, "Backward": BackwardDirection, "Forwards": ForwardsDirection,
		"Backwards": BackwardsDirection,
		"Rightward": RightwardDirection, "Leftward": LeftwardDirection, "Rightwards": RightwardsDirection,
		"Leftwards": LeftwardsDirection,
		"FL":        ForwardLeftDirection, "FR": ForwardRightDirection, "BL": BackwardLeftDirection,
		"BR":            BackwardRightDirection,
		"SameDirection": SameDirection, "OppositeDirection": OppositeDirection,
	},
}

// Slot returns the argument of e in the first filled slot of a type without a
// label, nil when there is none or e is nil.
func Slot(e *lgdl.Expr, typ string) *lgdl.Expr {
	if e == nil {
		return nil
	}
	for i, a := range e.Args {
		if a != nil && e.Form.Slots[i].Type == typ && e.Form.Slots[i].Label == "" {
			return a
		}
	}
	return nil
}

// Says reports whether some argument of the clause e is the constant; false
// for anything that is no clause.
func Says(e *lgdl.Expr, text string) bool {
	if e == nil || e.Kind != lgdl.Clause {
		return false
	}
	for _, a := range e.Args {
		if a != nil && a.Kind == lgdl.Const && a.Text == text {
			return true
		}
	}
	return false
}
