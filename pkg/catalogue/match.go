package catalogue

import "context"

// Description returns the L-GDL source that the name of a game in a match means:
// one whose file has that name, else one whose game has it, in small or capital
// letters; of several one that is neither retired nor superseded, and the newest. Which ruleset was
// chosen for it does not matter. The error is ErrNotFound when there is none.
func (c *Catalogue) Description(ctx context.Context, name string) (Source, error) {
	var id string
	err := c.pool.QueryRow(ctx, `
		SELECT s.id FROM sources s LEFT JOIN rulesets r ON r.hash = s.ruleset_hash LEFT JOIN games g ON g.id = r.game_id
		CROSS JOIN LATERAL (SELECT lower(regexp_replace(s.file, '^.*[/\\]', '')) = lower($1) || '.lud' AS named) f
		WHERE s.formalism IN ('lgdl', '') AND s.games_id IS NULL AND (f.named OR lower(g.name) = lower($1))
		ORDER BY s.retired OR s.superseded_by IS NOT NULL, f.named DESC, s.created_at DESC, s.id LIMIT 1`, name).Scan(&id)
	if err != nil {
		return Source{}, notFound(err, "game", name)
	}
	return c.Source(ctx, id)
}
