package lower_test

import (
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
)

// joined are effects on a site that are made one move.
var joined = []string{
	`(custodial (from (site)) (between if:(is Enemy (who at:(between))) (apply (allCombinations
		(add (piece (id "Disc" Mover)) (to (site))) (and (remove (between)) (add (piece (id "Disc" Mover)) (to
				(between)))))))
		(to if:(is Friend (who at:(to)))))`,
	`(custodial (from (site)) (between if:(is Enemy (who at:(between))) (apply (allCombinations
		(add (piece (id "Disc" Mover)) (to (site))) (promote (between) (piece "Disc") Mover))))
		(to if:(is Friend (who at:(to)))))`,
	`(allCombinations (add (piece (id "Disc" Mover)) (to (site))) (remove (intersection (sites Around (site))
		(sites Occupied by:Next))))`,
}

// TestAppended checks what is told of moves made of several effects: all actions of the
// first of them are decisions, those of the others are not.
func TestAppended(t *testing.T) {
	texts := []string{turning}
	for _, x := range joined {
		text := fmt.Sprintf(`(game "Joined" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
			(rules (start {(place "Disc1" {5 10}) (place "Disc2" {6 9}) (set Score Each 0)}) (play (forEach Site (sites Empty)
			(append %s (then (addScore Mover (+ (last To) (* 20 (last From)))))))) (end
			(if (or (all Passed) (> (count Moves) 30)) (byScore)))))`, x)
		inStep(t, text)
		texts = append(texts, text)
	}
	for _, text := range texts {
		p, err := lower.Watched(gametest.Compile(t, text))
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Finish(true, nil); err != nil {
			t.Fatal(err)
		}
		m := closure.New(p.Program)
		defer m.Close()
		w := &actor{player: newPlayer(p, m), credits: p.Credits()}
		for seed := range uint64(20) {
			if err := w.compare(t, seed); err != nil {
				t.Errorf("%s: seed %d: %v", text, seed, err)
				break
			}
		}
	}
}

// TestAppendAround plays games with effects that are one move, which ask for the sites and numbers of the clauses around.
func TestAppendAround(t *testing.T) {
	for name, play := range map[string]string{
		"origins":      `(forEach Piece (append (and (remove (from)) (remove (% (* 3 (from)) 16)))))`,
		"some origins": `(forEach Piece (append (if (is Even (from)) (and (remove (from)) (remove (% (+ 1 (from)) 16))))))`,
		"flanked from origins": `(forEach Piece (append (custodial (from (from)) Orthogonal (between (max 3) if:(is Enemy
				(who
			at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to)))))))`,
		"sites": `(forEach Site (sites Occupied by:Next) (if (is Even (site)) (append (and (remove (site)) (if (< (site) 8)
			(remove (+ 1 (site))))))))`,
		"values": `(forEach Value min:1 max:3 (append (and (remove (value)) (add (piece (id "Man" Mover)) (to (sites {(+ 5
			(value))}))))))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, `(game "Appended" (players 2) (equipment {(board (square 4)) (piece "Man" Each) (piece "Ko" Each)}) (rules
				(start {(place "Man1" {0 1 2 5}) (place "Man2" {13 14 15 10})}) (play (or {`+play+` (move Add (piece "Man")
				(to (sites Empty)))})) (end (if (> (count Moves) 60) (byScore)))))`)
		})
	}
}
