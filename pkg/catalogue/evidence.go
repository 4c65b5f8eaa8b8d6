package catalogue

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/pkg/evidence"
)

// PutEvidence stores what files of evidence say, in place of what they said before.
// Their paths are absolute. Unless folder is "", what was recorded of files below it
// that are not listed is gone.
func (c *Catalogue) PutEvidence(ctx context.Context, folder string, files []*evidence.File) error {
	folder = strings.TrimSuffix(filepath.ToSlash(folder), "/")
	var paths []string
	batch := &pgx.Batch{}
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	batch.Queue(`DELETE FROM evidence WHERE path = ANY ($1) OR $2 <> '' AND starts_with(path, $2)`, paths,
		withSlash(folder))
	for _, f := range files {
		for n := range f.Items {
			i := &f.Items[n]
			supports, err := json.Marshal(i.Supports)
			if err != nil {
				return err
			}
			batch.Queue(`INSERT INTO evidence (path, folder, position, game, id, kind, title, what, place, region,
				latitude, longitude, uncertainty_km, "when", year_from, year_to, culture, setting, source, link,
				certainty, reason, supports) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
				$17, $18, $19, $20, $21, $22, $23)`, f.Path, folder, n, i.Game, i.ID, i.Kind, i.Title, i.What, i.Place, i.Region,
				i.Latitude, i.Longitude, i.UncertaintyKM, i.When, i.YearFrom, i.YearTo, i.Culture, i.Setting, i.Source, i.Link,
				i.Certainty, i.Reason, supports)
		}
	}
	return c.inTx(ctx, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
}

// EvidenceFilter narrows a list of evidence; zero fields do not.
type EvidenceFilter struct {
	Game, ID, Kind string
	Ruleset        *string // name of a ruleset of the game, "" for one without a name
	From, To       *int    // historical years that the item's time must overlap
}

// Evidence returns the items that pass the filter, in the order of evidence.Sort.
// Of several files that tell the same item of a game, the one imported as part of a
// folder counts, then the one that comes first by path.
func (c *Catalogue) Evidence(ctx context.Context, f EvidenceFilter) ([]evidence.Item, error) {
	q := &query{}
	q.add(`SELECT DISTINCT ON (game, id) game, id, kind, title, what, place, region, latitude, longitude, uncertainty_km,
		"when", year_from, year_to, culture, setting, source, link, certainty, reason, supports
		FROM evidence WHERE true`)
	for _, x := range []struct{ column, value string }{{"game", f.Game}, {"id", f.ID}, {"kind", f.Kind}} {
		if x.value != "" {
			q.add(` AND `+x.column+` = ?`, x.value)
		}
	}
	if f.From != nil {
		q.add(` AND (year_to >= ? OR year_to IS NULL)`, *f.From)
	}
	if f.To != nil {
		q.add(` AND (year_from <= ? OR year_from IS NULL)`, *f.To)
	}
	q.add(` ORDER BY game, id, folder = '', path`)
	rows, err := c.pool.Query(ctx, q.sql.String(), q.args...)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (i evidence.Item, err error) {
		err = row.Scan(&i.Game, &i.ID, &i.Kind, &i.Title, &i.What, &i.Place, &i.Region, &i.Latitude, &i.Longitude,
			&i.UncertaintyKM, &i.When, &i.YearFrom, &i.YearTo, &i.Culture, &i.Setting, &i.Source, &i.Link, &i.Certainty,
			&i.Reason, &i.Supports)
		return i, err
	})
	list := []evidence.Item{}
	for _, i := range all {
		if f.Ruleset == nil || i.Concerns(*f.Ruleset) {
			list = append(list, i)
		}
	}
	evidence.Sort(list)
	return list, err
}
