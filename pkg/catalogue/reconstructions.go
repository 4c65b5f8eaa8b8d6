package catalogue

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
)

// Reconstruction is a study of an incomplete ruleset that was asked for.
type Reconstruction struct {
	ID         string          `json:"id"`
	Name       string          `json:"name"`
	Engine     string          `json:"engine"`
	Request    json.RawMessage `json:"request"`
	Skeleton   string          `json:"skeleton"` // hash
	Donors     []string        `json:"donors"`   // sources that fillers are taken from; nil until it is begun
	Status     string          `json:"status"`   // running, done, failed or cancelled
	Error      string          `json:"error,omitempty"`
	Verdict    string          `json:"verdict,omitempty"`
	Citation   string          `json:"citation,omitempty"` // hash of the methods paragraph
	CreatedAt  time.Time       `json:"createdAt"`
	FinishedAt *time.Time      `json:"finishedAt,omitempty"`
}

// Completion is a completion that became a source.
type Completion struct {
	Number    int             `json:"number"` // from 1, the most probable first
	Source    string          `json:"source"`
	Posterior float64         `json:"posterior"`
	Fillers   json.RawMessage `json:"fillers"` // by hole: what fills it, and the donors that have it
	// Ruleset is the hash of the compiled ruleset, "" before it is compiled.
	Ruleset string `json:"ruleset,omitempty"`
}

// Parent is the study that a ruleset was reconstructed in.
type Parent struct {
	Reconstruction string          `json:"reconstruction"`
	Name           string          `json:"name"`
	Skeleton       string          `json:"skeleton"` // hash
	Number         int             `json:"number"`
	Posterior      float64         `json:"posterior"`
	Fillers        json.RawMessage `json:"fillers"`
}

const reconstructionColumns = `id, name, engine, request, skeleton, donors, status, error, verdict, citation, created_at,
	finished_at`

// PutReconstruction stores a study that is to be made. One with the same id stays as it is, but one that failed or
// was cancelled is begun again, with the donors that there are then.
func (c *Catalogue) PutReconstruction(ctx context.Context, r Reconstruction) (Reconstruction, error) {
	_, err := c.pool.Exec(ctx, `INSERT INTO reconstructions (id, name, engine, request, skeleton)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (id) DO UPDATE SET status = 'running', error = '', donors = NULL, finished_at = NULL
		WHERE reconstructions.status IN ('failed', 'cancelled')`, r.ID, r.Name, r.Engine, r.Request, r.Skeleton)
	if err != nil {
		return r, err
	}
	return c.Reconstruction(ctx, r.ID)
}

func (c *Catalogue) reconstructions(ctx context.Context, where string, args ...any) ([]Reconstruction, error) {
	rows, err := c.pool.Query(ctx, `SELECT `+reconstructionColumns+` FROM reconstructions `+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Reconstruction])
}

// Reconstruction returns a study; the error is ErrNotFound when there is none.
func (c *Catalogue) Reconstruction(ctx context.Context, id string) (Reconstruction, error) {
	list, err := c.reconstructions(ctx, `WHERE id = $1`, id)
	if err == nil && len(list) == 0 {
		err = notFound(pgx.ErrNoRows, "reconstruction", id)
	}
	if err != nil {
		return Reconstruction{}, err
	}
	return list[0], nil
}

// Reconstructions returns the studies that were asked for last, the newest first.
func (c *Catalogue) Reconstructions(ctx context.Context, limit int) ([]Reconstruction, error) {
	return c.reconstructions(ctx, `ORDER BY created_at DESC, id LIMIT $1`, limit)
}

// ClaimReconstruction returns a study under way that nobody works on, and keeps others from it for so long; false when
// there is none.
func (c *Catalogue) ClaimReconstruction(ctx context.Context, lease time.Duration) (r Reconstruction, ok bool,
	err error) {
	rows, err := c.pool.Query(ctx, `UPDATE reconstructions SET lease = now() + $1::interval WHERE id = (
		SELECT id FROM reconstructions WHERE status = 'running' AND lease <= now()
		ORDER BY lease, created_at, id FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING `+reconstructionColumns, lease)
	if err != nil {
		return r, false, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Reconstruction])
	if err != nil || len(list) == 0 {
		return r, false, err
	}
	return list[0], true, nil
}

// LeaseReconstruction keeps others from a study for so long from now on; false if it is not under way any more.
func (c *Catalogue) LeaseReconstruction(ctx context.Context, id string, lease time.Duration) (bool, error) {
	tag, err := c.pool.Exec(ctx, `UPDATE reconstructions SET lease = now() + $2::interval
		WHERE id = $1 AND status = 'running'`, id, lease)
	return tag.RowsAffected() > 0, err
}

// BeginReconstruction notes the donors of a study, unless they are noted already, and returns those that are.
func (c *Catalogue) BeginReconstruction(ctx context.Context, id string, donors []string) (noted []string, err error) {
	err = c.pool.QueryRow(ctx, `UPDATE reconstructions SET donors = coalesce(donors, $2) WHERE id = $1 RETURNING donors`,
		id, append([]string{}, donors...)).Scan(&noted)
	return noted, notFound(err, "reconstruction", id)
}

// FinishReconstruction stores the reports of a study under way, by form, and the sources that its completions became.
// One that was cancelled meanwhile stays so.
func (c *Catalogue) FinishReconstruction(ctx context.Context, id, verdict, citation string, reports map[string][]byte,
	list []Completion) error {
	return c.inTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE reconstructions SET status = 'done', verdict = $2, citation = $3,
			finished_at = now() WHERE id = $1 AND status = 'running'`, id, verdict, citation)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		batch := &pgx.Batch{}
		for form, content := range reports {
			batch.Queue(`INSERT INTO reconstruction_reports (reconstruction_id, form, content) VALUES ($1, $2, $3)
				ON CONFLICT (reconstruction_id, form) DO UPDATE SET content = $3`, id, form, content)
		}
		batch.Queue(`DELETE FROM completions WHERE reconstruction_id = $1`, id)
		for _, x := range list {
			batch.Queue(`INSERT INTO completions (reconstruction_id, number, source_id, posterior, fillers)
				VALUES ($1, $2, $3, $4, $5)`, id, x.Number, x.Source, x.Posterior, x.Fillers)
		}
		return tx.SendBatch(ctx, batch).Close()
	})
}

// EndReconstruction marks a study under way "failed" or "cancelled", with a reason.
func (c *Catalogue) EndReconstruction(ctx context.Context, id, status, reason string) error {
	_, err := c.pool.Exec(ctx, `UPDATE reconstructions SET status = $2, error = $3, finished_at = now()
		WHERE id = $1 AND status = 'running'`, id, status, reason)
	return err
}

// ReconstructionReport returns the report of a finished study in one of the forms; the error is ErrNotFound when there
// is none.
func (c *Catalogue) ReconstructionReport(ctx context.Context, id, form string) (content []byte, err error) {
	err = c.pool.QueryRow(ctx, `SELECT content FROM reconstruction_reports WHERE reconstruction_id = $1 AND form = $2`,
		id, form).Scan(&content)
	return content, notFound(err, "report of reconstruction", id)
}

// Completions returns the sources that the completions of a study became, the most probable first.
func (c *Catalogue) Completions(ctx context.Context, id string) ([]Completion, error) {
	rows, err := c.pool.Query(ctx, `SELECT number, source_id, posterior, fillers, coalesce(ruleset_hash, '')
		FROM completions JOIN sources s ON s.id = source_id WHERE reconstruction_id = $1 ORDER BY number`, id)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Completion])
}

// Parents returns the studies that a ruleset was reconstructed in, the newest first; none for one that is attested.
func (c *Catalogue) Parents(ctx context.Context, ruleset string) ([]Parent, error) {
	rows, err := c.pool.Query(ctx, `SELECT r.id, r.name, r.skeleton, k.number, k.posterior, k.fillers
		FROM completions k JOIN reconstructions r ON r.id = k.reconstruction_id JOIN sources s ON s.id = k.source_id
		WHERE s.ruleset_hash = $1 ORDER BY r.created_at DESC, r.id, k.number`, ruleset)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Parent])
}

// Donors returns the sources of L-GDL that are listed and compile, and no completions of a study, by file and id: what
// fillers may be taken from. With ids it returns those sources, whatever became of them.
func (c *Catalogue) Donors(ctx context.Context, ids []string) ([]Source, error) {
	if ids != nil {
		return c.sources(ctx, `WHERE id = ANY ($1) ORDER BY file, id`, ids)
	}
	return c.sources(ctx, `WHERE formalism = 'lgdl' AND status = 'compiled' AND NOT retired AND superseded_by IS NULL
		AND NOT EXISTS (SELECT FROM completions WHERE source_id = sources.id) ORDER BY file, id`)
}
