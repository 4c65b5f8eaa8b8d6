package catalogue

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// EvaluationFilter narrows a list of evaluations; zero fields do not.
type EvaluationFilter struct {
	Status, Ruleset, Engine, Agent string
	// Ended puts those first that ended last, instead of those that were asked for last.
	Ended bool
	// Limit is the size of a page (default 100, at most 1000), Offset its start.
	Limit, Offset int
}

// EvaluationList returns a page of evaluations with their main metrics, the
// newest first or those that ended last, and how many pass.
func (c *Catalogue) EvaluationList(ctx context.Context, f EvaluationFilter) ([]Evaluation, int, error) {
	if f.Limit <= 0 {
		f.Limit = 100
	}
	const where = `WHERE ($1 = '' OR status = $1) AND ($2 = '' OR ruleset_hash = $2) AND ($3 = '' OR engine = $3)
		AND ($4 = '' OR agent = $4)`
	var total int
	if err := c.pool.QueryRow(ctx, `SELECT count(*) FROM evaluations `+where, f.Status, f.Ruleset, f.Engine,
		f.Agent).Scan(&total); err != nil {
		return nil, 0, err
	}
	order := map[bool]string{false: `created_at DESC, id`, true: `finished_at DESC NULLS LAST, id`}[f.Ended]
	list, err := c.briefEvaluations(ctx, where+` ORDER BY `+order+` LIMIT $5 OFFSET $6`, f.Status, f.Ruleset,
		f.Engine, f.Agent, min(f.Limit, 1000), f.Offset)
	return list, total, err
}

// MetricValue is one metric of one ruleset, with the evaluation that measured it:
// the one that the view latest_metrics chooses.
type MetricValue struct {
	Hash       string  `json:"hash"`
	Game       string  `json:"game"`
	Ruleset    string  `json:"ruleset"`
	Culture    string  `json:"culture"`
	N          int64   `json:"n"`
	Mean       float64 `json:"mean"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	StdDev     float64 `json:"stddev"`
	Agent      string  `json:"agent"`
	Metrics    string  `json:"metrics"` // AllMetrics or Outcomes
	Playouts   int64   `json:"playouts"`
	Abandoned  int64   `json:"abandoned"`
	Engine     string  `json:"engine"`
	Outdated   bool    `json:"outdated"`
	Evaluation string  `json:"evaluation"`
}

// MetricFilter asks for a page of the values of a metric, as an agent's play
// showed it; DefaultAgent for "". Current leaves out what is out of date.
type MetricFilter struct {
	Name, Agent   string
	Current       bool
	Limit, Offset int
}

// MetricValues returns a metric of all listed rulesets, the smallest mean first.
func (c *Catalogue) MetricValues(ctx context.Context, f MetricFilter) ([]MetricValue, error) {
	rows, err := c.pool.Query(ctx, `
		SELECT r.hash, g.name, r.name, r.culture, m.n, m.mean, m.low, m.high, m.stddev,
			m.agent, m.measured, m.playouts, m.abandoned, m.engine, NOT m.current, m.evaluation_id
		FROM latest_metrics m JOIN rulesets r ON r.hash = m.ruleset_hash JOIN games g ON g.id = r.game_id JOIN listed_rulesets l ON l.hash = r.hash
		WHERE m.name = $1 AND m.agent = $2 AND (m.current OR NOT $3)
		ORDER BY m.mean, r.hash LIMIT $4 OFFSET $5`, f.Name, Filter{Agent: f.Agent}.agent(), f.Current, f.Limit, f.Offset)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[MetricValue])
}

// Neighbour is a ruleset at a distance from another one.
type Neighbour struct {
	Hash    string `json:"hash"`
	Game    string `json:"game"`
	Ruleset string `json:"ruleset"`
	Culture string `json:"culture"`
	// Shared is the number of concepts that both have.
	Shared int `json:"shared"`
	// Distance is one minus the shared over the united concepts: 0 for equal sets.
	Distance float64 `json:"distance"`
}

// Neighbours returns the rulesets that are nearest to one by the concepts that
// they have, the nearest first.
func (c *Catalogue) Neighbours(ctx context.Context, hash string, limit int) ([]Neighbour, error) {
	rows, err := c.pool.Query(ctx, `
		WITH now AS (SELECT c.ruleset_hash, c.name FROM concepts c JOIN rulesets r ON r.hash = c.ruleset_hash AND r.engine = c.engine WHERE c.value <> 0),
		mine AS (SELECT name FROM now WHERE ruleset_hash = $1),
		size AS (SELECT ruleset_hash, count(*) AS n FROM now GROUP BY ruleset_hash),
		shared AS (SELECT now.ruleset_hash, count(*) AS n FROM now JOIN mine USING (name) WHERE now.ruleset_hash <> $1 GROUP BY now.ruleset_hash)
		SELECT r.hash, g.name, r.name, r.culture, shared.n, 1 - shared.n::float8 / (size.n + (SELECT count(*) FROM mine) - shared.n) AS distance
		FROM shared JOIN size USING (ruleset_hash) JOIN rulesets r ON r.hash = shared.ruleset_hash JOIN games g ON g.id = r.game_id
		WHERE r.hash IN (SELECT hash FROM listed_rulesets)
		ORDER BY distance, lower(g.name), r.hash LIMIT $2`, hash, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Neighbour])
}

// SourceOf returns the id of a source that compiles to the ruleset.
func (c *Catalogue) SourceOf(ctx context.Context, hash string) (string, error) {
	var id string
	err := c.pool.QueryRow(ctx, `SELECT id FROM sources WHERE ruleset_hash = $1
		ORDER BY superseded_by IS NOT NULL, retired, updated_at DESC, id LIMIT 1`, hash).Scan(&id)
	return id, notFound(err, "ruleset", hash)
}

// EvaluationCount returns the number of evaluations, finished or not.
func (c *Catalogue) EvaluationCount(ctx context.Context) (n int, err error) {
	err = c.pool.QueryRow(ctx, `SELECT count(*) FROM evaluations`).Scan(&n)
	return n, err
}
