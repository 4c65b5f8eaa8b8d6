package compiled_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/compiled"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lower"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestWatched plays games by compiled code that is watched, and the same moves by the
// rules with an observer that looks at the same moves: both tell the same metrics, bit for bit.
func TestWatched(t *testing.T) {
	told, differ := 0, 0
	each(t, 3, func(name string, rs *ruleset.Ruleset) {
		g, plan := rs.Plan(), rs.Metrics()
		if g.IsMatch() || g.Has(game.Stochastic) {
			return
		}
		c, err := compiled.NewWhole(g, told%2 == 0)
		var refusal *lower.Refusal
		if errors.As(err, &refusal) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		told++
		if err := watch(c, plan, g); err != nil {
			differ++
			t.Errorf("%s: %v", name, err)
		}
	})
	t.Logf("%d games are told of, %d otherwise than by the rules", told, differ)
	if told < 30 || differ > 0 {
		t.Errorf("%d games are told of, %d otherwise than by the rules", told, differ)
	}
}

func watch(c *compiled.Game, plan *metric.Plan, g *game.Game) error {
	ours, theirs := metric.NewBatch(g.Players), metric.NewBatch(g.Players)
	w, err := c.NewWatcher(plan, ours)
	if err != nil {
		return err
	}
	observer := plan.NewObserver(theirs)
	for seed := range uint64(3) {
		live := rng.SplitMix64{State: seed}
		x := game.NewContext(g)
		x.Start(&live)
		live.State = seed
		w.Start(seed)
		observer.Start(x)
		pick := rng.Derive(seed, 5)
		plies := 0
		for ; plies < 60 && !x.S.Over; plies++ {
			moves := w.Candidates()
			legal := slices.Clone(x.Legal())
			find := func(move uint64) (m game.Move, ok bool) {
				from, to := 0, 0
				if move != 0 {
					from, to = compiled.Ends(move)
				}
				for _, m := range legal {
					if move != 0 && (int(m.From) != from || int(m.To) != to) {
						continue
					}
					mark, u := x.Mark(), x.Temp()
					u.Play(m)
					same := w.Leads(move, u)
					x.GiveTemp(u)
					x.Release(mark)
					if same {
						return m, true
					}
				}
				return m, false
			}
			lost := false
			observer.Listing(func(_ *game.Context, i int) game.Move {
				m, ok := find(moves[i])
				lost = lost || !ok
				return m
			})
			observer.Ply(x, len(legal))
			w.Run(&pick, 1)
			if w.Err() != nil {
				return nil // the play goes on by the rules
			}
			m, ok := find(0)
			if !ok || lost {
				return fmt.Errorf("ply %d: no move leads to the position", plies)
			}
			x.Play(m)
			observer.Played(x)
		}
		observer.End(x)
		if w.End(); w.Err() != nil {
			return nil
		}
	}
	a, err := ours.MarshalBinary()
	if err != nil {
		return err
	}
	b, err := theirs.MarshalBinary()
	if err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("compiled code tells other metrics than the observer:\n%s", difference(a, b))
	}
	return nil
}

// difference lists what is different in the serialised forms of batches.
func difference(a, b []byte) string {
	var x, y map[string]any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return fmt.Sprintf("%.200s\n%.200s", a, b)
	}
	var lines []string
	var visit func(path string, a, b any)
	visit = func(path string, a, b any) {
		m, ok := a.(map[string]any)
		n, too := b.(map[string]any)
		if !ok || !too {
			if fmt.Sprint(a) != fmt.Sprint(b) {
				lines = append(lines, fmt.Sprintf("%s: %v, by the observer %v", path, a, b))
			}
			return
		}
		for k := range m {
			visit(path+"/"+k, m[k], n[k])
		}
		for k := range n {
			if _, has := m[k]; !has {
				lines = append(lines, fmt.Sprintf("%s/%s only by the observer", path, k))
			}
		}
	}
	visit("", x, y)
	slices.Sort(lines)
	return strings.Join(lines[:min(len(lines), 6)], "\n")
}

// each calls f for the games of our library, and of the reference's where there is one:
// one in every so many, all with ASTRAGAL_PROPERTIES=all.
func each(t *testing.T, every int, f func(name string, rs *ruleset.Ruleset)) {
	t.Helper()
	if os.Getenv("ASTRAGAL_PROPERTIES") == "all" {
		every = 1
	}
	for _, root := range []string{"../../library", "../../../shared/library"} {
		if _, err := os.Stat(root); err != nil {
			continue
		}
		l, err := ruleset.NewLoader(os.DirFS(root))
		if err != nil {
			t.Fatal(err)
		}
		all := 0
		err = filepath.WalkDir(root+"/lud", func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".lud") {
				return err
			}
			if only := os.Getenv("ASTRAGAL_GAME"); only != "" && !strings.Contains(path, only) {
				return nil
			}
			if all++; all%every != 0 {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if rs, err := l.Compile(ruleset.Source{File: path, Text: text}); err == nil {
				f(filepath.Base(path), rs)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
