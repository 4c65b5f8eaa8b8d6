-- +goose Up
-- Games of agents against each other. What a game comes to follows from all that its
-- row has before the result, so that a match goes on from the games that are here.
CREATE TABLE arena_games (
	ruleset_hash text     NOT NULL,
	game         text     NOT NULL, -- its name, for people
	engine       text     NOT NULL,
	a            text     NOT NULL, -- canonical texts of the agents
	b            text     NOT NULL,
	seed         numeric(20) NOT NULL,
	max_plies    integer  NOT NULL,
	number       integer  NOT NULL, -- from 0; an even one and the next are a pair with changed places
	result       smallint NOT NULL CHECK (result BETWEEN -1 AND 1), -- for a: 1 won, 0 drawn, -1 lost
	plies        integer  NOT NULL,
	played_at    timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (ruleset_hash, engine, a, b, seed, max_plies, number)
);

-- The score of every match.
CREATE VIEW arena_scores AS
	SELECT ruleset_hash, game, engine, a, b, seed, max_plies, count(*) AS games,
		count(*) FILTER (WHERE result = 1) AS wins, count(*) FILTER (WHERE result = 0) AS draws,
		count(*) FILTER (WHERE result = -1) AS losses, avg(plies) AS plies
	FROM arena_games GROUP BY ruleset_hash, game, engine, a, b, seed, max_plies;
