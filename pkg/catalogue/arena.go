package catalogue

import (
	"context"
	"fmt"
	"strconv"
)

// ArenaMatch is a match of two agents at one ruleset: all that its games follow from.
type ArenaMatch struct {
	Hash     string // of the ruleset
	Game     string // its name
	Engine   string
	A, B     string // canonical texts of the agents
	Seed     uint64
	MaxPlies int
}

// ArenaGame is one game of a match.
type ArenaGame struct {
	Number int // from 0
	Result int // for A: 1 won, 0 drawn, −1 lost
	Plies  int
}

// ArenaGames returns the games of a match that are known, by number.
func (c *Catalogue) ArenaGames(ctx context.Context, m ArenaMatch) (map[int]ArenaGame, error) {
	rows, err := c.pool.Query(ctx, `SELECT number, result, plies FROM arena_games
		WHERE ruleset_hash = $1 AND engine = $2 AND a = $3 AND b = $4 AND seed = $5::numeric AND max_plies = $6`,
		m.Hash, m.Engine, m.A, m.B, strconv.FormatUint(m.Seed, 10), m.MaxPlies)
	if err != nil {
		return nil, fmt.Errorf("catalogue: games of %s against %s: %w", m.A, m.B, err)
	}
	defer rows.Close()
	games := map[int]ArenaGame{}
	for rows.Next() {
		var g ArenaGame
		if err := rows.Scan(&g.Number, &g.Result, &g.Plies); err != nil {
			return nil, fmt.Errorf("catalogue: games of %s against %s: %w", m.A, m.B, err)
		}
		games[g.Number] = g
	}
	return games, rows.Err()
}

// RecordArenaGame stores a game of a match. One that is known already stays as it is:
// it has come to the same.
func (c *Catalogue) RecordArenaGame(ctx context.Context, m ArenaMatch, g ArenaGame) error {
	_, err := c.pool.Exec(ctx,
		`INSERT INTO arena_games (ruleset_hash, game, engine, a, b, seed, max_plies, number, result, plies)
		VALUES ($1, $2, $3, $4, $5, $6::numeric, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
		m.Hash, m.Game, m.Engine, m.A, m.B, strconv.FormatUint(m.Seed, 10), m.MaxPlies, g.Number, g.Result, g.Plies)
	if err != nil {
		return fmt.Errorf("catalogue: game %d of %s against %s: %w", g.Number, m.A, m.B, err)
	}
	return nil
}
