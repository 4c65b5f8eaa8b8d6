package catalogue_test

import (
	"flag"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/pkg/catalogue"
)

var update = flag.Bool("update", false, "write docs/data.md")

// Every view is there with its columns and what they mean, and what it says of figures is
// what pages show.
func TestViews(t *testing.T) {
	ctx, c := t.Context(), open(t)
	many(t, c)
	for _, v := range catalogue.Views() {
		rows, err := c.Pool().
			Query(ctx, `SELECT attname, coalesce(col_description(attrelid, attnum), '') FROM pg_attribute
			WHERE attrelid = ('analysis.' || $1)::regclass AND attnum > 0 ORDER BY attnum`, v.Name)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		var name, meaning string
		if _, err := pgx.ForEachRow(rows, []any{&name, &meaning}, func() error {
			if i >= len(v.Columns) || v.Columns[i].Name != name || v.Columns[i].Meaning != meaning || meaning == "" {
				t.Errorf("%s.%s: %q", v.Name, name, meaning)
			}
			i++
			return nil
		}); err != nil || i != len(v.Columns) {
			t.Errorf("%s has %d of %d columns: %v", v.Name, i, len(v.Columns), err)
		}
		var n int
		if err := c.Pool().QueryRow(ctx, `SELECT count(*) FROM (SELECT * FROM analysis.`+v.Name+`) x`).Scan(&n); err != nil {
			t.Errorf("%s: %v", v.Name, err)
		}
	}
	list, _, err := c.Rulesets(ctx, catalogue.Filter{Choices: []catalogue.Choice{{Facet: "region", Value: "Asia"}}})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, r := range list {
		if r.Latest != nil {
			sum += r.Latest.Summary.Metrics["DurationMoves"].Mean
		}
	}
	var got float64
	if err := c.Pool().QueryRow(ctx,
		`SELECT sum(mean) FROM analysis.figures WHERE metric = 'DurationMoves' AND agent = 'random' AND
		region = 'Asia' AND current = 1`).Scan(&got); err != nil ||
		got != sum ||
		sum == 0 {
		t.Errorf("figures sum up to %v, pages to %v: %v", got, sum, err)
	}
}

func TestDataDocument(t *testing.T) {
	const file = "../../docs/data.md"
	if *update {
		if err := os.WriteFile(file, []byte(catalogue.DataDocument()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != catalogue.DataDocument() {
		t.Errorf(
			"docs/data.md is not what the definitions say; go test ./catalogue -run TestDataDocument -update writes it: %v",
			err,
		)
	}
}
