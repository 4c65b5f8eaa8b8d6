package catalogue

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// ConceptSet is a listed ruleset with the concepts that it has.
type ConceptSet struct {
	Hash, Game, Ruleset, Culture string
	Concepts                     []string
}

// ConceptSets calls f with every listed ruleset, by name; the slice is f's.
func (c *Catalogue) ConceptSets(ctx context.Context, f func(ConceptSet)) error {
	rows, err := c.pool.Query(ctx, `SELECT r.hash, g.name, r.name, r.culture, k.names
		FROM rulesets r JOIN games g ON g.id = r.game_id JOIN (
			SELECT r.hash, array_agg(c.name) AS names FROM concepts c JOIN rulesets r ON r.hash = c.ruleset_hash AND r.engine = c.engine
			WHERE c.value <> 0 GROUP BY r.hash) k ON k.hash = r.hash
		WHERE r.hash IN (SELECT hash FROM listed_rulesets) ORDER BY lower(g.name), lower(r.name), r.hash`)
	if err != nil {
		return err
	}
	var s ConceptSet
	_, err = pgx.ForEachRow(rows, []any{&s.Hash, &s.Game, &s.Ruleset, &s.Culture, &s.Concepts}, func() error {
		f(s)
		s.Concepts = nil
		return nil
	})
	return err
}

// ConceptStamp changes when ConceptSets may.
func (c *Catalogue) ConceptStamp(ctx context.Context) (stamp string, err error) {
	err = c.pool.QueryRow(ctx, `SELECT count(*) || ' ' || coalesce(max(updated_at), now()) || ' ' ||
		count(*) FILTER (WHERE retired OR superseded_by IS NOT NULL) FROM sources`).Scan(&stamp)
	return stamp, err
}
