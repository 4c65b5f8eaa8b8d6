-- +goose Up
-- What the holder of a key may have played in a day (UTC): playouts asked for, and
-- seconds of playing; NULL is no limit.
ALTER TABLE api_keys
	ADD COLUMN playouts_per_day bigint CHECK (playouts_per_day >= 0),
	ADD COLUMN seconds_per_day double precision CHECK (seconds_per_day >= 0);
CREATE TABLE key_use (
	name     text NOT NULL,
	day      date NOT NULL,
	playouts bigint NOT NULL, -- asked for
	PRIMARY KEY (name, day)
);
-- The key by which an evaluation was asked for, '' for none.
ALTER TABLE requests ADD COLUMN asked_by text NOT NULL DEFAULT '';
CREATE INDEX ON requests (asked_by) WHERE asked_by <> '';
