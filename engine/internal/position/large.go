package position

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// maxCover bounds the words of the table of what large pieces cover.
const maxCover = 1 << 17

// The clauses that may stand in rules of games with large pieces; of some of them with these first words only.
var (
	largeWords = map[string]bool{"rules": true, "play": true, "phase": true, "nextPhase": true, "end": true, "if": true,
		"or": true, "and": true, "not": true, "move": true, "from": true, "to": true, "piece": true, "result": true,
		"then": true, "moveAgain": true, "no": true, "is": true, "sites": true, "union": true, "intersection": true,
		"difference": true, "mover": true, "next": true, "prev": true, "count": true, "=": true, "<": true, ">": true,
		"<=": true, ">=": true, "!=": true, "addScore": true, "score": true, "byScore": true, "priority": true,
		"forEach": true, "set": true, "var": true, "value": true, "player": true, "counter": true, "last": true, "what": true,
		"who": true, "state": true, "toInt": true, "toBool": true, "+": true, "-": true, "*": true, "/": true, "%": true,
		"min": true, "max": true, "abs": true, "id": true, "size": true, "array": true,
		"regionSite": true, "handSite": true, "expand": true, "ahead": true, "xor": true, "trigger": true, "remember": true,
		"values": true, "seq": true, "all": true, "do": true, "site": true, "meta": true, "swap": true, "passEnd": true,
		"centrePoint": true, "rank": true, "pot": true, "remove": true, "forget": true, "add": true}
	largeFirst = map[string][]string{"move": {"Add", "Pass", "Select", "Remove", "Step", ""}, "no": {"Moves", "Pieces", "Repeat"},
		"is": {"Mover", "Prev", "Next", "Odd", "Even", "Empty", "Occupied", "Friend", "Enemy", "Full", "In", "Line",
			"Triggered", "Active"},
		"sites": {"", "Empty", "Occupied", "Hand", "Board", "Around", "Direction", "Row", "Column", "Side", "Top", "Bottom",
			"Left", "Right", "Corners", "Centre", "Inner", "Outer", "Perimeter", "State", "LargePiece", "Distance", "Hidden"},
		"count":   {"", "Moves", "Turns", "Sites", "Pieces", "MovesThisTurn", "Steps", "Neighbours", "Phases"},
		"forEach": {"", "Site", "Value", "Player", "Piece"},
		"set":     {"Score", "Var", "Counter", "NextPlayer", "Hidden", "State"},
		"value":   {"", "Player"}, "size": {"Array", "LargePiece"},
		"remember": {"Value"}, "forget": {"Value"}, "values": {"Remembered"}, "all": {"Passed", "Sites"}, "swap": {""}}
)

// NewLarge makes the table.
func (k *Code) NewLarge() *layout.Large {
	g := k.G
	if !g.Has(game.LargePiece) {
		return nil
	}
	x := &layout.Large{Cells: g.Topo.Num(board.Cell), Of: make([]int, len(g.Components))}
	for i := range g.Components {
		c := &g.Components[i]
		x.Of[i] = 4 * len(c.Walks)
		if c.Large() && (c.Kind == "domino" || g.StartState >= x.Of[i]) {
			k.No(g.Root(), "large pieces that are dominoes, or in states without a shape")
		}
	}
	if g.DefaultType != board.Cell || g.Stacks || g.Boardless || g.Mode != game.Alternating {
		k.No(g.Root(), "large pieces on other boards, with stacks or moves at the same time")
	}
	k.largeRules(clause.Game(g.Root()).Rules())
	for i := range g.Components {
		k.largeRules(g.Components[i].Rule)
	}
	c, words := game.NewContext(g), []int64{}
	first, states := make([]int64, len(x.Of)), make([]int64, len(x.Of))
	for i, n := range x.Of {
		first[i], states[i] = int64(len(words)/k.P.Words), int64(n)
		if len(words)+n*x.Cells*k.P.Words > maxCover {
			k.No(g.Root(), "large pieces of too many shapes on too large a board")
		}
		for s := range n {
			for site := range x.Cells {
				set := make([]int64, k.P.Words)
				for _, cell := range c.Footprint(i, site, s, nil) {
					set[cell>>6] |= 1 << (cell & 63)
				}
				words = append(words, set...)
			}
		}
	}
	x.Cover = k.Table("cover", ir.Word, words)
	x.First, x.States = k.Table("first", ir.Int, first), k.Table("states", ir.Int, states)
	return x
}

// largeRules refuses clauses of rules that are not known to be right with large pieces.
func (k *Code) largeRules(e *lgdl.Expr) {
	if e == nil || e.Is("start") {
		return
	}
	if e.Kind == lgdl.Clause {
		first := e.Selector()
		words, some := largeFirst[e.Form.Keyword]
		if !largeWords[e.Form.Keyword] || some && !slices.Contains(words, first) {
			k.No(e, "%s, with large pieces", e.Form.Text)
		}
	}
	for x := range e.Parts() {
		k.largeRules(x)
	}
}

// HasLarge reports whether some piece of the game is large.
func (k *Code) HasLarge() bool { return k.Large != nil }

// States is the number of states of a large piece, 0 of an ordinary one.
func (k *Code) States(comp *ir.Expr) *ir.Expr { return ir.At(k.Large.States, comp) }

// Covered are the cells that a large piece covers on a site in a state, none where it does not fit.
func (k *Code) Covered(comp, site, state *ir.Expr) *ir.Expr {
	x := k.Large
	row := ir.Calc(ir.Add, ir.At(x.First, comp), ir.Calc(ir.Mul, state, ir.Num(x.Cells)))
	fits := ir.All(ir.Calc(ir.Below, site, ir.Num(x.Cells)), ir.Calc(ir.Below, state, ir.At(x.States, comp)))
	return ir.Select(fits, ir.SetAt(x.Cover, ir.Cond(fits, ir.Calc(ir.Add, row, site), ir.Num(0))), k.None())
}

// EachState adds what f adds for each state of a large piece.
func (k *Code) EachState(comp *ir.Expr, f func(state *ir.Expr)) {
	k.Rounds(ir.Num(0), k.States(comp), slices.Max(k.Large.Of), f)
}

// Fits reports whether a set of cells that would be covered is not empty and all of it allowed.
func (k *Code) Fits(cells, allowed *ir.Expr) *ir.Expr {
	return ir.All(ir.Calc(ir.SetAny, cells), ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, cells, allowed))))
}

// PutLarge puts a large piece on an empty site in a state.
func (k *Code) PutLarge(site, comp, state *ir.Expr) {
	k.Put(site, comp, state)
	k.covers(k.None(), k.Keep(k.Covered(comp, site, state)))
}

// CarryLarge moves a large piece to a site and into a state; nil is the one that it has, though it covers there what it
// does in state 0. By the rules one that goes where another stands leaves entries behind in lists: such a play is
// spoilt.
func (k *Code) CarryLarge(from, to, state *ir.Expr) {
	f := &k.Fields
	comp, was := k.Temp("comp", ir.At(f.What, from)), k.Temp("was", k.DatumOn(layout.State, from, nil))
	k.SpoilIf(ir.All(ir.Calc(ir.Ne, from, to), ir.Calc(ir.Ne, ir.At(f.What, to), ir.Num(0))))
	old, before := k.Keep(k.Covered(comp, from, was)), k.Keep(ir.SetAt(f.Empty, ir.Num(0)))
	k.Carry(from, to, 0, state)
	if state == nil {
		state = ir.Num(0)
	}
	now := k.Keep(k.Covered(comp, to, state))
	if f.Count != nil { // of what two pieces cover one leaves none
		k.SpoilIf(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, now, ir.Calc(ir.SetOr, before, old))))
	}
	k.covers(old, now)
}

// CarryAny moves a piece, large or not, to a site.
func (k *Code) CarryAny(from, to *ir.Expr, piece int) {
	if k.Large == nil {
		k.Carry(from, to, piece, nil)
		return
	}
	k.Choose(k.States(ir.At(k.Fields.What, from)), func() { k.CarryLarge(from, to, nil) }, func() {
		k.OffLarge(to)
		k.Uncovered(to)
		k.Carry(from, to, piece, nil)
	})
}

// reshaped spoils a play in which a large piece gets another state where it stands: it still covers what it did.
func (k *Code) reshaped(site, state *ir.Expr) {
	if k.Large != nil {
		large := ir.Calc(ir.Lt, ir.Num(0), k.States(ir.At(k.Fields.What, site)))
		k.SpoilIf(ir.All(large, ir.Calc(ir.Ne, k.DatumOn(layout.State, site, nil), state)))
	}
}

// covers takes what a large piece has covered for empty, and then what it covers for not empty.
func (k *Code) covers(old, now *ir.Expr) {
	f := &k.Fields
	k.Store(f.Empty, ir.Calc(ir.SetMinus, ir.Calc(ir.SetOr, ir.SetAt(f.Empty, ir.Num(0)), old), now))
	if f.Count == nil {
		return
	}
	k.Each(old, func(site *ir.Expr) { k.Add(ir.Write(f.Count, site, ir.Num(0))) })
	k.Each(now, func(site *ir.Expr) { k.Add(ir.Write(f.Count, site, ir.Num(1))) })
}

// OffLarge spoils a play in which an ordinary piece is put on a large one.
func (k *Code) OffLarge(site *ir.Expr) {
	if k.Large != nil {
		k.SpoilIf(ir.Calc(ir.Lt, ir.Num(0), k.States(ir.At(k.Fields.What, site))))
	}
}

// Uncovered spoils a play in which an ordinary piece comes to a site that a large one covers.
func (k *Code) Uncovered(site *ir.Expr) {
	if k.Large == nil {
		return
	}
	empty := ir.Calc(ir.SetHas, ir.SetAt(k.Fields.Empty, ir.Num(0)), site)
	k.SpoilIf(ir.All(ir.Calc(ir.Eq, ir.At(k.Fields.What, site), ir.Num(0)), ir.Calc(ir.Not, empty)))
}
