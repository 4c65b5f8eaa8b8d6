package moves

import "github.com/astragal/astragal/engine/game"

// do is the Do form of a sowing without sowing effect: the seeds are laid on the
// position itself, and captures are evaluated there.
func (s *sow) do(c *game.Context) {
	if c.G.Has(game.Stochastic | game.SequenceCapture) {
		c.EffectOf(s.eval)
		return
	}
	from, to, value := c.From, c.To, c.Value
	start := s.start.Get(c)
	var count int
	if s.count.Given() {
		count = s.count.Get(c)
	} else {
		count = c.S.CountAt(s.st, start)
	}
	track := s.track(c)
	if track == nil {
		return
	}
	w := sowing{holes: c.TakeInts(), inHoles: true}
	last, ok := s.lay(c, track, start, count, &w)
	if !ok {
		c.GiveInts(w.holes)
		return // (to) and (value) stay assigned
	}
	s.layHoles(c, start, w.holes)
	c.GiveInts(w.holes)
	if s.capture != nil {
		temporary := c.Temporary
		c.Temporary = true
		acts := s.captures(c, track, last, start, c.TakeActions())
		c.Temporary = temporary
		for i := range acts {
			c.Act(&acts[i])
		}
		c.GiveActions(acts)
	}
	c.From, c.To, c.Value = from, to, value
	c.Consequent(s.then)
}

// layHoles lays seeds of the start in holes: each hole and how many in turn.
func (s *sow) layHoles(c *game.Context, start int, holes []int32) {
	// What a seed says of its hole is what was there before the first one.
	acts, g := c.TakeActions(), c.G
	if g.States || g.Rotations || g.Values {
		for i := 0; i < len(holes); i += 2 {
			acts = append(acts, s.seed(c, start, int(holes[i])))
		}
	}
	for i := 0; i < len(holes); i += 2 {
		hole, n := holes[i], holes[i+1]
		laid := c.LaySeeds(s.st, int32(start), hole, n)
		if laid && !c.Follows() {
			continue
		}
		var a game.Action
		if len(acts) > 0 {
			a = acts[i/2]
		} else {
			st := game.SiteType(s.st)
			a = game.MovePiece(st, start, game.Off, st, int(hole), game.Off, game.Off, game.Off, game.Off, false)
		}
		for range n {
			if laid {
				c.Acted(&a)
			} else {
				c.Act(&a)
			}
		}
	}
	c.GiveActions(acts)
}

// lone tells whether what a move comes to are its actions: it and its parts have
// no consequents, and no action changes when it is applied.
func lone(c *game.Context, m game.Move) bool {
	if m.HasThen() || c.G.Has(game.SequenceCapture) {
		return false
	}
	for i := range c.Items(m) {
		switch a := c.Item(m, i); a.Kind {
		case game.SubMove:
			if !lone(c, c.Sub(a)) {
				return false
			}
		case game.ActAdd:
			return false
		}
	}
	return true
}
