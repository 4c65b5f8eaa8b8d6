package lower_test

// settings are the games of TestSettings.
var settings = map[string]setting{
	"cards": {
		text: `(game "Cards" (players 3) (equipment {(board (rectangle 1 5)) (deck cardsBySuit:3 suits:4
				{(card Ace rank:3 value:11) (card King rank:2 value:4) (card Queen rank:1 value:3 trumpRank:4 trumpValue:12)})
				(hand Each size:4)})
			(rules (start {(set Score Each 1) (deal Cards 4)}) (play @moves) (end @end)))`,
		moves: []string{
			`(or (forEach Level (handSite Mover) (move (from (handSite Mover) level:(level)) (to (- (mover) 1)) @then)) (move Pass))`,
			`(or (move (from (handSite Mover) level:(topLevel at:(handSite Mover))) (to (sites Empty) if:(< (to) 5)) @then)
				(move Pass))`,
			`(or (forEach Level (handSite Mover) (if (= (card Suit at:(handSite Mover) level:(level)) (var "Led")) (move
				(from (handSite Mover) level:(level)) (to (- (mover) 1)) @then))) (move (from (handSite Mover) level:0) (to 4)
				(then (set Var "Led" (card Suit at:(last To))))))`,
			`(or (move (from (handSite Mover)) (to (- (mover) 1)) @then) (move Pass))`, // a card gets lost
		},
		effects: []string{
			`(set Var "Led" (card Suit at:(last To)))`, `(addScore Mover (+ 1 (card Rank at:(last To))))`,
			`(if (= 0 (% (count Moves) 3)) (remove (sites Board) count:2))`, `(set Hidden at:(last To) to:Next)`,
			`(set Hidden What (sites Hand Mover) to:(player (next)))`,
			`(if (is Occupied 1) (set NextPlayer (player (next))))`, `(set Value Mover (card TrumpValue at:(last To)))`,
			`(if (is Occupied 0) (fromTo (from 0 level:0) (to (handSite Mover))))`,
			`(set Var "Best" (card TrumpRank at:(last To)))`,
		},
		asks: []string{
			`(card Rank at:(last To))`, `(card Suit at:(last To))`, `(value Player Mover)`, `(count Sites in:(sites Hand Mover))`,
			`(size Array (values Remembered))`, `(var "Led")`, `(count Pieces All)`, `(card Rank at:(handSite Next) level:1)`,
		},
		ends: []string{
			`(if (or (all Passed) (> (count Moves) 20)) (byScore))`,
			`{(if (no Pieces Shared in:(sites Hand Mover)) (result Mover Win)) (if (> (count Moves) 15) (byScore misere:True))}`,
			`(if (> (score Mover) 30) (result Mover Loss))`,
		},
	},
	"teams": {
		text: `(game "Teams" (players 4) (equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(not (is Friend
				(who at:(to)))) (apply (remove (to)))))) (hand Each)})
			(rules (start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4}) (set Score Each 1) (place "Man1" {0 1}) (place "Man2" {3 7})
				(place "Man3" {15 14}) (place "Man4" {12 8})}) (play (or @moves (move Pass))) (end @end)))`,
		moves: []string{
			`(forEach Piece @then)`, `(move Add (to (sites Empty)) @then)`, `(move Hop (from (sites Occupied by:Ally)) (between if:(is Enemy (who at:(between))) (apply (remove (between))))
				(to if:(is Empty (to))) @then)`,
			`(forEach Player (move (from (sites Occupied by:Player)) (to (sites Around (from)) if:(is Empty (to))) @then))`,
			`(move Remove (sites Occupied by:Enemy) @then)`,
			`(move (from (sites Occupied by:TeamMover)) (to (sites Empty)) @then)`,
			`(move Step (from (sites Occupied by:Team1)) (to if:(is Empty (to))) @then)`,
		},
		effects: []string{
			`(addScore TeamMover 2)`, `(addScore Mover (count Pieces Ally))`, `(set Score Ally (count Pieces Enemy))`,
			`(forEach (players Ally) (addScore (player (player)) 1))`, `(forEach (players Enemy if:(< (player) 3)) (set Value (player
				(player)) (count Moves)))`, `(remove (intersection (sites Around (last To)) (sites Occupied by:Enemy)))`,
			`(if (is Friend (who at:5)) (set NextPlayer (players Ally)))`, `(take Control of:Enemy by:Mover at:0)`,
			`(forEach (players Team1) (addScore (player (player)) (player)))`, `(set Hidden What at:(last To) to:Enemy)`,
			`(set Hidden at:(last To) to:Ally)`, `(if (is Even (count Moves)) (swap Players P1 P2))`,
			`(forEach (players NonMover) (addScore (player (player)) 1))`, `(trigger "Gone" Ally)`,
			`(custodial (from (last To)) (between if:(is Enemy (who at:(between))) (apply (remove (between))))
				(to if:(is Friend (who at:(to)))))`, `(set NextPlayer (player (prev)))`,
			`(forEach Team (forEach (team) (addScore (player (player)) (size Array (team)))))`,
		},
		asks: []string{
			`(size Array (results from:(sites Occupied by:Mover) to:(sites Around (from)) (what at:(to))))`,
			`(count Value 1 in:(results from:(sites Occupied by:Ally) to:(sites Occupied by:Enemy) (count Steps (from) (to))))`,
			`(min (results from:(last To) to:(sites Occupied by:Enemy) (+ (from) (to))))`,
			`(max (results from:(sites Board) to:(sites Around (from)) (who at:(to))))`,
			`(count Sites in:(forEach Team (forEach (team) (sites Occupied by:Player))))`,
			`(count Pieces TeamMover)`, `(count Pieces Ally)`, `(count Pieces Enemy)`, `(count Pieces NonMover)`, `(score Ally)`,
			`(value Player Next)`, `(size Array (players Ally))`, `(size Array (players Enemy))`, `(count Groups)`,
			`(count Sites in:(sites Occupied by:Friend))`, `(if (is Enemy (who at:6)) 1 2)`, `(if (is Triggered "Gone" Mover) 3 0)`,
			`(if (is Line 3 TeamMover) 1 0)`, `(if (is Hidden at:(last To) to:Next) 4 1)`,
		},
		ends: []string{
			`(if (> (count Moves) 20) (byScore))`,
			`{(if (no Pieces Enemy) (result TeamMover Win)) (if (> (count Moves) 16) (result All Draw))}`,
			`(forEach Player if:(and (no Pieces Player) (> (count Moves) 9)) (result Player Loss))`,
			`{(if (is Line 3) (result Team1 Win)) (if (> (count Moves) 12) (byScore misere:True))}`,
			`{(if (is In (last To) (sites {5 6})) (result Ally Win)) (if (no Moves Next) (result Mover Win))}`,
			`(forEach NonMover if:(> (score Player) 12) (result Player Win))`,
			`{(if (> (score Mover) 25) (result TeamMover Loss)) (if (> (count Turns) 9) (byScore {(score P1 1) (score P3 1)
				(score P2 (score Mover)) (score P4 2)}))}`,
		},
	},
	"votes": {
		text: `(game "Votes" (players 3) (equipment {(board (square 3)) (piece "Man" Each)})
			(rules (start {(set Score Each 1) (set Amount 10)}) (play @moves)
				(end {@end (if (or {(is Decided "Loss") (is Decided "No") (is Proposed "Draw")}) (result Next Win))
					(if (or (is Decided "Draw") (is Decided "Win")) (result Mover Win))})))`,
		moves: []string{
			`(or {(move Add (to (sites Empty)) @then) (move Propose "Draw" @then) (if (is Proposed "Draw") (move Vote
				{"Draw" "No"} @then))})`,
			`(if (is Proposed "Win") (move Vote {"Win" "Loss"} @then) (or (move Propose {"Win" "Loss"}) (move Add (to (sites Empty))
				@then)))`,
			`(or {(move Bet Mover (range 0 (amount Mover)) @then) (move Pass @then) (move Add (to (sites Empty)) @then)})`,
			`(or (move Add (to (sites Empty)) @then) (move Bet Next (range 1 3) @then))`,
		},
		effects: []string{
			`(and (propose "Draw") (vote "Draw"))`, `(propose {"Win" "Draw" "Loss" "No"})`, `(if (is Even (count Moves)) (vote "Win"))`,
			`(bet Mover (range 2))`, `(set Pot (+ (pot) (amount Mover)))`, `(addScore Mover (pot))`,
			`(if (is Decided "Draw") (addScore Mover 5))`, `(set Counter)`, `(set Counter (% (counter) 4))`,
			`(if (is Proposed "Draw") (set NextPlayer (player (mover))))`, `(set Score Next (amount Next))`,
			`(set Var "Pot" (pot))`, `(bet P2 (range 3))`, `(if (is Decided "No") (set NextPlayer (player 1)))`,
			`(note "Hello" to:Next)`, `(set Value Mover (- (pot) (amount P2)))`,
		},
		asks: []string{
			`(amount Mover)`, `(amount Next)`, `(pot)`, `(counter)`, `(if (is Proposed "Draw") 1 0)`, `(if (is Decided "Win") 5 0)`,
			`(value Player Mover)`, `(var "Pot")`, `(count MovesThisTurn)`,
		},
		ends: []string{
			`(if (is Decided "Draw") (result All Draw)) (if (> (count Moves) 14) (byScore))`,
			`(if (is Decided "Win") (result Mover Win)) (if (is Line 3) (result Next Loss)) (if (> (count Moves) 25) (byScore))`,
			`(forEach Player if:(> (amount Player) 12) (result Player Win))`,
			`(if (is Proposed "Loss") (result Mover Loss)) (if (> (counter) 12) (byScore))`,
			`(if (> (pot) 30) (byScore misere:True)) (if (all Passed) (result All Draw))`,
		},
	},
	"ranks": {
		text: `(game "Ranks" (players 4) (equipment {(board (square 4)) (piece "Man" Each (or (move Step (to if:(not (is Friend
				(who at:(to)))) (apply (remove (to))))) (move Slide Diagonal)))})
			(rules (start {(set Score Each 1) (place "Man1" {0 1}) (place "Man2" {3 7}) (place "Man3" {15 14}) (place "Man4" {12 8})})
				(play (or @moves (move Pass))) (end @end)))`,
		moves: []string{`(forEach Piece @then)`, `(move Add (to (sites Empty)) @then)`,
			`(move Remove (sites Occupied by:All) @then)`, `(move Swap Pieces (last To) 5 @then)`,
			`(move (from (sites Occupied by:Mover)) (to (sites Occupied by:NonMover)) @then)`},
		effects: []string{
			`(addScore Mover 2)`, `(addScore Next (count Pieces Mover))`, `(set Score Prev (count Moves))`, `(moveAgain)`,
			`(set NextPlayer (player (prev)))`, `(if (is Active Next) (addScore P1 1))`, `(remove (last To))`,
			`(set Score (player (who at:5)) (count Active))`, `(swap Pieces 0 15)`, `(swap Players Mover Next)`,
			`(forEach Player (if (is Active Player) (addScore (player (player)) (player))))`,
			`(forEach (players NonMover) (addScore (player (player)) 1))`, `(take Control of:Next by:Mover to:(sites Around (last To)))`,
			`(set NextPlayer (players NonMover))`,
		},
		asks: []string{`(count Active)`, `(score Next)`, `(if (is Active P2) 1 0)`, `(next)`, `(prev)`, `(prev MoverLastTurn)`,
			`(count Pieces Next)`, `(count Players)`, `(count Turns)`, `(value TurnLimit)`, `(value MoveLimit)`,
			`(count LegalMoves)`, `(if (no Moves Next) 3 0)`},
		ends: []string{
			`(forEach Player if:(no Pieces Player) (result Player Loss))`,
			`{(if (is In (last To) (sites {5 6})) (result Mover Win)) (if (> (count Moves) 25) (byScore))}`,
			`(if (> (score Mover) 9) (result Mover Loss))`,
			`{(if (is In (last To) (sites {9 10})) (result Next Win)) (if (> (count Turns) 15) (byScore misere:True))}`,
			`(forEach NonMover if:(and (< 3 (count Moves)) (no Pieces Player)) (result Player Win))`,
			`{(forEach Player if:(> (score Player) 14) (result Player Win)) (if (> (count Moves) 20) (result All Loss))}`,
			`{(if (> (count Moves) 9) {(if (no Pieces P1) (result P1 Loss)) (if (no Pieces P2) (result P2 Win))})
				(if (> (count Moves) 20) (byScore {(score P1 2) (score P2 (count Pieces P2)) (score P3 2) (score P4 (score Mover))}))}`,
			`{(forEach Next if:(> (score Player) 14) (result Player Win)) (if (> (count Moves) 20) (result Mover Draw))}`,
			`(if (= 7 (count Moves)) (result P3 Loss) )`,
		},
	},
	"edges": {
		text: `(game "Edges" (players 2) (equipment {(board (square 3) use:Edge) (piece "Line" Each) (piece "Dot" Each)
				(piece "Knot" Shared) (regions "Home" P1 (sites Top Edge))})
			(rules (start {(set Score Each 1) (place "Line1" {0 3}) (place "Line2" {5 11}) (set Cost 2 Edge at:4)
				(set Phase 1 Edge to:(sites {1 7}))}) (play (or @moves (move Pass))) (end @end)))`,
		moves: []string{
			`(move Add (to Edge (sites Empty Edge)) @then)`, `(move Claim (to Edge (sites Empty Edge)) @then)`,
			`(move Add (piece (id "Dot" Mover)) (to Cell (sites Empty Cell)) @then)`,
			`(move Add (piece "Knot") (to Vertex (sites Empty Vertex)) @then)`,
			`(move Remove Edge (sites Occupied by:All on:Edge) @then)`,
			`(move Select (from Edge (sites Occupied by:Mover on:Edge)) (to Vertex (sites Incident Vertex of:Edge at:(from))) @then)`,
			`(forEach Site (sites Board Cell) (if (all Sites (sites Incident Edge of:Cell at:(site)) if:(is Occupied Edge (site)))
				(move Add (piece (id "Dot" Mover)) (to Cell (site) if:(is Empty Cell (to))) @then)))`,
			`(move (from Edge (sites Occupied by:Mover on:Edge)) (to Edge (sites Empty Edge)) @then)`,
		},
		effects: []string{
			`(forEach Site (sites Incident Cell of:Edge at:(last To)) (if (all Sites (sites Incident Edge of:Cell at:(site))
				if:(is Occupied Edge (site))) (and (add (piece (id "Dot" Mover)) (to Cell (site))) (addScore Mover 1))))`,
			`(remove Edge (sites Incident Edge of:Vertex at:5))`, `(claim (to Edge (sites {6 7})))`,
			`(add (piece "Knot") (to Vertex (last To)))`, `(set State Edge at:(last To) 2)`, `(set Value Cell at:0 3)`,
			`(remove Vertex 3)`, `(if (is Occupied Cell 2) (moveAgain))`, `(set Hidden Edge at:3 to:Next)`,
			`(add (piece (id "Line" Next)) (to Edge (intersection (sites Empty Edge) (sites Incident Edge of:Cell at:4))))`,
			`(forEach Site (sites Occupied by:Mover on:Edge) (addScore Mover (cost Edge at:(site))))`, `(addScore Mover (count Edges))`,
		},
		asks: []string{
			`(count Sites in:(sites Incident Cell of:Edge at:(last To)))`, `(state Edge at:3)`, `(cost Edge at:4)`, `(value Piece Cell at:0)`,
			`(phase Edge of:(last To))`, `(count Pieces Mover)`, `(count Sites in:(sites Empty Vertex))`, `(count Vertices)`,
			`(count Sites in:(sites Horizontal))`, `(who Edge at:5)`, `(what Cell at:2)`, `(count Groups Edge)`, `(if (is Crossing 3 5) 1 0)`,
			`(count Sites in:(sites Around Edge (last To)))`, `(count Steps Edge 0 (last To))`, `(count Sites in:(sites P1 "Home"))`,
			`(if (is Connected Edge at:(last To) Sides) 2 0)`, `(count Liberties Edge at:3)`,
			`(if (is Path Edge Mover length:(min 3)) 4 0)`, `(column Edge of:(last To))`, `(count Pieces Cell Mover)`,
		},
		ends: []string{
			`(if (> (count Moves) 20) (byScore))`, `{(if (is Full) (byScore)) (if (is Tree Mover) (result Mover Loss))}`,
			`{(if (is SpanningTree Mover) (result Mover Win)) (if (is CaterpillarTree Next) (result Next Win))}`,
			`{(if (is Loop Edge) (result Mover Win)) (if (> (count Moves) 15) (result All Draw))}`,
			`(if (is Path Edge Mover length:(exact 4) closed:True) (result Mover Win))`,
			`{(if (no Pieces Edge Next) (result Mover Win)) (if (all Passed) (byScore misere:True))}`,
		},
	},
	"phases": {
		text: `(game "Phases" (players 3) (equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(is Empty (to)))))
				(piece "King" Each (move Slide)) (hand Each) (hand Shared)})
			(rules (start {(set Score Each 1) (place "Man1" "Hand1" count:4) (place "Man2" "Hand2" count:3) (place "King3" "Hand3"
				count:2)}) phases:{(phase "Drop" (play (or (move (from (handSite Mover)) (to (sites Empty)) @then1) (move Pass)))
				(nextPhase Mover (is Empty (handSite Mover)) "Main")) @moves} (end @end)))`,
		moves: []string{
			`(phase "Main" (play (or (forEach Piece @then) (move Pass))) (nextPhase All (> (count Moves) 15) "Last"))
				(phase "Last" (play (or (move Remove (sites Occupied by:NonMover) @then) (move Pass)))
				(end (if (no Pieces Next) (result Mover Win))) (nextPhase (is Even (count Moves)) "Drop"))`,
			`(phase "Main" P1 (play (or (forEach Piece @then) (move Pass))) (nextPhase Mover (is In (last To) (sites Corners)) "Last"))
				(phase "Last" (play (or (move Add (piece (id "King" Mover)) (to (sites Empty)) @then) (move Pass))) {(nextPhase Mover
				(< 3 (count Pieces Mover)) "Main") (nextPhase Next (is Full) "Drop")})`,
			`(phase "Main" (mode Alternating) (play (or (move Add (to (sites Empty)) @then) (move Pass))) (end {(if (is In (last To)
				(sites Corners)) (result Mover Loss)) (if (> (count Pieces Mover) 4) (result Next Win)) (if (< 9 (count Moves))
				(byScore))}))`,
		},
		effects: []string{
			`(if (is Even (count Moves)) (moveAgain))`, `(set Counter)`, `(set Counter -1)`, `(addScore Mover (counter))`,
			`(fromTo (from (last To)) (to (handSite Mover)))`, `(fromTo (from 5) (to (handSite Shared)))`,
			`(set NextPlayer (player (prev)))`, `(add (piece (id "King" Mover)) (to (handSite Mover)))`, `(remove (handSite Next))`,
			`(promote (last To) (piece "King") Mover)`, `(set Var (+ 1 (var)))`, `(set Hidden What at:(last To) to:All)`,
			`(set Hidden at:(last To) False to:Next)`, `(set Hidden {What Who} (sites Occupied by:Mover) to:Next)`,
			`(if (is Within (id "King" Mover) in:(sites Corners)) (addScore Mover 1))`, `(set Pending (sites Around (last To)))`, `(swap Pieces (last To) 0)`,
		},
		asks: []string{
			`(count Phases)`, `(counter)`, `(if (is Pending) 1 0)`, `(count Pieces Mover in:(sites Hand Mover))`, `(var)`,
			`(count at:(handSite Mover))`, `(what at:(handSite Shared))`, `(if (is Hidden What at:5 to:Mover) 2 1)`,
			`(count Sites in:(sites Hidden to:Mover))`, `(count Moves)`, `(count Turns)`, `(count MovesThisTurn)`, `(value Pending)`,
			`(count Sites in:(sites Pending))`, `(count Value 1 in:(array (sites Occupied by:Mover)))`, `(size Array (array (sites Hand)))`,
		},
		ends: []string{
			`(if (> (count Moves) 25) (byScore))`, `{(if (is Line 3) (result Mover Win)) (if (all Passed) (result All Draw))}`,
			`{(forEach NonMover if:(no Pieces Player) (result Player Loss)) (if (> (count Turns) 30) (byScore misere:True))}`,
			`(if (> (counter) 9) (byScore {(score P1 (counter)) (score P2 3) (score P3 (count Pieces P3))}))`,
		},
	},
	"large": {
		text: `(game "Large" (players 2) (equipment {(board (square 5)) (piece "Dot" Neutral) (tile "Bent" Each {{F R F} {F F}})
				(tile "Bar" Shared {F}) (hand Each size:2)})
			(rules (start {(set Score Each 1) (place "Dot0" {"A5" "E1"}) (place "Bent1" coord:"C1" state:0) (place "Bent2" coord:"B4"
				state:2) (place "Bent1" (handSite P1 0)) (place "Bent2" (handSite P2 1)) (place "Bar" (handSite P1 1))})
			(play (or @moves (move Pass))) (end @end)))`,
		moves: []string{
			`(move Add (piece {"Bent1" "Bar"}) (to (sites Empty)) @then)`, `(move Add (piece (mover) state:1) (to (sites Empty)) @then)`,
			`(move (from (sites Occupied by:Mover)) (to (sites Empty)) @then)`, `(move (from (sites Hand Mover)) (to (sites Empty)) @then)`,
			`(move Remove (sites Occupied by:Shared) @then)`, `(move Select (from (sites Occupied by:All)) @then)`,
			`(forEach Piece (move (from) (to (sites Empty))) @then)`,
		},
		effects: []string{
			`(set State at:(last To) 1)`, `(forEach Site (sites LargePiece at:(last To)) (remove (site)))`,
			`(addScore Mover 1)`, `(set Var (count Sites in:(sites Empty)))`, `(remove (last To))`, `(if (is Occupied 6) (moveAgain))`,
			`(addScore Mover (count Pieces Mover))`, `(set NextPlayer (player (mover)))`, `(add (piece "Dot0") (to (intersection
				(sites Empty) (sites {0 12 24}))))`, `(set Counter)`, `(remove (sites Occupied by:Neutral))`,
			`(set Score Next (count Sites in:(sites Occupied by:Next)))`,
		},
		asks: []string{
			`(count Pieces Mover)`, `(count Sites in:(sites Empty))`, `(what at:(last To))`, `(who at:12)`, `(state at:(last To))`, `(var)`,
			`(count Sites in:(sites Occupied by:All))`, `(count Sites in:(sites Around (last To)))`, `(if (is Empty 7) 1 0)`,
			`(count Sites in:(sites LargePiece at:(last To)))`, `(size LargePiece at:(last To))`,
		},
		ends: []string{`(if (no Moves Next) (result Mover Win))`, `(if (> (count Moves) 12) (byScore))`,
			`{(if (is Full) (result Mover Win)) (if (no Pieces Next) (result Next Loss))}`},
	},
	"joint": {
		text: `(game "Joint" (players 3) (mode Simultaneous) (equipment {(board (square 4)) (piece "Man" Each) (map {(pair 0 2)
				(pair 1 3)}) (hand Each)})
			(rules (start {(set Score Each 1) (set Amount 9) (place "Man1" 0) (place "Man2" 1) (place "Man3" 3)}) (play @moves)
				(end @end)))`,
		moves: []string{
			`(or {(move Bet P1 (range 0 2) @then) (move Bet P2 (range 1 2)) (move Bet P3 (range 0 1))})`,
			`(or {(move Select (from (sites Bottom)) P1 @then) (move Select (from (sites Top)) P2) (move Select (from 5) P3 @then)})`,
			`(forEach Player (forEach Site (sites {2 5}) (move Select (from (site)) Player @then)))`,
			`(or (forEach Piece (move (from) (to (intersection (sites Around (from)) (sites Empty))) @then)) (move Pass))`,
		},
		effects: []string{
			`(addScore Mover 1)`, `(addScore P1 (amount P2))`, `(set Var "A" (+ (last To) (var "A")))`, `(set Score P2 (+ 1 (score P3)))`,
			`(if (is Even (count Moves)) (addScore P3 2))`, `(set Value P1 (value Player P2))`, `(set Counter)`, `(set Pot (amount P1))`,
			`(remember Value "R" (last To))`, `(if (is In 5 (values Remembered "R")) (addScore Mover 3))`, `(and (forget Value "R" All) (remember Value "R" 3))`,
			`(forEach Player (if (= 2 (amount (player (player)))) (addScore (player (player)) 1)))`, `(trigger "T" Mover)`,
		},
		asks: []string{`(amount P1)`, `(last To)`, `(var "A")`, `(score P2)`, `(pot)`, `(size Array (values Remembered "R"))`, `(mover)`,
			`(count Moves)`, `(counter)`, `(if (is Triggered "T" P1) 1 0)`},
		ends: []string{`(if (> (count Moves) 9) (byScore))`, `(if (> (score P1) 8) (result P1 Win))`,
			`(forEach Player if:(> (score Player) 6) (result Player Win))`},
	},
	"dice": {
		text: `(game "Dice" (players 2) (equipment {(board (rectangle 2 5) (track "Track" {0..4 9..5} loop:True)) (dice d:3 num:2)
				(dice d:2 facesByDie:{{1 4}} num:1) (piece "Man" Each) (hand Each)})
			(rules (start {(set Score Each 1) (place "Man1" 0) (place "Man2" 5) (place "Man1" "Hand1" count:2) (place "Man2" "Hand2"
				count:2)}) (play (do (roll) next:@moves)) (end @end)))`,
		moves: []string{
			`(or (forEach Die (if (!= (pips) 0) (forEach Piece (move (from) (to (trackSite Move "Track" steps:(pips))) @then)))) (move
				Pass))`,
			`(or (forEach Piece (move (from) (to (trackSite Move "Track" steps:(count Pips))) @then)) (move Pass @then))`,
			`(or (forEach Die combined:True replayDouble:True if:(< 1 (pips)) (forEach Piece (move (from) (to (trackSite Move
				"Track" steps:(pips)) if:(not (is Friend (who at:(to)))) (apply (if (is Occupied (to)) (remove (to))))) @then)))
				(move Pass))`,
			`(or (if (is Occupied (handSite Mover)) (move (from (handSite Mover)) (to (sites Empty)) @then)) (move Pass @then))`,
			`(or (move Select (from (sites Occupied by:All)) @then) (move Pass))`,
		},
		effects: []string{
			`(addScore Mover (count Pips))`, `(if (all DiceEqual) (moveAgain))`, `(if (not (all DiceUsed)) (moveAgain))`,
			`(set Var (count Pips))`, `(fromTo (from (last To)) (to (handSite Mover)))`, `(set State at:(last To) (count Pips))`,
			`(if (is Even (count Pips)) (set NextPlayer (player (mover))))`, `(roll)`, `(forEach Die (addScore Mover (pips)))`,
			`(if (all DiceEqual) (addScore Mover 3))`, `(sow (last To) count:2)`, `(remove (last To))`,
		},
		asks: []string{
			`(count Pips)`, `(face 10)`, `(if (all DiceUsed) 1 0)`, `(if (all DiceEqual) 1 0)`, `(count at:(handSite Mover))`, `(var)`,
			`(state at:(last To))`, `(count Pieces Mover)`, `(value Random (range 1 3))`, `(pips)`, `(count MovesThisTurn)`,
			`(what at:(handSite Next))`, `(state at:(+ 1 (handSite P2)))`,
		},
		ends: []string{`(if (> (count Moves) 15) (byScore))`, `(if (> (score Mover) 20) (result Mover Win))`,
			`{(if (no Pieces Next) (result Mover Win)) (if (all Passed) (byScore)) (if (> (count Moves) 25) (byScore misere:True))}`},
	},
}
