package lower_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
)

// The settings of teams, where players change teams with their moves.
func init() {
	s := settings["teams"]
	s.text = strings.Replace(s.text, `(move Pass)`, `(move Pass (then (set Team (+ 1 (% (count Moves) 3)) {Mover Next}))))`, 1)
	s.text = strings.Replace(s.text, `)))) (end`, `))) (end`, 1)
	s.effects = append([]string{`(set Team (+ 1 (% (count Moves) 3)) {Mover})`, `(set Team 2 {P1 P4 All Next})`,
		`(if (is Odd (count Moves)) (set Team 1 {Mover Next} (then (addScore Ally 1))))`, `(set Team 7 {Prev})`}, s.effects...)
	settings["changing teams"] = s
}

// TestChangingTeams plays games in which players change teams by the rules and on both back ends side by side.
func TestChangingTeams(t *testing.T) {
	for name, x := range map[string][2]string{
		"captures": {`(or {(forEach Piece (then (if (is Even (count Moves)) (set Team (+ 1 (% (count Moves) 3)) {Mover}))))
			(move Pass)})`, `(if (no Pieces Enemy) (result TeamMover Win))`},
		"wins of teams": {`(or (forEach Piece (then (set Team (+ 1 (% (last To) 2)) {Mover}))) (move Pass))`,
			`(if (is In (last To) (sites {5 6 9})) (result Team1 Win))`},
		"wins of the mover's": {`(or (forEach Piece (then (set Team (+ 1 (% (last To) 2)) {Mover Next}))) (move Pass))`,
			`(if (is In (last To) (sites {5 6 9})) (result TeamMover Win))`},
		"a choice": {`(or (forEach Piece) (set Team (+ 1 (% (count Moves) 3)) {Mover Next} (then (addScore Mover 1))))`,
			`(if (no Pieces Enemy) (result TeamMover Win))`},
		"of each pair": {`(or (forEach Piece) (forEach Value min:1 max:2 (set Team (value) {Mover P1})))`,
			`(if (no Pieces Enemy) (result TeamMover Win))`},
		"who is hidden from whom": {`(or (forEach Piece (then (and {(set Team (+ 1 (% (count Moves) 3)) {Mover}) (set Hidden
			What at:(last To) to:Enemy) (addScore Mover (count Sites in:(sites Hidden What to:Ally)))}))) (move Pass))`,
			`(if (no Pieces Enemy) (result Mover Win))`},
		"all teams": {`(or (forEach Piece (then (seq {(set Team (+ 1 (% (count Moves) 3)) {Mover}) (forEach Team (forEach (team)
			(addScore (player (player)) (size Array (team)))))}))) (move Pass))`, `(if (> (score Mover) 60) (result Mover Win))`},
		"around": {`(or (forEach Piece (then (and (set Team (+ 1 (% (count Moves) 3)) {Mover}) (addScore Mover (+ (count Sites
			in:(sites Around (last To) Enemy)) (* 10 (count Sites in:(sites Around (last To) NotEnemy)))))))) (move Pass))`,
			`(if (> (score Mover) 60) (result Mover Win))`},
		"captures by default": {`(or (forEach Piece (then (seq {(set Team (+ 1 (% (count Moves) 3)) {Mover}) (surround)
			(custodial) (intervene)}))) (move Pass))`, `(if (no Pieces Enemy) (result Mover Win))`},
	} {
		t.Run(name, func(t *testing.T) {
			for _, meta := range []string{``, `(meta (no Repeat))`} {
				if meta != "" && strings.Contains(x[0], "Hidden") {
					continue // which is compared with what is hidden, and refused
				}
				text := `(game "Teams" (players 4) (equipment {(board (square 4)) (piece "Man" Each (move Step (to if:(not
					(is Friend (who at:(to)))) (apply (remove (to))))))}) (rules ` + meta + ` (start {(set Team 1 {P1 P3})
					(set Score Each 1) (place "Man1" {0 1}) (place "Man2" {3 7}) (place "Man3" {15 14}) (place "Man4" {12 8})})
					(play ` + x[0] + `) (end {` + x[1] + ` (if (> (count Moves) 40) (byScore))})))`
				inStep(t, text)
				if why := compareActs(t, name, gametest.Compile(t, text), 6, true); why != nil {
					t.Errorf("plays are watched by the rules: %v", why)
				}
			}
		})
	}
}
