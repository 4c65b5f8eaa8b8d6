package moves

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var encloseRows = []lgdl.Form{
	{Text: "(enclose [siteType] [(from)] [direction] [(between)] [numException:int] [(then)])",
		Lower: lower.MovesRule(lowerEnclose), Result: "moves:effect",
		Concepts: []string{"AdjacentDirection unless direction"}, Marks: concept.Rule(encloseConcepts),
		Meaning: "Affects the groups next to a site that are completely enclosed.", Impl: game.MovesRule(compileEnclose)},
}

// encloser is a compiled (enclose …).
type encloser struct {
	st        board.SiteType
	from      fromPart
	dirs      game.Directions
	between   betweenPart
	empties   bool // the groups are made of empty sites
	exception game.Int
}

func compileEnclose(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	a := clause.Enclose(e)
	n := &encloser{st: k.SiteTypeOr(a.SiteType()), from: compileFrom(k, a.From(), (*game.Context).LastTo),
		dirs: k.Directions(a.Direction(), "Adjacent"), between: compileBetween(k, a.Between()),
		exception: k.IntOr(a.NumException(), 0)}
	if a.Between() != nil && clause.Between(a.Between()).If() != nil {
		n.empties = aboutOf(clause.Between(a.Between()).If()).empty
	}
	n.between.If = betweenIsEnemy.or(n.between.If)
	orRemoval(k, e, &n.between.Apply, betweenIsEnemy)
	return k.Followed(n.eval, a.Then())
}

// about tells what kinds of sites a condition is about, by its text alone.
type about struct{ empty, friend, enemy bool }

func aboutOf(e *lgdl.Expr) about {
	var a about
	if e == nil {
		return a
	}
	for x := range e.Parts() {
		b := aboutOf(x)
		a.empty, a.friend, a.enemy = a.empty || b.empty, a.friend || b.friend, a.enemy || b.enemy
	}
	if e.Kind != lgdl.Clause || e.Form == nil {
		return a
	}
	switch e.Form.Keyword {
	case "is":
		switch e.Selector() {
		case "Empty":
			a.empty = true
		case "Friend":
			a.friend = true
		case "Enemy":
			a.enemy = true
		}
	case "not":
		switch {
		case a.friend:
			return about{empty: true, enemy: true}
		case a.enemy:
			return about{empty: true, friend: true}
		case a.empty:
			return about{friend: true, enemy: true}
		}
	}
	return a
}

func (n *encloser) eval(c *game.Context, out *game.MoveList) {
	site := n.from.Loc.Get(c)
	if !c.G.OnBoard(n.st, site) || c.S.What(n.st, site) == 0 {
		return
	}
	exceptions := n.exception.Get(c)
	between := c.Between
	candidates := n.around(c, int32(site), c.TakeInts())
	scanned, group := c.TakeSet(), c.TakeInts()
	for i, s := range candidates {
		if slices.Contains(candidates[:i], s) || scanned.Has(int(s)) {
			continue
		}
		empty := c.S.IsEmpty(n.st, int(s))
		if !n.target(c, s) && !(exceptions > 0 && empty) {
			continue
		}
		budget := exceptions
		if empty && exceptions > 0 {
			budget--
		}
		var captured bool
		group, captured = n.flood(c, s, budget, group[:0], scanned)
		if captured && n.enclosed(c, group) {
			n.between.capture(c, group, out)
		}
	}
	c.GiveInts(group)
	c.GiveSet(scanned)
	c.GiveInts(candidates)
	c.Between = between
}

func (n *encloser) target(c *game.Context, s int32) bool {
	c.Between = int(s)
	return n.between.If.Get(c)
}

// around appends the neighbours of a site in the directions, which are resolved for it.
func (n *encloser) around(c *game.Context, s int32, dst []int32) []int32 {
	dirs := n.dirs.Eval(c, n.st, int(s), c.TakeDirs())
	for _, d := range dirs {
		dst = append(dst, c.G.Topo.Steps(n.st, s, d)...)
	}
	c.GiveDirs(dirs)
	return dst
}

// flood collects the group of a site; it fails at a liberty that the budget of
// exceptions does not cover. Sites whose neighbours were all seen are put into scanned.
func (n *encloser) flood(c *game.Context, start int32, budget int, group []int32, scanned game.Set) ([]int32, bool) {
	in, near := c.TakeSet(), c.TakeInts()
	group = append(group, start)
	in.Add(int(start))
	free := true
search:
	for head := 0; head < len(group); head++ {
		near = n.around(c, group[head], near[:0])
		for _, s := range near {
			if in.Has(int(s)) {
				continue
			}
			if !n.target(c, s) {
				if !c.S.IsEmpty(n.st, int(s)) {
					continue
				}
				if budget <= 0 {
					free = false
					break search
				}
				budget--
			}
			in.Add(int(s))
			group = append(group, s)
		}
		scanned.Add(int(group[head]))
	}
	c.GiveInts(near)
	c.GiveSet(in)
	return group, free
}

// enclosed checks the border of a group: nothing empty on it, or, for groups
// of empty sites, nothing more of their kind and all in one chain.
func (n *encloser) enclosed(c *game.Context, group []int32) bool {
	in, seen := c.TakeSet(), c.TakeSet()
	border, near := c.TakeInts(), c.TakeInts()
	for _, s := range group {
		in.Add(int(s))
	}
	ok := true
check:
	for _, g := range group {
		near = n.around(c, g, near[:0])
		for _, s := range near {
			if in.Has(int(s)) || seen.Has(int(s)) {
				continue
			}
			seen.Add(int(s))
			border = append(border, s)
			if n.empties && n.target(c, s) || !n.empties && c.S.IsEmpty(n.st, int(s)) {
				ok = false
				break check
			}
		}
	}
	ok = ok && (!n.empties || n.chain(c, border, seen))
	c.GiveInts(near)
	c.GiveInts(border)
	c.GiveSet(seen)
	c.GiveSet(in)
	return ok
}

// chain walks along the border, greedily and without turning back, and tells
// whether it visits all of it.
func (n *encloser) chain(c *game.Context, border []int32, left game.Set) bool {
	if len(border) == 0 {
		return false
	}
	at := border[0]
	for range len(border) - 1 {
		left.Remove(int(at))
		next := int32(game.Off)
		for _, s := range c.G.Topo.Steps(n.st, at, board.All) {
			if left.Has(int(s)) {
				next = s
				break
			}
		}
		if next < 0 {
			return false
		}
		at = next
	}
	return true
}
