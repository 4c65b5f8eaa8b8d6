package servertest

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

// Clusters are copies of one, and what is written to one is in no other.
func TestClustersAreApart(t *testing.T) {
	tables := func(s *Servers, sql string) (n int) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), s.Postgres.URL())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
		var sync string
		if err := conn.QueryRow(t.Context(), "SHOW fsync").Scan(&sync); err != nil || sync != "off" {
			t.Errorf("fsync is %q (%v)", sync, err)
		}
		const count = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
		if err := conn.QueryRow(t.Context(), count).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i := range 3 {
		if n := tables(Start(t), "CREATE TABLE own (x int)"); n != 1 {
			t.Errorf("cluster %d has %d tables, want its own", i, n)
		}
	}
}
