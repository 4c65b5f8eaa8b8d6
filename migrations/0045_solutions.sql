-- +goose Up
-- What rulesets are worth when everybody plays as well as can be, as `astragal solve --keep`
-- found and proved it: a property of the rules, whether or not the catalogue has them.
CREATE TABLE solutions (
	ruleset_hash   text     PRIMARY KEY,
	game           text     NOT NULL, -- its name, for people
	engine         text     NOT NULL,
	exact          boolean  NOT NULL, -- false where only bounds are known
	verdict        text     NOT NULL, -- in words
	theorem        text     NOT NULL, -- what is proved
	method         text     NOT NULL,
	values         text[]   NOT NULL, -- by seat, exact fractions; empty where there are none
	winner         integer  NOT NULL, -- seat from 1, 0 for nobody
	plies          integer  NOT NULL, -- in which the winner forces the end, 0 without winner
	positions      bigint   NOT NULL,
	boards         bigint   NOT NULL, -- 0 where they were not told apart
	lower          text     NOT NULL, -- bounds of the first seat's value, exact; empty where there are none
	upper          text     NOT NULL,
	puzzle_solutions bigint,          -- of a deduction puzzle; NULL for games
	guessing       text     NOT NULL, -- what it takes to solve it: singles, refutation, guessing; empty unless it has one solution
	solved_at      timestamptz NOT NULL DEFAULT now()
);
