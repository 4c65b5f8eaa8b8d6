package embedded

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// ErrNoPostgres tells that the machine has no PostgreSQL server binaries.
var ErrNoPostgres = errors.New("no PostgreSQL server binaries (initdb, postgres) in /usr/lib/postgresql/*/bin, " +
	"/usr/local/pgsql/bin or PATH; " +
	"install them (Debian and Ubuntu: apt-get install postgresql), point ASTRAGAL_POSTGRES_BIN at their directory, or " +
	"use a server of your own with --postgres URL")

// FindPostgres returns the directory of PostgreSQL's binaries: that of
// ASTRAGAL_POSTGRES_BIN when set, else the newest version found. The error
// without any is ErrNoPostgres.
func FindPostgres() (string, error) {
	complete := func(dir string) bool {
		for _, name := range []string{"initdb", "postgres"} {
			if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil {
				return false
			}
		}
		return true
	}
	if dir := os.Getenv("ASTRAGAL_POSTGRES_BIN"); dir != "" {
		if !complete(dir) {
			return "", fmt.Errorf("ASTRAGAL_POSTGRES_BIN: %s has no initdb and postgres", dir)
		}
		return dir, nil
	}
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	version := func(dir string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(dir)))
		return n
	}
	slices.SortFunc(dirs, func(a, b string) int { return version(b) - version(a) })
	dirs = append(dirs, "/usr/local/pgsql/bin")
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	for _, dir := range dirs {
		if complete(dir) {
			return dir, nil
		}
	}
	return "", ErrNoPostgres
}

// unprivileged is the user that PostgreSQL runs as when we are root, which it
// refuses: postgres, else nobody. It is nil when we are not root.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil && uid != 0 {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
		}
	}
	return nil, errors.New("PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as")
}

// HasCluster reports whether the data directory at path has a PostgreSQL cluster:
// whether a process that owned it ever started one.
func HasCluster(path string) bool {
	_, err := os.Stat(filepath.Join(path, "postgres", "PG_VERSION"))
	return !errors.Is(err, os.ErrNotExist)
}

// clusterDir is where the cluster lives or will live: DIR/postgres, or, when
// the unprivileged user cannot get there (below /root, for instance), a
// directory of its own in the folder that ASTRAGAL_CLUSTERS names, by default
// /var/lib/astragal, that DIR/postgres points to.
func (p *Postgres) clusterDir(d *Dir) (string, error) {
	link := filepath.Join(d.path, "postgres")
	if target, err := os.Readlink(link); err == nil {
		return target, nil
	}
	if _, err := os.Stat(link); err == nil {
		return link, nil
	}
	if p.cred == nil || reachable(d.path, p.cred) {
		return link, nil
	}
	parent := cmp.Or(os.Getenv("ASTRAGAL_CLUSTERS"), "/var/lib/astragal")
	if err := os.MkdirAll(parent, 0o711); err != nil {
		return "", fmt.Errorf("the user that PostgreSQL runs as (uid %d) cannot reach %s: %w", p.cred.Uid, d.path, err)
	}
	target := filepath.Join(parent, strings.ToLower(rand.Text()[:12]))
	if err := os.Symlink(target, link); err != nil {
		return "", err
	}
	p.log.Info("PostgreSQL's user cannot reach the data directory; the cluster lives elsewhere", "directory", target)
	return target, nil
}

// reachable reports whether the user may pass through every directory down to path.
func reachable(path string, cred *syscall.Credential) bool {
	for ; ; path = filepath.Dir(path) {
		info, err := os.Stat(path)
		if err != nil {
			return false
		}
		st := info.Sys().(*syscall.Stat_t)
		bit := os.FileMode(0o001)
		switch {
		case st.Uid == cred.Uid:
			bit = 0o100
		case st.Gid == cred.Gid:
			bit = 0o010
		}
		if info.Mode()&bit == 0 {
			return false
		}
		if path == "/" {
			return true
		}
	}
}

// initdb makes the cluster beside its place and moves it there when complete,
// so that a cluster is whole or absent.
func (p *Postgres) initdb(ctx context.Context) error {
	if entries, err := os.ReadDir(p.data); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is neither empty nor a PostgreSQL cluster", p.data)
	}
	fresh := p.data + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := p.mkdir(fresh); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(p.bin, "initdb"), "-D", fresh, "-U", dbUser, "-A", "trust", "-E",
		"UTF8", "--locale=C")
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.cred, Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, strings.TrimSpace(string(out)))
	}
	if err := os.RemoveAll(p.data); err != nil {
		return err
	}
	return os.Rename(fresh, p.data)
}

// mkdir makes a directory that belongs to PostgreSQL's user alone.
func (p *Postgres) mkdir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if p.cred == nil {
		return nil
	}
	return os.Chown(dir, int(p.cred.Uid), int(p.cred.Gid))
}

// checkVersion refuses a cluster of another major version, with advice.
func (p *Postgres) checkVersion(ctx context.Context) error {
	text, err := os.ReadFile(filepath.Join(p.data, "PG_VERSION"))
	if err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, filepath.Join(p.bin, "postgres"), "--version").Output()
	if err != nil {
		return fmt.Errorf("%s/postgres --version: %w", p.bin, err)
	}
	have, want := strings.TrimSpace(string(text)), string(out)
	if fields := strings.Fields(want); len(fields) >= 3 && !strings.HasPrefix(fields[2], have+".") &&
		!strings.HasPrefix(fields[2], have) {
		return fmt.Errorf("the cluster in %s was made by PostgreSQL %s, but %s has %s; set ASTRAGAL_POSTGRES_BIN to "+
			"binaries of version %s, or upgrade the cluster with pg_upgrade", p.data, have, p.bin, fields[2], have)
	}
	return nil
}

// socketDir chooses the socket's directory: in the cluster, or, where that
// would exceed the 107 bytes of a socket's path, a short one of its own.
func (p *Postgres) socketDir() error {
	p.sockets = p.data
	if len(p.data)+len("/.s.PGSQL.5432.lock") <= 100 {
		return nil
	}
	var err error
	if p.sockets, err = os.MkdirTemp("/tmp", "astragal-"); err != nil {
		return err
	}
	return p.mkdir(p.sockets)
}
