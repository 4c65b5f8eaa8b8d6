package heuristic_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/heuristic"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// taking is a game of pieces that take each other; whoever has none left loses, or
// with OTHER wins.
const taking = `(game "Taking" (players 2) (equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))})
	(rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))}) (play (forEach Piece)) (end (if (no Pieces Next) (result Mover RESULT)))))`

// TestStandard finds from random plays that pieces are good to have where the
// last to have some wins, and bad where he loses; always with the same weights,
// by the rules and by compiled code.
func TestStandard(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	for result, sign := range map[string]float64{"Win": 1, "Loss": -1} {
		rs, err := loader.Compile(ruleset.Source{File: "taking.lud",
			Text: []byte(strings.Replace(taking, "RESULT", result, 1))})
		if err != nil {
			t.Fatal(err)
		}
		for _, player := range []func() heuristic.Player{
			func() heuristic.Player { return heuristic.NewPlayer(rs.Plan()) },
			func() heuristic.Player { return byCode(t, rs.Plan()) },
		} {
			judgeStandard(t, rs, result, sign, player)
		}
	}
}

// byCode is a player by compiled code.
func byCode(t *testing.T, g *game.Game) heuristic.Player {
	t.Helper()
	code, err := compiled.NewValued(g)
	if err != nil {
		t.Fatal(err)
	}
	p, err := code.NewFitPlayer()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func judgeStandard(t *testing.T, rs *ruleset.Ruleset, result string, sign float64, player func() heuristic.Player) {
	set := heuristic.Standard(player())
	if again := heuristic.Standard(player()); again.String() != set.String() {
		t.Errorf("%s: weights %s and then %s", result, set, again)
	}
	c, r := game.NewContext(rs.Plan()), rng.New(1)
	c.Start(&r)
	c.Do(game.Remove(game.SiteType(c.G.DefaultType), 15, game.Off))
	c.Do(game.Remove(game.SiteType(c.G.DefaultType), 14, game.Off))
	n := len(c.Legal())
	if d := set.Value(c, 1, n) - set.Value(c, 2, n); d*sign <= 0 {
		t.Errorf("%s: two pieces more are worth %g by %s", result, d, set)
	}
}
