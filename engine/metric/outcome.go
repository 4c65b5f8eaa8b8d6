package metric

import "github.com/astragal/astragal/engine/game"

// Judge sets how the play ended: Limit, Winner and Utilities. A play that is not
// over counts as ended by a limit. Where the pie rule has swapped the players,
// winner and utilities are those of the agents behind them.
func (p *Playout) Judge(s *game.State) {
	p.Limit = !s.Over || s.End == game.TurnLimitEnd || s.End == game.MoveLimitEnd
	p.Winner = s.Winner
	n := len(s.Ranking) - 1
	p.Utilities = p.Utilities[:0]
	for agent := 1; agent <= n; agent++ {
		player := s.Order[agent]
		p.Utilities = append(p.Utilities, utility(s.ActiveCount(), len(s.Winners), s.Ranking[player], n))
		if int(player) == s.Winner {
			p.Winner = agent
		}
	}
}

// Between sets how a play between two players ended: the winner, 0 for a draw,
// and whether a limit ended it. Where they have swapped, the winner is the agent.
func (p *Playout) Between(winner int, limit, swapped bool) {
	p.Limit, p.Winner = limit, winner
	if swapped && winner > 0 {
		p.Winner = 3 - winner
	}
	p.Utilities = append(p.Utilities[:0], 0, 0)
	if p.Winner > 0 {
		p.Utilities[p.Winner-1], p.Utilities[2-p.Winner] = 1, -1
	}
}

// Among sets how a play among any number of players ended: their ranks in order,
// the winner, 0 for none, and whether a limit ended it. A single player has rank
// 1 for a win, else 0.
func (p *Playout) Among(ranks []float64, winner int, limit bool) {
	p.Limit, p.Winner, p.Utilities = limit, winner, p.Utilities[:0]
	for _, rank := range ranks {
		p.Utilities = append(p.Utilities, utilityOf(rank, len(ranks)))
	}
}

// utility is the utility of a rank among n players, 0 for none yet, of whom some are still
// active and some have won.
func utility(active, won int, rank float64, n int) float64 {
	if rank == 0 && n > 1 {
		rank = float64(active+1)/2 + float64(won)
	}
	return utilityOf(rank, n)
}

// utilityOf is the utility of a rank among n players (part 9, §7.1).
func utilityOf(rank float64, n int) float64 {
	if n == 1 {
		return 2*rank - 1
	}
	return 1 - 2*(rank-1)/float64(n-1)
}
