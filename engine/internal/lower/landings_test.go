package lower_test

import (
	"os"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/ruleset"
)

// landings are conditions on where a piece goes, most of which are no sets by the words that they are made of.
var landings = []string{
	`(is In (to) (sites Next))`, `(not (is In (to) (sites Next "Home")))`, `(< (count Turns) 20)`,
	`(= 0 (count Sites in:(intersection (sites Around (to)) (sites Occupied by:Next))))`,
	`(< 0 (count Pieces Next in:(sites Around (to) Orthogonal)))`, `(not (is In (to) (sites Around (last To))))`,
	`(> (count Sites in:(sites Around (to) Own)) 1)`, `(!= (to) (last From))`,
	`(or (= (row of:(to)) (row of:(from))) (= (column of:(to)) (column of:(from))))`,
	`(<= (row of:(from)) (row of:(to)))`, `(= (phase of:(to)) (phase of:(from)))`,
	`(< (count Steps Orthogonal (to) (centrePoint)) (count Steps Orthogonal (from) (centrePoint)))`,
	`(and (is In (to) (sites LineOfSight Empty at:(from))) (= (phase of:(to)) (phase of:(last To))))`,
	`(is Occupied (ahead (to) N))`, `(or (is Empty (ahead (to) E)) (= 0 (% (to) 3)))`,
	`(< (count Pieces Mover in:(sites Row (row of:(to)))) 4)`, `(is In (to) (sites Direction from:(last To) Diagonal))`,
	`(and (is Even (count Moves)) (is Even (+ (row of:(to)) (column of:(to)))))`, `(is Line 3 through:(to))`,
	`(if (is Even (count Moves)) (is In (to) (sites Top)) (!= (to) (last To)))`, `(= 0 (value Piece at:(from)))`,
	`(not (is Friend (who at:(centrePoint))))`, `(and (not (is In (to) (sites "Odd"))) (!= (to) (var "Last")))`,
	`(all Sites (sites Around (to) Orthogonal) if:(not (is Enemy (who at:(site)))))`,
	`(<= 2 (count Sites in:(forEach (sites Around (to)) if:(is Friend (who at:(site))))))`,
	`(can Move (step (from (to)) (to if:(is Enemy (who at:(to))))))`, `(is In (what at:(from)) (array {1 2}))`,
	`(<= (count Pieces Mover) (count Pieces Next))`, `(xor (is In (to) (sites Top)) (is In (from) (sites Top)))`,
	`(<= (abs (- (row of:(to)) (row of:(last To)))) 2)`, `(is Related Adjacent (to) (where "King" Mover))`,
	`(= 8 (count Adjacent at:(to)))`, `(not (is Related Orthogonal (to) (sites Occupied by:Next)))`,
	`(> (max (row of:(to)) (column of:(to))) (min (row of:(from)) (column of:(from))))`,
	`(and {(< 3 (to)) (not (is Threatened (id "King" Next) at:(to))) (!= (who at:(from)) (who at:(to)))})`,
	`(= (% (to) 2) (count Sites in:(intersection (sites Next "Home") (sites Empty))))`,
}

// TestLandings has pieces step and leap under conditions, by the rules and on both back ends side by side, on a board of
// one word and beside hands.
func TestLandings(t *testing.T) {
	loader, err := ruleset.NewLoader(os.DirFS("../../../library"))
	if err != nil {
		t.Fatal(err)
	}
	for i, cond := range landings {
		to := `(to if:(and (is Empty (to)) ` + cond + `))`
		if i%2 == 1 {
			to = `(to if:(and ` + cond + ` (not (is Friend (who at:(to))))) (apply (remove (to))))`
		}
		moves := `(or (move Step ` + to + ` (then (set Var "Last" (last To)))) (move Leap {{F F R} {F L}} ` + to + `))`
		text := description(moves, `(or (forEach Piece) (move Pass))`)
		for _, hands := range []string{"", "(hand Each) "} {
			rs, err := loader.Compile(ruleset.Source{File: "small.lud",
				Text: []byte(strings.Replace(text, "(equipment {", "(equipment {"+hands, 1))})
			if err != nil {
				t.Errorf("%s: %v", cond, err)
				continue
			}
			t.Run(cond+hands, func(t *testing.T) {
				p, list := machines(t, rs.Plan())
				for _, m := range list {
					for seed := range uint64(3) {
						if err := lockStep(t, newPlayer(p, m), seed); err != nil {
							t.Errorf("%T: seed %d: %v", m, seed, err)
							break
						}
					}
				}
			})
		}
	}
}
