package catalogue

import (
	"context"
	"maps"
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
// more are retired; where a file gives another one instead, that supersedes them.
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
		rows, err := tx.Query(ctx,
			`SELECT path, ruleset, options, source_id FROM files WHERE path = ANY ($1) OR $2 <> '' AND starts_with(path, $2) ORDER BY path, ruleset FOR UPDATE`,
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
		displaced := map[string]string{} // source → successor, "" for none
		var fresh []string               // successors
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
				displaced[old.Source], fresh = f.Source, append(fresh, f.Source)
			}
			batch.Queue(`INSERT INTO files (path, ruleset, options, source_id) VALUES ($1, $2, $3, $4)
				ON CONFLICT (path, ruleset, options) DO UPDATE SET source_id = excluded.source_id, updated_at = now()`,
				f.Path, f.Ruleset, f.Options, f.Source)
		}
		if folder != "" {
			for _, f := range before {
				ch.Removed++
				if _, known := displaced[f.Source]; !known {
					displaced[f.Source] = ""
				}
				batch.Queue(`DELETE FROM files WHERE (path, ruleset, options) = ($1, $2, $3)`, f.Path, f.Ruleset, f.Options)
			}
		}
		if folder != "" {
			batch.Queue(`UPDATE files SET folder = $2 WHERE path = ANY ($1) AND folder <> $2`, paths,
				strings.TrimSuffix(folder, "/"))
		}
		old := slices.Sorted(maps.Keys(displaced))
		by := make([]string, len(old))
		for i, id := range old {
			by[i] = displaced[id]
		}
		// One that a file gives again is back.
		batch.Queue(`UPDATE sources SET retired = false, superseded_by = NULL, superseded_at = NULL WHERE id = ANY ($1)
			AND (retired OR superseded_by IS NOT NULL)`, fresh)
		batch.Queue(`UPDATE sources SET retired = true, superseded_by = coalesce(nullif(d.by, ''), superseded_by),
			superseded_at = CASE WHEN d.by <> '' THEN now() ELSE superseded_at END
			FROM unnest($1::text[], $2::text[]) AS d (old, by)
			WHERE id = d.old AND NOT EXISTS (SELECT FROM files WHERE source_id = sources.id)`, old, by)
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
