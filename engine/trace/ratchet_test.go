package trace_test

import (
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
// below the figure in testdata/ratchet.txt; raise it when it grows.
func TestRatchet(t *testing.T) {
	if testing.Short() {
		t.Skip("replays the whole library")
	}
	if _, err := os.Stat(filepath.Join(shared, "traces")); err != nil {
		t.Skip("no recorded traces beside the project")
	}
	text, err := os.ReadFile("testdata/ratchet.txt")
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
	err = filepath.WalkDir(filepath.Join(shared, "traces"), func(path string, _ fs.DirEntry, err error) error {
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
				if replay(loader, file) {
					passed.Add(1)
				}
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

func replay(loader *ruleset.Loader, file string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	tr, err := trace.Read(f)
	if err != nil {
		return false
	}
	path := filepath.Join(shared, "library", "lud", filepath.FromSlash(tr.Header.Game))
	text, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	rs, err := loader.Compile(ruleset.Source{File: path, Text: text})
	if err != nil {
		return false
	}
	// A slow or busy machine must not look like a lost game.
	return trace.Replay(rs.Plan(), tr, time.Minute).OK
}
