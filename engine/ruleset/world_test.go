package ruleset

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

const sharedLibrary = "../../../shared/library"

// worldGames are our own games, and some of the library beside the project. They are compiled once for all
// tests, which leave them as they are.
func worldGames(t *testing.T) []*Ruleset {
	t.Helper()
	games, err := compileWorldGames()
	if err != nil {
		t.Fatal(err)
	}
	return games
}

var compileWorldGames = sync.OnceValues(func() (games []*Ruleset, err error) {
	for _, root := range []string{"../../library", sharedLibrary} {
		var defs []fs.FS
		if _, err := os.Stat(filepath.Join(root, "def")); err == nil {
			defs = append(defs, os.DirFS(filepath.Join(root, "def")))
		}
		loader, err := NewLoader(defs...)
		if err != nil {
			return nil, err
		}
		n := 0
		filepath.WalkDir(filepath.Join(root, "lud"), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil
			}
			if n++; root == sharedLibrary && n%25 != 3 {
				return nil
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if rs, err := loader.Compile(Source{File: file, Text: text}); err == nil {
				games = append(games, rs)
			}
			return nil
		})
	}
	return games, nil
})

// TestWorlds compares worlds with positions along random plays: the same legal
// decisions under the same numbers, leading to the same positions, on a line and
// stacked, and back again.
func TestWorlds(t *testing.T) {
	checked := 0
	for number, rs := range worldGames(t) {
		if number%5 != 0 {
			continue
		}
		a := rs.Game().(*adapter)
		w, f, err := search.New(a, search.Own, true)
		if err != nil {
			t.Errorf("%s: %v", rs.Name(), err)
			continue
		}
		if _, own := w.(*world); !own {
			continue
		}
		if err := game.Catch(func() { compareWorld(t, rs, w.(*world), f.Draws) }); err != nil {
			t.Logf("%s: %v", rs.Name(), err)
		}
		checked++
	}
	if t.Logf("%d games compared", checked); checked < 12 {
		t.Errorf("%d games compared", checked)
	}
}

func compareWorld(t *testing.T, rs *Ruleset, w *world, draws bool) {
	p, pick, live := rs.Game().NewPosition().(*position), rng.New(5), rng.New(7)
	p.Restart(&live)
	begun := time.Now()
	for ply := 0; ply < 40 && !p.Terminal() && time.Since(begun) < 300*time.Millisecond; ply++ {
		n := p.Moves()
		if n == 0 {
			return
		}
		w.Seed(rng.New(uint64(ply)))
		if err := w.Load(p, false); err != nil {
			t.Errorf("%s: ply %d: %v", rs.Name(), ply, err)
			return
		}
		legal := 0
		if k, sure := w.List(); !sure {
			k++ // and the decision of one who has no other
			for i := range k {
				w.Top()
				w.List()
				if i == k-1 && legal > 0 || !w.Down(i) {
					continue
				}
				compareAfter(t, rs, w, p, legal, draws, ply)
				if i < k-1 {
					if at := w.Index(0, i); at != legal {
						t.Errorf("%s: ply %d: candidate %d is legal move %d and not %d", rs.Name(), ply, i, at, legal)
					}
				}
				legal++
			}
		} else {
			legal = k
			for range 3 {
				i := pick.Below(k)
				w.Top()
				w.List()
				w.Down(i)
				compareAfter(t, rs, w, p, i, draws, ply)
			}
		}
		if legal != n {
			t.Errorf("%s: ply %d: %d legal decisions in the world, %d in the position", rs.Name(), ply, legal, n)
			return
		}
		if !draws {
			compareStack(t, rs, w, p, &pick, ply)
		}
		p.Apply(pick.Below(n))
	}
}

// compareAfter compares where the world is with the position after decision i.
func compareAfter(t *testing.T, rs *Ruleset, w *world, p *position, i int, draws bool, ply int) {
	t.Helper()
	q := p.Clone().(*position)
	q.Apply(i)
	if draws || q.err != nil {
		return
	}
	listed(w)
	if x, y := w.at.FullHash(), q.c.FullHash(); x != y || w.Over() != q.Terminal() || !w.Over() && w.Mover() != q.Mover() {
		t.Errorf("%s: ply %d: decision %d leads elsewhere", rs.Name(), ply, i)
	}
}

// listed has the moves listed, as those of a position always are: that forgets that the
// player to move had to pass the last time, which is part of the hash.
func listed(w *world) {
	if !w.Over() {
		w.List()
	}
}

// compareStack goes three decisions down and back up.
func compareStack(t *testing.T, rs *Ruleset, w *world, p *position, pick *rng.SplitMix64, ply int) {
	t.Helper()
	if err := w.Load(p, true); err != nil {
		t.Errorf("%s: ply %d: %v", rs.Name(), ply, err)
		return
	}
	q := p.Clone().(*position)
	var hashes []uint64
	var keys [][]uint32
	for range 3 {
		if w.Over() {
			break
		}
		n, _ := w.List()
		if n != q.Moves() {
			t.Errorf("%s: ply %d: %d decisions stacked, %d in the position", rs.Name(), ply, n, q.Moves())
			return
		}
		hashes, keys = append(hashes, w.Hash(false)), append(keys, keysOf(w, n))
		i := pick.Below(n)
		w.Down(i)
		q.Apply(i)
		listed(w)
		if q.err == nil && w.at.FullHash() != q.c.FullHash() {
			t.Errorf("%s: ply %d: stacked decision %d leads elsewhere", rs.Name(), ply, i)
			return
		}
	}
	for k := len(hashes) - 1; k >= 0; k-- {
		w.Up()
		n, _ := w.List()
		if w.Hash(false) != hashes[k] || strings.Compare(string(runes(keysOf(w, n))), string(runes(keys[k]))) != 0 {
			t.Errorf("%s: ply %d: not back where it was", rs.Name(), ply)
			return
		}
	}
}

func keysOf(w *world, n int) (keys []uint32) {
	for i := range n {
		keys = append(keys, w.Key(i))
	}
	return keys
}

func runes(keys []uint32) (list []rune) {
	for _, k := range keys {
		list = append(list, rune(k%50000))
	}
	return list
}

// hiding is a game in which the first player cannot know which of two stones, laid
// down in secret on the cells 0 and 1, is which; cell 8 is known to hold a loss.
const hiding = `(game "Hiding" (players 2) (equipment {(board (square 3)) (piece "Gem" P2) (piece "Pebble" P2) (piece "Hand" P1)})
	(rules (start {(place "Hand1" 4) (place "LAYA2" {0}) (place "LAYB2" {1}) (place "Pebble2" {8}) (set Hidden What (sites {0 1}) to:P1)})
	(play (move Select (from (sites Occupied by:P2)) (then (set Var "Seen" (what at:(last To))))))
	(end {(if (= (var "Seen") (id "Gem" P2)) (result P1 Win)) (if (= (var "Seen") (id "Pebble" P2)) (result P1 Loss))})))`

// TestHiddenPieces swaps what a player cannot see, and demands the same choice of
// every seed. The choice avoids what he knows to lose.
func TestHiddenPieces(t *testing.T) {
	loader, err := NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	var texts [2][]string
	chosen := map[string]bool{}
	for k, lay := range [][2]string{{"Gem", "Pebble"}, {"Pebble", "Gem"}} {
		text := strings.NewReplacer("LAYA", lay[0], "LAYB", lay[1]).Replace(hiding)
		rs, err := loader.Compile(Source{File: "hiding.lud", Text: []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		g := rs.Game()
		if h, ok := g.(interface{ Hidden() bool }); !ok || !h.Hidden() {
			t.Fatal("nothing is hidden")
		}
		for _, name := range []string{"uct:60", "best:60", "uct:60,temperature=1"} {
			team, err := agent.ParseTeam(name)
			if err != nil {
				t.Fatal(err)
			}
			table, err := team.Sit(g)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(20) {
				p, r := g.NewPosition(), rng.New(1)
				p.Restart(&r)
				table.Start(seed)
				i, err := table.Choose(t.Context(), p, &r)
				if err != nil {
					t.Fatal(err)
				}
				texts[k] = append(texts[k], p.(*position).Short(i))
				if !strings.Contains(name, "temperature") {
					chosen[p.(*position).Short(i)] = true
				}
			}
		}
	}
	if a, b := strings.Join(texts[0], " "), strings.Join(texts[1], " "); a != b {
		t.Errorf("with the gem on A1: %s\nwith the gem on B1: %s", a, b)
	}
	if chosen["C3"] || !chosen["A1"] || !chosen["B1"] {
		t.Errorf("chosen: %v", chosen)
	}
}

// TestDeterminize deals hidden pieces anew along random plays of all our games that hide
// some: the player to move sees the same as before, what is imagined from what was
// imagined is the same as what is imagined from the truth, and uct chooses alike in both.
func TestDeterminize(t *testing.T) {
	games, changed := 0, 0
	for _, rs := range worldGames(t) {
		if !rs.Plan().Hides || rs.Plan().Mode != game.Alternating || rs.Plan().IsMatch() {
			continue
		}
		p, pick, live := rs.Game().NewPosition().(*position), rng.New(5), rng.New(7)
		p.Restart(&live)
		if _, err := p.Determinize(1, &pick); err != nil {
			continue // hidden in stacks
		}
		games++
		begun := time.Now()
		for ply := 0; ply < 30 && !p.Terminal() && time.Since(begun) < 2*time.Second; ply++ {
			mover, seed := p.Mover(), rng.New(uint64(ply))
			other, err := p.Determinize(mover, &seed)
			if err != nil {
				t.Fatalf("%s: ply %d: %v", rs.Name(), ply, err)
			}
			if p.Observation(mover) != other.Observation(mover) {
				t.Errorf("%s: ply %d: player %d sees\n%s\nand where it is imagined\n%s", rs.Name(), ply, mover,
					p.Observation(mover), other.Observation(mover))
				break
			}
			r1, r2 := rng.New(99), rng.New(99)
			x, _ := p.Determinize(mover, &r1)
			y, _ := other.(*position).Determinize(mover, &r2)
			if x.(*position).c.FullHash() != y.(*position).c.FullHash() {
				t.Errorf("%s: ply %d: what is imagined depends on what is true", rs.Name(), ply)
				break
			}
			if p.c.FullHash() != other.(*position).c.FullHash() {
				changed++
				if ply%5 == 0 && sameDecisions(t, rs, p, other.(*position)) {
					compareChoices(t, rs, p, other.(*position), ply)
				}
			}
			p.Apply(pick.Below(p.Moves()))
		}
	}
	if t.Logf("%d games, %d positions changed", games, changed); games < 3 || changed < 10 {
		t.Errorf("%d games, %d positions changed", games, changed)
	}
}

func compareChoices(t *testing.T, rs *Ruleset, p, q *position, ply int) {
	t.Helper()
	team, err := agent.ParseTeam("uct:12")
	if err != nil {
		t.Fatal(err)
	}
	var chosen [2]int
	for k, at := range []*position{p, q} {
		table, err := team.Sit(rs.Game())
		if err != nil {
			t.Fatal(err)
		}
		table.Start(3)
		r := rng.New(1)
		if chosen[k], err = table.Choose(t.Context(), at, &r); err != nil {
			t.Fatalf("%s: ply %d: %v", rs.Name(), ply, err)
		}
	}
	if chosen[0] != chosen[1] {
		t.Errorf("%s: ply %d: decision %d is taken, and %d where hidden pieces have changed places", rs.Name(), ply,
			chosen[0], chosen[1])
	}
}
