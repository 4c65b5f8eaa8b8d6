package lower_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/ruleset"
)

// constraints are those of puzzles of 4 by 4 cells with values from 0 to 3, a value given and some hints.
var constraints = []string{
	`(all Different)`, `(all Different except:0)`, `(all Different (sites Row 1) excepts:{0 2})`,
	`(all Different (sites {0 5 10 15}))`, `{(is Sum 4) (all Different excepts:{0 1 2})}`, `(is Unique)`,
	`{(not (is Line 3 Diagonal exact:True)) (is Sum (sites Column 2) 5)}`, `(not (is Line 2 contiguous:False))`,
	`(not (is Line 3 through:5))`, `(or (all Different (sites Row 0)) (is Sum (sites Row 1) 5))`,
	`(forAll Cell (is Count (sites Around (from)) of:1 3))`,
	`(forAll Hint (is Count (sites Around (from) includeSelf:True) (hint)))`,
	`(and (< 0 1) (>= 2 3))`, `(and {(<= 4 5) (> 6 7) (not (< 8 9))})`,
	`(forAll Hint (and (is Sum (sites Hint) (hint)) (<= (from) (to))))`,
	`(forAll Hint (or (> (from) (to)) (is Sum (sites Hint) (hint))))`,
	`(not (forAll Cell (is Sum (sites Around (from) Orthogonal) 2)))`,
	`{(xor (< 0 1) (< 1 2)) (if (< 4 5) (< 5 6) (< 6 5))}`, `(is Sum (sites Board) (* 3 (count Rows)))`,
	`(forAll Cell (if (= 1 (what at:(from))) (is Count (sites Direction from:(from) Diagonal) of:1 0)))`,
	`{(all Different) (forAll Cell (not (and (= 2 (what at:(from))) (is Sum (sites Around (from) Orthogonal) 2))))}`,
	`(forAll Cell (all Different (union (sites {(from)}) (sites (from) {{F F R F} {F F L F}})) except:0))`,
	`(forAll Cell (or (= 0 (what at:(from))) (!= (what at:(from)) (what at:(% (+ 1 (from)) 16)))))`,
	`(forAll Cell (is Count (intersection (sites Row (row of:(from))) (sites Column (column of:(from)))) of:3 0))`,
	`(forAll Cell (all Sites (sites Around (from) Diagonal) if:(!= 2 (+ (what at:(site)) (what at:(from))))))`,
	`{(< (count Groups) 5) (<= 3 (count Groups))}`, `(> (what at:2) 3)`,
	`(forAll Cell (<= (what at:(from)) (what at:(- 15 (from)))))`,
}

// ofEdges are the constraints of puzzles of which the variables are the edges of 3 by 3 cells, with values 0 and 1.
var ofEdges = []string{
	`(forAll Hint (= (edge) (hint)))`, `(forAll Hint (or (= (edge) (hint)) (is Count Edge (sites Hint) of:1 (hint))))`,
	`(forAll Vertex (or (is Count Edge (sites Incident Edge of:Vertex at:(from)) of:1 0)
		(is Count Edge (sites Incident Edge of:Vertex at:(from)) of:1 2)))`,
	`(forAll Cell (is Count Edge (sites Incident Edge of:Cell at:(from)) of:1 (hint Edge at:(from))))`,
	`{(forAll Hint (<= (edge) (hint))) (<= 4 (count Groups Edge))}`,
	`{(forAll Edge (= 0 (% (from) 1))) (< (count Groups Edge) 2) (!= 4 (count Groups Edge))}`,
	`(forAll Edge (> 9 (count Groups)))`, `(= (edge) -1)`,
	`(forAll Hint (if (= (what at:(from)) 1) (= (edge) (hint)) (> (edge) (hint))))`,
}

// together are the moves of players who decide at the same time, on a board of 4 by 4 cells with a piece of each of
// three players on the lowest row, and variables of the description.
var together = []string{
	`(or {(move Bet P1 (range 0 3)) (move Bet P2 (range 2 4)) (move Bet P3 (range 1 0))}
		(then (addScore P1 (amount P2)) applyAfterAllMoves:True))`,
	`(or {(move Select (from (sites Bottom)) P1 (then (set Var "A" (count Moves))))
		(move Select (from 5) (to (sites Top)) P3)}
		(then (addScore P2 (+ (var "A") (last To)))))`,
	`(or (move (from (sites Occupied by:P1)) (to (sites Empty)) P1 (then (if (is Even (where "Man" P1)) (addScore P1 1))))
		(move (from (sites Occupied by:P2)) (to (sites Empty)) copy:True P2 (then (addScore P2 (count Pieces P2))
		applyAfterAllMoves:True)))`,
	`(if (is Even (count Moves)) (or (move Pass (then (addScore Mover 1))) (move Bet P2 (range 0 1)))
		(forEach Site (sites Top) (move Select (from (site)) P2 (then (addScore P3 1)))))`,
	`(or (forEach Piece (move (from) (to (sites Empty)) (then (addScore Mover 1)))) (move Bet P3 (range 1 2)))`,
}

// covering are the moves of large pieces on a board of 5 by 5 cells, some of which are in hands.
var covering = []string{
	`(move Add (piece {"Bent1" "Bar"}) (to (sites Empty)))`, `(move Add (piece (mover) state:1) (to (sites Empty)))`,
	`(or (move (from (sites Occupied by:Mover)) (to (sites Empty))) (move Add (piece "Bar" state:0) (to (sites Empty))))`,
	`(or (move (from (sites Hand Mover)) (to (sites Empty)) (then (if (is Even (count Moves)) (moveAgain))))
		(move (from (sites Occupied by:Neutral)) (to (union (sites Empty) (sites Occupied by:Neutral)))))`,
	`(or (move Pass) (move (from (sites Occupied by:All)) (to (sites Empty)) (then (addScore Mover 1))))`,
}

// TestPuzzleForms plays small puzzles, games of simultaneous moves and of large pieces by the rules and on both back
// ends side by side.
func TestPuzzleForms(t *testing.T) {
	loader, err := ruleset.NewLoader(os.DirFS("../../../library"))
	if err != nil {
		t.Fatal(err)
	}
	compile := func(t *testing.T, text string) *ruleset.Ruleset {
		rs, err := loader.Compile(ruleset.Source{File: "small.lud", Text: []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		return rs
	}
	try := func(name, text string) {
		t.Run(name, func(t *testing.T) {
			p, list := machines(t, compile(t, text).Plan())
			for _, m := range list {
				for seed := range uint64(6) {
					if err := lockStep(t, newPlayer(p, m), seed); err != nil {
						t.Errorf("%T: seed %d: %v", m, seed, err)
						break
					}
				}
			}
		})
	}
	for _, x := range constraints {
		try(x, fmt.Sprintf(`(game "Puzzle" (players 1) (equipment {(board (square 4) (values Cell (range 0 3)))
			(regions {Rows Columns}) (regions "Around" AllDirections)
			(hints {(hint {5 6} 3) (hint {1 2 3} 6) (hint 10 2)} Cell)})
			(rules (start (set {{0 1}})) (play (satisfy %s)) (end (if (is Solved) (result P1 Win)))))`, x))
	}
	for _, x := range ofEdges {
		try(x, fmt.Sprintf(`(game "Edges" (players 1) (equipment {(board (square 3) (values Edge (range 0 1)) use:Edge)
			(hints {(hint {0 1} 2) (hint {5} 1) (hint {8 9} 3) (hint 10 4)} Edge)})
			(rules (play (satisfy %s)) (end (if (is Solved) (result P1 Win)))))`, x))
	}
	for _, given := range []string{``, `(set Edge {{0 2} {1 1} {4 2} {7 0} {12 1} {5 1}})`, `(set Edge {{3 1} {9 2}})
				(set Cell {{7 1}})`} {
		for _, values := range []string{``, `(values Edge (range 0 2))`} {
			for _, use := range []string{`Cell`, `Vertex`} {
				try("edges beside "+given+values+use, `(game "Beside" (players 1) (equipment {(board (square 3) {(values Cell
				(range 0 3))
					(values Vertex (range 0 3)) `+values+`} use:`+use+`) (hints {(hint {0 1} 2) (hint {5} 1) (hint {4 8} 3)})})
					(rules (start {`+given+`}) (play (satisfy {(forAll Hint (or (= (edge) (hint)) (is Count (sites Hint) of:(edge)
				1)))
					(forAll Hint (is Count (sites Around (from)) of:1 (% (edge) 3)))}))
					(end (if (is Solved) (result P1 Win)))))`)
			}
		}
	}
	const joint = `(game "Joint" (players 3) (mode Simultaneous) (equipment {(board (square 4)) (piece "Man" Each)})
		(rules (start {(place "Man1" 0) (place "Man2" 1) (place "Man3" 3)}) (play %s)
		(end (if (or (> (score P1) 20) (> (score P2) 30)) (byScore)))))`
	for _, x := range together {
		try(x, fmt.Sprintf(joint, x))
	}
	for _, x := range covering {
		try(x, fmt.Sprintf(`(game "Cover" (players 2) (equipment {(board (square 5)) (piece "Dot" Neutral)
			(tile "Bent" Each {{F R F} {F F}}) (tile "Bar" Shared {F}) (hand Each size:2)})
			(rules (start {(place "Dot0" {"A5" "E1"}) (place "Bent1" coord:"C1" state:0) (place "Bent2" coord:"B4" state:2)
				(place "Bent1" (handSite P1 0)) (place "Bent2" (handSite P2 1)) (place "Bar" (handSite P1 1))})
			(play %s) (end (if (no Moves Next) (result Mover Win)))))`, x))
	}
	for _, x := range []string{
		// What the second player adds follows by the rules from the position before the first player's move.
		`(or (move (from (sites Occupied by:P1)) (to (sites Empty)) P1)
			(move (from (sites Occupied by:P2)) (to (sites Empty) (apply (if (is Empty 0) (remove 0)))) P2))`,
		`(priority (move Bet P1 (range 0 3)) (move Bet P2 (range 0 3)))`,
	} {
		var refusal *position.Refusal
		if _, err := lower.Game(compile(t, fmt.Sprintf(joint, x)).Plan()); !errors.As(err, &refusal) {
			t.Errorf("%s: not refused: %v", x, err)
		}
	}
}

// TestLargeValues compiles puzzles that begin with a value, which is refused where it has no room.
func TestLargeValues(t *testing.T) {
	for value, refused := range map[int]bool{9: false, 63: false, 64: true, 127: true} {
		p, err := lower.Game(gametest.Compile(t, fmt.Sprintf(`(game "Large" (players 1)
			(equipment {(board (square 2) (values Cell (range 1 4)))})
			(rules (start (set {{0 %d}})) (play (satisfy (all Different (sites Board))))
				(end (if (is Solved) (result P1 Win)))))`, value)))
		if refusal := (*position.Refusal)(nil); errors.As(err, &refusal) != refused {
			t.Errorf("value %d: %v", value, err)
		} else if err == nil {
			if err := p.Finish(true, nil); err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(6) {
				if err := lockStep(t, newPlayer(p, closure.New(p.Program)), seed); err != nil {
					t.Errorf("value %d: %v", value, err)
				}
			}
		}
	}
}
