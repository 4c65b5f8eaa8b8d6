package catalogue

import (
	"context"
	"reflect"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/provenance"
)

// RereadDates reads the years of all rulesets again from the texts of their
// descriptions, and returns how many were read otherwise before: by a version
// that understood fewer dates. A second time it changes nothing.
func (c *Catalogue) RereadDates(ctx context.Context) (changed int, err error) {
	rows, err := c.pool.Query(ctx, `SELECT hash, metadata, period, year_from, year_to FROM rulesets
		WHERE metadata ?| '{origin,date,period}'`)
	if err != nil {
		return 0, err
	}
	batch := &pgx.Batch{}
	var hash, period string
	var metadata map[string]string
	var from, to *int
	_, err = pgx.ForEachRow(rows, []any{&hash, &metadata, &period, &from, &to}, func() error {
		a := provenance.Of(metadata)
		if period != a.Period || !reflect.DeepEqual(from, a.YearFrom) || !reflect.DeepEqual(to, a.YearTo) {
			batch.Queue(`UPDATE rulesets SET period = $2, region = $3, year_from = $4, year_to = $5 WHERE hash = $1`,
				hash, a.Period, a.Region, a.YearFrom, a.YearTo)
		}
		metadata, from, to = nil, nil, nil
		return nil
	})
	if err != nil || batch.Len() == 0 {
		return 0, err
	}
	return batch.Len(), c.inTx(ctx, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
}
