package catalogue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/engine/provenance"
)

// Source is a description as it was submitted.
type Source struct {
	// ID is the hash of everything below that decides the meaning; Submit sets it.
	ID string `json:"id"`
	// File names it in messages; the same text under two names is one source.
	File      string   `json:"file"`
	Text      string   `json:"text,omitempty"`
	Options   []string `json:"options"`
	Ruleset   string   `json:"ruleset"`
	Formalism string   `json:"formalism"`
	// DefsetID names the shared definitions, "" for none; see PutDefs.
	DefsetID string `json:"defset,omitempty"`
	// GamesID names the descriptions of the games of a match, "" for none; they
	// are stored by PutDefs, too.
	GamesID string `json:"games,omitempty"`

	// Warnings are filled in by those who show a single source; see SourceWarnings.
	Warnings []lint.Warning `json:"warnings,omitempty"`

	// Status is "new", "compiled" or "failed", as engine version Engine found.
	Status      string    `json:"status"`
	Engine      string    `json:"engine,omitempty"`
	RulesetHash string    `json:"rulesetHash,omitempty"`
	Error       string    `json:"error,omitempty"`
	UpdatedAt   time.Time `json:"updatedAt"`
	// SupersededBy is the source that took the place of this one, "" for none.
	// Retired tells that the file that gave it is gone, or gives another one.
	SupersededBy string `json:"supersededBy,omitempty"`
	Retired      bool   `json:"retired"`
	// Tracked is the path of a file that gives the source, within the imported
	// folder; "" when none was imported.
	Tracked string `json:"-"`
}

// identity hashes texts so that no two lists of texts look the same.
func identity(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// PutDefs stores shared definitions (name → text) and returns their id.
func (c *Catalogue) PutDefs(ctx context.Context, files map[string]string) (string, error) {
	texts := []string{"defs"}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		texts = append(texts, name, files[name])
	}
	id := identity(texts...)
	_, err := c.pool.Exec(ctx, `INSERT INTO defsets (id, files) VALUES ($1, $2) ON CONFLICT DO NOTHING`, id, files)
	return id, err
}

// Defs returns what PutDefs stored.
func (c *Catalogue) Defs(ctx context.Context, id string) (map[string]string, error) {
	var files map[string]string
	err := c.pool.QueryRow(ctx, `SELECT files FROM defsets WHERE id = $1`, id).Scan(&files)
	return files, notFound(err, "defset", id)
}

func notFound(err error, what, key string) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("%s %s: %w", what, key, ErrNotFound)
	}
	return err
}

// Submit stores a source, unless it is known already, and returns its id. One that
// was superseded stays so.
func (c *Catalogue) Submit(ctx context.Context, s Source) (string, error) {
	if s.Options == nil {
		s.Options = []string{}
	}
	texts := append([]string{"source", s.Text, s.Ruleset, s.Formalism, s.DefsetID}, s.Options...)
	if s.GamesID != "" {
		texts[0] = "match"
		texts = append(texts, s.GamesID)
	}
	id := identity(texts...)
	_, err := c.pool.Exec(ctx, `
		INSERT INTO sources (id, file, text, options, ruleset, formalism, defset_id, games_id) VALUES ($1, $2, $3, $4, $5, $6, nullif($7, ''), nullif($8, ''))
		ON CONFLICT (id) DO UPDATE SET retired = false WHERE sources.retired AND sources.superseded_by IS NULL`, id, s.File, s.Text, s.Options, s.Ruleset, s.Formalism, s.DefsetID, s.GamesID)
	return id, err
}

// Outdate marks a source as new when another engine version compiled it.
func (c *Catalogue) Outdate(ctx context.Context, source, engine string) error {
	_, err := c.pool.Exec(ctx, `UPDATE sources SET status = 'new', updated_at = now() WHERE id = $1 AND engine <> $2`,
		source, engine)
	return err
}

// Source returns a source with its text.
func (c *Catalogue) Source(ctx context.Context, id string) (Source, error) {
	sources, err := c.sources(ctx, `WHERE id = $1`, id)
	if err == nil && len(sources) == 0 {
		err = notFound(pgx.ErrNoRows, "source", id)
	}
	if err != nil {
		return Source{}, err
	}
	return sources[0], nil
}

func (c *Catalogue) sources(ctx context.Context, where string, args ...any) ([]Source, error) {
	rows, err := c.pool.Query(ctx, `
		SELECT id, file, text, options, ruleset, formalism, coalesce(defset_id, ''), coalesce(games_id, ''), status, engine, coalesce(ruleset_hash, ''), error, updated_at,
			coalesce(superseded_by, ''), retired, coalesce((SELECT substr(path, length(folder) + 2) FROM files f WHERE f.source_id = sources.id AND folder <> '' ORDER BY path LIMIT 1), '')
		FROM sources `+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (s Source, err error) {
		err = row.Scan(&s.ID, &s.File, &s.Text, &s.Options, &s.Ruleset, &s.Formalism, &s.DefsetID, &s.GamesID, &s.Status,
			&s.Engine, &s.RulesetHash, &s.Error, &s.UpdatedAt,
			&s.SupersededBy, &s.Retired, &s.Tracked)
		return s, err
	})
}

// Compiled is what compiling a source found out.
type Compiled struct {
	Hash        string
	Game        string
	Ruleset     string
	Formalism   string
	Players     int
	Metadata    map[string]string  // as the description has it
	About       provenance.Ruleset // the same, read into fields
	Expanded    string
	Highlighted string
	Board       string
	Concepts    map[string]float64
	// Bare and Watched are about how long random playouts take that measure
	// Outcomes and AllMetrics, 0 when unknown.
	Bare, Watched time.Duration
}

// RecordCompiled stores the outcome of compiling a source and opens the
// evaluations that were waiting for it, whose ids it returns. Everything
// happens in one transaction; repeating it changes nothing.
func (c *Catalogue) RecordCompiled(ctx context.Context, source, engine string, r Compiled) (opened []string,
	err error) {
	metadata, err := json.Marshal(r.Metadata)
	if err != nil {
		return nil, err
	}
	err = c.inTx(ctx, func(tx pgx.Tx) error {
		opened = nil
		var game int64
		var locked string // it may have been deleted meanwhile
		if err := tx.QueryRow(ctx, `SELECT id FROM sources WHERE id = $1 FOR UPDATE`, source).Scan(&locked); err != nil {
			return notFound(err, "source", source)
		}
		err := tx.QueryRow(ctx, `
			INSERT INTO games (name, culture, period, region, metadata) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (name) DO UPDATE SET
				culture = coalesce(nullif(excluded.culture, ''), games.culture), period = coalesce(nullif(excluded.period, ''), games.period),
				region = coalesce(nullif(excluded.region, ''), games.region), metadata = excluded.metadata
			RETURNING id`, r.Game, r.About.Culture, r.About.Period, r.About.Region, metadata).Scan(&game)
		if err != nil {
			return fmt.Errorf("game: %w", err)
		}
		a := r.About
		_, err = tx.Exec(ctx, `
			INSERT INTO rulesets (hash, game_id, name, formalism, players, metadata, expanded, highlighted, board, engine,
				description, rules, sources, database_id, version, classification, author, credit, publisher, date, origin, aliases, culture, period, region, year_from, year_to, playout_ns, watched_ns)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, coalesce($22, '{}'::text[]), $23, $24, $25, $26, $27, $28, $29)
			ON CONFLICT (hash) DO UPDATE SET (game_id, name, metadata, highlighted, board, engine,
				description, rules, sources, database_id, version, classification, author, credit, publisher, date, origin, aliases, culture, period, region, year_from, year_to, playout_ns, watched_ns) =
			(excluded.game_id, excluded.name, excluded.metadata, excluded.highlighted, excluded.board, excluded.engine,
				excluded.description, excluded.rules, excluded.sources, excluded.database_id, excluded.version, excluded.classification, excluded.author, excluded.credit,
				excluded.publisher, excluded.date, excluded.origin, excluded.aliases, excluded.culture, excluded.period, excluded.region, excluded.year_from, excluded.year_to, excluded.playout_ns, excluded.watched_ns)`,
			r.Hash, game, r.Ruleset, r.Formalism, r.Players, metadata, r.Expanded, r.Highlighted, r.Board, engine,
			a.Description, a.Rules, a.Source, a.DatabaseID, a.Version, a.Classification, a.Author, a.Credit, a.Publisher,
			a.Date, a.Origin, a.Aliases, a.Culture, a.Period, a.Region, a.YearFrom, a.YearTo, r.Bare.Nanoseconds(),
			r.Watched.Nanoseconds())
		if err != nil {
			return fmt.Errorf("ruleset: %w", err)
		}
		names := slices.Sorted(maps.Keys(r.Concepts))
		values := make([]float64, len(names))
		for i, name := range names {
			values[i] = r.Concepts[name]
		}
		if _, err := tx.Exec(ctx, `DELETE FROM concepts WHERE ruleset_hash = $1 AND engine = $2`, r.Hash,
			engine); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO concepts (ruleset_hash, engine, name, value) SELECT $1, $2, * FROM unnest($3::text[], $4::float8[])
			ON CONFLICT (ruleset_hash, engine, name) DO UPDATE SET value = excluded.value`, r.Hash, engine, names, values); err != nil {
			return fmt.Errorf("concepts: %w", err)
		}
		if _, err := tx.Exec(ctx, `UPDATE rulesets SET num_concepts = $2 WHERE hash = $1`, r.Hash, len(names)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE sources SET status = 'compiled', engine = $2, ruleset_hash = $3, error = '', updated_at = now() WHERE id = $1`,
			source, engine, r.Hash); err != nil {
			return err
		}
		opened, err = c.openEvaluations(ctx, tx, source, r.Hash, engine)
		return err
	})
	return opened, err
}

// RecordSourceFailure stores that a source does not compile, and why.
func (c *Catalogue) RecordSourceFailure(ctx context.Context, source, engine, reason string) error {
	_, err := c.pool.Exec(ctx, `
		UPDATE sources SET status = 'failed', engine = $2, ruleset_hash = NULL, error = $3, updated_at = now() WHERE id = $1`, source, engine, reason)
	return err
}

// Failure is a job that failed for good.
type Failure struct {
	Kind     string    `json:"kind"`
	Subject  string    `json:"subject"`
	Reason   string    `json:"reason"`
	Error    string    `json:"error"`
	Attempts int       `json:"attempts"`
	At       time.Time `json:"at"`
}

// RecordFailure keeps a failed job for people to see.
func (c *Catalogue) RecordFailure(ctx context.Context, f Failure) error {
	_, err := c.pool.Exec(ctx, `INSERT INTO failures (kind, subject, reason, error, attempts) VALUES ($1, $2, $3, $4, $5)`,
		f.Kind, f.Subject, f.Reason, f.Error, f.Attempts)
	return err
}

// Failures returns the latest failures, newest first.
func (c *Catalogue) Failures(ctx context.Context, limit int) ([]Failure, error) {
	rows, err := c.pool.Query(ctx,
		`SELECT kind, subject, reason, error, attempts, at FROM failures ORDER BY id DESC LIMIT $1`, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Failure])
}

// SourcesOf returns the sources that compile to a ruleset without their texts,
// those in use first.
func (c *Catalogue) SourcesOf(ctx context.Context, hash string) ([]Source, error) {
	list, err := c.sources(ctx, `WHERE ruleset_hash = $1 ORDER BY superseded_by IS NOT NULL, retired, file, id`, hash)
	for i := range list {
		list[i].Text = ""
	}
	return list, err
}

// Retry has a source that did not compile compiled again; the error is ErrNotFound when
// there is none, or when it has not failed.
func (c *Catalogue) Retry(ctx context.Context, source string) error {
	tag, err := c.pool.Exec(ctx,
		`UPDATE sources SET status = 'new', error = '', updated_at = now() WHERE id = $1 AND status = 'failed'`, source)
	if err == nil && tag.RowsAffected() == 0 {
		err = notFound(pgx.ErrNoRows, "failed source", source)
	}
	return err
}
