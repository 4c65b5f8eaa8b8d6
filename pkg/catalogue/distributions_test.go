package catalogue_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
)

// Pages and analysts find the same distributions, in the unit of the metric; where nothing was
// played, or all plays were alike, there are none.
func TestDistributions(t *testing.T) {
	ctx, c := t.Context(), open(t)
	source := enter(t, c, "1", "a", compiledAs("ha", "A"))
	evaluate(t, c, source, "1", "uct:3", "all", 5, 0) // all given up
	p := catalogue.Params{Agent: "random", Metrics: catalogue.AllMetrics, Playouts: 10, BatchSize: 10, Seed: 1}
	id := must(c.Request(ctx, source, "1", p))(t)
	b := metric.NewBatch(2)
	for i := range 10 {
		o := metric.Playout{Plies: 4, Winner: 1, Branching: []int32{2, 2, 2, 3}} // 2.25 on average
		if i < 3 {
			o = metric.Playout{Plies: 200, Winner: 1, Branching: slices.Repeat([]int32{7}, 200)}
		}
		b.Add(&o)
	}
	must(c.RecordBatch(ctx, id, 0, b, "w"))(t)
	if err := c.Finish(ctx, id, b); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"BranchingFactorAverage 2.3 to 2.3 in 0.1: 7", "BranchingFactorAverage 7 to 7 in 0.1: 3",
		"DurationMoves 4 to 4 in 1: 7", "DurationMoves 200 to 201 in 1: 3",
	}
	rows, err := c.Pool().Query(ctx, `SELECT format('%s %s to %s in %s: %s', metric, low, high, step, playouts)
		FROM analysis.distributions ORDER BY metric, low`)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || !slices.Equal(got, want) {
		t.Errorf("the view has %q, want %q: %v", got, want, err)
	}
	names := []string{"BranchingFactorAverage", "DurationMoves", "PieceNumberAverage"}
	found := must(c.Distributions(ctx, []string{id}, names))(t)
	var got []string
	for _, name := range names {
		s := found[name][id]
		for _, bin := range s.Bins {
			steps := float64(s.Steps)
			got = append(got, fmt.Sprintf("%s %v to %v in %v: %d", name, float64(bin.Low)/steps, float64(bin.High)/steps,
				1/steps, bin.Count))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("pages have %q, want %q", got, want)
	}
}
