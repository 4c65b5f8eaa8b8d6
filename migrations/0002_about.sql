-- +goose Up
-- What a description says about itself, in columns: pkg/about reads them.
ALTER TABLE rulesets
	ADD COLUMN description    text NOT NULL DEFAULT '',
	ADD COLUMN rules          text NOT NULL DEFAULT '',
	ADD COLUMN sources        text NOT NULL DEFAULT '',
	ADD COLUMN database_id    text NOT NULL DEFAULT '',
	ADD COLUMN version        text NOT NULL DEFAULT '',
	ADD COLUMN classification text NOT NULL DEFAULT '',
	ADD COLUMN author         text NOT NULL DEFAULT '',
	ADD COLUMN credit         text NOT NULL DEFAULT '',
	ADD COLUMN publisher      text NOT NULL DEFAULT '',
	ADD COLUMN date           text NOT NULL DEFAULT '',
	ADD COLUMN origin         text NOT NULL DEFAULT '',
	ADD COLUMN aliases        text[] NOT NULL DEFAULT '{}',
	ADD COLUMN culture        text NOT NULL DEFAULT '',
	ADD COLUMN period         text NOT NULL DEFAULT '',
	ADD COLUMN region         text NOT NULL DEFAULT '',
	ADD COLUMN year_from      int,
	ADD COLUMN year_to        int;
CREATE INDEX ON rulesets (lower(culture));
CREATE INDEX ON rulesets (lower(region));

-- What was compiled before has to be compiled again to fill them.
UPDATE sources SET status = 'new' WHERE status = 'compiled';
