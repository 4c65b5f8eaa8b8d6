package gateway

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

// LibraryQuery asks for a page of the library: rulesets with any metrics.
type LibraryQuery struct {
	catalogue.Filter
	Columns []string // metrics
	// Distributions are metrics whose distributions are asked for.
	Distributions []metric.Distributed
	// Facets asks for the values by which the list can be narrowed, too.
	Facets bool
}

// Library is a page of the library.
type Library struct {
	Page
	// Values are the metrics of the evaluations shown by evaluation, and Distributions what is
	// kept of the distributions asked for by metric and evaluation.
	Values        map[string]map[string]metric.Estimate
	Distributions map[string]map[string]metric.Spread
	Facets        map[string][]catalogue.FacetCount
	// Concepts are those by which the list can be narrowed further.
	Concepts []catalogue.FacetCount
	Years    []catalogue.YearCount
}

func (s *service) Library(ctx context.Context, q LibraryQuery) (l Library, err error) {
	for _, name := range q.Columns {
		if err := s.checkMetric(ctx, name, http.StatusBadRequest); err != nil {
			return l, err
		}
	}
	if l.Page, err = s.Rulesets(ctx, q.Filter); err != nil {
		return l, err
	}
	var ids []string
	for _, r := range l.Rulesets {
		if r.Latest != nil && r.Latest.Summary != nil {
			ids = append(ids, r.Latest.ID)
		}
	}
	needed := neededMetrics(q.Distributions)
	if l.Values, err = s.catalogue.Values(ctx, ids, slices.Concat(q.Columns, needed)); err != nil {
		return l, err
	}
	if len(needed) > 0 {
		if l.Distributions, err = s.catalogue.Distributions(ctx, ids, needed); err != nil {
			return l, err
		}
	}
	if !q.Facets {
		return l, nil
	}
	if l.Facets, l.Years, err = s.catalogue.FacetCounts(ctx, q.Filter); err != nil {
		return l, err
	}
	l.Concepts, err = s.conceptFacet(ctx, q.Filter)
	return l, err
}

// defaultColumns are the metrics of the library when nobody chooses others.
var defaultColumns = []string{"DurationMoves", "BranchingFactorAverage", "Drawishness", "Completion"}

// offeredColumns are those that the page offers by a tick; all others by name.
var offeredColumns = []string{
	"DurationMoves",
	"DurationTurns",
	"BranchingFactorAverage",
	"DecisionMoves",
	"GameTreeComplexity",
	"StateTreeComplexity",
	"Completion",
	"Drawishness",
	"Timeouts",
	"AdvantageP1",
	"Balance",
	"OutcomeUniformity",
	"LeadChange",
	"Stability",
	"Drama",
	"BoardSitesOccupiedAverage",
	"PieceNumberAverage",
	"Narrowness",
	"Variance",
}

// columnNames are shorter names of metrics for the heads of columns.
var columnNames = map[string]string{
	"DurationMoves":          "Plies",
	"DurationTurns":          "Turns",
	"BranchingFactorAverage": "Branching",
	"Drawishness":            "Draws",
	"DecisionMoves":          "Decisions",
	"AdvantageP1":            "Advantage of player 1",
}

// shareMetrics are written as percentages.
var shareMetrics = map[string]bool{"Drawishness": true, "Completion": true, "Timeouts": true}

const maxColumns = 24

// libraryColumn is a column of the table of rulesets and how to sort by it.
type libraryColumn struct {
	Name    string
	Sort    string // key, "" when it cannot be sorted by
	Metric  string // "" for none
	Number  bool
	Link    string // the same list sorted by it, the other way round when it is already
	Ordered string // ascending or descending when it is, for aria-sort
	Meaning string
	// From and To are the ends of the axis of small pictures.
	From, To string
}

// columnsFor are the columns with their links, for the query of a list. Figures are
// sorted by the largest first, names from the beginning.
func columnsFor(q url.Values, metrics []string, pictures []multiple) []libraryColumn {
	list := []libraryColumn{{Name: "Game", Sort: "game"}, {Name: "Kind"}, {Name: "Region", Sort: "region"},
		{Name: "Years", Sort: "year"}}
	for i := range pictures {
		list = append(list, pictures[i].column())
	}
	for _, name := range metrics {
		list = append(
			list,
			libraryColumn{Name: columnName(name), Sort: name, Metric: name, Number: true, Meaning: meaningOf(name)},
		)
	}
	list = append(
		list,
		libraryColumn{Name: "Wins by player", Number: true},
		libraryColumn{
			Name:   "Playouts",
			Sort:   "playouts",
			Number: true,
		},
		libraryColumn{Name: "Concepts", Sort: "concepts", Number: true},
	)
	for i := range list {
		c := &list[i]
		if c.Sort == "" {
			continue
		}
		next := c.Sort
		if c.Number {
			next = "-" + c.Sort
		}
		switch q.Get("sort") {
		case c.Sort:
			c.Ordered, next = "ascending", "-"+c.Sort
		case "-" + c.Sort:
			c.Ordered, next = "descending", c.Sort
		}
		c.Link = with(q, "/", "sort", next)
	}
	return list
}

func columnName(name string) string {
	if short := columnNames[name]; short != "" {
		return short
	}
	return words(name)
}

// paging are the parameters that say which page of a list is shown.
var paging = []string{"offset", "after", "before"}

// with is the address of path with the query, in which one parameter has another
// value; pages begin again.
func with(q url.Values, path, name string, values ...string) string {
	next := url.Values{}
	for k, v := range q {
		if !slices.Contains(paging, k) {
			next[k] = v
		}
	}
	next[name] = slices.DeleteFunc(slices.Clone(values), func(s string) bool { return s == "" })
	if len(next[name]) == 0 {
		delete(next, name)
	}
	if len(next) == 0 {
		return path
	}
	return path + "?" + next.Encode()
}

// pageSize is the number of rulesets of a page of the library.
const pageSize = 50

var (
	libraryFilter = append(filterParameters[:len(filterParameters):len(filterParameters)],
		parameter{name: "column", kind: "string", many: true, meaning: "metric that is a column; several are"},
		parameter{name: "distribution", kind: "string", many: true, values: distributionNames,
			meaning: "metric whose distribution over plays is a column; several are"})
	libraryParameters = append(
		libraryFilter[:len(libraryFilter):len(libraryFilter)],
		limitOf(pageSize, maxLimit),
		offsetParameter,
	)
)

// readLibrary reads what a page or file of the library shows.
func readLibrary(r *http.Request, parameters []parameter, limit int) (query LibraryQuery, q url.Values, err error) {
	if q, err = readQuery(r, parameters); err != nil {
		return query, nil, err
	}
	if query.Filter, err = readFilter(q, limit); err != nil {
		return query, nil, err
	}
	if query.Agent == "" {
		query.Agent = catalogue.DefaultAgent
	}
	for _, name := range q["column"] {
		if !slices.Contains(query.Columns, name) {
			query.Columns = append(query.Columns, name)
		}
	}
	if len(query.Columns) > maxColumns {
		return query, nil, httpx.BadRequest("column: more than %d", maxColumns)
	}
	if len(query.Columns) == 0 {
		query.Columns = defaultColumns
	}
	query.Distributions = chosenDistributions(q)
	return query, q, nil
}

// libraryRow is a row of the page.
type libraryRow struct {
	catalogue.Ruleset
	Figures []shownFigure
	Sparks  []spark
	Kind    string
}

// shownFigure is a metric in a row.
type shownFigure struct {
	Name string
	metric.Estimate
	Share bool
}

func libraryPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	query, q, err := readLibrary(r, libraryParameters, pageSize)
	if err != nil {
		return err
	}
	query.Facets = true
	if len(query.Distributions) == 0 {
		query.Distributions = distributed[:1]
	}
	response, err := e.Library(r.Context(), query)
	if err != nil {
		return err
	}
	l := response
	agents, err := e.Agents(r.Context(), struct{}{})
	if err != nil {
		return err
	}
	has := func(is func(*catalogue.Evaluation) bool) bool {
		return slices.ContainsFunc(
			l.Rulesets,
			func(rs catalogue.Ruleset) bool { return rs.Latest != nil && is(rs.Latest) },
		)
	}
	running := has(func(e *catalogue.Evaluation) bool { return e.Status == "running" })
	list := agents
	if !slices.Contains(list, query.Agent) {
		list = append(list, query.Agent)
	}
	rows := make([]libraryRow, len(l.Rulesets))
	pictures := l.multiples(query.Distributions)
	for i, rs := range l.Rulesets {
		rows[i] = libraryRow{Ruleset: rs, Kind: lastOf(rs.Classification)}
		if rs.Latest == nil || rs.Latest.Summary == nil {
			continue
		}
		for _, name := range query.Columns {
			rows[i].Figures = append(
				rows[i].Figures,
				shownFigure{name, l.Values[rs.Latest.ID][name], shareMetrics[name]},
			)
		}
		for j := range pictures {
			mean := l.Values[rs.Latest.ID][pictures[j].Metric]
			rows[i].Sparks = append(rows[i].Sparks, pictures[j].draw(rs.Latest.ID, mean))
		}
	}
	previous, next := turns(q, query.Filter, l.Page)
	render(w, http.StatusOK, "library", "Library", running, map[string]any{
		"Rows": rows, "Total": l.Total, "Filter": query.Filter, "Filtered": query.Narrowed(), "Query": q,
		"Columns": columnsFor(q, query.Columns, pictures), "Pictured": query.Distributions, "Distributed": distributed,
		"Shown": query.Columns, "Offered": offeredColumns, "Agents": list,
		"Outdated": has(func(e *catalogue.Evaluation) bool { return e.Outdated }),
		"Facets":   facetGroups(q, l.Facets, l.Concepts), "Timeline": timeline("/", q, query.Filter, l.Years),
		"Chosen": chosenLinks(q),
		"CSV": with(
			q,
			"/library.csv",
			"limit",
		), "JSON": with(q, "/library.json", "limit"), "Parquet": with(q, "/library.parquet", "limit"),
		"Families": with(
			filterOf(q),
			"/families",
			"offset",
		), "Metric": with(filterOf(q), "/metric/"+query.Columns[0], "offset"),
		"Map": with(
			filterOf(q),
			"/map",
			"offset",
		), "Figure": len(query.Columns) + len(pictures) + 2, // the columns that only an evaluation fills
		"Suffix": agentSuffix(query.Agent), "Previous": previous, "Next": next,
	})
	return nil
}

// filterOf is the query without what says how a table shows it.
func filterOf(q url.Values) url.Values {
	f := url.Values{}
	for name, values := range q {
		if name != "column" && name != "distribution" && name != "limit" && name != "sort" {
			f[name] = values
		}
	}
	return f
}

// lastOf is the last step of a path, in words.
func lastOf(path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	return strings.Join(parts[max(0, len(parts)-2):], " › ")
}

// turns are the addresses of the pages before and after this one, "" for none.
func turns(q url.Values, f catalogue.Filter, p Page) (previous, next string) {
	n := len(p.Rulesets)
	if n == 0 {
		return "", ""
	}
	at := func(name, hash string) string {
		limited := url.Values{}
		for k, v := range q {
			limited[k] = v
		}
		return with(limited, "/", name, hash)
	}
	full := n == min(f.Limit, maxLimit)
	if f.After != "" || f.Offset > 0 || f.Before != "" && full {
		previous = at("before", p.Rulesets[0].Hash)
	}
	if f.Before != "" || full && (f.After != "" || f.Offset+n < p.Total) {
		next = at("after", p.Rulesets[n-1].Hash)
	}
	return previous, next
}

// agentSuffix is what the address of a ruleset's page needs to show an agent's play.
func agentSuffix(agent string) string {
	if agent == catalogue.DefaultAgent {
		return ""
	}
	return "?agent=" + url.QueryEscape(agent)
}
