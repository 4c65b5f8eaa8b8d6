-- +goose Up
-- What lists show, without reading everything else.
ALTER TABLE evaluations ADD COLUMN brief jsonb;
ALTER TABLE rulesets ADD COLUMN num_concepts int NOT NULL DEFAULT 0;
UPDATE rulesets r SET num_concepts = (SELECT count(*) FROM concepts c WHERE c.ruleset_hash = r.hash AND c.engine = r.engine);
UPDATE evaluations SET brief = summary - 'metrics' - 'length' || jsonb_build_object('metrics', jsonb_strip_nulls(jsonb_build_object(
	'DurationMoves', summary #> '{metrics,DurationMoves}', 'BranchingFactorAverage', summary #> '{metrics,BranchingFactorAverage}')), 'length', '[]'::jsonb)
WHERE summary IS NOT NULL;
