package ruleset_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// shared is the reference material beside the project; tests that need it are
// skipped where it is not. library holds the rulesets we ship.
const (
	shared  = "../../../shared"
	library = "../../library"
)

// descriptions returns the .lud files below a folder in order.
func descriptions(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".lud") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// selections returns one selection of options for every way of playing a
// description that differs from the others: the defaults, the declared
// rulesets, and every option on its own.
func selections(d *lgdl.Description, defs *lgdl.Defines) ([]lgdl.Selection, error) {
	all := []lgdl.Selection{{}}
	for _, r := range d.Rulesets() {
		all = append(all, lgdl.Selection{Ruleset: r.Heading, Options: r.Options, Fallback: true})
	}
	for _, o := range d.Options() {
		for i := range o.Items {
			all = append(all, lgdl.Selection{Options: []string{o.Name(i)}})
		}
	}
	var out []lgdl.Selection
	seen := map[string]bool{}
	for _, s := range all {
		e, err := d.Expand(defs, s)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", s.Ruleset, s.Options, err)
		}
		if h := e.Hash(); !seen[h] {
			seen[h] = true
			out = append(out, lgdl.Selection{Options: e.Options})
		}
	}
	return out, nil
}

// TestWild compiles and plays every selection of every description of the
// reference library: nothing may panic, run on without end or be refused. The
// short form takes every n-th; ASTRAGAL_WILD=all takes all of them,
// ASTRAGAL_WILD=TEXT those whose file name contains the text.
func TestWild(t *testing.T) {
	if _, err := os.Stat(filepath.Join(shared, "library")); err != nil {
		t.Skip("no library beside the project")
	}
	want := os.Getenv("ASTRAGAL_WILD")
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	sample := 20
	if testing.Short() {
		sample = 100
	}
	var files []string
	for i, f := range descriptions(t, filepath.Join(shared, "library", "lud")) {
		if want == "" && i%sample == 0 || want == "all" || want != "" && strings.Contains(f, want) {
			files = append(files, f)
		}
	}
	playouts := 1
	if n, err := strconv.Atoi(os.Getenv("ASTRAGAL_PLAYOUTS")); err == nil {
		playouts = n
	}
	var wg sync.WaitGroup
	next := make(chan string)
	for range min(2, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for f := range next {
				wild(t, loader, f, playouts)
			}
		})
	}
	for _, f := range files {
		next <- f
	}
	close(next)
	wg.Wait()
}

func wild(t *testing.T, loader *ruleset.Loader, file string, playouts int) {
	name := strings.TrimPrefix(file, filepath.Join(shared, "library", "lud")+"/")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	d, err := lgdl.Read(file, text)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	all, err := selections(d, loader.Defines())
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for _, s := range all {
		done := make(chan error, 1)
		go func() { done <- guarded(func() error { return try(loader, file, text, s.Options, playouts) }) }()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("%s %q: %v", name, s.Options, err)
			}
		case <-time.After(60 * time.Second):
			t.Errorf("%s %q: no end", name, s.Options)
		}
	}
}

// guarded turns a panic of f into an error with the place of the panic.
func guarded(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v at %s", x, place(string(debug.Stack())))
		}
	}()
	return f()
}

// place finds the frames of the engine below a panic.
func place(stack string) string {
	_, after, _ := strings.Cut(stack, "\npanic(")
	var at []string
	for line := range strings.Lines(after) {
		if strings.HasPrefix(line, "\t") && strings.Contains(line, "/engine/") && len(at) < 5 {
			f, _, _ := strings.Cut(line[strings.Index(line, "/engine/")+8:], " ")
			at = append(at, f)
		}
	}
	return strings.Join(at, " < ")
}

func try(loader *ruleset.Loader, file string, text []byte, options []string, playouts int) error {
	rs, err := loader.Compile(ruleset.Source{File: file, Text: text, Options: options,
		Library: os.DirFS(filepath.Join(shared, "library", "lud"))})
	if err != nil && strings.Contains(err.Error(), "of the match: there is no file") {
		return nil // the games beside the project are a part of the public library
	}
	if err != nil {
		return fmt.Errorf("compile: %w", err)
	}
	c := game.NewContext(rs.Plan())
	for n := range playouts {
		var bad error
		err := game.Catch(func() { bad = playout(c, uint64(n), time.Now().Add(3*time.Second)) })
		if err = errors.Join(err, bad); err != nil {
			return fmt.Errorf("playout %d: %w", n, err)
		}
	}
	return nil
}

// playout plays at random until the play or the time is over.
func playout(c *game.Context, seed uint64, deadline time.Time) error {
	r, choice := rng.Derive(seed, 1), rng.Derive(seed, 2)
	c.Start(&r)
	for ply := 0; !c.S.Over && time.Now().Before(deadline) && ply < 3000; ply++ {
		legal := c.Legal()
		if len(legal) == 0 {
			return fmt.Errorf("ply %d: no legal move", ply)
		}
		c.Play(trace.Choose(c, legal, &choice))
	}
	return nil
}
