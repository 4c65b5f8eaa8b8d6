package gateway

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/astragal/astragal/pkg/catalogue"
)

// libraryColumn is a column of the table of rulesets and how to sort by it.
type libraryColumn struct {
	Name    string
	Sort    string // key, "" when it cannot be sorted by
	Number  bool
	Link    string // the same list sorted by it, the other way round when it is already
	Ordered string // ascending or descending when it is, for aria-sort
}

// libraryColumns are those of the page.
var libraryColumns = []libraryColumn{
	{Name: "Game", Sort: "game"}, {Name: "Ruleset", Sort: "ruleset"}, {Name: "Culture", Sort: "culture"},
	{Name: "Region", Sort: "region"}, {Name: "Years", Sort: "year"},
	{Name: "Plies", Sort: "DurationMoves", Number: true},
	{Name: "Branching", Sort: "BranchingFactorAverage", Number: true}, {Name: "Wins by player", Number: true},
	{Name: "Draws", Sort: "Drawishness", Number: true}, {Name: "Completion", Sort: "Completion", Number: true},
	{Name: "Playouts", Sort: "playouts", Number: true}, {Name: "Concepts", Sort: "concepts", Number: true},
}

// sorted are the columns with their links, for the query of a list. Figures are
// sorted by the largest first, names from the beginning.
func sorted(q url.Values) []libraryColumn {
	list := slices.Clone(libraryColumns)
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

// with is the address of path with the query, in which one parameter has another
// value; pages begin again.
func with(q url.Values, path, name, value string) string {
	next := url.Values{}
	for k, v := range q {
		if k != "offset" {
			next[k] = v
		}
	}
	next.Set(name, value)
	if value == "" {
		next.Del(name)
	}
	if len(next) == 0 {
		return path
	}
	return path + "?" + next.Encode()
}

var libraryParameters = append(filterParameters[:len(filterParameters):len(filterParameters)], limitOf(100, maxLimit),
	offsetParameter)

func libraryPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	q, err := readQuery(r, libraryParameters)
	if err != nil {
		return err
	}
	f, err := readFilter(q, 100)
	if err != nil {
		return err
	}
	response, err := e.Rulesets(r.Context(), f)
	if err != nil {
		return err
	}
	p := response.(Page)
	agents, err := e.Agents(r.Context(), nil)
	if err != nil {
		return err
	}
	if f.Agent == "" {
		f.Agent = catalogue.DefaultAgent
	}
	running := slices.ContainsFunc(p.Rulesets, func(rs catalogue.Ruleset) bool {
		return rs.Latest != nil && rs.Latest.Status == "running"
	})
	outdated := slices.ContainsFunc(p.Rulesets, func(rs catalogue.Ruleset) bool {
		return rs.Latest != nil && rs.Latest.Outdated
	})
	turn := func(offset int, there bool) string {
		if !there {
			return ""
		}
		q := maps.Clone(q)
		q.Set("offset", strconv.Itoa(max(0, offset)))
		return "/?" + q.Encode()
	}
	list := agents.([]string)
	if !slices.Contains(list, f.Agent) {
		list = append(list, f.Agent)
	}
	render(w, http.StatusOK, "library", "Library", running, map[string]any{
		"Rulesets": p.Rulesets, "Total": p.Total, "Filter": f, "Filtered": f.Narrowed(), "Query": q,
		"Columns": sorted(q), "Agents": list, "Outdated": outdated, "CSV": with(q, "/api/rulesets.csv", "limit", ""),
		"Suffix":   agentSuffix(f.Agent),
		"Previous": turn(f.Offset-f.Limit, f.Offset > 0),
		"Next":     turn(f.Offset+f.Limit, f.Offset+len(p.Rulesets) < p.Total),
	})
	return nil
}

// agentSuffix is what the address of a ruleset's page needs to show an agent's play.
func agentSuffix(agent string) string {
	if agent == catalogue.DefaultAgent {
		return ""
	}
	return "?agent=" + url.QueryEscape(agent)
}
