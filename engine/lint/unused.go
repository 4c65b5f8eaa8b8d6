package lint

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
	"github.com/astragal/astragal/engine/ludeme"
)

// unuse is something declared that a set of facts may use.
type unuse struct {
	code string
	pos  lgdl.Pos
	via  *lgdl.Via
	text string
	hint string
	used func(f *facts) bool
}

// idle is an unuse at an expression.
func idle(code string, e *lgdl.Expr, text, hint string, used func(f *facts) bool) unuse {
	return unuse{code, e.Pos, e.Via, text, hint, used}
}

// unused warns of what is declared and never used. What is not used under the
// options chosen may be under others: then nothing is said.
func (l *linter) unused() {
	left := l.defines()
	items := slices.Concat(l.regionItems(), l.pieceItems(), l.trackItems(), l.setNames(), l.mapItems(), l.boxItems())
	for _, u := range items {
		if !u.used(l.f) {
			left = append(left, u)
		}
	}
	if len(left) == 0 {
		return
	}
	start := time.Now()
	complete := l.in.Expanded.Variants(variantLimit, func(x *lgdl.Expanded) bool {
		c, err := x.Check(ludeme.Grammar())
		if err == nil && c.Game != nil && c.Game.Form.Keyword == "game" {
			f := l.collect(x, c)
			left = slices.DeleteFunc(left, func(u unuse) bool { return u.used(f) })
		}
		return len(left) > 0 && time.Since(start) < variantTime
	})
	if !complete {
		return
	}
	for _, u := range left {
		l.add(u.code, u.pos, u.via, "%s", u.text).Hint = u.hint
	}
}

// defines are the description's own defines that nothing uses.
func (l *linter) defines() []unuse {
	var found []unuse
	for _, d := range l.in.Expanded.Unused() {
		found = append(found, unuse{"W210", d.Pos, nil, fmt.Sprintf("the define %q is never used", d.Name), "",
			func(f *facts) bool { return !f.idle[d.Name] }})
	}
	return found
}

// roleOwner is the owner of an item with that role, as the equipment has it.
func (l *linter) roleOwner(role *lgdl.Expr) int {
	if role == nil {
		return 0
	}
	if role.Text == "Shared" || role.Text == "All" {
		return l.g.Shared()
	}
	n, _ := game.RoleNumber(role.Text)
	return n
}

// itemOwner is the owner of a tile or piece with that role, shared without one.
func (l *linter) itemOwner(role *lgdl.Expr) int {
	if role == nil {
		return l.g.Shared()
	}
	return l.roleOwner(role)
}

func (l *linter) regionItems() []unuse {
	if l.g.DeductionPuzzle {
		return nil // its constraints are about all regions
	}
	var found []unuse
	for _, e := range l.f.declared("regions") {
		role, name, what := clause.Regions(e).RoleType(), "RegionP1", "this region"
		if role != nil {
			name, what = "Region"+role.Text, "this region of "+role.Text
		}
		if x := clause.Regions(e).String1(); x != nil {
			name, what = x.Text, fmt.Sprintf("the region %q", x.Text)
		}
		owner := l.roleOwner(role)
		found = append(found, idle("W201", e, what+" is never asked for", "", func(f *facts) bool {
			return f.shown[name] || role != nil && f.shown["RegionOwner"] || l.regionUsed(f, name, owner)
		}))
	}
	return found
}

// regionUsed reports whether the rules ask for a region.
func (l *linter) regionUsed(f *facts, name string, owner int) bool {
	for _, u := range f.uses {
		switch role := whose(u.clause); {
		case u.naming == regionPart && strings.Contains(name, u.name):
			return true
		case u.naming != regionName:
		case role == nil:
			if u.name == name {
				return true
			}
		case strings.Contains(name, u.name) && l.owners(role)(owner):
			return true
		}
	}
	for _, key := range []string{"is Connected", "is Blocked"} {
		for _, e := range f.clauses[key] {
			if slot(e, "{sites}") == nil && (slot(e, "roleType") == nil || l.owners(slot(e, "roleType"))(owner)) {
				return true
			}
		}
	}
	return false
}

// components returns the components that an item declares.
func (l *linter) components(e *lgdl.Expr) []int {
	name, role := clause.Component(e).String().Text, clause.Component(e).RoleType()
	var found []int
	for i := 1; i < len(l.g.Components); i++ {
		c := &l.g.Components[i]
		if c.Kind != e.Form.Keyword || c.Name != name && c.Name != fmt.Sprint(name, c.Owner) {
			continue
		}
		each := role != nil && role.Text == "Each" || role == nil && e.Form.Keyword == "piece"
		if own := c.Owner >= 1 && c.Owner <= l.g.Players; each && own || !each && c.Owner == l.itemOwner(role) {
			found = append(found, i)
		}
	}
	return found
}

func (l *linter) pieceItems() []unuse {
	if l.g.DeductionPuzzle || l.g.Has(game.Card) || l.g.Has(game.DominoFlag) {
		return nil
	}
	var found []unuse
	for _, e := range slices.Concat(l.f.declared("piece"), l.f.declared("tile")) {
		list := l.components(e)
		if len(list) == 0 {
			continue
		}
		text := fmt.Sprintf("the piece %q never comes into play: no rule places or adds it",
			clause.Component(e).String().Text)
		found = append(found, idle("W202", e, text, "", func(f *facts) bool { return l.comesUp(f, list) }))
	}
	return found
}

// comesUp reports whether one of the components may come into play.
func (l *linter) comesUp(f *facts, list []int) bool {
	g := l.g
	// What is counted on a site is the last piece.
	if f.has("set Count", "sow") && slices.Contains(list, len(g.Components)-1) {
		return true
	}
	for _, u := range f.uses {
		switch u.naming {
		case pieceName, pieceOrBox, pieceMade, pieceOwned, mapValue:
		default:
			continue
		}
		if u.name == "" {
			if u.naming == pieceMade && l.byNumber(u.clause, list) {
				return true
			}
			continue
		}
		for _, i := range list {
			// A name is part of the names of the owners' pieces, and a piece placed
			// in the hands is named without their numbers.
			if name := g.Components[i].Name; strings.Contains(name, u.name) || undigited(name) == undigited(u.name) {
				return true
			}
		}
	}
	// Without a piece the component with the number of the mover is added, and a
	// role placed is the number of a component.
	own := func(e *lgdl.Expr) bool { return slot(e, "(piece)") == nil }
	byPlayer := slices.ContainsFunc(f.clauses["move Add"], own) || slices.ContainsFunc(f.clauses["move Claim"], own) ||
		slices.ContainsFunc(f.clauses["add"], own) || slices.ContainsFunc(f.clauses["claim"], own)
	for _, e := range f.clauses["set"] {
		byPlayer = byPlayer || strings.HasPrefix(e.Form.Text, "(set roleType ")
	}
	for _, i := range list {
		switch c := &g.Components[i]; {
		case byPlayer && i <= g.Players:
			return true
		case byPlayer && (c.Owner == 0 || c.Owner == g.Shared()) && f.has("set Neutral", "set Shared", "set All"):
			return true
		// Placing in a hand by its number places the component with that number.
		case i < len(g.Containers) && g.Containers[i].Kind == game.Hand && f.has("place"):
			return true
		case f.has("take Control") && l.sibling(i):
			return true
		}
	}
	return false
}

// sibling reports whether another owner has a piece of the same family, which may
// change hands.
func (l *linter) sibling(i int) bool {
	for j := 1; j < len(l.g.Components); j++ {
		if j != i && undigited(l.g.Components[j].Name) == undigited(l.g.Components[i].Name) {
			return true
		}
	}
	return false
}

// byNumber reports whether a (piece …) with a number may mean one of the components.
func (l *linter) byNumber(e *lgdl.Expr, list []int) bool {
	var numbers []*lgdl.Expr
	for i := range e.Form.Slots {
		switch x := e.Args[i]; {
		case x == nil || e.Form.Slots[i].Label != "":
		case e.Form.Slots[i].Type == "int":
			numbers = append(numbers, x)
		case x.Kind == lgdl.List:
			numbers = append(numbers, x.Items...)
		}
	}
	return slices.ContainsFunc(numbers, func(x *lgdl.Expr) bool {
		switch {
		case x.Kind == lgdl.Int:
			return slices.Contains(list, x.Int)
		case x.Form != nil && x.Form.Keyword == "id" && slot(x, "string") != nil:
			return false // the name counts
		case x.Form != nil && (x.Form.Keyword == "mover" || x.Form.Keyword == "next"):
			return slices.ContainsFunc(list, func(i int) bool { return i <= l.g.Players })
		}
		return true
	})
}

func (l *linter) trackItems() []unuse {
	var found []unuse
	for _, item := range l.f.items {
		for _, a := range item.Args {
			var tracks []*lgdl.Expr
			switch {
			case a == nil:
			case a.Kind == lgdl.Clause && a.Form.Keyword == "track":
				tracks = append(tracks, a)
			case a.Kind == lgdl.List && len(a.Items) > 0 && a.Items[0].Form != nil && a.Items[0].Form.Keyword == "track":
				tracks = a.Items
			}
			for _, t := range tracks {
				name := clause.TrackString(t).String1().Text
				used := func(f *facts) bool { return f.shown[name] || trackUsed(f, name) }
				found = append(found, idle("W203", t, fmt.Sprintf("the track %q is never followed", name), "", used))
			}
		}
	}
	return found
}

// trackUsed reports whether the rules follow a track. Whatever follows a track
// without naming it may follow this one.
func trackUsed(f *facts, name string) bool {
	// An end rule may go through all tracks, and (track) is the one at hand.
	isValue := func(e *lgdl.Expr) bool { return e.Form.Result == "int" }
	if f.has("forEach Track") || slices.ContainsFunc(f.clauses["track"], isValue) {
		return true
	}
	for _, u := range f.uses {
		switch u.naming {
		case trackLike:
			if strings.Contains(name, u.name) {
				return true
			}
		case trackExact:
			if u.name == name || u.name == "AllTracks" {
				return true
			}
		}
	}
	return false
}

func (l *linter) boxItems() []unuse {
	var found []unuse
	beyond := false // a number of a site that may be one of a hand
	for _, key := range []string{"place", "sites", "to", "from"} {
		for _, x := range l.f.clauses[key] {
			each(x, func(e *lgdl.Expr) {
				beyond = beyond || e.Kind == lgdl.Int && e.Int >= l.g.Topo.Num(l.g.DefaultType) && e.Int < l.g.Sites
			})
		}
	}
	for _, e := range l.f.declared("hand") {
		role := clause.HandRoleType(e).RoleType().Text
		found = append(found, idle("W206", e, fmt.Sprintf("the hand of %s is never used", role), "", func(f *facts) bool {
			return beyond || handUsed(f)
		}))
	}
	for _, e := range l.f.declared("dice") {
		const hint = "throw them with (roll)"
		found = append(found, idle("W207", e, "the dice are never thrown or looked at", hint, func(f *facts) bool {
			return f.has("roll", "forEach Die", "face", "pips", "count Pips", "all DiceUsed", "all DiceEqual", "is AnyDie",
				"sites Hand", "handSite")
		}))
	}
	return found
}

// handUsed reports whether anything may refer to a hand.
func handUsed(f *facts) bool {
	if f.has("handSite", "sites Hand", "deal", "split", "playCard", "move PlayCard", "take") {
		return true
	}
	for _, u := range f.uses {
		switch u.naming {
		case containerAny, containerOf, pieceOrBox, pieceMade:
			if strings.Contains(u.name, "Hand") {
				return true
			}
		}
		if u.naming == containerAny && u.name == "" && slot(u.clause, "int") != nil && u.clause.Form.Keyword == "forEach" {
			return true // a container by its number
		}
	}
	return false
}

// setNames are what rules set, each by the first place that does.
func (l *linter) setNames() []unuse {
	var found []unuse
	seen := map[use]bool{}
	for _, u := range l.f.uses {
		pair, key := pairs[u.naming], use{naming: u.naming, name: u.name}
		if pair == nil || u.naming != pair.set || seen[key] || u.naming == scoreSet { // scores are shown to the players
			continue
		}
		seen[key] = true
		text := pair.called(u.name) + " is set" + l.f.often(u) + ", and no rule asks for it"
		found = append(found, idle("W204", u.at, text, l.meant(u.name, pair.read), func(f *facts) bool {
			read := f.counts[pair.read]
			// A proposal that is not asked for is one that is turned down, unless it
			// looks like one that is.
			return read[u.name] > 0 ||
				u.naming == proposalSet && len(read) > 0 && lgdl.DidYouMean(u.name, f.names(pair.read)) == ""
		}))
	}
	return found
}

func (l *linter) mapItems() []unuse {
	var found []unuse
	for _, e := range l.f.declared("map") {
		name, what := "Map", "the map"
		if x := clause.AnyMap(e).String(); x != nil {
			name, what = x.Text, fmt.Sprintf("the map %q", x.Text)
		}
		found = append(found, idle("W205", e, what+" is never looked into", "", func(f *facts) bool {
			return slices.ContainsFunc(f.uses, func(u use) bool {
				return u.naming == mapName && (u.name == name || u.name == "")
			})
		}))
	}
	return found
}
