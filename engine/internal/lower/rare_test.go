package lower_test

import "testing"

// pyramid is a game of balls on layers, with meta rules and moves besides that of putting a ball on others.
func pyramid(meta, pieces, moves string) string {
	return `(game "Pyramid" (players 2) (equipment {(board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each ` +
		pieces + `)}) (rules (meta {` + meta + `}) (play (or {(move Add (to (sites Empty) if:(= (count Sites in:(sites Around
		(to) Downward)) (count Sites in:(difference (sites Around (to) Downward) (sites Empty)))))) ` + moves + `}))
		(end {(if (is Line 4) (result Mover Win)) (if (> (count Moves) 60) (result All Draw))})))`
}

// layered is a game of balls on layers in which a number is asked for after every move.
func layered(number string) string {
	return `(game "Layered" (players 2) (equipment {(board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each)})
		(rules (play (or (move Add (to (sites Empty) if:(= (count Sites in:(sites Around (to) Downward)) (count Sites
		in:(difference (sites Around (to) Downward) (sites Empty))))) (then (set Score Mover ` + number + `)))
		(move Remove (sites Occupied by:Next)))) (end (if (> (count Moves) 60) (byScore)))))`
}

// TestRare plays what the public libraries have not by the rules and on both back ends side by side.
func TestRare(t *testing.T) {
	byDefault := func(capture string) string {
		return `(game "Defaults" (players 2) (equipment {(board (square 3)) (piece "Man" Each (or {(move Slide (then ` +
			capture + `)) (move Step (to if:(is Enemy (who at:(to))) (apply (remove (to)))))}))})
			(rules (start {(place "Man1" {0 1 8}) (place "Man2" {2 6 7})}) (play (forEach Piece))
			(end {(if (no Pieces Next) (result Mover Win)) (if (> (count Moves) 40) (result All Draw))})))`
	}
	losing := func(play, end string) string {
		return `(game "Losing" (players 2) (equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(not (is Friend
			(who at:(to)))) (apply (remove (to))))))}) (rules (meta {(no Suicide)}) (start {(place "Man1" {0 1 2})
			(place "Man2" {13 14 15})}) (play ` + play + `) (end {` + end + ` (if (no Pieces Next) (result Next Loss))
			(if (> (count Moves) 60) (result All Draw))})))`
	}
	pushed := func(dir, next string) string {
		return `(game "Pushed" (players 2) (equipment {(board (square 4)) (piece "Ring" Each) (hand Each)})
			(rules (start (place "Ring" "Hand" count:15)) (play (or (move (from (handSite Mover)) (to (sites Outer)
			if:(is Empty (to)))) (forEach Site (sites Outer) (if (is Occupied (site)) (do (push (from (site)) ` + dir +
			`) next:` + next + `)))))
			(end {(if (is Line 4) (result Mover Win)) (if (no Moves Next) (result Next Loss))})))`
	}
	teams := func(start, play string) string {
		return `(game "Teams" (players 4) (equipment {(board (square 4)) (piece "Man" Each)}) (rules ` + start + ` (play ` +
			play + `) (end {(if (is Line 3) (result Mover Win)) (if (> (count Moves) 60) (byScore))})))`
	}
	three := func(meta, play, end string) string {
		return `(game "Three" (players 3) (equipment {(board (square 4)) (piece "Man" Each)}) (rules ` + meta + ` (play ` +
			play + `) (end {` + end + ` (if (> (count Moves) 60) (result All Draw))})))`
	}
	large := func(then, moves string) string {
		return `(game "Large" (players 2) (equipment {(board (square 6)) (tile "L" Each {L F L F}) (piece "Dot" Each)})
			(rules (play (or {(move Add (piece (id "Dot" Mover)) (to (sites Empty) if:(= 0 (% (to) 3))) (then ` +
			then + `)) ` + moves + `})) (end {(if (no Moves Next) (result Mover Win)) (if (> (count Moves) 30) (byScore))})))`
	}
	placed := `(move Add (piece (id "L" Mover)) (to (sites Empty)))`
	asked := func(number string) string {
		return `(game "Asked" (players 2) (equipment {(board (square 4)) (piece "Man" Each)}) (rules (play (move Add
			(to (sites Empty)) (then (set Score Mover ` + number + `)))) (end (if (is Full) (byScore)))))`
	}
	for name, text := range map[string]string{
		"custodial by default":   byDefault(`(custodial)`),
		"flanked by own pieces":  byDefault(`(custodial (to if:(is Friend (who at:(to)))))`),
		"flanked up to own ones": byDefault(`(custodial (between if:(is Enemy (who at:(between)))))`),
		"intervene by default":   byDefault(`(intervene)`),
		"intervene at a site":    byDefault(`(intervene (from 1) (to (apply (addScore Mover (to)))))`),
		"surround by default":    byDefault(`(surround (from (last To)) Orthogonal)`),
		"surround prey": byDefault(`(surround (from (last To)) Orthogonal (between if:(is Enemy (who
			at:(between)))) except:1)`),
		"enclose by default": byDefault(`(enclose)`),
		"directional by default": byDefault(`(and (directional) (directional (from (last To)) N (to (apply
			(addScore Mover 1)))))`),
		"no move that loses": losing(`(or (forEach Piece) (move Pass))`,
			`(if (is In (last To) (sites {5 6})) (result Mover Loss))`),
		"no move that makes the other win": losing(`(forEach Piece)`,
			`(if (is Line 2 Diagonal) (result Next Win)) (if (is In (last To) (sites {9 10})) (byScore))`),
		"no move that loses or repeats, of three": `(game "Three" (players 3) (equipment {(board (hex 3)) (piece "Man" Each)})
			(rules (meta {(no Suicide) (no Repeat)}) (play (or (move Add (to (sites Empty)) (then (if (is In (last To)
			(sites Corners)) (remove (sites Around (last To)))))) (move Pass))) (end {(forEach Player if:(and
			(< 4 (count Moves)) (= 0 (count Pieces of:(player)))) (result Player Loss)) (if (is Line 3) (result Mover Loss))
			(if (< 12 (count Groups)) (result Next Loss)) (if (> (count Moves) 60) (byScore))})))`,
		"pinned pieces": pyramid(`(pin SupportMultiple)`, ``, `(move (from (sites Occupied by:Mover)) (to (sites Empty)
			if:(is In (to) (sites Layer 0)))) (move Remove (sites Occupied by:Next))`),
		"pieces that fall": pyramid(`(gravity PyramidalDrop)`, ``, `(move Remove (sites Occupied by:Next) (then
			(if (is Odd (count Moves)) (moveAgain)))) (move Pass)`),
		"pieces that fall, with pins": pyramid(`(pin SupportMultiple) (gravity PyramidalDrop)`, ``, `(move
			(from (sites Occupied by:Mover)) (to (sites Empty)) (then (if (is Even (count Moves)) (remove (last To)))))`),
		"pieces that stay below": pyramid(`(noStackOn Fallen)`, `(move Step All (to if:(is Empty (to))))`, `(forEach Piece)`),
		"a result of a team of one": three(``, `(move Add (to (sites Empty)))`, `(if (is Line 3) (result Team2 Win))
			(if (is Full) (result Team3 Win))`),
		"a pie among three": three(`(meta (swap))`, `(or (move Add (to (sites Empty)) (then (if (is In (last To) (sites {0 5 9}))
			(moveAgain)))) (if (is Odd (count Moves)) (move Pass)))`, `(if (is Line 3) (result Mover Win)) (if (no Moves Next)
			(result Next Loss))`),
		"seats of players who are found": three(``, `(or {(move Add (to (sites Empty))) (if (is Even (count Moves))
			(swap Players P1 Next)) (if (is In (last To) (sites {0 3 6})) (move Swap Players Mover Prev))})`,
			`(if (is Line 3) (result Mover Win))`),
		"scores of players who are found": three(``, `(move Add (to (sites Empty)))`, `(if (is Line 3) (byScore {(score Next 5)
			(score Mover 7) (score P1 6) (score Shared 9) (score Each 4)}))`),
		"whether dice allow a move": `(game "Dice" (players 2) (equipment {(board (square 4)) (dice d:4 num:1) (piece "Man" Each
			(move Step (directions {Forward FL FR}) (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))) (piece
			"King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))}) (rules (start {
			(place "Man1" {0 1 2}) (place "King1" 3) (place "Man2" {13 14 15}) (place "King2" 12)})
			(play (do (if (is Mover P1) (do (roll) next:(if (= 4 (count Pips)) (forEach Piece "King") (if (= 1 (count Pips))
				(forEach Piece "Man")))) (forEach Piece)) ifAfterwards:(not (is Threatened (id "King" Mover) at:(where "King"
				Mover) (forEach Piece Next)))))
			(end {(if (no Moves P1) (result P2 Win)) (if (no Moves P2) (result P1 Win)) (if (> (count Moves) 80)
				(result All Draw))})))`,
		"steps along a track that crosses itself": `(game "Cross" (players 2) (equipment {(board (square 4) {(track "T" {0 1 5
			9 8 4 5 6 7 3 2 1 0 -2})}) (piece "Man" Each) (hand Each)}) (rules (start {(set Score Each 0) (place "Man1" 15)
			(place "Man2" 14)}) (play (or (move Add (to (sites Empty))) (forEach Piece (move (from (from)) (to (trackSite Move
			from:(from) "T" steps:(+ 1 (% (count Moves) 3))) if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
			(then (addScore Mover (+ {(count StepsOnTrack "T" (last To) 5) (* 16 (count StepsOnTrack "T" (last To) (- (% (count
			Moves) 18) 2))) (* 256 (count StepsOnTrack "T" (last From) (last To)))})))))
			(end (if (> (count Moves) 40) (byScore)))))`,
		"steps along such tracks with stacks": `(game "Cross" (players 2) (equipment {(board (square 4) {(track "T" {0 1 5
			9 8 4 5 6 7 3 2 1 0}) (track "L" {0 1 2 3 7 6 5 4} loop:True)}) (piece "Man" Each) (hand Each)}) (rules (start {(set
			Score Each 0) (place Stack "Man1" 0 count:3) (place Stack "Man2" 5 count:2)}) (play (or (move Add (to (sites {0 1 5
			12}))) (forEach Piece (move (from (from)) (to (trackSite Move from:(from) "T" steps:(+ 1 (% (count Moves) 3))))))
			(then (addScore Mover (+ {(count StepsOnTrack "T" (last To) 5) (* 16 (count StepsOnTrack "L" (last To) 4))
			(* 256 (count StepsOnTrack "T" (last From) (% (count Moves) 16)))})))))
			(end (if (> (count Moves) 40) (byScore)))))`,
		"where a turn began": `(game "Began" (players 3) (equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(and
			(is Empty (to)) (!= (to) (from at:StartOfTurn)))) (then (if (is Even (+ (last To) (count Moves))) (moveAgain)
			(addScore Mover (from at:StartOfTurn))))))}) (rules (start {(set Score Each 0) (place "Man1" {0 5}) (place "Man2"
			{10 15}) (place "Man3" {3 12})}) (play (or (forEach Piece) (if (= 0 (% (count Moves) 5)) (move Pass
			(then (moveAgain)))))) (end (if (> (count Moves) 60) (byScore)))))`,
		"no situation twice": `(game "Situations" (players 2) (equipment {(board (square 3)) (piece "Man" Each
			(move Step (to if:(is Empty (to))) (then (if (is In (last To) (sites {0 4})) (moveAgain)))))})
			(rules (meta (no Repeat Situational)) (start {(place "Man1" 0) (place "Man2" 8)})
			(play (or (forEach Piece) (if (is In (last To) (sites {2 3})) (move Pass))))
			(end (if (or (no Moves Next) (> (count Moves) 60)) (result Mover Win)))))`,
		"no situation twice, with scores": `(game "Situations" (players 3) (equipment {(board (square 3)) (piece "Man" Each
			(move Step (to if:(is Empty (to))) (then (if (is In (last To) (sites {0 4})) (and (moveAgain) (addScore Mover 1))))))})
			(rules (meta (no Repeat Situational)) (start {(place "Man1" 0) (place "Man2" 8) (place "Man3" 3)})
			(play (or (forEach Piece) (if (is In (last To) (sites {2 3})) (move Pass))))
			(end {(if (no Moves Next) (result Next Loss))
			(if (> (count Moves) 80) (byScore))})))`,
		"no situation of a turn twice": `(game "Situations" (players 2) (equipment {(board (square 3)) (piece "Man" Each
			(move Step (to if:(is Empty (to))) (then (moveAgain))))})
			(rules (meta (no Repeat SituationalInTurn)) (start {(place "Man1" 0) (place "Man2" 8)})
			(play (or (forEach Piece) (if (is In (last To) (sites {2 3})) (move Pass))))
			(end (if (> (count Moves) 60) (result Mover Win)))))`,
		"an end when a situation comes back": `(game "Situations" (players 2) (equipment {(board (square 3)) (piece "Man" Each
			(move Step (to if:(is Empty (to)))))}) (rules (start {(place "Man1" 0) (place "Man2" 8)})
			(play (or (forEach Piece) (if (is In (last To) (sites {2 3})) (move Pass))))
			(end {(if (is Repeat Situational) (result Mover Loss))
			(if (> (count Moves) 60) (result All Draw))})))`,
		"no situation twice, with what is pending": `(game "Situations" (players 2) (equipment {(board (square 3))
			(piece "Man" Each (move Step (to if:(is Empty (to))) (then (if (is In (last To) (sites {0 3 4}))
			(if (is In (last From) (sites {1 4})) (set Pending (sites {1 (last To)})) (set Pending))))))})
			(rules (meta (no Repeat Situational)) (start {(place "Man1" 0) (place "Man2" 8)})
			(play (or (if (and (is Pending) (is Mover P1)) (or (move Step (from (sites Occupied by:Mover)) Orthogonal
			(to if:(is Empty (to)))) (move Pass)) (forEach Piece)) (if (is In (last To) (sites {2 3})) (move Pass))))
			(end (if (or (no Moves Next) (> (count Moves) 60)) (result Mover Win)))))`,
		"pieces that fall, and repeat nothing": pyramid(`(gravity) (noStackOn Fallen) (no Repeat)`,
			`(or (move Step (to if:(is Empty (to)))) (move Hop (between if:(is Enemy (who at:(between))) (apply
			(remove (between)))) (to if:(is Empty (to)))))`, `(forEach Piece)`),
		"lines that are seen": layered(`(+ {(toInt (is Line 3 isVisible:True)) (* 2 (toInt (is Line 2 Orthogonal
			through:(% (* 7 (count Moves)) 30) isVisible:True))) (* 4 (toInt (is Line 3 through:(last To)
			what:(id "Ball" Next) exact:True isVisible:True)))})`),
		"lines that are seen, through any": layered(`(+ {(toInt (is Line 3 throughAny:(sites Occupied by:Next)
			isVisible:True)) (* 2 (toInt (is Line 2 All if:(!= 0 (% (to) 5)) isVisible:True))) (* 4 (toInt (is Line 4 All P1
			isVisible:True useOpposites:False)))})`),
		"groups that are seen": layered(`(+ (count Sites in:(sites Group at:(last To) isVisible:True)) (* 40 (count Sites
			in:(sites Group at:(last To) All if:(is Enemy (who at:(to))) isVisible:True))))`),
		"sizes of groups that are seen": layered(`(+ (countSizeBiggestGroup isVisible:True) (* 40 (count SizeBiggestGroup
			All if:(is Mover (who at:(to))) isVisible:True)))`),
		"the longest line": layered(`(+ (count SizeBiggestLine) (* 40 (count SizeBiggestLine All
			if:(is Mover (who at:(to))))))`),
		"pieces right below": layered(`(+ {(count SitesPlatformBelow (last To) Mover) (* 10 (count SitesPlatformBelow 17
			Next)) (* 100 (count SitesPlatformBelow 20 Neutral)) (* 1000 (count Sites in:(forEach (sites Board)
			if:(< 1 (count SitesPlatformBelow (site) Mover)))))})`),
		"large pieces on single sites": large(`(addScore Mover (size LargePiece at:(last To)))`, `(forEach Site (sites
			Empty) (move Add (piece (id "L" Mover) state:(% (site) 4)) (to (site))))`),
		"what stands on cells of large pieces": large(`(set Score Mover (+ {(what at:7) (* 5 (who at:8)) (* 20 (state at:12))
			(* 80 (count at:14)) (* 500 (count Sites in:(forEach (sites Board) if:(is Empty (site)))))}))`, placed),
		"choices among large pieces": large(`(addScore Mover (count Sites in:(sites Occupied by:All)))`, placed+` (move Select
			(from (sites Occupied by:All)) (then (addScore Mover (what at:(last From)))))`),
		"sites about large pieces": large(`(set Score Mover (+ {(count Sites in:(sites LargePiece at:14)) (* 10 (size
			LargePiece in:(sites Occupied by:All))) (* 200 (count Sites in:(sites Around (last To) if:(is Occupied (to)))))
			(* 2000 (count Sites in:(sites State 1)))}))`, placed),
		"numbers beside large pieces": large(`(seq {(set Var "A" (+ 1 (var "A"))) (remember Value (last To)) (forEach Value
			min:1 max:3 (addScore Mover (* (value) (size Array (values Remembered))))) (if (is Line 2) (moveAgain))})`, placed),
		"powers": asked(`(+ {(% (^ 2 (last To)) 1000) (% (^ (- (last To) 8) (count Moves)) 1000) (^ -1 (last To))
			(^ 0 (- (last To) 3)) (^ (last To) -1) (^ 2 31) (^ -2 31) (^ -3 21)})`),
		"angles": asked(`(+ {(toInt (is Acute at:(last To) (is Friend (who at:(site))) (is Enemy (who at:(site))))) (* 2
			(toInt (is Obtuse at:(last To) (is Friend (who at:(site))) (is Mover (who at:(site)))))) (* 4 (toInt (is Right
			at:(% (* 7 (count Moves)) 16) (is Empty (site)) (is Enemy (who at:(site)))))) (* 8 (toInt (is Reflex at:3
			(is Empty (site)) (is Empty (site)))))})`),
		"teams in turn": teams(`(start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4})})`, `(or (move Add (to (sites Empty)) (then
			(forEach Team (forEach (team) (addScore (player (player)) (+ (* 10 (player)) (count Pieces of:(player))))))))
			(forEach Team (move Remove (intersection (sites Occupied by:Next) (forEach Team (forEach (team)
			(sites Around 5)))))))`),
		"teams of any number": `(game "Numbers" (players 4) (equipment {(board (square 4)) (piece "Man" Each)}) (rules
			(start {(set Team 40 {P1 P3}) (set Team 2 {P2 P4})}) (play (move Add (to (sites Empty)))) (end {(if (is Line 3)
			(result TeamMover Win)) (if (is In (last To) (sites {14 15})) (result Mover Loss)) (if (is Full) (byScore))})))`,
		"owners told by what stands there": `(game "Shared" (players 2) (equipment {(board (square 3)) (piece "Ball" Shared)
			(piece "Rock" Neutral)}) (rules (start (place "Ball" {0 1 2 4})) (play (or {(move Select (from (sites Occupied
			by:Shared) if:(is Mover (who at:(from)))) (then (remove (last From)))) (move Add (piece "Rock") (to (sites Empty)
			if:(= (count Sites in:(sites Around (to) if:(is Enemy (who at:(to))))) (% (count Moves) 3))) (then (set Score Mover
			(who at:(last To)))))})) (end (if (> (count Moves) 12) (byScore)))))`,
		"everybody a team": teams(``, `(forEach Team (forEach Value (team) (if (!= (value) (mover)) (move Add (piece (id "Man"
			Mover)) (to (sites Empty)) (then (addScore Mover (count Moves)))))))`),
		"pushes in front of moves":           pushed(`E`, `(move (from (handSite Mover)) (to (site)))`),
		"pushes in front of moves elsewhere": pushed(`N`, `(move Add (to (sites Empty)) (then (addScore Mover (last To))))`),
		"other sites in front of moves to a set": `(game "Others" (players 2) (equipment {(board (square 4)) (piece "Ring"
			Each)}) (rules (start {(place "Ring1" {0 3 5}) (place "Ring2" {2 10 15})}) (play (forEach Site (sites Board) (if
			(is Occupied (site)) (do (remove (site)) next:(move Add (to (sites Empty)))))))
			(end {(if (is Line 4) (result Mover Win)) (if (> (count Moves) 20) (result Next Loss))})))`,
	} {
		t.Run(name, func(t *testing.T) { inStep(t, text) })
	}
}
