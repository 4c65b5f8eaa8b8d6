-- +goose Up
-- The same for a random playout with all metrics, which is played in another way.
ALTER TABLE rulesets ADD COLUMN watched_ns bigint NOT NULL DEFAULT 0;
