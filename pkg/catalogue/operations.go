package catalogue

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Running is an evaluation that is under way.
type Running struct {
	ID       string `json:"id"`
	Hash     string `json:"hash"`
	Game     string `json:"game"`
	Ruleset  string `json:"ruleset"`
	Agent    string `json:"agent"`
	Playouts int    `json:"playouts"`
	Batches  int    `json:"batches"`
	Done     int    `json:"done"`
	Priority int    `json:"priority"`
	// Recent are the batches recorded in the last five minutes.
	Recent    int       `json:"recent"`
	CreatedAt time.Time `json:"createdAt"`
}

// recently is the time over which speeds are measured.
const recently = 5 * time.Minute

// Left is about how long the evaluation takes still, by its speed of the last five
// minutes, or since it was asked for; 0 when nothing is known.
func (r *Running) Left() time.Duration {
	if r.Recent == 0 {
		return 0
	}
	over := min(recently, time.Since(r.CreatedAt))
	return time.Duration(float64(over) * float64(r.Batches-r.Done) / float64(r.Recent))
}

// WorkerUse is what a worker did of the evaluations that are under way.
type WorkerUse struct {
	Worker  string        `json:"worker"`
	Batches int           `json:"batches"` // in the last five minutes
	Busy    time.Duration `json:"busyNanoseconds"`
	Last    time.Time     `json:"last"`
}

// maxRunning is the number of evaluations under way that are listed.
const maxRunning = 100

// Running returns the evaluations under way, those first that come first, how many there
// are in all, and the workers that recorded batches of them in the last five minutes.
func (c *Catalogue) Running(ctx context.Context) (list []Running, total int, workers []WorkerUse, err error) {
	if err = c.pool.QueryRow(ctx, `SELECT count(*) FROM evaluations WHERE status = 'running'`).Scan(&total); err != nil {
		return nil, 0, nil, err
	}
	rows, err := c.pool.Query(
		ctx,
		`SELECT e.id, e.ruleset_hash, g.name, r.name, e.agent, e.playouts, e.batches, e.done, e.priority,
			(SELECT count(*) FROM batches b WHERE b.evaluation_id = e.id AND b.created_at > now() - $2::interval), e.created_at
		FROM evaluations e JOIN rulesets r ON r.hash = e.ruleset_hash JOIN games g ON g.id = r.game_id
		WHERE e.status = 'running' ORDER BY e.done > 0 DESC, e.priority DESC, e.created_at, e.id LIMIT $1`,
		maxRunning,
		recently,
	)
	if err != nil {
		return nil, 0, nil, err
	}
	if list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Running]); err != nil {
		return nil, 0, nil, err
	}
	rows, err = c.pool.Query(
		ctx,
		`SELECT b.worker, count(*), sum(b.elapsed_ns)::bigint, max(b.created_at) FROM batches b
		JOIN evaluations e ON e.id = b.evaluation_id WHERE e.status = 'running' AND b.created_at > now() - $1::interval
		GROUP BY b.worker ORDER BY b.worker`,
		recently,
	)
	if err != nil {
		return nil, 0, nil, err
	}
	workers, err = pgx.CollectRows(rows, pgx.RowToStructByPos[WorkerUse])
	return list, total, workers, err
}
