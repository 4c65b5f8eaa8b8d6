-- +goose Up
-- The page of operations shows the evaluations that ended last.
CREATE INDEX ON evaluations (finished_at DESC NULLS LAST, id);
