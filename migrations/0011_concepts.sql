-- +goose Up
-- The catalogue of concepts; pkg/catalogue fills it with the engine's when it opens a
-- database. Until version 10 of the schema its name was 0003_concepts.sql, then
-- 0005_concepts.sql, with the rows in it.
CREATE TABLE concept_catalogue (
	id       int PRIMARY KEY, -- those from 1001 on are our own
	position int NOT NULL UNIQUE, -- catalogue order
	name     text NOT NULL UNIQUE,
	taxonomy text NOT NULL UNIQUE, -- dotted place in the taxonomy
	parent   text REFERENCES concept_catalogue (name) DEFERRABLE INITIALLY DEFERRED,
	type     text NOT NULL,
	data     text NOT NULL CHECK (data IN ('Boolean', 'Integer', 'Double')),
	computed text NOT NULL CHECK (computed IN ('Compilation', 'Playout')),
	leaf     bool NOT NULL,
	purposes text[] NOT NULL,
	source   text NOT NULL, -- how it is computed
	meaning  text NOT NULL
);
