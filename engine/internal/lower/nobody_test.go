package lower_test

import (
	"fmt"
	"testing"
)

// TestNobodys plays games in which effects are moves of their own, which by the rules are nobody's: they end the run of
// moves of a player that passes go by.
func TestNobodys(t *testing.T) {
	for name, effect := range map[string]string{
		"again":    `(moveAgain)`,
		"score":    `(addScore Mover 1 (then (moveAgain)))`,
		"set":      `(set Score Mover 3 (then (moveAgain)))`,
		"var":      `(set Var "A" 3 (then (moveAgain)))`,
		"counter":  `(set Counter 3 (then (moveAgain)))`,
		"pot":      `(set Pot 3 (then (moveAgain)))`,
		"value":    `(set Value Mover 3 (then (moveAgain)))`,
		"next":     `(set NextPlayer (player (mover)))`,
		"pending":  `(set Pending (then (moveAgain)))`,
		"trigger":  `(trigger "A" Mover)`,
		"remember": `(remember Value 3 (then (moveAgain)))`,
		"forget":   `(forget Value All (then (moveAgain)))`,
		"state":    `(remember State (then (moveAgain)))`,
		"roll":     `(roll (then (moveAgain)))`,
		"remove":   `(remove (sites Occupied by:Mover) (then (moveAgain)))`,
		"one":      `(remove 3 (then (moveAgain)))`,
		"site":     `(set State at:(where "Man" Mover) 1 (then (moveAgain)))`,
		"at":       `(set Value at:(where "Man" Mover) 1 (then (moveAgain)))`,
		"add":      `(add (to (sites Empty)) (then (moveAgain)))`,
		"first":    `(add (to (where Level "Man" Mover at:0)) (then (moveAgain)))`,
		"claim":    `(claim (to (sites Empty)) (then (moveAgain)))`,
		"only":     `(add (to 3) (then (moveAgain)))`,
		"push":     `(push (from 0) E (then (moveAgain)))`,
		"attract":  `(attract (from 4) (then (moveAgain)))`,
		"custody":  `(custodial (from 0) Orthogonal (between if:True) (to if:True) (then (moveAgain)))`,
		"around":   `(surround (from 4) (between if:True) (to if:True) (then (moveAgain)))`,
		"between":  `(intervene (from 4) (to if:True) (then (moveAgain)))`,
		"closed":   `(enclose (from 4) (between if:True) (then (moveAgain)))`,
		"random":   `(random {1 2} {(addScore Mover 1) (moveAgain)})`,
		"player":   `(forEach Player (addScore (player (player)) 1 (then (moveAgain))))`,
		"many":     `(forEach Value min:1 max:3 (addScore Mover (value) (then (moveAgain))))`,
		"stored":   `(avoidStoredState (addScore Mover 1 (then (moveAgain))))`,
		"trump":    `(set TrumpSuit (card Suit at:0))`,
		"level":    `(forEach Level 0 (addScore Mover 1 (then (moveAgain))))`,
		"and":      `(and (addScore Mover 1) (set Counter 2) (then (moveAgain)))`,
		"each":     `(forEach Site (sites Occupied by:Mover) (addScore Mover 1) (then (moveAgain)))`,
		"shift":    `(fromTo (from (where "Man" Mover)) (to (sites Empty)) (then (moveAgain)))`,
		"flip":     `(flip (where "Man" Mover) (then (moveAgain)))`,
		"promote":  `(promote (where "Man" Mover) (piece "King") Mover (then (moveAgain)))`,
		"swap":     `(swap Pieces 0 8 (then (moveAgain)))`,
		"players":  `(swap Players P1 P2 (then (moveAgain)))`,
		"take":     `(take Control of:Next by:Mover (then (moveAgain)))`,
		"do":       `(do (addScore Mover 1) next:(addScore Mover 2) (then (moveAgain)))`,
		"bet":      `(bet Mover (range 1 2) (then (moveAgain)))`,
	} {
		t.Run(name, func(t *testing.T) {
			dice := ""
			if name == "roll" {
				dice = "(dice num:1)"
			}
			inStepOrRefused(t, fmt.Sprintf(`(game "Nobody" (players 2) (equipment {(board (square 3)) %s
				(piece "Man" Each (flips 1 2)) (piece "King" Each)}) (rules (start {(place "Man1" 0) (place "Man2" 8)})
				(play (or {(move Pass) %s})) (end (if (> (count Moves) 30) (result Mover Win)))))`, dice, effect))
		})
	}
}

// TestGrownCases plays games like those of TestGrown that once went otherwise than by the rules, or refuses them.
func TestGrownCases(t *testing.T) {
	game := func(start, move, play string) string {
		return fmt.Sprintf(`(game "Grown" (players 2) (equipment {(board (hex 2)) (piece "Man" Each %s) (dice num:1)})
			(rules (start {(place "Man1" 0) (place "Man2" 5) %s}) (play (or {(forEach Piece) (move Add (to (sites Empty)))
			%s})) (end (if (> (count Moves) 30) (result Mover Win)))))`, move, start, play)
	}
	const step = `(move Step (to if:(is Empty (to))))`
	for name, text := range map[string]string{
		"dominoes where there are none": game(`(deal Dominoes)`, step, `(move Pass)`),
		"a cycle asked for by a piece": `(game "Cycle" (players 1) (equipment {(board (square 3)) (piece "Man" P1 (move Step
			(to if:(not (is Cycle)))))}) (rules (start (place "Man" 0)) (play (forEach Piece)) (end (if (> (count Moves) 30)
			(result P1 Win)))))`,
		"directions through sites of another type": game("", step, `(move (from (sites Group from:(sites Around (last To))
			(directions Vertex from:0 to:(from)))) (to (sites Empty)))`),
		"triggered for nobody there is": game("", step, `(move Pass (then (trigger "A" 31)))`),
	} {
		t.Run(name, func(t *testing.T) { inStepOrRefused(t, text) })
	}
}
