package plan

import "github.com/astragal/astragal/engine/game"

// maxPlayers bounds the games with a plan; seats is the size of tables by player.
const (
	maxPlayers = 8
	seats      = maxPlayers + 1
)

// turns is the size of tables by whose turn it is, see turnOf.
const turns = 64

// turnOf is the mover and the next player as one number.
func turnOf(mover, next int) int { return mover&7<<3 | next&7 }

// eachTurn calls f for every mover and next player.
func (p *Plan) eachTurn(f func(mover, next, turn int)) {
	for mover := 1; mover <= p.players; mover++ {
		for next := 1; next <= p.players; next++ {
			f(mover, next, turnOf(mover, next))
		}
	}
}

// eachTurn calls f for every mover and next player, on the blank state.
func (k *planner) eachTurn(f func(c *game.Context, turn int)) {
	c := k.blank
	mover, next := c.S.Mover, c.S.Next
	k.p.eachTurn(func(mover, next, turn int) {
		c.S.Mover, c.S.Next = mover, next
		f(c, turn)
	})
	c.S.Mover, c.S.Next = mover, next
}

// isActive tells whether a number is that of a player still in the game.
func (s *State) isActive(player int) bool { return uint(player) < seats && s.active>>player&1 != 0 }

// following is the player after another one among those still in the game.
func (s *State) following(player int) int {
	n := s.p.players
	if n == 2 {
		return 3 - player // the game is over when one of two has gone
	}
	q := player%n + 1
	for i := 0; i < n && !s.isActive(q); i++ {
		q = q%n + 1
	}
	return q
}

// finish ends the play.
func (s *State) finish(winner int) { s.over, s.winner = true, winner }

// win gives a player who is in the game the best rank left. Of several players
// the others go on, until one is left.
func (s *State) win(player int) {
	if !s.isActive(player) || s.over {
		return
	}
	if s.p.players == 2 {
		s.finish(player)
		return
	}
	s.active &^= 1 << player
	rank := float64(s.wins + 1)
	s.rank[player] = rank
	s.wins++
	left := s.left()
	if len(left) > 1 {
		return
	}
	if len(left) == 1 {
		s.rank[left[0]] = rank + 1
		s.losses++
		s.active = 0
	}
	s.finish(s.ranked(1))
}

// lose gives a player who is in the game the worst rank left. Those who lose by
// the same end rules share their ranks.
func (s *State) lose(player int) {
	if !s.isActive(player) || s.over {
		return
	}
	n, before := s.p.players, s.lossesNow
	s.lossesNow++
	if n == 2 {
		s.finish(3 - player)
		return
	}
	s.active &^= 1 << player
	if n == 1 {
		s.active = 0
		s.finish(0)
		return
	}
	if s.next == player {
		s.setTurn(s.mover, s.following(player))
	}
	shared := float64(n-s.losses) + 1 + (float64(before)-1)/2
	rank := shared - 0.5
	for q := range s.rank {
		if s.rank[q] == shared {
			s.rank[q] = rank
		}
	}
	s.rank[player] = rank
	s.losses++
	left := s.left()
	switch len(left) {
	case 0:
		s.finish(s.ranked(1))
	case 1:
		s.rank[left[0]] = float64(s.wins + 1)
		best := 1
		for q := 2; q <= n; q++ {
			if s.rank[q] < s.rank[best] {
				best = q
			}
		}
		s.wins++
		s.active = 0
		s.finish(best)
	}
}

// draw ends the play with one rank for all who are still in the game.
func (s *State) draw() {
	if s.p.players == 2 {
		s.finish(0)
		return
	}
	rank, winner := float64(len(s.left())+1)/2+float64(s.wins), 0
	for q := 1; q <= s.p.players; q++ {
		if s.rank[q] == 0 && s.p.players > 1 {
			s.rank[q] = rank
		}
		if s.rank[q] == 1 {
			winner = q
		}
	}
	s.active = 0
	s.finish(winner)
}

// byScore ends the play with the players ranked by their scores.
func (s *State) byScore() {
	n, winner := s.p.players, 0
	if n == 2 {
		switch {
		case s.score[1] > s.score[2]:
			winner = 1
		case s.score[2] > s.score[1]:
			winner = 2
		}
		s.finish(winner)
		return
	}
	for p := 1; p <= n; p++ {
		above, equal := 0, 0
		for q := 1; q <= n; q++ {
			if s.score[q] > s.score[p] {
				above++
			} else if s.score[q] == s.score[p] {
				equal++
			}
		}
		if s.rank[p] = float64(above) + float64(equal+1)/2; s.rank[p] == 1 {
			winner = p
		}
	}
	s.active = 0
	s.finish(winner)
}

// left lists the players still in the game.
func (s *State) left() []int {
	s.seated = s.seated[:0]
	for q := 1; q <= s.p.players; q++ {
		if s.isActive(q) {
			s.seated = append(s.seated, q)
		}
	}
	return s.seated
}

// ranked is the first player of a rank, 0 if there is none.
func (s *State) ranked(rank float64) int {
	for q := 1; q < len(s.rank); q++ {
		if s.rank[q] == rank {
			return q
		}
	}
	return 0
}

// Ranks appends the ranks of the players to dst, from 1 for the best; those who
// share a rank have its mean. Of a play that is not over, all who are still in
// the game share the ranks left. A single player has rank 1 for a win, else 0.
func (s *State) Ranks(dst []float64) []float64 {
	if s.p.players == 2 {
		switch {
		case !s.over || s.winner == 0:
			return append(dst, 1.5, 1.5)
		case s.winner == 1:
			return append(dst, 1, 2)
		}
		return append(dst, 2, 1)
	}
	rest := float64(len(s.left())+1)/2 + float64(s.wins)
	for _, rank := range s.rank[1:] {
		if rank == 0 && s.p.players > 1 {
			rank = rest
		}
		dst = append(dst, rank)
	}
	return dst
}
