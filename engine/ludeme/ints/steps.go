package ints

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// stepTargets is the goal of (count Steps …): a site or a region.
type stepTargets struct {
	at     game.Int
	region game.Region
}

func (t *stepTargets) each(c *game.Context, f func(site int) bool) {
	if t.region.Given() {
		t.region.Each(c, f)
	} else if s := t.at.Get(c); s >= 0 {
		f(s)
	}
}

func countSteps(k *game.Compiler, e *lgdl.Expr) game.Int {
	a := clause.CountSteps(e)
	st := k.SiteTypeOr(a.SiteType())
	start := k.Int(a.Int1())
	goal := &stepTargets{}
	if a.Int2() != nil {
		goal.at = k.Int(a.Int2())
	} else {
		goal.region = k.Region(a.Sites())
	}
	if a.Step() != nil {
		return stepsByMove(k, e, st, start, goal)
	}
	rel := board.RelAdjacent
	if a.RelationType() != nil {
		rel, _ = board.ParseRelation(a.RelationType().Text)
	}
	k.AskDistance(rel)
	return game.IntFn(func(c *game.Context) int {
		from := start.Get(c)
		if from < 0 {
			return 0
		}
		nearest := game.Infinity
		goal.each(c, func(s int) bool {
			if !c.G.OnBoard(st, from) || !c.G.OnBoard(st, s) {
				game.Fault(e, "sites %d and %d are not both on the board", from, s)
			}
			nearest = min(nearest, int(c.G.Topo.Distance(st, c.G.DistanceRelation(), int32(from), int32(s))))
			return true
		})
		if nearest == game.Infinity {
			return 0
		}
		return nearest
	})
}

// stepsByMove searches breadth first with the directions and the condition on
// the to site of a step move.
func stepsByMove(k *game.Compiler, e *lgdl.Expr, st board.SiteType, start game.Int, goal *stepTargets) game.Int {
	a := clause.CountSteps(e)
	step := a.Step()
	dirs := k.Directions(clause.Step(step).Direction(), "Adjacent")
	cond := k.Cond(clause.Step(step).To().Arg("if"))
	var turn game.Int // absent, or the rotation that follows on the one in (value)
	if a.NewRotation() != nil {
		turn = k.Int(a.NewRotation())
	}
	return game.IntFn(func(c *game.Context) int {
		from := start.Get(c)
		if from < 0 {
			return 0
		}
		target := c.TakeSet()
		any := false
		goal.each(c, func(s int) bool {
			any = true
			if c.G.OnBoard(st, s) {
				target.Add(s)
			}
			return true
		})
		n := game.Infinity
		switch {
		case !any:
			n = 0
		case !c.G.OnBoard(st, from) || target.Empty():
		case target.Has(from):
			n = 0
		default:
			n = search(c, st, from, target, dirs, cond, turn)
		}
		c.GiveSet(target)
		return n
	})
}

// search returns the length of the shortest path from a site to a target;
// directions are those of the piece on the start throughout. With turn they are
// turned on before every further site is left, from site to site.
func search(c *game.Context, st board.SiteType, start int, target game.Set, dirs game.Directions, cond game.Bool,
	turn game.Int) int {
	from, to, value, turned := c.From, c.To, c.Value, c.Turned
	rotation := c.S.RotationAt(st, start, game.Off)
	absolute := dirs.Eval(c, st, start, c.TakeDirs())
	seen := c.TakeSet()
	seen.Add(start)
	queue := append(c.TakeInts(), int32(start))
	length := game.Infinity
	end := 1
search:
	for head, steps := 0, 1; head < len(queue); head++ {
		if head == end {
			end = len(queue)
			steps++
		}
		c.Tick(8)
		if head > 0 && turn.Given() {
			c.Value = rotation
			rotation = turn.Get(c)
			c.Turned = rotation + 1
			absolute = dirs.Eval(c, st, start, absolute[:0])
		}
		for _, d := range absolute {
			for _, t := range c.G.Topo.Steps(st, queue[head], d) {
				if seen.Has(int(t)) {
					continue
				}
				c.From, c.To = int(queue[head]), int(t)
				if !cond.Ok(c) {
					continue
				}
				if target.Has(int(t)) {
					length = steps
					break search
				}
				seen.Add(int(t))
				queue = append(queue, t)
			}
		}
	}
	c.GiveInts(queue)
	c.GiveSet(seen)
	c.GiveDirs(absolute)
	c.From, c.To, c.Value, c.Turned = from, to, value, turned
	return length
}
