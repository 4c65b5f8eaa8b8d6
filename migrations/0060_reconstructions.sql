-- +goose Up
-- Studies of incomplete rulesets that were asked for: what was asked, how far they are, and their reports. Their most
-- probable completions become sources, and so rulesets, which know what they are completions of.
CREATE TABLE reconstructions (
	id          text PRIMARY KEY,  -- follows from the request and the engine
	name        text NOT NULL,
	engine      text NOT NULL,
	request     jsonb NOT NULL,    -- of reconstruction.Request
	skeleton    text NOT NULL,     -- hash of the skeleton
	donors      text[],            -- sources that fillers are taken from, since it was begun
	status      text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed', 'cancelled')),
	error       text NOT NULL DEFAULT '',
	verdict     text NOT NULL DEFAULT '',
	citation    text NOT NULL DEFAULT '', -- hash of the methods paragraph
	lease       timestamptz NOT NULL DEFAULT now(), -- until when nobody else works on it
	created_at  timestamptz NOT NULL DEFAULT now(),
	finished_at timestamptz
);
CREATE INDEX reconstructions_running ON reconstructions (lease) WHERE status = 'running';

CREATE TABLE reconstruction_reports (
	reconstruction_id text NOT NULL REFERENCES reconstructions ON DELETE CASCADE,
	form              text NOT NULL, -- .html, .json, .csv or .parquet
	content           bytea NOT NULL,
	PRIMARY KEY (reconstruction_id, form)
);

-- Completions that became sources: the parent is the skeleton of the study.
CREATE TABLE completions (
	reconstruction_id text NOT NULL REFERENCES reconstructions ON DELETE CASCADE,
	number            integer NOT NULL, -- from 1, the most probable first
	source_id         text NOT NULL REFERENCES sources ON DELETE CASCADE,
	posterior         double precision NOT NULL,
	fillers           jsonb NOT NULL,   -- by hole: what fills it, and the donors that have it
	PRIMARY KEY (reconstruction_id, number)
);
CREATE INDEX completions_source ON completions (source_id);
