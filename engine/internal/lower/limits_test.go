package lower_test

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestLimits plays games to a limit of moves or of turns, which judges those who have no rank yet: every other game to
// the one, to both with ASTRAGAL_PROPERTIES=all. Not seen without is a game that comes to only one of them wrongly.
func TestLimits(t *testing.T) {
	played, games := 0, 0
	enginetest.Each(t, 10, func(name string, rs *ruleset.Ruleset) {
		g := rs.Plan()
		limits := []*game.Game{g.WithLimits(12, 0), g.WithLimits(0, 5)}
		if games++; os.Getenv("ASTRAGAL_PROPERTIES") != "all" {
			limits = limits[games%2:][:1]
		}
		for _, limited := range limits {
			p, err := attempted(limited)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if p == nil {
				continue
			}
			list := backEnds(t, p)
			for seed := range uint64(2) {
				if err := lockStep(t, newPlayer(p, list[len(list)-1]), seed); err != nil {
					t.Errorf("%s: %v", name, err)
					break
				}
				played++
			}
		}
	})
	if played < 50 && os.Getenv("ASTRAGAL_GAME") == "" {
		t.Errorf("%d plays of %d games", played, games)
	}
}

// TestDraws checks that moves are drawn evenly: at positions of random plays, chi
// square of the moves that one ply of a playout makes against those listed. One game in twenty, all with
// ASTRAGAL_PROPERTIES=all. Not seen without are uneven draws that only few games have.
func TestDraws(t *testing.T) {
	const draws = 3000
	lowered(t, 20, func(name string, p *lower.Program) {
		g, list := p.G, backEnds(t, p)
		pl := newPlayer(p, list[len(list)-1])
		if g.Mode == game.Simultaneous {
			drawsJointly(t, name, pl)
			return
		}
		live := rng.New(1)
		c := game.NewContext(g)
		c.Start(&live)
		p.Load(pl.mem, c)
		p.Seed(pl.mem, 5)
		saved := make([]byte, p.Hi-p.Lo)
		for range 6 {
			pl.call(t, pl.po, 5)
			if p.Var(pl.mem, layout.Over) != 0 {
				return
			}
			n := int(pl.call(t, pl.list, 0))
			if p.Faulty(pl.mem) {
				return // the play goes on by the rules
			}
			copy(saved, pl.mem[p.Lo:p.Hi]) // with the dice thrown that the moves are of
			want, got := map[[3]int]int{}, map[[3]int]int{}
			after := map[string]bool{} // the positions that legal moves lead to, where nothing is left to chance
			for i := range n {
				_, from, to, _ := transform.Unpack(pl.call(t, pl.pick, i))
				if !g.DeductionPuzzle { // where what becomes of a variable counts, too
					want[[3]int{from, to}]++
				}
			}
			for i := 0; i < n && !g.Has(game.Stochastic); i++ {
				copy(pl.mem[p.Lo:p.Hi], saved)
				pl.call(t, pl.list, 0)
				pl.call(t, pl.play, i)
				after[string(pl.mem[p.Lo:p.Mid])] = true
				if g.DeductionPuzzle {
					want[pl.lastMove()]++
				}
			}
			for range draws {
				copy(pl.mem[p.Lo:p.Hi], saved)
				pl.call(t, pl.po, 1)
				if p.Faulty(pl.mem) {
					return
				}
				if len(after) > 0 && !after[string(pl.mem[p.Lo:p.Mid])] {
					t.Fatalf("%s: a move that is drawn leads to a position that no legal move leads to", name)
				}
				got[pl.lastMove()]++
			}
			copy(pl.mem[p.Lo:p.Hi], saved)
			chi := 0.0
			for m, k := range want {
				e := draws * float64(k) / float64(n)
				d := float64(got[m]) - e
				chi += d * d / e
				delete(got, m)
			}
			if len(got) > 0 {
				t.Errorf("%s: moves %v are drawn that are not legal", name, got)
			}
			// Wilson and Hilferty: the cube root of chi square over its degrees of freedom is about normal.
			if df := float64(len(want) - 1); df > 0 {
				z := (math.Cbrt(chi/df) - (1 - 2/(9*df))) / math.Sqrt(2/(9*df))
				if z > 5 {
					t.Errorf("%s: moves are drawn unevenly: z = %.1f over %d moves", name, z, len(want))
				}
			}
		}
	})
}

// lastMove is where the last move came from and went to, and the values that it left for a variable.
func (p *player) lastMove() [3]int {
	from, to := p.p.Var(p.mem, layout.LastFrom), p.p.Var(p.mem, layout.LastTo)
	values, _ := p.p.Possible(p.mem, max(to, 0))
	return [3]int{from, to, int(values)}
}

// TestNested lowers rules that are nested deeply: what that takes grows with their depth, and not twice with each
// level.
func TestNested(t *testing.T) {
	const depth = 40
	sites := strings.Repeat("(sites Around ", depth) + "(last To)" + strings.Repeat(")", depth)
	inStep(
		t,
		`(game "Nested" (players 2) (equipment {(board (square 4)) (piece "Man" Each)}) (rules (play (or (move Add (to
		(sites Empty) if:(is In (to) `+sites+`))) (move Add (to (sites Corners) if:(is Empty (to))))))
		(end (if (> (count Moves) 10) (result Mover Win)))))`,
	)
}

// TestTooLarge refuses a game whose rules are copied for each player again and again, instead of lowering for minutes.
func TestTooLarge(t *testing.T) {
	const depth = 4
	scores := strings.Repeat("(forEach Player ", depth) + "(addScore Mover 1)" + strings.Repeat(")", depth)
	g := gametest.Compile(t, `(game "Large" (players 16) (equipment {(board (square 4)) (piece "Man" Each (move Slide))})
		(rules (start {(set Score Each 0) (place "Man1" 0) (place "Man2" 15)}) (play (forEach Piece (then `+scores+`)))
		(end (if (no Moves Next) (result Mover Win)))))`)
	var refusal *position.Refusal
	if _, err := lower.Plays(g); !errors.As(err, &refusal) || refusal.Why != "too large" {
		t.Errorf("lowered, or refused otherwise: %v", err)
	}
}
