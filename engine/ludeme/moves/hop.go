package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var hopRows = []lgdl.Form{
	{Text: "(hop [(from)] [direction] [(between)] (to) [stack:bool!] [(then)])",
		Result: "moves:effect", Concepts: []string{"HopEffect", "AdjacentDirection unless direction", "skip (to)/(apply)"},
		Marks: concept.Rule(hopConcepts), Meaning: "Jumps in a straight line over one or several sites.",
		Impl: hops},
}

var hops = rule.Forms(compileHop, lowerHop)

// hopper is a compiled (hop …).
type hopper struct {
	from     fromPart
	dirs     game.Directions
	between  betweenPart
	to       toPart
	stack    bool
	decision bool
}

func compileHop(k *game.Compiler, e *lgdl.Expr, decision bool) *game.Gen {
	args := clause.AnyHop(e)
	h := &hopper{from: compileFrom(k, args.From(), fromVar), dirs: k.Directions(args.Direction(), "Adjacent"),
		between: compileBetween(k, args.Between()), stack: flagOf(k, args.Stack()), decision: decision}
	// The effect of landing is not searched for requirements (part 4, §5, hop).
	h.to = compileTo(k, args.To().Without("apply"), toVar)
	flags := k.G.Flags
	h.to.Apply = compileApply(k, clause.To(args.To()).Apply())
	k.G.Flags = flags
	if h.stack {
		k.Require(game.Stacking)
	}
	return k.Followed(h.eval, args.Then())
}

// jump is one evaluation of a hop.
type jump struct {
	f                     int
	lo, hi, before, after int
}

func (h *hopper) eval(c *game.Context, out *game.MoveList) {
	st := h.from.Type
	// A region is ignored in favour of (from); Loc is (from) then.
	j := jump{f: h.from.Loc.Get(c)}
	if !c.G.OnBoard(st, j.f) {
		return
	}
	dirs := h.dirs.Eval(c, st, j.f, c.TakeDirs())
	j.lo, j.hi = h.between.limits(c, 1, 1)
	j.before, j.after = h.between.Before.Get(c), h.between.After.Get(c)
	from, to, between := c.From, c.To, c.Between
	c.From = j.f
	first := len(out.M)
	if j.lo == 0 {
		h.steps(c, &j, dirs, out)
	}
	if j.hi > 0 {
		for _, d := range dirs {
			radials := c.G.Topo.Radials(st, int32(j.f), d)
			for i := range radials {
				h.radial(c, &j, radials[i].Path, out)
			}
		}
	}
	c.From, c.To, c.Between = from, to, between
	c.GiveDirs(dirs)
	for i := first; i < len(out.M); i++ {
		out.M[i].Mover = int32(c.S.Mover)
	}
}

func (h *hopper) action(j *jump, t int32) game.Action {
	st := game.SiteType(h.from.Type)
	return decide(game.MovePiece(st, j.f, game.Off, st, int(t), game.Off, game.Off, game.Off, game.Off, h.stack),
		h.decision)
}

// steps generates the moves over nothing, one per neighbour.
func (h *hopper) steps(c *game.Context, j *jump, dirs []board.Direction, out *game.MoveList) {
	first := len(out.M)
	for _, d := range dirs {
	next:
		for _, t := range c.G.Topo.Steps(h.from.Type, int32(j.f), d) {
			if !h.from.If.Ok(c) {
				continue
			}
			c.To = int(t)
			if !h.to.If.Ok(c) {
				continue
			}
			for i := first; i < len(out.M); i++ {
				if out.M[i].To == t {
					continue next
				}
			}
			m := c.One(h.action(j, t))
			if h.between.Apply.If.Ok(c) {
				m = h.between.Apply.compose(c, m)
			}
			m.From, m.To = int32(j.f), t
			out.Add(m)
		}
	}
}

// hurdle reports whether a site can be jumped: every one without a (between …),
// none when that lacks a condition.
func (h *hopper) hurdle(c *game.Context, s int32) bool {
	c.Between = int(s)
	if !h.between.Given {
		return true
	}
	return h.between.If.Given() && h.between.If.Get(c)
}

func (h *hopper) free(c *game.Context, s int32) bool {
	c.To = int(s)
	return h.to.If.Ok(c)
}

// radial generates the hops along one line.
func (h *hopper) radial(c *game.Context, j *jump, path []int32, out *game.MoveList) {
	i := 1
	for ; i < len(path) && !h.hurdle(c, path[i]); i++ {
		if i > j.before || !h.free(c, path[i]) {
			return
		}
	}
	if i == len(path) || !h.from.If.Ok(c) {
		return
	}
	run := 1
	for run < j.hi && i+run < len(path) && h.hurdle(c, path[i+run]) {
		run++
	}
	if run < j.lo {
		return
	}
	hurdles := path[i : i+run]
	conditional := h.to.Apply.If.Given()
	for k := j.lo; k <= run; k++ {
		for l := i + k; l <= i+k+j.after && l < len(path); l++ {
			if l < 0 {
				break
			}
			x := path[l]
			if h.free(c, x) {
				if !conditional {
					out.Add(h.land(c, j, x, hurdles, k))
				}
				continue
			}
			if conditional && h.to.Apply.If.Get(c) {
				m := h.to.Apply.compose(c, c.One(h.action(j, x)))
				m.From, m.To = int32(j.f), x
				c.SetBetween(&m, hurdles)
				out.Add(m)
			}
			break
		}
	}
}

// land makes the hop to x over the first k hurdles.
func (h *hopper) land(c *game.Context, j *jump, x int32, hurdles []int32, k int) game.Move {
	m := h.to.Apply.compose(c, c.One(h.action(j, x)))
	if h.between.Apply.Effect != nil {
		for i := range k {
			c.Between = int(hurdles[i])
			if h.between.Apply.If.Ok(c) {
				m = h.between.Apply.compose(c, m)
			}
		}
	}
	m.From, m.To = int32(j.f), x
	if h.stack {
		m.LevelMin, m.LevelMax = 0, int32(c.S.SizeAt(h.from.Type, j.f)-1)
	}
	c.SetBetween(&m, hurdles)
	return m
}
