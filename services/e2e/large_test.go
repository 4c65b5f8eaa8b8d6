package e2e

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// TestLargeLibrary has a library of 1,000 rulesets, or as many as ASTRAGAL_LARGE says, and looks at
// its first page, which stays below 100 kB, and at all pages one after the other, which have every
// ruleset once. It logs how long pages take by the clock; with ASTRAGAL_LARGE, for which the
// machine is to be idle, the first page must take less than 200 ms and no page more than 300.
func TestLargeLibrary(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	rulesets, strict := 1000, false
	if text := os.Getenv("ASTRAGAL_LARGE"); text != "" {
		var err error
		if rulesets, err = strconv.Atoi(text); err != nil || rulesets < 100 || rulesets%4 != 0 {
			t.Fatalf("ASTRAGAL_LARGE %q: expected a number from 100 on that 4 divides", text)
		}
		strict = true
	}
	l := startLaboratory(t)
	l.multiply(t, rulesets/len(l.hashes)-1)
	page := func(address string) (text string, took time.Duration) {
		begin := time.Now()
		answer, err := http.Get(l.url + address)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if took = time.Since(begin); err != nil || answer.StatusCode != 200 {
			t.Fatalf("%s: %s %v", address, answer.Status, err)
		}
		return string(body), took
	}
	page("/") // what it remembers is there now
	var times []time.Duration
	for range 20 {
		text, took := page("/")
		times = append(times, took)
		if len(text) > 100_000 {
			t.Fatalf("the first page has %d bytes", len(text))
		}
	}
	slices.Sort(times)
	text, _ := page("/")
	t.Logf("the first page of %d rulesets: %d bytes, median %v, p95 %v", rulesets, len(text), times[10], times[18])
	if strict && times[18] > 200*time.Millisecond {
		t.Errorf("the first page takes %v", times[18])
	}
	l.turnAll(t, rulesets, strict, page)
}

// turnAll follows the links to the next page to the end, in two orders.
func (l *explored) turnAll(t *testing.T, rulesets int, strict bool, page func(string) (string, time.Duration)) {
	next := regexp.MustCompile(`href="([^"]+)" rel="next"`)
	row := regexp.MustCompile(`name="r" value="([0-9a-f]+)"`)
	for _, first := range []string{"/?limit=250", "/?limit=250&sort=-DurationMoves&column=Balance"} {
		seen := map[string]bool{}
		slowest, pages := time.Duration(0), 0
		for address := first; address != ""; pages++ {
			text, took := page(address)
			slowest = max(slowest, took)
			for _, m := range row.FindAllStringSubmatch(text, -1) {
				if seen[m[1]] {
					t.Fatalf("%s shows %s again", address, m[1])
				}
				seen[m[1]] = true
			}
			address = ""
			if m := next.FindStringSubmatch(text); m != nil {
				address = strings.ReplaceAll(m[1], "&amp;", "&")
			}
		}
		t.Logf("%s: %d pages, the slowest %v", first, pages, slowest)
		if len(seen) != rulesets {
			t.Errorf("%s: %d rulesets in %d pages, want %d", first, len(seen), pages, rulesets)
		}
		if strict && slowest > 300*time.Millisecond {
			t.Errorf("%s: a page takes %v", first, slowest)
		}
	}
}

// multiply adds so many copies of every ruleset with its source, concepts, evaluation and
// metrics, each with names, a kind, a region, years and figures of its own.
func (l *explored) multiply(t *testing.T, copies int) {
	pool := l.Catalogue.Pool()
	of := func(column string) string { return fmt.Sprintf("md5(o.%s || '-' || i)", column) }
	one := func(values ...string) string {
		return fmt.Sprintf("(ARRAY['%s'])[1 + i %% %d]", strings.Join(values, "', '"), len(values))
	}
	for _, c := range []struct {
		table  string
		change map[string]string
	}{
		{"rulesets", map[string]string{"hash": of("hash"), "name": "'Variant ' || i || ' as played in a village (Suggested)'",
			"culture": "'Culture ' || i % 40", "period": "'Period ' || i % 12", "year_from": "1000 + i % 900",
			"year_to": "1100 + i % 900",
			"region":  one("India", "Egypt", "Peru", "Mali", "Norway", "Samoa", "Korea", "Spain", "Iraq"),
			"classification": one("board/race/escape", "board/war/leaping", "board/hunt", "board/sow/two rows",
				"board/space/line")}},
		{"sources", map[string]string{"id": of("id"), "ruleset_hash": of("ruleset_hash")}},
		{"concepts", map[string]string{"ruleset_hash": of("ruleset_hash")}},
		{"evaluations", map[string]string{"id": of("id"), "ruleset_hash": of("ruleset_hash"), "source_id": of("source_id")}},
		{"metrics", map[string]string{"evaluation_id": of("evaluation_id"), "mean": "o.mean * (1 + i % 97)"}},
	} {
		if err := copyRows(t.Context(), pool, c.table, c.change, copies); err != nil {
			t.Fatalf("%s: %v", c.table, err)
		}
	}
	for _, table := range []string{"rulesets", "sources", "concepts", "evaluations", "metrics"} {
		if _, err := pool.Exec(t.Context(), "ANALYZE "+table); err != nil {
			t.Fatal(err)
		}
	}
}

// copyRows adds copies of all rows of a table, numbered from 1; change has the SQL of columns
// that change, of an old row o and a number i.
func copyRows(ctx context.Context, pool *pgxpool.Pool, table string, change map[string]string, copies int) error {
	rows, err := pool.Query(ctx, `SELECT column_name FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`, table) // others cannot be written
	if err != nil {
		return err
	}
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	var quoted, values []string
	for _, name := range columns {
		quoted = append(quoted, pgx.Identifier{name}.Sanitize())
		values = append(values, cmp.Or(change[name], "o."+quoted[len(quoted)-1]))
	}
	original := "original_" + table
	if _, err := pool.Exec(ctx, fmt.Sprintf(`CREATE TABLE %s AS SELECT * FROM %s`, original, table)); err != nil {
		return err
	}
	for first := 1; first <= copies; first += 250 { // no statement takes long
		if _, err := pool.Exec(ctx, fmt.Sprintf(`INSERT INTO %s (%s) SELECT %s FROM %s o, generate_series(%d, %d) i`, table,
			strings.Join(quoted, ", "), strings.Join(values, ", "), original, first, min(copies, first+249))); err != nil {
			return err
		}
	}
	_, err = pool.Exec(ctx, "DROP TABLE "+original)
	return err
}
