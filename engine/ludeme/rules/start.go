package rules

import (
	"cmp"
	"strconv"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var startRows = []lgdl.Form{
	{Text: "(count string int)", Result: "(count)", Impl: game.Structural{},
		Meaning: "A number of pieces of one kind, for a random placement."},
	{Text: "(deal dealableType [int!])", Result: "startRule", Impl: game.StartRule(deal),
		Meaning: "Deals cards or dominoes to the hands."},
	{Text: "(forEach ints startRule)", Result: "startRule", Concepts: []string{"ControlFlowStatement"},
		Impl: game.StartRule(rule.OverPlayers.Start), Meaning: "Plays a start rule for every player of an array."},
	{Text: "(forEach Team startRule)", Result: "startRule", Concepts: []string{"ControlFlowStatement"},
		Impl: game.StartRule(rule.OverTeams.Start), Meaning: "Plays a start rule for every team."},
	{Text: "(forEach Site sites [if:bool] startRule)", Result: "startRule", Concepts: []string{"ControlFlowStatement"},
		Impl: game.StartRule(rule.OverSites("sites").Start), Meaning: "Plays a start rule for every site of a region."},
	{Text: "(forEach Value min:int max:int startRule)", Result: "startRule",
		Concepts: []string{"ControlFlowStatement", "skip startRule"}, Impl: game.StartRule(forEachValue),
		Meaning: "Plays a start rule for every number of a range."},
	{Text: "(forEach Player startRule)", Result: "startRule", Concepts: []string{"ControlFlowStatement"},
		Impl: game.StartRule(rule.OverAllPlayers.Start), Meaning: "Plays a start rule for every player."},
	{Text: "(place Random {string} [count:{int}] [state:int] [value:int] int [siteType])", Result: "startRule",
		Concepts: []string{"InitialRandomPlacement", "Stochastic", "PieceCount", "PieceValue if value:",
			"SiteState if state:"}, Marks: concept.Rule(placeAtConcepts), Impl: game.StartRule(placeRandomStack),
		Meaning: "Stacks pieces on a site in random order."},
	{Text: "(place Random {(count)} int [siteType])", Result: "startRule",
		Concepts: []string{"InitialRandomPlacement", "Stochastic", "PieceCount"}, Marks: concept.Rule(placeAtConcepts),
		Impl:    game.StartRule(placeRandomCounts),
		Meaning: "Stacks counted pieces on a site in random order."},
	{Text: "(place string [string] [siteType] [int] [coord:string] [count:int] [state:int] [rotation:int] [value:int])",
		Result: "startRule", Marks: concept.Rule(placeConcepts),
		Impl: game.StartRule(placeOne), Meaning: "Places a piece on a site or in a container."},
	{Text: "(place string [siteType] [{int}] [sites] [{string}] [counts:{int}] [state:int] [rotation:int] [value:int])",
		Result: "startRule", Marks: concept.Rule(placeConcepts),
		Impl: game.StartRule(placeMany), Meaning: "Places a piece on every site of a list or region."},
	{Text: "(place Stack (string | items:{string}) [string] [siteType] [int | {int} | sites | coord:string | {string}] [count:int | counts:{int}] [state:int] [rotation:int] [value:int])",
		Result: "startRule", Marks: concept.Rule(placeConcepts), Impl: game.StartRule(placeStack),
		Meaning: "Places pieces on top of each other."},
	{Text: "(place Random [sites] {string} [count:int] [state:int] [value:int] [siteType])", Result: "startRule",
		Concepts: []string{"InitialRandomPlacement", "Stochastic", "PieceCount", "PieceValue if value:",
			"SiteState if state:"}, Impl: game.StartRule(placeRandom),
		Meaning: "Places pieces on random sites of a region."},
	{Text: "(set [siteType] {{int!}})", Result: "startRule", Concepts: []string{"DeductionPuzzle"},
		Impl: game.StartRule(setPuzzle), Meaning: "Gives variables of a deduction puzzle their values."},
	{Text: "(set setStartPlayerType [roleType] int)", Result: "startRule",
		Concepts: []string{"Scoring if Score", "InitialScore if Score", "InitialAmount if Amount"},
		Impl:     game.StartRule(setPlayer), Meaning: "Gives players an initial score or amount."},
	{Text: "(set setStartSitesType int [siteType] (at:int | to:sites))", Result: "startRule",
		Concepts: []string{"PieceCount if Count", "InitialCost if Cost"}, Marks: concept.Rule(setSitesConcepts),
		Impl: game.StartRule(setSites), Meaning: "Sets the count, cost or phase of sites."},
	{Text: "(set Team int {roleType})", Result: "startRule", Concepts: []string{"Team"}, Impl: game.StartRule(setTeam),
		Meaning: "Puts players into a team."},
	{Text: "(set RememberValue [string] (int | sites) [unique:bool])", Result: "startRule", Concepts: []string{"Variable"},
		Impl: game.StartRule(setRemember), Meaning: "Puts values on a list of remembered values."},
	{Text: "(set Hidden [hiddenData | {hiddenData}] [siteType] (at:int | sites) [level:int] [bool] to:roleType)",
		Result: "startRule", Concepts: []string{"HiddenInformation", "InvisiblePiece unless hiddenData|{hiddenData}",
			"HidePieceType if What", "HidePieceOwner if Who", "HidePieceCount if Count", "HidePieceValue if Value",
			"HidePieceRotation if Rotation", "HidePieceState if State"}, Impl: game.StartRule(setHidden),
		Meaning: "Hides what stands on sites, or some of it, from players."},
	{Text: "(set roleType [siteType] [int] [coord:string])", Result: "startRule", Marks: concept.Rule(placeAtConcepts),
		Impl: game.StartRule(setOwner), Meaning: "Places a player's piece on a site."},
	{Text: "(set roleType [siteType] [{int}] [sites] [{string}])", Result: "startRule",
		Marks: concept.Rule(placeAtConcepts), Impl: game.StartRule(setOwnerMany),
		Meaning: "Places a player's piece on every site of a list or region."},
	{Text: "(split Deck)", Result: "startRule", Concepts: []string{"Card"}, Impl: game.StartRule(split),
		Meaning: "Deals the whole deck to the hands."},
}

// siteList is where a start rule places: one site, a list, a region or coordinates.
type siteList struct {
	st     board.SiteType
	site   game.Int
	ints   game.Ints
	region game.Region
	fixed  []int32 // from coordinates
}

// coordinate looks a coordinate label up; fatal reports whether an unknown one is an error.
func coordinate(k *game.Compiler, e *lgdl.Expr, st board.SiteType, fatal bool) (int32, bool) {
	s := k.G.Topo.Find(st, e.Text)
	if s < 0 && fatal {
		k.Fail(e, "the board has no site with the coordinate %q", e.Text)
	}
	return s, s >= 0
}

func coordinates(k *game.Compiler, e *lgdl.Expr, st board.SiteType) []int32 {
	list := []int32{}
	for _, x := range e.Items {
		if s, ok := coordinate(k, x, st, false); ok {
			list = append(list, s)
		}
	}
	return list
}

// each calls f for the sites in order.
func (l *siteList) each(c *game.Context, f func(site int)) {
	switch {
	case l.fixed != nil:
		for _, s := range l.fixed {
			f(int(s))
		}
	case l.region.Given():
		l.region.Each(c, func(s int) bool { f(s); return true })
	case l.ints.Given():
		ints := l.ints.Eval(c, c.TakeInts())
		for _, s := range ints {
			f(int(s))
		}
		c.GiveInts(ints)
	case l.site.Given():
		f(l.site.Get(c))
	}
}

// bound is the number of sites as the record's limit of counts takes it: of a
// region the size of the board, of a list of coordinates one.
func (l *siteList) bound(c *game.Context) int {
	switch {
	case l.region.Given():
		return c.G.Topo.NumSites()
	case l.fixed != nil:
		return 1
	}
	return l.count(c)
}

func (l *siteList) count(c *game.Context) int {
	n := 0
	l.each(c, func(int) { n++ })
	return n
}

// sitesGiven compiles where a clause places, by the first of some arguments that is given: a coordinate or a list of
// them, a region, numbers, or one.
func sitesGiven(k *game.Compiler, siteType *lgdl.Expr, args ...*lgdl.Expr) siteList {
	l := siteList{st: k.SiteTypeOr(siteType)}
	switch x := cmp.Or(args...); {
	case x == nil:
	case x.Kind == lgdl.String:
		s, _ := coordinate(k, x, l.st, true)
		l.fixed = []int32{s}
	case x.Kind == lgdl.List && len(x.Items) > 0 && x.Items[0].Kind == lgdl.String:
		l.fixed = coordinates(k, x, l.st)
	case game.IsRegion(x):
		l.region = k.Region(x)
	case game.IsInts(x):
		l.ints = k.Ints(x)
	default:
		l.site = k.Int(x)
	}
	return l
}

// container is the number of the last container of a name.
func container(k *game.Compiler, e *lgdl.Expr) int {
	for i := len(k.G.Containers) - 1; i >= 0; i-- {
		if k.G.Containers[i].Name == e.Text {
			return i
		}
	}
	k.Fail(e, "there is no container named %q", e.Text)
	return game.Off
}

func components(k *game.Compiler, names ...*lgdl.Expr) (items []int) {
	for _, x := range names {
		items = append(items, component(k, x))
	}
	return items
}

func component(k *game.Compiler, e *lgdl.Expr) int {
	i := k.G.ComponentNamed(e.Text)
	if i < 0 {
		k.Fail(e, "there is no piece named %q", e.Text)
	}
	return i
}

// piece is the number of the piece that a placement names. A deduction puzzle has a
// piece for each value of its cells, named by the value, before all others; only
// their numbers count, and there are no pieces any more when play begins (part 8, §6).
func piece(k *game.Compiler, e *lgdl.Expr) int {
	if !k.G.DeductionPuzzle {
		return component(k, e)
	}
	values, n := k.G.ValueRange[board.Cell], 0
	if values[1] > 0 {
		n = values[1] - values[0] + 1
	}
	if v, err := strconv.Atoi(e.Text); err == nil && strconv.Itoa(v) == e.Text && v >= values[0] && v-values[0] < n {
		return v - values[0] + 1
	}
	return n + component(k, e)
}

// data is the state, rotation and value arguments of a placement.
type data struct{ state, rotation, value game.Int }

func siteData(k *game.Compiler, state, rotation, value *lgdl.Expr) data {
	if state != nil {
		k.Require(game.SiteState)
		k.G.StartState = max(k.G.StartState, k.Int(state).V)
	}
	if rotation != nil {
		k.Require(game.Rotation)
	}
	if value != nil {
		k.Require(game.PieceValue)
	}
	return data{k.IntOr(state, game.Off), k.IntOr(rotation, game.Off), k.IntOr(value, game.Off)}
}

// add is the placement of n pieces on a site.
func (d *data) add(c *game.Context, st board.SiteType, s, what, n int, stack bool) game.Action {
	return game.Add(typeFor(c, st, s), s, what, n, d.state.Get(c), d.rotation.Get(c), d.value.Get(c), stack)
}

// typeFor is the site type recorded for a placement: sites beyond the board are cells.
func typeFor(c *game.Context, st board.SiteType, site int) int8 {
	return game.SiteType(c.G.TypeAt(st, site))
}

func countFlag(k *game.Compiler, n game.Int) {
	if n.Const && n.V > 1 {
		k.Require(game.Count)
	}
}

func placeOne(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.PlaceString2(e)
	k.SiteTypeOr(a.SiteType())
	count, d := k.IntOr(a.Count(), 1), siteData(k, a.State(), a.Rotation(), a.Value())
	countFlag(k, count)
	if a.String2() != nil {
		return placeInContainer(k, e, count, d)
	}
	return place(k, piece(k, a.String1()), sitesGiven(k, a.SiteType(), a.Coord(), a.Int()), count, d)
}

// place puts a piece on every site of a list. In deduction puzzles, which have no
// pieces, it resolves the variables of these cells instead: part 3, §18.
func place(k *game.Compiler, what int, l siteList, count game.Int, d data) game.Start {
	if k.G.DeductionPuzzle {
		return game.Start{Eval: func(c *game.Context) {
			l.each(c, func(s int) {
				c.Place(game.PuzzleAct(game.ActPuzzleSet, game.SiteType(board.Cell), s, what))
			})
		}}
	}
	k.PlacesAtStart(func(c *game.Context) int { return count.Get(c) * l.bound(c) })
	return game.Start{Eval: func(c *game.Context) {
		n, state, rot, value := count.Get(c), d.state.Get(c), d.rotation.Get(c), d.value.Get(c)
		l.each(c, func(s int) {
			c.Place(game.Add(typeFor(c, l.st, s), s, what, n, state, rot, value, false))
		})
	}}
}

// placeInContainer places in a named container (part 3, §9.2).
func placeInContainer(k *game.Compiler, e *lgdl.Expr, count game.Int, d data) game.Start {
	a, g := clause.PlaceString2(e), k.G
	at := k.IntOr(a.Int(), 0)
	if item := a.String1().Text; a.String2().Text == "Hand" && !endsInDigit(item) {
		if i := g.ComponentNamed(item); i < 0 || g.Components[i].Owner != g.Shared() {
			return placeInHands(k, e, item, count, d)
		}
	}
	box := container(k, a.String2())
	first := g.Containers[box].First
	if g.Containers[box].Kind == game.Hand {
		return game.Start{Eval: func(c *game.Context) {
			if box < len(c.G.Components) {
				c.Place(d.add(c, board.Cell, first, box, count.Get(c), false))
			}
		}}
	}
	what := component(k, a.String1())
	if g.Components[what].Kind == "die" {
		return game.Start{Eval: func(c *game.Context) {
			for s := first; s < first+g.Containers[box].Sites; s++ {
				if c.S.What(board.Cell, s) == 0 {
					c.Place(d.add(c, board.Cell, s, what, count.Get(c), false))
					return
				}
			}
		}}
	}
	return game.Start{Eval: func(c *game.Context) {
		c.Place(d.add(c, c.G.DefaultType, first+at.Get(c), what, count.Get(c), false))
	}}
}

func endsInDigit(s string) bool { return s != "" && s[len(s)-1] >= '0' && s[len(s)-1] <= '9' }

func placeInHands(k *game.Compiler, e *lgdl.Expr, item string, count game.Int, d data) game.Start {
	g := k.G
	type target struct{ what, first, sites int }
	var targets []target
	for p := 1; p <= g.Players; p++ {
		name := "Hand" + string(rune('0'+p))
		if p > 9 {
			name = "Hand1" + string(rune('0'+p-10))
		}
		what := g.ComponentNamed(item + name[4:])
		if what < 0 {
			k.Fail(clause.PlaceString2(e).String1(), "there is no piece named %q", item+name[4:])
		}
		for i := range g.Containers {
			if b := &g.Containers[i]; b.Name == name {
				targets = append(targets, target{what, b.First, b.Sites})
			}
		}
	}
	k.PlacesAtStart(func(c *game.Context) int { return count.Get(c) })
	return game.Start{Eval: func(c *game.Context) {
		for _, t := range targets {
			for s := t.first; s < t.first+t.sites; s++ {
				if c.S.IsEmpty(board.Cell, s) {
					c.Place(d.add(c, board.Cell, s, t.what, count.Get(c), false))
					break
				}
			}
		}
	}}
}

func placeMany(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.PlaceString(e)
	l := sitesGiven(k, a.SiteType(), a.Strings(), a.Sites(), a.Ints())
	count := game.IntOf(1)
	if a.Counts() != nil && len(a.Counts().Items) > 0 {
		count = k.Int(a.Counts().Items[0])
	}
	countFlag(k, count)
	return place(k, piece(k, a.String()), l, count, siteData(k, a.State(), a.Rotation(), a.Value()))
}

func placeStack(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.PlaceStack(e)
	k.Require(game.Stacking)
	l := sitesGiven(k, a.SiteType(), a.Int(), a.Ints(), a.Sites(), a.Coord(), a.Strings())
	items := components(k, lgdl.Flat(a.String1(), a.Items())...)
	count := k.IntOr(a.Count(), 1)
	counts := k.IntList(a.Counts())
	d := siteData(k, a.State(), a.Rotation(), a.Value())
	if a.String2() != nil {
		b := k.G.Containers[container(k, a.String2())]
		return game.Start{Eval: func(c *game.Context) {
			lo, hi := b.First, b.First+b.Sites
			if l.site.Given() {
				lo += l.site.Get(c)
				hi = lo + 1
			}
			for s := lo; s < hi; s++ {
				for _, what := range items {
					c.Place(d.add(c, l.st, s, what, 1, true))
				}
			}
		}}
	}
	return game.Start{Eval: func(c *game.Context) {
		i := 0
		l.each(c, func(s int) {
			n := count.Get(c)
			if i < len(counts) {
				n = counts[i].Get(c)
			}
			i++
			for _, what := range items {
				for range n {
					c.Place(d.add(c, l.st, s, what, 1, true))
				}
			}
		})
	}}
}

func placeRandom(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.PlaceRandomStrings(e)
	k.Require(game.Stochastic)
	k.G.RandomStart = true
	st := k.SiteTypeOr(a.SiteType())
	region := game.Region{}
	if a.Sites() != nil {
		region = k.Region(a.Sites())
	} else {
		all := game.NewSet(k.G.SetWords * 64)
		all.Fill(0, k.G.Topo.Num(st))
		region = game.RegionOf(all)
	}
	items := components(k, a.Strings().Items...)
	count := k.IntOr(a.Count(), 1)
	d := siteData(k, a.State(), nil, a.Value())
	steady := steadyNumber(a.Count()) && steadyNumber(a.State()) && steadyNumber(a.Value())
	return game.Start{Steady: true, Eval: func(c *game.Context) {
		for _, what := range items {
			if c.Dealing() { // else numbers would be drawn once too often
				c.Dealt(what, count.Get(c), st, region, d.state.Get(c), d.value.Get(c), steady)
				continue
			}
			free := c.Vacant(st, region)
			for i := 0; i < count.Get(c) && len(free) > 0; i++ {
				j := c.Draw(len(free))
				free = c.PlaceVacant(j, d.add(c, st, int(free[j]), what, 1, false))
			}
		}
	}}
}

// randomStack pushes the pieces of a bag on one site in random order.
func randomStack(k *game.Compiler, items []int, counts []game.Int, site game.Int, st board.SiteType,
	d data) game.Start {
	k.Require(game.Stochastic | game.Stacking)
	k.G.RandomStart = true
	return game.Start{Eval: func(c *game.Context) {
		bag := c.TakeInts()
		for i, what := range items {
			n := 1
			if i < len(counts) {
				n = counts[i].Get(c)
			}
			c.Spend(max(n, 0))
			for range n {
				bag = append(bag, int32(what))
			}
		}
		s := site.Get(c)
		for len(bag) > 0 {
			j := c.Draw(len(bag))
			what := int(bag[j])
			bag = append(bag[:j], bag[j+1:]...)
			c.Place(d.add(c, st, s, what, 1, true))
		}
		c.GiveInts(bag)
	}}
}

func placeRandomStack(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.PlaceRandomStringsInt(e)
	items := components(k, a.Strings().Items...)
	counts := k.IntList(a.Count())
	return randomStack(k, items, counts, k.Int(a.Int()), k.SiteTypeOr(a.SiteType()), siteData(k, a.State(), nil,
		a.Value()))
}

func placeRandomCounts(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.PlaceRandomCounts(e)
	var items []int
	var counts []game.Int
	for _, x := range a.Counts().Items {
		items = append(items, component(k, clause.CountString(x).String()))
		counts = append(counts, k.Int(clause.CountString(x).Int()))
	}
	return randomStack(k, items, counts, k.Int(a.Int()), k.SiteTypeOr(a.SiteType()), siteData(k, nil, nil, nil))
}
