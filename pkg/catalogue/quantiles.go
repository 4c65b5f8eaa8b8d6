package catalogue

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Standing is where a value of a metric lies among the listed rulesets.
type Standing struct {
	// Rulesets have the metric, of the evaluation that tables show; Below of them have a
	// smaller mean, Equal the same.
	Rulesets, Below, Equal int
	// Quantiles of their means: 5, 25, 50, 75 and 95 %.
	Quantiles []float64
}

// Standings says where means of metrics lie among those of all listed rulesets by the
// play of an agent, by name.
func (c *Catalogue) Standings(ctx context.Context, agent string, means map[string]float64) (map[string]Standing, error) {
	var names []string
	var values []float64
	for name, mean := range means {
		names, values = append(names, name), append(values, mean)
	}
	rows, err := c.pool.Query(ctx, `
		SELECT m.name, count(*), count(*) FILTER (WHERE m.mean < w.mean), count(*) FILTER (WHERE m.mean = w.mean),
			percentile_cont(ARRAY[0.05, 0.25, 0.5, 0.75, 0.95]) WITHIN GROUP (ORDER BY m.mean)
		FROM latest_evaluations le JOIN listed_rulesets l ON l.hash = le.ruleset_hash
		JOIN metrics m ON m.evaluation_id = le.evaluation_id
		JOIN unnest($2::text[], $3::float8[]) AS w (name, mean) ON w.name = m.name
		WHERE le.agent = $1 AND m.n > 0 GROUP BY m.name`, Filter{Agent: agent}.agent(), names, values)
	if err != nil {
		return nil, err
	}
	found := map[string]Standing{}
	var name string
	var s Standing
	_, err = pgx.ForEachRow(rows, []any{&name, &s.Rulesets, &s.Below, &s.Equal, &s.Quantiles}, func() error {
		found[name] = s
		s.Quantiles = nil
		return nil
	})
	return found, err
}
