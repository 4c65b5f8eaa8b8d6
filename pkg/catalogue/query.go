package catalogue

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/pkg/about"
)

// Ruleset is a compiled ruleset with its game.
type Ruleset struct {
	about.Ruleset
	Hash        string            `json:"hash"`
	Game        string            `json:"game"`
	Name        string            `json:"ruleset"`
	Formalism   string            `json:"formalism"`
	Players     int               `json:"players"`
	Metadata    map[string]string `json:"metadata"`
	Engine      string            `json:"engine"`
	CreatedAt   time.Time         `json:"createdAt"`
	NumConcepts int               `json:"numConcepts"`
	// Latest is the evaluation to show: the newest that is done, else the newest.
	Latest *Evaluation `json:"latest,omitempty"`
	// Expanded, Highlighted and Board are set by Ruleset only, not in lists.
	Expanded    string `json:"expanded,omitempty"`
	Highlighted string `json:"-"`
	Board       string `json:"-"`
}

// Filter narrows a list of rulesets; zero fields do not.
type Filter struct {
	// Culture, Period and Region must be equal but for case; Classification must
	// begin the ruleset's.
	Culture, Period, Region, Classification string
	// From and To bound the years of the ruleset's period: it must overlap them.
	From, To *int
	// Concept must be a concept of the ruleset.
	Concept string
	// Search must occur in the name of the game or ruleset.
	Search string
	// Full gives the evaluations all their figures, not only the main metrics, and
	// prefers those that measured all metrics.
	Full bool
	// Limit is the size of a page (default 1000, at most 5000), Offset its start.
	Limit, Offset int
}

const rulesetColumns = `r.hash, g.name, r.name, r.formalism, r.players, r.metadata, r.engine, r.created_at,
	r.description, r.rules, r.sources, r.database_id, r.version, r.classification, r.author, r.credit, r.publisher, r.date, r.origin, r.aliases,
	r.culture, r.period, r.region, r.year_from, r.year_to,
	r.num_concepts`

func (r *Ruleset) columns() []any {
	a := &r.Ruleset
	return []any{&r.Hash, &r.Game, &r.Name, &r.Formalism, &r.Players, &r.Metadata, &r.Engine, &r.CreatedAt,
		&a.Description, &a.Rules, &a.Source, &a.DatabaseID, &a.Version, &a.Classification, &a.Author, &a.Credit, &a.Publisher, &a.Date, &a.Origin, &a.Aliases,
		&a.Culture, &a.Period, &a.Region, &a.YearFrom, &a.YearTo, &r.NumConcepts}
}

// Rulesets returns a page of the rulesets that pass the filter, by name, and how many pass.
func (c *Catalogue) Rulesets(ctx context.Context, f Filter) ([]Ruleset, int, error) {
	if f.Limit <= 0 {
		f.Limit = 1000
	}
	f.Limit = min(f.Limit, 5000)
	const where = `FROM rulesets r JOIN games g ON g.id = r.game_id
		WHERE ($1 = '' OR lower(r.culture) = lower($1)) AND ($2 = '' OR lower(r.period) = lower($2)) AND ($3 = '' OR lower(r.region) = lower($3))
		AND ($4 = '' OR starts_with(lower(r.classification), lower($4)))
		AND ($5 = '' OR EXISTS (SELECT FROM concepts c WHERE c.ruleset_hash = r.hash AND c.engine = r.engine AND c.name = $5))
		AND ($6 = '' OR strpos(lower(g.name || ' ' || r.name), lower($6)) > 0)
		AND ($7::int IS NULL OR r.year_to >= $7) AND ($8::int IS NULL OR r.year_from <= $8)`
	args := []any{f.Culture, f.Period, f.Region, f.Classification, f.Concept, f.Search, f.From, f.To}
	var total int
	if err := c.pool.QueryRow(ctx, `SELECT count(*) `+where, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := c.pool.Query(ctx, `SELECT `+rulesetColumns+` `+where+` ORDER BY lower(g.name), lower(r.name), r.hash LIMIT $9 OFFSET $10`,
		append(args, f.Limit, f.Offset)...)
	if err != nil {
		return nil, 0, err
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Ruleset, err error) {
		return r, row.Scan(r.columns()...)
	})
	if err != nil {
		return nil, 0, err
	}
	// The shown evaluation of each, in one query.
	hashes := make([]string, len(list))
	at := map[string]int{}
	for i := range list {
		hashes[i], at[list[i].Hash] = list[i].Hash, i
	}
	figures, order := "brief", ""
	if f.Full {
		figures, order = "summary", "(metrics = 'all') DESC, "
	}
	shown, err := c.readEvaluations(ctx, figures, `e WHERE e.id IN (SELECT DISTINCT ON (ruleset_hash) id FROM evaluations WHERE ruleset_hash = ANY ($1)
		ORDER BY ruleset_hash, (status = 'done') DESC, `+order+`created_at DESC)`, hashes)
	for i := range shown {
		list[at[shown[i].RulesetHash]].Latest = &shown[i]
	}
	return list, total, err
}

// Ruleset returns everything about one ruleset but its evaluations.
func (c *Catalogue) Ruleset(ctx context.Context, hash string) (Ruleset, error) {
	var r Ruleset
	err := c.pool.QueryRow(ctx, `SELECT `+rulesetColumns+`, r.expanded, r.highlighted, r.board FROM rulesets r JOIN games g ON g.id = r.game_id WHERE r.hash = $1`, hash).
		Scan(append(r.columns(), &r.Expanded, &r.Highlighted, &r.Board)...)
	return r, notFound(err, "ruleset", hash)
}

// Concepts returns the compile-time concepts of a ruleset as the engine that compiled it last found them.
func (c *Catalogue) Concepts(ctx context.Context, hash string) (map[string]float64, error) {
	rows, err := c.pool.Query(ctx, `SELECT c.name, c.value FROM concepts c JOIN rulesets r ON r.hash = c.ruleset_hash AND r.engine = c.engine WHERE r.hash = $1`, hash)
	if err != nil {
		return nil, err
	}
	concepts := map[string]float64{}
	var name string
	var value float64
	_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		concepts[name] = value
		return nil
	})
	return concepts, err
}

// Evaluation returns one evaluation.
func (c *Catalogue) Evaluation(ctx context.Context, id string) (Evaluation, error) {
	list, err := c.evaluations(ctx, `WHERE id = $1`, id)
	if err == nil && len(list) == 0 {
		err = notFound(pgx.ErrNoRows, "evaluation", id)
	}
	if err != nil {
		return Evaluation{}, err
	}
	return list[0], nil
}

// Evaluations returns a ruleset's evaluations, newest first.
func (c *Catalogue) Evaluations(ctx context.Context, hash string) ([]Evaluation, error) {
	return c.evaluations(ctx, `WHERE ruleset_hash = $1 ORDER BY created_at DESC`, hash)
}

func (c *Catalogue) evaluations(ctx context.Context, where string, args ...any) ([]Evaluation, error) {
	return c.readEvaluations(ctx, "summary", where, args...)
}

// briefEvaluations returns evaluations with the main metrics only, without the
// distribution of lengths.
func (c *Catalogue) briefEvaluations(ctx context.Context, where string, args ...any) ([]Evaluation, error) {
	return c.readEvaluations(ctx, "brief", where, args...)
}

func (c *Catalogue) readEvaluations(ctx context.Context, summary, where string, args ...any) ([]Evaluation, error) {
	rows, err := c.pool.Query(ctx, `
		SELECT id, ruleset_hash, source_id, engine, `+paramColumns+`,
			batches, queued, done, status, error, `+summary+`, elapsed_ns, created_at, finished_at FROM evaluations `+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Evaluation, err error) {
		var ns int64
		var summary []byte
		params, finish := e.Params.scan()
		dest := append([]any{&e.ID, &e.RulesetHash, &e.SourceID, &e.Engine}, params...)
		if err = row.Scan(append(dest, &e.Batches, &e.Queued, &e.Done, &e.Status, &e.Error, &summary, &ns, &e.CreatedAt, &e.FinishedAt)...); err != nil {
			return e, err
		}
		if err := finish(); err != nil {
			return e, err
		}
		e.Elapsed = time.Duration(ns)
		if summary != nil {
			err = json.Unmarshal(summary, &e.Summary)
		}
		return e, err
	})
}

// Progress is how far a set of requests has come.
type Progress struct {
	// Sources asked for, compiled and failed to compile.
	Sources, Compiled, Failed int
	// Batches of the evaluations opened, and recorded.
	Batches, BatchesDone int
	// Evaluations opened, done, and ended otherwise.
	Evaluations, Done, Broken int
}

// Finished tells that nothing of it is left to do.
func (p Progress) Finished() bool {
	return p.Compiled+p.Failed == p.Sources && p.Done+p.Broken == p.Evaluations && p.Evaluations >= p.Compiled
}

// Progress returns how far the evaluation of these sources with these parameters has come.
func (c *Catalogue) Progress(ctx context.Context, sources []string, p Params) (pr Progress, err error) {
	err = c.pool.QueryRow(ctx, `
		SELECT count(*), count(*) FILTER (WHERE s.status = 'compiled'), count(*) FILTER (WHERE s.status = 'failed'),
			coalesce(sum(e.batches), 0), coalesce(sum(e.done), 0),
			count(e.id), count(*) FILTER (WHERE e.status = 'done'), count(*) FILTER (WHERE e.status IN ('failed', 'cancelled'))
		FROM sources s LEFT JOIN requests q ON q.source_id = s.id AND q.key = $2
		LEFT JOIN evaluations e ON e.id = q.evaluation_id AND s.status = 'compiled'
		WHERE s.id = ANY ($1)`, sources, p.key()).
		Scan(&pr.Sources, &pr.Compiled, &pr.Failed, &pr.Batches, &pr.BatchesDone, &pr.Evaluations, &pr.Done, &pr.Broken)
	return pr, err
}

// Outcome is one requested source with what came of it.
type Outcome struct {
	Source     Source
	Ruleset    *Ruleset    // nil unless compiled
	Evaluation *Evaluation // nil unless compiled
}

// Outcomes returns what came of the sources, in their order.
func (c *Catalogue) Outcomes(ctx context.Context, sources []string, p Params) ([]Outcome, error) {
	list := make([]Outcome, 0, len(sources))
	for _, id := range sources {
		s, err := c.Source(ctx, id)
		if err != nil {
			return nil, err
		}
		s.Text = ""
		o := Outcome{Source: s}
		if s.Status == "compiled" {
			r, err := c.Ruleset(ctx, s.RulesetHash)
			if err != nil {
				return nil, err
			}
			o.Ruleset = &r
			e, err := c.evaluations(ctx, `WHERE id = (SELECT evaluation_id FROM requests WHERE (source_id, key) = ($1, $2))`, id, p.key())
			if err != nil {
				return nil, fmt.Errorf("evaluation of %s: %w", s.File, err)
			}
			if len(e) > 0 {
				o.Evaluation = &e[0]
			}
		}
		list = append(list, o)
	}
	return list, nil
}

// FailedSources returns the sources that do not compile, without their texts.
func (c *Catalogue) FailedSources(ctx context.Context) ([]Source, error) {
	list, err := c.sources(ctx, `WHERE status = 'failed' AND NOT retired ORDER BY file, id`)
	for i := range list {
		list[i].Text = ""
	}
	return list, err
}

// Stale returns the sources, at most limit, whose evaluation by this engine
// with these parameters is neither done nor under way; one that measures more
// will do. Sources that this engine could not compile are not among them.
func (c *Catalogue) Stale(ctx context.Context, engine string, p Params, limit int) ([]string, error) {
	rows, err := c.pool.Query(ctx, `
		SELECT s.id FROM sources s WHERE NOT s.retired AND NOT (s.status = 'failed' AND s.engine = $1) AND NOT EXISTS (
			SELECT FROM requests q LEFT JOIN evaluations e ON e.id = q.evaluation_id
			WHERE q.source_id = s.id AND q.key = ANY ($2)
			AND (q.evaluation_id IS NULL AND s.status = 'new' OR e.engine = $1 AND e.status IN ('running', 'done')))
		ORDER BY s.created_at, s.id LIMIT $3`,
		engine, p.keys(), limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
