-- +goose Up
-- A source may take the place of another one, which then leaves the tables but
-- stays known by its id, and its ruleset by its hash.
ALTER TABLE sources
	ADD COLUMN superseded_by text REFERENCES sources ON DELETE SET NULL,
	ADD COLUMN superseded_at timestamptz;
CREATE INDEX ON sources (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX ON sources (ruleset_hash) WHERE NOT retired AND superseded_by IS NULL;

-- The folder whose import gave a file, '' when it was submitted by itself: people
-- are shown the path within it, not where the server keeps it.
ALTER TABLE files ADD COLUMN folder text NOT NULL DEFAULT '';

-- Rulesets that tables list: those of a source that is neither superseded nor
-- retired. What only an older engine made of a source has no source any more.
CREATE VIEW listed_rulesets AS
	SELECT DISTINCT ruleset_hash AS hash FROM sources WHERE NOT retired AND superseded_by IS NULL AND ruleset_hash IS NOT NULL;
