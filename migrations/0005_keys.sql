-- +goose Up
-- Keys of the HTTP API; the key itself is known to its holder only.
CREATE TABLE api_keys (
	name       text PRIMARY KEY,
	hash       bytea NOT NULL UNIQUE, -- SHA-256 of the key
	role       text NOT NULL CHECK (role IN ('read', 'submit', 'admin')),
	created_at timestamptz NOT NULL DEFAULT now(),
	revoked_at timestamptz
);
CREATE INDEX ON evaluations (created_at DESC, id);
