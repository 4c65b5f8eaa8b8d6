package game

import (
	"math/big"
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Result applies a result of an end rule to the player or team of number p
// (part 3, §12.4 and §12.5). kind is Win, Loss, Draw, Tie, Abandon or Crash; all
// tells that the role was All, team that it was a team role.
func (c *Context) Result(kind string, p int, all, team bool) {
	if c.Match != nil && c.Match.ending && c.resultOfMatch(kind, p, all, team) {
		return
	}
	switch kind {
	case "Win":
		switch {
		case all:
			c.everybody(1)
		case team:
			c.teamWin(p)
		default:
			c.win(p)
		}
	case "Loss":
		switch {
		case all:
			c.everybody(float64(c.G.Players))
		case !team:
			c.loss(p)
		}
	case "Draw":
		if !team {
			c.draw(NaturalEnd)
		}
	case "Tie":
		c.S.Active = 0
		c.over(c.G.Shared(), NaturalEnd)
	default:
		c.S.Active = 0
		c.over(-1, NaturalEnd)
	}
}

// everybody ends the game with one rank for all who have none yet.
func (c *Context) everybody(rank float64) {
	s := c.S
	for p := 1; p <= c.G.Players; p++ {
		if s.Ranking[p] == 0 && c.G.Players > 1 {
			s.Ranking[p] = rank
			if rank == 1 {
				s.Winners = append(s.Winners, int32(p))
			}
		}
	}
	s.Active = 0
	c.over(0, NaturalEnd)
}

func (s *State) firstWithRank(rank float64) int {
	for p := 1; p < len(s.Ranking); p++ {
		if s.Ranking[p] == rank {
			return p
		}
	}
	return 0
}

func (c *Context) win(p int) {
	s := c.S
	if p < 1 || p > c.G.Players {
		return
	}
	s.Active &^= 1 << p
	s.Ranking[p] = float64(len(s.Winners) + 1)
	s.Winners = append(s.Winners, int32(p))
	s.winsNow++
	switch s.ActiveCount() {
	case 1:
		q := c.onlyActive()
		s.Ranking[q] = s.Ranking[p] + 1
		s.Losers = append(s.Losers, int32(q))
		s.Active = 0
		c.over(s.firstWithRank(1), NaturalEnd)
	case 0:
		c.over(s.firstWithRank(1), NaturalEnd)
	}
}

func (c *Context) onlyActive() int {
	for q := 1; q <= c.G.Players; q++ {
		if c.S.IsActive(q) {
			return q
		}
	}
	return 0
}

func (c *Context) loss(p int) {
	s, n := c.S, c.G.Players
	k := s.lossesNow
	s.lossesNow++
	if !s.IsActive(p) {
		return
	}
	s.Active &^= 1 << p
	if s.Next == p && n != 1 {
		s.Next = c.following(p)
	}
	if n == 1 {
		s.Active = 0
		c.over(0, NaturalEnd)
		return
	}
	next := float64(n - len(s.Losers))
	prev := next + 1 + (float64(k)-1)/2
	rank := prev - 0.5
	for q := 1; q <= n; q++ {
		if s.Ranking[q] == prev {
			s.Ranking[q] = rank
		}
	}
	s.Ranking[p] = rank
	s.Losers = append(s.Losers, int32(p))
	switch s.ActiveCount() {
	case 0:
		c.over(s.firstWithRank(1), NaturalEnd)
	case 1:
		q := c.onlyActive()
		s.Ranking[q] = float64(len(s.Winners) + 1)
		best := 1
		for i := 2; i <= n; i++ {
			if s.Ranking[i] < s.Ranking[best] {
				best = i
			}
		}
		s.Winners = append(s.Winners, int32(best))
		s.Active = 0
		c.over(best, NaturalEnd)
	}
}

// draw ends the play for all who are still in it, with the same rank for each.
func (c *Context) draw(how EndType) {
	s, n := c.S, c.G.Players
	rank := c.drawRank()
	winner := 0
	for p := 1; p <= n; p++ {
		if s.Ranking[p] == 0 && n > 1 {
			s.Ranking[p] = rank
		}
		if s.Ranking[p] == 1 {
			winner = p
		}
	}
	s.Active = 0
	c.over(winner, how)
}

func (c *Context) teamWin(team int) {
	s, n := c.S, c.G.Players
	rank := 1.0
	for slices.Contains(s.Ranking[1:], rank) {
		rank++
	}
	size := 0
	for p := 1; p <= n; p++ {
		if int(s.TeamOf[p]) == team {
			size++
			s.Active &^= 1 << p
			s.Ranking[p] = rank
			s.Winners = append(s.Winners, int32(p))
		}
	}
	left, one := 0, true
	for p := 1; p <= n; p++ {
		if s.IsActive(p) {
			one = one && (left == 0 || s.TeamOf[left] == s.TeamOf[p])
			left = p
		}
	}
	switch {
	case left == 0:
		c.over(s.firstWithRank(1), NaturalEnd)
	case one:
		for p := 1; p <= n; p++ {
			if s.TeamOf[p] == s.TeamOf[left] {
				s.Ranking[p] = rank + float64(size)
			}
		}
		c.over(s.firstWithRank(1), NaturalEnd)
	}
}

// ByScore ends the game with ranks by score, or by payoff.
func (c *Context) ByScore(misere, payoffs bool) {
	s, n := c.S, c.G.Players
	if c.Match != nil && c.Match.probing {
		return
	}
	s.Active = 0
	if payoffs && n == 1 {
		s.Ranking[1] = 1
		if s.PayoffOf[1] <= 0 {
			s.Ranking[1] = 0
		}
	} else {
		score := func(p int) float64 {
			v := float64(s.ScoreOf[p])
			if payoffs {
				v = s.PayoffOf[p]
			}
			if misere {
				v = -v
			}
			return v
		}
		for p := 1; p <= n; p++ {
			above, equal := 0, 0
			for q := 1; q <= n; q++ {
				if score(q) > score(p) {
					above++
				} else if score(q) == score(p) {
					equal++
				}
			}
			s.Ranking[p] = float64(above) + float64(equal+1)/2
		}
	}
	winner := 0
	for p := 1; p <= n; p++ {
		if s.Ranking[p] == 1 {
			winner = p
		}
	}
	if winner > 0 {
		s.Winners = append(s.Winners, int32(winner))
	}
	c.over(winner, NaturalEnd)
}

// Payoffs registers what a (payoffs …) pays: exact holds by player, from index 1,
// the numbers as the description gives them, nil where they are computed. It
// returns the number by which State.Paid refers to it.
func (k *Compiler) Payoffs(e *lgdl.Expr, exact []*big.Rat) int {
	k.G.payoffs, k.G.payers = append(k.G.payoffs, exact), append(k.G.payers, e)
	return len(k.G.payoffs)
}

// Payer is the number of a (payoffs …).
func (g *Game) Payer(e *lgdl.Expr) int { return 1 + slices.Index(g.payers, e) }

// PaidTo is what a (payoffs …) of a number pays a player exactly: false where that is computed, or nothing.
func (g *Game) PaidTo(number, p int) (payoff float64, exact bool) {
	x := g.payoffs[number-1][p]
	if x == nil {
		return 0, false
	}
	payoff, _ = x.Float64()
	return payoff, true
}

// Payoff is what player p is paid by the rule that ended the play: exactly what
// the description says where that is a number, else the number computed. paid is
// false if no payoffs ended the play.
func (c *Context) Payoff(p int) (payoff *big.Rat, paid bool) {
	s := c.S
	if s.Paid == 0 || !s.Over {
		return nil, false
	}
	if x := c.G.payoffs[s.Paid-1][p]; x != nil {
		return new(big.Rat).Set(x), true
	}
	x := new(big.Rat).SetFloat64(s.PayoffOf[p])
	return x, x != nil
}
