package embedded

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// After everything was killed at once, lock files may name processes that look
// alive: a zombie that nobody reaps, or a stranger that was given the number.
// The next start takes the cluster over all the same.
func TestTakeOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data")
	d, pg, n := start(t, path)
	if err := remember(t.Context(), pg.URL(), n.URL()); err != nil {
		t.Fatal(err)
	}
	data := pg.data
	n.Stop()
	pg.Stop()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}

	stranger := exec.Command("sleep", "60")
	if err := stranger.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { stranger.Process.Kill(); stranger.Wait() }()
	dead := exec.Command("sleep", "60") // of the user that PostgreSQL runs as
	dead.SysProcAttr = &syscall.SysProcAttr{Credential: pg.cred}
	dead.Dir = data
	if err := dead.Start(); err != nil {
		t.Fatal(err)
	}
	defer dead.Wait()
	if err := dead.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for i := 0; !zombie(fmt.Sprintf("/proc/%d", dead.Process.Pid)); i++ {
		if time.Sleep(10 * time.Millisecond); i > 500 {
			t.Fatal("no zombie")
		}
	}
	for _, pid := range []int{dead.Process.Pid, stranger.Process.Pid} {
		for _, name := range []string{"postmaster.pid", ".s.PGSQL.5432.lock"} {
			text := fmt.Sprintf("%d\n%s\n%d\n5432\n%s\n", pid, data, time.Now().Unix(), data)
			if err := os.WriteFile(filepath.Join(data, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if pg.cred != nil {
				if err := os.Chown(filepath.Join(data, name), int(pg.cred.Uid), int(pg.cred.Gid)); err != nil {
					t.Fatal(err)
				}
			}
		}
		d, pg, n = start(t, path)
		if err := recall(t.Context(), pg.URL(), n.URL()); err != nil {
			t.Error(err)
		}
		n.Stop()
		pg.Stop()
		d.Close()
	}
	if err := stranger.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the stranger was ended: %v", err)
	}
}

// A cluster that still runs although its owner is gone, even without its lock
// files, is stopped and started again.
func TestStillRunning(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data")
	d, pg, n := start(t, path)
	if err := remember(t.Context(), pg.URL(), n.URL()); err != nil {
		t.Fatal(err)
	}
	data, cred := pg.data, pg.cred
	n.Stop()
	pg.Stop()
	d.Close()
	left := exec.Command(filepath.Join(pg.bin, "postgres"), "-D", data, "-c", "listen_addresses=", "-c",
		"unix_socket_directories="+data)
	left.Dir = "/"
	left.SysProcAttr = &syscall.SysProcAttr{Credential: cred}
	if err := left.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- left.Wait() }()
	other := &Postgres{sockets: data}
	for i := 0; other.ping() != nil; i++ {
		if time.Sleep(50 * time.Millisecond); i > 200 {
			t.Fatal("the left one does not run")
		}
	}
	for _, name := range []string{"postmaster.pid", ".s.PGSQL.5432.lock"} {
		if err := os.Remove(filepath.Join(data, name)); err != nil {
			t.Fatal(err)
		}
	}
	d, pg, n = start(t, path)
	defer d.Close()
	defer pg.Stop()
	defer n.Stop()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the left one still runs")
		left.Process.Kill()
	}
	if err := recall(t.Context(), pg.URL(), n.URL()); err != nil {
		t.Error(err)
	}
}
