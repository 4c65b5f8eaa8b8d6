package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/provenance"
)

// column is a column of an exported table, with what a reader must know of it.
type column struct {
	name    string
	kind    string // "text", "integer", "boolean" (0 or 1) or "number"
	unit    string // of numbers; "" for texts and mere numbers
	values  string // the range, in words
	meaning string
	source  string // where the values come from
}

// sheet is a table of rulesets. A cell is a string, an int64, a uint64, a float64 or nil:
// missing, which is not 0. Texts are never missing, but may be empty.
type sheet struct {
	columns []column
	rows    [][]any
	notes   map[string]string // about the whole table
}

// identityColumns say what a ruleset is.
var identityColumns = []struct {
	column
	of func(s *subject) any
}{
	{column{"name", "text", "", "distinct",
		"Name of the ruleset in this table and in exported distances and trees.", "made of game, ruleset and file"},
		func(s *subject) any { return s.name }},
	{column{"game", "text", "", "", "Name of the game.", "description"}, func(s *subject) any { return s.game }},
	{column{"ruleset", "text", "", "", "Name of the ruleset; empty for the only one of a game.", "description"},
		func(s *subject) any { return s.ruleset }},
	{column{"file", "text", "", "",
		"File of the description: its path in the imported folder, or as it was given.", "import"},
		func(s *subject) any { return s.file }},
	{column{"hash", "text", "", "SHA-256, hexadecimal",
		"Identity of the rules: of the description with everything expanded.", "compiler"},
		func(s *subject) any { return s.hash }},
	{column{"formalism", "text", "", "lgdl, efg, gdl, rbg", "Language of the description.", "description"},
		func(s *subject) any { return s.formalism }},
	{column{"engine", "text", "", "",
		"Version of the engine that compiled the ruleset and found its concepts.", "compiler"},
		func(s *subject) any { return s.engine }},
	{column{"players", "integer", "players", "1 or more", "Number of players.", "description"},
		func(s *subject) any { return int64(s.players) }},
	{column{"classification", "text", "", "path such as board/space/line", "Kind of game.", "description"},
		func(s *subject) any { return s.about.Classification }},
	{column{"culture", "text", "", "",
		"Culture that the game belongs to.", "description"},
		func(s *subject) any { return s.about.Culture }},
	{column{"period", "text", "", "", "Time of the game, as the description has it.", "description"},
		func(s *subject) any { return s.about.Period }},
	{column{"region", "text", "", "",
		"Where the game was played.", "description"},
		func(s *subject) any { return s.about.Region }},
	{column{"year_from", "integer", "historical year", "negative before our era, never 0",
		"First year of the period; missing where it has no known beginning.",
		"read from period or date, see docs/dates.md"},
		func(s *subject) any { return optional(s.about.YearFrom) }},
	{column{"year_to", "integer", "historical year", "negative before our era, never 0",
		"Last year of the period; missing where it has no known end.",
		"read from period or date, see docs/dates.md"},
		func(s *subject) any { return optional(s.about.YearTo) }},
	{column{"date_problem", "text", "", "",
		"Why a period or date is not understood; empty when it is, or when there is none.", "see docs/dates.md"},
		func(s *subject) any { return strings.Join(problems(s.about), "; ") }},
	{column{"origin", "text", "", "",
		"All that the description says of the origin.", "description"},
		func(s *subject) any { return s.about.Origin }},
	{column{"aliases", "text", "", "names between semicolons", "Other names of the game.", "description"},
		func(s *subject) any { return strings.Join(s.about.Aliases, "; ") }},
	{column{"database_id", "text", "", "", "Number in the public database of games.", "description"},
		func(s *subject) any { return s.about.DatabaseID }},
}

// evaluationColumns say how the metrics of a ruleset came about.
var evaluationColumns = []struct {
	column
	of func(s *subject) any
}{
	{column{"agent", "text", "", "random, flat:N, uct:N, alphabeta:DEPTH[:N]",
		"Who played for the metrics; empty when nobody did.", "evaluation"},
		func(s *subject) any { return s.shown.Params.Agent }},
	{column{"playouts", "integer", "playouts", "0 or more",
		"Playouts that were played to an end; the metrics are of these.", "evaluation"},
		func(s *subject) any { return s.shown.Summary.Playouts }},
	{column{"abandoned", "integer", "playouts", "0 or more",
		"Playouts that were given up for lack of time; they count nowhere.", "evaluation"},
		func(s *subject) any { return s.shown.Summary.Abandoned }},
	{column{"measured", "text", "", "all, choices, course, outcomes, traffic, ladder",
		"What was measured: all metrics; without values of positions and kinds of moves; also without numbers of legal " +
			"moves; what lengths and results tell; that and traffic; or all and a ladder of budgets.",
		"evaluation"},
		func(s *subject) any { return s.shown.Params.Metrics }},
	{column{"seed", "integer", "", "0 to 18446744073709551615", "Seed of all random choices.", "evaluation"},
		func(s *subject) any { return s.shown.Params.Seed }},
	{column{"max_plies", "integer", "plies", "0 or more",
		"Plies after which a playout was a draw by limit; 0 is the engine's default.", "evaluation"},
		func(s *subject) any { return int64(s.shown.Params.MaxPlies) }},
	{column{"move_limit", "integer", "moves", "0 or more",
		"Moves after which the rules ended a playout; 0 is the ruleset's own limit.", "evaluation"},
		func(s *subject) any { return int64(s.shown.Params.MoveLimit) }},
	{column{"turn_limit", "integer", "turns", "0 or more",
		"Turns of each player after which the rules ended a playout; 0 is the ruleset's own limit.", "evaluation"},
		func(s *subject) any { return int64(s.shown.Params.TurnLimit) }},
	{column{"evaluation_engine", "text", "", "", "Version of the engine that played.", "evaluation"},
		func(s *subject) any { return s.shown.Engine }},
	{column{"evaluation", "text", "", "", "Identity of the evaluation in the catalogue.", "evaluation"},
		func(s *subject) any { return s.shown.ID }},
}

func optional(n *int) any {
	if n == nil {
		return nil
	}
	return int64(*n)
}

func problems(a provenance.Ruleset) []string {
	var list []string
	for _, p := range a.DateProblems() {
		list = append(list, p.String())
	}
	return list
}

// sheetOf collects features of subjects: what they are, how their metrics came
// about, the features (concepts in the order of their catalogue, all others by
// name), and of subjects from the catalogue, with concepts, the metrics.
func sheetOf(list []subject, features string) (*sheet, error) {
	bags, err := bagsOf(list, features)
	if err != nil {
		return nil, err
	}
	t := &sheet{notes: map[string]string{"features": features}, rows: make([][]any, len(list))}
	for _, c := range identityColumns {
		t.add(c.column, func(i int) any { return c.of(&list[i]) })
	}
	kinds, without := kindsOf(list)
	evaluated := without < len(list) && (features == "concepts" || features == "metrics")
	if evaluated {
		t.notes["evaluations"] = strings.Join(kinds, " | ")
		for _, c := range evaluationColumns {
			t.add(c.column, func(i int) any {
				switch {
				case list[i].shown != nil:
					return c.of(&list[i])
				case c.kind == "text":
					return ""
				}
				return nil
			})
		}
	}
	switch features {
	case "metrics": // they follow
	case "concepts":
		t.addConcepts(list)
	default:
		found := map[string]bool{}
		for _, b := range bags {
			for name := range b {
				found[name] = true
			}
		}
		for _, name := range sortedKeys(found) {
			t.add(ludemeColumn(name), func(i int) any { return bags[i][name] }) // 0 where it does not occur
		}
	}
	if evaluated {
		t.addMetrics(list)
	}
	return t, nil
}

// add adds a column with the cells that of gives by the number of the row.
func (t *sheet) add(c column, of func(i int) any) {
	t.columns = append(t.columns, c)
	for i := range t.rows {
		t.rows[i] = append(t.rows[i], of(i))
	}
}

// compileTime lists the concepts of compilation in catalogue order.
func compileTime() []string {
	var names []string
	for _, c := range concept.Catalogue() {
		if c.Computed == "Compilation" {
			names = append(names, c.Name)
		}
	}
	return names
}

// addConcepts adds the concepts of compilation. A boolean that an L-GDL ruleset
// does not have is 0; other formalisms tell few concepts, and the others are missing.
func (t *sheet) addConcepts(list []subject) {
	for _, name := range compileTime() {
		t.add(conceptColumn(name), func(i int) any {
			x, ok := list[i].concepts[name]
			if !ok && !(list[i].formalism == "lgdl" && isBoolean(name)) {
				return nil
			}
			return x
		})
	}
}

// addMetrics adds what was measured of any subject: the mean of each metric, how
// many playouts told it, and its interval.
func (t *sheet) addMetrics(list []subject) {
	figures := make([]map[string]metric.Estimate, len(list))
	for i := range list {
		figures[i] = map[string]metric.Estimate{}
		maps.Copy(figures[i], list[i].metrics)
		if e := list[i].shown; e != nil {
			for seat, wins := range e.Summary.Wins {
				figures[i][fmt.Sprintf("Wins%d", seat+1)] = wins
			}
		}
	}
	for _, name := range metricOrder(figures) {
		c := metricColumn(name)
		count, low, high := c, c, c
		count.name, low.name, high.name = name+"_n", name+"_low", name+"_high"
		count.kind, count.unit, count.values = "integer", "values", "1 or more"
		count.meaning = fmt.Sprintf("Number of values that %s is the mean of: playouts that told it.", name)
		low.values, high.values = anyRange, anyRange // ends of intervals may lie beyond
		low.meaning = fmt.Sprintf("Lower end of the 95 %% interval of %s.", name)
		high.meaning = fmt.Sprintf("Upper end of the 95 %% interval of %s.", name)
		cell := func(i int, of func(n int64, mean, low, high float64) any) any {
			if e := figures[i][name]; e.N > 0 {
				return of(e.N, e.Mean, e.Low, e.High)
			}
			return nil
		}
		t.add(c, func(i int) any { return cell(i, func(_ int64, mean, _, _ float64) any { return mean }) })
		t.add(low, func(i int) any { return cell(i, func(_ int64, _, low, _ float64) any { return low }) })
		t.add(high, func(i int) any { return cell(i, func(_ int64, _, _, high float64) any { return high }) })
		t.add(count, func(i int) any { return cell(i, func(n int64, _, _, _ float64) any { return n }) })
	}
}

// metricOrder lists the metrics measured: those of the catalogue of concepts in
// its order, then all others by name.
func metricOrder(figures []map[string]metric.Estimate) []string {
	found := map[string]bool{}
	for i := range figures {
		for name, e := range figures[i] {
			if e.N > 0 {
				found[name] = true
			}
		}
	}
	var names []string
	for _, c := range concept.Catalogue() {
		if found[c.Name] {
			names = append(names, c.Name)
			delete(found, c.Name)
		}
	}
	return append(names, sortedKeys(found)...)
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
