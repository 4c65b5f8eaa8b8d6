// Package embedded runs the servers that Astragal needs inside or beside its
// own process: a nats-server with JetStream as a library, and a private
// PostgreSQL cluster made from the machine's own PostgreSQL binaries. Both keep
// everything in one data directory, which one process at a time may own:
//
//	DIR/lock             held (flock) by the owner, with its process id
//	DIR/endpoints.json   the addresses of the servers while they run
//	DIR/nats/            JetStream's files, synced at every write
//	DIR/postgres/        the cluster; DIR/postgres.log its log
//
// What enters is a directory; what leaves are two URLs. A process that is
// killed leaves nothing that the next one cannot take over: the lock dies with
// its holder, the cluster is stopped by the kernel or by the next owner, a
// half-made cluster is made again.
package embedded

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Dir is an owned data directory.
type Dir struct {
	path string
	lock *os.File
}

// InUseError tells that another process owns the data directory.
type InUseError struct {
	// Path is the directory, PID the owner (0 when unknown).
	Path string
	PID  int
}

func (e *InUseError) Error() string {
	return fmt.Sprintf("data directory %s is in use by another astragal (process %d); stop it, or choose another "+
		"directory with --data", e.Path, e.PID)
}

// Open creates the directory when it is missing and takes ownership of it.
// The error is an *InUseError when another process has it.
func Open(path string) (*Dir, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	// Others may pass through but not look: PostgreSQL may run as another user.
	if err := os.MkdirAll(path, 0o711); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(path, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("data directory is not writable: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer lock.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("locking %s: %w", lock.Name(), err)
		}
		text, _ := os.ReadFile(lock.Name())
		pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
		return nil, &InUseError{Path: path, PID: pid}
	}
	d := &Dir{path: path, lock: lock}
	if err := d.writePID(); err != nil {
		lock.Close()
		return nil, fmt.Errorf("data directory is not writable: %w", err)
	}
	return d, nil
}

func (d *Dir) writePID() error {
	if err := d.lock.Truncate(0); err != nil {
		return err
	}
	_, err := d.lock.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	return err
}

// Path is the directory's absolute path.
func (d *Dir) Path() string { return d.path }

// Close gives the directory up. The servers must be stopped before.
func (d *Dir) Close() error {
	os.Remove(filepath.Join(d.path, "endpoints.json"))
	return d.lock.Close()
}

// Endpoints are the addresses at which the owner of a data directory serves.
type Endpoints struct {
	NATS     string `json:"nats"`
	Postgres string `json:"postgres"`
	HTTP     string `json:"http,omitempty"`
}

// Publish writes the addresses where ReadEndpoints finds them, for processes of the same user.
func (d *Dir) Publish(e Endpoints) error {
	data, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	name := filepath.Join(d.path, "endpoints.json")
	if err := os.WriteFile(name+".new", append(data, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// ReadEndpoints returns the addresses that the owner of the directory published.
func ReadEndpoints(path string) (Endpoints, error) {
	var e Endpoints
	data, err := os.ReadFile(filepath.Join(path, "endpoints.json"))
	if err != nil {
		return e, err
	}
	return e, json.Unmarshal(data, &e)
}
