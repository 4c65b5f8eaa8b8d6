package catalogue

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrItself tells that a source was to take its own place.
var ErrItself = errors.New("a source cannot supersede itself")

// Supersede lets one source take the place of another: the old one and what only
// it gives leave the tables, and stay known by id and hash. A successor that was
// superseded itself is back. The error is ErrNotFound when there is no such source.
func (c *Catalogue) Supersede(ctx context.Context, old, by string) error {
	if old == by {
		return fmt.Errorf("source %s: %w", old, ErrItself)
	}
	return c.inTx(ctx, func(tx pgx.Tx) error {
		for _, id := range []string{min(old, by), max(old, by)} { // always in the same order
			var locked string
			if err := tx.QueryRow(ctx, `SELECT id FROM sources WHERE id = $1 FOR UPDATE`, id).Scan(&locked); err != nil {
				return notFound(err, "source", id)
			}
		}
		batch := &pgx.Batch{}
		batch.Queue(`UPDATE sources SET superseded_by = NULL, superseded_at = NULL, retired = false WHERE id = $1`, by)
		batch.Queue(`UPDATE sources SET superseded_by = $2, superseded_at = now() WHERE id = $1`, old, by)
		return tx.SendBatch(ctx, batch).Close()
	})
}

// DeleteSource removes a source, and the rulesets and evaluations that no other
// source gives. Those that it superseded are back in the tables. The error is
// ErrNotFound when there is no such source.
func (c *Catalogue) DeleteSource(ctx context.Context, id string) error {
	return c.inTx(ctx, func(tx pgx.Tx) error {
		var locked string
		if err := tx.QueryRow(ctx, `SELECT id FROM sources WHERE id = $1 FOR UPDATE`, id).Scan(&locked); err != nil {
			return notFound(err, "source", id)
		}
		// Evaluations can be compiled from any source of their ruleset.
		if _, err := tx.Exec(ctx, `UPDATE evaluations e SET source_id = o.id FROM sources o
			WHERE e.source_id = $1 AND o.ruleset_hash = e.ruleset_hash AND o.id <> $1`, id); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `SELECT id FROM evaluations WHERE source_id = $1 FOR UPDATE`, id)
		if err != nil {
			return err
		}
		gone, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		rows, err = tx.Query(ctx, `SELECT ruleset_hash FROM sources WHERE id = $1 AND ruleset_hash IS NOT NULL
			UNION SELECT ruleset_hash FROM evaluations WHERE id = ANY ($2)`, id, gone)
		if err != nil {
			return err
		}
		rulesets, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue(`DELETE FROM requests WHERE source_id = $1 OR evaluation_id = ANY ($2)`, id, gone)
		batch.Queue(`DELETE FROM batches WHERE evaluation_id = ANY ($1)`, gone)
		batch.Queue(`DELETE FROM metrics WHERE evaluation_id = ANY ($1)`, gone)
		batch.Queue(`DELETE FROM evaluations WHERE id = ANY ($1)`, gone)
		batch.Queue(`DELETE FROM failures WHERE subject = $1 OR subject = ANY ($2)`, id, gone)
		batch.Queue(`DELETE FROM files WHERE source_id = $1`, id)
		batch.Queue(`DELETE FROM sources WHERE id = $1`, id)
		const bare = `SELECT hash FROM rulesets r WHERE hash = ANY ($1) AND NOT EXISTS (SELECT FROM sources
			WHERE ruleset_hash = r.hash) AND NOT EXISTS (SELECT FROM evaluations WHERE ruleset_hash = r.hash)`
		batch.Queue(`DELETE FROM concepts WHERE ruleset_hash IN (`+bare+`)`, rulesets)
		batch.Queue(`DELETE FROM rulesets WHERE hash IN (`+bare+`)`, rulesets)
		batch.Queue(`DELETE FROM games g WHERE NOT EXISTS (SELECT FROM rulesets WHERE game_id = g.id)`)
		return tx.SendBatch(ctx, batch).Close()
	})
}

// Known reports whether there is a source or an evaluation with the id.
func (c *Catalogue) Known(ctx context.Context, id string) (known bool, err error) {
	err = c.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM sources WHERE id = $1) OR EXISTS (SELECT FROM evaluations
		WHERE id = $1)`, id).Scan(&known)
	return known, err
}
