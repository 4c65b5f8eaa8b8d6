package embedded

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// start opens the directory and starts both servers, or fails the test.
func start(t *testing.T, path string) (*Dir, *Postgres, *NATS) {
	t.Helper()
	d, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	pg, err := StartPostgres(t.Context(), d, slog.Default())
	if err != nil {
		if errors.Is(err, ErrNoPostgres) {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if pg.data != filepath.Join(d.path, "postgres") {
			os.RemoveAll(pg.data)
		}
	})
	n, err := StartNATS(d, 0, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	return d, pg, n
}

// remember leaves a row and a message; recall reports whether they are there.
func remember(ctx context.Context, pgURL, natsURL string) error {
	conn, err := pgx.Connect(ctx, pgURL)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, `CREATE TABLE kept (x int); INSERT INTO kept VALUES (42)`); err != nil {
		return err
	}
	nc, err := nats.Connect(natsURL)
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "KEPT", Subjects: []string{"kept"}}); err != nil {
		return err
	}
	_, err = js.Publish(ctx, "kept", []byte("x"))
	return err
}

func recall(ctx context.Context, pgURL, natsURL string) error {
	conn, err := pgx.Connect(ctx, pgURL)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var x int
	if err := conn.QueryRow(ctx, `SELECT x FROM kept`).Scan(&x); err != nil || x != 42 {
		return fmt.Errorf("row %d: %w", x, err)
	}
	nc, err := nats.Connect(natsURL)
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	s, err := js.Stream(ctx, "KEPT")
	if err != nil {
		return err
	}
	if n := s.CachedInfo().State.Msgs; n != 1 {
		return fmt.Errorf("stream has %d messages", n)
	}
	return nil
}

func TestStopAndStartAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data")
	d, pg, n := start(t, path)
	if err := remember(t.Context(), pg.URL(), n.URL()); err != nil {
		t.Fatal(err)
	}
	var inUse *InUseError
	if _, err := Open(path); !errors.As(err, &inUse) || inUse.PID != os.Getpid() {
		t.Errorf("opening a directory in use gives %v", err)
	}
	if _, err := nats.Connect(strings.Replace(n.URL(), n.token, "guess", 1)); err == nil {
		t.Error("NATS admits a stranger")
	}
	n.Stop()
	pid := pg.PID()
	pg.Stop()
	if syscall.Kill(pid, 0) == nil {
		t.Error("the postmaster survives Stop")
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	d, pg, n = start(t, path)
	defer d.Close()
	defer pg.Stop()
	defer n.Stop()
	if err := recall(t.Context(), pg.URL(), n.URL()); err != nil {
		t.Error(err)
	}
}

// A postmaster that is killed comes back with its data.
func TestPostmasterKilled(t *testing.T) {
	d, pg, n := start(t, filepath.Join(t.TempDir(), "data"))
	defer d.Close()
	defer pg.Stop()
	defer n.Stop()
	if err := remember(t.Context(), pg.URL(), n.URL()); err != nil {
		t.Fatal(err)
	}
	old := pg.PID()
	if err := syscall.Kill(old, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(30 * time.Second)
	for {
		err := recall(t.Context(), pg.URL(), n.URL())
		if err == nil && pg.PID() != old {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("still down: %v", err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// TestOwnerKilled kills a whole owner (this test binary, run as a child) with
// SIGKILL and takes its directory over.
func TestOwnerKilled(t *testing.T) {
	if path := os.Getenv("EMBEDDED_TEST_OWNER"); path != "" {
		_, pg, n := start(t, path)
		if err := remember(t.Context(), pg.URL(), n.URL()); err != nil {
			t.Fatal(err)
		}
		fmt.Println("ready")
		time.Sleep(time.Hour)
	}
	path := filepath.Join(t.TempDir(), "data")
	cmd := exec.Command(os.Args[0], "-test.run=^TestOwnerKilled$")
	cmd.Env = append(os.Environ(), "EMBEDDED_TEST_OWNER="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	ready := false
	for !ready && lines.Scan() {
		ready = lines.Text() == "ready"
		if strings.Contains(lines.Text(), "SKIP") {
			t.Skip(lines.Text())
		}
	}
	if err := cmd.Process.Kill(); err != nil || !ready {
		t.Fatalf("ready %v, kill %v", ready, err)
	}
	cmd.Wait()
	d, pg, n := start(t, path)
	defer d.Close()
	defer pg.Stop()
	defer n.Stop()
	if err := recall(t.Context(), pg.URL(), n.URL()); err != nil {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil {
		t.Error("a file is taken for a data directory")
	}
	d, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	t.Setenv("ASTRAGAL_POSTGRES_BIN", t.TempDir())
	if _, err := StartPostgres(t.Context(), d, slog.Default()); err == nil ||
		!strings.Contains(err.Error(), "ASTRAGAL_POSTGRES_BIN") {
		t.Errorf("without binaries: %v", err)
	}
	os.Unsetenv("ASTRAGAL_POSTGRES_BIN")
	if _, err := FindPostgres(); err != nil {
		t.Skip(err)
	}
	// Something that is no cluster is left alone.
	if err := os.MkdirAll(filepath.Join(d.Path(), "postgres", "mine"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := StartPostgres(t.Context(), d, slog.Default()); err == nil ||
		!strings.Contains(err.Error(), "neither empty nor") {
		t.Errorf("with a foreign directory: %v", err)
	}
}

func TestUnreachableDirectory(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root runs PostgreSQL as another user")
	}
	parent := t.TempDir()
	if err := os.Chmod(parent, 0o700); err != nil {
		t.Fatal(err)
	}
	d, pg, n := start(t, filepath.Join(parent, "data"))
	defer d.Close()
	defer n.Stop()
	defer os.RemoveAll(pg.data)
	defer pg.Stop()
	if strings.HasPrefix(pg.data, parent) {
		t.Fatalf("the cluster is in %s", pg.data)
	}
	if err := remember(t.Context(), pg.URL(), n.URL()); err != nil {
		t.Error(err)
	}
}
