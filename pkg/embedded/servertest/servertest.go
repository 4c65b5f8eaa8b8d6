// Package servertest gives tests real servers of their own.
package servertest

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/astragal/astragal/pkg/embedded"
)

// Servers are a running PostgreSQL cluster and nats-server in a temporary directory.
type Servers struct {
	Dir      *embedded.Dir
	Postgres *embedded.Postgres
	NATS     *embedded.NATS
}

// Folder returns a data directory that does not exist yet. It goes when the test ends, and with it the cluster that may
// live elsewhere: see embedded.Postgres.
func Folder(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	t.Cleanup(func() {
		if elsewhere, err := os.Readlink(filepath.Join(dir, "postgres")); err == nil {
			os.RemoveAll(elsewhere)
		}
	})
	return dir
}

// Start starts both and stops them when the test ends. It skips the test on a
// machine without PostgreSQL.
func Start(t testing.TB) *Servers {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	d, err := embedded.Open(Folder(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	err = lay(t, d, log)
	if errors.Is(err, embedded.ErrNoPostgres) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	pg, err := embedded.StartPostgres(t.Context(), d, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pg.Stop)
	n, err := embedded.StartNATS(d, 0, log)
	if err != nil {
		t.Fatal(err)
	}
	s := &Servers{Dir: d, Postgres: pg, NATS: n}
	t.Cleanup(func() { s.NATS.Stop() })
	return s
}
