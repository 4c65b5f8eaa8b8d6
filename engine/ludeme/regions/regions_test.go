package regions_test

import (
	"strings"
	"testing"
)

const square = `(game "Square" (players 2) (equipment {(board (square 4)) (piece "Pawn" Each) (hand Each)
	(regions "Frozen" P1 (sites Empty)) (regions "Both" P1 (union (sites "Frozen") (sites Top))) %e})
	(rules (start {(place "Pawn1" {1 5 6}) (place "Pawn2" {9})}) (play (forEach Piece))
	(end (if (no Moves Mover) (result Mover Win)))))`

// TestAsked: a region of the equipment that depends on the position is
// enumerated as it was before the start rules, but asked as it is now.
func TestAsked(t *testing.T) {
	got, err := evaluate(with(""), `(sites P1 "Frozen")`)
	want := "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17], but asked about 9 it says false"
	want = strings.Replace(want, ",16,17", "", 1)
	if err != nil || got != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

func with(equipment string) string { return strings.Replace(square, "%e", equipment, 1) }

func TestRegions(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		// Operators on what counts as constant see the blank board.
		{`(sites Around 5 Own)`, "[1,6]"},
		{`(union (sites Around 5 Own) (sites {0}))`, "[0]"},
		{`(union (sites Around 5 Own) (sites Occupied by:P2))`, "[1,6,9]"},
		{`(union (sites "Frozen") (sites {0}))`, "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]"},
		{`(difference (sites "Both") (sites "Both"))`, "[]"},
		{`(intersection (sites P1 "Bo") (sites {12 16}))`, "[12]"},
		{`(intersection {})`, "[]"},
		{`(difference (sites Top) (from))`, "[12,13,14,15]"},
		{`(if (= 1 2) (sites Top))`, "[]"},
		{`(if (is Mover P1) (sites Top) (sites Bottom))`, "[12,13,14,15]"},
		{`(sites Empty 1)`, "[16]"},
		{`(sites {-1 3 17})`, "[3,17]"},
		{`(sites (array {3 Off 1}))`, "[1,3]"},
		{`(sites Start (piece "Pawn1"))`, "[1,5,6]"},
		{`(sites Start (piece 9))`, "[]"},
		{`(sites Distance (step Forward (to if:(is Empty (to)))) from:6 (range 1 2))`, "[10,14]"},
		{`(sites Distance (step Forward (to)) newRotation:(+ (value) 1) from:1 (range 1 3))`, "[5,10,11]"},
		{`(sites Direction from:1 (directions {Forward Backward}))`, "[5,9,13]"},
		{`(sites Direction from:6 (directions {Rightward Leftward} of:Orthogonal) stop:(is Occupied (to)))`, "[7]"},
		{`(sites Direction from:5 (union N (directions {N E})) distance:1)`, "[6,9]"},
		{`(sites Direction from:5 (directions Cell from:5 to:15))`, "[10,15]"},
		{`(sites Direction from:5 (directions OppositeDirection))`, "[]"},
		{`(sites Pattern {F} from:5 what:1)`, "[1,5,6]"},
		{`(sites LargePiece at:5)`, "[5]"},
		{`(sites LargePiece at:0)`, "[]"},
		{`(forEach Team (sites Occupied by:Mover))`, "[1,5,6]"},
		{`(sites LastTo)`, "[9]"},
		{`(last Between)`, "[]"},
		{`(sites Incident Cell of:Cell at:1 P1)`, "[5]"},
		{`(sites Incident Cell of:Cell at:5 All)`, "[1,6,9]"},
		{`(expand origin:-1)`, "[]"},
		{`(sites Pending)`, "[]"},
		{`(sites Random (sites {4 7}) num:5)`, "[4,7]"},
		{`(sites Random (sites {}))`, "[]"},
	} {
		got, err := evaluate(with(""), x.text)
		if err != nil {
			got = err.Error()
		}
		if got != x.want {
			t.Errorf("%s: got %s, want %s", x.text, got, x.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{`(sites)`, "(sites) outside of a group"},
		{`(sites {4000})`, "a region cannot hold site 4000"},
		{`(sites Column 9)`, "there is no Column 9 of 4"},
		{`(expand (sites {16}))`, "site 16 is not on the board"},
		{`(sites P1 "A1")`, "belongs to no player"},
		{`(sites Enemy)`, "there is no player -1"},
		{`(sites Side P1)`, "expected a compass direction"},
		{`(sites Occupied by:P1 container:"Bag")`, `there is no container named "Bag"`},
		{`(difference (sites Top) -1)`, "there is no site -1"},
		{`(sites State)`, "needs the local state"},
	} {
		_, err := evaluate(with(""), x.text)
		if err == nil || !strings.Contains(err.Error(), x.want) || !strings.HasPrefix(err.Error(), "test:") {
			t.Errorf("%s: got %v, want an error about %q", x.text, err, x.want)
		}
	}
}

func TestHintOutside(t *testing.T) {
	puzzle := `(game "Puzzle" (players 1) (equipment {(board (square 4) (values Cell (range 0 3)))}) (rules (play (satisfy (all Different (sites Top))))
		(end (if (is Solved) (result Mover Win)))))`
	_, err := evaluate(puzzle, `(sites Hint)`)
	if want := "(sites Hint) outside"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error about %q", err, want)
	}
}
