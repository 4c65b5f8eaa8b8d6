package catalogue

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// SourceFiles returns the name of a file for each ruleset, by hash: its path in
// the folder that was imported, else the name that it was submitted by; of
// several that give the ruleset, one that is still there, and the oldest.
func (c *Catalogue) SourceFiles(ctx context.Context) (map[string]string, error) {
	rows, err := c.pool.Query(ctx, `SELECT DISTINCT ON (ruleset_hash) ruleset_hash,
			coalesce((SELECT substr(path, length(folder) + 2) FROM files f
				WHERE f.source_id = s.id AND folder <> '' ORDER BY path LIMIT 1), file)
		FROM sources s WHERE ruleset_hash IS NOT NULL ORDER BY ruleset_hash, retired, created_at, id`)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	var hash, file string
	_, err = pgx.ForEachRow(rows, []any{&hash, &file}, func() error {
		files[hash] = file
		return nil
	})
	return files, err
}
