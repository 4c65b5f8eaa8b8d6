package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var allRows = []lgdl.Form{
	{Text: "(all Groups [siteType] [direction] [of:bool] if:bool)", Lower: lower.BoolRule(lowerAllGroups),
		Result: "boolean", Concepts: []string{"Group", "AdjacentDirection unless direction"},
		Meaning: "All groups of sites meet a condition.", Impl: game.BoolRule(allGroups)},
	{Text: "(all allSimpleType)", Result: "boolean", Concepts: []string{"Dice if DiceUsed|DiceEqual"},
		Meaning: "All dice are used, or are equal, or all players have passed.", Impl: allSimple.At("allSimpleType")},
	{Text: "(all allSitesType sites if:bool)", Lower: lower.BoolRule(lowerAllSites), Result: "boolean",
		Marks: concept.Rule(allSitesConcepts), Meaning: "All sites of a region meet a condition, and on request hold " +
			"different components.", Impl: game.BoolRule(allSites)},
	{Text: "(all Values ints if:bool)", Lower: lower.BoolRule(lowerAllValues), Result: "boolean",
		Meaning: "All numbers of an array meet a condition.", Impl: game.BoolRule(allValues)},
	{Text: "(all Different [siteType] [sites] [except:int | excepts:{int}])",
		Lower: lower.BoolRule(lowerPuzzleDifferent), Result: "boolean", Concepts: []string{"DeductionPuzzle", "skip sites"},
		Meaning: "In a deduction puzzle: the variables of each region have different values.",
		Impl:    game.BoolRule(puzzleDifferent)},
}

var allSimple = rule.Bools{
	"Passed": rule.Holds((*game.Context).AllPassed, (*lower.Lowerer).AllPassed).Needs(game.NotAllPass),
	"DiceEqual": rule.Holds(func(c *game.Context) bool { return c.S.DiceEqual },
		(*lower.Lowerer).DiceEqual).Needs(game.Stochastic),
	"DiceUsed": rule.Holds(func(c *game.Context) bool {
		return !slices.ContainsFunc(c.S.DiceValue, func(v int32) bool { return v != 0 })
	}, func(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.DiceUsed() }).Needs(game.Stochastic),
}

// allSites is (all Sites …) and the form of (all Different …) with a condition.
func allSites(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.AllSites(e)
	region := k.Region(a.Sites())
	cond := k.Bool(a.If())
	if a.AllSitesType().Text == "Different" {
		return game.BoolFn(func(c *game.Context) bool { return different(c, region, cond) })
	}
	if cond.Const && cond.V {
		return game.BoolOf(true)
	}
	return game.BoolFn(func(c *game.Context) bool {
		sites := c.TakeSet()
		region.AddTo(c, sites)
		ok := holdsOn(c, sites, cond.Get)
		c.GiveSet(sites)
		return ok
	})
}

func holdsOn(c *game.Context, sites game.Set, f func(c *game.Context) bool) bool {
	old, ok := c.Site, true
	for s := sites.Next(0); s >= 0; s = sites.Next(s + 1) {
		c.Tick(1)
		if c.Site = s; !f(c) {
			ok = false
			break
		}
	}
	c.Site = old
	return ok
}

// different counts an empty site as a component of its own.
func different(c *game.Context, region game.Region, cond game.Bool) bool {
	old, ok := c.Site, true
	seen := c.TakeInts()
	region.Each(c, func(s int) bool {
		c.Tick(1 + len(seen)/16)
		c.Site = s
		what := int32(c.S.What(c.G.DefaultType, s))
		ok = cond.Get(c) && !slices.Contains(seen, what)
		seen = append(seen, what)
		return ok
	})
	c.GiveInts(seen)
	c.Site = old
	return ok
}

func allValues(k *game.Compiler, e *lgdl.Expr) game.Bool {
	list := k.Ints(clause.AllValues(e).Ints())
	cond := k.Bool(clause.AllValues(e).If())
	return game.BoolFn(func(c *game.Context) bool {
		old, ok := c.Value, true
		v := list.Eval(c, c.TakeInts())
		for _, x := range v {
			c.Tick(1)
			if c.Value = int(x); !cond.Get(c) {
				ok = false
				break
			}
		}
		c.GiveInts(v)
		c.Value = old
		return ok
	})
}

func groupsOf(e *lgdl.Expr) rule.Groups {
	a := clause.AllGroups(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.Of()}
}

// allGroups leaves (from), (to) and (sites) as they are when a group fails.
func allGroups(k *game.Compiler, e *lgdl.Expr) game.Bool {
	f, cond := groupsOf(e).Flood(k), k.Bool(clause.AllGroups(e).If())
	return game.BoolFn(func(c *game.Context) bool { return f.OfMover(c, func() bool { return cond.Get(c) }) })
}
