-- +goose Up
-- Studies of use-wear that were asked for through the API: what was asked, how far they are, and
-- their reports. The rulesets are those that the query found when it was asked.
CREATE TABLE wear_studies (
	id          text PRIMARY KEY,  -- follows from the request, the rulesets and the engine
	name        text NOT NULL,
	engine      text NOT NULL,
	request     jsonb NOT NULL,    -- of study.Request
	hashes      text[] NOT NULL,   -- of the candidate rulesets
	status      text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed', 'cancelled')),
	error       text NOT NULL DEFAULT '',
	asked       boolean NOT NULL DEFAULT false, -- whether all evaluations are asked for
	evaluations integer NOT NULL,
	done        integer NOT NULL DEFAULT 0,     -- evaluations that have ended
	verdict     text NOT NULL DEFAULT '',
	notes       text[] NOT NULL DEFAULT '{}',   -- candidates that were left out, and why
	lease       timestamptz NOT NULL DEFAULT now(), -- until when nobody else works on it
	created_at  timestamptz NOT NULL DEFAULT now(),
	finished_at timestamptz
);
CREATE INDEX wear_studies_running ON wear_studies (lease) WHERE status = 'running';

CREATE TABLE wear_reports (
	study_id text NOT NULL REFERENCES wear_studies ON DELETE CASCADE,
	form     text NOT NULL, -- .html, .json, .csv or .parquet
	content  bytea NOT NULL,
	PRIMARY KEY (study_id, form)
);
