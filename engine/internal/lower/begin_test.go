package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestBegin plays games whose moves begin with a throw or with other effects: some throws allow no move, and some
// moves that they allow must not be made. Only the first makes a player pass because of his dice.
func TestBegin(t *testing.T) {
	const shown = `(= (last To) (if (= 3 (count Pips)) -1 (count Pips)))` // a pass holds where no move does
	for name, play := range map[string]string{
		"a condition beside the throw": `(do (roll) next:(move Add (to (sites Empty))) ifAfterwards:` + shown + `)`,
		"a condition around the throw": `(do (do (roll) next:(move Add (to (sites Empty)))) ifAfterwards:` + shown + `)`,
		"two conditions around the throw": `(do (do (do (roll) next:(move Add (to (sites Empty))))
			ifAfterwards:` + shown + `) ifAfterwards:(< (count Pips) 5))`,
		"a throw of one player": `(do (if (is Mover P1) (do (roll) next:(move Add (to (sites Empty)
				if:(< (to) (+ 2 (count Pips)))))) (move Add (to (sites Empty))))
			ifAfterwards:(= 0 (% (+ (count Pips) (count Pieces Mover)) 2)))`,
		"a throw of one player with consequents": `(do (if (is Mover P1) (do (roll) next:(move Add (to (sites Empty))
				(then (set Score Mover 1)))) (move Add (to (sites Empty))))
			ifAfterwards:(or (= 0 (count Pieces)) (= 0 (% (+ (last To) (count Pips)) 4))))`,
		"effects that not all moves begin with": `(or (do (do (set Var "N" (+ 1 (% (count Moves) 6)))
				next:(move Add (to (sites Empty) if:(< (to) (var "N")))))
			ifAfterwards:(= (last To) (if (= 3 (var "N")) -1 (var "N")))) (move Pass))`,
		"the longest turns with a throw": `(max Moves (do (if (not (is Prev Mover)) (roll))
			next:(move Add (to (sites Empty)
			if:(< (to) (count Pips))) (then (if (< 1 (abs (- (last To) (count Pips)))) (moveAgain))))))`,
		"most captures with a throw": `(max Captures (do (roll) next:(or (move Add (to (sites Empty)))
			(move Remove (forEach (sites Occupied by:Next) if:(< (site) (count Pips))) (then (remove (sites Around (last To))))))))`,
		"whether a throw allows a move": `(if (can Move (do (roll)
			next:(move Add (to (sites Empty)
			if:(< (to) (count Pips))))))
			(do (roll) next:(move Add (to (sites Empty)))) (move Remove (sites Occupied by:All)))`,
		"whether a throw by the way allows a move": `(if (or (is Even (count Moves))
			(can Move (do (set Var "N" (value Random (range 0 3)))
			next:(move Add (to (sites Empty) if:(< (to) (var "N")))))))
			(do (roll) next:(move Add (to (sites Empty)))) (move Remove (sites Occupied by:All)))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Begin" (players 2)
				(equipment {(board (square 3)) (dice d:6 num:1) (piece "Man" Each)})
				(rules (play %s) (end (if (> (count Moves) 30) (result Mover Win)))))`, play))
		})
	}
}

// TestStepsFrom plays games that count steps over sites whose condition depends on where a step comes from: for one
// site, and for each of a region, which asks it of each pair of sites once.
func TestStepsFrom(t *testing.T) {
	const step = `(step Orthogonal (to if:(and (is Empty (to)) (!= 0 (% (+ {(* 3 (from)) (to) (count Pieces)}) 4)))))`
	for name, score := range map[string]string{
		"of one site": `(min 9 (count Steps Orthogonal ` + step + ` (last To) (sites Side N)))`,
		"of each of a region": `(count Sites in:(forEach (sites Board)
			if:(= 2 (% (count Steps Orthogonal ` + step + ` (site) (sites Side N)) 4))))`,
		"that cannot be made": `(count Sites in:(forEach (sites Occupied by:All)
			if:(= Infinity (count Steps Orthogonal ` + step + ` (site) (sites Side N)))))`,
		"around each of a region": `(count Sites in:(forEach of:(sites Occupied by:Mover) (forEach (sites Around (site))
			if:(< 2 (count Steps Orthogonal ` + step + ` (site) (sites Side N))))))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Steps" (players 2)
				(equipment {(board (square 5)) (piece "Man" Each)})
				(rules (play (move Add (to (sites Empty)) (then (set Score Mover %s))))
					(end (if (> (count Moves) 20) (byScore)))))`, score))
		})
	}
}

// TestPriorsOfMovesTwice compiles moves that are listed twice, of which what they begin with is made twice by the
// rules: they are refused where that matters.
func TestPriorsOfMovesTwice(t *testing.T) {
	const text = `(game "Twice" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
		(rules (play (do # next:(move Add (to (sites Empty) (apply (set State at:(to) 1))))))
			(end (if (is Full) (byScore)))))`
	_, err := lower.Game(gametest.Compile(t, strings.Replace(text, "#", "(addScore Mover 1)", 1)))
	if err == nil {
		t.Error("scores that are added twice are lowered")
	}
	inPlays(t, strings.Replace(text, "#", "(set Score Mover (+ 1 (score Mover)))", 1))
}
