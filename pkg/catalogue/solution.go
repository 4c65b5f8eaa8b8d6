package catalogue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Solution is what a ruleset is worth when everybody plays as well as can be, with what is
// proved of it.
type Solution struct {
	Hash    string    `json:"-"` // of the ruleset
	Game    string    `json:"-"` // its name
	Engine  string    `json:"engine"`
	Exact   bool      `json:"exact"`
	Verdict string    `json:"verdict"`
	Theorem string    `json:"theorem"`
	Method  string    `json:"method"`
	Values  []string  `json:"values"` // by seat, exact fractions
	Winner  int       `json:"winner"` // seat from 1, 0 for nobody
	Plies   int       `json:"plies"`
	Nodes   int64     `json:"positions"`
	Boards  int64     `json:"boards"`
	Lower   string    `json:"lower,omitempty"`
	Upper   string    `json:"upper,omitempty"`
	Count   *int64    `json:"solutions,omitempty"` // of a deduction puzzle
	Needs   string    `json:"needs,omitempty"`
	Solved  time.Time `json:"solvedAt"`
}

// RecordSolution stores a solution in the place of an older one. Bounds do not take the
// place of a value.
func (c *Catalogue) RecordSolution(ctx context.Context, s Solution) error {
	values := s.Values
	if values == nil {
		values = []string{}
	}
	_, err := c.pool.Exec(ctx,
		`INSERT INTO solutions (ruleset_hash, game, engine, exact, verdict, theorem, method, values, winner,
			plies, positions, boards, lower, upper, puzzle_solutions, guessing)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
		ON CONFLICT (ruleset_hash) DO UPDATE SET (game, engine, exact, verdict, theorem, method, values, winner, plies, positions,
			boards, lower, upper, puzzle_solutions, guessing, solved_at)
		= (excluded.game, excluded.engine, excluded.exact, excluded.verdict, excluded.theorem, excluded.method, excluded.values,
			excluded.winner, excluded.plies, excluded.positions, excluded.boards, excluded.lower, excluded.upper,
			excluded.puzzle_solutions, excluded.guessing, now())
		WHERE excluded.exact OR NOT solutions.exact`,
		s.Hash, s.Game, s.Engine, s.Exact, s.Verdict, s.Theorem, s.Method, values, s.Winner, s.Plies, s.Nodes, s.Boards,
		s.Lower, s.Upper, s.Count, s.Needs)
	if err != nil {
		return fmt.Errorf("catalogue: solution of %s: %w", s.Hash, err)
	}
	return nil
}

// Solution returns what is known of a ruleset, nil if nothing is.
func (c *Catalogue) Solution(ctx context.Context, hash string) (*Solution, error) {
	s := Solution{Hash: hash}
	err := c.pool.QueryRow(ctx,
		`SELECT game, engine, exact, verdict, theorem, method, values, winner, plies, positions, boards,
			lower, upper, puzzle_solutions, guessing, solved_at FROM solutions WHERE ruleset_hash = $1`, hash).
		Scan(&s.Game, &s.Engine, &s.Exact, &s.Verdict, &s.Theorem, &s.Method, &s.Values, &s.Winner, &s.Plies, &s.Nodes,
			&s.Boards,
			&s.Lower, &s.Upper, &s.Count, &s.Needs, &s.Solved)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("catalogue: solution of %s: %w", hash, err)
	}
	return &s, nil
}
