package catalogue

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Means returns the means of metrics of all listed rulesets by the play of an agent, in
// ascending order, by name: those of the evaluations that tables show.
func (c *Catalogue) Means(ctx context.Context, agent string, names []string) (map[string][]float64, error) {
	rows, err := c.pool.Query(ctx, `
		SELECT m.name, array_agg(m.mean ORDER BY m.mean)
		FROM latest_evaluations le JOIN listed_rulesets l ON l.hash = le.ruleset_hash
		JOIN metrics m ON m.evaluation_id = le.evaluation_id
		WHERE le.agent = $1 AND m.name = ANY ($2) AND m.n > 0 GROUP BY m.name`, Filter{Agent: agent}.agent(), names)
	if err != nil {
		return nil, err
	}
	means := map[string][]float64{}
	var name string
	var list []float64
	_, err = pgx.ForEachRow(rows, []any{&name, &list}, func() error {
		means[name] = list
		list = nil
		return nil
	})
	return means, err
}

// EvaluationStamp changes when evaluations by an agent are finished or removed.
func (c *Catalogue) EvaluationStamp(ctx context.Context, agent string) (stamp string, err error) {
	err = c.pool.QueryRow(ctx, `SELECT count(*) || ' ' || coalesce(max(finished_at)::text, '') FROM evaluations
		WHERE agent = $1 AND status = 'done'`, Filter{Agent: agent}.agent()).Scan(&stamp)
	return stamp, err
}
