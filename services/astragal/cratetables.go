package main

import (
	"encoding/json"
	"io"
)

// figures is the table of every figure of a crate: a row for each.
func (k *crating) figures() *sheet {
	t := &sheet{notes: map[string]string{"format": planFormat}}
	type row struct {
		e    *planned
		name string
		x    estimateOf
	}
	var rows []row
	for i := range k.plan.Evaluations {
		e := &k.plan.Evaluations[i]
		for _, name := range sortedKeys(e.summary) {
			rows = append(rows, row{e, name, e.summary[name]})
		}
	}
	t.rows = make([][]any, len(rows))
	text := func(name, meaning string, of func(r row) string) {
		t.add(column{name, "text", "", "", meaning, "catalogue"}, func(i int) any { return of(rows[i]) })
	}
	number := func(name, meaning string, of func(x estimateOf) float64) {
		t.add(column{name, "number", "", anyRange, meaning, "evaluation"}, func(i int) any { return of(rows[i].x) })
	}
	text("evaluation", "Identity of the evaluation.", func(r row) string { return r.e.Evaluation })
	text("game", "Name of the game.", func(r row) string { return r.e.Game })
	text("ruleset", "Name of the ruleset; empty for the only one.", func(r row) string { return r.e.Ruleset })
	text("hash", "Identity of the rules.", func(r row) string { return r.e.Hash })
	text("metric", "Name of the figure: a metric, Wins1 and so on by seat, or a count of playouts (…Count).",
		func(r row) string { return r.name })
	t.add(column{"n", "integer", "values", "1 or more", "Number of values that the mean is of.", "evaluation"},
		func(i int) any { return rows[i].x.N })
	number("mean", "The figure.", func(x estimateOf) float64 { return x.Mean })
	number("low", "Lower end of its 95 % interval.", func(x estimateOf) float64 { return x.Low })
	number("high", "Upper end of its 95 % interval.", func(x estimateOf) float64 { return x.High })
	number("stddev", "Standard deviation of the values.", func(x estimateOf) float64 { return x.StdDev })
	return t
}

// evaluations is the table of how each evaluation was made.
func (k *crating) evaluations() *sheet {
	list := k.plan.Evaluations
	t := &sheet{notes: map[string]string{"format": planFormat}, rows: make([][]any, len(list))}
	text := func(name, meaning string, of func(e *planned) string) {
		t.add(column{name, "text", "", "", meaning, "catalogue"}, func(i int) any { return of(&list[i]) })
	}
	count := func(name, unit, meaning string, of func(e *planned) any) {
		t.add(column{name, "integer", unit, "0 or more", meaning, "evaluation"}, func(i int) any { return of(&list[i]) })
	}
	text("evaluation", "Identity of the evaluation.", func(e *planned) string { return e.Evaluation })
	text("game", "Name of the game.", func(e *planned) string { return e.Game })
	text("ruleset", "Name of the ruleset; empty for the only one.", func(e *planned) string { return e.Ruleset })
	text("hash", "Identity of the rules.", func(e *planned) string { return e.Hash })
	text("file", "Description in the crate.", func(e *planned) string { return e.File })
	text("engine", "Version of the engine that played.", func(e *planned) string { return e.Engine })
	text("agent", "Who played.", func(e *planned) string { return e.Params.Agent })
	text("metrics", "What was measured: all, choices, course, outcomes, traffic or ladder.",
		func(e *planned) string { return e.Params.Metrics })
	count("seed", "", "Seed of all random choices.", func(e *planned) any { return e.Params.Seed })
	count("asked", "playouts", "Playouts asked for.", func(e *planned) any { return int64(e.Params.Playouts) })
	count("playouts", "playouts", "Playouts that ended; the figures are of these.",
		func(e *planned) any { return e.playouts })
	count("max_plies", "plies", "Plies after which a playout is a draw by limit; 0 is the engine's default.",
		func(e *planned) any { return int64(e.Params.MaxPlies) })
	text("statistics", "SHA-256 of all statistics recorded.", func(e *planned) string { return e.Statistics })
	return t
}

// csvwTypes are the datatypes of CSVW by kind of column.
var csvwTypes = map[string]string{"text": "string", "integer": "integer", "boolean": "integer", "number": "number"}

// writeCSVW writes what the columns of the table at url mean, by the W3C's metadata
// vocabulary for tabular data.
func (t *sheet) writeCSVW(w io.Writer, url string) error {
	var columns []map[string]any
	for _, c := range t.columns {
		description := c.meaning
		for _, more := range []string{c.unit, c.values} {
			if more != "" {
				description += " [" + more + "]"
			}
		}
		columns = append(columns, map[string]any{"name": c.name, "titles": c.name, "datatype": csvwTypes[c.kind],
			"dc:description": map[string]string{"@value": description, "@language": "en"}, "dc:source": c.source})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(map[string]any{
		"@context": []any{"http://www.w3.org/ns/csvw", map[string]string{"@language": "en"}}, "url": url,
		"dialect":     map[string]any{"header": true, "encoding": "utf-8"},
		"tableSchema": map[string]any{"columns": columns}})
}
