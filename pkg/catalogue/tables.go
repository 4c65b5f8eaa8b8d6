package catalogue

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Table is one of the tables by which analysts see the catalogue: plain columns of
// texts, numbers and truths, without what only the laboratory itself can read.
type Table struct {
	Name, Meaning string
	Columns       []TableColumn
	from          string // SQL behind the columns
}

// TableColumn is a column of a Table.
type TableColumn struct {
	Name string
	// Kind is "text", "integer", "number" or "boolean" (0 or 1). Texts are never
	// missing, all others may be.
	Kind    string
	Meaning string
	sql     string
}

func text(name, sql, meaning string) TableColumn {
	return TableColumn{name, "text", meaning, "coalesce((" + sql + ")::text, '')"}
}
func integer(name, sql, meaning string) TableColumn {
	return TableColumn{name, "integer", meaning, "(" + sql + ")::bigint"}
}
func number(name, sql, meaning string) TableColumn {
	return TableColumn{name, "number", meaning, "(" + sql + ")::float8"}
}
func truth(name, sql, meaning string) TableColumn {
	return TableColumn{name, "boolean", meaning, "(" + sql + ")::int::float8"}
}

// moment is a time as ISO 8601 in UTC.
func moment(name, sql, meaning string) TableColumn {
	return text(name, `to_char(`+sql+` AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`, meaning)
}

// Tables are all of them. They are joined by ruleset (hash), evaluation (id) and name.
func Tables() []Table {
	return []Table{
		{"rulesets", "Rulesets with what their descriptions say of them.", []TableColumn{
			text("ruleset", "r.hash", "identity of the rules"), text("game", "g.name", "name of the game"),
			text("name", "r.name", "name of the ruleset, empty for the only one"),
			truth("listed", "EXISTS (SELECT FROM listed_rulesets l WHERE l.hash = r.hash)", "whether tables list it"),
			text("formalism", "r.formalism", "language of the description"),
			integer("players", "r.players", "number of players"),
			text("classification", "r.classification", "kind of game, as a path"), text("culture", "r.culture", "culture"),
			text("period", "r.period", "time in words"), text("region", "r.region", "where it was played"),
			integer("year_from", "r.year_from", "first historical year"),
			integer("year_to", "r.year_to", "last historical year"),
			text("aliases", "array_to_string(r.aliases, '; ')", "other names"), text("author", "r.author", "author"),
			text("date", "r.date", "date of the rules"), text("origin", "r.origin", "origin"),
			text("sources", "r.sources", "sources of the rules"),
			text("description", "r.description", "about the game"), text("rules", "r.rules", "rules in plain words"),
			text("expanded", "r.expanded", "the description with everything expanded"),
			text("engine", "r.engine", "version of the engine that compiled it")},
			"rulesets r JOIN games g ON g.id = r.game_id ORDER BY g.name, r.name, r.hash"},
		{"evaluations", "Evaluations: who played what, how often and when.", []TableColumn{
			text("evaluation", "id", "identity"), text("ruleset", "ruleset_hash", "identity of the rules"),
			text("engine", "engine", "version of the engine that played"), text("agent", "agent", "who played"),
			text("metrics", "metrics", "what was measured: all, choices, course, outcomes, traffic or ladder"),
			text("seed", "seed", "seed of all random choices"),
			integer("asked", "playouts", "playouts asked for"),
			integer("playouts", "brief ->> 'playouts'", "playouts that ended"),
			integer("limits", "brief ->> 'limits'", "of these, ended by a limit"),
			integer("abandoned", "brief ->> 'abandoned'", "playouts given up"),
			integer("faulty", "brief ->> 'faulty'", "playouts spoilt by the description"),
			integer("max_plies", "max_plies", "limit of plies, 0 for the engine's"),
			text("status", "status", "running, done, failed or cancelled"),
			text("error", "error", "why it failed"),
			number("seconds", "elapsed_ns / 1e9", "time spent playing, over all workers"),
			truth("current", "coalesce(engine = (SELECT version FROM current_engine), true)", "whether by the current engine"),
			truth("shown", "id IN (SELECT evaluation_id FROM latest_evaluations)",
				"whether pages show it as the play of its agent"),
			moment("created_at", "created_at", "when it was asked for"),
			moment("finished_at", "finished_at", "when it was done")},
			"evaluations ORDER BY id"},
		{"metrics", "Figures of evaluations with 95 % intervals.", []TableColumn{
			text("evaluation", "evaluation_id", "identity of the evaluation"), text("metric", "name", "name of the figure"),
			integer("n", "n", "number of values"), number("mean", "mean", "the figure"),
			number("low", "low", "lower end of its interval"),
			number("high", "high", "upper end"), number("stddev", "stddev", "standard deviation of the values")},
			"metrics ORDER BY evaluation_id, name"},
		{"concepts", "Concepts of rulesets, as the engine that compiled them last found them.", []TableColumn{
			text("ruleset", "c.ruleset_hash", "identity of the rules"), text("concept", "c.name", "name of the concept"),
			number("value", "c.value", "1 for a truth, else the number")},
			"concepts c JOIN rulesets r ON r.hash = c.ruleset_hash AND r.engine = c.engine ORDER BY c.ruleset_hash, c.name"},
		{"concept_catalogue", "What the concepts and metrics mean.", []TableColumn{
			integer("id", "id", "number"), text("concept", "name", "name"),
			text("taxonomy", "taxonomy", "place in the taxonomy"),
			text("parent", "parent", "the concept above"), text("type", "type", "kind"),
			text("data", "data", "Boolean, Integer or Double"),
			text("computed", "computed", "Compilation or Playout"), text("meaning", "meaning", "what it says")},
			"concept_catalogue ORDER BY position"},
		{"sources", "Descriptions as they were submitted.", []TableColumn{
			text("source", "id", "identity"), text("file", "file", "name of the file"), text("text", "text", "the description"),
			text("selected", "ruleset", "the declared ruleset chosen"),
			text("options", "array_to_string(options, '; ')", "options chosen"),
			text("formalism", "formalism", "language"), text("status", "status", "new, compiled or failed"),
			text("ruleset", "ruleset_hash", "identity of the rules that it gives"),
			text("error", "error", "why it does not compile"),
			text("superseded_by", "superseded_by", "source that took its place"),
			truth("retired", "retired", "whether its file is gone"),
			moment("created_at", "created_at", "when it was submitted")},
			"sources ORDER BY id"},
		{"evidence", "What games are known from.", []TableColumn{
			text("game", "game", "name of the game"), text("id", "id", "identity among those of the game"),
			text("kind", "kind", "what it is"),
			text("title", "title", "a short name"), text("what", "what", "what there is"), text("place", "place", "place"),
			text("region", "region", "region"), number("latitude", "latitude", "degrees north"),
			number("longitude", "longitude", "degrees east"),
			number("uncertainty_km", "uncertainty_km", "radius in kilometres"), text("when", `"when"`, "time in words"),
			integer("year_from", "year_from", "first historical year"), integer("year_to", "year_to", "last historical year"),
			text("culture", "culture", "who played"), text("setting", "setting", "on what occasion"),
			text("source", "source", "publication"),
			text("link", "link", "address"), text("certainty", "certainty", "how sure it belongs to the game"),
			text("reason", "reason", "why"),
			text("supports", "supports", "what it supports, as JSON")},
			"evidence ORDER BY game, id, path"},
		{"solutions", "What rulesets are worth when everybody plays as well as can be, with what is proved.", []TableColumn{
			text("ruleset", "ruleset_hash", "identity of the rules"), text("game", "game", "name of the game"),
			text("engine", "engine", "version of the engine"), truth("exact", "exact", "0 where only bounds are known"),
			text("verdict", "verdict", "who wins, or what it is worth, in words"), text("theorem", "theorem", "what is proved"),
			text("method", "method", "how it was found"),
			text("by_seat", "array_to_string(values, '; ')", "values by seat, exact fractions; empty where there are none"),
			integer("winner", "winner", "seat that wins, from 1; 0 for nobody"),
			integer("plies", "plies", "plies in which the winner forces the end, 0 without one"),
			integer("positions", "positions", "positions told apart"),
			integer("boards", "boards", "different boards, 0 where they were not told apart"),
			text("lower", "lower", "lower bound of the first seat's value, where hidden information plays a part"),
			text("upper", "upper", "upper bound"),
			integer("solutions", "puzzle_solutions", "solutions of a deduction puzzle"),
			text("needs", "guessing", "what its only solution takes: singles, refutation or guessing"),
			moment("solved_at", "solved_at", "when")},
			"solutions ORDER BY game, ruleset_hash"},
	}
}

// Rows calls f with every row of a table, all of one moment with the same reader: each
// cell a string, an int64, a float64 or nil. The slice is f's until it returns.
func (r *TableReader) Rows(ctx context.Context, t Table, f func(cells []any) error) error {
	q := `SELECT `
	for i, c := range t.Columns {
		if i > 0 {
			q += `, `
		}
		q += c.sql
	}
	rows, err := r.tx.Query(ctx, q+` FROM `+t.from)
	if err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	defer rows.Close()
	for rows.Next() {
		cells, err := rows.Values()
		if err != nil {
			return err
		}
		if err := f(cells); err != nil {
			return err
		}
	}
	return rows.Err()
}

// TableReader reads tables as of one moment.
type TableReader struct{ tx pgx.Tx }

// ReadTables calls f with a reader whose tables belong together: nothing that is
// written meanwhile is in one and not in another.
func (c *Catalogue) ReadTables(ctx context.Context, f func(r *TableReader) error) error {
	return pgx.BeginTxFunc(ctx, c.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error { return f(&TableReader{tx}) })
}
