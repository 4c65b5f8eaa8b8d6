package gateway

import (
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

// parameter is a query parameter: what the API's document says of it is what
// readQuery accepts.
type parameter struct {
	name, kind, meaning string // kind is string, integer or boolean
	low, high           int    // of integers
	values              []string
	many                bool // may occur several times
}

// longest bounds the text of a parameter, in bytes.
const longest = 1000

// readQuery returns the query of a request whose parameters are those of list,
// each with an allowed value; empty ones count as absent, as forms send them.
func readQuery(r *http.Request, list []parameter) (url.Values, error) {
	return readValues(r.URL.RawQuery, list)
}

// readValues is readQuery for the text of a query.
func readValues(text string, list []parameter) (url.Values, error) {
	q, err := url.ParseQuery(text)
	if err != nil {
		return nil, httpx.BadRequest("query: %v", err)
	}
	var names []string
	for _, p := range list {
		names = append(names, p.name)
	}
	for name, values := range q {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, httpx.BadRequest("there is no parameter %q%s", name, oneOf(name, names))
		}
		values = slices.DeleteFunc(values, func(s string) bool { return s == "" })
		if q[name] = values; len(values) == 0 {
			delete(q, name)
		}
		if len(values) > 1 && !list[i].many {
			return nil, httpx.BadRequest("%s: given %d times, expected once", name, len(values))
		}
		for _, s := range values {
			if err := list[i].check(s); err != nil {
				return nil, err
			}
		}
	}
	return q, nil
}

func (p parameter) check(s string) error {
	switch {
	case len(s) > longest:
		return httpx.BadRequest("%s: longer than %d bytes", p.name, longest)
	case !utf8.ValidString(s) || strings.ContainsRune(s, 0):
		return httpx.BadRequest("%s: no valid text", p.name)
	case p.kind == "integer":
		if n, err := strconv.Atoi(s); err != nil || n < p.low || n > p.high {
			return httpx.BadRequest("%s: %q is no number from %d to %d", p.name, s, p.low, p.high)
		}
	case p.kind == "boolean" && s != "true" && s != "false":
		return httpx.BadRequest("%s: %q, expected true or false", p.name, s)
	case len(p.values) > 0 && !slices.Contains(p.values, s):
		return httpx.BadRequest("%s: %q, expected %s", p.name, s, orList(p.values))
	}
	return nil
}

// schema is the type of the parameter in the API's document.
func (p parameter) schema() map[string]any {
	s := map[string]any{"type": p.kind}
	switch {
	case p.kind == "integer":
		s["minimum"], s["maximum"] = p.low, p.high
	case len(p.values) > 0:
		s["enum"] = p.values
	case p.kind == "string":
		s["maxLength"] = longest
	}
	if p.many {
		s = map[string]any{"type": "array", "items": s}
	}
	return s
}

// number is the value of an integer parameter that readQuery accepted, or def.
func number(q url.Values, name string, def int) int {
	if n, err := strconv.Atoi(q.Get(name)); err == nil {
		return n
	}
	return def
}

// checkPath refuses path values that no text of the catalogue can be.
func checkPath(r *http.Request, names ...string) error {
	for _, name := range names {
		if v := r.PathValue(name); len(v) > longest || !utf8.ValidString(v) || strings.ContainsRune(v, 0) {
			return httpx.BadRequest("%s: no valid text", name)
		}
	}
	return nil
}

// oneOf ends the sentence about an unknown name: with those that may be meant, or
// else, when they are few, with all that exist.
func oneOf(name string, names []string) string {
	if near := lgdl.Closest(name, names); len(near) > 0 {
		return "; did you mean " + orList(near) + "?"
	}
	if len(names) == 0 {
		return "; there are none"
	}
	if len(names) <= 24 {
		return "; there are " + strings.Join(names, ", ")
	}
	return ""
}

func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// Bounds of pages.
const (
	maxLimit  = 5000
	maxOffset = 1 << 30
	maxYear   = 1_000_000
)

func limitOf(def, most int) parameter {
	return parameter{name: "limit", kind: "integer", meaning: fmt.Sprintf("size of the page, in entries; %d without",
		def), low: 1, high: most}
}

var (
	offsetParameter = parameter{name: "offset", kind: "integer", meaning: "number of entries before the page",
		high: maxOffset}
	agentParameter = parameter{name: "agent", kind: "string",
		meaning: "who played: random (the default), uct:N, flat:N or alphabeta:DEPTH[:N]; figures of several agents are " +
			"never mixed"}
)

// filterParameters are those of lists of rulesets, of the pages as well.
var filterParameters = []parameter{
	{name: "q", kind: "string", meaning: "part of the name of the game or ruleset, or of another name of the game"},
	{name: "game", kind: "string", meaning: "name of the game, all of it"},
	{name: "culture", kind: "string", meaning: "part of the culture"},
	{name: "period", kind: "string", meaning: "part of the period"},
	{name: "region", kind: "string", meaning: "part of the region"},
	{name: "classification", kind: "string", meaning: "beginning of the classification, like board/space"},
	{name: "concept", kind: "string", many: true, meaning: "concept that the ruleset has, or a condition on its value " +
		"like NumDice>=2 with one of = != < <= > >=; several must all hold"},
	{name: "metric", kind: "string", many: true, meaning: "condition on the mean of a metric in the evaluation shown, " +
		"like DurationMoves>=50; several must all hold"},
	{name: "is", kind: "string", many: true, meaning: "value of a facet, like region:India, kind:board/race or " +
		"standing:suggested, " +
		"with one of " + strings.Join(catalogue.FacetNames, ", ") +
		"; of several values of one facet any must hold; none after the " +
		"colon is what is not known"},
	{name: "from", kind: "integer", meaning: "year in or after which the period ends; negative before our era",
		low: -maxYear, high: maxYear},
	{name: "to", kind: "integer", meaning: "year in or before which the period begins; negative before our era",
		low: -maxYear, high: maxYear},
	agentParameter,
	{name: "sort", kind: "string", meaning: "one of " + strings.Join(catalogue.SortKeys,
		", ") + ", or a metric; with a minus before it the largest first; what has no value comes last"},
	{name: "all", kind: "boolean", meaning: "true: also rulesets that were superseded, or whose file is gone"},
	{name: "after", kind: "string", meaning: "hash of the ruleset after which the page begins, in the order of the list"},
	{name: "before", kind: "string", meaning: "hash of the ruleset before which the page ends"},
}

// readFilter reads a filter from a query that readQuery accepted.
func readFilter(q url.Values, limit int) (catalogue.Filter, error) {
	f := catalogue.Filter{Game: q.Get("game"), Culture: q.Get("culture"), Period: q.Get("period"), Region: q.Get("region"),
		Classification: q.Get("classification"),
		Search:         q.Get("q"), Agent: q.Get("agent"), Sort: q.Get("sort"), All: q.Get("all") == "true",
		After: q.Get("after"), Before: q.Get("before"),
		Limit: number(q, "limit", limit), Offset: number(q, "offset", 0)}
	if f.After != "" && f.Before != "" {
		return f, httpx.BadRequest("after and before exclude each other")
	}
	for _, text := range q["is"] {
		c, err := catalogue.ParseChoice(text)
		if err != nil {
			return f, httpx.BadRequest("is: %v", err)
		}
		f.Choices = append(f.Choices, c)
	}
	for name, year := range map[string]**int{"from": &f.From, "to": &f.To} {
		if n := number(q, name, math.MaxInt); n != math.MaxInt {
			*year = &n
		}
	}
	for name, list := range map[string]*[]catalogue.Condition{"concept": &f.Concepts, "metric": &f.Metrics} {
		for _, text := range q[name] {
			c, err := catalogue.ParseCondition(text)
			if err != nil {
				return f, httpx.BadRequest("%s: %v", name, err)
			}
			*list = append(*list, c)
		}
	}
	if len(f.Concepts)+len(f.Metrics)+len(f.Choices) > 50 {
		return f, httpx.BadRequest("more than 50 conditions")
	}
	return f, nil
}
