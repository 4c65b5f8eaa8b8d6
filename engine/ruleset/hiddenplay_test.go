package ruleset

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/cputime"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// mayHide finds descriptions that may hide something, by their own text or by the defines of
// our library that do.
var mayHide = regexp.MustCompile(`idden|ConcealSites|RevealSite|SeenByMover`)

// hidingGames are all games of both libraries in which something is hidden.
func hidingGames(t *testing.T) (games []*Ruleset) {
	t.Helper()
	for _, root := range []string{"../../library", sharedLibrary} {
		var defs []fs.FS
		if _, err := os.Stat(filepath.Join(root, "def")); err == nil {
			defs = append(defs, os.DirFS(filepath.Join(root, "def")))
		}
		loader, err := NewLoader(defs...)
		if err != nil {
			t.Fatal(err)
		}
		filepath.WalkDir(filepath.Join(root, "lud"), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if !mayHide.Match(text) {
				return nil
			}
			if rs, err := loader.Compile(Source{File: file, Text: text}); err == nil && rs.Plan().Hides {
				games = append(games, rs)
			}
			return nil
		})
	}
	return games
}

// hiddenAgents are agents of every kind, with every way to search; those that are refused are
// refused in every game in which something is hidden.
var hiddenAgents = []struct {
	name    string
	refused bool
}{
	{"random", false}, {"uct:8", false}, {"uct:8,select=tuned", false}, {"uct:8,select=grave", false},
	{"uct:8,select=history", false},
	{"uct:8,playout=mast", false}, {"uct:8,playout=nst", false}, {"uct:8,cutoff=6", false},
	{"uct:8,solver=no,reuse=no,decisive=no,first=all,final=mean", false},
	{"uct:8,temperature=1,blunder=0.3", false}, {"best:8", false},
	{"flat:8", true}, {"uct:time=10ms", true}, {"alphabeta:2", true}, {"alphabeta:2:4", true},
	{"alphabeta:2,quiet=yes", true}, {"deduce:100", true},
}

// TestHiddenChoices has every agent choose in positions of random plays of all games that
// hide something, and in the same ones with what its seat cannot see dealt anew: the choices are the
// same. What cannot play such games says so.
func TestHiddenChoices(t *testing.T) {
	if testing.Short() {
		t.Skip("plays all games that hide something")
	}
	played, pairs, unsearched := 0, map[string]int{}, 0
	for _, rs := range hidingGames(t) {
		tables := seatHidden(t, rs)
		if len(tables) < 2 {
			t.Logf("only random plays %s", rs.Name())
			unsearched++
			continue
		}
		played++
		if fault := game.Catch(func() { swapHidden(t, rs, tables, pairs, played) }); fault != nil {
			t.Logf("%s: %v", rs.Name(), fault)
		}
	}
	t.Logf("%d games played, %d of which no search is offered; pairs of choices compared: %v", played, unsearched, pairs)
	for _, a := range hiddenAgents {
		if n := pairs[a.name]; a.refused != (n == 0) || !a.refused && n < 10 {
			t.Errorf("%s: %d pairs of choices", a.name, n)
		}
	}
}

// seatHidden seats the agents that can play a game in which something is hidden.
func seatHidden(t *testing.T, rs *Ruleset) map[string]*agent.Table {
	t.Helper()
	tables := map[string]*agent.Table{}
	for _, a := range hiddenAgents {
		team, err := agent.ParseTeam(a.name)
		if err != nil {
			t.Fatal(err)
		}
		table, err := team.Sit(rs.Game())
		if a.refused && err == nil {
			t.Errorf("%s sits down at %s", a.name, rs.Name())
		}
		if err == nil {
			tables[a.name] = table
		}
	}
	return tables
}

// enoughHidden is the processor time after which a game is left: the largest of them take seconds for
// a position, of which one is looked at.
const enoughHidden = 300 * time.Millisecond

// swapHidden compares choices along a random play.
func swapHidden(t *testing.T, rs *Ruleset, tables map[string]*agent.Table, pairs map[string]int, turn int) {
	t.Helper()
	p, pick, live := rs.Game().NewPosition().(*position), rng.New(5), rng.New(7)
	p.Restart(&live)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begun := cputime.Thread()
	for ply := 0; ply < 20 && !p.Terminal() && cputime.Thread()-begun < enoughHidden; ply++ {
		mover, seed := p.Mover(), rng.New(uint64(ply))
		other, err := p.Determinize(mover, &seed)
		if err != nil {
			t.Errorf("%s: ply %d: %v", rs.Name(), ply, err)
			return
		}
		if q := other.(*position); ply%5 == 0 && p.Moves() > 1 && p.c.FullHash() != q.c.FullHash() &&
			sameDecisions(t, rs, p, q) {
			turn++
			for k, a := range hiddenAgents {
				table := tables[a.name]
				if table == nil || (k+turn)%2 != 0 { // by turns, as all take minutes
					continue
				}
				var chosen [2]int
				for k, at := range []*position{p, q} {
					table.Start(3)
					r := rng.New(1)
					if chosen[k], err = table.Choose(t.Context(), at, &r); err != nil {
						t.Errorf("%s: %s: ply %d: %v", rs.Name(), a.name, ply, err)
						return
					}
				}
				if pairs[a.name]++; chosen[0] != chosen[1] {
					t.Errorf("%s: %s: ply %d: decision %d is taken, and %d where hidden pieces have changed places", rs.Name(), a.name,
						ply, chosen[0], chosen[1])
				}
			}
		}
		p.Apply(pick.Below(p.Moves()))
	}
}

// sameDecisions reports whether the mover has the same decisions in two positions, which else do not look alike to him.
func sameDecisions(t *testing.T, rs *Ruleset, p, q formal.Position) bool {
	t.Helper()
	w, f, err := rs.Game().(search.Maker).NewWorld(search.None, false)
	if err != nil {
		t.Fatal(err)
	}
	b := search.NewBlind(w, f, search.Options{})
	one, err1 := b.Keys(p)
	other, err2 := b.Keys(q)
	return err1 == nil && err2 == nil && slices.Equal(one, other)
}
