package lower_test

import (
	"math"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// exile is a game in which a captured piece comes to one of the empty sites of a region. By the rules the site is
// drawn when the moves are listed, by compiled code when one is made.
const exile = `(game "Exile" (players 2)
	(equipment {(board (square 5)) (regions "Prison" (sites Left)) (piece "Man" Each (or
		(move Step (to if:(is Empty (to))))
		#)) })
	(rules (start {(place "Man1" {6 7 8 9}) (place "Man2" {11 12 13 14})})
		(play (forEach Piece)) (end (if (> (count Moves) 40) (result Mover Win)))))`

const exiling = `(move Hop (between if:(is Enemy (who at:(between)))
	(apply (fromTo (from (between)) (to (sites Random (intersection (sites Empty) (sites "Prison"))))))) (to if:(is Empty (to))))`

// TestDrawnEffects plays such a game in step: each outcome by the rules must come by compiled code, too.
func TestDrawnEffects(t *testing.T) {
	inPlays(t, strings.Replace(exile, "#", exiling, 1))
}

// inPlays is inStep but for the actions of moves.
func inPlays(t *testing.T, text string) {
	t.Helper()
	p, list := machines(t, gametest.Compile(t, text))
	for _, m := range list {
		for seed := range uint64(20) {
			if err := lockStep(t, newPlayer(p, m), seed); err != nil {
				t.Errorf("%T: %v", m, err)
			}
		}
	}
}

// TestDrawnEffectsAreEven compares where captured pieces come to with an even draw.
func TestDrawnEffectsAreEven(t *testing.T) {
	const draws = 4000
	g := gametest.Compile(t, strings.Replace(exile, "#", exiling, 1))
	p, list := machines(t, g)
	for _, m := range list {
		pl := newPlayer(p, m)
		live := rng.New(1)
		c := game.NewContext(g)
		c.Start(&live)
		p.Load(pl.mem, c)
		saved := append([]byte{}, pl.mem[p.Lo:p.Hi]...)
		counts := map[int]float64{} // by site
		for seed := range uint64(draws) {
			copy(pl.mem[p.Lo:p.Hi], saved)
			p.Seed(pl.mem, rng.SeedOf(seed))
			hop := -1
			for i := range int(pl.call(t, pl.list, 0)) {
				if _, from, to, _ := transform.Unpack(pl.call(t, pl.pick, i)); to == from+10 {
					hop = i
				}
			}
			if hop < 0 {
				t.Fatal("no piece can be captured")
			}
			pl.call(t, pl.play, hop)
			for _, site := range []int{0, 5, 10, 15, 20} {
				if p.What(pl.mem, site) == 2 {
					counts[site]++
				}
			}
		}
		chi := 0.0
		for _, n := range counts {
			chi += (n - draws/5) * (n - draws/5) / (draws / 5)
		}
		if len(counts) != 5 || chi > 4+5*math.Sqrt(8) {
			t.Errorf("%T: captured pieces come to %v", m, counts)
		}
	}
}

// TestDrawnEffectsUnderConditions says what is refused: a condition after a move whose effects draw would be asked of
// another draw than the one that is made.
func TestDrawnEffectsUnderConditions(t *testing.T) {
	g := gametest.Compile(t, strings.Replace(exile, "#",
		`(do `+exiling+` ifAfterwards:(= 0 (what at:10)))`, 1))
	if _, err := lower.Game(g); err == nil {
		t.Error("lowered")
	}
}
