package booleans

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// freedom is the question whether a group has a liberty at all, which is
// answered by the first one found: the specialised form of (> (count Liberties …) 0),
// of which e is the count and all the condition as a whole.
func freedom(k *game.Compiler, e *lgdl.Expr, all game.Bool) game.Bool {
	st := k.G.DefaultType
	if k.General || e.Args[1] != nil || e.Args[4] != nil {
		return all
	}
	at := game.IntFn((*game.Context).LastTo)
	if e.Args[2] != nil {
		at = k.Int(e.Args[2])
	}
	aims := k.Neighbours(st, k.Directions(e.Args[3], "Adjacent"))
	if aims == nil {
		return all
	}
	return game.BoolFn(func(c *game.Context) bool {
		start := at.Get(c)
		if !aims.Ready(c) || !aims.Plain() || !c.G.OnBoard(st, start) || c.S.Plain()[start] == 0 {
			return all.Get(c)
		}
		what := c.S.Plain()
		for _, t := range aims.Sites(c, start) {
			if what[t] == 0 {
				return true
			}
		}
		own := what[start]
		group, seen := append(c.TakeInts(), int32(start)), c.TakeSet()
		seen.Add(start)
		free := false
	flood:
		for head := 0; head < len(group); head++ {
			for _, t := range aims.Sites(c, int(group[head])) {
				switch w := what[t]; {
				case w == 0:
					free = true
					break flood
				case w == own && !seen.Has(int(t)):
					seen.Add(int(t))
					group = append(group, t)
				}
			}
		}
		c.GiveSet(seen)
		c.GiveInts(group)
		return free
	})
}
