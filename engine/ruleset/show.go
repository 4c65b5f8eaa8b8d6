package ruleset

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/trace"
)

// State is the position in the fields of a recorded play, with everything that is
// hidden from players.
func (t *table) State() *trace.Line {
	l := trace.State(t.c)
	l.Ply, l.N = t.c.T.MoveNumber(), len(t.moves())
	return &l
}

// Board draws the position in characters as a player sees it; 0 is one who sees everything.
func (t *table) Board(agent int) string {
	c, player := t.c, 0
	if agent > 0 {
		player = t.player(agent)
	}
	g := c.G
	letters := lettersOf(g)
	var b strings.Builder
	for _, st := range []board.SiteType{board.Cell, board.Vertex, board.Edge} {
		if st == g.DefaultType || g.Topo.Num(st) > 0 && t.uses(st) {
			b.WriteString(draw.Text(g.Topo, st, func(site int) string { return t.symbol(st, site, player, letters) }))
		}
	}
	for i := range g.Containers {
		box := &g.Containers[i]
		if box.Kind == game.Board {
			continue
		}
		var held []string
		for k := range box.Sites {
			if s := t.symbol(board.Cell, box.First+k, player, letters); s != "·" {
				held = append(held, s)
			}
		}
		if len(held) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", box.Name, strings.Join(held, " "))
		}
	}
	for p := 1; p <= g.Players && g.Has(game.Score); p++ {
		fmt.Fprintf(&b, "score of player %d: %d\n", p, c.S.ScoreOf[t.player(p)])
	}
	return b.String()
}

// uses reports whether anything stands on elements of a type.
func (t *table) uses(st board.SiteType) bool {
	for site := range t.c.G.Topo.Num(st) {
		if t.c.S.What(st, site) != 0 {
			return true
		}
	}
	return false
}

// symbol is what stands on a site as a player sees it: its letter and, where there
// are several pieces, their number.
func (t *table) symbol(st board.SiteType, site, player int, letters []string) string {
	c := t.c
	if c.G.DeductionPuzzle && st == c.G.DefaultType {
		if v := c.S.PuzzleValues(st, site); c.S.IsResolved(st, site) {
			return fmt.Sprint(v.First())
		}
		return "·"
	}
	if c.S.HiddenBits(player, st, site, 0)&(1<<game.HiddenAll|1<<game.HiddenWhat) != 0 {
		return "?"
	}
	what := c.S.What(st, site)
	if what <= 0 || what >= len(letters) {
		return "·"
	}
	n := c.S.CountAt(st, site)
	if c.G.Stacks {
		n = c.S.SizeAt(st, site)
	}
	if k := &c.G.Components[what]; len(k.Faces) > 0 {
		if f := c.S.StateAt(st, site, 0); f >= 0 && f < len(k.Faces) {
			return fmt.Sprint(k.Faces[f])
		}
	}
	switch {
	case letters[what] == "" && n > 0: // seeds: their number alone
		return fmt.Sprint(n)
	case n > 1 && n < 10:
		return letters[what] + fmt.Sprint(n)
	case n > 9:
		return letters[what] + "+"
	}
	return letters[what]
}

// lettersOf are the symbols of the components: discs where every player has one kind,
// else letters, capitals for the first player; "" for what only counts.
func lettersOf(g *game.Game) []string {
	discs := []string{"○", "●", "◆", "▲", "■", "★", "▼", "♣"}
	letters := make([]string, len(g.Components))
	plain := true
	for p := 1; p <= g.Players; p++ {
		plain = plain && len(g.ComponentsOf(p)) <= 1
	}
	used := map[string]bool{}
	for i := 1; i < len(g.Components); i++ {
		k := &g.Components[i]
		switch {
		case plain && k.Owner >= 1 && k.Owner <= g.Players && k.Owner <= len(discs):
			letters[i] = discs[k.Owner-1]
		case g.Counts && k.Owner == 0 && len(g.Components) == 2:
			letters[i] = ""
		default:
			letters[i] = letter(k, used)
		}
	}
	return letters
}

// letter is the first letter of a component's name that its owner has not used, * for
// lack of any.
func letter(k *game.Component, used map[string]bool) string {
	for _, c := range k.BaseName {
		if !unicode.IsLetter(c) {
			continue
		}
		c = unicode.ToLower(c)
		if k.Owner <= 1 {
			c = unicode.ToUpper(c)
		}
		if id := fmt.Sprintf("%d%c", k.Owner, c); !used[id] {
			used[id] = true
			return string(c)
		}
	}
	return "*"
}

// Short describes decision i by the names of the sites, such as A1 or A1-B2; two
// decisions may have one text.
func (t *table) Short(i int) string {
	m := t.moves()[i]
	c := t.c
	if c.IsPass(m) {
		return "pass"
	}
	a, ok := c.Decision(m)
	if !ok {
		return trace.MoveText(c, m)
	}
	switch a.Kind {
	case game.ActSwap:
		return "swap"
	case game.ActBet:
		return fmt.Sprintf("bet %d", a.Value)
	case game.ActPropose:
		return "propose " + c.Text(a.Name)
	case game.ActVote:
		return "vote " + c.Text(a.Name)
	}
	st := c.G.DefaultType
	if a.TypeTo != game.NoType {
		st = board.SiteType(a.TypeTo)
	} else if a.TypeFrom != game.NoType {
		st = board.SiteType(a.TypeFrom)
	}
	var text string
	switch {
	case m.From < 0 && m.To < 0:
		return trace.MoveText(c, m)
	case m.From < 0 || m.From == m.To:
		text = t.siteName(st, m.To)
	case m.To < 0:
		text = t.siteName(st, m.From)
	default:
		text = t.siteName(st, m.From) + "-" + t.siteName(st, m.To)
	}
	switch a.Kind {
	case game.ActAdd, game.ActPromote:
		if k := int(a.What); k > 0 && k < len(c.G.Components) && len(c.G.ComponentsOf(c.G.Components[k].Owner)) > 1 {
			text += "=" + c.G.Components[k].Name
		}
	case game.ActPuzzleSet:
		text += fmt.Sprintf("=%d", a.Value)
	case game.ActPuzzleToggle:
		if values := c.S.PuzzleValues(st, int(m.To)); values.Has(int(a.Value)) {
			text += fmt.Sprintf("≠%d", a.Value)
		} else {
			text += fmt.Sprintf("?%d", a.Value)
		}
	}
	return text
}

// siteName is the coordinate of a site of the board, or the name of a container with
// the number of the site in it, from 1.
func (t *table) siteName(st board.SiteType, site int32) string {
	g := t.c.G
	if int(site) < g.Topo.Num(st) {
		if label := g.Topo.Label(st, site); label != "" {
			return label
		}
		return fmt.Sprint(site)
	}
	for i := range g.Containers {
		if box := &g.Containers[i]; box.Kind != game.Board && int(site) >= box.First && int(site) < box.First+box.Sites {
			return fmt.Sprintf("%s:%d", box.Name, int(site)-box.First+1)
		}
	}
	return fmt.Sprint(site)
}
