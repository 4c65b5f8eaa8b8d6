// Package catalogue is the system's memory: a PostgreSQL database of games,
// their sources and rulesets, the evaluations asked for and what they found.
//
// It is the source of truth. Queues carry only names of rows in here, and may
// be lost; what is unfinished can always be read back (see Unfinished). Every
// effect of a job is one transaction keyed by what the job is about (a source,
// a batch, an evaluation), so that doing a job twice changes nothing.
//
// The files follow a ruleset's way: source.go (submitted, compiled), evaluation.go
// (asked for, batches recorded, finished), query.go and rulesets.go (looked at),
// supersede.go (replaced, deleted). What tables show of several evaluations is
// decided in one place, the views of migrations/0013_shown.sql.
package catalogue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"sync"
	"syscall"
	"time"

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

// Ping reports whether the database answers.
func (c *Catalogue) Ping(ctx context.Context) error { return c.pool.Ping(ctx) }

// Pool gives access to the database for queries that belong to one caller only.
func (c *Catalogue) Pool() *pgxpool.Pool { return c.pool }

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
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, io.EOF) ||
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

// UseEngine makes an engine version the current one: figures of others are out of date.
func (c *Catalogue) UseEngine(ctx context.Context, version string) error {
	_, err := c.pool.Exec(ctx, `INSERT INTO engines (version) VALUES ($1) ON CONFLICT (version) DO UPDATE SET
		started_at = now()`, version)
	return err
}
