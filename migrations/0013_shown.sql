-- +goose Up
-- Which of a ruleset's evaluations a table shows. Figures of different agents are
-- never mixed, and those of an older engine only where there are none of the current one.

-- The engine versions that have worked on this catalogue; the one that started last is current.
CREATE TABLE engines (
	version    text PRIMARY KEY,
	started_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO engines (version, started_at)
	SELECT engine, max(created_at) FROM evaluations GROUP BY engine;

CREATE VIEW current_engine AS SELECT version FROM engines ORDER BY started_at DESC, version DESC LIMIT 1;

CREATE INDEX ON evaluations (agent, ruleset_hash);

-- For each ruleset and agent the finished evaluation to show: of the current engine
-- before older ones, of all metrics before outcomes only, then the newest.
CREATE VIEW latest_evaluations AS
	SELECT DISTINCT ON (ruleset_hash, agent)
		ruleset_hash, agent, id AS evaluation_id, metrics AS measured, engine,
		coalesce(engine = (SELECT version FROM current_engine), true) AS current,
		seed, max_plies, playouts AS asked, (brief ->> 'playouts')::bigint AS playouts,
		coalesce((brief ->> 'abandoned')::bigint, 0) AS abandoned, finished_at
	FROM evaluations WHERE status = 'done'
	ORDER BY ruleset_hash, agent, engine = (SELECT version FROM current_engine) DESC NULLS LAST,
		metrics = 'all' DESC, created_at DESC, id;

-- For each ruleset, agent and metric the estimate to show: from the evaluation
-- that comes first in the same order among those that measured it.
CREATE VIEW latest_metrics AS
	SELECT DISTINCT ON (e.ruleset_hash, e.agent, m.name)
		e.ruleset_hash, e.agent, m.name, m.n, m.mean, m.low, m.high, m.stddev, e.id AS evaluation_id, e.metrics AS measured,
		e.engine, coalesce(e.engine = (SELECT version FROM current_engine), true) AS current,
		(e.brief ->> 'playouts')::bigint AS playouts, coalesce((e.brief ->> 'abandoned')::bigint, 0) AS abandoned, e.finished_at
	FROM evaluations e JOIN metrics m ON m.evaluation_id = e.id
	WHERE e.status = 'done' AND m.n > 0
	ORDER BY e.ruleset_hash, e.agent, m.name, e.engine = (SELECT version FROM current_engine) DESC NULLS LAST,
		e.metrics = 'all' DESC, e.created_at DESC, e.id;

-- The same for people who write SQL: what random play says of the rulesets that
-- tables list, with their names. Averages over it mix nothing where current is true.
CREATE VIEW latest_random_metrics AS
	SELECT g.name AS game, r.name AS ruleset, r.culture, r.period, r.region, r.year_from, r.year_to, r.classification, m.*
	FROM latest_metrics m JOIN listed_rulesets l ON l.hash = m.ruleset_hash
	JOIN rulesets r ON r.hash = m.ruleset_hash JOIN games g ON g.id = r.game_id
	WHERE m.agent = 'random';
