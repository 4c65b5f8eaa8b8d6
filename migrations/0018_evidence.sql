-- +goose Up
-- Items of evidence about games, as files beside their descriptions list them; see
-- pkg/evidence and docs/evidence.md. They belong to a game by its name, which may
-- not be in the catalogue yet.
CREATE TABLE evidence (
	path           text NOT NULL, -- of the file, absolute on the disk of whoever imported it
	folder         text NOT NULL, -- that was imported, '' when the file was given by itself
	position       int NOT NULL,  -- in the file, from 0
	game           text NOT NULL,
	id             text NOT NULL,
	kind           text NOT NULL CHECK (kind IN ('text', 'find', 'picture', 'board', 'ethnography')),
	title          text NOT NULL,
	what           text NOT NULL,
	place          text NOT NULL,
	region         text NOT NULL,
	latitude       double precision CHECK (latitude BETWEEN -90 AND 90),
	longitude      double precision CHECK (longitude BETWEEN -180 AND 180),
	uncertainty_km double precision NOT NULL,
	"when"         text NOT NULL,
	year_from      int, -- historical, never 0
	year_to        int,
	culture        text NOT NULL,
	setting        text NOT NULL,
	source         text NOT NULL,
	link           text NOT NULL,
	certainty      text NOT NULL CHECK (certainty IN ('certain', 'probable', 'possible', 'doubtful')),
	reason         text NOT NULL,
	supports       jsonb NOT NULL, -- [{"rulesets": […], "rules": […], "note": "…"}]
	PRIMARY KEY (path, position),
	CHECK ((latitude IS NULL) = (longitude IS NULL))
);
CREATE INDEX ON evidence (game, id);
