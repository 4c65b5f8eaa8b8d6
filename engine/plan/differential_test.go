package plan_test

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/plan"
	"github.com/astragal/astragal/engine/ruleset"
)

// shared is the reference material beside the project.
const shared = "../../../shared"

// TestAgainstRules plays every game of the library that has a plan side by side
// with the general rules: the legal moves, the positions they lead to and the
// results must be the same, and what is drawn must be among the legal moves.
// With ASTRAGAL_WILD=all every declared ruleset and every option is a game.
func TestAgainstRules(t *testing.T) {
	var mu sync.Mutex
	planned, n, whys := 0, 0, map[string]int{}
	eachGame(t, func(name string, g *game.Game, p *plan.Plan, why error) {
		mu.Lock()
		n++
		if p != nil {
			planned++
		} else {
			whys[why.(*plan.Unplanned).Why]++
		}
		mu.Unlock()
		if p == nil {
			if os.Getenv("ASTRAGAL_GAME") != "" {
				t.Log(name, why)
			}
			return
		}
		for seed := range uint64(3) {
			if err := plan.Compare(p, g, seed); err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
		}
	})
	t.Logf("%d of %d games have a plan", planned, n)
	list := []string{}
	for why, n := range whys {
		list = append(list, fmt.Sprintf("%5d %s", n, why))
	}
	slices.Sort(list)
	slices.Reverse(list)
	t.Logf("why others have none:\n%s", strings.Join(list[:min(len(list), 60)], "\n"))
	if planned == 0 {
		t.Error("no game has a plan")
	}
}

// TestUniform draws moves in positions of all games with a plan. Beside each
// position, all of them together must fit equally likely moves.
func TestUniform(t *testing.T) {
	var mu sync.Mutex
	chi, freedom := 0.0, 0.0
	eachGame(t, func(name string, g *game.Game, p *plan.Plan, _ error) {
		if p == nil {
			return
		}
		x, k, err := plan.Uniform(p, uint64(len(name)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		mu.Lock()
		chi, freedom = chi+x, freedom+k
		mu.Unlock()
	})
	d := (chi - freedom) / math.Sqrt(2*freedom)
	t.Logf("chi square %.0f at %.0f degrees of freedom", chi, freedom)
	if math.Abs(d) > 5 {
		t.Errorf("chi square is %.1f standard deviations off", d)
	}
}

// eachGame calls f for the games of the library with their plans, or why they
// have none, on several goroutines at once. With -short it takes some of them.
func eachGame(t *testing.T, f func(name string, g *game.Game, p *plan.Plan, why error)) {
	t.Helper()
	root := filepath.Join(shared, "library", "lud")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no library beside the project")
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	only := os.Getenv("ASTRAGAL_GAME") // a part of a path, to look into one game
	var files []string
	err = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".lud") && strings.Contains(path, only) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	next := make(chan string)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for file := range next {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Error(err)
					continue
				}
				for _, s := range selections(t, loader, file, text) {
					rs, err := loader.Compile(ruleset.Source{File: file, Text: text, Options: s})
					if err != nil {
						continue // not playable: other tests tell
					}
					p, why := plan.New(rs.Plan())
					f(fmt.Sprint(strings.TrimPrefix(file, root+"/"), s), rs.Plan(), p, why)
				}
			}
		})
	}
	for i, file := range files {
		if !testing.Short() || i%10 == 0 {
			next <- file
		}
	}
	close(next)
	wg.Wait()
}

// selections returns the options to play a description with: the defaults, and
// on request those of every way of playing it that differs.
func selections(t *testing.T, loader *ruleset.Loader, file string, text []byte) [][]string {
	all := [][]string{nil}
	if os.Getenv("ASTRAGAL_WILD") != "all" {
		return all
	}
	d, err := lgdl.Read(file, text)
	if err != nil {
		t.Error(err)
		return nil
	}
	for _, r := range d.Rulesets() {
		all = append(all, r.Options)
	}
	for _, o := range d.Options() {
		for i := range o.Items {
			all = append(all, []string{o.Name(i)})
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(s []string) bool {
		e, err := d.Expand(loader.Defines(), lgdl.Selection{Options: s})
		if err != nil || seen[e.Hash()] {
			return true
		}
		seen[e.Hash()] = true
		return false
	})
}
