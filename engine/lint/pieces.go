package lint

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// unreachable warns of phases that nothing leads to.
func (l *linter) unreachable() {
	g := l.g
	n := len(g.Phases)
	if n < 2 || len(l.f.phases) != n {
		return
	}
	reached := make([]bool, n)
	var visit func(i int)
	visit = func(i int) {
		if reached[i] {
			return
		}
		reached[i] = true
		for _, x := range g.Phases[i].Next {
			if x.Phase >= 0 {
				visit(x.Phase)
				continue
			}
			// The following one of the phase that the player, or the mover, is in.
			visit((i + 1) % n)
			for j := range n {
				if reached[j] {
					visit((j + 1) % n)
				}
			}
		}
	}
	for p := 1; p <= g.Players; p++ {
		i := slices.IndexFunc(g.Phases, func(x game.Phase) bool { return x.Owner == p || x.Owner == g.Shared() })
		visit(max(i, 0))
	}
	for i, ok := range reached {
		if !ok {
			l.at("W208", l.f.phases[i], "no (nextPhase …) leads to the phase %q", g.Phases[i].Name)
		}
	}
}

// moving are the keywords of moves that move any piece that stands where they begin.
var moving = []string{"step", "slide", "hop", "leap", "fromTo", "swap", "sow", "push", "attract", "playCard", "take"}

// idlers warns of moves of pieces that are never asked for, and of pieces that
// stand among moving ones and cannot.
func (l *linter) idlers() {
	g := l.g
	if g.DeductionPuzzle {
		return
	}
	inside := map[*lgdl.Expr]bool{} // moves of pieces
	for _, e := range l.f.items {
		each(e, func(x *lgdl.Expr) { inside[x] = true })
	}
	general := false
	for _, e := range l.f.moves {
		if inside[e] {
			continue
		}
		kw := e.Form.Keyword
		if kw == "move" {
			if kw = "fromTo"; e.Selector() != "" {
				kw = strings.ToLower(e.Selector())
			}
		}
		general = general || slices.Contains(moving, kw)
	}
	asked := func(i int) bool {
		c := &g.Components[i]
		return slices.ContainsFunc(l.f.clauses["forEach Piece"], func(e *lgdl.Expr) bool {
			if slot(e, "moves") != nil {
				return false
			}
			named, any := false, true
			for _, u := range l.f.uses {
				if u.clause == e && u.naming == pieceFamily && u.name != "" {
					any = false
					named = named || undigited(c.Name) == u.name
				}
			}
			return any || named
		})
	}
	misspelt := slices.ContainsFunc(l.f.uses, func(u use) bool { // which has been said
		matches, _ := l.named(u)
		return u.clause.Form.Keyword == "forEach" && u.naming == pieceFamily && u.name != "" &&
			!slices.ContainsFunc(g.Components[1:], func(c game.Component) bool { return matches(&c) })
	})
	for _, e := range slices.Concat(l.f.declared("piece"), l.f.declared("tile")) {
		list := l.components(e)
		if len(list) == 0 {
			continue
		}
		gen := slot(e, "moves")
		if gen != nil && !misspelt && !slices.ContainsFunc(list, asked) {
			l.at("W209", gen, "these moves of the piece %q are never asked for: no (forEach Piece …) of the rules comes to it",
				clause.Component(e).String().Text)
		}
		owned := func(i int) bool { return g.Components[i].Owner >= 1 && g.Components[i].Owner <= g.Players }
		if gen == nil && !general && !l.placedInPlay(list) &&
			slices.ContainsFunc(list, owned) && slices.ContainsFunc(list, asked) {
			l.at("W302", e, "the piece %q cannot move: it has no moves of its own, and no rule moves it",
				clause.Component(e).String().Text)
		}
	}
}

// placedInPlay reports whether moves put one of the components on the board: a piece
// that is put where it is meant to stay need not move.
func (l *linter) placedInPlay(list []int) bool {
	if l.f.has("move Add", "move Claim", "add", "claim", "promote", "move Promote") {
		for _, u := range l.f.uses {
			if u.naming == pieceMade && u.name == "" && l.byNumber(u.clause, list) {
				return true
			}
			if u.naming != pieceMade && u.naming != pieceOwned && u.naming != pieceOrBox || u.name == "" {
				continue
			}
			for _, i := range list {
				if strings.Contains(l.g.Components[i].Name, u.name) {
					return true
				}
			}
		}
		return slices.ContainsFunc(list, func(i int) bool { return i <= l.g.Players })
	}
	return false
}
