package lower_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
)

// onto is a game whose moves have effects, on a board where something may lie on site 0 at first.
func onto(start, effects string) string {
	return fmt.Sprintf(`(game "Onto" (players 2)
		(equipment {(board (square 4)) (piece "Man" Each) (piece "King" Each)})
		(rules (start %s) (play (move Add (to (sites Empty)) (then %s))) (end (if (> (count Moves) 3) (byScore)))))`,
		start, effects)
}

// TestOrders plays games in which it matters in which order something is done, on sites that several effects go to.
func TestOrders(t *testing.T) {
	const asked = `next:(and (set Score Mover (+ (* 10 (what at:0)) (state at:0))) (addScore Next 1))`
	for name, text := range map[string]string{
		"states of pieces put onto one site": onto(`(set Score Each 0)`, `(do (and {(add (piece "Man1" state:1) (to 0))
			(add (piece "King1" state:2) (to 0)) (add (piece "Man2" state:3) (to 0))}) `+asked+`)`),
		"a piece taken between": onto(`(place "Man1" 0)`, `(do (and {(set Var "Y" 3) (remove 0) (add (piece "King1") (to 0))
			(add (piece "Man2") (to 0))}) `+asked+`)`),
		"pieces put onto a stack": onto(`(place Stack "Man1" 0 count:2)`, `(do (and {(add (piece "Man1") (to 0))
			(add (piece "King1") (to 0)) (add (piece "Man2") (to 0))}) `+asked+`)`),
		"pieces put onto sites of stacks": onto(`(place Stack "Man1" 0 count:2)`,
			`(do (add (piece "Man1") (to (sites Around (last To)))) `+asked+`)`),
		"pieces of a number in a game without counts": `(game "One" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each) (piece "King" Each)})
			(rules (start {(place "Man1" {0 1 2}) (place "Man2" {13 14 15}) (place "King1" 5) (place "King2" 10)})
				(play (move Select (from (sites Occupied by:Mover)) (to (sites Empty)) (then (and (fromTo (from (last From))
					(to (last To)) count:1) (if (is Even (last To)) (fromTo (from (last To)) (to (last To)) count:2))))))
				(end (if (> (count Moves) 40) (result Mover Win)))))`,
		"pieces taken at the end of a turn on a track that crosses itself": `(game "Crossed" (players 2)
			(equipment {(board (square 4) {(track "Track" {0 1 2 3 7 6 5 4 8 9 10 6 2 1 0})}) (piece "Man" Each)})
			(rules (start {(place "Man1" {0 1 2}) (place "Man2" {13 14 15})})
				(play (move Add (to (sites Empty)) (then (and (forEach Site (sites Around (last To)) (if (is Enemy
					(who at:(site))) (remove (site) at:EndOfTurn))) (if (is Even (last To)) (moveAgain))))))
				(end (if (> (count Moves) 40) (result Mover Win)))))`,
		"many pieces on one site": `(game "Many" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
			(rules (start {(place Stack "Man1" 0 count:42) (place Stack "Man2" 1 count:30)})
				(play (move (from (sites Occupied by:Mover top:True)) (to (sites Board))))
				(end (if (> (count Moves) 40) (result Mover Win)))))`,
		"empty sites of a type that is not kept": `(game "Empty" (players 2)
			(equipment {(board (square 4)) (hand P1) (piece "Man" Each)})
			(rules (start {(place "Man1" "Hand1" count:3) (place "Man2" {0 1}) (set Hidden (sites Top) to:P1)})
				(play (or (move (from (sites Empty Vertex)) (to (sites Empty))) (move Add (to (sites Empty)))))
				(end (if (> (count Moves) 9) (result Mover Win)))))`,
		"sites that pieces have left, where several came at once": `(game "Left" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (start {(place "Man1" {0 1 2} counts:{3 3 3}) (place "Man2" {13 14 15} counts:{3 3 3})})
				(play (or {(move Select (from (sites Occupied by:Mover) if:(< 0 (count at:(from)))) (to (sites Around (from))
							if:(not (is Enemy (who at:(to))))) (then (fromTo (from (last From)) (to (last To)) count:2)))
						(move (from (sites Occupied by:Mover)) (to (sites Empty)) copy:True)
						(move Add (to (sites Empty)) (then (forEach Site (sites Occupied by:All) (addScore Mover 1))))}))
				(end (if (> (count Moves) 40) (byScore)))))`,
		"sizes of groups by when their pieces came": `(game "Sizes" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (or (move Add (to (sites Empty)) (then (forEach Value (sizes Group Orthogonal Mover)
						(set Score Mover (+ (value) (% (* 3 (score Mover)) 1000))))))
					(move (from (sites Occupied by:Mover)) (to (sites Empty)) (then (forEach Value (sizes Group Orthogonal
						of:(next)) (set Score Next (+ (value) (% (* 3 (score Next)) 1000))))))))
				(end (if (or (is Full) (> (count Moves) 40)) (byScore)))))`,
		"rounds of a sowing in front": `(game "Rounds" (players 2)
			(equipment {(mancalaBoard 2 5 store:None (track "Track" "0,E,N,W" loop:True)) (regions P1 (sites Bottom))
				(regions P2 (sites Top)) (piece "Seed" Shared)})
			(rules (start (set Count 3 to:(sites Track)))
				(play (move Select (from (sites Mover) if:(< 0 (count at:(from)))) (then (do (and (set Var "Seen" 1)
					(sow apply:(and (set Var "Last" (to)) (if (= 3 (count at:(to))) (remove (to) count:3)))
						backtracking:(= 3 (count at:(to))))) next:(and (addScore Mover 1) (set Var "After" (var "Last")))))))
				(end (if (> (count Moves) 12) (byScore)))))`,
		"levels taken out of stacks by several clauses": onto(`(place Stack items:{"Man1" "Man2" "King1" "King2" "Man1"} 0)`,
			`(if (< 3 (size Stack at:0)) (do (and {(remove 0 level:1) (remove 0 level:2) (remove 0)}) `+asked+`))`),
		"a level of a stack that is gone": onto(`(place Stack items:{"Man1" "Man2" "King1" "King2" "Man1"} 0)`,
			`(if (< 1 (size Stack at:0)) (and (remove 0 level:1) (set Score Mover (count Pieces Mover))))`),
		"most captures in stacks": `(game "Most" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each (move (from) (to (sites Around (from)))
				(then (forEach Site (sites Around (last To)) (if (is Enemy (who at:(site))) (remove (site)))))))})
			(rules (start {(place Stack "Man1" {0 1 2} count:3) (place Stack "Man2" {13 14 15} count:3)})
				(play (max Captures (forEach Piece top:True)))
				(end (if (or (no Pieces Next) (> (count Moves) 40)) (result Mover Win)))))`,
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}

// TestTriedDecisions plays games in which a pass tries moves that have a decision among what comes of them: it stays a
// pass.
func TestTriedDecisions(t *testing.T) {
	for _, asked := range []string{`(is Occupied 5)`, `(is Occupied 7) ifAfterwards:(is Occupied 5)`} {
		first, rest, twice := strings.Cut(asked, " ifAfterwards:")
		tried := `(do (move Add (to (sites Empty)) (then (if (is Occupied 0) (move Remove 0)))) ifAfterwards:` + first + `)`
		if twice {
			tried = `(do ` + tried + ` ifAfterwards:` + rest + `)`
		}
		inStep(t, `(game "Tried" (players 2) (equipment {(board (square 4)) (piece "Man" Each)})
			(rules (start (place "Man1" 0)) (play (or (move Add (to (sites Empty))) (move Pass (then (if (can Move `+tried+`)
				(addScore Mover 1)))))) (end (if (> (count Moves) 20) (byScore)))))`)
	}
}

// TestGivenUp plays games of which compiled code gives some plays up, as what they come to is not kept: until then they
// are as by the rules.
func TestGivenUp(t *testing.T) {
	for name, text := range map[string]string{
		"places listed again": `(game "Again" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
			(rules (start {(place "Man1" {0 1 2}) (place "Man2" {13 14 15})})
				(play (or (forEach Piece) (move Select (from (sites Occupied by:Mover)) (to (sites Occupied by:All))
					(then (fromTo (from (last From)) (to (last To)) count:1)))))
				(end (if (> (count Moves) 2) (result Mover Win)))))`,
		"pieces of no number": `(game "None" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (start {(place "Man1" {0 1 2} counts:{2 2 2}) (place "Man2" {13 14 15} counts:{2 2 2})})
				(play (move Select (from (sites Occupied by:Mover)) (to (sites Empty)) (then (fromTo (from (last From))
					(to (last To)) count:(% (+ (last From) (last To)) 9)))))
				(end (if (> (count Moves) 2) (result Mover Win)))))`,
		"a level that a stack has not": onto(`(place Stack "Man1" 0 count:3)`, `(and {(if (= 5 (last To)) (remove 0 level:2))
			(if (= 10 (last To)) (remove 0 level:2)) (set Score Mover (count Pieces P1))})`),
	} {
		t.Run(name, func(t *testing.T) {
			p, list := machines(t, gametest.Compile(t, text))
			for _, m := range list {
				pl, whole := newPlayer(p, m), 0
				for seed := range uint64(40) {
					if err := lockStep(t, pl, seed); err == nil {
						whole++
					} else if !errors.Is(err, errSpoilt) {
						t.Errorf("%T: %v", m, err)
						break
					}
				}
				if whole == 0 || whole == 40 {
					t.Errorf("%T: %d plays were played to the end", m, whole)
				}
			}
		})
	}
}
