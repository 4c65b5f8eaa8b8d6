package catalogue

import (
	"context"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/concept"
)

// Point is a ruleset as a point of charts.
type Point struct {
	Hash, Game, Ruleset, Kind, Culture, Region, Standing string
	Players                                              int
	YearFrom, YearTo                                     *int
	// Values are the means of metrics, then the values of concepts, in the order asked
	// for; NaN for what is not known. A truth that does not hold is 0.
	Values []float64
}

// Points returns the rulesets that pass the filter, in its order, with metrics of the
// evaluations that tables show and with concepts.
func (c *Catalogue) Points(ctx context.Context, f Filter, metrics, concepts []string) ([]Point, error) {
	q := &query{}
	q.add(`SELECT r.hash, g.name, r.name, r.classification, r.culture, r.region, coalesce(r.standing, ''), r.players, r.year_from, r.year_to, ARRAY[`)
	for _, name := range metrics {
		q.add(shownMetric+`, `, name)
	}
	for _, name := range concepts {
		value := `(SELECT value FROM concepts c WHERE c.ruleset_hash = r.hash AND c.engine = r.engine AND c.name = ?)`
		if k := concept.ByName(name); k == nil || k.Data == "Boolean" {
			value = `coalesce(` + value + `, 0)` // those that do not hold have no row
		}
		q.add(value+`, `, name)
	}
	q.add(`NULL::float8] `)
	f.appendFrom(q, true)
	f.order(q, false)
	rows, err := c.pool.Query(ctx, q.sql.String(), q.args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Point, err error) {
		var values []*float64
		err = row.Scan(&p.Hash, &p.Game, &p.Ruleset, &p.Kind, &p.Culture, &p.Region, &p.Standing, &p.Players, &p.YearFrom, &p.YearTo, &values)
		for _, v := range values[:max(0, len(values)-1)] {
			if v == nil {
				p.Values = append(p.Values, math.NaN())
			} else {
				p.Values = append(p.Values, *v)
			}
		}
		return p, err
	})
}
