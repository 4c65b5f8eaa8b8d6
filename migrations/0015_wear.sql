-- +goose Up
-- Limits that the rules read, and that end a play by their own words: of moves, and
-- of turns of each player; 0 is the ruleset's own.
ALTER TABLE requests ADD COLUMN move_limit int NOT NULL DEFAULT 0, ADD COLUMN turn_limit int NOT NULL DEFAULT 0;
ALTER TABLE evaluations ADD COLUMN move_limit int NOT NULL DEFAULT 0, ADD COLUMN turn_limit int NOT NULL DEFAULT 0;

-- Which evaluation a table shows, as before, but for one thing: play within other
-- limits than the ruleset's own comes last of those of the same engine.
CREATE OR REPLACE VIEW latest_evaluations AS
	SELECT DISTINCT ON (ruleset_hash, agent)
		ruleset_hash, agent, id AS evaluation_id, metrics AS measured, engine,
		coalesce(engine = (SELECT version FROM current_engine), true) AS current,
		seed, max_plies, playouts AS asked, (brief ->> 'playouts')::bigint AS playouts,
		coalesce((brief ->> 'abandoned')::bigint, 0) AS abandoned, finished_at, move_limit, turn_limit
	FROM evaluations WHERE status = 'done'
	ORDER BY ruleset_hash, agent, engine = (SELECT version FROM current_engine) DESC NULLS LAST,
		move_limit = 0 AND turn_limit = 0 DESC, metrics <> 'all', created_at DESC, id;

CREATE OR REPLACE VIEW latest_metrics AS
	SELECT DISTINCT ON (e.ruleset_hash, e.agent, m.name)
		e.ruleset_hash, e.agent, m.name, m.n, m.mean, m.low, m.high, m.stddev, e.id AS evaluation_id, e.metrics AS measured,
		e.engine, coalesce(e.engine = (SELECT version FROM current_engine), true) AS current,
		(e.brief ->> 'playouts')::bigint AS playouts, coalesce((e.brief ->> 'abandoned')::bigint, 0) AS abandoned, e.finished_at
	FROM evaluations e JOIN metrics m ON m.evaluation_id = e.id
	WHERE e.status = 'done' AND m.n > 0
	ORDER BY e.ruleset_hash, e.agent, m.name, e.engine = (SELECT version FROM current_engine) DESC NULLS LAST,
		e.move_limit = 0 AND e.turn_limit = 0 DESC, e.metrics <> 'all', e.created_at DESC, e.id;
