package catalogue

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/concept"
)

// ConceptUse is a concept with the number of listed rulesets that have it: of which
// a boolean one holds, or a number is not 0.
type ConceptUse struct {
	concept.Concept
	Rulesets int `json:"rulesets"`
}

// ConceptUses returns the stored catalogue of concepts with the use of each, in
// catalogue order.
func (c *Catalogue) ConceptUses(ctx context.Context) ([]ConceptUse, error) {
	list, err := c.ConceptCatalogue(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := c.pool.Query(ctx, `SELECT c.name, count(*) FROM concepts c JOIN rulesets r ON r.hash = c.ruleset_hash
		AND r.engine = c.engine
		JOIN listed_rulesets l ON l.hash = r.hash WHERE c.value <> 0 GROUP BY c.name`)
	if err != nil {
		return nil, fmt.Errorf("catalogue: count the concepts: %w", err)
	}
	uses := map[string]int{}
	var name string
	var n int
	if _, err := pgx.ForEachRow(rows, []any{&name, &n}, func() error { uses[name] = n; return nil }); err != nil {
		return nil, fmt.Errorf("catalogue: count the concepts: %w", err)
	}
	out := make([]ConceptUse, len(list))
	for i, k := range list {
		out[i] = ConceptUse{k, uses[k.Name]}
	}
	return out, nil
}

// ConceptCatalogue returns the stored catalogue of concepts in its order.
func (c *Catalogue) ConceptCatalogue(ctx context.Context) ([]concept.Concept, error) {
	list, err := readConcepts(ctx, c.pool)
	if err != nil {
		return nil, fmt.Errorf("catalogue: read the concepts: %w", err)
	}
	return list, nil
}

// querier is a connection or a pool of them.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func readConcepts(ctx context.Context, q querier) ([]concept.Concept, error) {
	rows, err := q.Query(ctx, `SELECT id, name, taxonomy, coalesce(parent, ''), type, data, computed, leaf, purposes,
		source, meaning
		FROM concept_catalogue ORDER BY position`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[concept.Concept])
}
