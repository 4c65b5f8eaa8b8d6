package catalogue

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/lgdl"
)

// ChangeReport says what became of the figures of rulesets from one engine version to
// another, and of games whose rules were written anew.
type ChangeReport struct {
	From string `json:"from"` // engine versions
	To   string `json:"to"`
	// Why says what of the engine has changed, as far as its versions tell.
	Why []string `json:"why"`
	// Compared rulesets were played by both in the same way: the same agent, seed,
	// playouts and limits. Equal ones have the same figures to the last bit. OnlyFrom
	// and OnlyTo were played by one only.
	Compared int `json:"compared"`
	Equal    int `json:"equal"`
	OnlyFrom int `json:"onlyFrom"`
	OnlyTo   int `json:"onlyTo"`
	// Changed are the others, those first whose figures are surely others.
	Changed []RulesetChange `json:"changed"`
	// Rules are games with a source that took the place of another one, played by the
	// engine To before and after.
	Rules []RulesetChange `json:"rules"`
}

// RulesetChange is what became of a ruleset.
type RulesetChange struct {
	Game    string `json:"game"`
	Ruleset string `json:"ruleset"`
	Agent   string `json:"agent"`
	Hash    string `json:"hash"`
	// Before is the ruleset whose place this one took, when the rules are others.
	Before string `json:"before,omitempty"`
	// Metrics are the figures that differ; Sure counts those whose difference is
	// beyond what chance explains.
	Metrics []MetricChange `json:"metrics"`
	Sure    int            `json:"sure"`
	// Gained and Lost are concepts that hold, or have another value, only now or only
	// before, as "Name" or "Name = 3".
	Gained []string `json:"gained"`
	Lost   []string `json:"lost"`
	// Lines say what is new ("+ …") and gone ("- …") in the expanded description.
	Lines []string `json:"lines,omitempty"`
}

// MetricChange is a figure before and now. Sure is false where both means may well be
// the same: they differ by no more than the root of the sum of the squares of half of
// the widths of their 95 % intervals.
type MetricChange struct {
	Metric string  `json:"metric"`
	Before float64 `json:"before"`
	Now    float64 `json:"now"`
	Sure   bool    `json:"sure"`
	// Missing is "before" or "now" where there is no such figure then.
	Missing string `json:"missing,omitempty"`
}

// maxChangedLines bounds how much of a description's difference is told.
const maxChangedLines = 40

// EngineVersions returns the engine versions that worked on the catalogue, the
// current one first.
func (c *Catalogue) EngineVersions(ctx context.Context) ([]string, error) {
	rows, err := c.pool.Query(ctx, `SELECT version FROM engines ORDER BY started_at DESC, version DESC`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Changes compares engine versions: "" for to is the current one, for from the one
// before. Rules that were written anew are told all the same when from is that of to.
func (c *Catalogue) Changes(ctx context.Context, from, to string) (r ChangeReport, err error) {
	versions, err := c.EngineVersions(ctx)
	if err != nil {
		return r, err
	}
	if to == "" && len(versions) > 0 {
		to = versions[0]
	}
	if from == "" {
		if len(versions) < 2 {
			from = to // rules only
		} else if from = versions[1]; from == to {
			from = versions[0]
		}
	}
	for _, v := range []string{from, to} {
		if !slices.Contains(versions, v) {
			return r, fmt.Errorf("engine version %q: %w; there are %s", v, ErrNotFound, strings.Join(versions, ", "))
		}
	}
	r = ChangeReport{From: from, To: to, Why: whyEngines(from, to), Changed: []RulesetChange{}, Rules: []RulesetChange{}}
	if from != to {
		if err := c.engineChanges(ctx, &r); err != nil {
			return r, err
		}
	}
	return r, c.ruleChanges(ctx, &r)
}

// whyEngines says what of the engine has changed: its version counts what has, each
// kind by itself (see pkg/lab).
func whyEngines(from, to string) []string {
	kinds := map[string]string{"plays": "how games are played", "metrics": "how metrics are measured",
		"concepts": "which concepts games have"}
	count := func(version string) map[string]string {
		m := map[string]string{}
		for part := range strings.SplitSeq(version, "-") {
			if kind, n, ok := strings.Cut(part, "."); ok {
				m[kind] = n
			}
		}
		return m
	}
	before, now := count(from), count(to)
	why := []string{}
	for _, kind := range []string{"plays", "metrics", "concepts"} {
		if a, b := before[kind], now[kind]; a != b && a != "" && b != "" {
			why = append(why, fmt.Sprintf("%s has changed (%s: %s to %s)", kinds[kind], kind, a, b))
		}
	}
	return why
}

// samePlay joins evaluations a and b that were played in the same way.
const samePlay = `a.agent = b.agent AND a.metrics = b.metrics AND a.playouts = b.playouts AND a.seed = b.seed
	AND a.max_plies = b.max_plies AND a.move_limit = b.move_limit AND a.turn_limit = b.turn_limit AND a.timeout_ms = b.timeout_ms AND a.budget_ms = b.budget_ms AND a.until = b.until
	AND a.status = 'done' AND b.status = 'done'`

// pair is an evaluation before and now.
type pair struct {
	change      RulesetChange
	before, now string
}

func (c *Catalogue) pairs(ctx context.Context, sql string, args ...any) ([]pair, error) {
	rows, err := c.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (p pair, err error) {
		err = row.Scan(&p.change.Game, &p.change.Ruleset, &p.change.Agent, &p.change.Hash, &p.change.Before, &p.before,
			&p.now)
		return p, err
	})
}

func (c *Catalogue) engineChanges(ctx context.Context, r *ChangeReport) error {
	pairs, err := c.pairs(ctx,
		`SELECT DISTINCT ON (lower(g.name), lower(r.name), r.hash, a.agent) g.name, r.name, a.agent, r.hash, '', a.id, b.id
		FROM evaluations a JOIN evaluations b ON b.ruleset_hash = a.ruleset_hash AND `+samePlay+`
		JOIN rulesets r ON r.hash = a.ruleset_hash JOIN games g ON g.id = r.game_id JOIN listed_rulesets l ON l.hash = r.hash
		WHERE a.engine = $1 AND b.engine = $2
		ORDER BY lower(g.name), lower(r.name), r.hash, a.agent, a.playouts DESC, a.id`, r.From, r.To)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		if err := c.compare(ctx, &p); err != nil {
			return err
		}
		if p.change.Gained, p.change.Lost, err = c.conceptChanges(ctx, p.change.Hash, r.From, p.change.Hash,
			r.To); err != nil {
			return err
		}
		r.Compared++
		if len(p.change.Metrics)+len(p.change.Gained)+len(p.change.Lost) == 0 {
			r.Equal++
		} else {
			r.Changed = append(r.Changed, p.change)
		}
	}
	slices.SortStableFunc(r.Changed, func(a, b RulesetChange) int { return b.Sure - a.Sure })
	const alone = `SELECT count(DISTINCT (a.ruleset_hash, a.agent)) FROM evaluations a JOIN listed_rulesets l ON l.hash = a.ruleset_hash
		WHERE a.engine = $1 AND a.status = 'done' AND NOT EXISTS (SELECT FROM evaluations b WHERE b.engine = $2 AND b.ruleset_hash = a.ruleset_hash AND ` + samePlay + `)`
	if err := c.pool.QueryRow(ctx, alone, r.From, r.To).Scan(&r.OnlyFrom); err != nil {
		return err
	}
	return c.pool.QueryRow(ctx, alone, r.To, r.From).Scan(&r.OnlyTo)
}

// ruleChanges compares rulesets with those whose place they took.
func (c *Catalogue) ruleChanges(ctx context.Context, r *ChangeReport) error {
	pairs, err := c.pairs(ctx,
		`SELECT DISTINCT ON (lower(g.name), lower(r.name), r.hash, o.ruleset_hash, coalesce(b.agent, '')) g.name, r.name,
			coalesce(b.agent, ''), r.hash, o.ruleset_hash, coalesce(a.id, ''), coalesce(b.id, '')
		FROM sources o JOIN sources n ON n.id = o.superseded_by AND n.ruleset_hash <> o.ruleset_hash
		JOIN rulesets r ON r.hash = n.ruleset_hash JOIN games g ON g.id = r.game_id
		LEFT JOIN (evaluations a JOIN evaluations b ON `+samePlay+` AND a.engine = $1 AND b.engine = $1)
			ON a.ruleset_hash = o.ruleset_hash AND b.ruleset_hash = n.ruleset_hash
		ORDER BY lower(g.name), lower(r.name), r.hash, o.ruleset_hash, coalesce(b.agent, ''), a.playouts DESC, a.id`, r.To)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		if p.before != "" {
			if err := c.compare(ctx, &p); err != nil {
				return err
			}
		}
		var engines [2]string
		var texts [2]string
		for i, hash := range []string{p.change.Before, p.change.Hash} {
			if err := c.pool.QueryRow(ctx, `SELECT engine, expanded FROM rulesets WHERE hash = $1`, hash).Scan(&engines[i],
				&texts[i]); err != nil {
				return err
			}
		}
		if p.change.Gained, p.change.Lost, err = c.conceptChanges(ctx, p.change.Before, engines[0], p.change.Hash,
			engines[1]); err != nil {
			return err
		}
		p.change.Lines = changedLines(laidOut(texts[0]), laidOut(texts[1]))
		r.Rules = append(r.Rules, p.change)
	}
	return nil
}

// compare fills in the figures of two evaluations that are not the same.
func (c *Catalogue) compare(ctx context.Context, p *pair) error {
	rows, err := c.pool.Query(ctx, `SELECT name, a.n IS NULL, b.n IS NULL, coalesce(a.mean, 0), coalesce(b.mean, 0),
			coalesce(a.low, 0), coalesce(a.high, 0), coalesce(b.low, 0), coalesce(b.high, 0)
		FROM (SELECT * FROM metrics WHERE evaluation_id = $1) a FULL JOIN (SELECT * FROM metrics WHERE evaluation_id = $2) b USING (name)
		WHERE (a.n, a.mean, a.low, a.high, a.stddev) IS DISTINCT FROM (b.n, b.mean, b.low, b.high, b.stddev) ORDER BY name`, p.before, p.now)
	if err != nil {
		return err
	}
	p.change.Metrics = []MetricChange{}
	var m MetricChange
	var noBefore, noNow bool
	var low, high [2]float64
	_, err = pgx.ForEachRow(rows, []any{&m.Metric, &noBefore, &noNow, &m.Before, &m.Now, &low[0], &high[0], &low[1],
		&high[1]}, func() error {
		m.Missing = ""
		switch {
		case noBefore:
			m.Missing = "before"
		case noNow:
			m.Missing = "now"
		}
		m.Sure = m.Missing != "" || math.Abs(m.Now-m.Before) > math.Hypot((high[0]-low[0])/2, (high[1]-low[1])/2)
		if m.Sure {
			p.change.Sure++
		}
		p.change.Metrics = append(p.change.Metrics, m)
		return nil
	})
	return err
}

// conceptChanges are the concepts of two rulesets, or of one by two engines, that
// differ; none when one of them was not compiled by its engine here.
func (c *Catalogue) conceptChanges(ctx context.Context, before, byBefore, now, byNow string) (gained, lost []string,
	err error) {
	gained, lost = []string{}, []string{}
	rows, err := c.pool.Query(ctx, `WITH a AS (SELECT name, value FROM concepts WHERE ruleset_hash = $1 AND engine = $2),
			b AS (SELECT name, value FROM concepts WHERE ruleset_hash = $3 AND engine = $4)
		SELECT name, coalesce(a.value, 0), coalesce(b.value, 0) FROM a FULL JOIN b USING (name)
		WHERE coalesce(a.value, 0) <> coalesce(b.value, 0) AND EXISTS (SELECT FROM a) AND EXISTS (SELECT FROM b) ORDER BY name`,
		before, byBefore, now, byNow)
	if err != nil {
		return nil, nil, err
	}
	text := func(name string, value float64) string {
		if value == 1 {
			return name
		}
		return fmt.Sprintf("%s = %v", name, value)
	}
	var name string
	var a, b float64
	_, err = pgx.ForEachRow(rows, []any{&name, &a, &b}, func() error {
		if a != 0 {
			lost = append(lost, text(name, a))
		}
		if b != 0 {
			gained = append(gained, text(name, b))
		}
		return nil
	})
	return gained, lost, err
}

// laidOut is an expanded description in the canonical layout; one of another
// formalism stays as it is.
func laidOut(text string) string {
	if lines, err := lgdl.Format("expanded", []byte(text)); err == nil {
		return string(lines)
	}
	return text
}

// changedLines are the lines of one text that the other does not have, as often.
func changedLines(before, now string) (list []string) {
	count := map[string]int{}
	for line := range strings.Lines(before) {
		count[strings.TrimSpace(line)]++
	}
	var plus []string
	for line := range strings.Lines(now) {
		line = strings.TrimSpace(line)
		if count[line] > 0 {
			count[line]--
		} else if line != "" {
			plus = append(plus, "+ "+line)
		}
	}
	for line := range strings.Lines(before) {
		line = strings.TrimSpace(line)
		if count[line] > 0 && line != "" {
			count[line]--
			list = append(list, "- "+line)
		}
	}
	list = append(list, plus...)
	if n := len(list) - maxChangedLines; n > 0 {
		list = append(list[:maxChangedLines], fmt.Sprintf("… and %d more", n))
	}
	return list
}

// StoreChanges keeps a report in place of the one before about the same versions, and
// reports whether it says something new.
func (c *Catalogue) StoreChanges(ctx context.Context, r ChangeReport) (news bool, err error) {
	text, err := json.Marshal(r)
	if err != nil {
		return false, err
	}
	tag, err := c.pool.Exec(ctx, `INSERT INTO change_reports (from_engine, to_engine, report) VALUES ($1, $2, $3::jsonb)
		ON CONFLICT (from_engine, to_engine) DO UPDATE SET report = excluded.report, made_at = now()
		WHERE change_reports.report <> excluded.report`, r.From, r.To, string(text))
	return err == nil && tag.RowsAffected() > 0, err
}
