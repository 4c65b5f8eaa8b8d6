package catalogue

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Concepts returns the compile-time concepts of a ruleset as the engine that compiled it last found them.
func (c *Catalogue) Concepts(ctx context.Context, hash string) (map[string]float64, error) {
	rows, err := c.pool.Query(ctx,
		`SELECT c.name, c.value FROM concepts c JOIN rulesets r ON r.hash = c.ruleset_hash AND r.engine = c.engine WHERE r.hash = $1`, hash)
	if err != nil {
		return nil, err
	}
	concepts := map[string]float64{}
	var name string
	var value float64
	_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		concepts[name] = value
		return nil
	})
	return concepts, err
}

// Evaluation returns one evaluation.
func (c *Catalogue) Evaluation(ctx context.Context, id string) (Evaluation, error) {
	list, err := c.evaluations(ctx, `WHERE id = $1`, id)
	if err == nil && len(list) == 0 {
		err = notFound(pgx.ErrNoRows, "evaluation", id)
	}
	if err != nil {
		return Evaluation{}, err
	}
	return list[0], nil
}

// Evaluations returns a ruleset's evaluations, newest first.
func (c *Catalogue) Evaluations(ctx context.Context, hash string) ([]Evaluation, error) {
	return c.evaluations(ctx, `WHERE ruleset_hash = $1 ORDER BY created_at DESC`, hash)
}

func (c *Catalogue) evaluations(ctx context.Context, where string, args ...any) ([]Evaluation, error) {
	return c.readEvaluations(ctx, "summary", where, args...)
}

// briefEvaluations returns evaluations with the main metrics only, without the
// distribution of lengths.
func (c *Catalogue) briefEvaluations(ctx context.Context, where string, args ...any) ([]Evaluation, error) {
	return c.readEvaluations(ctx, "brief", where, args...)
}

func (c *Catalogue) readEvaluations(ctx context.Context, summary, where string, args ...any) ([]Evaluation, error) {
	rows, err := c.pool.Query(ctx, `
		SELECT id, ruleset_hash, source_id, engine, `+paramColumns+`,
			batches, queued, done, status, error, `+summary+`, elapsed_ns, created_at, finished_at,
			coalesce(engine <> (SELECT version FROM current_engine), false) FROM evaluations `+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Evaluation, err error) {
		var ns int64
		var summary []byte
		params, finish := e.Params.scan()
		dest := append([]any{&e.ID, &e.RulesetHash, &e.SourceID, &e.Engine}, params...)
		if err = row.Scan(append(dest, &e.Batches, &e.Queued, &e.Done, &e.Status, &e.Error, &summary, &ns, &e.CreatedAt,
			&e.FinishedAt, &e.Outdated)...); err != nil {
			return e, err
		}
		if err := finish(); err != nil {
			return e, err
		}
		e.Elapsed = time.Duration(ns)
		if summary != nil {
			err = json.Unmarshal(summary, &e.Summary)
		}
		return e, err
	})
}

// Progress is how far a set of requests has come.
type Progress struct {
	// Sources asked for, compiled and failed to compile.
	Sources, Compiled, Failed int
	// Batches of the evaluations opened, and recorded.
	Batches, BatchesDone int
	// Evaluations opened, done, and ended otherwise.
	Evaluations, Done, Broken int
}

// Finished tells that nothing of it is left to do.
func (p Progress) Finished() bool {
	return p.Compiled+p.Failed == p.Sources && p.Done+p.Broken == p.Evaluations && p.Evaluations >= p.Compiled
}

// Progress returns how far the evaluation of these sources with these parameters has come.
func (c *Catalogue) Progress(ctx context.Context, sources []string, p Params) (pr Progress, err error) {
	err = c.pool.QueryRow(ctx, `
		SELECT count(*), count(*) FILTER (WHERE s.status = 'compiled'), count(*) FILTER (WHERE s.status = 'failed'),
			coalesce(sum(e.batches), 0), coalesce(sum(e.done), 0),
			count(e.id), count(*) FILTER (WHERE e.status = 'done'), count(*) FILTER (WHERE e.status IN ('failed', 'cancelled'))
		FROM sources s LEFT JOIN requests q ON q.source_id = s.id AND q.key = $2
		LEFT JOIN evaluations e ON e.id = q.evaluation_id AND s.status = 'compiled'
		WHERE s.id = ANY ($1)`, sources, p.key()).
		Scan(&pr.Sources, &pr.Compiled, &pr.Failed, &pr.Batches, &pr.BatchesDone, &pr.Evaluations, &pr.Done, &pr.Broken)
	return pr, err
}

// Outcome is one requested source with what came of it.
type Outcome struct {
	Source     Source
	Ruleset    *Ruleset    // nil unless compiled
	Evaluation *Evaluation // nil unless compiled
}

// Outcomes returns what came of the sources, in their order.
func (c *Catalogue) Outcomes(ctx context.Context, sources []string, p Params) ([]Outcome, error) {
	list := make([]Outcome, 0, len(sources))
	for _, id := range sources {
		s, err := c.Source(ctx, id)
		if err != nil {
			return nil, err
		}
		s.Text = ""
		o := Outcome{Source: s}
		if s.Status == "compiled" {
			r, err := c.Ruleset(ctx, s.RulesetHash)
			if err != nil {
				return nil, err
			}
			o.Ruleset = &r
			e, err := c.evaluations(ctx, `WHERE id = (SELECT evaluation_id FROM requests WHERE (source_id, key) = ($1, $2))`,
				id, p.key())
			if err != nil {
				return nil, fmt.Errorf("evaluation of %s: %w", s.File, err)
			}
			if len(e) > 0 {
				o.Evaluation = &e[0]
			}
		}
		list = append(list, o)
	}
	return list, nil
}

// FailedSources returns the sources that do not compile, without their texts.
func (c *Catalogue) FailedSources(ctx context.Context) ([]Source, error) {
	list, err := c.sources(ctx, `WHERE status = 'failed' AND NOT retired AND superseded_by IS NULL ORDER BY file, id`)
	for i := range list {
		list[i].Text = ""
	}
	return list, err
}

// Stale returns the sources, at most limit, whose evaluation by this engine
// with these parameters is neither done nor under way; one that measures more
// will do. Sources that this engine could not compile are not among them.
func (c *Catalogue) Stale(ctx context.Context, engine string, p Params, limit int) ([]string, error) {
	rows, err := c.pool.Query(ctx, `SELECT s.id`+stale+` ORDER BY s.created_at, s.id LIMIT $3`, engine, p.keys(), limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// CountStale returns how many sources Stale would return without a limit.
func (c *Catalogue) CountStale(ctx context.Context, engine string, p Params) (n int, err error) {
	return n, c.pool.QueryRow(ctx, `SELECT count(*)`+stale, engine, p.keys()).Scan(&n)
}

// stale are the sources without an evaluation by the engine $1 with a key of $2.
const stale = ` FROM sources s WHERE NOT s.retired AND s.superseded_by IS NULL AND NOT (s.status = 'failed' AND s.engine = $1) AND NOT EXISTS (
	SELECT FROM requests q LEFT JOIN evaluations e ON e.id = q.evaluation_id
	WHERE q.source_id = s.id AND q.key = ANY ($2)
	AND (q.evaluation_id IS NULL AND s.status = 'new' OR e.engine = $1 AND e.status IN ('running', 'done')))`
