package trace_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// shared is the reference material beside the project; tests that need it are
// skipped where it is not.
const shared = "../../../shared"

// TestRatchet replays all recorded traces. The number that pass may never fall
// below the figure in testdata; raise it when it grows.
//
// Two traces of the variants cannot pass: what they show depends on random numbers
// that are not drawn from the recorded stream. One description asks in copies of
// the position what random moves threaten, the other has regions that are drawn when
// the game is created, before a play begins.
func TestRatchet(t *testing.T) {
	if testing.Short() {
		t.Skip("replays the whole library")
	}
	for _, x := range []struct{ name, traces, library string }{
		{"ratchet", "traces", "library"},
		{"ratchet-variants", "variants/traces", "variants"},
	} {
		t.Run(x.name, func(t *testing.T) {
			ratchet(t, filepath.Join("testdata", x.name+".txt"), filepath.Join(shared, x.traces),
				filepath.Join(shared, x.library))
		})
	}
}

// ratchet replays the traces in a folder, of games in a library, and compares how
// many pass with the figure in a file.
func ratchet(t *testing.T, figure, folder, library string) {
	if _, err := os.Stat(folder); err != nil {
		t.Skip("no recorded traces beside the project")
	}
	text, err := os.ReadFile(figure)
	if err != nil {
		t.Fatal(err)
	}
	want, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	err = filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".jsonl.gz") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var passed atomic.Int64
	var wg sync.WaitGroup
	next := make(chan string)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for file := range next {
				if err := replay(loader, library, file); err != nil {
					t.Logf("%s: %v", file, err)
					continue
				}
				passed.Add(1)
			}
		})
	}
	for _, f := range files {
		next <- f
	}
	close(next)
	wg.Wait()
	t.Logf("%d of %d traces replay exactly; the recorded figure is %d", passed.Load(), len(files), want)
	if int(passed.Load()) < want {
		t.Errorf("%d of %d traces replay exactly; the recorded figure is %d", passed.Load(), len(files), want)
	}
}

func replay(loader *ruleset.Loader, library, file string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	tr, err := trace.Read(f)
	if err != nil {
		return err
	}
	path := filepath.Join(library, "lud", filepath.FromSlash(tr.Header.Game))
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	rs, err := loader.Compile(ruleset.Source{File: path, Text: text})
	if err != nil {
		return err
	}
	// A slow or busy machine must not look like a lost game.
	if r := trace.Replay(rs.Plan(), tr, 10*time.Minute); !r.OK {
		return fmt.Errorf("ply %d: %s: %s", r.Ply, r.Stage, r.Detail)
	}
	return nil
}
