package game

import "slices"

// begun is the position after the start rules of a game in which these are not
// left to chance: every further play begins with a copy of it.
type begun struct {
	s                      *State
	entries                int // of the trial
	opening                []int32
	gameHashes, turnHashes []uint64
	iterators              [11]int // start rules may leave some assigned
}

// iterators are the integer iterators in a fixed order.
func (c *Context) iterators() [11]*int {
	return [11]*int{&c.From, &c.To, &c.Between, &c.Site, &c.Level, &c.Value, &c.Player, &c.Track, &c.Edge, &c.Hint, &c.Pips}
}

// certain tells whether every play of the game begins in the same position.
func (g *Game) certain() bool {
	if g.Has(Stochastic) || g.RandomStart || len(g.Dice) > 0 {
		return false
	}
	for i := range g.Containers {
		if g.Containers[i].Kind == Deck {
			return false
		}
	}
	return true
}

// keepStart remembers the position after the start rules.
func (c *Context) keepStart() {
	if c.Match != nil || !c.G.certain() {
		return
	}
	b := &begun{s: newState(c.G), entries: len(c.T.own), opening: slices.Clone(c.T.Opening),
		gameHashes: slices.Clone(c.T.GameHashes), turnHashes: slices.Clone(c.T.TurnHashes)}
	b.s.limits = c.limits
	b.s.CopyFrom(c.S)
	for i, p := range c.iterators() {
		b.iterators[i] = *p
	}
	c.begun = b
}

// restart goes back to the position after the start rules.
func (c *Context) restart() {
	b, t := c.begun, &c.T
	for st := range b.s.layers {
		// Stacks grew as high as the last play needed: keep the room.
		for l := &b.s.layers[st]; l.stride < c.S.layers[st].stride; {
			l.grow(b.s)
		}
	}
	c.S.CopyFrom(b.s)
	for i, p := range c.iterators() {
		*p = b.iterators[i]
	}
	t.base, t.own = nil, t.own[:b.entries]
	t.Placements, t.Opening, t.sites = b.entries, b.opening, 0
	t.GameHashes, t.TurnHashes = append(t.GameHashes[:0], b.gameHashes...), append(t.TurnHashes[:0], b.turnHashes...)
}
