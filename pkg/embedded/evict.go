package embedded

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// evictOld ends what a killed owner left behind in the cluster, and removes the
// lock files of processes that are gone or are now something else. We own the data
// directory, so nobody else may use the cluster.
//
// A postmaster may still run, or be shutting down; its children may outlive it
// for a moment. All of them have the cluster as their working directory. A process
// that was killed may also stay as a zombie, where nobody reaps it (the first
// process of many containers does not): it looks alive to PostgreSQL, which then
// refuses to start for the sake of a lock file.
func (p *Postgres) evictOld() error {
	deadline := time.Now().Add(stopTimeout)
	for sig := syscall.SIGINT; ; {
		pids, err := p.users()
		if err != nil {
			return err
		}
		if len(pids) == 0 {
			break
		}
		p.log.Info("stopping PostgreSQL of an earlier process", "pids", pids, "signal", sig.String())
		for _, pid := range pids {
			if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
				return fmt.Errorf("PostgreSQL (process %d) still runs in %s and cannot be stopped: %w", pid, p.data, err)
			}
		}
		for range 20 {
			if pids, err = p.users(); err != nil || len(pids) == 0 {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if err != nil || len(pids) == 0 {
			continue
		}
		if late := time.Since(deadline); late > 10*time.Second {
			return fmt.Errorf("PostgreSQL (process %d) still runs in %s and does not end", pids[0], p.data)
		} else if late > 0 {
			sig = syscall.SIGKILL
		}
	}
	locks, err := filepath.Glob(filepath.Join(p.data, ".s.PGSQL.*")) // sockets and their locks
	if err != nil {
		return err
	}
	for _, name := range append(locks, filepath.Join(p.data, "postmaster.pid")) {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// users returns the living processes of PostgreSQL whose working directory is the cluster.
func (p *Postgres) users() (pids []int, err error) {
	real, err := filepath.EvalSymlinks(p.data)
	if err != nil {
		return nil, err
	}
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil, err
	}
	for _, dir := range processes {
		// A process that ends meanwhile, or is a zombie, has none.
		if cwd, err := os.Readlink(filepath.Join(dir, "cwd")); err != nil || cwd != real || zombie(dir) {
			continue
		}
		if exe, err := os.Readlink(filepath.Join(dir, "exe")); err != nil || !strings.HasPrefix(filepath.Base(exe),
			"postgres") {
			continue // somebody looks around there
		}
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			continue
		}
		if pid == os.Getpid() {
			return nil, fmt.Errorf("the working directory is the cluster %s; start from another one", real)
		}
		pids = append(pids, pid)
	}
	return pids, nil
}

// zombie reports whether a process, given by its directory in /proc, has ended
// and was not waited for.
func zombie(dir string) bool {
	stat, err := os.ReadFile(filepath.Join(dir, "stat"))
	if err != nil {
		return true
	}
	i := bytes.LastIndex(stat, []byte(") ")) // the name before it may contain anything
	return i >= 0 && i+2 < len(stat) && (stat[i+2] == 'Z' || stat[i+2] == 'X')
}
