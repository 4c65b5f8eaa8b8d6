package lower_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/astragal/astragal/engine/ruleset"
)

// The games here have forms, or arguments of them, that few games of the libraries have.

// placing are regions on which pieces are placed, on a board of 7 by 7.
var placing = []string{
	`(sites Direction from:24 Orthogonal stop:(is Occupied (to)) stopIncluded:True distance:3)`,
	`(sites Direction from:(sites Occupied by:Mover) (directions {Forward}) included:True)`,
	`(sites Direction from:(sites Occupied by:Next) (if (is Even (count Moves)) Diagonal (directions {FR FL})))`,
	`(sites LineOfSight Empty at:24)`, `(sites LineOfSight Farthest at:(last To) Diagonal)`, `(sites LineOfSight at:24)`,
	`(sites Direction from:(last To) Diagonal distance:(- (count Moves) 3))`, `(sites Direction from:(last To))`,
	`(sites (intersection (array (sites Empty)) (array {(last To)})))`,
	`(sites (intersection (array {3 (last To) 3 9}) (array (sites Occupied by:Next))))`,
	`(sites Between from:0 to:24)`, `(sites Between from:(last To) fromIncluded:True to:48 cond:(is Empty (between)))`,
	`(expand (sites Occupied by:Mover) steps:2)`, `(expand origin:(last To) steps:(count Moves))`,
	`(expand (sites Occupied by:Next) steps:3 N)`, `(sites Distance from:(last To) (range 1 2))`,
	`(sites Around (sites Occupied by:Next) Empty)`, `(sites Around (last To) distance:2 includeSelf:True)`,
	`(sites Around (sites Board) Own if:(is Enemy (who at:(from))))`, `(sites Around (last To) NotOwn Diagonal)`,
	`(sites Row (count Moves))`, `(sites Column (column of:(regionSite (sites Empty) index:5)))`, `(sites Phase 1)`,
	`(sites From (forEach Piece))`, `(sites To (forEach Piece))`, `(sites From (forEach Piece Next))`,
	`(forEach of:(sites Occupied by:All) (sites Around (site)))`, `(sites Side Mover)`, `(sites Side E)`,
	`(sites 24 {{F F R F} {F}})`, `(sites (last To) {{F R}} rotations:False)`,
	`(sites Start (piece "Man1"))`, `(sites Start (piece (id "Man" Mover)))`,
	`(sites {(ahead 24 steps:2 N) (ahead (last To) steps:2) (coord row:1 column:2) (where "King" Next)})`,
	`(difference (sites Board) (sites Occupied by:(player (next))))`, `(sites Occupied by:Enemy component:"King")`,
	`(sites Occupied by:All component:(id "Man" Next))`, `(sites Next "Home")`, `(sites (player (next)) "Home")`,
	`(sites "Odd")`, `(forEach (sites Board) if:(= 2 (row of:(site))))`, `(intersection {(sites Top) (sites Next)})`,
	`(union {(sites Top) (sites Occupied by:Mover) (sites {"C3" "D4"})})`, `(sites Incident Vertex of:Cell at:8)`,
}

// moving are the moves of pieces.
var moving = []string{
	`(move Hop Orthogonal (between before:2 (range 1 3) after:2 if:(is Enemy (who at:(between)))
		(apply (remove (between)))) (to if:(is Empty (to))))`,
	`(move Hop (between (range 0 2) if:(is Occupied (between))) (to if:(is Empty (to))))`,
	`(move Hop Diagonal (between (max 2) if:True) (to if:(is Empty (to))
		(apply if:(is Enemy (who at:(to))) (remove (to)))))`,
	`(move Hop (between (exact (count Pieces Mover)) if:True) (to if:(not (is Friend (who at:(to))))
		(apply (remove (to)))))`,
	`(or (move Step (to if:(is Empty (to)))) (move Slide (between (range 2 3) if:(not (is Friend (who at:(between))))
		(apply if:(is Enemy (who at:(between))) (remove (between)))) (to if:(is Enemy (who at:(to)))
		(apply (remove (to))))))`,
	`(move Slide Orthogonal (between trail:(id "Man" Mover)) (to if:(is In (to) (sites Around (between)))))`,
	`(move Slide (to if:(is Enemy (who at:(to))) (apply if:(< (count Moves) 9) (remove (to)))))`,
	`(move Leap {{F F R} {F L}} forward:True (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))`,
	`(move Leap {{F F R} {F L}} rotations:False (to if:(is Empty (to))))`,
	`(move Step (union (directions {Forward}) Diagonal) (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))`,
	`(move Step (difference Adjacent (directions {Backward})) (to if:(is Empty (to))))`,
	`(if (= 0 (count Moves)) (move Step (to if:(is Empty (to))))
		(move Step (if (is Even (count Moves)) (directions SameDirection) (directions OppositeDirection))
		(to if:(is Empty (to)))))`,
	`(move Step (directions Cell from:(from) to:24) (to if:(is Empty (to))))`,
	`(forEach Direction (directions {Forward}) (to if:(not (is Friend (who at:(to)))) (apply
		(forEach Direction (from (to)) (directions {FL FR}) (between (range 1 2)) (to if:(is Empty (to)) (apply
			(fromTo (from) (to))))))))`,
	`(move Step (to if:(is Empty (to))) (then (custodial (from (last To)) Orthogonal
		(between (max 3) if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(not (is Empty (to)))))))`,
	`(move Step (to if:(is Empty (to))) (then (intervene (from (last To)) (between (range 1 2))
		(to if:(is Enemy (who at:(to))) (apply (remove (to)))))))`,
	`(move Slide (to if:(is Enemy (who at:(to)))) (then (directional (from (last To))
		(to if:(is Enemy (who at:(to))) (apply (remove (to)))))))`,
	`(if (= 0 (count Moves)) (move Step (to if:(is Empty (to))))
		(move Step (difference Adjacent (directions OppositeDirection)) (to if:(is Empty (to)))))`,
	`(if (= 0 (count Moves)) (move Step (to if:(is Empty (to))))
		(move Step (union Orthogonal (directions SameDirection)) (to if:(is Empty (to)))))`,
	`(move (from) (to (sites Around (from)) if:(is Empty (to))) copy:True)`,
	`(if (= 0 (count Moves)) (move Step (to if:(is Empty (to)))) (move Swap Pieces (from) (last To)))`,
	`(move Step (to if:(is Empty (to))) (then (do (set Var "N" (count Pieces Next))
		next:(forEach Site (sites Around (last To)) (if (is Enemy (who at:(site)))
			(remove (site) (then (addScore Mover (var "N")))))) (then (addScore Next 1)))))`,
	`(move Step (to if:(is Empty (to))) (then (if (= -1 (to)) (addScore Mover 1) (addScore Mover 2))))`,
	`(move Step (to if:(is Empty (to))) (then (enclose (from (last To)) Orthogonal
		(between if:(is Enemy (who at:(between))) (apply (remove (between)))))))`,
}

// playing are the moves of a turn, of pieces that step onto those of the enemy.
var playing = []string{
	`(do (forEach Piece) ifAfterwards:(can Move (forEach Piece Next)))`,
	`(do (forEach Piece "King") ifAfterwards:(not (is Threatened (id "King" Mover) at:(where "King" Mover))))`,
	`(do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Next) at:(where "King" Next))))`,
	`(or (forEach Piece Next) (forEach Piece "Man"))`, `(forEach Piece All)`, `(forEach Piece (player (next)))`,
	`(or (forEach Piece) (move Remove (sites Occupied by:Next component:"Man") count:(count Moves)))`,
	`(or (forEach Piece) (move Remove (sites Occupied by:Next component:"Man") at:EndOfTurn count:2))`,
	`(forEach Value min:1 max:2 (move Add (piece (if (is Even (count Moves)) (id "Man" Mover) (id "King" Mover)))
		(to (sites Empty) (apply (set Var "V" (+ (value) (to)))))))`,
	`(forEach Value min:1 max:2 (forEach Site (sites Around (sites Occupied by:Mover) Empty)
		(move (from (regionSite (sites Occupied by:Mover) index:0)) (to (site) (apply (addScore Mover (+ (value) (site))))))))`,
	`(forEach Piece container:0 P2)`,
	`(or (forEach Piece) (if (all Groups Orthogonal of:(is Enemy (who at:(to))) if:(< (count Sites in:(sites)) 4))
		(move Remove (sites Occupied by:Next))))`,
	`(if (all Groups if:(< 1 (count Sites in:(sites)))) (forEach Piece "Man") (forEach Piece))`,
	`(forEach (array {7 2 1 2}) (move Remove (sites Occupied by:Player)))`,
	`(or (forEach Piece) (forEach Piece (then (forEach (array {(mover) 0}) (addScore Mover (+ 1 (player)))))))`,
	`(forEach Site (sites Occupied by:Mover) (move (from (site)) (to (sites Empty))))`,
}

// mixed are the moves of a turn on a board of vertices on which edges and cells are used too.
var mixed = []string{
	`(or (move Add (piece (id "Man" Mover)) (to Edge (sites Empty Edge)))
		(move Remove Edge (sites Occupied by:Next on:Edge)))`,
	`(if (is Even (count Moves)) (move Add (piece (id "Man" Mover)) (to Edge (sites Empty Edge)))
		(move (from Edge (sites Occupied by:Mover on:Edge)) (to Edge (sites Empty Edge))))`,
	`(if (< (count Moves) 6) (move Add (piece (id "Man" Mover)) (to Cell (sites Empty Cell)))
		(move (from Cell (sites Occupied by:All on:Cell)) (to (sites Empty Vertex))))`,
	`(or (move Add (piece (id "Man" Mover)) (to Edge (sites Empty Edge))) (move Add (piece (id "Man" Mover))
		(to (sites Empty) if:(all Sites (sites Incident Edge of:Vertex at:(to)) if:(= 0 (what Edge at:(site)))))))`,
	`(or (move Add (piece (id "Man" Mover)) (to Edge (sites Empty Edge) if:(is Empty Cell (to))))
		(move Add (piece (id "Man" Mover)) (to Cell (sites Empty Cell) if:(!= (mover) (who Edge at:(to))))))`,
	`(or (move Add (piece (id "Man" Mover)) (to Edge (forEach (sites Empty Edge)
		if:(not (is Crossing (site) (last To)))))) (move Pass))`,
	`(or (move Add (piece (id "Man" Mover)) (to Edge (difference (sites Board Edge) (sites Crossing at:5 All))))
		(forEach Piece on:Edge (move Select (from Edge (from)) (then (remove Edge (last To))))))`,
}

// wholes are games of forms that need more around them.
var wholes = map[string]string{
	"all Passed": `(game "Passing" (players 3) (equipment {(board (square 4)) (piece "Man" Each)})
		(rules (meta (passEnd NoEnd)) (play (if (all Passed) (move Add (to (sites Empty)))
		(or (move Add (to (sites Empty)) (then (if (all Passed) (addScore Mover 100)))) (move Pass (then (and
			(if (all Passed) (addScore Mover 10)) (if (= 0 (% (count Moves) 4)) (moveAgain))))))))
		(end (if (is Full) (byScore)))))`,
	"Pending": `(game "Pending" (players 2) (equipment {(board (square 5)) (piece "Man" Each)})
		(rules (play (move Add (to (sites Empty) (apply (and (if (is Pending) (addScore Mover 1))
			(if (is In (to) (sites Around (sites Pending))) (set Var "N" (+ (to) (var "N")))))))
			(then (if (is Even (last To)) (set Pending (last To)))))) (end (if (is Full) (byScore)))))`,
	"pieces under a condition, and hands of players by number": `(game "Hands" (players 2)
		(equipment {(board (square 4)) (piece "Man" Each) (piece "King" Each) (hand Each size:2)})
		(rules (start {(place "Man1" "Hand1" count:5) (place "Man2" "Hand2" count:5) (place "King1" 3)})
		(play (or (move (from (sites Hand (player (+ 1 (% (count Moves) 2))))) (to (sites Empty)) (then (and
			(set Score Mover (+ (count Pieces Mover if:(is Odd (site))) (* 10 (count Pieces Cell All if:(is Even (site))))))
			(set Score Next (count Pieces of:(next) "Man" in:(sites Right) if:(!= (site) (last To))))))) (move Pass)))
		(end (if (> (count Moves) 20) (byScore)))))`,
	"Cost": `(game "Cost" (players 2) (equipment {(board (square 4)) (piece "Man" Each)})
		(rules (start {(set Cost 2 Cell to:(sites Bottom)) (set Cost 3 Edge at:5) (set Cost 7 Cell at:9)})
		(play (move Add (to (sites Empty)) (then (and {(addScore Mover (cost at:(last To)))
			(addScore Next (cost Edge at:(last To)))
			(set Var "C" (cost Cell in:(union (sites Around (last To)) (sites Left))))}))))
		(end (if (is Full) (byScore)))))`,
	"a player without a track to sow on": `(game "Sow" (players 2) (equipment {(mancalaBoard 2 4 store:None
		{(track "Track1" "0,E,N1,W" loop:True P1)}) (piece "Seed" Shared)
		(regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top))})
		(rules (start (set Count 3 to:(sites Board))) (play (or (move Select (from (sites Mover "Home")
			if:(is Occupied (from))) (then (sow "Track" owner:(mover) apply:(if (= 2 (count at:(to)))
			(and (addScore Mover 2) (remove (to)))) (then (addScore Mover 1))))) (move Pass)))
		(end (if (> (count Moves) 40) (byScore)))))`,
	"a track that leaves the board": `(game "Away" (players 2) (equipment {(board (square 4)
		{(track "Track1" {0 1 2 3 7 99 6} P1 directed:True) (track "Track2" {15 14 13 12} P2 directed:True)})
		(piece "Man" Each)}) (rules (start {(place "Man1" {0 1}) (place "Man2" {15 14})})
		(play (or (forEach Piece (move (from) (to (trackSite Move from:(from) "Track2" steps:(+ 1 (% (count Moves) 2))))))
			(if (is Mover P1) (move Add (to (intersection (sites Empty) (sites Track P1 "Track" from:0 to:7))))
			(move Add (to (intersection (sites Empty) (sites Track P2 "Track")))))))
		(end (if (> (count Moves) 12) (result Next Win)))))`,
	"numbers of neighbours": `(game "Numbers" (players 2) (equipment {(board (hex 3) use:Vertex) (piece "Man" Each)})
		(rules (start {(place "Man1" 1) (place "Man2" 9)}) (play (move Add (to (sites Empty)) (then (and {(addScore Mover (+ {
			(count Orthogonal in:(sites Occupied by:Next)) (* 10 (count Diagonal Cell at:(% (last To) 7))) (count Sites)
			(count Adjacent Edge at:(last To)) (count Cell "Board") (count Diagonal Edge at:3)}))
			(set Var "N" (count Neighbours Vertex in:(sites Top)))}))))
		(end (if (> (count Moves) 12) (byScore)))))`,
	"results of all": `(game "All" (players 4) (equipment {(board (square 3)) (piece "Man" Each)})
		(rules (play (move Add (to (sites Empty)))) (end {(if (and (= 4 (last To)) (is Mover P2)) (result P1 Win))
			(if (and (= 5 (last To)) (is Mover P3)) (result P3 Loss)) (if (is Line 3 what:1) (result All Loss))
			(if (= 8 (last To)) (result All Win)) (if (is Full) (result All Draw))})))`,
	"iterators without a value": `(game "Nowhere" (players 2) (equipment {(board (square 4)) (piece "Man" Each
		(or (move (from) (to)) (move (from) (to (sites Around (from)) if:(is Empty (to))))))})
		(rules (play (or {(forEach Piece) (move Add (to (sites Empty)) (then (addScore Mover (to)))) (move Add (to))
			(move Select (from (sites Empty)) (to))}))
		(end {(if (is Line 3 exact:True) (result Mover Win)) (if (is Full) (byScore))})))`,
	"regions that follow the play elsewhere": `(game "Follow" (players 2) (equipment {(board (square 5)) (piece "Man" Each)
		(regions "Home" P1 (sites Bottom)) (regions "Home" P2 (difference (sites Empty) (sites Top)))
		(regions "Home" P1 {(sites Left) (intersection (sites Empty) (sites Mover))}) (regions "Far" P1 {20 21 22})})
		(rules (play (or {(if (is In (last To) (sites P1 "Far")) (move Add (to (sites Next "Home")))) (move Pass)
			(move Add (to (intersection (sites Empty) (sites Mover "Home"))))
			(move Add (to (sites Empty) if:(is In (to) (sites Mover "Far"))))}))
		(end (if (> (count Moves) 30) (result Next Win)))))`,
}

// description is a small game.
func description(moves, play string) string {
	return fmt.Sprintf(`(game "Small" (players {(player N) (player S)}) (equipment {(board (square 7))
		(piece "Man" Each %[1]s) (piece "King" Each %[1]s)
		(regions "Home" P1 (sites Bottom)) (regions "Home" P2 (forEach (sites Board) if:(< 4 (row of:(site)))))
		(regions "Odd" (forEach (sites Board) if:(is Odd (site))))})
		(rules (start {(place "Man1" {0 2 4 9 17 24 30}) (place "Man2" {48 46 44 39 31 25 18})
			(place "King1" {3}) (place "King2" {45})})
		(play %[2]s) (end (if (no Moves Next) (result Mover Win)))))`, moves, play)
}

// TestForms plays small games by the rules and on both back ends side by side.
func TestForms(t *testing.T) {
	loader, err := ruleset.NewLoader(os.DirFS("../../../library"))
	if err != nil {
		t.Fatal(err)
	}
	try := func(name, text string) {
		rs, err := loader.Compile(ruleset.Source{File: "small.lud", Text: []byte(text)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		t.Run(name, func(t *testing.T) {
			p, list := machines(t, rs.Plan())
			compareActs(t, name, rs.Plan(), 2, false)
			for _, m := range list {
				for seed := range uint64(4) {
					if err := lockStep(t, newPlayer(p, m), seed); err != nil {
						t.Errorf("%s: %T: seed %d: %v", name, m, seed, err)
						break
					}
				}
			}
		})
	}
	for _, x := range placing {
		try(x, description(`(move Step (to if:(is Empty (to))))`,
			`(move Add (piece (id "Man" Mover)) (to (intersection (sites Empty) (union (sites {1 8 40}) `+x+`))))`))
	}
	for _, x := range moving {
		try(x, description(x, `(forEach Piece)`))
	}
	for _, x := range mixed {
		try(x, `(game "Mixed" (players 2) (equipment {(board (square 4) use:Vertex) (piece "Man" Each)}) (rules (play `+x+`)
			(end (if (no Moves Next) (result Mover Win)))))`)
	}
	for name, x := range wholes {
		try(name, x)
	}
	for _, x := range playing {
		try(x, description(`(move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))`, x))
	}
}
