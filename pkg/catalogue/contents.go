package catalogue

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Contents counts what a catalogue holds.
type Contents struct {
	Games, Rulesets, Sources, Evaluations, Batches, Evidence int
}

func (n Contents) String() string {
	return fmt.Sprintf("%d games, %d rulesets, %d sources, %d evaluations in %d batches, %d items of evidence",
		n.Games, n.Rulesets, n.Sources, n.Evaluations, n.Batches, n.Evidence)
}

// Contents counts what the catalogue holds now.
func (c *Catalogue) Contents(ctx context.Context) (n Contents, err error) {
	err = c.pool.QueryRow(ctx, `SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM rulesets),
		(SELECT count(*) FROM sources), (SELECT count(*) FROM evaluations), (SELECT count(*) FROM batches),
		(SELECT count(*) FROM evidence)`).Scan(&n.Games, &n.Rulesets, &n.Sources, &n.Evaluations, &n.Batches, &n.Evidence)
	return n, err
}

// CheckEmpty tells of a database that holds anything: nothing may be restored into it.
func CheckEmpty(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("catalogue at %s: %w", redact(url), err)
	}
	defer conn.Close(ctx)
	var tables int
	if err := conn.QueryRow(ctx, `SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`).Scan(&tables); err != nil {
		return err
	}
	if tables > 0 {
		return fmt.Errorf("the database at %s is not empty; restore needs a new data directory, or an empty database",
			redact(url))
	}
	return nil
}
