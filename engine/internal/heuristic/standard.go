package heuristic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// Standard are the heuristics of agents for games whose descriptions have none: what
// counts is in the terms below, and how much follows from random plays, in which the
// results are regressed on the terms (see fit); what the ends ask for counts at least a
// little. For a game and the way in which p plays it, it is always the same.
//
//	material   the pieces of a player, those of every kind for themselves
//	mobility   the moves that he has, or would have if it were his turn
//	centre     how near his pieces are to the centre of the board
//	corners    how near they are to its corners
//	score      his score, in games with scores
//	lines      how near he is to a line, where ends ask for one
//	progress   how near his pieces are to his own regions on which none of them begins
//	track      how far his pieces are on a track of his own; one that left it counts more
func Standard(p Player) *Set {
	s, g := &Set{}, p.Game()
	c := begin(g)
	if c == nil || g.DeductionPuzzle {
		return s
	}
	all := everyPiece(g)
	for _, kind := range kinds(g) {
		name := "material"
		if kind != "" {
			name += " " + kind
		}
		s.put(name, 1, material(piecesOf(g, kind), false, func(Position, game.Place) float32 { return 1 }))
	}
	s.put("mobility", 1, mobility)
	table := g.Topo.ToCentre(tableType(g))
	s.put("centre", 1, proximity(all, table, greatest(table), true))
	if corners := g.Topo.ToCorners(tableType(g)); greatest(corners) > 0 {
		s.put("corners", 1, proximity(all, corners, greatest(corners), true))
	}
	if g.Has(game.Score) {
		s.put("score", 1, func(c Position, player int, _ float32, _ int) float32 { return float32(c.Score(player)) })
	}
	if endsHave(g.Root(), "is", "Line") {
		s.put("lines", 1, lines(lineLength(g)))
	}
	if v := progress(c); v != nil {
		s.put("progress", 1, v)
	}
	if v := tracked(g); v != nil {
		s.put("track", 1, v)
	}
	s.fit(p)
	return s
}

// mostKinds is the number of kinds of pieces up to which each has a weight of its own.
const mostKinds = 12

// kinds are the names of the kinds of pieces of players, "" for all of them where
// there are fewer than two or too many.
func kinds(g *game.Game) (names []string) {
	for i := range g.Components {
		k := &g.Components[i]
		if k.Owner >= 1 && k.Owner <= g.Players && !slices.Contains(names, k.BaseName) {
			names = append(names, k.BaseName)
		}
	}
	if len(names) < 2 || len(names) > mostKinds {
		return []string{""}
	}
	return names
}

// piecesOf weighs the components of a kind alike and the others not at all.
func piecesOf(g *game.Game, kind string) []float32 {
	weights := everyPiece(g)
	for i := range weights {
		if kind != "" && g.Components[i].BaseName != kind {
			weights[i] = 0
		}
	}
	return weights
}

// everyPiece weighs every component alike.
func everyPiece(g *game.Game) []float32 {
	all := make([]float32, len(g.Components))
	for i := range all {
		all[i] = 1
	}
	return all
}

// Pieces values positions by the number of pieces alone.
func Pieces(g *game.Game) *Set {
	s := &Set{}
	s.put("material", 1, material(everyPiece(g), false, func(Position, game.Place) float32 { return 1 }))
	return s
}

// put appends a term.
func (s *Set) put(name string, weight float32, v valuer) {
	s.terms = append(s.terms, term{name: name, weight: weight, transform: transform(nil), value: v})
	if s.text != "" {
		s.text += ", "
	}
	s.text += fmt.Sprintf("%s %v", name, weight)
}

// NeedsMoves reports whether a term counts the legal moves.
func (s *Set) NeedsMoves() bool { return strings.Contains(s.text, "mobility") }

// begin is the position after the start rules, nil if they fail.
func begin(g *game.Game) *game.Context {
	c, r := game.NewContext(g), rng.New(1)
	c.Lazy = true
	if c.Catch(func() { c.Start(&r) }) != nil {
		return nil
	}
	return c
}

// endsHave reports whether an end rule has a clause with a keyword and constant.
func endsHave(e *lgdl.Expr, keyword, constant string) bool {
	found := false
	ends(e, false, func(x *lgdl.Expr) {
		found = found || x.Text == keyword && len(x.Form.Slots) > 0 && x.Form.Slots[0].Const == constant
	})
	return found
}

// ends calls f for every clause inside of end rules.
func ends(e *lgdl.Expr, inside bool, f func(*lgdl.Expr)) {
	if e == nil {
		return
	}
	if e.Kind == lgdl.Clause {
		if inside && e.Form != nil {
			f(e)
		}
		inside = inside || e.Text == "end"
	}
	for x := range e.Parts() {
		ends(x, inside, f)
	}
}

// progress is how near a player's pieces are to those of his regions on which none of
// them begins; nil where there are none.
func progress(c *game.Context) valuer {
	g := c.G
	tables, most := make([][]int32, g.Players+1), make([]float32, g.Players+1)
	any := false
	for p := 1; p <= g.Players; p++ {
		for i := range g.Regions {
			r := &g.Regions[i]
			if r.Owner != p || slices.ContainsFunc(constant(g, r), func(site int32) bool {
				return int(site) < g.Topo.Num(g.DefaultType) && c.S.Who(g.DefaultType, int(site)) == p
			}) {
				continue
			}
			own := distances(g, r)
			if own == nil || greatest(own) == 0 {
				continue
			}
			most[p], any = max(most[p], float32(greatest(own))), true
			if tables[p] == nil {
				tables[p] = own
				continue
			}
			for s, d := range own {
				tables[p][s] = min(tables[p][s], d)
			}
		}
	}
	if !any {
		return nil
	}
	return func(c Position, player int, least float32, _ int) (sum float32) {
		t := tables[player]
		for _, k := range c.Game().ComponentsOf(player) {
			for _, at := range c.Places(int(k)) {
				if int(at.Site) < len(t) {
					sum += 1 - float32(t[at.Site])/most[player]
				}
			}
		}
		return sum
	}
}

// tracked is how far a player's pieces have come on his own tracks; nil where no
// player has one.
func tracked(g *game.Game) valuer {
	way := make([]map[int32]float32, g.Players+1)
	any := false
	for i := range g.Tracks {
		t := g.Tracks[i]
		if t.Owner < 1 || t.Owner > g.Players || len(t.Elems) < 2 || way[t.Owner] != nil {
			continue
		}
		any = true
		way[t.Owner] = map[int32]float32{}
		for k, e := range t.Elems {
			if _, met := way[t.Owner][e.Site]; !met {
				way[t.Owner][e.Site] = float32(k) / float32(len(t.Elems)-1)
			}
		}
	}
	if !any {
		return nil
	}
	return func(c Position, player int, _ float32, _ int) (sum float32) {
		for _, k := range c.Game().ComponentsOf(player) {
			for _, at := range c.Places(int(k)) {
				// A piece that has left counts as one at the end and one more.
				sum += way[player][at.Site] - 2
			}
		}
		return sum
	}
}
