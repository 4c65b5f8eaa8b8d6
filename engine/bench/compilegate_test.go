package bench_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/lgdl"
)

// compiling says what compiling each game of our own library comes to.
const compiling = "testdata/compiling.tsv"

// effort is what compiling a game from its text to a program that closures play takes and makes.
type effort struct {
	objects   int // that are allocated, which is nearly the same every time
	functions int // of the program
	size      int // their statements and operations
}

// beyond reports whether one effort is more than another allows for.
func (e effort) beyond(than effort) bool {
	above := func(now, then int) bool { return float64(now) > limit(float64(then)) }
	return float64(e.objects) > limit(float64(than.objects))+200 || above(e.functions, than.functions) ||
		above(e.size, than.size)
}

// TestCompilingGate fails when compiling a game of our own library allocates more objects, or comes to
// more code, than was recorded: when the same is asked or made again and again, say, which takes time only in games
// that are much larger. A change that is meant is recorded by `go test ./bench -run TestCompilingGate -record`.
func TestCompilingGate(t *testing.T) {
	files, err := bench.Descriptions(ownLibrary)
	if err != nil || len(files) == 0 {
		t.Fatalf("our own library: %d files, %v", len(files), err)
	}
	defs, err := lgdl.LoadDefines(os.DirFS("../../library/def"))
	if err != nil {
		t.Fatal(err)
	}
	if err := bench.WarmUp(); err != nil {
		t.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection allocates, too
	known, now := readEfforts(t), map[string]effort{}
	for i, file := range files {
		e, ok := effortOf(t, defs, file)
		if i%16 == 15 {
			runtime.GC()
		}
		if !ok {
			continue
		}
		now[file] = e
		old, ok := known[file]
		switch {
		case *record:
		case !ok:
			t.Logf("%s: nothing is recorded; run `go test ./bench -run TestCompilingGate -record` in engine", file)
		case e.beyond(old):
			t.Errorf("%s: objects, functions and size are %v, recorded are %v", file, e, old)
		case old.beyond(e):
			t.Logf("%s: objects, functions and size are %v, recorded are %v: record it", file, e, old)
		}
	}
	if *record {
		writeEfforts(t, now)
		return
	}
	if compared := len(now); compared*4 < len(known)*3 || len(known)*4 < compared*3 {
		t.Errorf("%d games are compiled, %d recorded; run `go test ./bench -run TestCompilingGate -record` in engine",
			compared, len(known))
	}
}

// effortOf compiles a game; false for one that is not compiled.
func effortOf(t *testing.T, defs *lgdl.Defines, file string) (e effort, ok bool) {
	text, err := os.ReadFile(filepath.Join(ownLibrary, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	g, err := bench.Rules(defs, file, text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	_, err = compiled.NewPlaysSeen(g, func(step string, p *ir.Program) {
		if step != "fold" {
			return
		}
		e.functions = len(p.Funcs)
		for _, f := range p.Funcs {
			e.size += transform.Size(f)
		}
	})
	runtime.ReadMemStats(&after)
	e.objects = int(after.Mallocs - before.Mallocs)
	return e, err == nil
}

func readEfforts(t *testing.T) map[string]effort {
	known := map[string]effort{}
	text, err := os.ReadFile(compiling)
	if err != nil && !*record {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, numbers, _ := strings.Cut(strings.TrimSpace(line), "\t")
		var e effort
		if name == "game" {
			continue
		}
		if _, err := fmt.Sscan(numbers, &e.objects, &e.functions, &e.size); err != nil {
			t.Fatalf("%s: %q: %v", compiling, line, err)
		}
		known[name] = e
	}
	return known
}

func writeEfforts(t *testing.T, now map[string]effort) {
	var b strings.Builder
	b.WriteString("game\tobjects\tfunctions\tsize\n")
	for _, file := range slices.Sorted(maps.Keys(now)) {
		fmt.Fprintf(&b, "%s\t%d\t%d\t%d\n", file, now[file].objects, now[file].functions, now[file].size)
	}
	if err := os.WriteFile(compiling, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
