package gateway

import (
	"math"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/services/sheet"
)

// libraryMedia are the forms in which what the library shows can be had.
var libraryMedia = map[string]string{".csv": "text/csv; charset=utf-8", ".json": "application/json; charset=utf-8",
	".parquet": "application/vnd.apache.parquet"}

// libraryFile serves exactly what the library shows, the same rulesets in the same order
// with the same metrics, but of all its pages: /library.csv, .json or .parquet.
func libraryFile(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	query, q, err := readLibrary(r, libraryFilter, math.MaxInt)
	if err != nil {
		return err
	}
	t := &sheet.Table{Columns: libraryDictionary(&query), Notes: map[string]string{"agent": query.Agent,
		"query": q.Encode(), "table": "rulesets", "made": time.Now().UTC().Format(time.RFC3339)}}
	query.Limit = maxLimit
	for {
		response, err := e.Library(r.Context(), query)
		if err != nil {
			return err
		}
		l := response
		for i := range l.Rulesets {
			t.Rows = append(t.Rows, libraryCells(&l.Rulesets[i], &query, &l))
		}
		if len(l.Rulesets) < maxLimit {
			break
		}
		query.After = l.Rulesets[len(l.Rulesets)-1].Hash
	}
	form := path.Ext(r.URL.Path)
	h := w.Header()
	h.Set("Content-Type", libraryMedia[form])
	h.Set("Content-Disposition", `attachment; filename="library`+form+`"`)
	h.Set("X-Content-Type-Options", "nosniff")
	switch form { // the client is gone if writing fails
	case ".csv":
		t.WriteCSV(w)
	case ".json":
		t.WriteJSON(w)
	default:
		t.WriteParquet(w)
	}
	return nil
}

// libraryDictionary are the columns of the table with their meaning.
func libraryDictionary(query *LibraryQuery) []sheet.Column {
	text := func(name, meaning, source string) sheet.Column {
		return sheet.Column{Name: name, Kind: "text", Meaning: meaning, Source: source}
	}
	number := func(name, kind, unit, values, meaning, source string) sheet.Column {
		return sheet.Column{Name: name, Kind: kind, Unit: unit, Values: values, Meaning: meaning, Source: source}
	}
	const year = "negative before our era, never 0"
	list := []sheet.Column{
		text("hash", "Identity of the rules.", "compiler"),
		text("game", "Name of the game.", "description"),
		text("ruleset", "Name of the ruleset; empty for the only one.", "description"),
		text(
			"standing",
			"How much of the ruleset is known: described, observed, suggested, scholarly, reconstructed or incomplete; "+
				"empty where its name does not say.",
			"description",
		),
		text("classification", "Kind of game, as a path.", "description"),
		text("culture", "Culture.", "description"),
		text("region", "Where it was played.", "description"),
		text("period", "Time in words.", "description"),
		number("year_from", "integer", "historical year", year, "First year of the period.", "description"),
		number("year_to", "integer", "historical year", year, "Last year of the period.", "description"),
		text("formalism", "Language of the description.", "description"),
		number("players", "integer", "players", "1 or more", "Number of players.", "description"),
		number(
			"concepts",
			"integer",
			"concepts",
			"0 or more",
			"Number of concepts that the ruleset has.",
			"compiler",
		),
		text(
			"agent",
			"Who played; empty when nobody did.",
			"evaluation",
		),
		text("measured", "all, choices, course, outcomes, traffic or ladder.", "evaluation"),
		text("engine", "Version of the engine that played.", "evaluation"),
		number("outdated", "boolean", "", "0, 1", "Whether another engine version is current.", "evaluation"),
		number("seed", "integer", "", "0 to 18446744073709551615", "Seed of all random choices.", "evaluation"),
		number(
			"playouts",
			"integer",
			"playouts",
			"0 or more",
			"Playouts that ended; figures are of these.",
			"evaluation",
		),
		number("abandoned", "integer", "playouts", "0 or more", "Playouts that were given up.", "evaluation"),
		text(
			"evaluation",
			"Identity of the evaluation.",
			"evaluation",
		),
		text("finished_at", "When it was done (UTC).", "evaluation"),
		text("wins", "Shares of wins by player in order, between slashes.", "evaluation"),
	}
	for _, name := range query.Columns {
		m := meaningOf(name)
		list = append(
			list,
			number(name, "number", "", "", m, "evaluation"),
			number(name+"_low", "number", "", "", "Lower end of the 95 % interval of "+name+".", "evaluation"),
			number(name+"_high", "number", "", "", "Upper end of the 95 % interval of "+name+".", "evaluation"),
			number(
				name+"_n",
				"integer",
				"values",
				"1 or more",
				"Number of values that "+name+" is the mean of.",
				"evaluation",
			),
		)
	}
	for _, d := range query.Distributions {
		list = append(list, text(d.Metric+"_distribution", "Playouts by value of "+d.Metric+": JSON with [least value, "+
			"greatest value, playouts] for each bin; empty where it was not measured.", "evaluation"))
	}
	return list
}

// libraryCells is a ruleset as the cells of libraryDictionary.
func libraryCells(r *catalogue.Ruleset, query *LibraryQuery, l *Library) []any {
	year := func(y *int) any {
		if y == nil {
			return nil
		}
		return int64(*y)
	}
	cells := []any{
		r.Hash,
		r.Game,
		r.Name,
		r.Standing,
		r.Classification,
		r.Culture,
		r.Region,
		r.Period,
		year(r.YearFrom),
		year(r.YearTo),
		r.Formalism,
		int64(r.Players),
		int64(r.NumConcepts),
	}
	e := r.Latest
	if e == nil || e.Summary == nil {
		cells = append(cells, "", "", "", nil, nil, nil, nil, "", "", "")
		cells = append(cells, make([]any, 4*len(query.Columns))...)
		for range query.Distributions {
			cells = append(cells, "")
		}
		return cells
	}
	finished := ""
	if e.FinishedAt != nil {
		finished = e.FinishedAt.UTC().Format(time.RFC3339)
	}
	var wins []string
	for _, x := range e.Summary.Wins {
		if x.N > 0 {
			wins = append(wins, strconv.FormatFloat(x.Mean, 'g', -1, 64))
		}
	}
	cells = append(
		cells,
		e.Params.Agent,
		e.Params.Metrics,
		e.Engine,
		int64(boolInt(e.Outdated)),
		e.Params.Seed,
		e.Summary.Playouts,
		e.Summary.Abandoned,
		e.ID,
		finished,
		strings.Join(wins, "/"),
	)
	for _, name := range query.Columns {
		x := l.Values[e.ID][name]
		row := []float64{x.Mean, x.Low, x.High}
		if x.N == 0 || slices.ContainsFunc(row, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
			cells = append(cells, nil, nil, nil, nil)
			continue
		}
		cells = append(cells, x.Mean, x.Low, x.High, x.N)
	}
	for _, d := range query.Distributions {
		cells = append(cells, binsText(l.spread(d, e.ID)))
	}
	return cells
}
