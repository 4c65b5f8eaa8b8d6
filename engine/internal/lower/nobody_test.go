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
		"triggered for nobody there is":       game("", step, `(move Pass (then (trigger "A" 31)))`),
		"passes after effects that are moves": game("", step, `(move Pass) (addScore Mover 1 (then (pass)))`),
		"players who change sides and decide at the same time": `(game "Together" (players 2) (mode Simultaneous) (equipment
			{(board (square 3)) (piece "Man" Each ` + step + `)}) (rules (start (set Score Each 2)) (play (or {(move Add (to
			(sites Empty))) (forEach Piece) (move Swap Players 3 7)})) (end (if (> (count Moves) 25) (result All Draw)))))`,
		"several pending sites as one move": game("", step, `(move Pass) (set Pending (sites Around (last To)))`),
		"the last move after an effect":     game("", step, `(move Pass (then (do (moveAgain) ifAfterwards:(= (count Moves) 3))))`),
		"numbers of no site to go to":       game("", step, `(move (from (sites Board)) (to (sites {8 (counter)})))`),
		"sites of another type to go to":    game("", step, `(move (from (sites Board)) (to (expand (sites Empty) Vertex)))`),
		"the number of pieces of no site":   game("", step, `(set Count at:(* {8 6}) 100)`),
		"iterators of arrays": game("", step, `(forEach Value (results from:5 to:(sites Empty) 100)
			(move Step (to if:(is Empty (to)))))`),
		"remembered at the start": game(`(set RememberValue 2)`, step, `(move Pass) (forget Value All)`),
		"fewer than no liberties": `(game "Free" (players 1) (equipment {(board (square 3)) (piece "Man" P1)}) (rules
			(play (move Add (to (sites Empty)))) (end (if (> (count Liberties N) -1) (result P1 Win)))))`,
		"drawn along a track": `(game "Along" (players 2) (equipment {(board (square 2) (track "Track" "0,E,N,W" loop:True))
			(piece "Man" Each)}) (rules (meta (passEnd NoEnd)) (play (firstMoveOnTrack (random {1 4} {(forEach Piece)
			(addScore Mover 1)}))) (end (if (> (count Moves) 30) (result P1 Win)))))`,
		"drawn moves and who is stuck": `(game "Stuck" (players 2) (equipment {(board (square 3)) (piece "Man" Each ` +
			step + `)}) (rules (meta (passEnd NoEnd)) (start {(place "Man1" 0) (place "Man2" 8)}) (play (random {1 1}
			{(forEach Piece) (remove (sites {}))})) (end {(if (and (no Moves P2) (= (count Moves) 7)) (result P1 Win))
			(if (> (count Moves) 25) (result Mover Win))})))`,
		"no loss and no position twice in a turn": `(game "Kept" (players 2) (equipment {(board (square 3)) (piece "Man"
			Each ` + step + `)}) (rules (meta {(no Suicide) (no Repeat PositionalInTurn)}) (start {(place "Man1" 0)
			(place "Man2" 6)}) (play (or {(move Add (to (sites Empty))) (forEach Piece) (addScore Mover 1)}))
			(end {(if (= 2 (score Mover)) (result Mover Win)) (if (> (count Moves) 25) (result All Draw))})))`,
		"pieces on edges that move on cells": `(game "Edges" (players 2) (equipment {(board (square 3)) (piece "Man" Each ` +
			step + `)}) (rules (start {(place "Man1" Edge {0 5}) (place "Man2" Edge {6 10})}) (play (or (move Add (to Edge
			(sites Empty Edge))) (forEach Piece on:Edge))) (end (if (> (count Moves) 20) (result Mover Win)))))`,
		"the best of moves that are none for code": game("", step, `(max Moves (swap Pieces -1 6))`),
		"vertices to cells": `(game "Types" (players 2) (equipment {(board (square 3)) (piece "Man" Each)}) (rules (start
			{(place "Man1" Vertex {0 5}) (place "Man2" Vertex {6 10})}) (play (or (move Add (to Cell (sites Empty Cell))) (move
			(from Vertex (sites Occupied by:Mover on:Vertex)) (to Cell (sites Around Vertex (last To))))))
			(end (if (> (count Moves) 20) (result Mover Win)))))`,
		"more edges than sets have room for": `(game "Edges" (players 2) (equipment {(boardless Square) (piece "Man" Each ` +
			step + `)}) (rules (start (place "Man1" (centrePoint))) (play (or (forEach Piece) (forEach Site
			(sites Horizontal) (forEach Piece)))) (end (if (> (count Moves) 3) (result Mover Win)))))`,
	} {
		t.Run(name, func(t *testing.T) { inStepOrRefused(t, text) })
	}
}
