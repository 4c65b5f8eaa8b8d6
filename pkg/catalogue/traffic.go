package catalogue

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/traffic"
)

// Traffic returns what a finished evaluation counted on the board; ErrNotFound
// when it is not finished, or counted none.
func (c *Catalogue) Traffic(ctx context.Context, evaluation string) (*traffic.Counts, error) {
	var stats []byte
	err := c.pool.QueryRow(ctx,
		`SELECT stats FROM evaluations WHERE id = $1 AND status = 'done' AND metrics = 'traffic'`, evaluation).
		Scan(&stats)
	if err != nil {
		return nil, notFound(err, "traffic of evaluation", evaluation)
	}
	var b metric.Batch
	if err := b.UnmarshalBinary(stats); err != nil {
		return nil, err
	}
	if b.Traffic == nil { // no play came to an end
		return nil, notFound(pgx.ErrNoRows, "traffic of evaluation", evaluation)
	}
	return b.Traffic, nil
}
