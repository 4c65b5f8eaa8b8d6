package lower_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestLargeForms plays games in which large pieces, and others beside them, have moves of their own, and consequents
// take away, put down, number and hide what stands on their cells. Where they are given another state, or something is
// put upon them, plays are given up.
func TestLargeForms(t *testing.T) {
	const one, all = `(last To)`, `(sites LargePiece at:(last To))`
	for name, x := range map[string][3]string{ // moves of large pieces, of others, and consequents
		"moved": {`(move (from) (to (sites Empty)) %s)`, `(move (from) (to (intersection (sites Empty) (sites
			Around (from)))))`, `(addScore Mover 1)`},
		"put down from hands": {`(move (from if:(is In (from) (sites Hand Mover))) (to (sites Empty)) %s)`, ``, `(addScore Mover 1)`},
		"put down as others": {`(move (from if:(is In (from) (sites Hand Mover))) (to (sites Empty)) %s)`, ``,
			`(do (forEach Site ` + all + ` (remember Value (site)) (then (remove (last To)))) next:(do (forEach Value
			(values Remembered) (add (piece (id "Dot" Mover)) (to (value)) (then (set State at:(last To) 0))))
			next:(forget Value All)))`},
		"taken away":       {`(move (from) (to (sites Empty)) %s)`, ``, `(if (is Even (count Moves)) (remove ` + one + `))`},
		"taken in part":    {`(move (from) (to (sites Empty)) %s)`, ``, `(if (is Even (count Moves)) (remove ` + all + `))`},
		"taken from":       {`(move (from) (to (sites Empty)) %s)`, ``, `(remove (intersection ` + all + ` (sites {6 7 8 12})))`},
		"spoilt: put upon": {`(move (from) (to (sites Empty)) %s)`, ``, `(add (piece "Dot0") (to ` + all + `))`},
		"spoilt: put upon cells": {`(move (from) (to (sites Empty)) %s)`, ``, `(add (piece "Dot0") (to (difference ` + all + ` (sites
			Occupied by:All))))`},
		"spoilt: of other states": {`(move (from) (to (sites Empty)) %s)`, ``, `(set State at:(last To) (% (count Moves) 4))`},
		"spoilt: of no state":     {`(move (from) (to (sites Empty)) %s)`, ``, `(set State at:(last To) (* 3 (count Moves)))`},
		"spoilt: of states below": {`(move (from) (to (sites Empty)) %s)`, ``, `(forEach Site ` + all + ` (set State at:(site) 3))`},
		"hidden": {`(move (from) (to (sites Empty)) %s)`, `(move Add (piece (id "Bar" Shared)) (to (sites Empty)))`,
			`(and (set Hidden What ` + all + ` to:Next) (set Hidden at:(last From) False to:Next))`},
		"that add": {`(move Add (piece (id "Bent" Mover)) (to (sites Around (from))) %s)`, `(move Remove (sites Around (from)))`,
			`(addScore Mover (count Sites in:(sites Empty)))`},
		"that take":   {`(move Remove (sites Around (from)) %s)`, `(move Add (to (sites Empty)))`, `(addScore Mover (count Sites in:(sites Empty)))`},
		"that select": {`(move Select (from) (to (sites Around (from))) %s)`, ``, `(addScore Mover (what at:(last To)))`},
		"told by their number": {`(if (is Even (count Moves)) (move (from) (to (sites Empty)) %s))`, `(move Pass)`,
			`(set Score Mover (+ {(count Pieces Mover) (* 10 (count Sites in:(sites Occupied by:All))) (* 500 (what at:7))}))`},
	} {
		t.Run(name, func(t *testing.T) {
			large := fmt.Sprintf(x[0], `(then `+x[2]+`)`)
			for board, more := range map[string]string{"plain": ``, "counts": `(hand Each size:2)`} {
				start := `(place "Dot0" {"A5" "E1"}) (place "Bent1" coord:"C1" state:0) (place "Bent2" coord:"B4" state:2)
					(place "Dot1" 0) (place "Dot2" 23)`
				if board == "counts" {
					start += `(place "Bent1" (handSite P1 0)) (place "Bent2" (handSite P2 1)) (place "Bar" (handSite P1 1))`
				} else if name != "moved" && name != "taken away" && name != "that add" {
					continue
				}
				text := fmt.Sprintf(`(game "Large" (players 2) (equipment {(board (square 5)) (piece "Dot" Neutral)
					(piece "Dot" Each %s) (tile "Bent" Each {{F R F} {F F}} %s) (tile "Bar" Shared {F}) %s})
					(rules (start {(set Score Each 1) %s}) (play (or (forEach Piece) (move Pass)))
					(end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 16) (byScore))})))`, x[1], large, more, start)
				if strings.HasPrefix(name, "spoilt: ") {
					inStepOrRefused(t, text)
				} else {
					inStep(t, text)
				}
			}
		})
	}
}
