package rules

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

func setPuzzle(k *game.Compiler, e *lgdl.Expr) game.Start {
	st := k.SiteTypeOr(clause.SetInts(e).SiteType())
	var pairs [][2]int
	for _, x := range clause.SetInts(e).Ints().Items {
		if len(x.Items) != 2 {
			k.Fail(x, "found %d numbers; expected a variable and its value", len(x.Items))
		}
		pairs = append(pairs, [2]int{x.Items[0].Int, x.Items[1].Int})
	}
	for _, p := range pairs {
		k.G.PuzzleGiven = append(k.G.PuzzleGiven, p[0])
	}
	return game.Start{Eval: func(c *game.Context) {
		for _, p := range pairs {
			c.Place(game.PuzzleAct(game.ActPuzzleSet, game.SiteType(st), p[0], p[1]))
		}
	}}
}

func setPlayer(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.SetStartPlayer(e)
	kind := game.ActSetScore
	if a.SetStartPlayerType().Text == "Amount" {
		kind = game.ActSetAmount
		k.Require(game.Bet)
	} else {
		k.Require(game.Score)
	}
	value := k.Int(a.Int())
	role := a.RoleType()
	if role == nil || role.Text == "Each" || role.Text == "All" {
		return game.Start{Eval: func(c *game.Context) {
			for p := 1; p <= c.G.Players; p++ {
				c.Place(game.Player(kind, p, value.Get(c)))
			}
		}}
	}
	who := k.Role(role.Text)
	return game.Start{Eval: func(c *game.Context) { c.Place(game.Player(kind, who.Get(c), value.Get(c))) }}
}

func setSites(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.SetStartSites(e)
	l, value := sitesGiven(k, a.SiteType(), a.At(), a.To()), k.Int(a.Int())
	st := l.st
	kind := game.ActSetPhase
	switch a.SetStartSitesType().Text {
	case "Count":
		k.Require(game.Count)
		k.PlacesAtStart(func(c *game.Context) int { return value.Get(c) * l.count(c) })
		return game.Start{Eval: func(c *game.Context) {
			what := len(c.G.Components) - 1
			l.each(c, func(s int) { c.Place(game.SetCount(typeFor(c, st, s), s, what, value.Get(c))) })
		}}
	case "Cost":
		kind = game.ActSetCost
	}
	return game.Start{Eval: func(c *game.Context) {
		l.each(c, func(s int) { c.Place(game.PuzzleAct(kind, game.SiteType(st), s, value.Get(c))) })
	}}
}

func setTeam(k *game.Compiler, e *lgdl.Expr) game.Start {
	k.Require(game.Team)
	team := k.Int(clause.SetTeamIntRoleTypes2(e).Int())
	var who []game.Int
	for _, x := range clause.SetTeamIntRoleTypes2(e).RoleTypes().Items {
		who = append(who, k.Role(x.Text))
	}
	return game.Start{Eval: func(c *game.Context) {
		for _, w := range who {
			if p := w.Get(c); p >= 1 && p <= c.G.Players {
				c.Place(game.Player(game.ActAddPlayerToTeam, p, team.Get(c)))
			}
		}
	}}
}

func setRemember(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.SetRememberValue(e)
	k.Require(game.RememberedValues)
	var name int32
	if a.String() != nil {
		name = k.Name(a.String().Text)
	}
	l := sitesGiven(k, nil, a.Int(), a.Sites())
	unique := k.BoolOr(a.Unique(), false)
	return game.Start{Eval: func(c *game.Context) {
		l.each(c, func(v int) {
			if unique.Get(c) && slices.Contains(c.S.Remembered[name], int32(v)) {
				return
			}
			c.Place(game.Named(game.ActRememberValue, name, v))
		})
	}}
}

func setHidden(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.SetHiddenAtSites2(e)
	k.Require(game.HiddenInfo)
	kinds := game.HiddenKinds(a.HiddenData(), a.HiddenDatas())
	l := sitesGiven(k, a.SiteType(), a.At(), a.Sites())
	level, value := k.IntOr(a.Level(), 0), k.BoolOr(a.Bool(), true)
	role := a.To().Text
	many, one := k.Players(role), k.Role(role)
	steady := (l.site.Const || len(l.region.Static) > 0) && level.Const && value.Const
	return game.Start{Steady: steady, Eval: func(c *game.Context) {
		who := c.TakeInts()
		if game.ManyRole(role) {
			who = many(c, who)
		} else if p := one.Get(c); p >= 1 && p <= c.G.Players {
			who = append(who, int32(p))
		}
		for _, data := range kinds {
			l.each(c, func(s int) {
				for _, p := range who {
					c.Hide(data, typeFor(c, l.st, s), s, level.Get(c), int(p), value.Get(c))
				}
			})
		}
		c.GiveInts(who)
	}}
}

// ownerComponent is the component that (set <role> …) places (part 3, §9.5).
func ownerComponent(g *game.Game, role string) int {
	want := -1
	switch role {
	case "Neutral":
		want = 0
	case "Shared", "All":
		want = g.Shared()
	default:
		n, _ := game.RoleNumber(role)
		if n >= len(g.Components) {
			return 0
		}
		return n
	}
	for i := 1; i < len(g.Components); i++ {
		if g.Components[i].Owner == want {
			return i
		}
	}
	return 0
}

func placeOwner(k *game.Compiler, role string, l siteList) game.Start {
	what := ownerComponent(k.G, role)
	return game.Start{Eval: func(c *game.Context) {
		if what == 0 {
			return
		}
		l.each(c, func(s int) {
			c.Place(game.Add(typeFor(c, l.st, s), s, what, 1, game.Off, game.Off, game.Off, false))
		})
	}}
}

func setOwner(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.SetRoleType2(e)
	return placeOwner(k, a.RoleType().Text, sitesGiven(k, a.SiteType(), a.Coord(), a.Int()))
}

func setOwnerMany(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.SetRoleType(e)
	return placeOwner(k, a.RoleType().Text, sitesGiven(k, a.SiteType(), a.Strings(), a.Sites(), a.Ints()))
}

func forEachValue(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.ForEachValueMinMax2(e)
	lo, hi, rule := k.Int(a.Min()), k.Int(a.Max()), k.StartRule(a.StartRule())
	return game.Start{Steady: rule.Steady && lo.Const && hi.Const, Eval: func(c *game.Context) {
		old := c.Value
		for v := lo.Get(c); v <= hi.Get(c); v++ {
			c.Spend(1)
			c.Value = v
			rule.Eval(c)
		}
		c.Value = old
	}}
}

// steadyNumber reports whether a number, nil for none, does not depend on the position: it is written down, counted by a
// loop around, or found from such numbers.
func steadyNumber(e *lgdl.Expr) bool {
	switch {
	case e == nil, e.Kind == lgdl.Int, e.Kind == lgdl.String:
		return true
	case e.Is("value"):
		return len(e.Args) == 0
	case e.Is("mapEntry"), e.Is("+"), e.Is("-"), e.Is("*"), e.Is("/"), e.Is("%"):
		return !slices.ContainsFunc(e.Args, func(x *lgdl.Expr) bool { return !steadyNumber(x) })
	}
	return false
}

// hands returns the first sites of the hands in order.
func hands(g *game.Game) []int {
	var list []int
	for i := range g.Containers {
		if g.Containers[i].Kind == game.Hand {
			list = append(list, g.Containers[i].First)
		}
	}
	return list
}

func deckSite(g *game.Game) int {
	for i := range g.Containers {
		if g.Containers[i].Kind == game.Deck {
			return g.Containers[i].First
		}
	}
	return game.Off
}

// dealCards moves cards of the first deck to the hands in turn, from the top or the bottom.
func dealCards(c *game.Context, count int, bottom bool) {
	hs, deck := hands(c.G), deckSite(c.G)
	if len(hs) != c.G.Players || deck < 0 {
		return
	}
	cell := game.SiteType(board.Cell)
	for i := range count * len(hs) {
		n := c.S.SizeAt(board.Cell, deck)
		if n == 0 {
			return
		}
		from := n - 1
		if bottom {
			from = 0
		}
		c.Place(game.MovePiece(cell, deck, from, cell, hs[i%len(hs)], game.Off, game.Off, game.Off, game.Off, false))
	}
}

func deal(k *game.Compiler, e *lgdl.Expr) game.Start {
	a := clause.DealDealableType2(e)
	n := 1
	if a.Int() != nil {
		n = a.Int().Int
	}
	k.Require(game.HiddenInfo)
	if a.DealableType().Text == "Cards" {
		k.Require(game.Card)
		return game.Start{Eval: func(c *game.Context) { dealCards(c, n, false) }}
	}
	k.Require(game.Stochastic | game.DominoFlag)
	k.G.RandomStart = true
	return game.Start{Eval: func(c *game.Context) {
		hs := hands(c.G)
		if len(hs) != c.G.Players {
			return
		}
		bag := c.TakeInts()
		for i := 1; i < len(c.G.Components); i++ {
			bag = append(bag, int32(i))
		}
		for i := 0; i < 2*n && len(bag) > 0; i++ {
			j := c.Draw(len(bag))
			what := int(bag[j])
			bag = slices.Delete(bag, j, j+1)
			s := hs[i%len(hs)] + i/len(hs)
			c.Place(game.Add(game.SiteType(board.Cell), s, what, 1, game.Off, game.Off, game.Off, false))
		}
		c.GiveInts(bag)
	}}
}

func split(k *game.Compiler, _ *lgdl.Expr) game.Start {
	k.Require(game.Card | game.HiddenInfo)
	return game.Start{Eval: func(c *game.Context) {
		if deck := deckSite(c.G); deck >= 0 && len(hands(c.G)) > 0 {
			dealCards(c, (c.S.SizeAt(board.Cell, deck)+len(hands(c.G))-1)/len(hands(c.G)), true)
		}
	}}
}
