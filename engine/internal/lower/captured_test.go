package lower_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestCaptured plays games in which runs of pieces are flanked, by the rules and on both back ends side by side: those
// are found as sets where the order of what is done to them makes no difference.
func TestCaptured(t *testing.T) {
	const enemy, friend = `if:(is Enemy (who at:(between)))`, `(to if:(is Friend (who at:(to))))`
	const run = `(custodial (from (last To)) All (between ` + enemy + ` (apply %s)) ` + friend + `)`
	place := func(then string) string { return `(move Add (to (sites Empty)) (then ` + then + `))` }
	for name, play := range map[string]string{
		"removed":          place(fmt.Sprintf(run, `(remove (between))`)),
		"taken over":       place(fmt.Sprintf(run, `(take Control of:Next by:Mover at:(between))`)),
		"of other numbers": place(fmt.Sprintf(run, `(set State at:(between) (% (+ 1 (state at:(between))) 3))`)),
		"where something is taken": `(move Add (to (sites Empty) if:(can Move (custodial (from (to)) All
			(between ` + enemy + ` (apply (remove (between)))) ` + friend + `))) (then ` + fmt.Sprintf(run, `(remove (between))`) + `))`,
		"one move": `(forEach Site (sites Empty) (append (custodial (from (site)) All (between ` + enemy + `
			(apply (allCombinations (add (piece (mover)) (to (site))) (remove (between))))) ` + friend + `)))`,
		"in order: counted": place(fmt.Sprintf(run, `(and (set Var "A" (+ (between) (* 2 (var "A")))) (addScore Mover (% (var "A") 7)))`)),
		"in order: one after the other": place(fmt.Sprintf(run,
			`(if (< 3 (count Pieces Next)) (remove (between)))`)),
		"in order: what closes": place(`(custodial (from (last To)) All (between ` + enemy + `
			(apply (and (remove (between)) (set Score Mover (to))))) ` + friend + `)`),
		"in order: what is found first": `(or (move Add (to (sites Empty))) (forEach Site (sites Empty) (append (custodial (from (site))
			All (between ` + enemy + ` (apply (remove (between)))) ` + friend + `))))`,
	} {
		for _, board := range []string{"square 6", "square 8", "hex 3", "rectangle 7 11"} {
			t.Run(name+", "+board, func(t *testing.T) {
				text := fmt.Sprintf(`(game "Runs" (players 2) (equipment {(board (%s)) (piece "Man" Each)})
					(rules (start {(place "Man1" {0 8 9 15 20}) (place "Man2" {1 10 14 21 22})}) (play (or %s (move Pass)))
						(end (if (or (is Full) (> (count Moves) 40)) (byScore {(score P1 (+ (score P1) (count Pieces P1)))
							(score P2 (count Sites in:(sites State 2)))})))))`, board, play)
				inStep(t, text)
				p, err := lower.Plays(gametest.Compile(t, text))
				if err == nil {
					p.Only(lower.ForPlays)
					err = p.Finish(false, nil)
				}
				if err != nil {
					t.Fatal(err)
				}
				var code bytes.Buffer
				if err := ir.Print(&code, p.Program); err != nil {
					t.Fatal(err)
				}
				walked := strings.Contains(code.String(), "scope run@")
				// The cells of a hexagon are not so many apart along all lines of a direction.
				if may := !strings.HasPrefix(name, "in order") && !strings.HasPrefix(board, "hex"); walked == may {
					t.Errorf("runs are walked: %v", walked)
				}
			})
		}
	}
}
