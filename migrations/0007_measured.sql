-- +goose Up
-- Evaluations choose what they measure: all metrics, or what the outcomes tell.
ALTER TABLE requests ADD COLUMN metrics text NOT NULL DEFAULT 'all';
ALTER TABLE evaluations ADD COLUMN metrics text NOT NULL DEFAULT 'all';
-- The time that a random playout without metrics took when the ruleset was
-- compiled, in nanoseconds, by which batches are sized; 0 is unknown.
ALTER TABLE rulesets ADD COLUMN playout_ns bigint NOT NULL DEFAULT 0;
