-- +goose Up
-- What is suspicious about a source, as the engine that compiled it last found: a
-- list of engine/lint's warnings; NULL where nobody has looked yet.
ALTER TABLE sources ADD COLUMN warnings jsonb;
