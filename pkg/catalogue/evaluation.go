package catalogue

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/astragal/astragal/engine/metric"
	"github.com/jackc/pgx/v5"
)

// The batches of an evaluation enter the queue few at a time: a recorded batch
// lets the next in, so that evaluations share the workers fairly however many
// batches each has. How many at a time depends on how many evaluations share the
// queue, which is to hold about queueTarget batches.
const (
	queueTarget          = 256
	minWindow, maxWindow = 2, 64
)

// window is the number of batches of one evaluation that may be in the queue now.
func (c *Catalogue) window(ctx context.Context, tx pgx.Tx) (int, error) {
	c.running.Lock()
	defer c.running.Unlock()
	if time.Since(c.running.at) > time.Second {
		if err := tx.QueryRow(ctx,
			`SELECT count(*) FROM evaluations WHERE status = 'running'`).Scan(&c.running.n); err != nil {
			return 0, err
		}
		c.running.at = time.Now()
	}
	return min(max(queueTarget/max(c.running.n, 1), minWindow), maxWindow), nil
}

// Evaluation is one ruleset measured with one set of parameters.
type Evaluation struct {
	ID          string          `json:"id"`
	RulesetHash string          `json:"rulesetHash"`
	SourceID    string          `json:"sourceId"`
	Engine      string          `json:"engine"`
	Params      Params          `json:"params"`
	Batches     int             `json:"batches"`
	Queued      int             `json:"queued"`
	Done        int             `json:"done"`
	Status      string          `json:"status"` // running, done, failed or cancelled
	Error       string          `json:"error,omitempty"`
	Summary     *metric.Summary `json:"summary,omitempty"`
	// Elapsed is the time spent playing, summed over workers.
	Elapsed    time.Duration `json:"elapsedNanoseconds"`
	CreatedAt  time.Time     `json:"createdAt"`
	FinishedAt *time.Time    `json:"finishedAt,omitempty"`
	// Outdated tells that another engine version than the current one played it.
	Outdated bool `json:"outdated"`
}

// BatchPlayouts is the number of playouts of batch n; the last may be smaller.
func (e *Evaluation) BatchPlayouts(n int) int {
	return min(e.Params.BatchSize, e.Params.Playouts-n*e.Params.BatchSize)
}

// Request asks for the evaluation of a source. When the engine given has
// compiled the source already, the evaluation is opened at once and its id
// returned; otherwise the source waits for compilation and "" is returned. A
// source known not to compile with this engine stays failed.
func (c *Catalogue) Request(ctx context.Context, source, engine string, p Params) (evaluation string, err error) {
	if err := p.Check(); err != nil {
		return "", err
	}
	err = c.inTx(ctx, func(tx pgx.Tx) error {
		evaluation = ""
		var status, by, hash string
		err := tx.QueryRow(ctx, `SELECT status, engine, coalesce(ruleset_hash, '') FROM sources WHERE id = $1 FOR UPDATE`,
			source).Scan(&status, &by, &hash)
		if err != nil {
			return notFound(err, "source", source)
		}
		// A request made again is open again: its evaluation may belong to an older engine.
		if _, err := tx.Exec(ctx, `
			INSERT INTO requests (source_id, key, `+paramColumnNames+`, asked_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
			ON CONFLICT (source_id, key) DO UPDATE SET evaluation_id = NULL, priority = excluded.priority, asked_by = excluded.asked_by`,
			source, p.key(), p.Agent, p.measured(), p.Playouts, p.BatchSize, p.seed(), p.MaxPlies, p.MoveLimit, p.TurnLimit,
			p.Timeout.Milliseconds(), p.Budget.Milliseconds(), p.Priority, p.Until, asker(ctx)); err != nil {
			return err
		}
		switch {
		case by != engine:
			_, err = tx.Exec(ctx, `UPDATE sources SET status = 'new', updated_at = now() WHERE id = $1`, source)
		case status == "compiled":
			_, err = c.openEvaluations(ctx, tx, source, hash, engine)
			if err == nil {
				err = tx.QueryRow(ctx, `SELECT evaluation_id FROM requests WHERE (source_id, key) = ($1, $2)`, source,
					p.key()).Scan(&evaluation)
			}
		}
		return err
	})
	return evaluation, err
}

// openEvaluations turns the open requests of a compiled source into
// evaluations and returns the ids of those.
func (c *Catalogue) openEvaluations(ctx context.Context, tx pgx.Tx, source, hash, engine string) ([]string, error) {
	rows, err := tx.Query(ctx,
		`SELECT `+paramColumns+` FROM requests WHERE source_id = $1 AND evaluation_id IS NULL ORDER BY created_at, agent FOR UPDATE`, source)
	if err != nil {
		return nil, err
	}
	open, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Params, err error) {
		dest, finish := p.scan()
		if err := row.Scan(dest...); err != nil {
			return p, err
		}
		return p, finish()
	})
	if err != nil || len(open) == 0 {
		return []string{}, err
	}
	window, err := c.window(ctx, tx)
	if err != nil {
		return nil, err
	}
	ids := []string{}
	for _, p := range open {
		id := identity("evaluation", hash, engine, p.key())
		size := p.BatchSize
		if p.Until != "" {
			size = min(untilBatch, p.Playouts)
		} else if size == 0 {
			if size, err = c.chooseBatch(ctx, tx, hash, p); err != nil {
				return nil, err
			}
		}
		batches := (p.Playouts + size - 1) / size
		if p.Until != "" {
			batches = (stage(0, p.Playouts) + size - 1) / size
		}
		// One that failed or was cancelled goes on where it stopped.
		if _, err := tx.Exec(ctx, `
			INSERT INTO evaluations (id, ruleset_hash, engine, `+paramColumnNames+`, source_id, batches, queued)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
			ON CONFLICT (id) DO UPDATE SET priority = excluded.priority, error = '', progress_at = now(),
				status = CASE WHEN evaluations.status IN ('failed', 'cancelled') THEN 'running' ELSE evaluations.status END`,
			id, hash, engine, p.Agent, p.measured(), p.Playouts, size, p.seed(), p.MaxPlies, p.MoveLimit, p.TurnLimit,
			p.Timeout.Milliseconds(),
			p.Budget.Milliseconds(), p.Priority, p.Until, source, batches, min(window, batches)); err != nil {
			return nil, fmt.Errorf("evaluation: %w", err)
		}
		if _, err := tx.Exec(ctx, `UPDATE requests SET evaluation_id = $3 WHERE (source_id, key) = ($1, $2)`, source,
			p.key(), id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// BatchResult tells what recording a batch led to.
type BatchResult struct {
	// New is false when the batch was there already.
	New bool
	// The batches from Next to Until, exclusive, may now enter the queue.
	Next, Until int
	// Complete tells that all batches are there.
	Complete bool
	// Done and Batches are the evaluation's progress.
	Done, Batches int
}

// RecordBatch stores one batch in one transaction; a second time is without
// effect. A crash of the database may forget the last ones: then they are
// unfinished again.
func (c *Catalogue) RecordBatch(ctx context.Context, evaluation string, number int, b *metric.Batch,
	worker string) (r BatchResult, err error) {
	stats, err := b.MarshalBinary()
	if err != nil {
		return r, err
	}
	err = c.inTx(ctx, func(tx pgx.Tx) error {
		r = BatchResult{}
		var queued int
		if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = off`); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `SELECT done, batches, queued FROM evaluations WHERE id = $1 FOR UPDATE`,
			evaluation).Scan(&r.Done, &r.Batches, &queued)
		if err != nil {
			return notFound(err, "evaluation", evaluation)
		}
		tag, err := tx.Exec(ctx, `INSERT INTO batches (evaluation_id, number, stats, elapsed_ns, worker) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
			evaluation, number, stats, b.Elapsed.Nanoseconds(), worker)
		if err != nil {
			return err
		}
		if r.New = tag.RowsAffected() == 1; r.New {
			r.Done++
			window, err := c.window(ctx, tx)
			if err != nil {
				return err
			}
			// Two for one at most, so that a window grows gently.
			r.Next = queued
			queued = max(queued, min(r.Done+window, queued+2, r.Batches))
			r.Until = queued
			if _, err = tx.Exec(ctx, `UPDATE evaluations SET done = $2, queued = $3, elapsed_ns = elapsed_ns + $4, progress_at = now() WHERE id = $1`,
				evaluation, r.Done, queued, b.Elapsed.Nanoseconds()); err != nil {
				return err
			}
		}
		r.Complete = r.Done == r.Batches
		return nil
	})
	return r, err
}

// HasBatch reports whether the batch is recorded.
func (c *Catalogue) HasBatch(ctx context.Context, evaluation string, number int) (bool, error) {
	var has bool
	err := c.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM batches WHERE evaluation_id = $1 AND number = $2)`,
		evaluation, number).Scan(&has)
	return has, err
}

// MergedBatches returns all recorded batches of an evaluation merged, and how many there are.
func (c *Catalogue) MergedBatches(ctx context.Context, evaluation string, players int) (*metric.Batch, int, error) {
	rows, err := c.pool.Query(ctx, `SELECT stats FROM batches WHERE evaluation_id = $1 ORDER BY number`, evaluation)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	total, n := metric.NewBatch(players), 0
	for rows.Next() {
		var stats []byte
		if err := rows.Scan(&stats); err != nil {
			return nil, 0, err
		}
		var b metric.Batch
		if err := b.UnmarshalBinary(stats); err != nil {
			return nil, 0, err
		}
		if err := total.Merge(&b); err != nil {
			return nil, 0, err
		}
		n++
	}
	return total, n, rows.Err()
}

// briefMetrics are those that lists of evaluations have.
var briefMetrics = []string{"DurationMoves", "DurationTurns", "BranchingFactorAverage", "DecisionMoves",
	"GameTreeComplexity", "AdvantageP1"}

// Finish stores the merged figures of an evaluation and marks it done.
func (c *Catalogue) Finish(ctx context.Context, evaluation string, total *metric.Batch) error {
	stats, err := total.MarshalBinary()
	if err != nil {
		return err
	}
	summary := total.Summary()
	text, err := json.Marshal(summary)
	if err != nil {
		return err
	}
	brief := summary
	brief.Metrics, brief.Length, brief.Spreads = map[string]metric.Estimate{}, nil, nil
	for _, name := range briefMetrics {
		if m, ok := summary.Metrics[name]; ok {
			brief.Metrics[name] = m
		}
	}
	briefText, err := json.Marshal(brief)
	if err != nil {
		return err
	}
	all := maps.Clone(summary.Metrics)
	for i, w := range summary.Wins {
		all["Wins"+strconv.Itoa(i+1)] = w
	}
	return c.inTx(ctx, func(tx pgx.Tx) error {
		// Two workers may have been given the same job: one after the other.
		if _, err := tx.Exec(ctx, `SELECT FROM evaluations WHERE id = $1 FOR UPDATE`, evaluation); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM metrics WHERE evaluation_id = $1`, evaluation); err != nil {
			return err
		}
		batch := &pgx.Batch{}
		for _, name := range slices.Sorted(maps.Keys(all)) {
			e := all[name]
			if e.N == 0 {
				continue // nothing was measured
			}
			batch.Queue(`INSERT INTO metrics (evaluation_id, name, n, mean, low, high, stddev) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
				evaluation, name, e.N, e.Mean, e.Low, e.High, e.StdDev)
		}
		batch.Queue(`UPDATE evaluations SET status = 'done', stats = $2, summary = $3, brief = $4, finished_at = coalesce(finished_at, now()), error = '' WHERE id = $1`, evaluation, stats, text, briefText)
		return tx.SendBatch(ctx, batch).Close()
	})
}

// EndEvaluation marks a running evaluation "failed" or "cancelled", with a reason.
func (c *Catalogue) EndEvaluation(ctx context.Context, evaluation, status, reason string) error {
	_, err := c.pool.Exec(ctx,
		`UPDATE evaluations SET status = $2, error = $3, finished_at = now() WHERE id = $1 AND status = 'running'`,
		evaluation, status, reason)
	return err
}

// Work is everything that the catalogue says is unfinished.
type Work struct {
	Compile  []SourceName // sources
	Simulate []BatchName  // batches let into the queue but not recorded
	Concepts []BatchName  // evaluations with all batches but no figures
}

// SourceName names a source to compile.
type SourceName struct {
	Source   string
	Priority int
	// Overdue tells that nothing happened to it for too long.
	Overdue bool
}

// BatchName names a batch, or the whole of an evaluation.
type BatchName struct {
	Evaluation string
	Number     int
	Priority   int
	// Overdue tells that nothing happened to its evaluation for too long.
	Overdue bool
}

// overdue tells of a time at which something happened last that the job counts
// as lost although its queue is busy: it is ten minutes ago, or in the future,
// since the clock was set back. A batch that takes longer is played twice and
// counts once.
func overdue(column string) string {
	return column + ` NOT BETWEEN now() - interval '10 minutes' AND now() + interval '1 minute'`
}

// Unfinished returns what is left to do, oldest first.
func (c *Catalogue) Unfinished(ctx context.Context) (w Work, err error) {
	rows, err := c.pool.Query(ctx,
		`SELECT id, coalesce((SELECT max(priority) FROM requests WHERE source_id = s.id AND evaluation_id IS NULL), 0), `+
			overdue("updated_at")+`
		FROM sources s WHERE status = 'new' ORDER BY created_at, id`)
	if err != nil {
		return w, err
	}
	if w.Compile, err = pgx.CollectRows(rows, pgx.RowToStructByPos[SourceName]); err != nil {
		return w, err
	}
	rows, err = c.pool.Query(ctx, `
		SELECT e.id, n, priority, `+overdue("progress_at")+` FROM evaluations e, generate_series(0, e.queued - 1) n
		WHERE e.status = 'running' AND e.done < e.batches AND NOT EXISTS (SELECT FROM batches b WHERE b.evaluation_id = e.id AND b.number = n)
		ORDER BY e.priority DESC, (n - e.done) / 4, e.created_at, e.id, n`)
	if err != nil {
		return w, err
	}
	if w.Simulate, err = pgx.CollectRows(rows, pgx.RowToStructByPos[BatchName]); err != nil {
		return w, err
	}
	rows, err = c.pool.Query(ctx, `SELECT id, 0, priority, `+overdue("progress_at")+` FROM evaluations
		WHERE status = 'running' AND done = batches ORDER BY priority DESC, created_at, id`)
	if err != nil {
		return w, err
	}
	w.Concepts, err = pgx.CollectRows(rows, pgx.RowToStructByPos[BatchName])
	return w, err
}
