package heuristic_test

import (
	"math"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/heuristic"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// position is a board of three by three cells, 0 to 2 the lowest row: the first
// player has 0, 4 and 8 with a general on 4, the second 2; each has a hand.
const position = `(game "Terms" (players 2) (equipment {(board (square 3)) (hand Each) (piece "Disc" Each (move Step (to if:(is Empty (to)))))
	(piece "General" P1 (move Step (to if:(is Empty (to))))) (regions "Edge" P1 {0 1 2}) (regions "Top" P2 {6 7 8})
	(map "Seat" {(pair P1 4) (pair P2 7)})})
	(rules (start {(place "Disc1" {0 8}) (place "General1" 4) (place "Disc2" {2})}) (play (forEach Piece))
	(end {(if (is Line 3) (result Mover Win)) (if (no Pieces Next) (result Mover Win))}))) METADATA`

// value compiles the terms and values the start for a player.
func value(t *testing.T, terms string, player int) float64 {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(position, "METADATA", `(metadata (ai `+terms+`))`, 1)
	rs, err := loader.Compile(ruleset.Source{File: "terms.lud", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	clause, missing := heuristic.Parse(rs.Checked().Metadata)
	if clause == nil {
		t.Fatalf("no heuristics in %s, missing %q", terms, missing)
	}
	set, err := heuristic.New(rs.Plan(), clause)
	if err != nil {
		t.Fatal(err)
	}
	c, r := game.NewContext(rs.Plan()), rng.New(1)
	c.Start(&r)
	before := c.FullHash()
	v := set.Value(c, player, len(c.Legal()))
	if c.FullHash() != before {
		t.Errorf("%s changes the position", terms)
	}
	return v
}

// Values worked out by hand from the definitions of part 8, §8.1. In steps to
// adjacent cells, diagonal ones too, every cell but the centre is 1 from the centre
// and 0 from the sides; the corners are 0 from the corners and the others 1.
func TestTerms(t *testing.T) {
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(x)) }
	for _, x := range []struct {
		terms  string
		player int
		want   float64
	}{
		{"(heuristics (material))", 1, 3},
		{"(heuristics (material))", 2, 1},
		{`(heuristics (material weight:0.5 pieceWeights:{(pair "Disc" 2.0) (pair "General1" 7.0)}))`, 1, 5.5},
		{`(heuristics (material pieceWeights:{(pair "Disc1" 2.0)}))`, 1, 4},
		{`(heuristics (material pieceWeights:{(pair "Di" 2.0)}))`, 1, 0},
		{`(heuristics (material pieceWeights:{(pair "" 2.0) (pair "General" 1.0)}))`, 1, 5},
		{"(heuristics (material transformation:(divNumBoardSites)))", 1, 3.0 / 9},
		{"(heuristics (material transformation:(divNumInitPlacement)))", 1, 3.0 / 4},
		{"(heuristics (material transformation:(logisticFunction)))", 1, logistic(3)},
		{"(heuristics (material transformation:(tanh) weight:2.0))", 2, 2 * math.Tanh(1)},
		{"(heuristics (material weight:0.0005))", 1, 0},
		{"(heuristics (centreProximity))", 1, 1},
		{"(heuristics (cornerProximity))", 1, 2},
		{"(heuristics (sidesProximity))", 1, 2},
		{"(heuristics (regionProximity region:0))", 1, 1 + 0.5 + 0},
		{"(heuristics (playerRegionsProximity player:2))", 1, 0 + 0.5 + 1},
		{"(heuristics (mobilitySimple))", 2, 0},
		{"(heuristics (currentMoverHeuristic))", 1, 1},
		{"(heuristics (currentMoverHeuristic))", 2, 0},
		{"(heuristics (ownRegionsCount))", 1, 2},
		{"(heuristics (ownRegionsCount))", 2, 1},
		{"(heuristics (playerSiteMapCount))", 1, 1},
		{"(heuristics (playerSiteMapCount))", 2, 0},
		{"(heuristics (score))", 1, 0},
		{`(heuristics (intercept playerWeights:{(pair "P1" 2.5) (pair "P2" 1.5)}))`, 2, 1.5},
		{"(heuristics (nullHeuristic))", 1, 0},
		{"(heuristics {(material) (centreProximity weight:-1.0)})", 1, 2},
		{"trainedHeuristics:(heuristics (material weight:2.0))", 1, 6},
		{`(heuristics (material)) trainedHeuristics:(heuristics (material weight:2.0))`, 1, 3},
		// The piece of the second player on 2 is on no line that goes through all of the first's.
		{"(heuristics (lineCompletionHeuristic))", 1, 1 + (1.0/3)/2},
		{"(heuristics (lineCompletionHeuristic targetLength:2))", 1, 1 + 1.0/2},
	} {
		if got := value(t, x.terms, x.player); math.Abs(got-x.want) > 1e-6 {
			t.Errorf("%s is worth %v to player %d, want %v", x.terms, got, x.player, x.want)
		}
	}
	if a, b := value(t, "(heuristics (mobilitySimple))", 1),
		value(t, "(heuristics (mobilityAdvanced))", 1); a != b || a < 5 {
		t.Errorf("player 1 has %v and %v moves", a, b)
	}
	if n := value(t, "(heuristics (mobilityAdvanced))", 2); n < 1 || n > 3 {
		t.Errorf("player 2 would have %v moves", n)
	}
	if n := value(t, "(heuristics (influence))", 1); math.Abs(n*11-5) > 1e-5 {
		t.Errorf("player 1 reaches %v of 11 sites, want 5", n*11)
	}
	if n := value(t, "(heuristics (unthreatenedMaterial))", 1); n != 3 {
		t.Errorf("player 1 has %v pieces that are not threatened, want 3", n)
	}
}
