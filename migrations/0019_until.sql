-- +goose Up
-- Evaluations may stop when the intervals of some metrics are narrow enough: the
-- condition, '' for none. Their batches grow in stages, up to the playouts asked for.
ALTER TABLE requests ADD COLUMN until text NOT NULL DEFAULT '';
ALTER TABLE evaluations ADD COLUMN until text NOT NULL DEFAULT '';
