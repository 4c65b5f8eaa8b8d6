package catalogue

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
)

// WearStudy is a study of use-wear that was asked for: what was asked, and how far it is.
type WearStudy struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Engine  string          `json:"engine"`
	Request json.RawMessage `json:"request"`
	Hashes  []string        `json:"rulesets"` // of the candidates
	Status  string          `json:"status"`   // running, done, failed or cancelled
	Error   string          `json:"error,omitempty"`
	// Asked says that all evaluations are asked for; Done of them have ended.
	Asked       bool       `json:"asked"`
	Evaluations int        `json:"evaluations"`
	Done        int        `json:"done"`
	Verdict     string     `json:"verdict,omitempty"`
	Notes       []string   `json:"notes"` // candidates that were left out, and why
	CreatedAt   time.Time  `json:"createdAt"`
	FinishedAt  *time.Time `json:"finishedAt,omitempty"`
}

const studyColumns = `id, name, engine, request, hashes, status, error, asked, evaluations, done, verdict, notes,
	created_at, finished_at`

// PutStudy stores a study that is to be made. One with the same id stays as it is, but one that failed
// or was cancelled is begun again.
func (c *Catalogue) PutStudy(ctx context.Context, s WearStudy) (WearStudy, error) {
	_, err := c.pool.Exec(
		ctx,
		`INSERT INTO wear_studies (id, name, engine, request, hashes, evaluations)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (id) DO UPDATE SET status = 'running', error = '', asked = false, done = 0, notes = '{}',
			finished_at = NULL
		WHERE wear_studies.status IN ('failed', 'cancelled')`,
		s.ID,
		s.Name,
		s.Engine,
		s.Request,
		s.Hashes,
		s.Evaluations,
	)
	if err != nil {
		return s, err
	}
	return c.Study(ctx, s.ID)
}

// Study returns a study; the error is ErrNotFound when there is none.
func (c *Catalogue) Study(ctx context.Context, id string) (WearStudy, error) {
	rows, err := c.pool.Query(ctx, `SELECT `+studyColumns+` FROM wear_studies WHERE id = $1`, id)
	if err != nil {
		return WearStudy{}, err
	}
	s, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[WearStudy])
	return s, notFound(err, "study", id)
}

// Studies returns the studies that were asked for last, the newest first.
func (c *Catalogue) Studies(ctx context.Context, limit int) ([]WearStudy, error) {
	rows, err := c.pool.Query(
		ctx,
		`SELECT `+studyColumns+` FROM wear_studies ORDER BY created_at DESC, id LIMIT $1`,
		limit,
	)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[WearStudy])
}

// ClaimStudy returns a study under way that nobody works on, and keeps others from it for so
// long; false when there is none.
func (c *Catalogue) ClaimStudy(ctx context.Context, lease time.Duration) (s WearStudy, ok bool, err error) {
	rows, err := c.pool.Query(ctx, `UPDATE wear_studies SET lease = now() + $1::interval WHERE id = (
		SELECT id FROM wear_studies WHERE status = 'running' AND lease <= now()
		ORDER BY lease, created_at, id FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING `+studyColumns, lease)
	if err != nil {
		return s, false, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[WearStudy])
	if err != nil || len(list) == 0 {
		return s, false, err
	}
	return list[0], true, nil
}

// LeaseStudy keeps others from a study for so long from now on; false if it is not under way any more.
func (c *Catalogue) LeaseStudy(ctx context.Context, id string, lease time.Duration) (bool, error) {
	tag, err := c.pool.Exec(ctx, `UPDATE wear_studies SET lease = now() + $2::interval
		WHERE id = $1 AND status = 'running'`, id, lease)
	return tag.RowsAffected() > 0, err
}

// StudyProgress notes how far a study under way is.
func (c *Catalogue) StudyProgress(ctx context.Context, id string, asked bool, done int) error {
	_, err := c.pool.Exec(
		ctx,
		`UPDATE wear_studies SET asked = $2, done = $3 WHERE id = $1 AND status = 'running'`,
		id,
		asked,
		done,
	)
	return err
}

// FinishStudy stores the reports of a study under way, by form. One that was cancelled
// meanwhile stays so.
func (c *Catalogue) FinishStudy(
	ctx context.Context,
	id, verdict string,
	notes []string,
	reports map[string][]byte,
) error {
	return c.inTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(
			ctx,
			`UPDATE wear_studies SET status = 'done', verdict = $2, notes = $3, done = evaluations,
			finished_at = now()
			WHERE id = $1 AND status = 'running'`,
			id,
			verdict,
			append([]string{}, notes...),
		)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		for form, content := range reports {
			if _, err := tx.Exec(ctx, `INSERT INTO wear_reports (study_id, form, content) VALUES ($1, $2, $3)
				ON CONFLICT (study_id, form) DO UPDATE SET content = $3`, id, form, content); err != nil {
				return err
			}
		}
		return nil
	})
}

// EndStudy marks a study under way "failed" or "cancelled", with a reason.
func (c *Catalogue) EndStudy(ctx context.Context, id, status, reason string, notes []string) error {
	_, err := c.pool.Exec(ctx, `UPDATE wear_studies SET status = $2, error = $3, notes = $4, finished_at = now()
		WHERE id = $1 AND status = 'running'`, id, status, reason, append([]string{}, notes...))
	return err
}

// StudyReport returns the report of a finished study in one of the forms; the error is ErrNotFound
// when there is none.
func (c *Catalogue) StudyReport(ctx context.Context, id, form string) (content []byte, err error) {
	err = c.pool.QueryRow(ctx, `SELECT content FROM wear_reports WHERE study_id = $1 AND form = $2`, id, form).
		Scan(&content)
	return content, notFound(err, "report of study", id)
}
