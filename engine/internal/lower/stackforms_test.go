package lower_test

import (
	"fmt"
	"testing"
)

// TestValues plays games of the longest turns by the values of what they capture, by moves that are tested.
func TestValues(t *testing.T) {
	const then = `(then (and (set Score Mover (+ (* 100 (count Sites in:(sites ToClear))) (count Pieces Next)))
		(if (= 0 (% (count Moves) 7)) (remove (last To)))))`
	for _, most := range []string{"Moves withValue:True", "Captures withValue:True", "Moves", "Captures"} {
		for _, then := range []string{"", then} {
			t.Run(fmt.Sprint(most, then != ""), func(t *testing.T) {
				inStep(t, fmt.Sprintf(`(game "Values" (players 2) (equipment {(board (square 6)) (piece "Man" Each
					(do (move Hop (between if:(and (is Enemy (who at:(between))) (not (is In (between) (sites ToClear))))
						(apply (remove (between) at:EndOfTurn))) (to if:(is Empty (to)))
						(then (if (can Move (hop (from (last To)) (between if:(and (is Enemy (who at:(between)))
							(not (is In (between) (sites ToClear))))) (to if:(is Empty (to))))) (moveAgain))))
					ifAfterwards:(!= 4 (%% (last To) 5))))})
				(rules (start {(place "Man1" (sites Bottom) value:3) (place "Man1" {8 15 20} value:2) (place "Man2" (sites Top)
						value:1) (place "Man2" {9 14 21} value:5) (place "Man2" {16 22 12} value:4)})
					(play (if (is Prev Mover) (max %[1]s (forEach Piece)) (priority {(max %[1]s (forEach Piece))
						(forEach Piece (move Step (to if:(is Empty (to)))))}) %[2]s))
					(end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 60) (result All Draw))})))`, most, then))
			})
		}
	}
}

// TestStackForms plays small games with stacks, of forms that few games of the libraries have, by the rules and on
// both back ends side by side.
func TestStackForms(t *testing.T) {
	const start = `(start {(place Stack "Man1" {0 1 2 12} count:3) (place Stack "Man2" {22 23 24 13} count:2)
		(place Stack items:{"Man1" "Man2" "Man1" "Block0"} 7)})`
	game := func(piece, play, end string) string {
		return `(game "Stacks" (players 2) (equipment {(board (square 5)) (piece "Man" Each ` + piece + `) (piece "Block" Neutral)})
			(rules ` + start + ` (play ` + play + `) (end {` + end + `(if (> (count Moves) 60) (byScore))})))`
	}
	const step = `(move Step (to if:(is Empty (to))) stack:True)`
	const scores = `(set Score Mover (+ (count Pieces Mover) (* 10 (size Stack at:(last To)))))`
	for name, text := range map[string]string{
		"a piece that goes to a level": game(step, `(move (from (sites Occupied by:Mover)) (to (sites Around (from)
			) level:(- (count Moves) (* 2 (/ (count Moves) 2))) if:(< 1 (size Stack at:(to)))) (then `+scores+`))`, ""),
		"levels to levels": game(`(move (from (from) level:(level)) (to (sites Around (from)) level:0
			if:(< 0 (size Stack at:(to)))) (then `+scores+`))`, `(or (forEach Piece) (move Pass))`, ""),
		"stacks under others": game(`(move (from) (to (sites Around (from)) level:(if (is Even (count Moves)) 0 -1)
			if:(< 0 (size Stack at:(to)))) stack:True (then `+scores+`))`, `(or (forEach Piece top:True) (move Pass))`, ""),
		"pieces that are put in": game(step, `(or (forEach Piece top:True) (move Add (piece {"Man1" "Man2" "Block0"} state:2)
			(to (sites Occupied by:All) level:(- (size Stack at:(to)) 1) if:(< (size Stack at:(to)) 6)) stack:True
			(then `+scores+`)))`, ""),
		"pieces that effects put in": game(`(move Step (to if:(is Empty (to))) stack:True
			(then (if (< (size Stack at:(last To)) 9) (and (add (piece "Man2") (to (last To) level:1) count:2 stack:True)
			(if (is Occupied 24) (fromTo (from 24) (to (last To) level:0)))))))`,
			`(or (forEach Piece top:True) (move Pass))`, ""),
		"what the last move went over": game(`(or (move Hop (between before:1 after:2
				if:(is Enemy (who at:(between)))) (to if:(is Empty (to))) stack:True (then (and (fromTo (from (last Between)) (to
				(last To) level:0)) (forEach Site (last Between) (addScore Mover (site)))))) (move Slide Diagonal stack:True
				(then (and (forEach Site (last Between) (addScore Mover (site))) (if (is Even (count Moves)) (moveAgain))))))`,
			`(or (forEach Piece top:True) (move Pass))`, `(if (< 9 (count Sites in:(last Between))) (result Mover Win))`),
		"what a hop to the next site went over": game(`(or (move Hop (between if:(is Enemy (who at:(between)))
				(apply (addScore Next (count Sites in:(last Between))))) (to if:(is Empty (to))) stack:True)
				(move Step (to if:(and (is Empty (to)) (< (count Sites in:(last Between)) 1))) stack:True))`,
			`(or (forEach Piece top:True) (move Pass))`, ""),
		"slides from levels": game(`(or {(move Slide (from (from) level:(level)) Orthogonal (between
				(range 1 3) if:(is Empty (between)) (apply (addScore Mover (between)))) (to if:(is Enemy (who at:(to)))
				(apply (addScore Mover 9)))) (move Slide (from (from) level:(level)) Diagonal (to if:(is Enemy (who at:(to)))
				(apply (addScore Mover 1)))) (move Slide (from (from) level:-1) N)})`,
			`(or {(forEach Piece) (move Pass (then (if (is Occupied 12) (slide (from 12 level:0) E))))
				(move Pass (then (slide (from 7) W stack:True)))})`, ""),
		"hops and leaps from levels": game(`(or (move Hop (from (from) level:(level)) (between if:(is Enemy
				(who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))) (move Leap (from (from) level:(level))
				{{F F R} {F L}} (to if:(is Empty (to)))))`, `(or (forEach Piece) (move Pass))`, ""),
		"slides of stacks that end on others": game(`(move Slide (between if:(not (is Friend (who at:(between)))))
				(to if:(is Enemy (who at:(to))) (apply (remove (to)))) stack:True)`,
			`(or (forEach Piece top:True) (move Pass))`, ""),
		"threats to stacks": game(`(move Step (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) (apply (remove (to)))))`,
			`(or (do (forEach Piece top:True) ifAfterwards:(not (is Threatened (id "Man" Mover) at:(last To)))) (move Pass
			(then (and (if (is Threatened (id "Man" Next)) (addScore Mover 1)) (if (is Threatened (id "Man" Mover)
			in:(sites {0 12 20})) (addScore Next 10))))))`, ""),
		"sizes of groups of stacks": game(step, `(or (forEach Piece top:True) (move (from (sites Occupied by:Mover)) (to
			(sites Around (from))) (then (set Score Mover (+ {(size Group at:(last To)) (* 10 (size Group at:(last To) Orthogonal
				if:(is Mover (who at:(to))))) (* 100 (count Liberties)) (* 1000 (count Liberties at:12 Orthogonal))})))))`, ""),
		"where pieces of stacks are": game(step, `(or (forEach Piece top:True) (move (from (sites Occupied by:Mover)) (to
			(sites Around (from))) (then (set Score Mover (+ {(if (is Within (id "Man" Next) in:(sites Around (last To))) 1 0)
				(if (is Within (id "Man1") at:7) 10 0) (if (is Within (what at:(last To)) in:(sites Top)) 100 0)
				(count Sites in:(intersection (sites Start (piece "Man1")) (sites Around 6)))})))))`,
			`(if (is Within (id "Block0") in:(sites Outer)) (result Mover Win))`),
		"connected stacks": game(step, `(or (forEach Piece top:True) (move (from (sites Occupied by:Mover)) (to
			(sites Around (from))) (then (set Score Mover (if (is Connected Orthogonal {(sites Left) (sites Outer)}) 1
				(if (is Connected 2 at:(last To) Sides) 2 0))))))`, `(if (is Connected {(sites Top) (sites Bottom)})
				(result Mover Win)) (if (is Blocked {(sites Left) (sites Right)}) (result Mover Loss))`),
		"loops and territories of stacks": game(step, `(or (forEach Piece top:True) (move (from (sites Occupied by:Mover)) (to
			(sites Around (from))) (then (set Score Mover (+ {(size Territory Mover) (* 100 (size Territory P1 Orthogonal))
				(if (is Loop) 10000 0) (if (is Loop surround:Next Orthogonal) 20000 0)})))))`, ""),
		"stacks that are surrounded": game(step, `(or (forEach Piece top:True) (move (from (sites Occupied by:Mover)) (to
			(sites Around (from))) (then (and {(surround (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))))
				(to if:(is Friend (who at:(to)))) except:2) (surround (from (last To)) (between if:(is Friend (who at:(between)))
				(apply (if (< 1 (size Stack at:(between))) (fromTo (from (between)) (to (last From)))))) (to if:(is Occupied (to)))
				except:4 with:(piece "Man1"))}))))`, ""),
		"patterns of stacks": game(step, `(or (forEach Piece top:True) (move (from (sites Occupied by:Mover)) (to
			(sites Around (from))) (then (set Score Mover (+ {(if (is Pattern {F R F}) 1 0) (if (is Pattern {F F} what:(id "Man"
				Next)) 10 0) (if (all Different (sites Around 12) if:(is Occupied (site))) 100 0)})))))`, ""),
		"groups of stacks": game(step, `(or (forEach Piece top:True) (move (from (sites Occupied by:Mover)) (to (sites Around (from)))
			(then (set Score Mover (+ {(count Groups) (* 10 (count Groups Orthogonal if:(is Mover (who at:(to)))))
				(* 100 (count SizeBiggestGroup))})))))`, ""),
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}

// TestBuried plays games in which pieces move on which others lie, that look another way: moves are as the piece on top
// sees them.
func TestBuried(t *testing.T) {
	const onto = `(forEach Piece (move Step (directions {FL FR}) (to if:(is Enemy (who at:(to))))))`
	for name, move := range map[string]string{
		"steps":  `(forEach Piece (move Step Forward (to if:(is Empty (to)))))`,
		"slides": `(forEach Piece (move Slide Forward)) (forEach Piece (move Slide Forwards) top:True)`,
		"hops":   `(forEach Piece (move Hop Forward (between if:True) (to if:True)))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, `(game "Buried" (players {(player N) (player S)}) (equipment {(board (rectangle 3 4)) (piece "Man" Each)})
				(rules (start {(place "Man1" (sites Bottom)) (place Stack "Man2" (sites Top))})
					(play (or {`+onto+move+` (move Pass)})) (end (if (> (count Moves) 30) (result Mover Win)))))`)
		})
	}
}

// TestDrawnNumbersOfLevels plays games in which a number of pieces is drawn of a stack, and a level is given, which goes
// before it.
func TestDrawnNumbersOfLevels(t *testing.T) {
	for name, sites := range map[string]string{
		"from a level": `(from (sites Occupied by:Mover) level:(% (count Moves) 2)) (to (sites Around (from)))`,
		"to a level": `(from (sites Occupied by:Mover)) (to (sites Around (from)) level:(% (count Moves) 2)
			if:(< 1 (size Stack at:(to))))`,
		"both": `(from (sites Occupied by:Mover) level:1) (to (sites Around (from)) level:(% (count Moves) 2)
			if:(< 1 (size Stack at:(to))))`,
		"of no level": `(from (sites Occupied by:Mover)) (to (sites Around (from)))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStepOrRefused(t, `(game "Drawn" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
				(rules (start {(place Stack "Man1" {0 1} count:4) (place Stack "Man2" {7 8} count:4)})
					(play (or (move `+sites+` count:(value Random (range 1 2))
						(then (set Score Mover (+ (size Stack at:(last From)) (* 10 (size Stack at:(last To))))))) (move Pass)))
					(end (if (> (count Moves) 20) (byScore)))))`)
		})
	}
}

// TestLeftListed plays games in which promoted pieces leave sites where the rules list them still: pieces of all stand
// there by the lists, though nothing does.
func TestLeftListed(t *testing.T) {
	for _, sites := range []string{`(difference (sites Board) (sites Occupied by:All))`, `(sites Occupied by:All)`,
		`(difference (sites Board) (sites Occupied by:All components:{"Man" "King"}))`,
		`(difference (sites Board) (sites Occupied by:NonMover))`, `(difference (sites Board) (sites Occupied by:Mover))`,
		`(difference (sites Board) (sites Occupied by:Neutral))`, `(difference (sites Board) (sites Occupied by:All top:False))`,
		`(difference (sites Board) (sites Occupied by:Enemy))`} {
		t.Run(sites, func(t *testing.T) {
			inStep(t, `(game "Left" (players 2) (equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(is Empty (to)))))
				(piece "King" Each (move Step (to if:(is Empty (to)))))}) (rules (start {(place Stack "Man1" {0 1} count:2)
				(place Stack "Man2" {14 15}) (place "Man1" 5) (place "Man2" 10)}) (play (or {(forEach Piece top:True (then (if
				(= 0 (% (count Moves) 3)) (promote (last To) (piece "King") Mover)))) (move Select (from `+sites+`)) (move Pass)}))
				(end (if (> (count Moves) 60) (byScore)))))`)
		})
	}
}
