package catalogue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Views are the tables of the schema "analysis", by which people who write SQL see the
// catalogue: those of Tables, figures, what pages show of every ruleset, and distributions. Their
// names and columns are stable: columns are added, and none is renamed or loses its meaning.
func Views() []Table {
	return append(Tables(), distributionView, Table{"figures", "Figures of rulesets as pages show them: of each agent's play the " +
		"evaluation of the current " +
		"engine before older ones, of all metrics before fewer, then the newest. Averages over one agent mix nothing " +
		"where current is 1.", []TableColumn{
		text("ruleset", "m.ruleset_hash", "identity of the rules"), text("game", "g.name", "name of the game"),
		text("name", "r.name", "name of the ruleset, empty for the only one"),
		text("standing", "r.standing", "how much of the ruleset is known: described, suggested, …; empty where its "+
			"name does not say"),
		text("classification", "r.classification", "kind of game, as a path"), text("culture", "r.culture", "culture"),
		text("region", "r.region", "where it was played"), text("period", "r.period", "time in words"),
		integer("year_from", "r.year_from", "first historical year, negative before our era"),
		integer("year_to", "r.year_to", "last historical year"),
		text("agent", "m.agent", "who played"), text("metric", "m.name", "name of the figure"),
		integer("n", "m.n", "number of values that the mean is of"), number("mean", "m.mean", "the figure"),
		number("low", "m.low", "lower end of its 95 % interval"), number("high", "m.high", "upper end"),
		number("stddev", "m.stddev", "standard deviation of the values"),
		text("evaluation", "m.evaluation_id", "identity of the evaluation"),
		text("engine", "m.engine", "version of the engine that played"),
		truth("current", "m.current", "whether by the current engine"), integer("playouts", "m.playouts",
			"playouts that ended"),
		integer("abandoned", "m.abandoned", "playouts given up")},
		"latest_metrics m JOIN listed_rulesets l ON l.hash = m.ruleset_hash JOIN rulesets r ON r.hash = m.ruleset_hash " +
			"JOIN games g ON g.id = r.game_id"})
}

// distributionView is how often which values occurred, a row a bin. It is no file of an export,
// which keeps a whole table in memory. The identity is the plain column, never missing, so that
// the summaries of a few evaluations are found by its index.
var distributionView = Table{"distributions", "How many playouts of an evaluation had which values: of the length, and, " +
	"where playouts differ, of some other metrics: DurationTurns (where turns are not plies), BranchingFactorAverage, " +
	"DecisionMoves, ScoreDifferenceMaximum and PieceNumberAverage. A row a bin; values are rounded to steps, and to " +
	"within a 64th of their size.", []TableColumn{
	{"evaluation", "text", "identity of the evaluation", "e.id"},
	text("metric", "d.metric", "name of the metric"),
	number("low", "b.low::float8 / d.steps", "least value of the bin, in the unit of the metric, 0 or more"),
	number("high", "b.high::float8 / d.steps", "greatest value of the bin, in the unit of the metric"),
	number("step", "1.0 / d.steps", "what values are rounded to, in the unit of the metric: 1, 0.1 or 0.01"),
	integer("playouts", "b.count", "playouts with a value in the bin, 1 or more")},
	"evaluations e CROSS JOIN LATERAL (SELECT 'DurationMoves' AS metric, 1 AS steps, e.summary -> 'length' AS bins " +
		"UNION ALL SELECT key, (value ->> 'steps')::int, value -> 'bins' FROM jsonb_each(e.summary -> 'spreads')) d " +
		"CROSS JOIN LATERAL jsonb_to_recordset(CASE jsonb_typeof(d.bins) WHEN 'array' THEN d.bins END) " +
		"AS b(low int, high int, count bigint)"}

// analysisSQL makes the schema anew.
func analysisSQL() string {
	var b strings.Builder
	b.WriteString("DROP SCHEMA IF EXISTS analysis CASCADE; CREATE SCHEMA analysis;\n")
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	for _, t := range Views() {
		from, _, _ := strings.Cut(t.from, " ORDER BY ") // whoever asks orders
		fmt.Fprintf(&b, "CREATE VIEW analysis.%s AS SELECT ", t.Name)
		for i, c := range t.Columns {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%s AS %q", c.sql, c.Name)
		}
		fmt.Fprintf(&b, " FROM %s;\nCOMMENT ON VIEW analysis.%s IS %s;\n", from, t.Name, quote(t.Meaning))
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "COMMENT ON COLUMN analysis.%s.%q IS %s;\n", t.Name, c.Name, quote(c.Meaning))
		}
	}
	return b.String()
}

// storeViews makes the schema "analysis" that of this version, unless it is already: its
// comment is the hash of what made it.
func storeViews(ctx context.Context, conn *pgxpool.Conn) error {
	sql := analysisSQL()
	sum := sha256.Sum256([]byte(sql))
	version := "Views for analysts, see docs/data.md; version " + hex.EncodeToString(sum[:8])
	var stored string
	if err := conn.QueryRow(ctx,
		`SELECT coalesce(obj_description(to_regnamespace('analysis'), 'pg_namespace'), '')`).Scan(&stored); err != nil {
		return err
	}
	if stored == version {
		return nil
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, sql+"COMMENT ON SCHEMA analysis IS '"+version+"';")
		if err != nil {
			return fmt.Errorf("views for analysts: %w", err)
		}
		return nil
	})
}

// DataDocument is docs/data.md: every view with its columns.
func DataDocument() string {
	var b strings.Builder
	b.WriteString(`# Data for analysts

What the catalogue knows, as plain tables: for SQL (R, Python, Metabase, Grafana) in the schema ` + "`analysis`" + ` of the database, and as
Parquet files with views for DuckDB by ` + "`astragal export --catalogue DIR`" + ` (all but figures and distributions). This page is generated from the definitions in
` + "`pkg/catalogue`" + `; the database has the same texts as comments. Names and columns are stable: columns are added, none is renamed or
changes its meaning. The tables of the schema ` + "`public`" + ` are the laboratory's own and may change with any version; a view of yours
that builds on ` + "`analysis`" + ` has to be made again after an update that changes it.

Texts are never missing, but may be empty; all else is NULL where it is not known, which is never 0. Truths are 0 or 1. Years are historical,
negative before our era, never 0. Times are ISO 8601 in UTC. Units stand with the columns; what metrics measure, and their units, is in
` + "`concept_catalogue`" + ` and on the page ` + "`/concepts`" + `. How intervals are made: docs/statistics.md.

    SELECT region, count(*), avg(mean) FROM analysis.figures
    WHERE metric = 'DurationMoves' AND agent = 'random' AND current = 1 GROUP BY region ORDER BY 2 DESC;

How the plays of a game differ in branching:

    SELECT f.name, d.low, d.high, d.playouts FROM analysis.figures f JOIN analysis.distributions d USING (evaluation, metric)
    WHERE f.game = 'Senet' AND f.metric = 'BranchingFactorAverage' AND f.agent = 'random' ORDER BY 1, 2;

`)
	for _, t := range Views() {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n| column | type | meaning |\n|---|---|---|\n", t.Name, t.Meaning)
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, c.Kind, strings.ReplaceAll(c.Meaning, "|", `\|`))
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
