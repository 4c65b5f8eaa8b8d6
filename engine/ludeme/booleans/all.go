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
	{Text: "(all Groups [siteType] [direction] [of:bool] if:bool)", Result: "boolean",
		Concepts: []string{"Group", "AdjacentDirection unless direction"},
		Meaning:  "All groups of sites meet a condition.", Impl: allGroups},
	{Text: "(all allSimpleType)", Result: "boolean", Concepts: []string{"Dice if DiceUsed|DiceEqual"},
		Meaning: "All dice are used, or are equal, or all players have passed.", Impl: allSimple.At("allSimpleType")},
	{Text: "(all allSitesType sites if:bool)", Result: "boolean",
		Marks: concept.Rule(allSitesConcepts), Meaning: "All sites of a region meet a condition, and on request hold " +
			"different components.", Impl: allSites.At("allSitesType")},
	{Text: "(all Values ints if:bool)", Result: "boolean", Meaning: "All numbers of an array meet a condition.",
		Impl: rule.OverValues.All()},
	{Text: "(all Different [siteType] [sites] [except:int | excepts:{int}])", Result: "boolean",
		Concepts: []string{"DeductionPuzzle", "skip sites"},
		Meaning:  "In a deduction puzzle: the variables of each region have different values.", Impl: puzzleDifferent},
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
var allSites = rule.Bools{"Sites": rule.OverSites("sites").All(),
	"Different": {Impl: different, Lower: lowerAllDifferent, Args: []string{"sites", "if"}}}

// different counts an empty site as a component of its own.
func different(k *game.Compiler, e *lgdl.Expr) game.Bool {
	r, cond := rule.OverSites("sites").Impl(k, e), k.Bool(e.Named("if"))
	return game.BoolFn(func(c *game.Context) bool {
		seen := c.TakeInts()
		ok := r.Each(c, func() bool {
			c.Tick(len(seen) / 16)
			what := int32(c.S.What(c.G.DefaultType, c.Site))
			if !cond.Get(c) || slices.Contains(seen, what) {
				return false
			}
			seen = append(seen, what)
			return true
		})
		c.GiveInts(seen)
		return ok
	})
}

func groupsOf(e *lgdl.Expr) rule.Groups {
	a := clause.AllGroups(e)
	return rule.Groups{Type: a.SiteType(), Direction: a.Direction(), If: a.Of()}
}

// allGroups leaves (from), (to) and (sites) as they are when a group fails.
var allGroups = rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	f, cond := groupsOf(e).Flood(k), k.Bool(clause.AllGroups(e).If())
	return game.BoolFn(func(c *game.Context) bool { return f.OfMover(c, func() bool { return cond.Get(c) }) })
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if k.G.Stacks {
		k.No(e, "groups in games with stacks")
	}
	if k.Env.From != nil || k.Env.To != nil || k.InGroup() {
		k.No(e, "groups whose sites stay where the condition fails")
	}
	groups := groupsOf(e).LowerMover(k, e)
	all := k.Var("all", 0, 1, ir.Num(1))
	groups.Each(k, e, false, func(_, group, _ *ir.Expr) {
		k.Grouped(nil, group, nil)
		k.Env.Lose(&k.Env.From, &k.Env.To) // by the rules the first of the group
		k.If(ir.Read(all), func() { k.Add(ir.Put(all, k.Bool(clause.AllGroups(e).If()))) })
	})
	return ir.Read(all)
}}
