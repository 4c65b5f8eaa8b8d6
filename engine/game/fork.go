package game

import (
	"slices"

	"github.com/astragal/astragal/engine/rng"
)

// Fork returns an independent copy of the context, which may go to another
// goroutine: position, record of the play and legal moves, which may be played
// in the copy. Its draws come from r. Unlike Temp it costs allocations.
func (c *Context) Fork(r *rng.SplitMix64) *Context {
	f := *c
	f.R = r
	f.draws = nil
	f.before = nil
	f.candidates = Drafts{} // what is drafted here is none of the other's business
	f.arena = &arena{
		acts:  slices.Clone(c.arena.acts),
		subs:  slices.Clone(c.arena.subs),
		thens: slices.Clone(c.arena.thens),
		ints:  slices.Clone(c.arena.ints),
	}
	f.imagined, f.seen, f.seenLen = nil, nil, 0
	f.limits = &Limits{}
	*f.limits = *c.limits
	f.pool = &pool{texts: slices.Clone(c.pool.texts)}
	f.legal = &MoveList{slices.Clone(c.legal.M)}
	f.placed, f.flat = slices.Clone(c.placed), slices.Clone(c.flat)
	f.S = newState(c.G)
	f.S.limits = f.limits
	f.S.CopyFrom(c.S)
	f.T = c.T
	f.T.base = nil
	f.T.own = make([]Entry, 0, c.T.Len()+1)
	for i := range c.T.Len() {
		e := *c.T.At(i)
		e.Between, e.Froms, e.Tos = slices.Clone(e.Between), slices.Clone(e.Froms), slices.Clone(e.Tos)
		f.T.own = append(f.T.own, e)
	}
	f.T.GameHashes, f.T.TurnHashes = slices.Clone(c.T.GameHashes), slices.Clone(c.T.TurnHashes)
	f.T.Opening = slices.Clone(c.T.Opening)
	if c.Match != nil {
		c.Match.fork(&f)
	}
	return &f
}
