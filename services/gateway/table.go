package gateway

import (
	"context"
	"encoding/csv"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

// tableMetrics are the metrics of the table of rulesets: those that lists of
// evaluations have.
var tableMetrics = []string{"DurationMoves", "DurationTurns", "BranchingFactorAverage", "DecisionMoves",
	"GameTreeComplexity", "AdvantageP1"}

// tableHead are the columns of the table before the estimates.
var tableHead = []string{"hash", "game", "ruleset", "aliases", "culture", "period", "region", "year_from", "year_to",
	"classification", "formalism", "players", "concepts",
	"agent", "metrics", "engine", "outdated", "seed", "playouts", "abandoned", "evaluation", "finished_at"}

// tableRow is a ruleset as the cells of tableHead and three per estimate; what is
// not known is an empty cell.
func tableRow(r *catalogue.Ruleset) []string {
	year := func(y *int) string {
		if y == nil {
			return ""
		}
		return strconv.Itoa(*y)
	}
	row := []string{r.Hash, r.Game, r.Name, strings.Join(r.Aliases, "; "), r.Culture, r.Period, r.Region,
		year(r.YearFrom), year(r.YearTo),
		r.Classification, r.Formalism, strconv.Itoa(r.Players), strconv.Itoa(r.NumConcepts)}
	e := r.Latest
	if e == nil || e.Summary == nil {
		return append(row, make([]string, len(tableHead)-len(row)+3*(len(tableMetrics)+3))...)
	}
	finished := ""
	if e.FinishedAt != nil {
		finished = e.FinishedAt.UTC().Format(time.RFC3339)
	}
	row = append(row, e.Params.Agent, e.Params.Metrics, e.Engine, strconv.FormatBool(e.Outdated),
		strconv.FormatUint(e.Params.Seed, 10),
		strconv.FormatInt(e.Summary.Playouts, 10), strconv.FormatInt(e.Summary.Abandoned, 10), e.ID, finished)
	estimates := []metric.Estimate{e.Summary.Completion, e.Summary.Draws, e.Summary.Timeouts}
	for _, name := range tableMetrics {
		estimates = append(estimates, e.Summary.Metrics[name])
	}
	for _, m := range estimates {
		for _, v := range []float64{m.Mean, m.Low, m.High} {
			if m.N == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
				row = append(row, "")
			} else {
				row = append(row, strconv.FormatFloat(v, 'g', -1, 64))
			}
		}
	}
	return row
}

// table serves the rulesets that pass a filter as comma-separated values.
func table(e Endpoints, parameters []parameter) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q, err := readQuery(r, parameters)
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		f, err := readFilter(q, math.MaxInt)
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		list, err := allRulesets(r.Context(), e, f)
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="rulesets.csv"`)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		head := tableHead[:len(tableHead):len(tableHead)]
		for _, name := range append([]string{"Completion", "Drawishness", "Timeouts"}, tableMetrics...) {
			head = append(head, name, name+"_low", name+"_high")
		}
		out := csv.NewWriter(w)
		out.Write(head)
		for i := range list {
			out.Write(tableRow(&list[i]))
		}
		out.Flush() // the client is gone if this fails
	})
}

// allRulesets returns up to f.Limit rulesets, however many a page may have.
func allRulesets(ctx context.Context, e Endpoints, f catalogue.Filter) (list []catalogue.Ruleset, err error) {
	for most := f.Limit; len(list) < most; {
		f.Limit = min(most-len(list), maxLimit)
		response, err := e.Rulesets(ctx, f)
		if err != nil {
			return nil, err
		}
		p := response
		list = append(list, p.Rulesets...)
		f.Offset += len(p.Rulesets)
		if len(p.Rulesets) == 0 || f.Offset >= p.Total {
			break
		}
	}
	return list, nil
}
