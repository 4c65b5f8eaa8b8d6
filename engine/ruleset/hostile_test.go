package ruleset_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ruleset"
)

// What a description may cost: the deadline that every play gets, how long it
// may go on after that, how long compiling may take, and the live memory.
const (
	hostileDeadline = time.Second
	hostileOvertime = 10 * time.Second
	hostileCompile  = 30 * time.Second
	hostileHeap     = 1500 << 20
)

// memoryError is the message about a play that needs too much memory.
const memoryError = "needs more than 4 MiB of memory, the limit of one play (--play-memory changes it)"

// hostile are descriptions cut down to what took the process down or held it up,
// which their last line tells, and the error that they must give; "" means that
// they must be played, or that their plays must end at the deadline.
var hostile = map[string]string{
	"around-nowhere.lud":        "4:25: in play: a region cannot hold site 33554431",
	"dense-board.lud":           "",
	"high-stack.lud":            memoryError,
	"long-board.lud":            "",
	"longest-turn.lud":          "lie more than 1000 deep in each other",
	"missing-piece.lud":         "",
	"moving-nothing.lud":        "",
	"no-lines.lud":              "",
	"no-players-scores.lud":     "",
	"no-players.lud":            "",
	"puzzle-beyond.lud":         "4:11: in play: a constraint on site 100, which is not on the board",
	"puzzle-pieces.lud":         "4:12: in play: there is no component 1 to place",
	"region-beyond.lud":         "",
	"region-of-itself.lud":      "3:24: in play: a region that is made of itself",
	"regions-of-each-other.lud": "a region that is made of itself",
	"remembering.lud":           memoryError,
	"slow-ply.lud":              "",
	"slow-puzzle.lud":           "",
	"slow-search.lud":           "",
	"track-beyond.lud":          "2:15: a track cannot run through site 2147483647",
	"start-fault.lud":           "4:36: in play: (sites) outside of a group",
}

func TestHostile(t *testing.T) {
	files, err := filepath.Glob("testdata/hostile/*.lud")
	if err != nil || len(files) != len(hostile) {
		t.Fatalf("%d files, %d expectations, %v", len(files), len(hostile), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, listed := hostile[filepath.Base(file)]
			if !listed {
				t.Fatal("nothing is expected of this file")
			}
			memory := 0 // the default
			if want == memoryError {
				memory = 4 << 20
			}
			got := endure(t, file, nil, memory)
			if want == "" && len(got) > 0 {
				t.Errorf("fails: %v", got[0])
			}
			found := want == ""
			for _, err := range got {
				found = found || strings.Contains(err.Error(), want)
				var b *game.Broken
				if errors.As(err, &b) {
					t.Errorf("a fault of the engine: %v", err)
				}
			}
			if !found {
				t.Errorf("errors %v, want %q", got, want)
			}
		})
	}
}

// TestHostileLibrary plays mutated files of the public library, each of which
// took down or held up a version of the engine.
func TestHostileLibrary(t *testing.T) {
	const dir = "../../../shared/hostile"
	files, _ := filepath.Glob(dir + "/*.lud")
	if len(files) == 0 {
		t.Skip("no hostile files beside the project")
	}
	for i, file := range files {
		if i%thinned(4) != 0 {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, err := range endure(t, file, os.DirFS("../../../shared/library/def"), 0) {
				var place *lgdl.Error
				var list lgdl.ErrorList
				var b *game.Broken
				if !errors.As(err, &place) && !errors.As(err, &list) || errors.As(err, &b) {
					t.Errorf("an error without a place in the description: %v", err)
				}
			}
		})
	}
}

// endure compiles a description, asks all about it and plays it in all ways. It
// returns the errors, and fails the test when that takes too much of anything.
func endure(t *testing.T, file string, defs fs.FS, memory int) (errs []error) {
	var folders []fs.FS
	if defs != nil {
		folders = append(folders, defs)
	}
	loader, err := ruleset.NewLoader(folders...)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	defer watchHeap(t)()
	start := time.Now()
	rs, err := loader.Compile(ruleset.Source{File: filepath.Base(file), Text: text})
	if d := time.Since(start); d > hostileCompile {
		t.Errorf("compiling took %v", d)
	}
	if err != nil {
		return []error{err}
	}
	rs.Concepts()
	search, err := agent.ParseTeam("uct:5")
	if err != nil {
		t.Fatal(err)
	}
	for _, sim := range []ruleset.Simulation{{Bare: true}, {}, {Agents: search, MaxPlies: 5}} {
		sim.Playouts, sim.Timeout, sim.Memory = 1, hostileDeadline, memory
		start := time.Now()
		_, err := rs.Simulate(t.Context(), sim)
		if late := time.Since(start) - hostileDeadline; late > hostileOvertime {
			t.Errorf("%+v plays on for %v after its deadline", sim, late)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "agent ") { // some games cannot be searched
			errs = append(errs, err)
		}
	}
	return errs
}

// watchHeap fails the test when the live memory grows by more than the bound before
// the function that it returns is called. What other tests keep is not counted.
func watchHeap(t *testing.T) (stop func()) {
	done := make(chan struct{})
	var most atomic.Uint64
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	percent := debug.SetGCPercent(100) // whatever the environment says: garbage is in what is read
	runtime.GC()
	metrics.Read(s)
	before := s[0].Value.Uint64()
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
				metrics.Read(s)
				most.Store(max(most.Load(), s[0].Value.Uint64()))
			}
		}
	}()
	return func() {
		close(done)
		debug.SetGCPercent(percent)
		if n := most.Load(); n > before+hostileHeap {
			t.Errorf("%d MiB were live, %d before", n>>20, before>>20)
		}
	}
}

// TestPlyLimit checks that a play which its rules never end is ended all the same,
// and that whoever wants more or less of it gets that.
func TestPlyLimit(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("testdata/hostile/no-players.lud")
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: "no-players.lud", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if plies, own := rs.PlyLimit(); plies != 10_000 || own {
		t.Errorf("the limit is %d, of the rules: %v", plies, own)
	}
	for _, x := range [][2]int{{0, 10_000}, {50, 50}, {12_345, 12_345}} {
		b, err := rs.Simulate(t.Context(), ruleset.Simulation{Playouts: 1, Bare: true, MaxPlies: x[0]})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Metric("DurationMoves").Estimate().Mean; got != float64(x[1]) || b.Limits != 1 {
			t.Errorf("--max-plies %d: %g plies, %d ended by the limit", x[0], got, b.Limits)
		}
	}
	_, err = rs.Simulate(t.Context(), ruleset.Simulation{Playouts: 1, MaxPlies: 1_000_000, Memory: 1 << 20})
	if err == nil || !strings.Contains(err.Error(),
		"no-players.lud:1:1: in play: the play needs more than 1 MiB of memory") {
		t.Errorf("with 1 MiB: %v", err)
	}
	if got := play.NewRandom(rs.Plan()).Play(1, 0); got.Plies != 10_000 || !got.Limit {
		t.Errorf("played at random: %+v", got)
	}
}
