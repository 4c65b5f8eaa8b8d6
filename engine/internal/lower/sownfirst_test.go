package lower_test

import (
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestSownFirst plays games in which several effects begin with a sowing, by the rules and on both back ends side by
// side: it is made once for each of them, with what it captures, and watched plays log it as often.
func TestSownFirst(t *testing.T) {
	const gain = `(fromTo (from (to)) (to (mapEntry (mover))) count:(count at:(to)))`
	const next = `(forEach Site (forEach (sites Track from:(last From) to:(last To)) if:(= %d (count at:(site))))
		(fromTo (from (site)) (to (mapEntry P%d)) count:(count at:(site))))`
	for name, sow := range map[string]string{
		"without captures": `(sow)`,
		"with captures":    `(sow if:(= 3 (count at:(to))) apply:` + gain + `)`,
		"of several holes": `(sow if:(= 3 (count at:(to))) apply:` + gain + ` backtracking:(= 3 (count at:(to))))`,
		"or another turn":  `(sow apply:(if (= 3 (count at:(to))) ` + gain + ` (if (> (count at:(to)) 2) (moveAgain))))`,
		"with a variable":  `(and (set Var "From" (last From)) (sow apply:(if (= 2 (count at:(to))) ` + gain + `)))`,
		"with scores": `(and (sow apply:(if (= 2 (count at:(to))) ` + gain + `))
			(set Score Mover (count at:(last To))))`,
	} {
		for _, several := range []string{fmt.Sprintf(next, 2, 1) + " " + fmt.Sprintf(next, 4, 2),
			"(pass) " + fmt.Sprintf(next, 4, 1) + " " + fmt.Sprintf(next, 4, 2)} {
			t.Run(name, func(t *testing.T) {
				text := fmt.Sprintf(`(game "Sown" (players 2) (equipment {(mancalaBoard 2 5 (track "Track" "1,E,N,W" loop:True))
						(map {(pair P1 FirstSite) (pair P2 LastSite)}) (piece "Seed" Shared)})
					(rules (start (set Count 3 to:(sites Track)))
						(play (or (move Select (from (sites Track) if:(< 0 (count at:(from)))) (then (do %s next:(and {%s}))))
							(move Pass)))
						(end (if (> (count Moves) 40) (byScore)))))`, sow, several)
				if _, err := lower.Watched(gametest.Compile(t, text)); err != nil {
					t.Error(err)
				}
				inStep(t, text)
			})
		}
	}
}
