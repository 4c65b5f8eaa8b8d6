package lower

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Where moves are tried, or the game is asked for moves, this is done on a position that takes
// the iterators along that have values where it is asked. Consequents of moves that are made
// there, and the rules that list them, see these, though no clause around them assigns them.

// inside is what each clause may see so.
type inside struct {
	seen   map[*lgdl.Expr]iteratorSet
	all    iteratorSet // seen by any clause
	rules  *lgdl.Expr
	pieces []*lgdl.Expr
	// How the moves of pieces, and of the game, are reached so far.
	piece, play  reach
	more, asksIn bool // there is more to go through; and the game is asked for moves somewhere
}

// reach is how a clause is come to: the iterators that may have values there, those of them that have one from
// outside of what is lowered together with it, and those that have one where moves that it finds are made.
type reach struct{ set, outside, making iteratorSet }

func (r reach) and(s reach) reach {
	return reach{r.set | s.set, r.outside | s.outside, r.making | s.making}
}

// insides goes through the rules as they may be come to.
func (k *Lowerer) insides() *inside {
	x := &inside{seen: map[*lgdl.Expr]iteratorSet{}, rules: clause.Game(k.G.Root()).Rules()}
	for i := range k.G.Components {
		if rule := k.G.Components[i].Rule; rule != nil && !slices.Contains(x.pieces, rule) {
			x.pieces = append(x.pieces, rule)
		}
	}
	x.piece.set = allIterators
	for x.more = true; x.more; {
		x.more = false
		x.walk(x.rules, reach{})
		if x.asksIn {
			x.walk(x.rules, x.play)
		}
		for _, rule := range x.pieces {
			x.walk(rule, x.piece)
		}
	}
	return x
}

// Of is what a clause may see; nil, and what was not gone through, stand for any clause.
func (x *inside) of(e *lgdl.Expr) iteratorSet {
	if seen, known := x.seen[e]; known {
		return seen
	}
	return x.all
}

// walk goes through a clause that is come to in a way.
func (x *inside) walk(e *lgdl.Expr, r reach) {
	if e == nil {
		return
	}
	x.seen[e] |= r.outside
	x.all |= r.outside
	below := r
	if e.Kind == lgdl.Clause && e.Form != nil {
		below = x.enter(e, r)
	}
	for a := range e.Parts() {
		x.walk(a, below)
	}
}

// enter is how the parts of a clause are come to.
func (x *inside) enter(e *lgdl.Expr, r reach) reach {
	switch e.Form.Keyword {
	case "then": // it runs once a move is made
		return reach{r.making, r.making, r.making}
	case "end", "start":
		return reach{}
	case "do", "seq", "while", "avoidStoredState", "satisfy", "append":
		r.outside |= r.set // their conditions are lowered apart
		r.making |= r.set
		return r
	case "can": // moves are only found
		r.outside |= r.set
		return r
	case "rules", "phase", "play", "and", "or", "if", "priority", "nextPhase", "set", "remember", "forget", "moveAgain",
		"not", "=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "xor", "min":
		return r
	}
	below := r
	below.set = allIterators
	switch {
	case e.Form.Keyword == "max":
		below.set = r.set
		if strings.HasPrefix(e.Form.Result, "moves") {
			below.outside |= r.set
			below.making |= r.set
		}
	case e.Form.Keyword == "no":
		below.set = r.set
		if strings.HasPrefix(e.Form.Text, "(no Moves ") {
			x.ask(r.set)
		}
	case e.Form.Keyword == "forEach":
		below.set = r.set | loops(e)
		if e.Selector() == "Piece" {
			x.reach(&x.piece, reach{allIterators, r.outside, r.making})
		}
	case copies(e):
		below.outside |= r.set
		below.making |= r.set
		x.ask(r.set)
		if e.Form.Keyword == "sow" {
			below.making = below.set // captures are made where it assigns them
		}
	}
	return below
}

// ask has the game asked for moves where iterators have values; none of these moves is made.
func (x *inside) ask(set iteratorSet) {
	x.more = x.more || !x.asksIn
	x.asksIn = true
	x.reach(&x.play, reach{set: set, outside: set})
}

// reach notes another way to come to something.
func (x *inside) reach(to *reach, r reach) {
	if all := to.and(r); all != *to {
		*to, x.more = all, true
	}
}

// copies reports whether the concepts of a clause say that it looks at a copy of the position, which some do only with
// a word or an argument.
func copies(e *lgdl.Expr) bool {
	return slices.ContainsFunc(e.Form.Concepts, func(concept string) bool {
		name, with, asks := strings.Cut(concept, " if ")
		if name != "CopyContext" || !asks {
			return name == "CopyContext"
		}
		if label, ok := strings.CutSuffix(with, ":"); ok {
			return e.Arg(label) != nil
		}
		return slices.ContainsFunc(e.Args, func(a *lgdl.Expr) bool { return a != nil && a.Text == with })
	})
}

// allIterators has every iterator.
const allIterators = iteratorSet(1<<len(iteratorNames) - 1)

// loopIterators are the iterators that loops assign, by what they go through; others may assign any.
var loopIterators = map[string]string{"Player": "player", "Value": "value", "Die": "pips"}

// loops are the iterators that a (forEach …) assigns.
func loops(e *lgdl.Expr) iteratorSet {
	if i := slices.Index(iteratorNames[:], loopIterators[e.Selector()]); i >= 0 {
		return 1 << i
	}
	return allIterators
}
