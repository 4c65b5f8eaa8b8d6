-- +goose Up
-- Which sources the files of an imported folder give, so that importing it again
-- knows what changed. A source that was given by files and no longer is by any
-- is retired: it keeps its history, but nobody evaluates it again or counts it
-- among the failures.
CREATE TABLE files (
	path       text NOT NULL,
	ruleset    text NOT NULL,
	options    text[] NOT NULL,
	source_id  text NOT NULL REFERENCES sources,
	updated_at timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (path, ruleset, options)
);
CREATE INDEX ON files (source_id);
ALTER TABLE sources ADD COLUMN retired boolean NOT NULL DEFAULT false;
