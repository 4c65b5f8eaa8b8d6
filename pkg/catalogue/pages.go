package catalogue

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/metric"
)

// sortKey appends the expression that f sorts by before names; false for none.
func (f Filter) sortKey(q *query) bool {
	key := strings.TrimPrefix(f.Sort, "-")
	if key == "" {
		return false
	}
	if column, ok := sortColumns[key]; ok {
		q.add(column)
	} else {
		q.add(`km.mean`)
	}
	return true
}

// order appends the order that f asks for, or its reverse.
func (f Filter) order(q *query, reverse bool) {
	direction := map[bool]string{false: ``, true: ` DESC`}
	nulls := map[bool]string{false: ` NULLS LAST, `, true: ` NULLS FIRST, `}
	q.add(` ORDER BY `)
	if f.sortKey(q) {
		q.add(direction[strings.HasPrefix(f.Sort, "-") != reverse] + nulls[reverse])
	}
	d := direction[reverse]
	q.add(`lower(g.name)` + d + `, lower(r.name)` + d + `, r.hash` + d)
}

// beside appends the condition that a ruleset comes after another one in the order of
// f, or before it: pages that begin at a ruleset stay what they are while others come
// and go. What has no value comes last.
func (f Filter) beside(q *query, hash string, before bool) {
	after := map[bool]string{false: ` > `, true: ` < `}
	keyed := f.Sort != ""
	key := func(text string) {
		q.add(`(`)
		f.sortKey(q)
		q.add(`)` + text)
	}
	q.add(` AND EXISTS (SELECT FROM (SELECT `)
	if keyed {
		key(` AS k, `)
	}
	q.add(`lower(g.name) AS gn, lower(r.name) AS rn, r.hash AS h FROM rulesets r JOIN games g ON g.id = r.game_id`)
	if f.sortsByEvaluation() {
		f.joinEvaluation(q)
	}
	q.add(` WHERE r.hash = ?) p WHERE `, hash)
	if keyed {
		key(` IS NULL` + after[before] + `(p.k IS NULL) OR `)
		key(after[before != strings.HasPrefix(f.Sort, "-")] + `p.k OR `)
		key(` IS NOT DISTINCT FROM p.k AND `)
	}
	q.add(`(lower(g.name), lower(r.name), r.hash)` + after[before] + `(p.gn, p.rn, p.h))`)
}

// Values returns metrics of evaluations, by evaluation and name; what was not measured
// is missing.
func (c *Catalogue) Values(
	ctx context.Context,
	evaluations, names []string,
) (map[string]map[string]metric.Estimate, error) {
	rows, err := c.pool.Query(ctx, `SELECT evaluation_id, name, n, mean, low, high, stddev FROM metrics
		WHERE evaluation_id = ANY ($1) AND name = ANY ($2) AND n > 0`, evaluations, names)
	if err != nil {
		return nil, err
	}
	values := map[string]map[string]metric.Estimate{}
	var id, name string
	var e metric.Estimate
	_, err = pgx.ForEachRow(rows, []any{&id, &name, &e.N, &e.Mean, &e.Low, &e.High, &e.StdDev}, func() error {
		if values[id] == nil {
			values[id] = map[string]metric.Estimate{}
		}
		values[id][name] = e
		return nil
	})
	return values, err
}

// Distributions returns how many plays had which values of metrics, by metric and evaluation: of
// the length, and of those that summaries have spreads of. What they do not have is missing.
func (c *Catalogue) Distributions(
	ctx context.Context,
	evaluations, names []string,
) (map[string]map[string]metric.Spread, error) {
	rows, err := c.pool.Query(ctx, `SELECT id, name, CASE name WHEN 'DurationMoves'
			THEN jsonb_build_object('steps', 1, 'bins', summary -> 'length')
			ELSE summary -> 'spreads' -> name END
		FROM evaluations, unnest($2::text[]) name WHERE id = ANY ($1)`, evaluations, names)
	if err != nil {
		return nil, err
	}
	found := map[string]map[string]metric.Spread{}
	var id, name string
	var text []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &name, &text}, func() error {
		var s metric.Spread
		if len(text) == 0 {
			return nil
		}
		if err := json.Unmarshal(text, &s); err != nil {
			return fmt.Errorf("evaluation %s: %w", id, err)
		}
		if len(s.Bins) == 0 {
			return nil
		}
		if found[name] == nil {
			found[name] = map[string]metric.Spread{}
		}
		found[name][id] = metric.Spread{Steps: s.Steps, Bins: slices.Clip(s.Bins)}
		return nil
	})
	return found, err
}
