package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// players warns of roles of players whom the game has not.
func (l *linter) players() {
	times := map[string]int{}
	for _, r := range l.f.roles {
		times[r.Text]++
	}
	for _, r := range l.f.roles {
		n, ok := game.RoleNumber(r.Text)
		if !ok || n <= l.g.Players || strings.HasPrefix(r.Text, "Team") || times[r.Text] == 0 {
			continue
		}
		more := ""
		if times[r.Text] > 1 {
			more = fmt.Sprintf(" (in %d places)", times[r.Text])
		}
		times[r.Text] = 0
		l.at("W109", r, "there is no player %s: the game has %d player%s%s", r.Text, l.g.Players, plural(l.g.Players), more)
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// doubles warns of names that two things of a kind have, where one hides the other.
func (l *linter) doubles() {
	g := l.g
	seen := map[string]*lgdl.Expr{}
	for _, e := range slices.Concat(l.f.declared("piece"), l.f.declared("tile")) {
		for _, i := range l.components(e) {
			name := g.Components[i].Name
			if first := seen[name]; first != nil && first.Pos != e.Pos {
				l.at("W110", e, "two pieces are called %q: the name means this one, and no rule can name that of line %d",
					name, first.Pos.Line)
				break
			}
			seen[name] = e
		}
	}
	phases := map[string]*lgdl.Expr{}
	for _, p := range l.f.phases {
		name := clause.PhaseString(p).String().Text
		if first := phases[name]; first != nil && first.Pos != p.Pos {
			l.at("W110", p, "two phases are called %q: no rule can lead to both by name, the other is in line %d",
				name, first.Pos.Line)
			continue
		}
		phases[name] = p
	}
}

// placements warns of placements in containers that do not mean what they say.
func (l *linter) placements() {
	g := l.g
	for _, u := range l.f.uses {
		if u.naming != containerAny || u.name == "" || !strings.HasPrefix(u.clause.Form.Text, "(place string [string] ") {
			continue
		}
		item := clause.PlaceString2(u.clause).String1()
		i := slices.IndexFunc(g.Containers, func(c game.Container) bool { return c.Name == u.name })
		switch {
		case u.name == "Hand" && i < 0:
			var none []string
			for p := 1; p <= g.Players; p++ {
				if !slices.ContainsFunc(g.Containers, func(c game.Container) bool { return c.Name == fmt.Sprint("Hand", p) }) {
					none = append(none, fmt.Sprint(p))
				}
			}
			if len(none) > 0 {
				w := l.at("W301", u.at, "player %s has no hand: nothing is placed there", strings.Join(none, ", "))
				w.Hint = "declare it, as in (hand Each)"
			}
		case i > 0 && g.Containers[i].Kind == game.Hand:
			placed := "nothing"
			if i < len(g.Components) {
				placed = g.Components[i].Name
			}
			if placed != item.Text {
				w := l.at("W301", u.clause, "this places %s in %s, not %s: in a hand by its number the language places the "+
					"piece with the number of the container", placed, u.name, item.Text)
				if base := undigited(item.Text); base != item.Text {
					w.Hint = fmt.Sprintf(`did you mean (place %q "Hand")? It gives every player his own`, base)
				}
			}
		case i > 0 && g.Containers[i].Kind == game.Dice && l.kind(item.Text) != "die":
			l.at("W301", u.clause, "this places %s among the dice", item.Text).Hint = `did you mean "Hand"?`
		}
	}
}

// kind returns the kind of the component with the name, "" for none.
func (l *linter) kind(name string) string {
	if i := l.g.ComponentNamed(name); i > 0 {
		return l.g.Components[i].Kind
	}
	return ""
}
