-- +goose Up
-- What became of figures from one engine version to the next, as the scheduler found
-- when it last had something new to say.
CREATE TABLE change_reports (
	from_engine text NOT NULL,
	to_engine   text NOT NULL,
	report      jsonb NOT NULL, -- of catalogue.ChangeReport
	made_at     timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (from_engine, to_engine)
);
