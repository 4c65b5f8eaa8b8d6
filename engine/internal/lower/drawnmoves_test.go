package lower_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// TestDrawnMoves plays games whose moves are found by draws: by compiled code the same as by the rules, draw by draw.
func TestDrawnMoves(t *testing.T) {
	for name, play := range map[string]string{
		"the piece": `(move Add (piece (+ 1 (value Random (range 0 2)))) (to (sites Empty)))`,
		"the piece, its end too": `(move Add (piece (value Random (range 1 (+ 1 (% (count Moves) 3))))) (to (sites
			Empty)))`,
		"pieces": `(move Add (piece {(value Random (range 1 2)) (value Random (range 2 3))}) (to
			(sites Empty)))`,
		"the site": `(move Add (to (value Random (range 0 15)) if:(is Empty (to))))`,
		"sites":    `(move Add (to (sites Random num:3)))`,
		"sites of a region": `(or (move Add (to (sites Random (intersection (sites Empty) (sites Left)) num:(value
			Random (range 0 2)))))
			(move Pass))`,
		"a condition": `(if (= 0 (value Random (range 0 2))) (move Remove (sites Occupied by:All))
			(move Add (to (sites Empty))))`,
		"a condition of sites": `(move Add (to (sites Empty) if:(= 0 (value Random (range 0 2)))))`,
		"a condition of a group": `(forEach Site (sites Empty) (if (= 0 (value Random (range 0 1))) (move Add
			(to (site)))))`,
		"a filtered region": `(move Add (to (forEach (sites Empty) if:(= 0 (value Random (exact 0))))))`,
		"a filtered region by chance": `(move Add (to (forEach (sites Empty) if:(< (site) (value Random (range 0
			16))))))`,
		"a number of the region": `(forEach Value min:0 max:(value Random (range 0 3)) (move Add (to (sites Row (value))
			if:(is Empty (to)))))`,
		"for each player":      `(forEach Player (move Add (piece (value Random (range 1 3))) (to (sites Empty))))`,
		"steps of some pieces": `(or (move Add (to (sites Empty))) (forEach Piece))`,
		"a priority": `(priority {(if (= 0 (value Random (range 0 1))) (move Remove (sites Occupied
			by:Next))) (move Add (to (sites Empty)))})`,
		"with effects by draws": `(move Add (piece (value Random (range 1 3))) (to (sites Empty)) (then (addScore
			Mover (value Random (range 0 3)))))`,
		"with a condition afterwards": `(do (move Add (piece (value Random (range 1 3))) (to (sites Empty)))
			ifAfterwards:(< (count Pieces Mover) (+ 3 (count Pieces Next))))`,
		"of one player": `(if (is Mover P1) (move Add (piece (value Random (range 1 3))) (to (sites Empty))) (or
			(move Add (to (sites Empty)))
			(move Pass)))`,
		"a choice": `(move Select (from (sites Random (sites Board) num:2)) (then (add (piece (mover)) (to (last
			From)))))`,
		"a turn": `(move Set NextPlayer (player (value Random (range 1 2))))`,
		"a condition on steps": `(or (forEach Site (sites Occupied by:Mover) (move Step (from (site)) (to if:(and
			(is Empty (to)) (= 0 (value Random (range 0 1)))))))
			(move Add (to (sites Empty))))`,
		"a condition on slides": `(or (forEach Site (sites Occupied by:Mover) (move Slide (from (site)) (between
			if:(and (is Empty (to)) (= 0 (value Random (range 0 1)))))
			(to if:(is Enemy (who at:(to)))))) (move Add (to (sites Empty))))`,
		"a member by weight": `(random {0.3 0.5 (/ 1 5) 0.1} {(move Remove (sites Occupied by:Next)) (move Add (to
			(sites Empty)))
			(move Pass)})`,
		"a member of one":          `(random {2.5} {(move Add (to (sites Empty)))})`,
		"a member without weights": `(random {0.0 0.0} {(move Pass) (move Add (to (sites Empty)))})`,
		"some moves":               `(random (move Add (to (sites Empty))) num:3)`,
		"some moves of several": `(or (random (or (move Add (piece (value Random (range 1 3))) (to (sites Empty)
			if:(is Even (to)))) (forEach Piece)) num:(count Moves))
			(move Remove (sites Occupied by:Mover)))`,
		"some of no moves": `(or (move Add (to (sites Empty))) (random (move Remove (sites Occupied
			by:Neutral)) num:2))`,
		"some of those of some": `(or (random (random (move Add (to (sites Empty)) (then (addScore Mover 1)))
			num:6) num:2) (move Pass))`,
		"some before others": `(priority (random (move Remove (sites Occupied by:Next)) num:(value Random (range
			0 1))) (move Add (to (sites Empty))))`,
		"a direction": `(or (forEach Site (sites Occupied by:Mover) (move Step (from (site)) (directions Random
			Adjacent num:1) (to if:(is Empty (to)))))
			(move Add (to (sites Empty))))`,
		"directions of pieces": `(or (forEach Piece (move Slide (directions Random Orthogonal num:2))) (move Add
			(to (sites Empty))))`,
		"directions of hops": `(or (forEach Piece (move Hop (directions Random Orthogonal num:2) (between if:(is
			Occupied (between)) (apply (remove (between))))
			(to if:(is Empty (to))))) (move Add (to (sites Empty))))`,
		"directions of a list": `(or (forEach Piece (move Step (directions Random (union Diagonal
			Orthogonal) num:1) (to if:(is Empty (to))))) (move Add (to (sites Empty))))`,
		"more directions than there are": `(or (forEach Piece (move Step (directions Random N num:3) (to if:(is
			Empty (to))))) (move Add (to (sites Empty))))`,
		"a direction of an effect": `(move Add (to (sites Empty)) (then (remove (sites Direction from:(last
			To) (directions Random Orthogonal num:1)))))`,
		"a condition on hops": `(or (forEach Site (sites Occupied by:Mover) (move Hop (from (site)) (between if:(is
			Enemy (who at:(between))) (apply (remove (between))))
			(to if:(and (is Empty (to)) (= 0 (value Random (range 0 1))))))) (move Add (to (sites Empty))))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Drawn" (players 2) (equipment {(board (square 4))
				(piece "Man" Each (if (= 0 (value Random (range 0 1))) (move Step (to if:(is Empty (to)))))) (piece "Nut"
			Shared)})
				(rules (start {(place "Man1" {0 5}) (place "Man2" {10 15})}) (play %s)
				(end {(if (is Full) (byScore)) (if (> (count Moves) 30) (result Mover Win))})))`, play))
		})
	}
}

// TestDrawnEnds plays games whose ends and phases go by draws.
func TestDrawnEnds(t *testing.T) {
	for name, end := range map[string]string{
		"a chance": `(end (if (= 0 (value Random (range 0 9))) (result Mover Win)))`,
		"two": `(end {(if (= 0 (value Random (range 0 9))) (result Mover Win)) (if (= 1 (value Random (range
			0 7))) (result Next Win))})`,
		"nested": `(end (if (< 3 (value Random (range 0 9))) {(if (= 0 (value Random (range 0 5))) (result
			Mover Loss)) (if (is Full) (byScore))}))`,
		"of players": `(end (forEach Player if:(= 0 (value Random (range 0 9))) (result Player Win)))`,
		"at a site": `(end {(if (is In (last To) (sites Random (sites Board) num:3)) (result Mover Win)) (if (is
			Full) (byScore))})`,
		"no move": `(end (if (no Moves Next) (result Mover Win)))`,
		"scores": `(end (if (is Line 3) (byScore {(score P1 (value Random (range 0 9))) (score P2 (value Random
			(range 0 9)))})))`,
	} {
		t.Run(name, func(t *testing.T) {
			play := `(move Add (to (sites Empty)))`
			if name == "no move" {
				play = `(random {0.3 1.7} {(move Remove (sites Occupied by:Next)) (move Add (to (sites Random)))})`
			}
			inStep(t, fmt.Sprintf(`(game "Drawn" (players 2) (equipment {(board (square 4)) (piece "Man" Each)})
				(rules (play %s) %s))`, play, end))
		})
	}
	for name, text := range map[string]string{
		"no moves to draw from": `(game "Drawn" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (random (or (move Add (to (sites Empty) if:(is Even (to)))) (move Remove (sites Occupied by:Next)))
			num:(value Random (range 0 3)))) (end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 30) (byScore))})))`,
		"phases": `(game "Drawn" (players 2) (equipment {(board (square 4)) (piece "Man" Each)})
			(rules phases:{(phase "A" (play (move Add (to (sites Empty)))) (nextPhase Mover (= 0 (value Random (range
			0 2))) "B"))
				(phase "B" (play (or (move Add (piece (value Random (range 1 2))) (to (sites Empty))) (move Remove (sites
			Occupied by:Mover))))
				(nextPhase (= 0 (value Random (range 0 2))) "A"))} (end (if (> (count Moves) 40) (byScore)))))`,
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}

// TestDrawnElsewhere says which draws are refused: those that the rules make on the way to another position.
func TestDrawnElsewhere(t *testing.T) {
	const add = `(move Add (piece (value Random (range 1 2))) (to (sites Empty)))`
	for name, text := range map[string]string{
		"after a throw": `(dice d:6 num:1)}) (rules (play (do (roll) next:` + add + `)) (end (if (is Full) (byScore))))`,
		"ahead":         `}) (rules (play (if (can Move ` + add + `) (move Pass))) (end (if (is Full) (byScore))))`,
		"after a move": `}) (rules (play (do (move Add (to (sites Empty))) ifAfterwards:(= 0 (value Random (range 0 1)))))
			(end (if (is Full) (byScore))))`,
		"the longest turns": `}) (rules (play (max Moves ` + add + `)) (end (if (is Full) (byScore))))`,
	} {
		t.Run(name, func(t *testing.T) {
			g := gametest.Compile(t, `(game "Drawn" (players 2) (equipment {(board (square 3)) (piece "Man" Each)
			`+text+`)`)
			if _, err := lower.Game(g); err == nil {
				t.Error("lowered")
			}
		})
	}
}

// TestDrawnPlayouts makes random moves in playouts and one by one: a list, a number below its length, and a move. Lists
// that are asked for again are the same, and take no draws.
func TestDrawnPlayouts(t *testing.T) {
	p, list := machines(t, gametest.Compile(t, `(game "Drawn" (players 2) (equipment {(board (square 4)) (piece
			"Man" Each)})
		(rules (play (or (if (= 0 (value Random (range 0 2))) (move Remove (sites Occupied by:Next))) (move Add
			(piece (value Random
			(range 1 2))) (to (sites Empty)) (then (addScore Mover (value Random (range 1 4))))))) (end (if (is Full)
			(byScore)))))`))
	for _, m := range list {
		pl := newPlayer(p, m)
		live := rng.New(1)
		c := game.NewContext(p.G)
		c.Lazy = true
		c.Start(&live)
		for seed := range uint64(20) {
			p.Load(pl.mem, c)
			start := append([]byte{}, pl.mem[p.Lo:p.Hi]...)
			state := rng.SeedOf(seed)
			p.Seed(pl.mem, state)
			plies := int(pl.call(t, pl.po, 30))
			want, left := append([]byte{}, pl.mem[p.Lo:p.Hi]...), p.Drawn(pl.mem)
			copy(pl.mem[p.Lo:p.Hi], start)
			p.Seed(pl.mem, state)
			for range plies {
				n := int(pl.call(t, pl.list, 0))
				moves := p.Candidates(pl.mem, nil)
				r := rng.SplitMix64{State: p.Drawn(pl.mem)}
				if again := int(pl.call(t, pl.list, 0)); again != n || !slices.Equal(moves, p.Candidates(pl.mem, nil)) ||
					p.Drawn(pl.mem) != r.State {
					t.Fatalf("%T: another list", m)
				}
				i := r.Below(n)
				p.Seed(pl.mem, r.State)
				pl.call(t, pl.play, i)
			}
			if p.Drawn(pl.mem) != left || !bytes.Equal(want, pl.mem[p.Lo:p.Hi]) {
				t.Errorf("%T, seed %d: %d plies lead elsewhere", m, seed, plies)
			}
		}
	}
}
