package play_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ruleset"
)

// corners are small games in which a form specialised for speed once differed from
// the general one, or could.
var corners = map[string]string{
	"a condition about the player at hand": `(game "Scores" (players 3)
		(equipment {(board (square 3) use:Vertex) (piece "Ball" Each)})
		(rules (start (set Score Each 0))
			(play (move Add (to (sites Empty)) (then (forEach Player (set Score (player (player))
				(count Sites in:(forEach (sites Board) if:(= (player) (who at:(site))))))))))
			(end (if (is Full) (byScore)))))`,
	"a condition about the players' own regions": `(game "Homes" (players 2)
		(equipment {(board (square 4)) (piece "Ball" Each)
			(regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top))})
		(rules (start (set Score Each 0))
			(play (move Add (to (sites Empty)) (then (forEach Player (set Score (player (player))
				(count Sites in:(forEach (sites Board)
					if:(and (is In (site) (sites (player (player)) "Home")) (= (player) (who at:(site)))))))))))
			(end (if (is Full) (byScore)))))`,
	"a checkmate with values drawn for every move": `(game "Tired" (players 2) (equipment {(board (square 5))
			(piece "King" Each (move Step
				(to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
			(piece "Runner" Each (move (from (from))
				(to (sites Distance Orthogonal from:(from) (exact (value Piece at:(from))))
				if:(not (is Friend (who at:(to)))) (apply (set Value at:(from) (value Random (range 1 3)))))))})
		(rules (start {(place "King1" {2} value:1) (place "King2" {22} value:1)
				(place "Runner1" {1 3} value:2) (place "Runner2" {21 23} value:1)})
			(play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
			(end {(if (and (is Threatened (id "King" Next))
					(not (can Move (do (forEach Piece Next) ifAfterwards:(not (is Threatened (id "King" Next)))))))
				(result Mover Win)) (if (>= (count Moves) 60) (result P1 Draw))})))`,
	"threats that depend on a coin": `(game "Coins" (players 2)
		(equipment {(board (square 4)) (piece "King" Each (move Step (to if:(is Empty (to)))))
			(piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
		(rules (start {(place "King1" 0) (place "King2" 15) (place "Rook1" {1 2}) (place "Rook2" {13 14})})
			(play (if (= 1 (value Random (range 1 2)))
				(do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover))))
				(random (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))) num:1)))
			(end {(if (or (no Pieces Mover "King") (no Pieces Next "King")) (result Mover Win))
				(if (>= (count Moves) 60) (result P1 Draw))})))`,
}

// TestCorners plays the corners in the general and the specialised forms, watched
// and unwatched, and compares positions and moves.
func TestCorners(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range corners {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			src := ruleset.Source{File: "corner.lud", Text: []byte(text)}
			slow, err := loader.CompileWith(src, game.Options{General: true})
			if err != nil {
				t.Fatal(err)
			}
			fast, err := loader.Compile(src)
			if err != nil {
				t.Fatal(err)
			}
			// Numbers of a move are drawn when it is made, which the general forms do once
			// for all moves: the draws agree only where there are none in moves.
			if !strings.Contains(text, "(apply (set Value") {
				if err := game.Catch(func() { playBoth(t, name, slow.Plan(), fast.Plan()) }); err != nil {
					t.Error(err)
				}
			}
			if err := game.Catch(func() { playWatched(t, name, fast.Plan()) }); err != nil {
				t.Error(err)
			}
		})
	}
}
