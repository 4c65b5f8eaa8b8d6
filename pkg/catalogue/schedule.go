package catalogue

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// Schedule is what the scheduler does by the clock.
type Schedule struct {
	Cron      string     `json:"cron"` // in UTC
	Playouts  int        `json:"playouts"`
	Metrics   string     `json:"metrics"`
	Next      time.Time  `json:"next"`
	Ran       *time.Time `json:"ran"`       // when it asked last; nil before the first time
	Requested *int       `json:"requested"` // evaluations that it asked for then
	Error     string     `json:"error,omitempty"`
}

// PutSchedule stores what is done by the clock, with what is known of earlier times; nil is
// nothing.
func (c *Catalogue) PutSchedule(ctx context.Context, s *Schedule) error {
	if s == nil {
		_, err := c.pool.Exec(ctx, `DELETE FROM schedule`)
		return err
	}
	_, err := c.pool.Exec(
		ctx,
		`INSERT INTO schedule (cron, playouts, metrics, next_at, ran_at, requested, error)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (single) DO UPDATE SET cron = $1, playouts = $2, metrics = $3, next_at = $4,
		ran_at = coalesce($5, schedule.ran_at),
		requested = coalesce($6, schedule.requested), error = $7`,
		s.Cron,
		s.Playouts,
		s.Metrics,
		s.Next,
		s.Ran,
		s.Requested,
		s.Error,
	)
	return err
}

// Schedule returns what is done by the clock, nil for nothing.
func (c *Catalogue) Schedule(ctx context.Context) (*Schedule, error) {
	rows, err := c.pool.Query(ctx, `SELECT cron, playouts, metrics, next_at, ran_at, requested, error FROM schedule`)
	if err != nil {
		return nil, err
	}
	s, err := pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByPos[Schedule])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return s, err
}

// RetryEvaluation goes on with an evaluation that failed or was cancelled: what is recorded
// stays, and its failures are forgotten. The error is ErrNotFound when there is no such one.
func (c *Catalogue) RetryEvaluation(ctx context.Context, evaluation string) error {
	return c.inTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(
			ctx,
			`UPDATE evaluations SET status = 'running', error = '', finished_at = NULL,
			progress_at = now()
			WHERE id = $1 AND status IN ('failed', 'cancelled')`,
			evaluation,
		)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return notFound(pgx.ErrNoRows, "failed evaluation", evaluation)
		}
		_, err = tx.Exec(ctx, `DELETE FROM failures WHERE subject = $1`, evaluation)
		return err
	})
}
