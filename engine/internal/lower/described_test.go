package lower_test

import (
	"math"
	"os"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// turning is a game in which runs of pieces between two sites change sides.
const turning = `(game "Turning" (players 2)
	(equipment {(board (square 4)) (piece "Disc" Neutral (flips 1 2))})
	(rules (start {(place "Disc0" {5 10} state:1) (place "Disc0" {6 9} state:2)})
		(play (forEach Site (sites Empty) (append
			(custodial (from (site)) (between if:(= (state at:(between)) (next)) (apply (allCombinations
				(add (piece "Disc0" state:(mover)) (to (site))) (flip (between)))))
				(to if:(= (state at:(to)) (mover))))
			(then (set Score Mover (count Sites in:(sites State (mover))))))))
		(end (if (all Passed) (byScore)))))`

// TestDescribed plays what few games of the libraries have by the rules and on both
// back ends side by side.
func TestDescribed(t *testing.T) {
	for name, text := range map[string]string{
		"no position of the play twice": `(game "Steps" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
			(rules (meta (no Repeat)) (start {(place "Man1" 0) (place "Man2" 8)})
				(play (forEach Piece)) (end (if (> (count Moves) 60) (result Mover Win)))))`,
		"steps on two types of sites": `(game "Types" (players 2) (equipment {(board (square 5) use:Vertex)
			(piece "Man" Each (move Step (from Cell) Diagonal (to Cell if:(not (is Friend (who Cell at:(to)))) (apply (if
				(is Enemy (who Cell at:(to))) (remove Cell (to))))) (then (if (is Even (count Moves)) (add (piece (id "Dot" Mover))
				(to Vertex (sites Incident Vertex of:Cell at:(last To)) if:(is Empty Vertex (to))))))))
			(piece "Dot" Each (move Step (to if:(is Empty (to)))))
			(piece "Rod" Each (move Step (from Edge) (to if:(is Empty Edge (to)))))})
			(rules (start {(place "Man1" Cell {0 1 2}) (place "Man2" Cell {13 14 15}) (place "Rod1" Edge {0 3}) (place "Rod2"
				Edge {20 30})})
			(play (or {(forEach Piece) (move Step (from (sites Occupied by:Mover)) (to)) (if (is Odd (count Moves))
				(forEach Piece "Man" (move Step (from Cell) (to Cell if:(is Empty Cell (to))) (then (moveAgain)))))}))
			(end (if (or (no Moves Next) (> (count Moves) 40)) (result Mover Win)))))`,
		"maps of large and negative numbers": `(game "Maps" (players 2) (equipment {(board (square 3)) (piece "Man" Each)
			(map "A" {(pair -1 7) (pair 3 -5) (pair 100000 2) (pair 2147483647 -1)}) (map {(pair -2 5) (pair 4 1)})})
			(rules (start (set Score Each 0)) (play (move Add (to (sites Empty)) (then (set Score Mover
				(+ {(mapEntry "A" (- (last To) 3)) (* 10 (mapEntry (- (last To) 3)))
				(mapEntry "A" (* 50000 (last To))) (mapEntry (- (last To) 6))})))))
			(end (if (no Moves Next) (byScore)))))`,
		"edges that join vertices": `(game "Edges" (players 2) (equipment {(board (tri 4) use:Vertex) (piece "Man" Each)})
			(rules (start (set Score Each 0)) (play (move Add (to (sites Empty)) (then (addScore Mover
				(edge (last To) (% (+ 1 (last To)) 10)))))) (end (if (> (count Moves) 8) (byScore)))))`,
		"pieces of a stack taken at the end of a turn": `(game "Stacked" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (start {(place Stack "Man1" {0 1 2} count:3) (place Stack "Man2" {13 14 15} count:3)})
				(play (move (from (sites Occupied by:Mover)) (to (sites Board)) (then (and (forEach Site (sites Around
					(last To)) (if (is Enemy (who at:(site))) (remove (site) at:EndOfTurn)))
					(if (= 0 (% (last To) 7)) (moveAgain))))))
				(end (if (> (count Moves) 9) (result Mover Win)))))`,
		"no position of a turn twice": `(game "Turns" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to))) (then (moveAgain))))})
			(rules (meta (no Repeat PositionalInTurn)) (start {(place "Man1" 0) (place "Man2" 8)})
				(play (or (forEach Piece) (move Pass))) (end (if (> (count Moves) 60) (result Mover Win)))))`,
		"a question for moves that repeat nothing": `(game "Stuck" (players 2)
			(equipment {(board (rectangle 1 5)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
			(rules (meta (no Repeat)) (start {(place "Man1" 0) (place "Man2" 4)})
				(play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))`,
		"pieces that turn": `(game "Turn" (players 2)
			(equipment {(board (square 5)) (piece "Man" Each N (or {(move Set Rotation) (move Step (directions {Forward FR})
					(to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))}))
				(piece "Ray" Each E (or (move Slide (directions Forwards of:All) (to if:(is Enemy (who at:(to)))
					(apply (remove (to))))) (move Set Rotation (then (moveAgain)))))})
			(rules (start {(place "Man1" {0 1 2}) (place "Man2" {22 23 24} rotation:4) (place "Ray1" 5) (place "Ray2" 19)})
				(play (forEach Piece))
				(end {(if (no Pieces Next) (result Mover Win)) (if (> (count Moves) 60) (result All Draw))})))`,
		"pieces that turn, as others see them": `(game "Seen" (players 2)
			(equipment {(board (hex 3)) (piece "Man" Each (or (move Set Rotation) (move Step (to if:(is Empty (to))))))})
			(rules (start {(place "Man1" {0 1 2}) (place "Man2" {16 17 18} rotation:2)})
				(play (forEach Piece (then (forEach Site (sites Occupied by:All) (set Score Mover (+ (% (* 2 (score Mover)) 100)
					(count Sites in:(sites Direction from:(site) (directions {Forward FL})))))))))
				(end (if (> (count Moves) 40) (byScore)))))`,
		"results by track": `(game "Tracks" (players 2)
			(equipment {(board (square 4) {(track "Outer" {0 1 2 3 7 11 15 14 13 12 8 4} loop:True)
				(track "Inner" {5 6 10 9} loop:True) (track "Line" {0 5 10 15})}) (piece "Man" Each)})
			(rules (play (or (move Add (to (sites Empty))) (if (= -1 (track)) (move Remove (sites Occupied by:Next)))))
				(end {(forEach Track if:(and (< (- 4 (track)) (count Pieces Mover in:(sites Track)))
						(is Even (+ (track) (count Sites in:(expand (sites Track from:(last To) to:5)))))) (result Mover Win))
					(if (> (count Moves) 40) (result All Draw))})))`,
		"sixteen players": `(game "Many" (players 16)
			(equipment {(board (square 7)) (piece "Man" Each
				(move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))})
			(rules (play (or (forEach Piece) (move Add (to (sites Empty)))))
				(end {(forEach NonMover if:(and (> (count Moves) 32) (no Pieces Player)) (result Player Loss))
					(if (> (count Moves) 120) (result All Draw))})))`,
		"teams": `(game "Teams" (players 4)
			(equipment {(board (square 4)) (piece "Man" Each
				(move Step (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) (apply (remove (to))))))})
			(rules (start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4})
					(place "Man1" {0 1}) (place "Man2" {3 7}) (place "Man3" {15 14}) (place "Man4" {12 8})})
				(play (forEach Piece))
				(end {(if (no Pieces Enemy) (result TeamMover Win)) (if (is In (last To) (sites {5 6})) (result Team2 Win))
					(if (> (count Moves) 80) (result All Draw))})))`,
		"most captures": `(game "Most" (players 2)
			(equipment {(board (square 5)) (piece "Man" Each (move Step (to if:(is Empty (to)))
				(then (forEach Site (sites Around (last To)) (if (is Enemy (who at:(site))) (remove (site)))))))})
			(rules (start {(place "Man1" {0 1 2 3 4 5 9}) (place "Man2" {20 21 22 23 24 15 19})})
				(play (max Captures (forEach Piece)))
				(end {(if (no Pieces Next) (result Mover Win)) (if (> (count Moves) 60) (result All Draw))})))`,
		"longest turns": `(game "Longest" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(and (is Empty (to)) (not (is Visited (to)))))
				(then (if (and (< (count MovesThisTurn) 3) (is In (last To) (sites {0 2 5 7 8 10 13 15}))) (moveAgain)))))})
			(rules (start {(place "Man1" {0 1}) (place "Man2" {14 15})})
				(play (or (max Moves (forEach Piece)) (move Pass)))
				(end (if (> (count Moves) 40) (result All Draw)))))`,
		"moves that begin with others": `(game "Begin" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (forEach Value min:0 max:2 (do (set Var "Row" (value))
					next:(move Add (to (sites Empty) if:(= (var "Row") (% (to) 3))
						) (then (set Score Mover (+ (* 10 (score Mover)) (var "Row"))))))))
				(end (if (is Line 3) (result Mover Win)))))`,
		"a swap of players": `(game "Pie" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each)})
			(rules (meta (swap)) (play (move Add (to (sites Empty))))
				(end (if (is Line 3) (result Mover Win)))))`,
		"dice that are put back": `(game "Doubles" (players 2)
			(equipment {(board (square 3)) (dice d:2 num:2) (piece "Man" Each)})
			(rules (play (do (if (or (not (is Prev Mover)) (all DiceUsed)) (roll))
				next:(forEach Die combined:True replayDouble:True if:(!= (pips) 0)
					(move Add (to (sites Empty) if:(!= 0 (% (+ (to) (pips)) 3))))
					(then (if (not (all DiceUsed)) (moveAgain))))))
				(end (if (is Line 3) (result Mover Win)))))`,
		"a throw that rules may take back": `(game "Back" (players 2)
			(equipment {(board (square 3)) (dice d:6 num:1) (piece "Man" Each)})
			(rules (play (do (roll) next:(move Add (to (sites Empty)))
					ifAfterwards:(= 0 (% (+ (count Pips) (count Pieces Mover)) 2))))
				(end (if (> (count Moves) 30) (result Mover Win)))))`,
		"runs that are turned over by one move": turning,
		"paths and trees of edges": `(game "Paths" (players 2)
			(equipment {(board (square 2) use:Edge) (piece "Line" Each)})
			(rules (play (move Add (to Edge (sites Empty Edge)) (then (set Score Mover (+ {
					(if (is Path Edge Mover length:(exact 4) closed:True) 1 0)
					(if (is Path Edge Mover length:(range 3 6) closed:True) 2 0)
					(if (is Path Edge Mover length:(exact 3)) 4 0)
					(if (is Path Edge Mover length:(range 1 5)) 8 0)
					(if (is Path Edge from:(% (* 5 (last To)) 12) P2 length:(exact 6) closed:True) 16 0)
					(if (is Path Edge from:(% (* 5 (last To)) 12) P1 length:(max 4)) 32 0)
					(if (is Tree Mover) 64 0) (if (is SpanningTree Next) 128 0) (if (is Tree Neutral) 256 0)
					(if (is TreeCentre Mover) 512 0) (if (is RegularGraph Mover even:True) 1024 0) (if (is RegularGraph Neutral) 2048 0)
					(if (and (is SpanningTree Mover) (is CaterpillarTree Mover)) 4096 0)})))))
				(end (if (is Full) (byScore)))))`,
		"cells of hands beside a board of vertices": `(game "Hands" (players 2)
			(equipment {(board (square 3) use:Vertex) (piece "Man" Each) (piece "Stick" Shared) (hand Each size:2)})
			(rules (play (if (no Pieces Shared) (move Add (piece (id "Stick" Shared)) (to Cell (sites Hand Mover))
					(then (set Hidden Cell at:(last To) to:Next))) (move Select (from Cell (sites Hand Prev)) (then (and {
						(if (is Hidden at:(last To) to:Mover) (addScore P1 1)) (if (is Empty (last To)) (addScore Mover 2))
						(add (to (regionSite (sites Empty) index:0))) (remove Cell (sites Hand Prev))})))))
				(end (if (or (no Moves Next) (> (count Moves) 16)) (byScore)))))`,
		"the sites of all actions of a move": `(game "Went" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(or (is Empty (to)) (is Enemy (who at:(to))))
				(apply (remove (to)))) (then (forEach Site (sites Around (last To)) (if (is Enemy (who at:(site)))
				(fromTo (from (site)) (to (regionSite (sites Empty) index:0))))))))})
			(rules (start {(place "Man1" {0 1 2 3}) (place "Man2" {12 13 14 15})}) (play (or (forEach Piece)
					(move Add (to (sites Empty)) (then (if (is Even (last To)) (set State at:3 1))))))
				(end {(if (= 5 (count Sites in:(sites LastTo))) (result Mover Win))
					(if (is In 9 (sites LastFrom)) (result Mover Loss))
					(if (is Line 3 throughAny:(sites LastTo) what:(id "Man" Next)) (result Next Win))
					(if (> (count Moves) 40) (result All Draw))})))`,
		"centres of trees": `(game "Centres" (players 2)
			(equipment {(board (square 3) use:Edge) (piece "Line" Each) (piece "Line" Shared)})
			(rules (play (or (move Add (to Edge (sites Empty Edge)) (then (if (is TreeCentre Mover) (addScore Mover 1))))
					(move Select (from Vertex (sites Board Vertex)) (then (set Score Mover (+ {(if (is TreeCentre Shared) 1 0)
						(if (is TreeCentre Mover) 2 0) (if (is TreeCentre Next) 4 0) (if (is TreeCentre Neutral) 8 0)}))))))
				(end (if (or (is Full) (> (count Moves) 60)) (byScore)))))`,
		"pushes, and sites at random": `(game "Pushes" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (start {(place "Man1" {0 1 6}) (place "Man2" {9 10 15})})
				(play (move Select (from (sites Occupied by:Mover)) (then (and (push (from (last To)) E)
					(add (piece "Man2") (to (sites Random (sites Empty) num:2)))))))
				(end (if (> (count Moves) 12) (result Mover Win)))))`,
		"sites at distances that change": `(game "Distances" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (move Add (to (intersection (sites Empty)
					(sites Distance from:(% (* 3 (count Moves)) 16) (range (% (count Moves) 3) (% (count Moves) 5)))))
				(then (set Score Mover (count Sites in:(sites Distance
					(step Orthogonal (to if:(and (is Empty (to)) (!= 0 (% (+ (from) (to)) 5))))) from:(last To)
					(range (% (last To) 2) 3)))))))
				(end (if (> (count Moves) 12) (byScore)))))`,
		"a score beside nested rules": `(game "Nested" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty))))
				(end {(if (> (count Moves) 5) (if (= 5 (% (last To) 7)) (result Mover Win)) (byScore))
					(if (> (count Moves) 9) (result Mover Loss))})))`,
		"effects that stand alone": `(game "Alone" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (forEach Site (sites Around (last To))
					(apply if:(and (is Enemy (who at:(site))) (is Even (+ (site) (last To)))) (remove (site)))))))
				(end (if (or (is Full) (> (count Moves) 40)) (result Mover Win)))))`,
		"a position that came before in the play": `(game "Again" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
			(rules (start {(place "Man1" 0) (place "Man2" 8)}) (play (forEach Piece))
				(end {(if (is Repeat) (result Mover Loss)) (if (> (count Moves) 60) (result All Draw))})))`,
		"a position that came before in the turn": `(game "Back" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each (do (move Step (to if:(is Empty (to))))
				ifAfterwards:(not (is Repeat PositionalInTurn)) (then (if (< (count MovesThisTurn) 3) (moveAgain)))))})
			(rules (start {(place "Man1" 0) (place "Man2" 8)}) (play (or (forEach Piece) (move Pass)))
				(end (if (> (count Moves) 60) (result Mover Win)))))`,
		"moves that must not lead back to where the turn began": `(game "Stored" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to))))) (hand P1)})
			(rules (start {(place "Man1" {0 1}) (place "Man2" 8) (place "Man1" "Hand1" count:3)})
				(play (avoidStoredState (or {(forEach Piece) (move (from (handSite P1)) (to (sites Empty))) (move Pass)}
					(then (if (< (count MovesThisTurn) 2) (moveAgain) (remember State))))))
				(end (if (> (count Moves) 60) (result Mover Win)))))`,
		"a loop around the next player": `(game "Around" (players 3)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)))) (end (if (is Loop surround:Next) (result Mover Win)))))`,
		"pieces that are attracted": `(game "Attract" (players 2)
			(equipment {(board (square 5)) (piece "Man" Each) (piece "Ball" Neutral)})
			(rules (start (place "Ball0" {0 6 14 22})) (play (move Add (to (sites Empty))
					(then (if (is Even (last To)) (attract (from (last To))) (attract (from (last To)) Orthogonal
						(then (addScore Mover 1)))))))
				(end (if (is Full) (byScore)))))`,
		"groups with an empty site that are enclosed": `(game "Almost" (players 2)
			(equipment {(board (square 5)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal
					(between if:(is Enemy (who at:(between))) (apply (and (remove (between)) (addScore Mover 1))))
					numException:1))))
				(end (if (or (is Full) (> (count Moves) 60)) (byScore)))))`,
		"groups of empty sites that are enclosed": `(game "Territory" (players 2)
			(equipment {(board (square 5)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty) if:(= 0 (state at:(to)))) (then (enclose (from (last To)) Orthogonal
					(between if:(or (is Enemy (who at:(between))) (is Empty (between))) (apply (and
						(if (is Enemy (who at:(between))) (remove (between))) (set State at:(between) (mover)))))))))
				(end (if (no Moves Next) (result Mover Win)))))`,
		"sites that are pending before the moves": `(game "Huff" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each (or (move Hop (between if:(is Enemy (who at:(between)))
				(apply (remove (between)))) (to if:(is Empty (to)))) (move Step (to if:(is Empty (to))))))})
			(rules (start {(place "Man1" {0 1 2 3}) (place "Man2" {12 13 14 15})})
				(play (if (is Even (count Turns)) (or (do (set Pending (sites From (forEach Piece "Man" (hop
						(between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))))) next:(forEach Piece))
					(move Select (from (sites Pending)) (then (remove (last To)))))
					(do (set Pending (sites Occupied by:Mover)) next:(forEach Piece
						(then (if (and (is Pending) (is In (last From) (sites Pending))) (addScore Mover 1)))))))
				(end (if (or (no Pieces Next) (> (count Moves) 40)) (byScore)))))`,
		"hops from another site under a condition": `(game "Last" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
			(rules (start {(place "Man1" {0 1 5 6}) (place "Man2" {9 10 14 15})})
				(play (or (forEach Piece) (move Hop (from (last To) if:(is Even (from))) (between if:(is Occupied (between))
					(apply (remove (between)))) (to if:(is Empty (to))))))
				(end (if (or (no Pieces Next) (> (count Moves) 40)) (result Mover Win)))))`,
		"steps as the piece sees them": `(game "Ahead" (players {(player N) (player S)})
			(equipment {(board (square 5)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
			(rules (start {(place "Man1" {0 2 4}) (place "Man2" {20 22 24})})
				(play (forEach Piece (then (and (addScore Mover (if (= Infinity (count Steps (step Forwards (to if:(is Empty (to))))
							(last To) (union (sites Top) (sites Bottom)))) 1 2))
						(addScore Next (count Sites in:(sites Distance (step Forwards (to if:(is Empty (to))))
							from:(last To) (range 1 3))))))))
				(end (if (> (count Moves) 30) (byScore)))))`,
		"the stacks of a player who is told by a number": `(game "Owner" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each (move Step (to))) (piece "King" Each (move Step (to)))})
			(rules (start {(place Stack "Man1" 0 count:2) (place "King1" 3) (place Stack "Man2" 8 count:2) (place "King2" 5)})
				(play (forEach Piece (then (forEach Player (set Score (player (player)) (+ (count Sites in:(sites Occupied
					by:(player (player)))) (* 10 (count Sites in:(sites Occupied by:(player (player)) top:False)))))))))
				(end (if (or (no Pieces Next) (> (count Moves) 40)) (byScore)))))`,
		"levels that a loop leaves behind": `(game "Levels" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each (forEach Value min:1 max:3 (move
				(from (from) level:(level)) (to (% (+ (from) (value)) 9) (apply
					(if (< (value) 3) (forEach Level (to) FromTop (if (= (value) 2) (remove (to) level:(level)))))))))) })
			(rules (start {(place Stack "Man1" 0 count:4) (place Stack "Man2" 1 count:4) (place Stack "Man1" 2 count:3)
					(place Stack "Man2" 3 count:2) (place Stack "Man1" 3)})
				(play (forEach Piece)) (end (if (or (no Pieces Next) (> (count Moves) 40)) (result Mover Win)))))`,
		"the mover before, and bets": `(game "Before" (players 3)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (if (= 0 (% (count Moves) 4)) (move Bet Mover (range 2 4)) (move Add (to (sites Empty))
					(then (and (set Score Mover (+ (* 10 (prev MoverLastTurn)) (amount Mover)))
						(if (is Even (last To)) (moveAgain)))))))
				(end (if (is Full) (byScore)))))`,
		"patterns of pieces": `(game "Pattern" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (play (move Add (piece (if (= 0 (% (count Moves) 3)) (id "Man" Next) (id "Man" Mover))) (to (sites Empty))
					(then (set Score Mover (+ {(count Sites in:(sites Pattern {F R F}))
						(* 20 (count Sites in:(sites Pattern {F F} from:(last To) whats:{(id "Man" Mover) (id "Man" Next)})))
						(* 400 (count Sites in:(sites Pattern {F L} from:5 what:(id "Man" Next))))})))))
				(end (if (is Full) (byScore)))))`,
		"levels as a region": `(game "Tiers" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each)})
			(rules (start {(place Stack "Man1" 0 count:2) (place "Man2" 1)})
				(play (move Add (to (sites Board)) stack:True (then (set Score Mover (+ {
					(count Sites in:(forEach Level at:(last To) if:(= (next) (who at:(last To) level:(level)))))
					(* 20 (count Sites in:(forEach Level at:(last To) FromBottom startAt:2)))
					(* 400 (count Sites in:(forEach Level at:0 FromTop if:(is Even (level)) startAt:1)))})))))
				(end (if (> (count Moves) 20) (byScore)))))`,
		"effects of several clauses in one move": `(game "Several" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each)})
			(rules (start {(place "Man1" {0 4}) (place "Man2" 8)})
				(play (forEach Site (sites Empty) (append (and (if (= 0 (% (site) 3)) (add (to (site)))) (remove (last To)))
					(then (set Score Mover (+ (count Pieces Mover) (* 10 (last From))))))))
				(end (if (> (count Moves) 30) (byScore)))))`,
		"each effect with each of others in one move": `(game "Pairs" (players 2)
			(equipment {(board (square 4)) (piece "Man" Each)})
			(rules (start {(place "Man1" {0 1 5}) (place "Man2" {10 14 15})})
				(play (forEach Site (sites Empty) (append (allCombinations
					(add (to (site) if:(= 0 (% (+ (site) (count Moves)) 2))))
					(remove (intersection (sites Around (site)) (sites Occupied by:Next)))))))
				(end (if (or (no Pieces Next) (> (count Moves) 60)) (result Mover Win)))))`,
		"players who change sides, and set who is next": `(game "Sides" (players 2)
			(equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (or {(move Add (piece (id "Man" Mover)) (to (sites Empty))) (move Swap Players P1 P2)
					(move Set NextPlayer (player (mover)) (then (if (is Even (count Moves)) (swap Players P1 P2))))}))
				(end (if (> (count Moves) 20) (result Mover Win)))))`,
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}

// inStep plays a description, which must be lowered, by the rules and on both back ends side by side: eight plays on
// closures, and as machine code, which is made of the same program, four; twenty each with ASTRAGAL_PROPERTIES=all. Not
// seen without is what goes wrong in a rare position.
func inStep(t *testing.T, text string) {
	t.Helper()
	g := gametest.Compile(t, text)
	p, list := machines(t, g)
	if len(list) == 0 {
		t.Error("not compiled")
	}
	watched, each := uint64(4), []uint64{8, 4}
	if os.Getenv("ASTRAGAL_PROPERTIES") == "all" {
		watched, each = 8, []uint64{20, 20}
	}
	compareActs(t, g.Name, g, watched, false)
	for i, m := range list {
		pl, plays := newPlayer(p, m), each[min(i, 1)]
		for seed := range plays {
			if err := lockStep(t, pl, seed); err != nil {
				t.Errorf("%T: %v", m, err)
				break
			}
		}
	}
}

// TestDice checks that dice fall evenly: chi square of the faces of many throws.
func TestDice(t *testing.T) {
	const throws = 20_000
	g := gametest.Compile(t, `(game "Throws" (players 2)
		(equipment {(board (square 3)) (dice d:6 num:1) (dice d:4 num:1) (dice faces:{1 1 2} num:1) (piece "Man" Each)})
		(rules (play (do (roll) next:(move Pass))) (end (if (= 0 1) (result Mover Win)))))`)
	p, list := machines(t, g)
	for _, m := range list {
		pl := newPlayer(p, m)
		live := rng.New(1)
		c := game.NewContext(g)
		c.Lazy = true
		c.Start(&live)
		p.Load(pl.mem, c)
		p.Seed(pl.mem, 7)
		saved := append([]byte{}, pl.mem[p.Lo:p.Hi]...)
		counts := [3]map[int]float64{{}, {}, {}}
		for range throws {
			copy(pl.mem[p.Lo:p.Hi], saved)
			pl.call(t, pl.list, 0)
			for i, v := range lower.Dice(p, pl.mem) {
				counts[i][v]++
			}
		}
		for i, want := range [3]map[int]float64{{1: 6, 2: 6, 3: 6, 4: 6, 5: 6, 6: 6}, {1: 4, 2: 4, 3: 4, 4: 4},
			{1: 1.5, 2: 3}} {
			chi := 0.0
			for v, per := range want {
				d := counts[i][v] - throws/per
				chi += d * d * per / throws
			}
			if df := float64(len(want) - 1); len(counts[i]) != len(want) || chi > df+5*math.Sqrt(2*df) {
				t.Errorf("%T: die %d falls unevenly: %v", m, i+1, counts[i])
			}
		}
	}
}
