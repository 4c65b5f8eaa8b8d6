package catalogue

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrBudget tells that a key has had what it may have in a day.
var ErrBudget = errors.New("the budget of this key is used up until midnight UTC")

// askerKey is the key of the asker in contexts.
type askerKey struct{}

// WithAsker returns a context in which requests count for the key of that name.
func WithAsker(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, askerKey{}, name)
}

// asker is the name of the key that asks, "" for nobody who is counted.
func asker(ctx context.Context) string {
	name, _ := ctx.Value(askerKey{}).(string)
	return name
}

// Use is what a key had today (UTC): playouts asked for, also those whose figures
// were there already, and seconds of playing, over all workers.
type Use struct {
	Playouts int64   `json:"playouts"`
	Seconds  float64 `json:"seconds"`
}

const useToday = `SELECT coalesce((SELECT playouts FROM key_use WHERE name = $1 AND day = (now() AT TIME ZONE 'UTC')::date), 0),
	coalesce((SELECT sum(b.elapsed_ns) / 1e9 FROM batches b WHERE b.created_at >= date_trunc('day', now(), 'UTC') AND b.evaluation_id IN
		(SELECT evaluation_id FROM requests WHERE asked_by = $1 AND evaluation_id IS NOT NULL)), 0)::float8`

// KeyUse returns what a key had today.
func (c *Catalogue) KeyUse(ctx context.Context, name string) (u Use, err error) {
	err = c.pool.QueryRow(ctx, useToday, name).Scan(&u.Playouts, &u.Seconds)
	return u, err
}

// Charge counts playouts that the asker of ctx asks for. The error is ErrBudget when
// that is more than its key may have today, or when as much was played for it
// already as may be; then nothing is counted.
func (c *Catalogue) Charge(ctx context.Context, playouts int) error {
	name := asker(ctx)
	if name == "" {
		return nil
	}
	return c.inTx(ctx, func(tx pgx.Tx) error {
		var most *int64
		var seconds *float64
		err := tx.QueryRow(ctx, `SELECT playouts_per_day, seconds_per_day FROM api_keys WHERE name = $1 FOR UPDATE`,
			name).Scan(&most, &seconds)
		if err != nil {
			return notFound(err, "key", name)
		}
		var u Use
		if err := tx.QueryRow(ctx, useToday, name).Scan(&u.Playouts, &u.Seconds); err != nil {
			return err
		}
		switch {
		case most != nil && u.Playouts+int64(playouts) > *most:
			return fmt.Errorf("%w: %d of %d playouts are asked for, and %d more do not fit", ErrBudget, u.Playouts, *most,
				playouts)
		case seconds != nil && u.Seconds >= *seconds:
			return fmt.Errorf("%w: %.0f of %.0f seconds are played", ErrBudget, u.Seconds, *seconds)
		}
		_, err = tx.Exec(ctx, `INSERT INTO key_use (name, day, playouts) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)
			ON CONFLICT (name, day) DO UPDATE SET playouts = key_use.playouts + excluded.playouts`, name, playouts)
		return err
	})
}
