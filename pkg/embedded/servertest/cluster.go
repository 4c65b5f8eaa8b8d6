package servertest

import (
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/astragal/astragal/pkg/embedded"
)

// fresh is a cluster in which nothing has been written yet, kept in memory: to write its files takes a tenth of
// the time that making it anew takes.
var fresh struct {
	sync.Mutex
	files     []file
	elsewhere string // the folder of clusters that do not live in their data directory, "" where they do
}

// file is a file or directory of a cluster.
type file struct {
	path     string // relative to the cluster
	mode     fs.FileMode
	uid, gid int
	data     []byte
}

// unsynced is added to the configuration: what a server has written before it is killed the kernel keeps, and no
// test pulls the plug, which alone synchronising with the disk would help against.
const unsynced = "\nfsync = off\n"

// lay puts a cluster into a data directory that has none. The first of a process is made as programs make theirs,
// the others are copies of it.
func lay(t testing.TB, d *embedded.Dir, log *slog.Logger) error {
	t.Helper()
	fresh.Lock()
	defer fresh.Unlock()
	link := filepath.Join(d.Path(), "postgres")
	if fresh.files != nil {
		root := link
		if fresh.elsewhere != "" {
			var err error
			if root, err = os.MkdirTemp(fresh.elsewhere, "test"); err != nil {
				return err
			}
			if err := os.Symlink(root, link); err != nil {
				return err
			}
		}
		return write(root, fresh.files)
	}
	pg, err := embedded.StartPostgres(t.Context(), d, log)
	if err != nil {
		return err
	}
	pg.Stop()
	root, err := filepath.EvalSymlinks(link)
	if err != nil {
		return err
	}
	conf, err := os.OpenFile(filepath.Join(root, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := conf.WriteString(unsynced); err != nil {
		return err
	}
	if err := conf.Close(); err != nil {
		return err
	}
	if _, err := os.Readlink(link); err == nil {
		fresh.elsewhere = filepath.Dir(root)
	}
	fresh.files, err = read(root)
	return err
}

// read reads what is below a directory, itself first.
func read(root string) (files []file, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		owner := info.Sys().(*syscall.Stat_t)
		f := file{path: rel, mode: info.Mode(), uid: int(owner.Uid), gid: int(owner.Gid)}
		if info.Mode().IsRegular() {
			if f.data, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		files = append(files, f)
		return nil
	})
	return files, err
}

// write writes what read has read.
func write(root string, files []file) error {
	for _, f := range files {
		path := filepath.Join(root, f.path)
		var err error
		if f.mode.IsDir() {
			err = os.MkdirAll(path, 0o700)
		} else {
			err = os.WriteFile(path, f.data, 0o600)
		}
		if err != nil {
			return err
		}
		if err := os.Chmod(path, f.mode.Perm()); err != nil {
			return err
		}
		if err := os.Lchown(path, f.uid, f.gid); err != nil {
			return err
		}
	}
	return nil
}
