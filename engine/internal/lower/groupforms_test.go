package lower_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/position"
)

// TestGroupForms plays small games with clauses about groups by the rules and on both back ends side by side.
func TestGroupForms(t *testing.T) {
	for name, text := range map[string]string{
		"a group where there may be none": `(game "None" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (if (= 99 (count Moves)) (move Add (to (sites))) (move Add (to (sites Empty)))))
				(end (if (is Line 3) (result Mover Win)))))`,
		"questions about the sites of a group": `(game "Inside" (players 2)
			(equipment {(board (square 5)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (and (set Score Mover 0) (forEach Group Orthogonal
					(addScore Mover (count Sites in:(forEach (sites) if:(< 1 (count Sites in:(sites Distance
					(step Orthogonal (to if:(is In (to) (sites)))) from:(site) (range 1 2))))))))))))
				(end (if (is Full) (byScore)))))`,
		"numbers of groups that are forgotten": `(game "Sizes" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (seq {
					(forEach Group Orthogonal (remember Value "Sizes" (count Sites in:(sites))))
					(set Score Mover (max (values Remembered "Sizes")))
					(and (remember Value "Sizes" 3) (forget Value "Sizes" All))
					(addScore Mover (max (results from:(sites Top) to:0 (count Sites in:(sites (values Remembered "Sizes"))))))
					(forget Value All)}))))
				(end (if (is Full) (byScore)))))`,
		"one group that is taken, with consequents around": `(game "Taken" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (or (forEach Group Orthogonal if:(is Next (who at:(to)))
					(if (= 2 (count Sites in:(sites))) (remove (intersection (sites) (sites Right)))))
					(set Score Mover (count Pieces Next)) (then (addScore Next (count Pieces Mover)))))))
				(end (if (or (is Full) (> (count Moves) 40)) (byScore)))))`,
		"the group that a move was found with": `(game "Found" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (or (move Add (to (sites Empty))) (forEach Group Orthogonal (move (from (sites))
					(to (intersection (sites Empty) (sites Around (sites))) (apply (and (set Score Mover (count Sites in:(sites)))
						(forEach Site (sites) (set State at:(site) (+ 1 (% (to) 3)))))))))))
				(end (if (or (is Full) (> (count Moves) 60)) (byScore)))))`,
		"the group of a condition, with what the move begins with and a test": `(game "Found" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (or (move Add (to (sites Empty))) (forEach Value min:1 max:2 (forEach Group Orthogonal
					if:(and (is Next (who at:(to))) (< (state at:(to)) 2)) (if (< (value) (count Sites in:(sites)))
						(do (set Pending (sites)) next:(move Remove (regionSite (sites) index:(value))
							(then (forEach Site (sites Pending) (set State at:(site) (count Sites in:(sites Pending))))))))))))
				(end (if (or (is Full) (> (count Moves) 60)) (byScore)))))`,
		"the group that a tested move was found with": `(game "Found" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (or (move Add (to (sites Empty))) (do (forEach Group Orthogonal (move (from (sites))
						(to (sites Empty) (apply (forEach Site (sites) (set State at:(site) (+ 1 (% (count Sites in:(sites)) 3))))))))
					ifAfterwards:(= 2 (state at:(last From))))))
				(end (if (or (is Full) (> (count Moves) 60)) (byScore)))))`,
		"groups that are taken together, by which the order of others changes": `(game "Lists" (players 2)
			(equipment {(board (square 6)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (seq {
					(if (= 0 (% (count Moves) 7)) (forEach Group Orthogonal (if (= 1 (count Sites in:(sites))) (remove (sites)))))
					(set Var "X" 0)
					(forEach Group Orthogonal (set Var "X" (% (+ (regionSite (sites) index:0) (* 3 (var "X"))) 97)))
					(set Score Mover (var "X"))}))))
				(end (if (> (count Moves) 36) (byScore)))))`,
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}

// TestGroupsRefused compiles a game in which moves begin with effects outside of the group that they were found with,
// and one without a board: they are refused.
func TestGroupsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"a group that is found after what moves begin with": `(game "Found" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (or (move Add (to (sites Empty))) (forEach Value min:1 max:2 (do (set State at:0 (value))
					next:(forEach Group (move (from (sites)) (to (sites Empty) (apply (set Score Mover (count Sites in:(sites)))))))))))
				(end (if (is Full) (byScore)))))`,
		"no sites": `(game "Nowhere" (players 2) (equipment {(board (square 0)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (byScore)))))`,
	} {
		var refusal *position.Refusal
		if _, err := compiled.NewPlays(gametest.Compile(t, text)); !errors.As(err, &refusal) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestGroupsInOrder plays games in which it matters in which order groups are gone through.
func TestGroupsInOrder(t *testing.T) {
	const each = `(forEach Group Orthogonal `
	for name, effects := range map[string]string{
		"values remembered": `(seq {` + each + `(remember Value "Sizes" (count Sites in:(sites)))) (set Var "X" 0)
			(forEach Value (values Remembered "Sizes") (set Var "X" (+ (* 3 (var "X")) (value))))
			(set Score Mover (var "X")) (forget Value "Sizes" All)})`,
		"a score": each + `(set Score Mover (count Sites in:(sites))))`,
		"of all":  each + `if:(is Occupied (to)) (set Var "X" (+ (* 3 (last To)) (count Sites in:(sites)))))`,
		"consequents of each": each + `(addScore Mover (count Sites in:(sites)) (then
			(set Score Next (% (+ (score Next) (* 2 (score Mover))) 97)))))`,
		"consequents around": each + `(set Var "X" (count Sites in:(sites))) (then
			(set Score Mover (% (+ (var "X") (* 2 (score Mover))) 97))))`,
		"pieces that are taken": each + `if:(is Next (who at:(to))) (if (= 2 (count Sites in:(sites)))
			(remove (sites) (then (set Score Mover (% (+ (last From) (* 2 (score Mover))) 97))))))`,
		"pieces that change kind": each + `(if (= 2 (count Sites in:(sites))) (forEach Site (sites)
			(promote (site) (piece "King") Mover (then (set Score Mover (% (+ (last To) (* 2 (score Mover))) 97)))))))`,
	} {
		for _, board := range [][3]string{
			{"plain", `(place "Man1" {0 5})`, `(or (move Add (to (sites Empty)) (then %[1]s)) (forEach Piece (then %[1]s)))`},
			{"counted", `(place "Man1" "Hand1" count:2)`, `(or (move (from (sites Occupied by:Mover)) (to (sites Board)
				if:(or (is Empty (to)) (is Friend (who at:(to))))) (then %[1]s)) (move Add (to (sites Empty)) (then %[1]s)))`},
			{"stacks", `(place Stack "Man1" {0 5} count:2)`, `(or (move Add (to (sites Empty)) stack:True (then %[1]s))
				(forEach Piece top:True (then %[1]s)))`}} {
			hand := map[string]string{"counted": "(hand Each)"}[board[0]]
			t.Run(name+" "+board[0], func(t *testing.T) {
				inStep(t, fmt.Sprintf(`(game "Order" (players 2) (equipment {(board (square 4)) %s
					(piece "Man" Each (move Step (to if:(!= (from) (to))))) (piece "King" Each)})
					(rules (start {(set Score Each 1) %s}) (play %s) (end (if (> (count Moves) 12) (byScore)))))`,
					hand, board[1], fmt.Sprintf(board[2], effects)))
			})
		}
	}
}

// TestMovesInsideThemselves compiles a piece whose moves ask for the moves of all pieces, without end: it is refused.
func TestMovesInsideThemselves(t *testing.T) {
	var refusal *position.Refusal
	if _, err := compiled.NewPlays(gametest.Compile(t, `(game "Inside" (players 2) (equipment {(board (square 3))
		(piece "Man" Each (move (from) (to (sites Empty) (apply (if (is Even (to)) (forEach Piece))))))})
		(rules (start (place "Man1" 0)) (play (or (forEach Piece) (move Add (to (sites Empty)))))
			(end (if (is Full) (result Mover Win)))))`)); !errors.As(err, &refusal) {
		t.Error(err)
	}
}
