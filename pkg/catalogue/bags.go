package catalogue

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// ConceptsOf returns the concepts of rulesets as the engine that compiled them last found
// them, by hash and name.
func (c *Catalogue) ConceptsOf(ctx context.Context, hashes []string) (map[string]map[string]float64, error) {
	rows, err := c.pool.Query(ctx, `SELECT r.hash, c.name, c.value FROM concepts c
		JOIN rulesets r ON r.hash = c.ruleset_hash AND r.engine = c.engine WHERE r.hash = ANY ($1)`, hashes)
	if err != nil {
		return nil, err
	}
	return byHash(rows)
}

// MetricsOf returns the means of all metrics of rulesets by the play of an agent, of the
// evaluations that tables show, by hash and name; those that were not measured have none.
func (c *Catalogue) MetricsOf(
	ctx context.Context,
	hashes []string,
	agent string,
) (map[string]map[string]float64, error) {
	rows, err := c.pool.Query(ctx, `SELECT le.ruleset_hash, m.name, m.mean FROM latest_evaluations le
		JOIN metrics m ON m.evaluation_id = le.evaluation_id
		WHERE le.ruleset_hash = ANY ($1) AND le.agent = $2 AND m.n > 0`, hashes, Filter{Agent: agent}.agent())
	if err != nil {
		return nil, err
	}
	return byHash(rows)
}

// ExpandedOf returns the expanded descriptions of those of the rulesets that are in L-GDL,
// by hash.
func (c *Catalogue) ExpandedOf(ctx context.Context, hashes []string) (map[string]string, error) {
	rows, err := c.pool.Query(ctx,
		`SELECT hash, expanded FROM rulesets WHERE hash = ANY ($1) AND formalism = 'lgdl'`, hashes)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	var hash, text string
	_, err = pgx.ForEachRow(rows, []any{&hash, &text}, func() error {
		found[hash] = text
		return nil
	})
	return found, err
}

// NamesOf returns the names of the games and of the rulesets themselves, by hash.
func (c *Catalogue) NamesOf(ctx context.Context, hashes []string) (map[string][2]string, error) {
	rows, err := c.pool.Query(ctx, `SELECT r.hash, g.name, r.name FROM rulesets r JOIN games g ON g.id = r.game_id
		WHERE r.hash = ANY ($1)`, hashes)
	if err != nil {
		return nil, err
	}
	found := map[string][2]string{}
	var hash, game, name string
	_, err = pgx.ForEachRow(rows, []any{&hash, &game, &name}, func() error {
		found[hash] = [2]string{game, name}
		return nil
	})
	return found, err
}

// byHash reads rows of a hash, a name and a value.
func byHash(rows pgx.Rows) (map[string]map[string]float64, error) {
	found := map[string]map[string]float64{}
	var hash, name string
	var value float64
	_, err := pgx.ForEachRow(rows, []any{&hash, &name, &value}, func() error {
		if found[hash] == nil {
			found[hash] = map[string]float64{}
		}
		found[hash][name] = value
		return nil
	})
	return found, err
}
