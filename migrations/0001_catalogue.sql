-- +goose Up
-- The catalogue: what is known (games, sources, rulesets), what was asked
-- (requests), what was measured (evaluations, batches, metrics, concepts), and
-- what went wrong (failures).

CREATE TABLE games (
	id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	name       text NOT NULL UNIQUE,
	culture    text NOT NULL DEFAULT '',
	period     text NOT NULL DEFAULT '',
	region     text NOT NULL DEFAULT '',
	metadata   jsonb NOT NULL DEFAULT '{}',
	created_at timestamptz NOT NULL DEFAULT now()
);

-- Definitions that sources share, stored once under the hash of their text.
CREATE TABLE defsets (
	id    text PRIMARY KEY,
	files jsonb NOT NULL -- name → text
);

-- A compiled ruleset; its identity is the hash of its normalised, expanded description.
CREATE TABLE rulesets (
	hash        text PRIMARY KEY,
	game_id     bigint NOT NULL REFERENCES games,
	name        text NOT NULL, -- the ruleset's own name, '' for the only one
	formalism   text NOT NULL,
	players     int NOT NULL,
	metadata    jsonb NOT NULL,
	expanded    text NOT NULL,
	highlighted text NOT NULL, -- the description as HTML
	board       text NOT NULL, -- SVG
	engine      text NOT NULL, -- version that wrote this row
	created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON rulesets (game_id);

-- A description as somebody gave it, with the options they chose.
CREATE TABLE sources (
	id           text PRIMARY KEY, -- hash of everything that decides its meaning
	file         text NOT NULL,
	text         text NOT NULL,
	options      text[] NOT NULL,
	ruleset      text NOT NULL, -- the declared ruleset chosen, '' for the default
	formalism    text NOT NULL,
	defset_id    text REFERENCES defsets,
	status       text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'compiled', 'failed')),
	engine       text NOT NULL DEFAULT '', -- version that set the status
	ruleset_hash text REFERENCES rulesets,
	error        text NOT NULL DEFAULT '',
	created_at   timestamptz NOT NULL DEFAULT now(),
	updated_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sources (ruleset_hash);
CREATE INDEX ON sources (status);

CREATE TABLE evaluations (
	id           text PRIMARY KEY, -- hash of the eight columns that follow
	ruleset_hash text NOT NULL REFERENCES rulesets,
	engine       text NOT NULL,
	agent        text NOT NULL,
	playouts     int NOT NULL CHECK (playouts > 0),
	batch_size   int NOT NULL CHECK (batch_size > 0),
	seed         numeric(20) NOT NULL,
	max_plies    int NOT NULL,
	timeout_ms   bigint NOT NULL,
	source_id    text NOT NULL REFERENCES sources, -- a source to compile it from
	batches      int NOT NULL,
	queued       int NOT NULL DEFAULT 0, -- batches given to the queue so far
	done         int NOT NULL DEFAULT 0, -- batches recorded
	priority     int NOT NULL DEFAULT 0,
	status       text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed', 'cancelled')),
	error        text NOT NULL DEFAULT '',
	stats        jsonb,  -- all batches merged, when done
	summary      jsonb,  -- the same for people
	elapsed_ns   bigint NOT NULL DEFAULT 0,
	created_at   timestamptz NOT NULL DEFAULT now(),
	finished_at  timestamptz
);
CREATE INDEX ON evaluations (ruleset_hash, created_at DESC);
CREATE INDEX ON evaluations (status);

-- What somebody wants evaluated; the evaluation exists once the source is compiled.
CREATE TABLE requests (
	source_id     text NOT NULL REFERENCES sources,
	agent         text NOT NULL,
	playouts      int NOT NULL,
	batch_size    int NOT NULL,
	seed          numeric(20) NOT NULL,
	max_plies     int NOT NULL,
	timeout_ms    bigint NOT NULL,
	priority      int NOT NULL DEFAULT 0,
	evaluation_id text REFERENCES evaluations,
	created_at    timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (source_id, agent, playouts, batch_size, seed, max_plies, timeout_ms)
);
CREATE INDEX ON requests (source_id) WHERE evaluation_id IS NULL;

-- One row per batch: its presence is the fact that the batch counts.
CREATE TABLE batches (
	evaluation_id text NOT NULL REFERENCES evaluations,
	number        int NOT NULL,
	stats         jsonb NOT NULL,
	elapsed_ns    bigint NOT NULL,
	worker        text NOT NULL,
	created_at    timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (evaluation_id, number)
);

CREATE TABLE metrics (
	evaluation_id text NOT NULL REFERENCES evaluations,
	name          text NOT NULL,
	n             bigint NOT NULL,
	mean          double precision NOT NULL,
	low           double precision NOT NULL,
	high          double precision NOT NULL,
	stddev        double precision NOT NULL,
	PRIMARY KEY (evaluation_id, name)
);
CREATE INDEX ON metrics (name, mean);

-- Compile-time concepts; a boolean that holds has the value 1, one that does not has no row.
CREATE TABLE concepts (
	ruleset_hash text NOT NULL REFERENCES rulesets,
	engine       text NOT NULL,
	name         text NOT NULL,
	value        double precision NOT NULL,
	PRIMARY KEY (ruleset_hash, engine, name)
);
CREATE INDEX ON concepts (name);

-- Jobs that failed for good.
CREATE TABLE failures (
	id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	kind     text NOT NULL,
	subject  text NOT NULL, -- the source or evaluation
	reason   text NOT NULL, -- a class: error, panic, attempts
	error    text NOT NULL,
	attempts int NOT NULL,
	at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON failures (subject);
