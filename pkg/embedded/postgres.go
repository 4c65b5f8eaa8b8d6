package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	database = "astragal"
	dbUser   = "astragal"
	// startTimeout bounds the recovery after a crash, too.
	startTimeout = 90 * time.Second
	stopTimeout  = 30 * time.Second
)

// Postgres is a private PostgreSQL cluster whose postmaster is a child of this
// process. A postmaster that dies is started again until Stop.
type Postgres struct {
	bin     string // directory of the binaries
	data    string // the cluster
	sockets string // directory of the Unix socket
	logFile string
	cred    *syscall.Credential // nil: our own user
	log     *slog.Logger

	stop    chan struct{}
	stopped chan struct{}

	mu  sync.Mutex
	pid int
}

// StartPostgres creates the cluster when the directory has none, starts it, and
// returns when it accepts connections. It listens on a Unix socket only.
func StartPostgres(ctx context.Context, d *Dir, log *slog.Logger) (*Postgres, error) {
	bin, err := FindPostgres()
	if err != nil {
		return nil, err
	}
	p := &Postgres{bin: bin, logFile: filepath.Join(d.path, "postgres.log"), log: log.With("server", "postgres"),
		stop: make(chan struct{}), stopped: make(chan struct{})}
	if p.cred, err = unprivileged(); err != nil {
		return nil, err
	}
	if p.data, err = p.clusterDir(d); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(p.data, "PG_VERSION")); err != nil {
		if err := p.initdb(ctx); err != nil {
			return nil, err
		}
	}
	if err := p.checkVersion(ctx); err != nil {
		return nil, err
	}
	if err := p.socketDir(); err != nil {
		return nil, err
	}
	if err := p.evictOld(); err != nil {
		return nil, err
	}
	first := make(chan error, 1)
	go p.supervise(first)
	select {
	case err = <-first:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err == nil {
		err = p.createDatabase(ctx)
	}
	if err != nil {
		p.Stop()
		return nil, err
	}
	return p, nil
}

// URL is the connection string of the catalogue's database.
func (p *Postgres) URL() string { return p.url(database) }

func (p *Postgres) url(db string) string {
	q := url.Values{"host": {p.sockets}, "user": {dbUser}, "sslmode": {"disable"}}
	return "postgres:///" + db + "?" + q.Encode()
}

// PID is the process id of the postmaster, 0 while there is none.
func (p *Postgres) PID() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pid
}

// Stop shuts the cluster down, disconnecting its clients, and waits for it.
func (p *Postgres) Stop() {
	select {
	case <-p.stop:
	default:
		close(p.stop)
	}
	<-p.stopped
	if p.sockets != p.data {
		os.RemoveAll(p.sockets)
	}
}

// supervise keeps a postmaster running. The goroutine stays on its thread
// because the kernel kills the child when the thread that made it ends; it gives
// the thread back in the end, since a goroutine that ends on a locked thread takes
// the thread along, and with it every other child that was once made on it. The
// first start is reported on first.
func (p *Postgres) supervise(first chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(p.stopped)
	pause := 100 * time.Millisecond
	for {
		exited, err := p.launch()
		if err == nil {
			pause = 100 * time.Millisecond
		}
		if first != nil {
			first <- err
			first = nil
			if err != nil {
				return
			}
		}
		select {
		case <-p.stop:
			if exited != nil {
				p.shutdown(exited)
			}
			return
		case err := <-exited: // nil, so never, when the launch failed
			p.setPID(0)
			p.log.Error("postmaster ended unexpectedly; starting it again", "error", err)
		case <-time.After(p.waitIfDown(exited, pause)):
			p.log.Error("postmaster does not start; trying again", "error", err)
			pause = min(2*pause, 5*time.Second)
		}
	}
}

// waitIfDown is pause when there is no process, else for ever.
func (p *Postgres) waitIfDown(exited <-chan error, pause time.Duration) time.Duration {
	if exited != nil {
		return 1 << 62
	}
	return pause
}

func (p *Postgres) setPID(pid int) {
	p.mu.Lock()
	p.pid = pid
	p.mu.Unlock()
}

// launch starts a postmaster and waits until it accepts connections. The
// channel delivers the end of the process.
func (p *Postgres) launch() (<-chan error, error) {
	logFile, err := os.OpenFile(p.logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer logFile.Close()
	cmd := exec.Command(filepath.Join(p.bin, "postgres"), "-D", p.data,
		"-c", "listen_addresses=", "-c", "unix_socket_directories="+p.sockets, "-c", "unix_socket_permissions=0700",
		"-c", "max_connections=200", "-c", "shared_buffers=128MB", "-c", "logging_collector=off", "-c",
		"log_destination=stderr",
		"-c", "log_min_messages=warning", "-c", "log_min_error_statement=panic", "-c", "timezone=UTC")
	cmd.Stdout, cmd.Stderr = logFile, logFile
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	// A group of its own, so that ^C in a terminal reaches only us and we stop
	// the cluster last; SIGINT, its fast shutdown, should we be killed.
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.cred, Setpgid: true, Pdeathsig: syscall.SIGINT}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting PostgreSQL: %w", err)
	}
	p.setPID(cmd.Process.Pid)
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	deadline := time.Now().Add(startTimeout)
	for {
		err := p.ping()
		if err == nil {
			return exited, nil
		}
		select {
		case <-exited:
			p.setPID(0)
			return nil, fmt.Errorf("PostgreSQL does not start: %s (see %s)", p.lastLogLines(), p.logFile)
		case <-p.stop:
			p.shutdown(exited)
			return nil, errors.New("stopped while starting")
		case <-time.After(50 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			p.shutdown(exited)
			return nil, fmt.Errorf("PostgreSQL does not accept connections after %v: %w (see %s)", startTimeout, err, p.logFile)
		}
	}
}

func (p *Postgres) ping() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.url("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return conn.Ping(ctx)
}

// shutdown asks ever less politely: fast, immediate, kill.
func (p *Postgres) shutdown(exited <-chan error) {
	pid := p.PID()
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		syscall.Kill(pid, sig)
		select {
		case <-exited:
			p.setPID(0)
			return
		case <-time.After(stopTimeout):
		}
	}
}

// lastLogLines are the last lines of the server's log, joined.
func (p *Postgres) lastLogLines() string {
	data, err := os.ReadFile(p.logFile)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	return strings.Join(lines[max(0, len(lines)-4):], "; ")
}

func (p *Postgres) createDatabase(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, p.url("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var exists bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`,
		database).Scan(&exists); err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, `CREATE DATABASE `+database)
	return err
}
