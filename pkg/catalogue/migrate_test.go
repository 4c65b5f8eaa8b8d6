package catalogue_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/migrations"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
)

// released are the schemas that versions of astragal have made: the names of the
// files that each had, as databases recorded them.
var released = [][]string{
	{},
	{"0001_catalogue.sql"},
	{"0001_catalogue.sql", "0002_about.sql"},
	{"0001_catalogue.sql", "0002_about.sql", "0003_concepts.sql"},
	{"0001_catalogue.sql", "0002_about.sql", "0003_concepts.sql", "0003_files.sql", "0004_limits.sql"},
	{"0001_catalogue.sql", "0002_about.sql", "0003_files.sql", "0004_limits.sql", "0005_concepts.sql"},
	{"0001_catalogue.sql", "0002_about.sql", "0003_files.sql", "0004_limits.sql", "0005_concepts.sql", "0005_keys.sql",
		"0006_brief.sql"},
	{"0001_catalogue.sql", "0002_about.sql", "0003_files.sql", "0004_limits.sql", "0005_concepts.sql", "0005_keys.sql",
		"0006_brief.sql", "0007_measured.sql"},
	{"0001_catalogue.sql", "0002_about.sql", "0003_files.sql", "0004_limits.sql", "0005_concepts.sql", "0005_keys.sql",
		"0006_brief.sql", "0007_measured.sql",
		"0008_match.sql"},
	{"0001_catalogue.sql", "0002_about.sql", "0003_files.sql", "0004_limits.sql", "0005_concepts.sql", "0005_keys.sql",
		"0006_brief.sql", "0007_measured.sql",
		"0008_match.sql", "0009_watched.sql"},
}

func migrationFiles(t *testing.T) []string {
	t.Helper()
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	return files
}

func TestMigrationNumbers(t *testing.T) {
	numbers := map[string]string{}
	for _, name := range migrationFiles(t) {
		number, _, _ := strings.Cut(name, "_")
		if other := numbers[number]; other != "" || len(number) != 4 {
			t.Errorf("%s and %s have the number %s", other, name, number)
		}
		numbers[number] = name
	}
}

// Every database that a version of astragal has made becomes the one that this
// version makes, and keeps what it knew.
func TestUpgrade(t *testing.T) {
	s := servertest.Start(t)
	ctx := t.Context()
	admin, err := pgx.Connect(ctx, s.Postgres.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(ctx)
	files := migrationFiles(t)
	var want string
	for i, state := range append(released, files) {
		name := fmt.Sprintf("state%d", i)
		if _, err := admin.Exec(ctx, `CREATE DATABASE `+name); err != nil {
			t.Fatal(err)
		}
		url := strings.Replace(s.Postgres.URL(), "///astragal?", "///"+name+"?", 1)
		conn, err := pgx.Connect(ctx, url)
		if err != nil {
			t.Fatal(err)
		}
		makeState(t, conn, state)
		c, err := catalogue.Open(ctx, url)
		if err != nil {
			t.Errorf("state %d, %v: %v", i, state, err)
			conn.Close(ctx)
			continue
		}
		if i == 0 {
			want = schema(t, conn)
		} else if got := schema(t, conn); got != want {
			t.Errorf("state %d, %v becomes\n%s\nwant\n%s", i, state, got, want)
		}
		applied := column(t, conn,
			`SELECT lpad(version_id::text, 4, '0') FROM goose_db_version WHERE version_id > 0 ORDER BY 1`)
		if !slices.EqualFunc(applied, files, func(number, file string) bool { return strings.HasPrefix(file, number+"_") }) {
			t.Errorf("state %d: applied %v, want %v", i, applied, files)
		}
		if old := column(t, conn, `SELECT coalesce(to_regclass('migrations')::text, '')`); old[0] != "" {
			t.Errorf("state %d: the table of names is still there", i)
		}
		if list, err := c.ConceptCatalogue(ctx); err != nil || len(list) < 800 || list[0].Name != "Properties" {
			t.Errorf("state %d: %d concepts, %v", i, len(list), err)
		}
		if len(state) > 0 {
			old := column(t, conn, `SELECT s.id || e.id || m.name FROM sources s JOIN evaluations e ON e.source_id = s.id
				JOIN metrics m ON m.evaluation_id = e.id`)
			shown := column(t, conn, `SELECT evaluation_id FROM latest_evaluations WHERE agent = 'random' AND current`)
			if !slices.Equal(old, []string{"srcevalDurationMoves"}) || !slices.Equal(shown, []string{"eval"}) {
				t.Errorf("state %d: kept %v, shows %v", i, old, shown)
			}
		}
		c.Close()
		conn.Close(ctx)
	}
	// A database of a newer version is left alone.
	if _, err := admin.Exec(ctx, `CREATE TABLE migrations (name text PRIMARY KEY); INSERT INTO migrations VALUES
		('9999_future.sql')`); err != nil {
		t.Fatal(err)
	}
	if _, err := catalogue.Open(ctx, s.Postgres.URL()); err == nil || !strings.Contains(err.Error(),
		"newer version of astragal (9999") {
		t.Errorf("a newer database: %v", err)
	}
}

// makeState applies the files of a released schema as its version did, and
// enters an evaluation of one ruleset and a catalogue of one concept as soon as there
// are tables for them.
func makeState(t *testing.T, conn *pgx.Conn, state []string) {
	t.Helper()
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`)
	for i, name := range state {
		file := name
		if strings.HasSuffix(name, "_concepts.sql") {
			file = "0011_concepts.sql"
		}
		sql, err := fs.ReadFile(migrations.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		exec(string(sql))
		exec(`INSERT INTO migrations (name) VALUES ($1)`, name)
		if strings.Contains(name, "_concepts") {
			exec(`INSERT INTO concept_catalogue VALUES (1, 0, 'Old', '1', NULL, 'Properties', 'Boolean', 'Compilation',
				false, '{}', 'closure', 'Old.')`)
		}
		if i == 0 {
			exec(`INSERT INTO games (name) VALUES ('G')`)
			exec(`INSERT INTO rulesets (hash, game_id, name, formalism, players, metadata, expanded, highlighted, board,
				engine) VALUES ('h', 1, '', 'lgdl', 2, '{}', '', '', '', '1')`)
			exec(`INSERT INTO sources (id, file, text, options, ruleset, formalism, status, engine, ruleset_hash) VALUES
				('src', 'f', 't', '{}', '', 'lgdl', 'compiled', '1', 'h')`)
			exec(`INSERT INTO evaluations (id, ruleset_hash, engine, agent, playouts, batch_size, seed, max_plies,
				timeout_ms, source_id, batches, status, summary)
				VALUES ('eval', 'h', '1', 'random', 5, 5, 1, 0, 0, 'src', 1, 'done', '{"playouts": 5, "metrics": {"DurationMoves": {"n": 5, "mean": 3}}}')`)
			exec(`INSERT INTO requests (source_id, agent, playouts, batch_size, seed, max_plies, timeout_ms, evaluation_id)
				VALUES ('src', 'random', 5, 5, 1, 0, 0, 'eval')`)
			exec(`INSERT INTO metrics VALUES ('eval', 'DurationMoves', 5, 3, 2, 4, 1)`)
		}
	}
}

// schema describes all tables, views and indices of a database.
func schema(t *testing.T, conn *pgx.Conn) string {
	t.Helper()
	return strings.Join(column(t, conn, `
		SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
		UNION ALL SELECT viewname || ' ' || definition FROM pg_views WHERE schemaname = 'public' ORDER BY 1`), "\n")
}

func column(t *testing.T, conn *pgx.Conn, sql string) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return list
}
