package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// names warns of names that nothing has.
func (l *linter) names() {
	for _, u := range l.f.uses {
		l.name(u)
		if u.naming == listForgotten && l.f.counts[listSet][u.name] == 0 {
			w := l.at("W105", u.at, "%s is to be forgotten, and no rule sets it", pairs[listSet].called(u.name))
			w.Hint = l.meant(u.name, listSet)
		}
	}
	anyBox := func(c *game.Container) bool { return c.Kind != game.Board }
	for _, key := range []string{"handSite", "sites Hand"} {
		for _, e := range l.f.clauses[key] {
			if role := whose(e); role != nil {
				l.boxes(e, role, anyBox)
			}
		}
	}
	seen := map[use]bool{}
	for _, u := range l.f.uses {
		pair, key := pairs[u.naming], use{naming: u.naming, name: u.name}
		if pair == nil || u.naming != pair.read || seen[key] || u.naming == counterRead { // which counts by itself
			continue
		}
		seen[key] = true
		if l.f.counts[pair.set][u.name] == 0 {
			w := l.at("W105", u.at, "%s is asked for%s, and no rule sets it", pair.called(u.name), l.f.often(u))
			w.Hint = l.meant(u.name, pair.set)
		}
	}
}

// pair is something that some forms set and others read.
type pair struct {
	set, read naming
	what      string
	single    bool // there is one, without a name
}

func (p *pair) called(name string) string {
	if p.single {
		return "the " + p.what
	}
	if name == "" {
		return "the " + p.what + " without a name"
	}
	return fmt.Sprintf("the %s %q", p.what, name)
}

// pairs is by either side.
var pairs = func() map[naming]*pair {
	m := map[naming]*pair{}
	for _, p := range []*pair{
		{varSet, varRead, "variable", false},
		{listSet, listRead, "list of remembered values", false},
		{proposalSet, proposalRead, "proposal", false},
		{scoreSet, scoreRead, "score", true},
		{pendingSet, pendingRead, "pending value", true},
		{counterSet, counterRead, "counter", true},
		{potSet, potRead, "pot", true},
		{amountSet, amountRead, "amount of a player", true},
		{playerValueSet, playerValueRead, "value of a player", true},
	} {
		m[p.set], m[p.read] = p, p
	}
	// The flag of an event has no name: any event sets it.
	return m
}()

// name looks up what is named once.
func (l *linter) name(u use) {
	switch u.naming {
	case regionName, regionPart:
		l.region(u)
	case pieceOrBox, pieceMade, pieceOwned, pieceOwnedAt, pieceFamily, pieceLike:
		if u.name != "" {
			l.piece(u)
		}
	case containerOf:
		if u.name != "" {
			l.hand(u.at, whose(u.clause), u.name)
		}
	case trackLike, trackExact:
		if u.name != "" {
			l.track(u)
		}
	case coordinate, mapKey:
		if u.name != "" {
			l.coordinate(u.at, u.clause)
		}
	case mapValue:
		if u.name != "" && lgdl.IsCoordinate(u.name) {
			l.coordinate(u.at, u.clause)
		} else if u.name != "" && l.g.ComponentNamed(u.name) < 0 {
			w := l.at("W107", u.at, "the value %q of this pair is neither a piece nor a site: the map has no such entry",
				u.name)
			w.Hint = l.like(u.name, l.pieceNames(mapValue))
		}
	case mapName:
		l.mapEntry(u)
	case eventRead:
		if !slices.ContainsFunc(l.f.uses, func(x use) bool { return x.naming == eventSet }) {
			l.at("W105", u.at, "the event %q is asked for, and no rule triggers any", u.name)
		}
	}
}

// owners returns which owner a role may stand for; nil stands for any player.
func (l *linter) owners(role *lgdl.Expr) func(owner int) bool {
	if role == nil || role.Kind != lgdl.Const {
		return func(owner int) bool { return true }
	}
	if n, ok := game.RoleNumber(role.Text); ok {
		return func(owner int) bool { return owner == n }
	}
	switch role.Text {
	case "Shared", "Each":
		return func(owner int) bool { return owner == l.g.Shared() }
	}
	return func(owner int) bool { return true }
}

func (l *linter) region(u use) {
	g := l.g
	var names []string
	for i := range g.Regions {
		names = append(names, g.Regions[i].Name)
	}
	role := whose(u.clause)
	if u.naming == regionPart {
		role = nil
	}
	owned := l.owners(role)
	theirs := func(part string) bool {
		return slices.ContainsFunc(g.Regions, func(r game.NamedRegion) bool {
			return owned(r.Owner) && strings.Contains(r.Name, part)
		})
	}
	switch {
	case u.name == "":
		if u.naming == regionPart || role == nil || theirs("") {
			return
		}
		who := "no player"
		if role.Kind == lgdl.Const {
			who = "nobody in the role " + role.Text
		}
		l.at("W101", u.at, "%s has a region: these sites are none", who).Hint =
			"the sites of a player are the (regions …) that the equipment gives him"
	case u.naming == regionName && lgdl.IsCoordinate(u.name):
		l.coordinate(u.at, u.clause)
	case u.naming == regionName && role == nil:
		if !slices.Contains(names, u.name) {
			l.at("W101", u.at, "no region is called %q: these sites are none", u.name).Hint = l.like(u.name, names)
		}
	case !slices.ContainsFunc(names, func(s string) bool { return strings.Contains(s, u.name) }):
		w := l.at("W101", u.at, "no region has %q in its name: these sites are none", u.name)
		w.Hint = l.like(u.name, names)
	case !theirs(u.name):
		l.at("W101", u.at, "no region of %s has %q in its name: these sites are none", role.Text, u.name)
	}
}

// pieceNames are the names that a use could have meant.
func (l *linter) pieceNames(n naming) []string {
	var s []string
	for i := 1; i < len(l.g.Components); i++ {
		c := &l.g.Components[i]
		if n != pieceFamily {
			s = append(s, c.Name)
		}
		if n != pieceOrBox && n != pieceMade && n != mapValue {
			s = append(s, undigited(c.Name))
		}
	}
	return s
}

// undigited is a name without its trailing number.
func undigited(name string) string { return strings.TrimRight(name, "0123456789") }

// named returns which components a use names, and how.
func (l *linter) named(u use) (matches func(c *game.Component) bool, how string) {
	role := whose(u.clause)
	owned := l.owners(role)
	switch u.naming {
	case pieceFamily:
		if u.clause.Form.Keyword == "sites" {
			return func(c *game.Component) bool { return c.BaseName == u.name }, "is called %q, the number of its owner aside"
		}
		return func(c *game.Component) bool {
			return c.Kind != "card" && c.Kind != "die" && undigited(c.Name) == u.name
		}, "is called %q, the number of its owner aside"
	case pieceLike:
		return func(c *game.Component) bool { return strings.Contains(c.Name, u.name) }, "has %q in its name"
	case pieceOwned, pieceOwnedAt:
		return func(c *game.Component) bool {
			return strings.Contains(c.Name, u.name) && owned(c.Owner)
		}, "has %q in its name"
	case pieceMade:
		// A promotion for a player looks among his pieces.
		return func(c *game.Component) bool {
			return c.Name == u.name || l.promoted(u) && strings.Contains(c.Name, u.name)
		}, "is called %q"
	}
	return func(c *game.Component) bool { return c.Name == u.name }, "is called %q"
}

// promoted reports whether the (piece …) of a use is what a promotion for a player names.
func (l *linter) promoted(u use) bool {
	for _, key := range []string{"promote", "move Promote"} {
		for _, e := range l.f.clauses[key] {
			if slot(e, "(piece)") == u.clause && (slot(e, "roleType") != nil || slot(e, "(player)") != nil) {
				return true
			}
		}
	}
	return false
}

func (l *linter) piece(u use) {
	g := l.g
	if u.naming == pieceLike && u.name == "Bag" { // what is left of the dominoes
		return
	}
	if u.naming == pieceOrBox || u.naming == pieceMade {
		for i := range g.Containers {
			if g.Containers[i].Name == u.name {
				return
			}
		}
	}
	if u.naming == pieceOwned && whose(u.clause).Text == "Player" {
		return // the language ignores the name here
	}
	matches, how := l.named(u)
	for i := 1; i < len(g.Components); i++ {
		if matches(&g.Components[i]) {
			return
		}
	}
	w := l.at("W102", u.at, "no piece "+how+what(u, l), u.name)
	others := slices.DeleteFunc(l.pieceNames(u.naming), func(s string) bool { return s == u.name })
	w.Hint = l.like(u.name, others)
}

// what adds to a message whose piece is looked for, when that is why there is none.
func what(u use, l *linter) string {
	if u.naming != pieceOwned && u.naming != pieceOwnedAt {
		return ""
	}
	for i := 1; i < len(l.g.Components); i++ {
		if strings.Contains(l.g.Components[i].Name, u.name) {
			if role := whose(u.clause); role != nil && role.Kind == lgdl.Const {
				return " and belongs to " + role.Text
			}
		}
	}
	return ""
}

// hand looks for a container by its owner and part of its name.
func (l *linter) hand(at, role *lgdl.Expr, name string) {
	if !strings.Contains(name, "Hand") {
		return // compiling looks it up
	}
	l.boxes(at, role, func(c *game.Container) bool { return c.Kind == game.Hand && strings.Contains(c.Name, name) })
}

// boxes warns when nobody whom a role may stand for has such a container.
func (l *linter) boxes(at, role *lgdl.Expr, ok func(c *game.Container) bool) {
	owned := l.owners(role)
	if role != nil && role.Text == "Shared" {
		owned = func(int) bool { return true } // whoever has it
	}
	for i := range l.g.Containers {
		if c := &l.g.Containers[i]; ok(c) && owned(c.Owner) {
			return
		}
	}
	who := ""
	if role != nil && role.Kind == lgdl.Const {
		who = " for the role " + role.Text
	}
	l.at("W104", at, "the equipment has no hand%s: there is no such site", who).Hint = "declare it, as in (hand Each)"
}

func (l *linter) track(u use) {
	g := l.g
	exact := u.naming == trackExact || u.clause.Form.Keyword == "sow" && u.clause.Arg("owner") == nil
	var names []string
	for _, t := range g.Tracks {
		if t.Name == u.name || !exact && strings.Contains(t.Name, u.name) {
			return
		}
		names = append(names, t.Name)
	}
	if u.name == "AllTracks" && u.naming == trackExact {
		return
	}
	if len(g.Tracks) == 0 {
		l.at("W103", u.at, "the board has no track, so none is called %q", u.name)
		return
	}
	how := "has %q in its name"
	if exact {
		how = "is called %q"
	}
	l.at("W103", u.at, "no track "+how, u.name).Hint = l.like(u.name, names)
}

// coordinate warns of a site that the board has not.
func (l *linter) coordinate(at, clause *lgdl.Expr) {
	st := l.g.DefaultType
	if x := slot(clause, "siteType"); x != nil {
		st, _ = board.ParseSiteType(x.Text)
	}
	if l.g.Topo.Find(st, at.Text) >= 0 {
		return
	}
	l.at("W108", at, "the board has no site %q%s", at.Text, l.extent(st))
}

// extent tells the names of the first and the last site.
func (l *linter) extent(st board.SiteType) string {
	n := l.g.Topo.Num(st)
	if n == 0 {
		return ""
	}
	first, last := l.g.Topo.Label(st, 0), l.g.Topo.Label(st, int32(n-1))
	if first == "" || last == "" {
		return ""
	}
	return "; its sites go from " + strconv.Quote(first) + " to " + strconv.Quote(last)
}

func (l *linter) mapEntry(u use) {
	var names []string
	for i := range l.g.Maps {
		names = append(names, l.g.Maps[i].Name)
	}
	switch {
	case len(names) == 0:
		l.at("W106", u.at, "the equipment has no map: every key is its own value")
	case u.name != "" && !slices.Contains(names, u.name):
		l.at("W106", u.at, "no map is called %q: every key is its own value", u.name).Hint = l.like(u.name, names)
	}
}
