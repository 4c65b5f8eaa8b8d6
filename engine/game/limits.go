package game

import "slices"

// WithLimits returns the same game with other limits: of moves, and of turns of
// each player. They are what (value MoveLimit) and (value TurnLimit) read and what
// ends a play by the rules' own words: every player without a rank shares the rank
// of a draw (part 3, §11 step 9; part 7, §9.6). 0 leaves the game's own limit. In
// a match they are those of each of its games. The receiver does not change.
func (g *Game) WithLimits(moves, turns int) *Game {
	if moves == 0 && turns == 0 {
		return g
	}
	h := *g
	if moves > 0 {
		h.MoveLimit = moves
	}
	if turns > 0 {
		h.TurnLimit = turns
	}
	h.Subgames = slices.Clone(g.Subgames)
	for i := range h.Subgames {
		h.Subgames[i].Game = h.Subgames[i].Game.WithLimits(moves, turns)
	}
	return &h
}
