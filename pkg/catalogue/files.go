package catalogue

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// File says which source a file on somebody's disk gives, with the ruleset and
// the options chosen.
type File struct {
	Path    string
	Ruleset string
	Options []string
	Source  string
}

// Changes are what tracking files found, in sources.
type Changes struct {
	Added     int `json:"added"`
	Changed   int `json:"changed"`
	Unchanged int `json:"unchanged"`
	Removed   int `json:"removed"`
}

// TrackFiles records which sources files give now. Unless folder is "", files
// recorded below it that are not listed are gone. Sources that no file gives any
// more are retired.
func (c *Catalogue) TrackFiles(ctx context.Context, folder string, files []File) (ch Changes, err error) {
	key := func(f File) string { return f.Path + "\x00" + f.Ruleset + "\x00" + strings.Join(f.Options, "\x00") }
	paths := make([]string, len(files))
	for i, f := range files {
		if f.Options == nil {
			files[i].Options = []string{}
		}
		paths[i] = f.Path
	}
	err = c.inTx(ctx, func(tx pgx.Tx) error {
		ch = Changes{}
		rows, err := tx.Query(ctx, `SELECT path, ruleset, options, source_id FROM files WHERE path = ANY ($1) OR $2 <> '' AND starts_with(path, $2) ORDER BY path, ruleset FOR UPDATE`,
			paths, withSlash(folder))
		if err != nil {
			return err
		}
		known, err := pgx.CollectRows(rows, pgx.RowToStructByPos[File])
		if err != nil {
			return err
		}
		before := map[string]File{}
		for _, f := range known {
			before[key(f)] = f
		}
		var displaced []string
		batch := &pgx.Batch{}
		for _, f := range files {
			old, there := before[key(f)]
			delete(before, key(f))
			switch {
			case !there:
				ch.Added++
			case old.Source == f.Source:
				ch.Unchanged++
				continue
			default:
				ch.Changed++
				displaced = append(displaced, old.Source)
			}
			batch.Queue(`INSERT INTO files (path, ruleset, options, source_id) VALUES ($1, $2, $3, $4)
				ON CONFLICT (path, ruleset, options) DO UPDATE SET source_id = excluded.source_id, updated_at = now()`, f.Path, f.Ruleset, f.Options, f.Source)
		}
		if folder != "" {
			for _, f := range before {
				ch.Removed++
				displaced = append(displaced, f.Source)
				batch.Queue(`DELETE FROM files WHERE (path, ruleset, options) = ($1, $2, $3)`, f.Path, f.Ruleset, f.Options)
			}
		}
		slices.Sort(displaced)
		batch.Queue(`UPDATE sources SET retired = true WHERE id = ANY ($1) AND NOT EXISTS (SELECT FROM files WHERE source_id = sources.id)`, displaced)
		return tx.SendBatch(ctx, batch).Close()
	})
	return ch, err
}

func withSlash(folder string) string {
	if folder == "" {
		return ""
	}
	return strings.TrimSuffix(folder, "/") + "/"
}
