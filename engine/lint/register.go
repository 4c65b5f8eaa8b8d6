package lint

import "strings"

// Rules are all kinds of warnings, by code.
var Rules = []Rule{
	{Code: "W001", Title: "the text is odd", Severity: Suspect,
		Why: "Reading the description found something that the language ignores, such as a second define of a " +
			"name or text outside of all clauses.",
		Bad: Example{Whole: `(define "Go" (forEach Piece))
(define "Go" (move Pass))
` + Example{Play: `("Go")`}.Text()},
		Good: Example{Whole: `(define "Go" (forEach Piece))
` + Example{Play: `("Go")`}.Text()}},
	{Code: "W002", Title: "an ignore comment names no warning", Severity: Suspect,
		Why:  "The code in an ignore comment does not exist, so the comment silences nothing.",
		Bad:  Example{Whole: "// astragal: ignore W999\n" + Example{}.Text()},
		Good: Example{Whole: "// astragal: ignore W201\n" + Example{}.Text()}},
	{Code: "W003", Title: "it cannot be played", Severity: Suspect,
		Why: "The description is correct as text, but does not compile for play: check --play reports the same as an error. " +
			"Here, pieces of Each have the number of their owner in their names.",
		Bad:  Example{Start: `(place "Disc" (sites Bottom))`},
		Good: Example{Start: `(place "Disc1" (sites Bottom))`}},
	{Code: "W004", Title: "a date that is not understood", Severity: Suspect,
		Why: "The description names years of the game's time in a way that is not understood: searches by years do not find " +
			"it. " +
			"Its text is shown all the same.",
		Bad:  Example{Whole: Example{}.Text() + `(metadata (info (date "2600-2400")))` + "\n"},
		Good: Example{Whole: Example{}.Text() + `(metadata (info (date "2600-2400 BCE")))` + "\n"}},
	{Code: "W005", Title: "a define in the place of a name", Severity: Suspect,
		Why: "A region, piece, track or phase is named as a known define is, one of the library's .def files, so that the " +
			"text of the define stands " +
			"where the name is given. Here that is (define \"FarSide\" \"Goal\") in a .def file.",
		Bad: Example{Equipment: stepping + "\n" + `(regions "FarSide" P1 (sites Top))`,
			End: `(if (is In (last To) (sites P1 "Goal")) (result P1 Win))`},
		Good: Example{Equipment: stepping + "\n" + `(regions "FarEdge" P1 (sites Top))`,
			End: `(if (is In (last To) (sites P1 "FarEdge")) (result P1 Win))`}},

	{Code: "W101", Title: "unknown region", Severity: Suspect,
		Why: "No region has the name, or the player has no region: the sites are none, and what asks for them is never true. " +
			"With a player, a name is looked for within the names of that player's regions; without one it must be the whole " +
			"name.",
		Bad: Example{Equipment: stepping + "\n" + `(regions "Goal" (sites Top))`,
			End: `(if (is In (last To) (union (sites "Goals") (sites "Goal"))) (result Mover Win))`},
		Good: Example{Equipment: stepping + "\n" + `(regions "Goal" (sites Top))`,
			End: `(if (is In (last To) (sites "Goal")) (result Mover Win))`}},
	{Code: "W102", Title: "unknown piece", Severity: Suspect,
		Why: "No piece has the name, or none of that owner. The pieces of Each and of numbered players are called by their " +
			"name and the number of their " +
			"owner, Disc1 and Disc2; (forEach Piece …) and (sites Occupied … component:…) want the name without the number, " +
			"(id \"Disc1\") the whole name, " +
			"(id \"Disc\" Mover), (count Pieces …) and (where …) any part of it.",
		Bad:  Example{Play: `(forEach Piece "Disc1")`},
		Good: Example{Play: `(forEach Piece "Disc")`}},
	{Code: "W103", Title: "unknown track", Severity: Suspect,
		Why:  "No track has the name: what moves along it has nowhere to go, or takes another track.",
		Bad:  Example{Whole: tracked(`(union (sites Track "Loops") (sites Track "Loop"))`)},
		Good: Example{Whole: tracked(`(sites Track "Loop")`)}},
	{Code: "W104", Title: "no such hand", Severity: Suspect,
		Why: "The rules speak of a site in a hand that nobody, or not that player, has: it is no site.",
		Bad: Example{Play: `(or (forEach Piece) (move (from (handSite Mover)) (to (sites Empty))))`},
		Good: Example{
			Equipment: stepping + "\n(hand Each)",
			Play:      `(or (forEach Piece) (move (from (handSite Mover)) (to (sites Empty))))`}},
	{Code: "W105", Title: "asked for, never set", Severity: Suspect,
		Why: "A variable, a list of remembered values, a proposal, an event, the score or the like is asked for and no rule " +
			"ever gives it a value. " +
			"A variable that was never set is -1.",
		Bad: Example{Play: `(forEach Piece (then (set Var "Moved" 1)))`,
			End: `(if (or (= 1 (var "Moved")) (= 1 (var "Mvoed"))) (result Mover Win))`},
		Good: Example{
			Play: `(forEach Piece (then (set Var "Moved" 1)))`,
			End:  `(if (= 1 (var "Moved")) (result Mover Win))`}},
	{Code: "W106", Title: "unknown map", Severity: Suspect,
		Why: "No map has the name. The value of a key without an entry is the key itself, so nothing fails.",
		Bad: Example{Equipment: stepping + "\n" + `(map "Home" {(pair P1 "A1") (pair P2 "D4")})`,
			End: `(if (or (= (last To) (mapEntry "Hom" Mover)) (= (last To) (mapEntry "Home" Mover))) (result Mover Win))`},
		Good: Example{Equipment: stepping + "\n" + `(map "Home" {(pair P1 "A1") (pair P2 "D4")})`,
			End: `(if (= (last To) (mapEntry "Home" Mover)) (result Mover Win))`}},
	{Code: "W107", Title: "a map's value is neither piece nor site", Severity: Suspect,
		Why: "The string in a pair names no piece: the map has no such entry.",
		Bad: Example{
			Equipment: stepping + "\n" + `(piece "Disk" Each)` + "\n" + `(map {(pair P1 "Disc") (pair P2 "Disk2")})`,
			Play:      `(or (forEach Piece) (move Add (piece (mapEntry Mover)) (to (sites Empty))))`},
		Good: Example{
			Equipment: stepping + "\n" + `(piece "Disk" Each)` + "\n" + `(map {(pair P1 "Disk1") (pair P2 "Disk2")})`,
			Play:      `(or (forEach Piece) (move Add (piece (mapEntry Mover)) (to (sites Empty))))`}},
	{Code: "W108", Title: "no such site", Severity: Suspect,
		Why:  "The board has no site with that coordinate: it is left out without a word.",
		Bad:  Example{Start: `(place "Disc1" {"A1" "B1" "E1"}) (place "Disc2" (sites Top))`},
		Good: Example{Start: `(place "Disc1" {"A1" "B1" "C1"}) (place "Disc2" (sites Top))`}},
	{Code: "W109", Title: "no such player", Severity: Suspect,
		Why:  "A role names a player beyond the number of players: nothing is his, and he never wins.",
		Bad:  Example{End: `(if (no Moves P3) (result P3 Loss))`},
		Good: Example{End: `(if (no Moves P2) (result P2 Loss))`}},
	{Code: "W110", Title: "a name given twice", Severity: Suspect,
		Why: "Two pieces or two phases have the same name. A name means the piece declared last, so that no " +
			"rule can name the other.",
		Bad: Example{
			Equipment: `(piece "Disc" Each (move Step (to if:(is Empty (to)))))` + "\n" + `(piece "Disc" P1 (move Slide))`},
		Good: Example{
			Equipment: `(piece "Disc" Each (move Step (to if:(is Empty (to)))))` + "\n" + `(piece "Star" P1 (move Slide))`,
			Start:     `(place "Star1" (sites Bottom)) (place "Disc1" (sites Row 1)) (place "Disc2" (sites Top))`}},

	{Code: "W201", Title: "unused region", Severity: Suspect,
		Why: "The equipment has a region that neither the rules nor the graphics ever ask for: it was " +
			"forgotten, or its name is misspelt where it is used.",
		Bad: Example{Equipment: stepping + "\n" + `(regions "Goal" (sites Top))`},
		Good: Example{
			Equipment: stepping + "\n" + `(regions "Goal" (sites Top))`,
			End:       `(if (is In (last To) (sites "Goal")) (result Mover Win))`}},
	{Code: "W202", Title: "a piece that never comes into play", Severity: Suspect,
		Why: "No rule places the piece at the start, adds it, or promotes another one to it.",
		Bad: Example{Equipment: stepping + "\n" + `(piece "King" Each (move Slide))`},
		Good: Example{
			Equipment: stepping + "\n" + `(piece "King" Each (move Slide))`,
			Play:      `(forEach Piece (then (if (is In (last To) (sites Top)) (promote (last To) (piece "King") Mover))))`}},
	{Code: "W203", Title: "unused track", Severity: Suspect,
		Why:  "Nothing follows the track.",
		Bad:  Example{Whole: tracked(`(sites Board)`)},
		Good: Example{Whole: tracked(`(sites Track "Loop")`)}},
	{Code: "W204", Title: "set, never asked for", Severity: Suspect,
		Why: "A variable, a list of remembered values, the pending value or the like is set, and no rule ever " +
			"asks for it.",
		Bad: Example{Play: `(forEach Piece (then (set Var "Moved" 1)))`},
		Good: Example{
			Play: `(forEach Piece (then (set Var "Moved" 1)))`,
			End:  `(if (= 1 (var "Moved")) (result Mover Win))`}},
	{Code: "W205", Title: "unused map", Severity: Suspect,
		Why: "No (mapEntry …) looks into the map.",
		Bad: Example{Equipment: stepping + "\n" + `(map "Home" {(pair P1 "A1") (pair P2 "D4")})`},
		Good: Example{Equipment: stepping + "\n" + `(map "Home" {(pair P1 "A1") (pair P2 "D4")})`,
			End: `(if (= (last To) (mapEntry "Home" Mover)) (result Mover Win))`}},
	{Code: "W206", Title: "unused hand", Severity: Suspect,
		Why:  "No rule places anything in the hand or takes anything out of it.",
		Bad:  Example{Equipment: stepping + "\n(hand Each)"},
		Good: Example{Equipment: stepping + "\n(hand Each)", Start: rows + ` (place "Disc" "Hand")`}},
	{Code: "W207", Title: "unused dice", Severity: Suspect,
		Why: "The dice are neither thrown nor looked at.",
		Bad: Example{Equipment: stepping + "\n(dice num:1)"},
		Good: Example{
			Equipment: stepping + "\n(dice num:1)",
			Play:      `(do (roll) next:(if (is Even (count Pips)) (forEach Piece) (move Pass)))`}},
	{Code: "W208", Title: "a phase that nothing leads to", Severity: Suspect,
		Why:  "No player begins in the phase, and no (nextPhase …) of a phase that can be reached leads there.",
		Bad:  Example{Whole: phased(`"Opening"`)},
		Good: Example{Whole: phased(`"Middle"`)}},
	{Code: "W209", Title: "moves that are never asked for", Severity: Suspect,
		Why: "The piece has moves of its own, but no (forEach Piece …) of the rules comes to it: it never " +
			"makes them.",
		Bad:  Example{Play: `(move Add (to (sites Empty)))`},
		Good: Example{Play: `(or (move Add (to (sites Empty))) (forEach Piece))`}},
	{Code: "W210", Title: "unused define", Severity: Info,
		Why: "The description never uses its own define: it was forgotten, or a known define with nearly the " +
			"same name is used in its place.",
		Bad: Example{Whole: `(define "Go" (forEach Piece))
` + Example{}.Text()},
		Good: Example{Whole: `(define "Go" (forEach Piece))
` + Example{Play: `("Go")`}.Text()}},

	{Code: "W301", Title: "a placement that does not mean what it says", Severity: Suspect,
		Why: "A piece is placed in a hand that no player has, or in the hand of one player by its number, as in \"Hand1\": " +
			"there the language " +
			"places the piece whose number is that of the container, whatever piece is named. (place \"Disc\" \"Hand\") gives " +
			"every player his own.",
		Bad: Example{
			Equipment: "(dice num:1)\n(hand Each)\n" + stepping,
			Start:     rows + ` (place "Disc1" "Hand1")`,
			Play:      `(do (roll) next:(forEach Piece))`},
		Good: Example{
			Equipment: "(dice num:1)\n(hand Each)\n" + stepping,
			Start:     rows + ` (place "Disc" "Hand")`,
			Play:      `(do (roll) next:(forEach Piece))`}},
	{Code: "W302", Title: "a piece that cannot move", Severity: Suspect,
		Why: "A player's piece is placed at the start among pieces with moves of their own, has none itself, " +
			"and no rule moves it.",
		Bad: Example{
			Equipment: stepping + "\n" + `(piece "King" Each)`,
			Start:     rows + ` (place "King1" (sites Row 1)) (place "King2" (sites Row 2))`},
		Good: Example{Equipment: stepping + "\n" + `(piece "King" Each (move Slide))`,
			Start: rows + ` (place "King1" (sites Row 1)) (place "King2" (sites Row 2))`}},

	{Code: "W401", Title: "forced passes only", Severity: Suspect,
		Why: "In the quick plays all turns, or nearly all, had nothing but a pass to offer: the rules give no moves. Look " +
			"for misspelt names where moves " +
			"begin and end, and for pieces that are not where they are sought.",
		Bad: Example{
			Play:      `(move (from (sites Occupied by:Neutral)) (to (sites Empty)))`,
			Equipment: `(piece "Disc" Each)`},
		Good: Example{
			Play:      `(move (from (sites Occupied by:Mover)) (to (sites Empty)))`,
			Equipment: `(piece "Disc" Each)`,
			End:       `(if (is Line 3) (result Mover Win))`}},
	{Code: "W402", Title: "always at the limit", Severity: Suspect,
		Why: "No quick play came to an end of its own. Either the end rules never hold, or chance takes too long to meet " +
			"them; " +
			"figures of random plays then say little.",
		Bad:  Example{End: `(if (is Line 9) (result Mover Win))`},
		Good: Example{End: `(if (is Line 3) (result Mover Win))`}},
	{Code: "W403", Title: "nobody wins or loses", Severity: Suspect,
		Why: "The rules have results with winners or losers, and no quick play had any, though plays came to " +
			"their ends. Only for several players.",
		Bad: Example{
			Play:      `(move Add (to (sites Empty)))`,
			End:       `{(if (is Line 9) (result Mover Win)) (if (is Full) (result Mover Draw))}`,
			Start:     rows,
			Equipment: `(piece "Disc" Each)`},
		Good: Example{
			Play:      `(move Add (to (sites Empty)))`,
			End:       `{(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}`,
			Start:     rows,
			Equipment: `(piece "Disc" Each)`}},
	{Code: "W404", Title: "a player who never moves", Severity: Suspect,
		Why: "In the quick plays a player never came to move, or did nothing but pass.",
		Bad: Example{
			Play: `(forEach Piece (then (moveAgain)))`,
			End:  `(if (is Line 4 Diagonal) (result Mover Win))`},
		Good: Example{End: `(if (is Line 4 Diagonal) (result Mover Win))`}},
	{Code: "W405", Title: "over in one move", Severity: Suspect,
		Why:  "Every quick play was over after its first move: an end rule holds from the start.",
		Bad:  Example{End: `(if (>= (count Pieces Mover) 1) (result Mover Win))`},
		Good: Example{End: `(if (is Line 4 Diagonal) (result Mover Win))`}},
	{Code: "W406", Title: "a phase never reached", Severity: Suspect,
		Why:  "Some (nextPhase …) leads to the phase, but in no quick play did its condition hold.",
		Bad:  Example{Whole: reached(`(is Line 9)`)},
		Good: Example{Whole: reached(`True`)}},
	{Code: "W407", Title: "an end rule never applied", Severity: Info,
		Why:  "No quick play was decided by this end rule. It may be rare, or never hold.",
		Bad:  Example{End: `{(if (is Line 9) (result Mover Win)) (if (is Line 2 Orthogonal) (result Mover Loss))}`},
		Good: Example{End: `(if (is Line 2 Orthogonal) (result Mover Loss))`}},

	{Code: "W501", Title: "suspicious rules of a GDL game", Severity: Suspect,
		Why: "The static checks of the Game Description Language found what is probably a mistake, such as a " +
			"relation without any rule or fact.",
		Bad:  Example{Whole: gdlWalk + "(<= (legal player stay) (tired player))\n"},
		Good: Example{Whole: gdlWalk}},
	{Code: "W502", Title: "something to know about the rules of a GDL game", Severity: Info,
		Why:  "The static checks of the Game Description Language found something harmless.",
		Bad:  Example{Whole: strings.Replace(gdlWalk, "player 100", "player 250", 1)},
		Good: Example{Whole: gdlWalk}},
	{Code: "W503", Title: "odd text of an extensive-form game", Severity: Suspect,
		Why:  "Reading the .efg file found an oddity that does not make it wrong.",
		Bad:  Example{Whole: strings.Replace(efgWalk, `"b"`, `"a"`, 1)},
		Good: Example{Whole: efgWalk}},
}

// gdlWalk is a game of one step.
const gdlWalk = `(role player)
(legal player go)
(init (step 1))
(<= (next (step 2)) (true (step 1)))
(<= terminal (true (step 2)))
(goal player 100)
`

// efgWalk is a tree of one decision.
const efgWalk = `EFG 2 R "Walk" { "Only" }
p "" 1 1 "" { "a" "b" } 0
t "" 1 "" { 1 }
t "" 2 "" { 0 }
`

// tracked is a game with a track whose pieces move to a region.
func tracked(to string) string {
	return `(game "Example"
    (players 2)
    (equipment {
        (board (square 4) (track "Loop" "0,E,N,W" loop:True))
        (piece "Disc" Each)
    })
    (rules
        (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        (play (move (from (sites Occupied by:Mover)) (to ` + to + ` if:(is Empty (to)))))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
`
}

// phased is a game of three phases, the first of which leads to one of them.
func phased(next string) string {
	return `(game "Example"
    (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each (move Step (to if:(is Empty (to))))) })
    (rules
        (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        phases:{
            (phase "Opening" (play (forEach Piece)) (nextPhase ` + next + `))
            (phase "Middle" (play (forEach Piece)) (nextPhase "Final"))
            (phase "Final" (play (forEach Piece)))
        }
        (end (if (is Line 4 Diagonal) (result Mover Win)))
    )
)
`
}

// reached is a game of two phases with a condition between them.
func reached(condition string) string {
	return `(game "Example"
    (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each (move Step (to if:(is Empty (to))))) })
    (rules
        (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) })
        phases:{
            (phase "Opening" (play (forEach Piece)) (nextPhase ` + condition + ` "Final"))
            (phase "Final" (play (forEach Piece)))
        }
        (end (if (is Line 4 Diagonal) (result Mover Win)))
    )
)
`
}
