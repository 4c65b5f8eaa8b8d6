package lower_test

import (
	"errors"
	"testing"

	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/position"
)

// TestBeyond plays games in which numbers stand for no site, or for none of the type that is asked for: they go as by
// the rules, or on by the rules.
func TestBeyond(t *testing.T) {
	for name, text := range map[string]string{
		"a site to go to": `(game "To" (players 2) (equipment {(board (square 2)) (piece "Man" Each)})
			(rules (start {(place "Man1" 0) (place "Man2" 3)})
				(play (forEach Value min:1 max:4 (move (from (sites Occupied by:Mover)) (to (+ (value) 1)))))
				(end (if (> (count Moves) 9) (result Mover Win)))))`,
		"sites to go to": `(game "Sites" (players 2) (equipment {(board (square 2)) (piece "Man" Each)})
			(rules (start {(place "Man1" 0) (place "Man2" 3)})
				(play (move (from (sites Occupied by:Mover)) (to (sites {1 2 7}))))
				(end (if (> (count Moves) 9) (result Mover Win)))))`,
		"hops as far as numbers go": `(game "Far" (players 2) (equipment {(board (square 5)) (piece "Man" Each (move Hop Orthogonal
			(between before:1 (range 1 2147483647) after:2147483647 if:(is Enemy (who at:(between))) (apply (remove (between))))
			(to if:(is Empty (to)))))}) (rules (start {(place "Man1" {0 1 2 3 4 12}) (place "Man2" {10 11 13 14 20 22})})
			(play (or (forEach Piece) (move Add (to (sites Empty))))) (end (if (> (count Moves) 20) (result All Draw)))))`,
		"sites that captured pieces of a stack go to": `(game "Captured" (players 2) (equipment {(board (square 3)
			{(track "Way" {0 1 2 5 8 7 6 3 4 1} P1 directed:True) (track "Way" {8 7 6 3 0 1 2 5 4 7} P2 directed:True)})
			(piece "Man" Each (move (from (from)) (to (trackSite Move from:(from) steps:1)
				(apply if:(is Enemy (who at:(to))) (fromTo (from (to)) (to (sites {10 11})))))))})
			(rules (start {(place Stack "Man1" 0 count:2) (place Stack "Man2" 8 count:2)}) (play (forEach Piece))
				(end (if (> (count Moves) 99) (result Mover Win)))))`,
		"sites of the equipment to add pieces to": `(game "Add" (players 2) (equipment {(board (square 2)) (piece "Man" Each)
			(regions "Odd" P1 (sites {1 3 7})) (regions "Odd" P2 (sites {1 2 9}))})
			(rules (play (move Add (to (sites Mover "Odd")))) (end (if (> (count Moves) 9) (result Mover Win)))))`,
		"maps of large numbers": `(game "Map" (players 2) (equipment {(board (square 2)) (piece "Man" Each)
			(map "M" {(pair 0 65536) (pair 1 40000) (pair 2 -40000) (pair 30 7)})})
			(rules (play (move Add (to (sites Empty)) (then (set Score Mover (+ (mapEntry "M" (last To))
				(mapEntry "M" (* 10 (last To)))))))) (end (if (is Full) (byScore)))))`,
		"moves from no site": `(game "From" (players 2) (equipment {(board (square 3)) (piece "Man" Each (move Step (to)))})
			(rules (start {(place "Man1" 0) (place "Man2" 8)}) (play (or {(forEach Piece)
					(forEach Site (sites Board) (if (= (who at:(site)) (mover)) (or {(move Step (to)) (move Slide)
						(move Hop (between if:True) (to if:True)) (move Leap {{F F R F}} (to if:True)) (move Shoot (piece "Man1"))})))}))
				(end (if (> (count Moves) 9) (result Mover Win)))))`,
		"a hand that is chosen from beside vertices": `(game "Hand" (players 2)
			(equipment {(board (square 2) use:Vertex) (piece "Man" Each) (hand Each)})
			(rules (start {(place "Man1" {0 1}) (place "Man2" 3)}) (play (or {(move Select (from (sites Occupied by:Mover)))
					(move Select (from (handSite Mover))) (move Select (from (sites {0 9 10})) (to (sites {3 9 10})))
					(move (from (sites Occupied by:Mover)) (to (handSite Mover)))}))
				(end (if (> (count Moves) 9) (result Mover Win)))))`,
		"sites that are chosen": `(game "Choose" (players 2) (equipment {(board (square 2)) (piece "Man" Each)})
			(rules (play (or {(move Select (from (sites {0 5 50})) (then (addScore Mover 1)))
					(move Select (from (sites Empty)) (to (sites {1 9 20 63}))) (move Add (to (sites Empty)))}))
				(end (if (is Full) (byScore)))))`,
		"sites that are looked at": `(game "Look" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (forEach Site (sites {0 5 30 63}) (addScore Mover
					(+ {(site) (* 100 (who at:(site))) (* 1000 (what at:(site))) (count at:(site))}))))))
				(end (if (is Full) (byScore)))))`,
		"a hand that is chosen from beside cells": `(game "Cells" (players 2)
			(equipment {(board (square 2)) (piece "Man" Each) (hand Each)})
			(rules (start {(place "Man1" {0 1}) (place "Man2" 3)}) (play (or {(move Select (from (sites Occupied by:Mover)))
					(move Select (from (handSite Mover))) (move Select (from (sites {0 4 5})) (to (sites {3 4 5})))
					(move (from (sites Occupied by:Mover)) (to (handSite Mover)))}))
				(end (if (> (count Moves) 9) (result Mover Win)))))`,
	} {
		t.Run(name, func(t *testing.T) {
			g := gametest.Compile(t, text)
			p, list := machines(t, g)
			if len(list) == 0 {
				t.Error("not compiled")
			}
			for _, m := range list {
				pl := newPlayer(p, m)
				for seed := range uint64(20) {
					if err := lockStep(t, pl, seed); err != nil && !errors.Is(err, errSpoilt) {
						t.Errorf("%T: %v", m, err)
						break
					}
				}
			}
		})
	}
}

// TestCountedAtStart compiles a game in which pieces that are counted belong to nobody, though a player has their kind:
// it is refused.
func TestCountedAtStart(t *testing.T) {
	for piece, refused := range map[string]bool{"Each": true, "Shared": false} {
		var refusal *position.Refusal
		_, err := compiled.NewPlays(gametest.Compile(t, `(game "Counted" (players 2)
			(equipment {(board (square 2)) (piece "Man" `+piece+`)}) (rules (start (set Count 8 to:(sites Bottom)))
			(play (move (from (sites Board)) (to (sites Empty))))
			(end (if (no Pieces Next) (result Mover Win)))))`))
		if errors.As(err, &refusal) != refused {
			t.Errorf("%s: %v", piece, err)
		}
	}
}

// TestLastEnd compiles moves of several pieces that ask where the one before went, which is refused.
func TestLastEnd(t *testing.T) {
	for _, part := range []string{`(from (sites Occupied by:Mover) if:(is Empty (to))) (to (sites Empty))`,
		`(from (sites Occupied by:Mover)) (to (% (+ (to) 5) 4))`,
		`(from (sites Occupied by:Mover)) (to (sites Empty)) count:(if (is Empty (to)) 1 2)`} {
		var refusal *position.Refusal
		_, err := compiled.NewPlays(gametest.Compile(t, `(game "End" (players 2)
			(equipment {(board (square 2)) (piece "Man" Each)}) (rules (start {(place "Man1" {0 1}) (place "Man2" 3)})
			(play (or (move Add (to (sites Empty))) (move `+part+`)))
			(end (if (is Full) (result Mover Win)))))`))
		if !errors.As(err, &refusal) {
			t.Errorf("%s: %v", part, err)
		}
	}
}

// TestBare plays games with effects that are bare lists of actions: as moves of their own they come from site 0 and go
// there.
func TestBare(t *testing.T) {
	for name, effect := range map[string]string{
		"a sowing":            `(sow (last From) apply:(set Var "X" (to)))`,
		"a sowing that lasts": `(sow (var "X"))`,
		"a throw":             `(roll)`,
		"what is forgotten":   `(forget Value "V" All)`,
		"what is hidden":      `(set Hidden What at:4 to:Next)`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, `(game "Bare" (players 2)
				(equipment {(mancalaBoard 2 4 store:None (track "Round" "0,E,N,W" loop:True)) (piece "Seed" Shared)
					(dice d:2 num:2) (regions "Side" P1 (sites Bottom)) (regions "Side" P2 (sites Top))})
				(rules (start (set Count 2 to:(sites Track))) (play (move Select (from (sites Board)
						if:(< 0 (count at:(from)))) (then (seq {(set Var "X" (last To)) (remember Value "V" (last To)) `+effect+`
							(set Score Mover (+ (last To) (* 10 (last From)))) (set Var "Y" (last To)) `+effect+`
							(while (and (> (count at:(last To)) 2) (< (score Next) 20)) (seq {(addScore Next 1) `+effect+`}))}))))
					(end (if (> (count Moves) 12) (byScore)))))`)
		})
	}
}
