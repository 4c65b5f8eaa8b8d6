// Package catalogue is the system's memory: a PostgreSQL database of games,
// their sources and rulesets, the evaluations asked for and what they found.
//
// It is the source of truth. Queues carry only names of rows in here, and may
// be lost; what is unfinished can always be read back (see Unfinished). Every
// effect of a job is one transaction keyed by what the job is about (a source,
// a batch, an evaluation), so that doing a job twice changes nothing.
//
// The files follow a ruleset's way: source.go (submitted, compiled),
// evaluation.go (asked for, batches recorded, finished), query.go (looked at).
package catalogue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"regexp"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/astragal/astragal/migrations"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrNotFound tells that no row has the key given.
var ErrNotFound = errors.New("not in the catalogue")

// Catalogue is an open database. It is safe for concurrent use.
type Catalogue struct {
	pool    *pgxpool.Pool
	running runningCount
}

// runningCount is the number of running evaluations as of a moment ago.
type runningCount struct {
	sync.Mutex
	n  int
	at time.Time
}

// Open connects to the database at url, waiting up to 30 seconds for it, and
// brings its schema up to date.
func Open(ctx context.Context, url string) (*Catalogue, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("catalogue: %w", err)
	}
	cfg.MaxConns = max(cfg.MaxConns, 12)
	cfg.MaxConnIdleTime = 5 * time.Minute
	cfg.ConnConfig.DialFunc = dial
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("catalogue: %w", err)
	}
	c := &Catalogue{pool: pool}
	deadline := time.Now().Add(30 * time.Second)
	for {
		err := c.migrate(ctx)
		if err == nil {
			return c, nil
		}
		var refused *pgconn.PgError
		if time.Now().After(deadline) || ctx.Err() != nil || errors.As(err, &refused) && refused.Code[:2] != "57" {
			pool.Close()
			return nil, fmt.Errorf("catalogue at %s: %w", redact(url), err)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

var password = regexp.MustCompile(`(://[^:/@]*):[^@]*@`)

func redact(url string) string { return password.ReplaceAllString(url, "$1:***@") }

// Close ends all connections.
func (c *Catalogue) Close() { c.pool.Close() }

// Ping tells whether the database answers.
func (c *Catalogue) Ping(ctx context.Context) error { return c.pool.Ping(ctx) }

// Pool gives access to the database for queries that belong to one caller only.
func (c *Catalogue) Pool() *pgxpool.Pool { return c.pool }

// migrationLock is the advisory lock under which one process migrates.
const migrationLock = 0x61737472

// migrate applies the migrations that the database has not seen, in one transaction each.
func (c *Catalogue) migrate(ctx context.Context) error {
	conn, err := c.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, migrationLock); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, migrationLock)
	if _, err := conn.Exec(ctx, `CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`); err != nil {
		return err
	}
	rows, err := conn.Query(ctx, `SELECT name FROM migrations`)
	if err != nil {
		return err
	}
	applied, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		return err
	}
	for _, name := range applied {
		if !slices.Contains(files, name) {
			return fmt.Errorf("the database was migrated by a newer version of astragal (%s); use that version", name)
		}
	}
	for _, name := range files { // Glob sorts
		if slices.Contains(applied, name) {
			continue
		}
		sql, err := fs.ReadFile(migrations.FS, name)
		if err != nil {
			return err
		}
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, string(sql)); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `INSERT INTO migrations (name) VALUES ($1)`, name)
			return err
		})
		if err != nil {
			return fmt.Errorf("migration %s: %w", name, err)
		}
	}
	return nil
}

// Unavailable tells that err is not about the statement but about the server:
// it is away, starting, stopping, or out of connections, memory or disk.
func Unavailable(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		switch refused.Code[:2] {
		case "08", "53", "57", "58":
			return true
		}
		return false
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) || pgconn.SafeToRetry(err)
}

// inTx runs f in a transaction, again when it loses a race with another one.
func (c *Catalogue) inTx(ctx context.Context, f func(pgx.Tx) error) error {
	for attempt := 0; ; attempt++ {
		err := pgx.BeginFunc(ctx, c.pool, f)
		var pg *pgconn.PgError
		if attempt < 5 && errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01") {
			continue
		}
		return err
	}
}
