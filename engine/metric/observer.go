package metric

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

// Observer watches plays of one game by the rules, one after the other, and adds each
// to a batch: Start once the start rules ran, Ply before and Played after every
// move, End when the play is over or given up. Looking at legal moves takes
// longer than playing one; Thorough tells for which plays it is done. What a move
// changed is found from its applied actions, so that a ply costs a few sites and not a
// board; in the steady state nothing is allocated. It belongs to one goroutine.
type Observer struct {
	*Tally
	hash       uint64   // of all slots
	hashes     []uint64 // of each slot
	first      uint64   // of the first position
	begin      []uint64 // of each slot in it
	exhaustive bool     // Look is called for every legal move
	standing   Standing
	position   ofRules

	// nth is the i-th legal move of a position.
	nth func(c *game.Context, i int) game.Move
}

// NewObserver returns an observer that adds the plays of the plan's game to b, as far as its
// scope goes.
func (p *Plan) NewObserver(b *Batch, s Scope) *Observer {
	o := &Observer{Tally: p.NewTally(b, s), nth: listed}
	o.hashes = make([]uint64, len(o.slots))
	return o
}

// Exhaustive tells that Look will be called for every legal move, in the order in
// which they are listed, not for samples.
func (o *Observer) Exhaustive() { o.thorough, o.exhaustive = true, true }

// Samples is 0: an observer chooses himself what he looks at.
func (o *Observer) Samples() int { return 0 }

// Start begins to watch the play that c is at the start of.
func (o *Observer) Start(c *game.Context) {
	known := o.Tally.Start(c.R.State)
	if o.out.Board == nil {
		return
	}
	c.Endings = o.endings != nil
	if known {
		o.hash = o.first
		copy(o.hashes, o.begin)
	} else {
		o.hash = 0
		clear(o.hashes)
		for i := range o.slots {
			o.look(c, i)
		}
		o.Begun()
		o.first, o.begin = o.hash, append(o.begin[:0], o.hashes...)
	}
	o.arrived(c)
}

// look reads a slot anew and accounts for what is different.
func (o *Observer) look(c *game.Context, i int) {
	h := c.S.SlotHash(i)
	what, n := c.S.SlotHolds(i)
	o.hash += h - o.hashes[i]
	o.hashes[i] = h
	o.Slot(i, what, n, c.S)
}

// arrived records the position that c is in.
func (o *Observer) arrived(c *game.Context) {
	spread := int32(0)
	if o.board.Scores != nil {
		score := c.S.ScoreOf[1:]
		low, high := score[0], score[0]
		for _, v := range score[1:] {
			low, high = min(low, v), max(high, v)
		}
		spread = high - low
	}
	h := o.hash + c.S.RestHash()
	o.Position(h, h+c.TurnHash(), spread)
}

// Ply notes the number of legal moves of the position in which a move is now made.
func (o *Observer) Ply(c *game.Context, n int) {
	ply := o.spots.met
	if o.judges() {
		o.standing.take(c)
	}
	o.Tally.Ply(&o.standing, n)
	switch i := o.Next(); {
	case i >= 0:
		o.Spot(i, n)
		o.examine(ply, c.S.Mover, func(i int) {
			if o.exhaustive {
				return
			}
			mark := c.Mark()
			o.position.c = c
			o.kinds.look(&o.position, o.nth(c, i))
			c.Release(mark)
		}, func(i int) float64 {
			mark := c.Mark()
			v := o.judge.value(c, o.nth(c, i))
			c.Release(mark)
			return v
		})
		if !o.exhaustive {
			o.close()
		}
	case o.exhaustive && o.kinds != nil:
		o.kinds.position()
	}
}

// Look notes of which kind a legal move is, for an exhaustive observer.
func (o *Observer) Look(c *game.Context, m game.Move) {
	if o.kinds != nil {
		o.position.c = c
		o.kinds.look(&o.position, m)
	}
}

// Played notes what the move just made came to.
func (o *Observer) Played(c *game.Context) {
	if o.exhaustive && o.kinds != nil {
		o.kinds.close()
	}
	o.close()
	e := c.T.Last()
	mover := o.mover
	if e != nil {
		mover = e.Mover
	}
	acts := c.Applied()
	o.Moved(int(mover), len(acts))
	if o.out.Board == nil {
		return
	}
	o.Went(e.FromType, e.ToType, e.DecFrom, e.DecTo)
	if o.plan.game.ChangesAtRange() {
		for i := range o.slots {
			o.look(c, i)
		}
	} else {
		for i := range acts {
			a := &acts[i]
			if a.To >= 0 {
				if s := c.S.SlotOf(a.TypeTo, a.To); s >= 0 {
					o.look(c, s)
				}
			}
			if a.From >= 0 && (a.From != a.To || a.TypeFrom != a.TypeTo) {
				if s := c.S.SlotOf(a.TypeFrom, a.From); s >= 0 {
					o.look(c, s)
				}
			}
		}
	}
	o.arrived(c)
}

// End adds the play to the batch. A play that is not over counts as ended by a limit.
func (o *Observer) End(c *game.Context) {
	o.out.Judge(c.S)
	o.Ended(c.Ending())
	o.standing.take(c)
	o.Tally.End(&o.standing)
}

// ofRules is a position by the rules, in which moves are looked at.
type ofRules struct{ c *game.Context }

func (p *ofRules) WhatAt(st board.SiteType, site int) int { return p.c.S.WhatAt(st, site, 0) }
func (p *ofRules) Who(st board.SiteType, site int) int    { return p.c.S.Who(st, site) }
func (p *ofRules) Mover() int                             { return p.c.S.Mover }

func (p *ofRules) Enemies(a, b int) bool {
	s := p.c.S
	if a == 0 || b == 0 || a == b {
		return false
	}
	return a >= len(s.TeamOf) || b >= len(s.TeamOf) || s.TeamOf[a] != s.TeamOf[b]
}

// Listing has the i-th legal move of a position be what nth returns, for those who compare
// plays with others that list moves in another order.
func (o *Observer) Listing(nth func(c *game.Context, i int) game.Move) { o.nth = nth }
