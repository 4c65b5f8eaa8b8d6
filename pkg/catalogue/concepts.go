package catalogue

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/concept"
)

// ConceptCatalogue returns the stored catalogue of concepts in its order.
func (c *Catalogue) ConceptCatalogue(ctx context.Context) ([]concept.Concept, error) {
	rows, err := c.pool.Query(ctx, `SELECT id, name, taxonomy, coalesce(parent, ''), type, data, computed, leaf, purposes, source, meaning
		FROM concept_catalogue ORDER BY position`)
	if err == nil {
		var list []concept.Concept
		if list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[concept.Concept]); err == nil {
			return list, nil
		}
	}
	return nil, fmt.Errorf("catalogue: read the concepts: %w", err)
}
