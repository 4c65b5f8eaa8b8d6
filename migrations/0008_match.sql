-- +goose Up
-- The descriptions of the games of a match, stored like shared definitions: with
-- them a source means the same for ever, whatever becomes of its games.
ALTER TABLE sources ADD COLUMN games_id text REFERENCES defsets;
