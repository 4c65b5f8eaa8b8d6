package regions

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var directionsRows = []lgdl.Form{
	{Text: "(difference direction direction)", Result: "directions",
		Meaning: "The directions of the first list that are not in the second.", Impl: combined(board.Less)},
	{Text: "(directions Random direction num:int)", Result: "directions", Concepts: []string{"Stochastic"},
		Meaning: "Some of the directions, drawn at random.", Impl: game.DirectionsRule(randomDirections)},
	{Text: "(directions siteType from:int to:int)", Result: "directions",
		Meaning: "The directions of the straight lines from one site through another.",
		Impl:    game.DirectionsRule(directionsBetween)},
	{Text: "(directions [relativeDirection | {relativeDirection}] [of:relationType] [bySite:bool!])", Result: "directions",
		Meaning: "Directions as seen by the piece on the site.", Impl: game.DirectionsRule(relativeDirections)},
	{Text: "(directions (absoluteDirection | {absoluteDirection}))", Result: "directions",
		Meaning: "A list of compass directions or groups of directions.", Impl: game.DirectionsRule(absoluteDirections)},
	{Text: "(if bool direction direction)", Result: "directions", Meaning: "One or the other directions, by a condition.",
		Impl: game.DirectionsRule(ifDirections)},
	{Text: "(union direction direction)", Result: "directions", Meaning: "The directions of both lists, each once.",
		Impl: combined(board.Join)},
}

// absoluteDirections keeps the list as written: order, repetitions and groups.
func absoluteDirections(k *game.Compiler, e *lgdl.Expr) game.Directions {
	a := clause.DirectionsAbsoluteDirection(e)
	if a.AbsoluteDirection() != nil {
		return k.ConstDirection(e, a.AbsoluteDirection().Text)
	}
	list := make([]board.Direction, 0, len(a.AbsoluteDirections().Items))
	for _, x := range a.AbsoluteDirections().Items {
		d, ok := board.ParseDirection(x.Text)
		if !ok {
			k.Fail(x, "expected an absolute direction, found %s", x.Text)
		}
		list = append(list, d)
	}
	return game.Directions{Eval: func(_ *game.Context, _ board.SiteType, _ int,
		dst []board.Direction) []board.Direction {
		return append(dst, list...)
	}}
}

func relativeDirections(k *game.Compiler, e *lgdl.Expr) game.Directions {
	a := clause.Directions(e)
	rel := board.RelAdjacent
	if of := a.Of(); of != nil {
		rel, _ = board.ParseRelation(of.Text)
	}
	bySite := a.BySite() != nil && k.Bool(a.BySite()).V
	one := func(x *lgdl.Expr) game.Directions {
		r, ok := board.ParseRelative(x.Text)
		if !ok {
			k.Fail(x, "expected a relative direction, found %s", x.Text)
		}
		return k.RelativeDirection(x, r, rel, bySite)
	}
	switch {
	case a.RelativeDirection() != nil:
		return one(a.RelativeDirection())
	case a.RelativeDirections() == nil:
		return k.RelativeDirection(e, board.Forward, rel, bySite)
	}
	var parts []game.Directions
	for _, x := range a.RelativeDirections().Items {
		parts = append(parts, one(x))
	}
	return game.Directions{Relative: true,
		Eval: func(c *game.Context, st board.SiteType, site int, dst []board.Direction) []board.Direction {
			for i := range parts {
				dst = parts[i].Eval(c, st, site, dst)
			}
			return dst
		}}
}

func directionsBetween(k *game.Compiler, e *lgdl.Expr) game.Directions {
	a := clause.DirectionsSiteType(e)
	st := k.SiteTypeOr(a.SiteType())
	from, to := k.Int(a.From()), k.Int(a.To())
	return game.Directions{Eval: func(c *game.Context, _ board.SiteType, _ int, dst []board.Direction) []board.Direction {
		return c.G.Topo.AllBetween(dst, st, int32(from.Get(c)), int32(to.Get(c)))
	}}
}

// randomDirections draws from the directions of a list until it has num different ones.
func randomDirections(k *game.Compiler, e *lgdl.Expr) game.Directions {
	k.Require(game.Stochastic)
	k.Draws()
	inner, num := k.Directions(clause.DirectionsRandom(e).Direction(), ""), k.Int(clause.DirectionsRandom(e).Num())
	return game.Directions{Eval: func(c *game.Context, st board.SiteType, site int,
		dst []board.Direction) []board.Direction {
		n := num.Get(c)
		list := inner.Eval(c, st, site, c.TakeDirs())
		all := c.G.Topo.DrawnFrom(c.TakeDirs(), st, int32(site), list)
		first := len(dst)
		for n = min(n, distinct(all)); len(dst)-first < n; {
			i := c.DrawOther(len(all), func(i int) bool { return slices.Contains(dst[first:], all[i]) })
			dst = append(dst, all[i])
		}
		c.GiveDirs(all)
		c.GiveDirs(list)
		return dst
	}}
}

// distinct is the number of different directions in a list.
func distinct(list []board.Direction) int {
	n := 0
	for i, d := range list {
		if !slices.Contains(list[:i], d) {
			n++
		}
	}
	return n
}

func ifDirections(k *game.Compiler, e *lgdl.Expr) game.Directions {
	a := clause.IfBoolDirection(e)
	cond, yes, no := k.Bool(a.Bool()), k.Directions(a.Direction1(), ""), k.Directions(a.Direction2(), "")
	return game.Directions{Eval: func(c *game.Context, st board.SiteType, site int,
		dst []board.Direction) []board.Direction {
		if cond.Get(c) {
			return yes.Eval(c, st, site, dst)
		}
		return no.Eval(c, st, site, dst)
	}}
}

// combined converts both operands, replaces the five relations in them by the
// directions of the element, and joins them.
func combined(join func(a, b []board.Direction) []board.Direction) game.DirectionsRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Directions {
		one, two := k.Directions(clause.DirectionsPair(e).Direction1(), "").Eval,
			k.Directions(clause.DirectionsPair(e).Direction2(), "").Eval
		return game.Directions{Eval: func(c *game.Context, st board.SiteType, site int,
			dst []board.Direction) []board.Direction {
			list, a, b := c.TakeDirs(), c.TakeDirs(), c.TakeDirs()
			a = c.G.Topo.Single(a, st, int32(site), one(c, st, site, list))
			b = c.G.Topo.Single(b, st, int32(site), two(c, st, site, list[:0]))
			a = join(a, b)
			dst = append(dst, a...)
			c.GiveDirs(b)
			c.GiveDirs(a)
			c.GiveDirs(list)
			return dst
		}}
	}
}
