-- +goose Up
-- Parameters get a limit for the time of a whole ruleset and a readable key of
-- all that tells two requests apart.
ALTER TABLE requests ADD COLUMN budget_ms bigint NOT NULL DEFAULT 0, ADD COLUMN key text;
UPDATE requests SET key = concat_ws('/', agent, playouts, batch_size, seed, max_plies, timeout_ms, budget_ms);
ALTER TABLE requests ALTER COLUMN key SET NOT NULL, DROP CONSTRAINT requests_pkey, ADD PRIMARY KEY (source_id, key);

ALTER TABLE evaluations ADD COLUMN budget_ms bigint NOT NULL DEFAULT 0,
	ADD COLUMN progress_at timestamptz NOT NULL DEFAULT now(); -- when a batch was recorded or let into the queue
