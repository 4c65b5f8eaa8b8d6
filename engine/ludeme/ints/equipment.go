package ints

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var equipmentRows = []lgdl.Form{
	{Text: "(handSite (int | roleType) [int])", Result: "int",
		Meaning: "A site of a player's hand, -1 if there is no hand.", Impl: handSite.Needs(game.Count)},
	{Text: "(id string)", Result: "int",
		Meaning: "The number of the container or component with a name.", Impl: idOfName},
	{Text: "(id [string] roleType)", Result: "int",
		Meaning: "The number of a player, or of a player's component.", Impl: idOfRole},
	{Text: "(mapEntry [string] (int | roleType))", Result: "int",
		Meaning: "What a map has for a key, the key itself if it has nothing.", Impl: mapEntry},
}

var handOwner, handPosition = rule.Arg("int1", "roleType"), rule.ArgOr("int2", 0)

var handSite = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	owner, position := handOwner.Impl(k, e), handPosition.Impl(k, e)
	f := func(g *game.Game, owner, position int) int {
		for i := 1; i < len(g.Containers); i++ {
			if h := &g.Containers[i]; h.Kind != game.Board && h.Owner == owner {
				return h.First + position
			}
		}
		return game.Off
	}
	// The containers may still be in the making: only a hand that is found now is final.
	if owner.Const && position.Const {
		if s := f(k.G, owner.V, position.V); s >= 0 {
			return game.IntOf(s)
		}
	}
	return game.IntFn(func(c *game.Context) int {
		p := owner.Get(c)
		return f(c.G, p, position.Get(c))
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if v, ok := k.Fixed(e); ok {
		return v
	}
	return k.HandSite(handOwner.Lower(k, e), handPosition.Lower(k, e))
}, Args: slices.Concat(handOwner.Args, handPosition.Args)}

// idOfName looks among the containers first, then among the components.
var idOfName = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	name := clause.IdString(e).String().Text
	find := func() int {
		if i := slices.IndexFunc(k.G.Containers, func(x game.Container) bool { return x.Name == name }); i >= 0 {
			return i
		}
		return slices.IndexFunc(k.G.Components, func(x game.Component) bool { return x.Kind != "none" && x.Name == name })
	}
	if i := find(); i >= 0 {
		return game.IntOf(i)
	}
	id := game.Off
	k.Later(func() { id = find() })
	return game.IntFn(func(*game.Context) int { return id })
}, Lower: lowerFixed}

// lowerFixed lowers numbers of the equipment that depend on the mover at most.
func lowerFixed(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	v, ok := k.Fixed(e)
	if !ok {
		k.No(e, "%s", e.Form.Text)
	}
	return v
}

// idOfRole reads a role alone as a player's number. With a name it is the player's first component whose name contains
// it; for the role Player the name is ignored.
var idOfRole = rule.Of(func(e *lgdl.Expr) rule.Int {
	a := clause.IdRoleType(e)
	role := a.RoleType().Text
	if a.String() == nil || role == "Player" {
		return rule.Arg("roleType")
	}
	switch role {
	case "Neutral", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "Shared", "Mover", "Next", "Prev":
		return rule.Component("string", rule.Arg("roleType"))
	}
	return rule.Num(game.Off)
}, "string", "roleType")

var mapEntry = rule.Int{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Int {
	name, key := clause.MapEntry(e).String(), mapKey.Impl(k, e)
	return game.IntFn(func(c *game.Context) int { return c.G.MapEntry(name, key.Get(c)) })
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if v, ok := k.Fixed(e); ok {
		return v
	}
	return k.MapEntry(clause.MapEntry(e).String(), k.Temp("key", mapKey.Lower(k, e)))
}, Args: mapKey.Args}

var mapKey = rule.Arg("int", "roleType")
