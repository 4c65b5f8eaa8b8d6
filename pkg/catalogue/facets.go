package catalogue

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Choice is a value of a facet that rulesets must have.
type Choice struct{ Facet, Value string }

// String is the text that ParseChoice reads.
func (c Choice) String() string { return c.Facet + ":" + c.Value }

// facet is a property by whose values people narrow a list of rulesets.
type facet struct {
	name string
	sql  string // a text, '' where nothing is known
	tree bool   // values are paths, and a path holds for all below it
	le   bool   // needs the evaluation shown
}

var facets = []facet{
	{name: "kind", sql: "r.classification", tree: true},
	{name: "culture", sql: "r.culture"},
	{name: "region", sql: "r.region"},
	{name: "period", sql: "r.period"},
	{name: "standing", sql: "coalesce(r.standing, '')"},
	{name: "players", sql: "r.players::text"},
	{name: "formalism", sql: "r.formalism"},
	{
		name: "outcome",
		le:   true,
		sql: `CASE WHEN le.evaluation_id IS NOT NULL THEN CASE WHEN le.current THEN 'measured' ELSE 'out of date' END
		ELSE coalesce((SELECT status FROM evaluations o WHERE o.ruleset_hash = r.hash AND o.agent = ? ORDER BY created_at DESC, id LIMIT 1), 'not evaluated') END`,
	},
}

// FacetNames are the facets: culture, region and period as descriptions have them, kind
// the path of the classification, standing how much of the ruleset is known (described,
// suggested, …), outcome what became of its evaluation by the agent.
var FacetNames = func() (names []string) {
	for _, f := range facets {
		names = append(names, f.name)
	}
	return names
}()

// ParseChoice reads "facet:value"; an empty value asks for rulesets of which nothing is known there.
func ParseChoice(text string) (Choice, error) {
	name, value, ok := strings.Cut(text, ":")
	if !ok || !slices.Contains(FacetNames, name) {
		return Choice{}, fmt.Errorf(
			"%q is no choice; expected FACET:VALUE, with one of %s",
			text,
			strings.Join(FacetNames, ", "),
		)
	}
	return Choice{name, strings.Trim(value, "/")}, nil
}

// needsEvaluation reports whether a choice is about the evaluation shown.
func (f Filter) needsEvaluation() bool {
	return slices.ContainsFunc(f.Choices, func(c Choice) bool {
		return slices.ContainsFunc(facets, func(k facet) bool { return k.name == c.Facet && k.le })
	})
}

// expression appends the value of a facet.
func (k facet) expression(q *query, agent string) {
	if strings.Contains(k.sql, "?") {
		q.add(k.sql, agent)
	} else {
		q.add(k.sql)
	}
}

// chosen appends the condition that a ruleset has one of the values chosen of a facet;
// without any it appends "true".
func (k facet) chosen(q *query, f Filter) {
	n := 0
	for _, c := range f.Choices {
		if c.Facet != k.name {
			continue
		}
		if n++; n == 1 {
			q.add(`(`)
		} else {
			q.add(` OR `)
		}
		k.expression(q, f.agent())
		if k.tree && c.Value != "" {
			q.add(` = ? OR starts_with(`, c.Value)
			k.expression(q, f.agent())
			q.add(`, ? || '/')`, c.Value)
		} else {
			q.add(` = ?`, c.Value)
		}
	}
	if n == 0 {
		q.add(`true`)
	} else {
		q.add(`)`)
	}
}

// FacetCount is a value of a facet and how many rulesets have it.
type FacetCount struct {
	Value  string
	Count  int
	Chosen bool
}

// YearCount is a span of years and how many rulesets have it; an end that is open is nil.
type YearCount struct {
	From, To *int
	Count    int
}

// FacetCounts returns for each facet its values among the rulesets that pass all of the
// filter but the choices of that facet, the most frequent first, values of trees as
// paths of at most three steps; and the spans of years among those that pass all but From and To.
func (c *Catalogue) FacetCounts(ctx context.Context, f Filter) (map[string][]FacetCount, []YearCount, error) {
	all := f
	all.Choices, all.From, all.To = nil, nil, nil
	q := &query{}
	q.add(`WITH base AS MATERIALIZED (SELECT r.year_from, r.year_to, (true`)
	f.years(q)
	q.add(`) AS in_years`)
	for i, k := range facets {
		q.add(`, (`)
		k.expression(q, f.agent())
		q.add(fmt.Sprintf(`) AS v%d, `, i))
		k.chosen(q, f)
		q.add(fmt.Sprintf(` AS ok%d`, i))
	}
	q.add(` `)
	all.appendFrom(q, true)
	q.add(`)`)
	for i := range facets {
		q.add(fmt.Sprintf(` SELECT %d, v%d, NULL::int, NULL::int, count(*) FROM base WHERE in_years`, i, i))
		for j := range facets {
			if j != i {
				q.add(fmt.Sprintf(` AND ok%d`, j))
			}
		}
		q.add(fmt.Sprintf(` GROUP BY v%d UNION ALL`, i))
	}
	q.add(
		` SELECT -1, '', year_from, year_to, count(*) FROM base WHERE (year_from IS NOT NULL OR year_to IS NOT NULL)`,
	)
	for j := range facets {
		q.add(fmt.Sprintf(` AND ok%d`, j))
	}
	q.add(` GROUP BY year_from, year_to`)
	rows, err := c.pool.Query(ctx, q.sql.String(), q.args...)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	counts := make([]map[string]int, len(facets))
	for i := range counts {
		counts[i] = map[string]int{}
	}
	var years []YearCount
	for rows.Next() {
		var i, n int
		var value string
		var y YearCount
		if err := rows.Scan(&i, &value, &y.From, &y.To, &n); err != nil {
			return nil, nil, err
		}
		switch {
		case i < 0:
			y.Count = n
			years = append(years, y)
		case facets[i].tree:
			parts := strings.Split(value, "/")
			for depth := 1; depth <= min(3, len(parts)); depth++ {
				counts[i][strings.Join(parts[:depth], "/")] += n
			}
		default:
			counts[i][value] += n
		}
	}
	if err := rows.Err(); err != nil {
		return nil, nil, err
	}
	found := map[string][]FacetCount{}
	for i, k := range facets {
		for _, c := range f.Choices { // what is chosen is shown, even where nothing has it
			if c.Facet == k.name {
				counts[i][c.Value] += 0
			}
		}
		var list []FacetCount
		for value, n := range counts[i] {
			list = append(list, FacetCount{value, n, slices.Contains(f.Choices, Choice{k.name, value})})
		}
		slices.SortFunc(
			list,
			func(a, b FacetCount) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.Value, b.Value)) },
		)
		found[k.name] = list
	}
	return found, years, nil
}

// ConceptCounts returns of how many rulesets that pass the filter each of some concepts holds,
// or is not 0; those of which none does are left out.
func (c *Catalogue) ConceptCounts(ctx context.Context, f Filter, names []string) (map[string]int, error) {
	q := &query{}
	q.add(`SELECT k.name, count(*) FROM concepts k WHERE k.name = ANY(?) AND k.value <> 0
		AND (k.ruleset_hash, k.engine) IN (SELECT r.hash, r.engine `, names)
	f.appendFrom(q, f.needsEvaluation() || len(f.Metrics) > 0)
	q.add(`) GROUP BY k.name`)
	rows, err := c.pool.Query(ctx, q.sql.String(), q.args...)
	if err != nil {
		return nil, fmt.Errorf("catalogue: count concepts: %w", err)
	}
	counts := map[string]int{}
	var name string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&name, &n}, func() error { counts[name] = n; return nil })
	return counts, err
}
