package game

import (
	"math/bits"
	"slices"
)

// record appends move m to the trial.
func (c *Context) record(m Move) *Entry {
	e := Entry{Mover: m.Mover, From: m.From, To: m.To, LevelMin: m.LevelMin, LevelMax: m.LevelMax, State: m.State,
		FromType: NoType, ToType: NoType, DecFrom: Off, DecTo: Off, AfterFrom: m.From, AfterTo: m.To}
	if a, ok := c.decision(m); ok {
		if a.Kind == ActSelect && a.To == Off {
			// Selecting one site goes nowhere: where it goes is where it comes from.
			a.To, a.LevelTo = a.From, a.LevelFrom
		}
		e.FromType, e.ToType, e.DecFrom, e.DecTo, e.What = a.TypeFrom, a.TypeTo, a.From, a.To, a.What
		e.LevelFrom, e.LevelTo = max(a.LevelFrom, 0), max(a.LevelTo, 0)
	}
	e.Pass, e.Swap = c.IsPass(m), c.isKind(m, ActSwap)
	e.Between = c.BetweenOf(m)
	return c.T.add(e)
}

// run applies the actions of m, nested moves with their consequents included,
// and collects the flat list of what was applied.
func (c *Context) run(m Move) {
	for i := m.items; i < m.items+m.nitems; i++ {
		a := c.arena.acts[i]
		if a.Kind == SubMove {
			c.ApplyEffect(c.arena.subs[a.From])
			continue
		}
		c.Do(a)
		if a.Kind == ActAdd {
			// An added piece is recorded with the type of the site it went to,
			// also by a legal move that was only tried before.
			st := SiteType(c.S.typed(a.TypeTo, a.To))
			a.TypeFrom, a.TypeTo = st, st
			c.arena.acts[i] = a
		}
		c.flat = append(c.flat, a)
	}
}

// ApplyEffect applies a move as part of another one: its actions, then its
// consequents; nothing is added to the trial.
func (c *Context) ApplyEffect(m Move) {
	c.run(m)
	c.consequents(m.then)
}

// consequents evaluates and applies the consequents up to node n, oldest first.
func (c *Context) consequents(n int32) {
	if n == 0 {
		return
	}
	node := c.arena.thens[n]
	c.consequents(node.prev)
	if node.gen < 0 {
		for i := range node.n {
			c.ApplyEffect(c.arena.subs[node.first+i])
		}
		return
	}
	c.Effect(c.G.thens[node.gen])
}

// Apply applies a move bare: actions, the trial entry, consequents and the
// captures of the end of the turn, without the turn loop (part 3, §8.3). The
// flattened actions are in Applied afterwards.
func (c *Context) Apply(m Move) {
	c.flat = c.flat[:0]
	c.legalOK = false
	c.run(m)
	c.follow(c.record(m))
	at := c.T.Len() - 1
	c.consequents(m.then)
	if c.G.Has(SequenceCapture) {
		c.clearSequence()
	}
	e := c.T.At(at)
	c.follow(e)
	e.Pass = c.passed()
}

// Applied returns the flattened actions of the last Apply or Play in order of
// execution (the captures of the end of a turn in front); valid until the next.
func (c *Context) Applied() []Action { return c.flat }

// clearSequence removes the pieces captured during a turn once it ends (part 3, §8.5).
func (c *Context) clearSequence() {
	s := c.S
	for i := range c.flat {
		if c.flat[i].Kind == ActSetNextPlayer {
			return
		}
	}
	st := SiteType(c.G.DefaultType)
	if !c.G.Stacks {
		for _, site := range s.ToClear {
			done := false
			for i := range c.flat {
				a := &c.flat[i]
				if a.Kind == ActRemove && !a.Flag && a.LevelTo == Off && a.To == site && a.TypeTo == st && !a.Decision {
					done = true
					break
				}
			}
			if !done {
				a := Remove(st, int(site), Off)
				c.Do(a)
				c.flat = slices.Insert(c.flat, 0, a)
			}
		}
	} else {
		sites := append(c.TakeInts(), s.ToClear...)
		slices.Sort(sites)
		for i := 0; i < len(sites); {
			j := i
			for j < len(sites) && sites[j] == sites[i] {
				j++
			}
			k := min(j-i, s.SizeAt(c.G.DefaultType, int(sites[i])))
			for lv := k - 1; lv >= 0; lv-- {
				a := Remove(st, int(sites[i]), lv)
				c.Do(a)
				c.flat = slices.Insert(c.flat, 0, a)
			}
			i = j
		}
		c.GiveInts(sites)
	}
	s.ToClear = s.ToClear[:0]
}

// Play applies a chosen legal move and runs the turn loop (part 3, §11).
func (c *Context) Play(m Move) {
	if c.Match != nil {
		c.playMatch(m)
		return
	}
	c.playTurn(m)
}

func (c *Context) playTurn(m Move) {
	s := c.S
	mover := s.Mover
	if !c.Temporary {
		c.Rest()
	}
	s.Decision = Off
	pass, swap := c.IsPass(m), c.isKind(m, ActSwap)
	if pass {
		c.passing()
	}
	s.Pending = s.Pending[:0]
	c.Apply(m)
	c.turn(mover, m.From, m.To, swap)
}

// passing notes whether the mover, who is about to pass, has to.
func (c *Context) passing() {
	s := c.S
	if mover := s.Mover; mover > 0 && s.Stalemated&(1<<mover) == 0 && c.G.Mode == Alternating && c.stuckQuietly() {
		s.Stalemated |= 1 << mover
	}
}

// passed reports whether a recorded move is a pass, which is asked of all its actions.
func (c *Context) passed() bool {
	any, all := false, true
	for i := range c.flat {
		if c.flat[i].Kind == ActPass {
			any = true
		} else if c.flat[i].Decision {
			all = false
		}
	}
	return any && all
}

// turn runs the turn loop after a move of the mover has been applied: ends,
// phases, histories, and whose turn it is next.
func (c *Context) turn(mover int, from, to int32, swap bool) {
	g, s := c.G, c.S
	c.ending, c.decided = c.ending[:0], false
	if !c.Temporary {
		c.weigh()
	}
	if !s.Over {
		c.ends(mover, g.Players)
	}
	if s.Active == 0 {
		s.Prev = mover
	} else {
		c.nextPhases()
	}
	s.Counter++
	c.remember(mover)
	if s.Active != 0 {
		if g.Has(Visited) {
			if mover != s.Next {
				s.Visited.Clear()
			} else {
				limit := (g.Topo.NumSites() + 63) &^ 63
				for _, x := range [2]int32{from, to} {
					if x >= 0 && int(x) < limit && int(x) < len(s.Visited)*64 {
						s.Visited.Add(int(x))
					}
				}
			}
		}
		s.Prev, s.Mover = mover, s.Next
		if s.Prev == s.Mover && !swap {
			s.TurnMoves++
		} else {
			s.TurnMoves = 0
			s.Turns++
		}
		s.Next = c.following(s.Mover)
		if c.T.Last().Pass {
			s.Passes++
		} else {
			s.Passes = 0
		}
	}
	if len(g.Dice) > 0 {
		c.sumDice()
	}
	c.legalOK = false
	if g.Has(Stochastic) && !s.Over && !c.Temporary && !c.Lazy {
		c.Legal()
	}
}

// following is the active player after p in cyclic order.
func (c *Context) following(p int) int {
	n := c.G.Players
	if n == 0 {
		return 0
	}
	q := p%n + 1
	for i := 0; i < n && !c.S.IsActive(q); i++ {
		q = q%n + 1
	}
	return q
}

// ends evaluates the ends after a move of the mover in a game of n players, and draws the play at the limits.
func (c *Context) ends(mover, n int) {
	before := c.beforeEnds(mover)
	c.judge(mover, n, before == nil)
	if before != nil {
		c.settle(before)
	}
}

// judge is ends; explained says that the ends of the game tell how they decide the play, see Ending.
func (c *Context) judge(mover, n int, explained bool) {
	g, s := c.G, c.S
	if s.Active != 0 && mover >= 0 && mover < len(s.PhaseOf) {
		if end := g.Phases[s.PhaseOf[mover]].End; end != nil {
			c.evalEnd(end)
		}
	}
	if !s.Over && g.End != nil {
		c.open = c.Endings && explained
		c.evalEnd(g.End)
		c.open = false
	}
	if s.Active == 0 {
		return
	}
	turns := s.Turns >= g.TurnLimit*n
	if !turns && c.T.MoveNumber() < g.MoveLimit {
		return
	}
	if turns {
		c.draw(TurnLimitEnd)
	} else {
		c.draw(MoveLimitEnd)
	}
}

// nextPhases moves the players to their next phases (part 3, §13).
func (c *Context) nextPhases() {
	g, s := c.G, c.S
	if len(g.Phases) < 2 {
		return
	}
	for p := 1; p <= g.Players; p++ {
		for i := range g.Phases[s.PhaseOf[p]].Next {
			x := &g.Phases[s.PhaseOf[p]].Next[i]
			w := x.Who.Get(c)
			if w != g.Shared() && w != p || !x.Cond.Ok(c) {
				continue
			}
			to := x.Phase
			if to < 0 {
				of := w
				if w == g.Shared() {
					of = s.Mover
				}
				to = (int(s.PhaseOf[of]) + 1) % len(g.Phases)
			}
			s.PhaseOf[p] = int32(to)
			break
		}
	}
}

// remember extends the repetition histories (part 3, §11 step 13).
func (c *Context) remember(mover int) {
	g, s := c.G, c.S
	if g.Flags&repetition == 0 {
		return
	}
	if g.Flags&(RepeatSituationalInGame|RepeatSituationalInTurn) != 0 {
		s.Found = Found{s.Prev, s.TurnMoves, s.Passes, s.Stalemated}
	}
	changed := s.Mover != s.Prev
	t := &c.T
	if g.Has(RepeatPositionalInGame) && changed || g.Has(CycleDetection) {
		t.GameHashes = append(t.GameHashes, c.PositionHash())
	}
	if g.Has(RepeatPositionalInTurn) {
		if changed {
			t.TurnHashes = t.TurnHashes[:0]
		}
		t.TurnHashes = append(t.TurnHashes, c.PositionHash())
	}
	if g.Has(RepeatSituationalInGame) && changed {
		t.GameHashes = append(t.GameHashes, c.FullHash())
	}
	if g.Has(RepeatSituationalInTurn) {
		if changed {
			t.TurnHashes = t.TurnHashes[:0]
		}
		t.TurnHashes = append(t.TurnHashes, c.FullHash())
	}
}

// stuckQuietly reports whether the mover has no move of his own (part 3, §10).
func (c *Context) stuckQuietly() bool { return !c.MoverCanMove() }

// MoverCanMove reports whether the player to move has a move of his own that
// passes the repetition and suicide rules; the forced pass does not count.
func (c *Context) MoverCanMove() bool {
	g, s := c.G, c.S
	if g.Meta.Swap && c.T.MoveNumber() == g.Players-1 {
		return true
	}
	return c.CanMove(g.Phases[s.PhaseOf[s.Mover]].Play)
}

// evalEnd evaluates one end: all its rules in order, then the all-pass rule (part 3, §12.2).
func (c *Context) evalEnd(rules []EndRule) {
	s := c.S
	for i := range rules {
		c.at = rules[i].at
		rules[i].Eval(c)
	}
	c.at = nil
	if !s.Over && !c.G.Has(NotAllPass) && c.G.Mode != Simulation && c.AllPassed() {
		c.draw(NaturalEnd)
	}
	s.lossesNow, s.winsNow = 0, 0
}

// AllPassed reports whether every player has passed in turn (part 3, §12.3).
func (c *Context) AllPassed() bool {
	t, n := &c.T, c.G.Players
	i := t.Len() - 1
	if i < 0 || i > 1 && !t.At(i).Pass {
		// The last run begins with a pass and is longer than one move only at the start of the play.
		return false
	}
	if n == 1 {
		return t.At(i).Pass
	}
	if n == 0 || int(t.At(i).Mover) != c.S.Mover {
		return false
	}
	for run := 1; run <= n && i >= 0; run++ {
		j := i
		for j > 0 && t.At(j-1).Mover == t.At(i).Mover {
			j--
		}
		limit := 2
		if run == 1 {
			limit = 1
		}
		if j == 0 {
			limit++
		}
		if !t.At(j).Pass || i-j+1 > limit {
			return false
		}
		i = j - 1
	}
	return true
}

func (c *Context) over(winner int, how EndType) {
	c.S.Over, c.S.Winner, c.S.End = true, winner, how
}

func (c *Context) drawRank() float64 {
	return float64(bits.OnesCount32(c.S.Active)+1)/2 + float64(len(c.S.Winners))
}
