-- +goose Up
-- How much of a ruleset is known, as the public library writes it at the end of a
-- ruleset's name: "Ruleset (Suggested)". NULL where the name says nothing.
ALTER TABLE rulesets ADD COLUMN standing text GENERATED ALWAYS AS (lower(substring(name from
	'\((Described|Observed|Suggested|Scholarly|Reconstructed|Incomplete)\)\s*$'))) STORED;
