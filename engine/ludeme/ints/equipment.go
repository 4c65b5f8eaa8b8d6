package ints

import (
	"cmp"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var equipmentRows = []lgdl.Form{
	{Text: "(handSite (int | roleType) [int])", Lower: lower.IntRule(lowerHandSite), Result: "int",
		Meaning: "A site of a player's hand, -1 if there is no hand.", Impl: game.IntRule(handSite)},
	{Text: "(id string)", Lower: lower.IntRule(lowerFixed), Result: "int",
		Meaning: "The number of the container or component with a name.", Impl: game.IntRule(idOfName)},
	{Text: "(id [string] roleType)", Lower: lower.IntRule(lowerIDOfRole), Result: "int",
		Meaning: "The number of a player, or of a player's component.", Impl: game.IntRule(idOfRole)},
	{Text: "(mapEntry [string] (int | roleType))", Lower: lower.IntRule(lowerMapEntry), Result: "int",
		Meaning: "What a map has for a key, the key itself if it has nothing.", Impl: game.IntRule(mapEntry)},
}

func handSite(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.HandSite(e)
	k.Require(game.Count)
	owner := k.Int(cmp.Or(a.Int1(), a.RoleType()))
	position := k.IntOr(a.Int2(), 0)
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
}

// idOfName looks among the containers first, then among the components.
func idOfName(k *game.Compiler, e *lgdl.Expr) game.Int {
	name := clause.IdString(e).String().Text
	find := func() int {
		for i := range k.G.Containers {
			if k.G.Containers[i].Name == name {
				return i
			}
		}
		for i := 1; i < len(k.G.Components); i++ {
			if k.G.Components[i].Name == name {
				return i
			}
		}
		return game.Off
	}
	if i := find(); i >= 0 {
		return game.IntOf(i)
	}
	id := game.Off
	k.Later(func() { id = find() })
	return game.IntFn(func(*game.Context) int { return id })
}

// idOfRole reads a role alone as a player's number. With a name it is the
// player's first component whose name contains it; for the role Player the name
// is ignored.
func idOfRole(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.IdRoleType(e)
	role := a.RoleType().Text
	owner := k.Role(role)
	if a.String() == nil || role == "Player" {
		return owner
	}
	switch role {
	case "Neutral", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "Shared", "Mover", "Next", "Prev":
	default:
		return game.IntOf(game.Off)
	}
	named := k.Named(a.String().Text)
	if owner.Const {
		p := owner.V
		return game.IntFn(func(*game.Context) int { return named.Of(p) })
	}
	return game.IntFn(func(c *game.Context) int { return named.Of(owner.F(c)) })
}

// absentEntry is a value that a map cannot hold.
const absentEntry = -99

func mapEntry(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.MapEntry(e)
	key := k.Int(cmp.Or(a.Int(), a.RoleType()))
	var maps []map[int]int
	k.Later(func() {
		for i := range k.G.Maps {
			if m := &k.G.Maps[i]; a.String() == nil || m.Name == a.String().Text {
				maps = append(maps, m.Pair)
			}
		}
	})
	return game.IntFn(func(c *game.Context) int {
		n := key.Get(c)
		for _, m := range maps {
			if v, ok := m[n]; ok && v != absentEntry {
				return v
			}
		}
		return n
	})
}
