package catalogue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/lint"
)

// RecordWarnings stores what is suspicious about a source. It replaces what was
// stored before.
func (c *Catalogue) RecordWarnings(ctx context.Context, source string, warnings []lint.Warning) error {
	if warnings == nil {
		warnings = []lint.Warning{} // somebody has looked
	}
	list, err := json.Marshal(warnings)
	if err != nil {
		return fmt.Errorf("catalogue: warnings of source %s: %w", source, err)
	}
	if _, err := c.pool.Exec(ctx, `UPDATE sources SET warnings = $2 WHERE id = $1`, source, list); err != nil {
		return fmt.Errorf("catalogue: store the warnings of source %s: %w", source, err)
	}
	return nil
}

// SourceWarnings returns what is suspicious about a source, nil when nobody has
// looked yet or there is no such source, and an empty list for nothing.
func (c *Catalogue) SourceWarnings(ctx context.Context, source string) ([]lint.Warning, error) {
	return c.warnings(ctx, `SELECT warnings FROM sources WHERE id = $1`, source)
}

// RulesetWarnings returns what is suspicious about the source of a ruleset that was
// compiled last, as SourceWarnings does.
func (c *Catalogue) RulesetWarnings(ctx context.Context, hash string) ([]lint.Warning, error) {
	return c.warnings(ctx, `SELECT warnings FROM sources WHERE ruleset_hash = $1 AND warnings IS NOT NULL
		ORDER BY retired, updated_at DESC, id LIMIT 1`, hash)
}

func (c *Catalogue) warnings(ctx context.Context, query, key string) (list []lint.Warning, err error) {
	err = c.pool.QueryRow(ctx, query, key).Scan(&list)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("catalogue: warnings of %s: %w", key, err)
	}
	return list, nil
}
