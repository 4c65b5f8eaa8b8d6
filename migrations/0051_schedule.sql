-- +goose Up
-- What the scheduler does by the clock, for people to see: one row, or none when it does nothing so.
CREATE TABLE schedule (
	single    boolean PRIMARY KEY DEFAULT true CHECK (single),
	cron      text NOT NULL,
	playouts  integer NOT NULL,
	metrics   text NOT NULL,
	next_at   timestamptz NOT NULL,
	ran_at    timestamptz,       -- when it asked last
	requested integer,           -- evaluations that it asked for then
	error     text NOT NULL DEFAULT '' -- why it could not, if it could not
);
