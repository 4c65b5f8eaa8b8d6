package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded"
	"github.com/astragal/astragal/pkg/telemetry"
)

func init() {
	register(command{
		name:  "backup",
		args:  "[--data DIR | --postgres URL] FILE",
		short: "Write everything that the catalogue holds to a new file, also while it is served",
		run:   backup,
	})
	register(command{
		name:  "restore",
		args:  "[--data DIR | --postgres URL] FILE",
		short: "Fill an empty catalogue with what backup wrote; unfinished work goes on with the next serve",
		run:   restore,
	})
}

// fileOf parses the arguments of a command about one file.
func fileOf(s *streams, name string, args []string) (*appOptions, string, error) {
	flags := s.flags(name)
	o := catalogueFlags(flags)
	rest, err := parse(flags, args)
	if err != nil {
		return nil, "", err
	}
	if len(rest) != 1 {
		return nil, "", usagef("expected one FILE")
	}
	return o, rest[0], nil
}

// backup writes a dump of PostgreSQL's own format. Queues are not in it: they hold
// names of what the catalogue says is unfinished, and are filled again from there.
func backup(ctx context.Context, s *streams, args []string) error {
	o, file, err := fileOf(s, "backup", args)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s is there already; a backup does not replace another", file)
	}
	url, stop, err := databaseOf(ctx, o, s.err)
	if err != nil {
		return err
	}
	defer stop()
	c, err := catalogue.Open(ctx, url) // of this version's schema, and no other program's database
	if err != nil {
		return err
	}
	content, err := c.Contents(ctx)
	c.Close()
	if err != nil {
		return err
	}
	// Beside its place, so that a backup that is there is complete.
	part, err := os.CreateTemp(filepath.Dir(file), ".backup-*")
	if err != nil {
		return err
	}
	part.Close()
	defer os.Remove(part.Name())
	if err := embedded.Tool(ctx, "pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", "--file",
		part.Name()); err != nil {
		return err
	}
	if err := os.Rename(part.Name(), file); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.err, "%s: %v, %.1f MB\n", file, content, float64(info.Size())/1e6)
	return nil
}

func restore(ctx context.Context, s *streams, args []string) error {
	o, file, err := fileOf(s, "restore", args)
	if err != nil {
		return err
	}
	if err := isDump(file); err != nil {
		return err
	}
	url, stop := o.cfg.Postgres, func() {}
	if url == "" {
		if url, stop, err = newDatabase(ctx, o, s.err); err != nil {
			return err
		}
	}
	defer stop()
	if err := catalogue.CheckEmpty(ctx, url); err != nil {
		return err
	}
	err = embedded.Tool(ctx, "pg_restore", url, "--no-owner", "--no-privileges", "--exit-on-error",
		"--single-transaction", file)
	if err != nil {
		return err
	}
	c, err := catalogue.Open(ctx, url) // brings an older schema up to date
	if err != nil {
		return err
	}
	defer c.Close()
	content, err := c.Contents(ctx)
	if err == nil {
		fmt.Fprintf(s.err, "restored from %s: %v\n", file, content)
	}
	return err
}

// isDump tells what is wrong with a file that is to be restored, before anything is made for it.
func isDump(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	magic := make([]byte, 5)
	if _, err := io.ReadFull(f, magic); err != nil || string(magic) != "PGDMP" {
		return fmt.Errorf("%s was not written by astragal backup", file)
	}
	return nil
}

// databaseOf is the URL of the database in the data directory or of --postgres, which
// it starts when nobody serves it.
func databaseOf(ctx context.Context, o *appOptions, logs io.Writer) (url string, stop func(), err error) {
	if o.malformed != nil {
		return "", nil, usagef("%v", o.malformed)
	}
	if o.cfg.Postgres != "" {
		return o.cfg.Postgres, func() {}, nil
	}
	return startCatalogue(ctx, o, logs)
}

// newDatabase starts a database in a data directory that has none, or an empty one.
func newDatabase(ctx context.Context, o *appOptions, logs io.Writer) (url string, stop func(), err error) {
	if o.malformed != nil {
		return "", nil, usagef("%v", o.malformed)
	}
	if err := os.MkdirAll(o.cfg.Data, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", nil, err
	}
	d, err := embedded.Open(o.cfg.Data)
	if err != nil {
		return "", nil, err
	}
	tel, err := telemetry.New(logs, o.cfg.LogLevel, o.cfg.LogFormat)
	if err != nil {
		d.Close()
		return "", nil, err
	}
	p, err := embedded.StartPostgres(ctx, d, tel.Log)
	if err != nil {
		d.Close()
		return "", nil, err
	}
	return p.URL(), func() { p.Stop(); d.Close() }, nil
}
