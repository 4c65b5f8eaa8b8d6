package game

import (
	"slices"

	"github.com/astragal/astragal/engine/rng"
)

// Start begins a play: the state is reset, dice and decks are laid out and the
// start rules played (part 3, §9). Draws come from r from now on.
func (c *Context) Start(r *rng.SplitMix64) {
	if c.Match != nil {
		c.startMatch(r)
		return
	}
	c.start(r)
}

func (c *Context) start(r *rng.SplitMix64) {
	c.R = r
	c.arena.reset()
	c.clearIterators()
	// A play that failed leaves these as they were in the middle of a rule.
	c.Temporary, c.InThreat, c.InNoMoves, c.Facing, c.Turned, c.depth, c.rule, c.at = false, false, false, 0, 0, 0, 0, nil
	c.pool.done += c.pool.work
	c.pool.rounds, c.pool.work, c.pool.look = 0, 0, 0
	c.legalOK, c.brief, c.misses, c.pause, c.resume = false, false, 0, 0, 0
	c.ending, c.decided, c.open = c.ending[:0], false, false
	c.imagined, c.seenLen = c.imagined[:0], 0
	c.seen.Clear()
	if c.begun != nil {
		c.restart()
		return
	}
	c.S.Reset()
	c.T.reset()
	c.placed = c.placed[:0]
	g, s := c.G, c.S
	if g.Boardless {
		l := s.writer(g.DefaultType)
		if at := g.centre(); len(at) > 0 && l.empty.Has(int(at[0])) {
			l.playable.Add(int(at[0]))
		}
	}
	if g.Has(DominoFlag) {
		for i := 1; i < len(g.Components); i++ {
			s.Dominoes = append(s.Dominoes, int32(i))
		}
	}
	if i := g.DiceContainer(); i >= 0 {
		for d, comp := range g.Dice {
			c.Place(Add(SiteType(2), g.Containers[i].First+d, int(comp), 1, Off, Off, Off, false))
		}
	}
	for i := range g.Containers {
		if g.Containers[i].Kind == Deck {
			c.shuffle(i)
		}
	}
	for i := range g.Starts {
		g.Starts[i].Eval(c)
	}
	c.T.Placements = c.T.Len()
	if g.Has(StartSites) {
		for site := range g.Topo.NumSites() {
			c.T.Opening = append(c.T.Opening, int32(s.What(g.DefaultType, site)))
		}
	}
	for i, comp := range g.Dice {
		faces := g.Components[comp].Faces
		f := s.StateAt(2, g.Containers[g.DiceContainer()].First+i, -1)
		if f < len(faces) {
			s.DiceValue[i] = int32(faces[f])
		}
	}
	c.sumDice()
	if g.Has(RepeatPositionalInGame) {
		c.T.GameHashes = append(c.T.GameHashes, c.PositionHash())
	}
	if g.Has(RepeatPositionalInTurn) {
		c.T.TurnHashes = append(c.T.TurnHashes, c.PositionHash())
	}
	c.keepStart()
	if g.Has(Stochastic) && !c.Drafting {
		c.Legal()
	}
}

// Place plays one action of a start rule as an initial placement move.
func (c *Context) Place(a Action) {
	if int(a.What) >= len(c.G.Components) && (a.Kind == ActAdd || a.Kind == ActInsert) {
		panic(failure{c.fault("there is no component %d to place", a.What)})
	}
	m := c.One(a)
	c.Do(a)
	c.placed = append(c.placed, a)
	c.record(m)
	c.legalOK = false
}

func (c *Context) shuffle(deck int) {
	k := &c.G.Containers[deck]
	cards := c.TakeInts()
	for i := 1; i < len(c.G.Components); i++ {
		if c.G.Components[i].Kind == "card" {
			cards = append(cards, int32(i))
		}
	}
	for len(cards) > 0 {
		i := c.Draw(len(cards))
		c.Place(Add(SiteType(2), k.First, int(cards[i]), 1, Off, Off, Off, true))
		cards = slices.Delete(cards, i, i+1)
	}
	c.GiveInts(cards)
}

func (c *Context) sumDice() {
	g, s := c.G, c.S
	i := g.DiceContainer()
	if i < 0 {
		return
	}
	s.DiceSum = 0
	if s.faces != nil {
		for d, comp := range g.Dice {
			if faces, f := g.Components[comp].Faces, s.faces[d]; int(f) < len(faces) {
				s.DiceSum += faces[f]
			}
		}
		return
	}
	for d, comp := range g.Dice {
		faces := g.Components[comp].Faces
		if f := s.StateAt(2, g.Containers[i].First+d, -1); f < len(faces) {
			s.DiceSum += faces[f]
		}
	}
}
