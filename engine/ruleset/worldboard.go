package ruleset

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/search"
)

// layoutOf is the board of a game for learned weights; sites of hands are none of it.
func layoutOf(g *game.Game) search.Layout {
	l := search.Layout{Owners: make([]int, len(g.Components)), Near: make([][]int32, g.Topo.Num(g.DefaultType))}
	for i := range g.Components {
		l.Owners[i] = g.Components[i].Owner
	}
	near := g.Topo.NeighbourTable(g.DefaultType, board.RelAdjacent)
	for s := range l.Near {
		l.Near[s] = near.Row(int32(s))
	}
	return l
}

func (w *codeWorld) Layout() search.Layout { return layoutOf(w.g) }

// What is the component on top of a site of the board.
func (w *codeWorld) What(site int) int { return w.at.What(site) }

// Ends are the sites that decision i goes from and to.
func (w *codeWorld) Ends(i int) (from, to int) { return compiled.Ends(w.moves()[i]) }

func (w *world) Layout() search.Layout { return layoutOf(w.g) }

// What is the component on top of a site of the board.
func (w *world) What(site int) int { return w.at.S.What(w.g.DefaultType, site) }

// Ends are the sites that decision i goes from and to.
func (w *world) Ends(i int) (from, to int) {
	m := w.made(i)
	return int(m.From), int(m.To)
}

// puzzle is the world of a deduction puzzle.
type puzzle struct{ *world }

// Assigns reports whether a decision sets a variable that is open; the type of its site
// is part of its number.
func (p puzzle) Assigns(i int) (variable, value int, ok bool) {
	w := p.world
	m := w.made(i)
	for k := range w.at.Items(m) {
		if a := w.at.Item(m, k); a.Kind == game.ActPuzzleSet {
			return int(a.To)<<2 | int(a.TypeTo)&3, int(a.Value), !w.at.S.IsResolved(board.SiteType(a.TypeTo), int(a.To))
		}
	}
	return 0, 0, false
}
