package catalogue

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/provenance"
)

// Ruleset is a compiled ruleset with its game.
// Standing is how much of it is known: described, observed, suggested, scholarly,
// reconstructed or incomplete, as the end of its name says, or "".
type Ruleset struct {
	provenance.Ruleset
	Hash        string            `json:"hash"`
	Game        string            `json:"game"`
	Name        string            `json:"ruleset"`
	Formalism   string            `json:"formalism"`
	Players     int               `json:"players"`
	Standing    string            `json:"standing,omitempty"`
	Metadata    map[string]string `json:"metadata"`
	Engine      string            `json:"engine"`
	CreatedAt   time.Time         `json:"createdAt"`
	NumConcepts int               `json:"numConcepts"`
	// Listed is false for rulesets that have left the tables: superseded, or of a
	// file that is gone. SupersededBy is the hash of the ruleset that took its
	// place; only Ruleset sets it.
	Listed       bool   `json:"listed"`
	SupersededBy string `json:"supersededBy,omitempty"`
	// Latest is the evaluation to show, by the agent asked for: the finished one
	// that the view latest_evaluations chooses, else the newest.
	Latest *Evaluation `json:"latest,omitempty"`
	// Expanded, Highlighted and Board are set by Ruleset only, not in lists.
	Expanded    string `json:"expanded,omitempty"`
	Highlighted string `json:"-"`
	Board       string `json:"-"`
}

// DefaultAgent is the one whose evaluations are shown when nobody asks for others.
const DefaultAgent = "random"

// Filter narrows and orders a list of rulesets; zero fields do not.
type Filter struct {
	// Agent is the one whose evaluations are shown and compared, DefaultAgent for "".
	Agent string
	// Game is the name of the game.
	Game string
	// Culture, Period and Region must occur in the ruleset's, in small or capital
	// letters; Classification must begin it.
	Culture, Period, Region, Classification string
	// From and To bound the years of the ruleset's period: it must overlap them. A
	// period without a beginning or an end overlaps all that is before or after.
	From, To *int
	// Concepts of the ruleset, and Metrics of the evaluation shown, must be like this, all of them.
	Concepts, Metrics []Condition
	// Choices are values of facets: of each facet that is named, one must hold.
	Choices []Choice
	// Search must occur in the name of the game or ruleset, or in an alias.
	Search string
	// All includes rulesets that have left the tables.
	All bool
	// Sort is one of SortKeys or the name of a metric, with a minus before it for
	// the largest first; "" is game. What has no value comes last.
	Sort string
	// Full gives the evaluations all their figures, not only the main metrics.
	Full bool
	// Limit is the size of a page (default 1000, at most 5000), Offset its start.
	Limit, Offset int
	// After and Before are the hash of a ruleset that the page begins after or ends
	// before, in the order of the list; "" for none, and not both.
	After, Before string
}

func (f Filter) agent() string {
	if f.Agent == "" {
		return DefaultAgent
	}
	return f.Agent
}

// Narrowed reports whether f leaves rulesets out.
func (f Filter) Narrowed() bool {
	return f.Game+f.Culture+f.Period+f.Region+f.Classification+f.Search != "" || f.From != nil || f.To != nil ||
		len(f.Concepts)+len(f.Metrics)+len(f.Choices) > 0
}

// sortColumns are the SQL expressions of SortKeys.
var sortColumns = map[string]string{
	"game": "lower(g.name)", "ruleset": "lower(r.name)", "culture": "lower(nullif(r.culture, ''))",
	"period": "lower(nullif(r.period, ''))",
	"region": "lower(nullif(r.region, ''))", "year": "r.year_from", "players": "r.players", "concepts": "r.num_concepts",
	"playouts": "le.playouts", "evaluated": "le.finished_at",
}

// SortKeys are the columns, beside the metrics, by which rulesets can be sorted.
var SortKeys = []string{"game", "ruleset", "culture", "period", "region", "year", "players", "concepts", "playouts",
	"evaluated"}

const rulesetColumns = `r.hash, g.name, r.name, r.formalism, r.players, r.metadata, r.engine, r.created_at,
	r.description, r.rules, r.sources, r.database_id, r.version, r.classification, r.author, r.credit, r.publisher, r.date, r.origin, r.aliases,
	r.culture, r.period, r.region, r.year_from, r.year_to,
	coalesce(r.standing, ''), r.num_concepts, EXISTS (SELECT FROM listed_rulesets l WHERE l.hash = r.hash)`

func (r *Ruleset) columns() []any {
	a := &r.Ruleset
	return []any{&r.Hash, &r.Game, &r.Name, &r.Formalism, &r.Players, &r.Metadata, &r.Engine, &r.CreatedAt,
		&a.Description, &a.Rules, &a.Source, &a.DatabaseID, &a.Version, &a.Classification, &a.Author, &a.Credit,
		&a.Publisher, &a.Date, &a.Origin, &a.Aliases,
		&a.Culture, &a.Period, &a.Region, &a.YearFrom, &a.YearTo, &r.Standing, &r.NumConcepts, &r.Listed}
}

// query is SQL with its arguments while it is put together.
type query struct {
	sql  strings.Builder
	args []any
}

// add appends text in which every ? stands for the next of the arguments.
func (q *query) add(text string, args ...any) {
	for i, part := range strings.Split(text, "?") {
		if i > 0 {
			q.args = append(q.args, args[i-1])
			fmt.Fprintf(&q.sql, "$%d", len(q.args))
		}
		q.sql.WriteString(part)
	}
}

// from is the filter as SQL, from the FROM on: r is the ruleset, g its game, and le
// the evaluation shown where the filter or the order needs one.
func (f Filter) from() *query {
	q := &query{}
	f.appendFrom(q, len(f.Metrics) > 0 || f.sortsByEvaluation() || f.needsEvaluation())
	return q
}

// sortsByEvaluation reports whether the order depends on the evaluation shown.
func (f Filter) sortsByEvaluation() bool {
	column, plain := sortColumns[strings.TrimPrefix(f.Sort, "-")]
	return f.Sort != "" && !plain || strings.HasPrefix(column, "le.")
}

// joinEvaluation appends the join with the evaluation shown, and with the metric that the
// list is sorted by: joined as a whole, it is faster than looked up row by row.
func (f Filter) joinEvaluation(q *query) {
	q.add(` LEFT JOIN latest_evaluations le ON le.ruleset_hash = r.hash AND le.agent = ?`, f.agent())
	if key := strings.TrimPrefix(f.Sort, "-"); key != "" && sortColumns[key] == "" {
		q.add(` LEFT JOIN metrics km ON km.evaluation_id = le.evaluation_id AND km.name = ? AND km.n > 0`, key)
	}
}

// years appends the condition that the period overlaps the years of f.
func (f Filter) years(q *query) {
	if f.From != nil {
		q.add(` AND (r.year_to >= ? OR r.year_to IS NULL AND r.year_from IS NOT NULL)`, *f.From)
	}
	if f.To != nil {
		q.add(` AND (r.year_from <= ? OR r.year_from IS NULL AND r.year_to IS NOT NULL)`, *f.To)
	}
}

// appendFrom appends the filter, with the evaluation shown when it is needed.
func (f Filter) appendFrom(q *query, evaluation bool) {
	q.add(`FROM rulesets r JOIN games g ON g.id = r.game_id`)
	if evaluation {
		f.joinEvaluation(q)
	}
	q.add(` WHERE true`)
	if !f.All {
		q.add(` AND r.hash IN (SELECT hash FROM listed_rulesets)`)
	}
	for _, c := range []struct{ column, text string }{{"culture", f.Culture}, {"period", f.Period}, {"region", f.Region}} {
		if c.text != "" {
			q.add(` AND strpos(lower(r.`+c.column+`), lower(?)) > 0`, c.text)
		}
	}
	if f.Game != "" {
		q.add(` AND g.name = ?`, f.Game)
	}
	if f.Classification != "" {
		q.add(` AND starts_with(lower(r.classification), lower(?))`, f.Classification)
	}
	if f.Search != "" {
		q.add(` AND strpos(lower(g.name || ' ' || r.name || ' ' || array_to_string(r.aliases, ' ')), lower(?)) > 0`, f.Search)
	}
	f.years(q)
	for _, k := range facets {
		if slices.ContainsFunc(f.Choices, func(c Choice) bool { return c.Facet == k.name }) {
			q.add(` AND `)
			k.chosen(q, f)
		}
	}
	for _, c := range f.Concepts {
		value := `(SELECT value FROM concepts c WHERE c.ruleset_hash = r.hash AND c.engine = r.engine AND c.name = ?)`
		if k := concept.ByName(c.Name); k == nil || k.Data == "Boolean" {
			value = `coalesce(` + value + `, 0)` // those that do not hold have no row
		}
		q.condition(c, value)
	}
	for _, c := range f.Metrics {
		q.condition(c, shownMetric)
	}
}

// shownMetric is the mean of a metric in the evaluation shown, NULL when it was not measured.
const shownMetric = `(SELECT mean FROM metrics m WHERE m.evaluation_id = le.evaluation_id AND m.name = ? AND m.n > 0)`

func (q *query) condition(c Condition, value string) {
	q.add(` AND `)
	if c.Op == "" {
		q.add(c.sql(value, ""), c.Name)
	} else {
		q.add(c.sql(value, "?"), c.Name, c.Value)
	}
}

// Rulesets returns a page of the rulesets that pass the filter, in its order, and how many pass.
func (c *Catalogue) Rulesets(ctx context.Context, f Filter) ([]Ruleset, int, error) {
	if f.Limit <= 0 {
		f.Limit = 1000
	}
	f.Limit = min(f.Limit, 5000)
	q := f.from()
	var total int
	if err := c.pool.QueryRow(ctx, `SELECT count(*) `+q.sql.String(), q.args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	if at := f.After + f.Before; at != "" {
		var known bool
		if err := c.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM rulesets WHERE hash = $1)`,
			at).Scan(&known); err != nil || !known {
			return nil, 0, cmp.Or(err, notFound(pgx.ErrNoRows, "ruleset", at))
		}
		f.beside(q, at, f.Before != "")
	}
	f.order(q, f.Before != "")
	q.add(` LIMIT ? OFFSET ?`, f.Limit, f.Offset)
	rows, err := c.pool.Query(ctx, `SELECT `+rulesetColumns+` `+q.sql.String(), q.args...)
	if err != nil {
		return nil, 0, err
	}
	var hashes []string
	at := map[string]int{}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Ruleset, err error) {
		err = row.Scan(r.columns()...)
		return r, err
	})
	if err != nil {
		return nil, 0, err
	}
	if f.Before != "" {
		slices.Reverse(list)
	}
	for i := range list {
		at[list[i].Hash], hashes = i, append(hashes, list[i].Hash)
	}
	figures := "brief"
	if f.Full {
		figures = "summary"
	}
	show := func(where string) error {
		shown, err := c.readEvaluations(ctx, figures, `WHERE id IN (`+where+`)`, hashes, f.agent())
		for i := range shown {
			list[at[shown[i].RulesetHash]].Latest = &shown[i]
		}
		return err
	}
	if err := show(`SELECT evaluation_id FROM latest_evaluations WHERE ruleset_hash = ANY ($1) AND agent = $2`); err != nil {
		return nil, 0, err
	}
	hashes = slices.DeleteFunc(hashes, func(hash string) bool { return list[at[hash]].Latest != nil })
	if len(hashes) > 0 { // those without a finished one
		err = show(`SELECT DISTINCT ON (ruleset_hash) id FROM evaluations WHERE ruleset_hash = ANY ($1) AND agent = $2
			ORDER BY ruleset_hash, created_at DESC, id`)
	}
	return list, total, err
}

// Shown returns the one of a ruleset's evaluations, newest first, that pages show
// as the play of an agent ("" is DefaultAgent), nil when it never played.
func (c *Catalogue) Shown(ctx context.Context, list []Evaluation, hash, agent string) (*Evaluation, error) {
	agent = Filter{Agent: agent}.agent()
	var id string
	err := c.pool.QueryRow(ctx, `SELECT coalesce((SELECT evaluation_id FROM latest_evaluations WHERE ruleset_hash = $1
		AND agent = $2), '')`, hash, agent).Scan(&id)
	for i := range list {
		if e := &list[i]; e.ID == id || id == "" && e.Params.Agent == agent {
			return e, err
		}
	}
	return nil, err
}

// Ruleset returns everything about one ruleset but its evaluations.
func (c *Catalogue) Ruleset(ctx context.Context, hash string) (Ruleset, error) {
	var r Ruleset
	err := c.pool.QueryRow(ctx, `SELECT `+rulesetColumns+`, r.expanded, r.highlighted, r.board,
		coalesce((`+successor+`), '')
		FROM rulesets r JOIN games g ON g.id = r.game_id WHERE r.hash = $1`, hash).
		Scan(append(r.columns(), &r.Expanded, &r.Highlighted, &r.Board, &r.SupersededBy)...)
	if r.Listed || r.SupersededBy == hash {
		r.SupersededBy = ""
	}
	return r, notFound(err, "ruleset", hash)
}

// successor is the ruleset at the end of the sources that took the place of those of ruleset $1.
const successor = `WITH RECURSIVE chain (id, depth) AS (
		SELECT superseded_by, 1 FROM sources WHERE ruleset_hash = $1 AND superseded_by IS NOT NULL
		UNION SELECT s.superseded_by, depth + 1 FROM chain JOIN sources s USING (id) WHERE s.superseded_by IS NOT NULL AND depth < 1000)
	SELECT s.ruleset_hash FROM chain JOIN sources s USING (id) WHERE s.superseded_by IS NULL AND s.ruleset_hash IS NOT NULL ORDER BY depth DESC, s.id LIMIT 1`

// Agents returns the agents by whom rulesets were evaluated, DefaultAgent first.
func (c *Catalogue) Agents(ctx context.Context) ([]string, error) {
	list, err := c.distinct(ctx, "evaluations", "agent")
	list = slices.DeleteFunc(list, func(a string) bool { return a == DefaultAgent })
	return append([]string{DefaultAgent}, list...), err
}

// MetricNames returns the names of all metrics that were measured.
func (c *Catalogue) MetricNames(ctx context.Context) ([]string, error) {
	return c.distinct(ctx, "metrics", "name")
}

// distinct returns the values of an indexed column in order. It steps through the
// index from one value to the next, however many rows have it.
func (c *Catalogue) distinct(ctx context.Context, table, column string) ([]string, error) {
	rows, err := c.pool.Query(ctx, fmt.Sprintf(`WITH RECURSIVE step (v) AS (
			(SELECT %[2]s FROM %[1]s ORDER BY %[2]s LIMIT 1)
			UNION ALL SELECT (SELECT t.%[2]s FROM %[1]s t WHERE t.%[2]s > step.v ORDER BY t.%[2]s LIMIT 1) FROM step WHERE v IS NOT NULL)
		SELECT v FROM step WHERE v IS NOT NULL`, table, column))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
