package ruleset

import (
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/search"
)

// byRules is a game that is searched by the rules.
type byRules struct{ *adapter }

func (g byRules) NewWorld(v search.Values, _ bool) (search.World, search.Facts, error) {
	return g.adapter.NewWorld(v, true)
}

// jointTexts are games whose decisions are not told apart by sites, or in which one player has none.
var jointTexts = map[string]string{
	"bets": `(game "Bets" (players 2) (mode Simultaneous) (equipment {(board (square 2)) (piece "Man" Each)})
		(rules (start {(place "Man1" 0) (place "Man2" 3)})
			(play (or (move Bet P1 (range 0 4) (then (addScore P1 (amount P1))))
				(move Bet P2 (range 1 3) (then (addScore P2 (* 2 (amount P2)))))))
			(end (if (>= (+ (score P1) (score P2)) 25) (byScore)))))`,
	"likes": `(game "Likes" (players 2) (mode Simultaneous) (equipment {(board (square 3)) (piece "Man" Each)})
		(rules (play (or {(move Select (from (sites {4 1 7})) P1) (move Select (from 2) P1 (then (addScore P1 1)))
				(move Select (from 2) P1) (move Select (from 2) P1 (then (addScore P1 1)))
				(if (= (score P1) 0) (move Select (from (sites {8 3 5})) P2))}))
			(end (if (= (counter) 4) (byScore)))))`,
}

// jointGames are all games at hand in which players decide at the same time, of ours and of the library.
func jointGames(t *testing.T) (games []*Ruleset) {
	t.Helper()
	for _, rs := range worldGames(t) {
		if rs.Plan().Mode == game.Simultaneous {
			games = append(games, rs)
		}
	}
	for name, text := range jointTexts {
		rs, err := (&Loader{}).Compile(Source{File: name, Text: []byte(text)})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		games = append(games, rs)
	}
	if len(games) < 8 {
		t.Errorf("%d games", len(games))
	}
	return games
}

// TestJointWorlds compares worlds of compiled code with positions where players decide at the same time, along random
// plays: every decision of every player of a step, where it leads, and back again.
func TestJointWorlds(t *testing.T) {
	for _, rs := range jointGames(t) {
		v, f, err := search.New(rs.Game(), search.None, false)
		if err != nil {
			t.Fatal(err)
		}
		w, ok := v.(*codeWorld)
		if !ok || !f.Joint {
			t.Errorf("%s: %T", rs.Name(), v)
			continue
		}
		if err := w.Guard(func() { compareJoint(t, rs, w) }); err != nil {
			t.Errorf("%s: %v", rs.Name(), err)
		}
	}
}

func compareJoint(t *testing.T, rs *Ruleset, w *codeWorld) {
	p, pick, live := rs.Game().NewPosition().(*position), rng.New(5), rng.New(7)
	p.Restart(&live)
	for step := 0; step < 12 && !p.Terminal(); step++ {
		for _, stacked := range []bool{false, true} {
			fail := func(format string, args ...any) {
				t.Helper()
				t.Fatalf("%s, step %d, stacked %v: "+format, append([]any{rs.Name(), step, stacked}, args...)...)
			}
			if err := w.Load(p, stacked); err != nil {
				fail("%v", err)
			}
			top := w.Hash(false)
			q, line := p.Clone().(*position), []int{} // a step by the rules, and the same by code
			for first := true; first || q.Pending() > 0; first = false {
				pending := q.Pending()
				n, sure := w.List()
				if n != q.Moves() || !sure || w.Mover() != q.Mover() || w.Pending() != pending || w.Over() {
					fail("%d decisions of player %d after %d, by the rules %d of %d", n, w.Mover(), w.Pending(), q.Moves(), q.Mover())
				}
				taken := make([]int, n)
				for i := range n {
					at := w.Index(pending, i)
					if taken[at]++; taken[at] > 1 {
						fail("decision %d of player %d is taken for number %d, as another one is", i, q.Mover(), at)
					}
				}
				back := func() {
					for w.Top(); len(line) > w.Pending(); {
						w.List()
						w.Down(line[w.Pending()])
					}
					w.List()
				}
				i := pick.Below(n)
				at := w.Index(pending, i)
				back()
				line = append(line, i)
				w.Down(i)
				if q.Apply(at); stacked {
					there := w.Hash(false)
					w.Playout(&pick, 3)
					w.Back()
					if w.Hash(false) != there {
						fail("going back does not lead back")
					}
				}
			}
			if !w.at.Is(q.c) || w.Over() != q.Terminal() || w.Pending() != 0 {
				fail("decisions %v lead elsewhere", line)
			}
			if stacked {
				for range line {
					w.Up()
				}
			}
			if w.Top(); w.Hash(false) != top {
				fail("the top is another position")
			}
			if stacked {
				p = q
			}
		}
	}
}

// TestJointAgents checks that agents decide the same by compiled code and by the rules where players decide at the same
// time, by their playouts, too.
func TestJointAgents(t *testing.T) {
	for _, rs := range jointGames(t) {
		a := rs.Game().(*adapter)
		if a.Draws() {
			continue // which fall in another order
		}
		for _, text := range []string{"uct:60", "uct:60,select=grave", "uct:20,cutoff=3", "uct:20,playout=mast", "flat:20",
			"uct:20,select=tuned"} {
			if strings.Contains(text, "mast") && rs.Plan().Topo.Num(rs.Plan().DefaultType) > 20 {
				continue // different moves share a place of its table
			}
			team, err := agent.ParseTeam(text)
			if err != nil {
				t.Fatal(err)
			}
			code, rules := decisions(t, a, team, 1), decisions(t, byRules{a}, team, 1)
			if !slices.Equal(code, rules) {
				t.Errorf("%s, %s: %v, by the rules %v", rs.Name(), text, code, rules)
			}
		}
	}
}
