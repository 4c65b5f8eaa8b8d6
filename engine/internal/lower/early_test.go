package lower_test

import (
	"fmt"
	"testing"
)

// TestEffectsBegin plays games whose effects begin with others: single ones behind conditions with loops, and several,
// of which others change what they are found from.
func TestEffectsBegin(t *testing.T) {
	const around = `(count Sites in:(sites Around (last To)))`
	for name, effects := range map[string]string{
		"one of two branches": `(do (addScore Mover 1 (then (if (< 5 (score Mover)) (set Score Mover 0)))) next:
			(if (< 3 (count Sites in:(forEach (sites Board) if:(is Occupied (site))))) (set Var "X" (score Mover))
				(set Var "X" ` + around + `)))`,
		"one with consequents behind several with theirs": `(do (forEach Site (sites Around (last To))
				(if (is Occupied (site)) (remove (site) (then (addScore Mover 1))))) next:
			(set Var "X" (count Sites in:(sites Group at:(last To))) (then (set Score Next (var "X")))))`,
		"after another effect": `(and (set Var "X" ` + around + `) (do (set Var "Y" (+ 1 (var "X")))
			next:(and (set Score Mover (var "Y")) (set Score Next (+ (var "X") (var "Y"))))))`,
		"for each site": `(forEach Site (sites Around (last To)) (do (set Var "X" (+ 1 (var "X"))) next:
			(if (is Occupied (site)) (and (remove (site)) (addScore Mover (var "X"))))))`,
		"several in front, of which the order matters": `(and (remember Value "A" (last To)) (do
			(forEach Value min:1 max:(% (last To) 5) (if (not (is In (value) (values Remembered "A")))
				(remember Value "A" (value)))) next:(and (if (is In 2 (values Remembered "A")) (forget Value "A" 2))
					(set Score Mover (size Array (values Remembered "A"))))))`,
		"one inside another": `(and (set Var "X" (last To)) (do (set Var "Y" (var "X")) next:(do (set Var "Z" (var "Y"))
			next:(forEach Site (sites Around (last To)) (if (is Enemy (who at:(site)))
				(remove (site) (then (addScore Mover (var "Z")))))))))`,
		"with consequents around": `(and (addScore Mover 1) (do (set Var "X" (% (score Mover) 7)) next:
			(forEach Site (sites Around (last To)) (if (is Occupied (site)) (remove (site))))
			(then (addScore Next (var "X")))))`,
		"that come to nothing": `(and (set Var "X" (last To)) (do (set Var "Y" (+ 1 (var "Y")))
			next:(if (is Even (var "X")) (set Score Mover (var "Y")))))`,
		"several in front, whose actions go in front in an order of their own": `(do (forEach Value (array
				(sites Around (last To))) (if (is Enemy (who at:(value))) (remove (value) (then (and
					(set Var "X" (+ 1 (var "X"))) (if (is Even (value)) (addScore Mover 1)))))))
				next:(set Score Next (var "X")))`,
		"several with consequents in front of several": `(do (forEach Site (sites Around (last To))
				(remember Value "A" (site) unique:True) (then (forEach Site (sites Around (last To)) (if (is Enemy
				(who at:(site))) (remember Value "B" (+ (site) (size Array (values Remembered "B")))))))) next:
				(forEach Site (sites (values Remembered "A")) (if (is Occupied (site)) (remove (site)) (addScore Mover 1))
				(then (if (< 3 (size Array (values Remembered "B"))) (forget Value "B" All)))))`,
		"rounds in front of several": `(do (set Var "X" 0) next:(do (while (< (var "X") (% (last To) 5))
				(set Var "X" (+ 2 (var "X")))) next:(and (addScore Mover (var "X")) (set Score Next (count Sites
				in:(sites Around (var "X")))))))`,
		"a variable set again and again": `(do (forEach Value min:1 max:5 (set Var "X" (value)))
				next:(set Score Mover (var "X")))`,
		"a variable set again and again in front of several": `(do (forEach Value min:1 max:5 (set Var "X" (value)))
				next:(and (set Score Mover (var "X")) (set Score Next 2)))`,
		"a score set three times": `(do (and {(set Score Mover 1) (set Score Mover 2) (set Score Mover 3)})
				next:(set Var "X" 1))`,
		"values remembered": `(do (forEach Value min:1 max:5 (remember Value "A" (value)))
				next:(set Score Mover (size Array (values Remembered "A"))))`,
		"rounds": `(do (while (< (var "X") 4) (set Var "X" (+ 1 (var "X")) (then (addScore Next (var "X")))))
				next:(set Score Mover (var "X")))`,
		"one after the other": `(do (seq {(set Var "X" 1) (set Var "X" 2) (set Var "X" 3 (then (addScore Mover 1)))})
				next:(set Score Mover (var "X")))`,
		"rounds that are found with others in front": `(do (set Var "X" 0) next:(while (< (var "X") (% (last To) 5)) (set
				Var "X"
				(+ 2 (var "X")) (then (addScore Next (+ 1 (var "X")))))))`,
		"rounds with consequents": `(and (set Var "X" (% (last To) 4)) (while (< (var "X") 9) (set Var "X" (+ 3 (var "X"))
				(then (addScore Next
				1))) (then (addScore Mover (var "X")))))`,
		"rounds of several with consequents": `(while (< (count Pieces Next) 3) (and (addScore Next 1) (add (piece (id
				"Man" Next)) (to (sites {(regionSite (sites Empty)
				index:0)})))) (then (addScore Mover (count Pieces))))`,
		"rounds that take pieces": `(and (addScore Mover (count Pieces Next)) (do (set Var "X" (last To)) next:(and (while
				(< 3 (count Pieces Next)) (remove (regionSite (sites Occupied by:Next) index:(% (var "X") 3))))
				(set Score Next (count Pieces Next)))))`,
		"rounds of several": `(and (set Var "X" (% (last To) 4)) (while (< (var "X") 9) (and (set Var "X" (+ 3 (var "X"))
				(then (addScore
				Mover (var "X")))) (addScore Next (var "X")))))`,
		"rounds under conditions": `(and (set Var "X" (% (last To) 4)) (if (is Even (last To)) (while (< (var "X") 9) (set
				Var "X" (+ 3 (var
				"X")))) (forEach Value min:1 max:2 (while (< (score Mover) (* 5 (value))) (addScore Mover (+ 2 (var "X")))))))`,
		"rounds with others behind": `(and {(set Var "X" (% (last To) 4)) (while (< (var "X") 9) (set Var "X" (+ 3 (var
				"X")))) (addScore Mover
				(var "X")) (while (< (score Next) (var "X")) (addScore Next 2))})`,
		"rounds that ask for the last move": `(and (addScore Mover 1) (while (< (var "X") (% (last To) 5))
				(set Var "X" (+ 2 (var "X")))))`,
		"with consequents, found before another changes them": `(and (set Var "X" (last To)) (do (forEach Site
				(sites Around (last To)) (if (is Occupied (site)) (set Var "Y" (+ (var "X") (site)) (then
				(addScore Mover (var "Y")))))) next:(set Score Next (var "Y"))))`,
		"effects one after the other in front of several": `(do (seq {(set Var "X" (+ 1 (var "X"))) (addScore Mover
				(var "X"))}) next:(forEach Site (sites Around (last To)) (if (is Occupied (site)) (set Var "X" (site)))))`,
		"inside branches, for each player": `(forEach Player (do (addScore (player (player)) (var "Y")) next:(if
				(is Even (score (player (player)))) (do (set Var "X" (+ (var "X") (score Mover))) next:(set Var "Y"
				(% (+ 1 (var "X")) 50))) (addScore Next 1))))`,
		"inside branches, with several in front": `(forEach Player (do (and (remember Value "A" (+ (last To) (var "X")))
				(addScore (player (player)) 2)) next:(if (is Even (last To)) (do (forEach Site (sites Around (last To))
				(set Var "X" (+ (site) (size Array (values Remembered "A"))))) next:(set Score Next (var "X"))))))`,
		"beside plain effects": `(forEach Player (do (set Var "X" (+ 1 (var "X"))) next:(and (addScore Mover (var "X"))
				(do (set Var "Y" (+ (var "X") (player))) next:(addScore (player (player)) (var "Y"))))))`,
		"three inside one another, with branches between": `(forEach Player (do (set Var "X" (+ 1 (var "X"))) next:(if
				(< 1 (var "X")) (do (set Var "Y" (+ (var "X") (var "Y"))) next:(if (is Odd (var "Y")) (do (set Var "Z"
				(+ (var "Z") (var "Y"))) next:(set Score (player (player)) (% (var "Z") 1000))))))))`,
		"in front of effects with others where they arrive": `(and (addScore Next (last To)) (do (addScore Mover (score
				Next))
				next:(forEach Site (sites Around (last To)) (if (is Empty (site)) (add (piece "Man1") (to (site)
				(apply (addScore Next 1))))))))`,
		"large numbers": `(and {(set Var "X" (* 1000003 (last To))) (set Score Next (* -70000 (count Moves)))
				(forEach Player (set Score (player (player)) (* 100000 (last To)))) (addScore Mover (var "X"))})`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Effects" (players 2) (equipment {(board (square 4)) (piece "Man" Each)})
				(rules (start (set Score Each 0)) (play (move Add (to (sites Empty)) (then %s)))
					(end (if (> (count Moves) 40) (byScore)))))`, effects))
		})
	}
}

// TestEffectsBeginWithDice is the same in a game with dice, where what comes to nothing is a pass.
func TestEffectsBeginWithDice(t *testing.T) {
	inStep(t, `(game "Effects" (players 2) (equipment {(board (square 4)) (dice d:6 num:1) (piece "Man" Each)})
		(rules (start (set Score Each 0)) (play (do (roll) next:(move Add (to (sites Empty)) (then
			(do (if (< 2 (count Sites in:(forEach (sites Around (last To)) if:(is Occupied (site))))) (addScore Mover 1)
				(then (if (= 3 (score Mover)) (remove (last To))))) next:(if (= 6 (count Pips)) (moveAgain)))))))
			(end (if (> (count Moves) 40) (byScore)))))`)
}

// TestDrawnFromRanges plays games that draw numbers of ranges that change, of pieces that move and of effects.
func TestDrawnFromRanges(t *testing.T) {
	inStep(t, `(game "Heap" (players 2) (equipment {(board (square 2)) (hand Each) (piece "Bean" Shared)})
		(rules (start {(place "Bean" 0 count:20) (set Score Each 0)}) (play (move (from 0)
			(to (handSite Mover)) count:(value Random (range 1 (count at:(from))))
			(then (addScore Mover (+ (value Random (range (count at:0) 9)) (value Random (max 3)))))))
			(end (if (= 0 (count at:0)) (result Mover Win)))))`)
}
