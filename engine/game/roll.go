package game

import (
	"math"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/rng"
)

// In most games of dice a turn begins with a throw, and the moves are those of
// the position with the dice as they fell. Instead of a copy of the position with
// these dice the position itself gets them for as long as its moves are listed or
// made, and its own ones back afterwards.

// throw is how the dice fell.
type throw struct {
	on     bool // drafts ahead are those of the position with the throw
	rolled bool // the dice were thrown; else they are as they were
	equal  bool
	faces  []int32
	aside  aside
}

// aside is what is put back when the dice are.
type aside struct {
	numbers     Numbers
	dice        []int32 // values and faces
	iterators   [11]int
	team, hints []int32
	sites       Set
	temporary   bool
	r           *rng.SplitMix64
	look        rng.SplitMix64
	seed        uint64
	draws       *Draws
}

// roll throws the dice.
func (c *Context) roll(t *throw) {
	t.faces, t.rolled, t.equal = t.faces[:0], true, true
	face := Off
	for i, comp := range c.G.Dice {
		f := c.Draw(len(c.G.Components[comp].Faces))
		t.equal = t.equal && (i == 0 || f == face)
		face = f
		t.faces = append(t.faces, int32(f))
	}
}

// diceInPlace tells whether every die lies on its site, where its face can be set directly.
func (s *State) diceInPlace() bool {
	if s.dice == nil {
		return false
	}
	for i, k := range s.dice {
		if int(k) != s.g.Dice[i] {
			return false
		}
	}
	return true
}

// showThrow has the dice show the throw.
func (c *Context) showThrow(t *throw) {
	if !t.rolled {
		return
	}
	s, g := c.S, c.G
	s.touch()
	s.DiceEqual = t.equal
	s.DiceSum = 0
	if s.diceInPlace() {
		for i, f := range t.faces {
			s.faces[i] = f
			v := g.Components[g.Dice[i]].Faces[f]
			s.DiceValue[i] = int32(v)
			s.DiceSum += v
		}
		return
	}
	if box := g.DiceContainer(); box >= 0 {
		first := int32(g.Containers[box].First)
		for i, f := range t.faces {
			c.setDie(first+int32(i), f)
		}
	}
	for _, v := range s.DiceValue {
		s.DiceSum += int(v)
	}
}

// throwActions appends the actions of the throw.
func (c *Context) throwActions(t *throw, dst []Action) []Action {
	if !t.rolled {
		return dst
	}
	if box := c.G.DiceContainer(); box >= 0 {
		for i, f := range t.faces {
			dst = append(dst, SetDie(c.G.Containers[box].First+i, int(f)))
		}
	}
	return append(dst, SetDiceAllEqual(t.equal))
}

// dieFace is where the face of a die is kept; nil if it does not lie on its site.
func (s *State) dieFace(site int32) *int32 {
	l := s.ok(board.Cell, site)
	if l == nil || l.state == nil {
		return nil
	}
	if l.size == nil {
		return &l.state[site]
	}
	if n := int(l.size[site]); n > 0 {
		return &l.state[int(site)*l.stride+n-1]
	}
	return nil
}

// dress gives the position the dice of the throw, and what else a look-ahead has.
func (c *Context) dress(t *throw) {
	s, a := c.S, &t.aside
	a.numbers = s.Numbers
	a.dice = append(a.dice[:0], s.DiceValue...)
	if s.faces != nil {
		a.dice = append(a.dice, s.faces...)
	} else if box := c.G.DiceContainer(); box >= 0 {
		for i := range c.G.Dice {
			f := int32(Off)
			if p := s.dieFace(int32(c.G.Containers[box].First + i)); p != nil {
				f = *p
			}
			a.dice = append(a.dice, f)
		}
	}
	a.iterators = [11]int{c.From, c.To, c.Between, c.Site, c.Level, c.Value, c.Player, c.Track, c.Edge, c.Hint, c.Pips}
	a.team, a.sites, a.hints = c.Team, c.Sites, c.HintSites
	a.temporary, a.r, a.draws = c.Temporary, c.R, c.draws
	c.Spend(1)
	c.Enter()
	a.look = rng.New(a.seed)
	c.Temporary, c.R, c.draws, c.legalOK = true, &a.look, nil, false
	c.showThrow(t)
}

// undress puts everything back.
func (c *Context) undress(t *throw) {
	s, a := c.S, &t.aside
	s.Numbers = a.numbers
	n := copy(s.DiceValue, a.dice)
	if s.faces != nil {
		copy(s.faces, a.dice[n:])
	} else if box := c.G.DiceContainer(); box >= 0 {
		for i, f := range a.dice[n:] {
			if p := s.dieFace(int32(c.G.Containers[box].First + i)); p != nil {
				*p = f
			}
		}
	}
	it := &a.iterators
	c.From, c.To, c.Between, c.Site, c.Level, c.Value = it[0], it[1], it[2], it[3], it[4], it[5]
	c.Player, c.Track, c.Edge, c.Hint, c.Pips = it[6], it[7], it[8], it[9], it[10]
	c.Team, c.Sites, c.HintSites = a.team, a.sites, a.hints
	c.Leave()
	c.Temporary, c.R, c.draws, c.legalOK = a.temporary, a.r, a.draws, false
}

// lookSeed is the seed of the draws of a look-ahead: another stream than that of the
// position, and of the look-aheads in it, so that no look-ahead foresees a draw.
func (c *Context) lookSeed() uint64 { return rng.Derive(c.R.State, math.MaxUint64).State }

// RollsLive tells whether the moves after a throw may be listed on the position itself.
func (c *Context) RollsLive() bool {
	return c.G.Flags&Visited == 0 && !c.G.Boardless && c.Match == nil
}

// AfterRoll drafts the moves of g after the throw that prior, a generator with a
// Rolls form, stands for; it returns the number of moves. The actions of the throw
// are put in front of each.
func (ds *Drafts) AfterRoll(c *Context, prior, g *Gen) int {
	t := &ds.throw
	t.on, t.aside.seed = true, c.lookSeed()
	if t.rolled = false; prior.Rolls(c) {
		c.roll(t)
	}
	first, count := len(ds.list), ds.count
	ds.turn++ // conditions are asked about another position
	c.dress(t)
	ds.Settled(c, g) // a check would need the throw
	c.undress(t)
	ds.turn++
	for i := first; i < len(ds.list); i++ {
		ds.list[i].ahead = true
	}
	return ds.count - count
}

// Idle drafts the forced pass of a player whose throw allows no move.
func (ds *Drafts) Idle(c *Context) {
	ds.Add(c, idleMaker, Off, Off, 0)
	ds.list[len(ds.list)-1].ahead = true
}

// Rolled draws the throw that prior stands for and forgets it.
func (c *Context) Rolled(prior *Gen) {
	if !prior.Rolls(c) {
		return
	}
	for _, comp := range c.G.Dice {
		c.Draw(len(c.G.Components[comp].Faces))
	}
}

// makeRolled makes the move of a draft on the position after the throw; the
// actions of the throw are put in front of it.
func (ds *Drafts) makeRolled(c *Context, d *Draft) Move {
	t := &ds.throw
	c.dress(t)
	m := d.maker.Make(c, ds, d)
	c.undress(t)
	acts := c.throwActions(t, c.TakeActions())
	if m.Twin {
		acts = c.throwActions(t, acts)
	}
	m = c.Insert(m, 0, acts)
	c.GiveActions(acts)
	return m
}

// AllowsAll tells whether no rule of repetition or suicide forbids moves.
func (c *Context) AllowsAll() bool { return c.G.noRepeat == 0 && !c.G.Meta.NoSuicide }
