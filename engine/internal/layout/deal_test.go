package layout_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// dealt demands that the starts of a game that are dealt are those by the rules, and reports whether they are dealt.
func dealt(t *testing.T, name string, g *game.Game) bool {
	t.Helper()
	p, err := lower.Game(g)
	if err == nil {
		err = p.Finish(true, nil)
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return false
	}
	c := game.NewContext(g)
	c.Lazy, c.Brief = true, true
	mem, want := make([]byte, p.Program.Size), make([]byte, p.Program.Size)
	d := p.NewDealer(mem, c)
	if d == nil {
		return false
	}
	for seed := range uint64(50) {
		a, b := rng.New(seed), rng.New(seed)
		d.Deal(mem, &a)
		c.Start(&b)
		p.Load(want, c)
		if x := p.Differ(mem, want); x != nil || a != b || !bytes.Equal(mem[p.Lo:p.Hi], want[p.Lo:p.Hi]) {
			t.Errorf("%s, seed %d: another start than by the rules: %v, state %x and %x", name, seed, x, a.State, b.State)
			break
		}
	}
	return true
}

// TestDeals compares starts by chance of small games.
func TestDeals(t *testing.T) {
	const game = `(game "Dealt" (players 2)
		(equipment {(board (square 4)) (hand Each size:4) (piece "Man" Each) (piece "Card" Shared)})
		(rules (start {%}) (play (move Add (to (sites Empty)))) (end (if (> (count Moves) 9) (result Mover Win)))))`
	for _, start := range []string{
		`(place Random {"Man1" "Man2"} count:3)`,
		`(place "Man1" 0) (place Random (sites {0..7}) {"Man1"} count:2 value:3) (set Hidden What (sites Board) to:P2)`,
		`(forEach Value min:1 max:3 (place Random (sites Hand P2) {"Card"} value:(value)))
			(place Random {"Man1"} count:2)`,
		`(place Random {"Man1"} count:17) (place Random {"Man2"})`, // more than there are sites
		`(place Random (sites Hand P1) {"Card"} count:5) (set Hidden What (sites Board) to:P2)`,
	} {
		if !dealt(t, start, gametest.Compile(t, strings.Replace(game, "%", start, 1))) {
			t.Errorf("%s is made by the rules", start)
		}
	}
	// Who sets scores might look at cards; the second man may find no room; a man is put where one may be already.
	for _, start := range []string{
		`(place Random (sites Hand P1) {"Card"} state:2) (set Score P2 7)`,
		`(place Random {"Man1"} count:16) (set Hidden What at:3 to:P2) (place Random {"Man2"})`,
		`(place Random {"Man1"} count:2) (place "Man2" 3)`,
		`(place Random (sites Empty) {"Man1"} count:2)`,
		`(place Random {"Man1"} count:(+ 1 (count Pieces All)))`,
	} {
		if dealt(t, start, gametest.Compile(t, strings.Replace(game, "%", start, 1))) {
			t.Errorf("%s is dealt", start)
		}
	}
}

// TestDealtGames compares the starts of games of the libraries.
func TestDealtGames(t *testing.T) {
	n := 0
	enginetest.Each(t, 1, func(name string, rs *ruleset.Ruleset) {
		if g := rs.Plan(); !g.RandomStart {
			return
		} else if _, err := lower.Game(g); err == nil {
			if dealt(t, name, g) {
				n++
			} else {
				t.Log(name, "is made by the rules")
			}
		}
	})
	t.Log(n, "games are dealt")
}
