package heuristic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// Standard are the heuristics of agents for games whose descriptions have none. What
// counts follows from the rules alone:
//
//	material   1 a piece; −1 where a player without pieces wins
//	score      1/4 a point, in games with scores
//	lines      1, where ends ask for lines: how near a player is to one
//	progress   1/4 a piece that is on a site of the player's own regions on which none
//	           of his pieces begins, less in proportion to its distance
//	track      1/4 a piece at the end of a track of its owner, less where it has further
//	           to go, and the worth of one more for a piece that is no longer there
func Standard(g *game.Game) *Set {
	s := &Set{}
	all := make([]float32, len(g.Components))
	for i := range all {
		all[i] = 1
	}
	c := begin(g)
	sign := float32(1)
	if shedding(g.Root()) {
		sign = -1
	}
	s.put("material", sign, material(all, false, func(*game.Context, game.Place) float32 { return 1 }))
	if g.Has(game.Score) {
		s.put("score", 0.25, func(c *game.Context, player int, _ float32, _ int) float32 { return float32(c.S.ScoreOf[player]) })
	}
	if endsHave(g.Root(), "is", "Line") {
		s.put("lines", 1, lines(lineLength(g)))
	}
	if c == nil {
		return s
	}
	if v := progress(c); v != nil {
		s.put("progress", 0.25, v)
	}
	if v := tracked(g); v != nil {
		s.put("track", 0.25, v)
	}
	return s
}

// Pieces values positions by the number of pieces alone.
func Pieces(g *game.Game) *Set {
	all := make([]float32, len(g.Components))
	for i := range all {
		all[i] = 1
	}
	s := &Set{}
	s.put("material", 1, material(all, false, func(*game.Context, game.Place) float32 { return 1 }))
	return s
}

// put appends a term.
func (s *Set) put(name string, weight float32, v valuer) {
	s.terms = append(s.terms, term{weight: weight, transform: transform(nil), value: v})
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
	c.Drafting = true
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
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			ends(x, inside, f)
		}
	}
}

// shedding reports whether somebody without pieces wins.
func shedding(root *lgdl.Expr) bool {
	found := false
	ends(root, false, func(x *lgdl.Expr) {
		if x.Text != "if" {
			return
		}
		for _, empty := range inside(x, "no", "Pieces") {
			for _, result := range inside(x, "result", "") {
				who := words(empty)
				if n := words(result); len(who) > 0 && len(n) > 1 && who[0] == n[0] && n[1] == "Win" {
					found = true
				}
			}
		}
	})
	return found
}

// inside are the clauses inside of e with a keyword and, unless it is "", a constant.
func inside(e *lgdl.Expr, keyword, constant string) (found []*lgdl.Expr) {
	if e == nil {
		return nil
	}
	if e.Kind == lgdl.Clause && e.Text == keyword && e.Form != nil &&
		(constant == "" || len(e.Form.Slots) > 0 && e.Form.Slots[0].Const == constant) {
		found = append(found, e)
	}
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			found = append(found, inside(x, keyword, constant)...)
		}
	}
	return found
}

// words are the texts of the arguments that are constants.
func words(e *lgdl.Expr) (texts []string) {
	for _, a := range e.Args {
		if a != nil && a.Kind == lgdl.Const {
			texts = append(texts, a.Text)
		}
	}
	return texts
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
	return func(c *game.Context, player int, least float32, _ int) (sum float32) {
		t := tables[player]
		for _, k := range c.G.ComponentsOf(player) {
			for _, at := range c.S.Places(int(k)) {
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
	return func(c *game.Context, player int, _ float32, _ int) (sum float32) {
		for _, k := range c.G.ComponentsOf(player) {
			for _, at := range c.S.Places(int(k)) {
				// A piece that has left counts as one at the end and one more.
				sum += way[player][at.Site] - 2
			}
		}
		return sum
	}
}
