package concept_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/ruleset"
)

// vector compiles a game of our own: a board with equipment, start, play and end.
func vector(t *testing.T, equipment, rules, metadata string) *concept.Vector {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	text := `(game "Probe" (players 2) (equipment {` + equipment + `}) (rules ` + rules + `))` + metadata
	rs, err := loader.Compile(ruleset.Source{File: "probe.lud", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return rs.Concepts()
}

const (
	grid    = `(board (square 3))`
	stones  = `(piece "Stone" Each)`
	adding  = `(play (move Add (to (sites Empty))))`
	noMoves = `(end (if (no Moves Next) (result Mover Win)))`
)

// TestMarks checks one marking rule at a time on small games of our own. A name
// with a minus must not hold.
func TestMarks(t *testing.T) {
	for _, test := range []struct {
		name, equipment, rules, metadata, want string
	}{
		{"plain", grid + stones, adding + noMoves, "",
			"AddDecision NoMovesEnd NoMovesWin TwoPlayer Alternating Discrete SquareTiling SquareShape Cell Piece -AddEffect " +
				"-Vertex -Then"},
		{"default pieces", grid, adding + noMoves, "", "Piece BallComponent"},
		{"vertices", `(board (square 3) use:Vertex)` + stones, adding + noMoves, "", "Vertex GraphStyle -Cell"},
		{"loss of the next is a win", grid + stones, adding + `(end (if (is Line 3) (result Next Loss)))`, "",
			"LineEnd LineWin AdjacentDirection -LineLoss -Misere"},
		{"misere", grid + stones, adding + `(end (if (is Line 3) (result Mover Loss)))`, "", "LineLoss Misere"},
		{"negated friend", grid + stones, `(play (forEach Site (sites Board) (move Add (to (site) if:(not (is Friend (who at:(site))))))))` + noMoves, "", "Negation IsEmpty IsEnemy -IsFriend"},
		{"conjunction hides regions", grid + stones,
			adding + `(end (if (and (is In (last To) (sites Top)) (is Mover P1)) (result Mover Win)))`, "",
			"Conjunction -Contains -ReachEnd"},
		{"reaching", grid + stones, adding + `(end (if (is In (last To) (sites Top)) (result Mover Win)))`, "",
			"Contains ReachEnd ReachWin"},
		{"step onto enemies", grid + `(piece "Stone" Each (move Step Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))`,
			`(start (place "Stone1" 0)) (play (forEach Piece)) ` + noMoves, "",
			"StepDecision StepDecisionToEnemy ReplacementCapture OrthogonalDirection PiecesPlacedOnBoard ForEachPiece " +
				"-AdjacentDirection -StepDecisionToEmpty"},
		{"pieces nobody moves", grid + `(piece "Stone" Each (move Step (to if:(is Empty (to)))))`, adding + noMoves, "",
			"-StepDecision"},
		{"hop", grid + stones, `(play (move Hop (from 0) (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))))` + noMoves, "",
			"HopDecision HopCapture HopDecisionEnemyToEmpty -HopCaptureMoreThanOne"},
		{"long hop", grid + stones, `(play (move Hop (from 0) (between (range 1 3) if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))))` + noMoves, "",
			"HopDecisionMoreThanOne HopCaptureMoreThanOne"},
		{"default capture", grid + stones, `(play (move Add (to (sites Empty)) (then (custodial (from (last To)))))) ` +
			noMoves, "", "CustodialCapture RemoveEffect IsEnemy IsFriend Then"},
		{"no progress", grid + stones, adding + `(end (if (= (counter) 10) (result Mover Draw)))`, "",
			"ProgressCheck NoProgressEnd NoProgressDraw Draw"},
		{"elimination", grid + stones, adding + `(end (if (= (count Pieces Next) 0) (result Mover Win)))`, "",
			"NoPieceNext EliminatePiecesWin CountPiecesNextComparison"},
		{"hand", grid + stones + `(hand Each)`, `(start (place "Stone1" "Hand1" count:3)) ` + adding + noMoves, "",
			"Hand PiecesPlacedOutsideBoard PieceCount -PiecesPlacedOnBoard"},
		{"one coordinate", grid + stones, `(start (place "Stone1" coord:"A1")) ` + adding + noMoves, "",
			"PiecesStartOnBoard -PiecesPlacedOnBoard"},
		{"hidden graph", `(board (merge (square 3) (shift 0 3 (square 3))))` + stones, adding + noMoves, "",
			"-SquareTiling -SquareShape"},
		{"shifted graph", `(board (shift 1 1 (rectangle 3 4)))` + stones, adding + noMoves, "",
			"SquareTiling RectangleShape -SquareShape"},
		{"style is not closed", grid + stones, adding + noMoves, `(metadata (graphics {(board Style Go)}))`,
			"GoStyle -BoardStyle"},
		{"facing pieces", grid + `(piece "Stone" Each N)`, adding + noMoves, "", "PieceFacing -PieceDirection"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := vector(t, test.equipment, test.rules, test.metadata)
			for _, name := range strings.Fields(test.want) {
				name, absent := strings.CutPrefix(name, "-")
				c := concept.ByName(name)
				if c == nil {
					t.Fatalf("there is no concept %s", name)
				}
				if v.Holds.Has(c.ID) == absent {
					t.Errorf("%s: %v, want %v", name, absent, !absent)
				}
			}
		})
	}
}

func TestNumbers(t *testing.T) {
	v := vector(t, `(board (rectangle 2 3)) (hand Each size:2)`+stones, adding+noMoves, "").Map()
	for name, want := range map[string]float64{
		"NumPlayers": 2, "NumCells": 6, "NumVertices": 12, "NumEdges": 17, "NumRows": 2, "NumColumns": 3, "NumCorners": 4,
		"NumPlayableSitesOnBoard": 6, "NumPlayableSites": 10, "NumContainers": 3, "NumComponentsType": 2,
		"NumComponentsTypePerPlayer": 1,
		"NumOrthogonalDirections":    2.33, "NumDiagonalDirections": 1.33, "NumPlayPhase": 1, "TwoPlayer": 1,
	} {
		if v[name] != want {
			t.Errorf("%s: %v, want %v", name, v[name], want)
		}
	}
}

// TestSetOrder checks that a set lists its members in order.
func TestSetOrder(t *testing.T) {
	s := concept.Of(concept.PieceFacing, concept.Line, concept.Piece)
	got := slices.Collect(s.All())
	if want := []concept.ID{concept.Piece, concept.Line, concept.PieceFacing}; !slices.Equal(got, want) || s.Len() != 3 {
		t.Errorf("%v, want %v", got, want)
	}
}
