package e2e

import (
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/embedded/servertest"
)

const slowGame = "game: Tic-Tac-Toe\nslow: 1ms"

// TestProcessKilled kills the whole laboratory (this test binary, run as a
// child) with SIGKILL in the middle of an evaluation, starts it again on the
// same data directory, and wants exactly the figures of an undisturbed run.
func TestProcessKilled(t *testing.T) {
	t.Parallel()
	p := params(3000, 50)
	if dir := os.Getenv("E2E_CHILD"); dir != "" {
		s := openServers(t, dir)
		h, _ := startHost(t, s, 2)
		ids := submit(t, h, p, slowGame)
		for {
			pr, err := h.Catalogue.Progress(t.Context(), ids, p)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Printf("done %d\n", pr.BatchesDone)
			time.Sleep(5 * time.Millisecond)
		}
	}
	if _, err := embedded.FindPostgres(); err != nil {
		t.Skip(err)
	}
	dir := servertest.Folder(t)
	done := 0
	child(t, "E2E_CHILD", dir, func(line string) bool {
		fmt.Sscanf(line, "done %d", &done)
		return done >= 15
	})()
	if done >= 60 {
		t.Fatalf("killed after %d of 60 batches, not in the middle", done)
	}

	h, _ := startHost(t, openServers(t, dir), 2)
	ids := submit(t, h, p, slowGame)
	before, err := h.Catalogue.Progress(t.Context(), ids, p)
	if err != nil || before.BatchesDone < 15 || before.BatchesDone >= 60 {
		t.Errorf("after the kill %d batches are recorded: %v", before.BatchesDone, err)
	}
	o := await(t, h.Catalogue, ids, p)[0]
	if got, want := figures(t, h.Catalogue, o), reference(t, p, slowGame); got != want {
		t.Errorf("figures %s\nwant %s", got, want)
	}
}

// openServers starts the servers of a data directory that outlives the test binary.
func openServers(t *testing.T, dir string) *servertest.Servers {
	t.Helper()
	d, err := embedded.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	pg, err := embedded.StartPostgres(t.Context(), d, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pg.Stop)
	n, err := embedded.StartNATS(d, 0, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Stop)
	return &servertest.Servers{Dir: d, Postgres: pg, NATS: n}
}
