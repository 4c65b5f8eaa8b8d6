package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

var removeRows = []lgdl.Form{
	{Text: "(remove [siteType] (int | sites) [level:int] [at:whenType] [count:int] [(then)])", Result: "moves:effect", Concepts: []string{"RemoveEffect", "CaptureSequence if at:", "skip level:"}, Meaning: "Pieces are taken off their sites.", Impl: asEffect(compileRemove)},
}

// remove is a compiled (remove …).
type remove struct {
	st       board.SiteType
	at       game.Int
	region   game.Region // given when no site is
	level    game.Int    // may be absent
	later    bool        // at the end of the turn
	count    game.Int
	decision bool
	then     int32
}

func compileRemove(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	a := argsOf(e, decision)
	r := &remove{st: k.SiteTypeOr(a[0]), count: k.IntOr(a[5], 1), decision: decision}
	if a[1] != nil {
		r.at = k.Int(a[1])
	} else {
		r.region = k.Region(a[2])
	}
	if a[3] != nil {
		r.level = k.Int(a[3])
	}
	if a[4] != nil {
		k.Require(game.SequenceCapture)
		r.later = a[4].Text == "EndOfTurn"
	}
	r.then = k.Then(a[6])
	return &game.Gen{Eval: r.eval, Draft: r.draft(k)}
}

func (r *remove) eval(c *game.Context, out *game.MoveList) {
	first := out.Len()
	count := r.count.Get(c)
	if r.at.Given() {
		r.add(c, out, r.at.Get(c), count)
	} else {
		set := regionSet(c, &r.region)
		for s := set.Next(0); s >= 0; s = set.Next(s + 1) {
			r.add(c, out, s, count)
		}
		giveRegion(c, &r.region, set)
	}
	c.ThenAll(out, first, r.then)
}

func (r *remove) add(c *game.Context, out *game.MoveList, s, count int) {
	if s < 0 {
		return
	}
	real := c.G.TypeAt(r.st, s)
	if c.S.What(real, s) == 0 {
		return
	}
	st := game.SiteType(real)
	a := game.Remove(st, s, game.Off)
	if r.later {
		a = game.RemoveLater(st, s)
	} else if r.level.Given() {
		if level := max(r.level.Get(c), 0); c.G.Stacks && level != c.S.SizeAt(real, s)-1 {
			a = game.Remove(st, s, level)
		}
	}
	m := c.One(decide(a, r.decision))
	for ; count > 1; count-- {
		c.Extend(&m, a)
	}
	m.Mover = int32(c.S.Mover)
	out.Add(m)
}
