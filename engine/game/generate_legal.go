package game

import (
	"slices"

	"github.com/astragal/astragal/engine/rng"
)

// Legal returns the legal moves of the position in generation order (part 3,
// §10); valid until the next move is played.
func (c *Context) Legal() []Move {
	if c.legalOK && len(c.legal.M) > 0 {
		return c.legal.M
	}
	l := c.legal
	l.M = l.M[:0]
	c.legalOK = true
	if c.S.Over {
		return nil
	}
	c.drawn = *c.R
	if c.Match != nil && c.Match.waiting {
		c.goOn(l)
		return l.M
	}
	if !c.Temporary {
		c.arena.reset()
	}
	switch c.G.Mode {
	case Simultaneous:
		c.legalSimultaneous(l)
	case Simulation:
		c.legalSimulation(l)
	default:
		c.legalAlternating(l)
	}
	return l.M
}

// DrawnFrom is what the random source was before the legal moves were listed that Legal
// returns: whoever lists them from there draws the same.
func (c *Context) DrawnFrom() rng.SplitMix64 { return c.drawn }

func (c *Context) legalAlternating(l *MoveList) {
	g, s := c.G, c.S
	g.Phases[s.PhaseOf[s.Mover]].Play.Eval(c, l)
	c.meta(l)
	if len(l.M) == 0 {
		l.Add(c.ForcedPass())
	}
	s.Stalemated &^= 1 << s.Mover
}

func (c *Context) legalSimultaneous(l *MoveList) {
	g, s := c.G, c.S
	all := c.TakeList()
	for p := 1; p <= g.Players; p++ {
		all.M = all.M[:0]
		g.Phases[s.PhaseOf[p]].Play.Eval(c, all)
		n := len(l.M)
		for _, m := range all.M {
			if int(m.Mover) == p {
				l.Add(m)
			}
		}
		if len(l.M) == n && s.IsActive(p) {
			m := c.One(Pass(true).Decided())
			m.Mover = int32(p)
			l.Add(m)
		}
	}
	c.GiveList(all)
	c.filter(l)
}

func (c *Context) legalSimulation(l *MoveList) {
	all := c.TakeList()
	c.G.Phases[0].Play.Eval(c, all)
	if len(all.M) > 0 {
		m := all.M[0]
		acts := make([]Action, 0, len(all.M))
		for _, x := range all.M {
			for i := range c.Items(x) {
				acts = append(acts, c.Item(x, i))
			}
		}
		b := c.Bare(acts)
		b.Mover, b.From, b.To = m.Mover, m.From, m.To
		l.Add(b)
	}
	c.GiveList(all)
}

// Combine makes the move of a simultaneous turn out of one move per active
// player, in player order (part 3, §16).
func (c *Context) Combine(ms []Move) Move {
	m := Move{State: Off, Edge: Off, Mover: int32(c.G.Shared())}
	first := len(c.arena.subs)
	after, nodes := c.TakeInts(), c.TakeInts()
	for _, x := range ms {
		// Consequents marked "after all moves" leave the player's move.
		nodes = nodes[:0]
		for n := x.then; n != 0; n = c.arena.thens[n].prev {
			nodes = append(nodes, c.arena.thens[n].gen)
		}
		slices.Reverse(nodes)
		x.then = 0
		for _, g := range nodes {
			if c.G.afterAll[g] {
				after = append(after, g)
			} else {
				c.Then(&x, g)
			}
		}
		c.arena.subs = append(c.arena.subs, x)
	}
	m.items, m.nitems = int32(len(c.arena.acts)), int32(len(ms))
	for i := range ms {
		c.arena.acts = append(c.arena.acts, Action{Kind: SubMove, From: int32(first + i), To: Off})
	}
	for _, g := range after {
		c.Then(&m, g)
	}
	c.GiveInts(nodes)
	c.GiveInts(after)
	return m
}
