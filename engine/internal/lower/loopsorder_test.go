package lower_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestLoopsInOrder plays games with effects for one thing after another, in which it matters in which order these are.
func TestLoopsInOrder(t *testing.T) {
	const fold = `(set Score Mover (%% (+ %[1]s (* 3 (score Mover))) 997))`
	// What is done for one thing of a loop, about a site.
	bodies := map[string]string{
		"last":        `(set Var "X" %[1]s)`,
		"remember":    `(remember Value "L" %[1]s)`,
		"consequents": `(addScore Next (+ 1 %[1]s) (then (set Score Mover (% (+ (score Next) (* 3 (score Mover))) 997))))`,
		"taken":       `(remove %[1]s (then (set Score Mover (% (+ (last From) (* 3 (score Mover))) 997))))`,
		"silent":      `(remove %[1]s)`,
		"state":       `(set State at:%[1]s (+ 1 (% (count Moves) 4)) (then (set Score Mover (% (+ (last To) (* 3 (score Mover))) 997))))`,
	}
	loops := map[string][2]string{
		"pieces":           {`(forEach Piece %s)`, `(from)`},
		"pieces of next":   {`(forEach Piece %s Next)`, `(from)`},
		"pieces of all":    {`(forEach Piece %s All)`, `(from)`},
		"pieces on cells":  {`(forEach Piece on:Cell %s)`, `(from)`},
		"pieces on top":    {`(forEach Piece %s top:True)`, `(from)`},
		"sites":            {`(forEach Site (sites Around (last To) includeSelf:True) %s)`, `(site)`},
		"directions":       {`(forEach Piece (forEach Direction Adjacent (between (range 1 3)) (to (apply %s))))`, `(to)`},
		"directions moves": {`(forEach Piece (forEach Direction Orthogonal %s))`, `(to)`},
		"custodial":        {`(custodial (from (last To)) (between if:(is Enemy (who at:(between))) (apply %s)) (to if:(is Friend (who at:(to)))))`, `(between)`},
		"surround":         {`(surround (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply %s)) (to if:(is Friend (who at:(to)))) except:2)`, `(between)`},
		"enclose":          {`(enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply %s)))`, `(between)`},
		"intervene":        {`(intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply %s)))`, `(to)`},
		"directional":      {`(directional (from (last To)) Adjacent (to if:(is Enemy (who at:(to))) (apply %s)))`, `(to)`},
	}
	for loop, l := range loops {
		for body, b := range bodies {
			what := fmt.Sprintf(l[0], replaceAll(b, l[1]))
			t.Run(loop+" "+body, func(t *testing.T) { orderly(t, what) })
		}
	}
	_ = fold
	for name, what := range map[string]string{
		"control": `(seq {(if (= 0 (% (count Moves) 5)) (take Control of:Next by:Mover)) (and (set Var "X" 0) (set Score Mover 0))})`,
		"control with consequents": `(if (= 0 (% (count Moves) 5)) (take Control of:Next by:Mover
			(then (set Score Mover (% (+ (last To) (* 3 (score Mover))) 997)))))`,
		"control of sites": `(take Control of:All by:Mover to:(sites Around (last To)))`,
		"steps":            `(if (= 0 (% (count Moves) 3)) (forEach Piece (step Adjacent (to if:(is Empty (to))))))`,
		"slides":           `(if (= 0 (% (count Moves) 3)) (slide (from (last To)) Adjacent))`,
		"slides of all":    `(if (= 0 (% (count Moves) 3)) (forEach Piece (slide Adjacent)))`,
		"hops":             `(if (= 0 (% (count Moves) 3)) (forEach Piece (hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))))`,
		"leaps":            `(if (= 0 (% (count Moves) 3)) (leap (from (last To)) { {F F L F} {F F R F} } (to if:(is Empty (to)))))`,
		"shots":            `(if (= 0 (% (count Moves) 4)) (shoot (piece "Man1") (then (set Score Mover (% (+ (last To) (* 3 (score Mover))) 997)))))`,
		"attract":          `(if (= 0 (% (count Moves) 4)) (attract))`,
		"moves to regions": `(if (= 0 (% (count Moves) 4)) (fromTo (from (sites Occupied by:Mover)) (to (sites Empty))))`,
		"additions": `(if (= 0 (% (count Moves) 4)) (add (piece "King1") (to (intersection (sites Empty) (sites Around (last To))))
			(then (set Score Mover (% (+ (last To) (* 3 (score Mover))) 997)))))`,
		"removals":               `(if (= 0 (% (count Moves) 4)) (remove (sites Around (last To)) (then (set Score Mover (% (+ (last From) (* 3 (score Mover))) 997)))))`,
		"at the end of the turn": `(and (if (= 0 (% (count Moves) 4)) (forEach Piece (remove (from) at:EndOfTurn) Next)) (if (= 0 (% (last To) 3)) (moveAgain)))`,
		"promotions":             `(if (= 0 (% (count Moves) 4)) (forEach Piece (promote (from) (piece "King") Mover (then (set Score Mover (% (+ (last To) (* 3 (score Mover))) 997))))))`,
		"flips":                  `(if (= 0 (% (count Moves) 4)) (forEach Piece (flip (from))))`,
		"combinations":           `(if (= 0 (% (count Moves) 4)) (allCombinations (forEach Piece (set Var "X" (from))) (forEach Player (set Var "Y" (player)))))`,
		"players":                `(forEach Player (set Var "X" (player)))`,
	} {
		t.Run(name, func(t *testing.T) { orderly(t, what) })
	}
}

func replaceAll(text, with string) string {
	out := ""
	for i := 0; i < len(text); i++ {
		if i+4 < len(text) && text[i:i+5] == "%[1]s" {
			out += with
			i += 4
			continue
		}
		out += text[i : i+1]
	}
	return out
}

// orderly plays games whose moves have effects, on boards that keep of pieces this and that, and tell in which order they are
// listed.
func orderly(t *testing.T, effects string) {
	for _, board := range [][3]string{
		{"plain", `(place "Man1" {0 5})`, `(or (move Add (to (sites Empty)) (then %[1]s)) (forEach Piece (then %[1]s)))`},
		{"listed", `(place "Man1" {0 5})`, `(or (move Add (to (sites Empty)) (then (seq {%[1]s (forEach Group Orthogonal
			(set Var "G" (count Sites in:(sites))))}))) (forEach Piece (then %[1]s)))`},
		{"counted", `(place "Man1" "Hand1" count:2)`, `(or (move (from (sites Occupied by:Mover)) (to (sites Board)
			if:(or (is Empty (to)) (is Friend (who at:(to))))) (then %[1]s)) (move Add (to (sites Empty)) (then %[1]s)))`},
		{"stacks", `(place Stack "Man1" {0 5} count:2)`, `(or (move Add (to (sites Empty)) stack:True (then %[1]s))
			(forEach Piece top:True (then %[1]s)))`}} {
		hand := map[string]string{"counted": "(hand Each)"}[board[0]]
		t.Run(board[0], func(t *testing.T) {
			inStepOrRefused(t, fmt.Sprintf(`(game "Order" (players 2) (equipment {(board (square 4)) %s
				(piece "Man" Each (move Step (to if:(!= (from) (to))))) (piece "King" Each)})
				(rules (start {(set Score Each 1) %s}) (play %s) (end (if (> (count Moves) 20) (byScore)))))`,
				hand, board[1], fmt.Sprintf(board[2], effects)))
		})
	}
}

// inStepOrRefused is inStep for a game that may be refused.
func inStepOrRefused(t *testing.T, text string) {
	var refusal *lower.Refusal
	g := gametest.Compile(t, text)
	if _, err := lower.Game(g); errors.As(err, &refusal) {
		t.Skip(err)
	}
	p, list := machines(t, g)
	for _, m := range list {
		pl := newPlayer(p, m)
		for seed := range uint64(20) {
			if err := lockStep(t, pl, seed); err != nil && !errors.Is(err, errSpoilt) {
				t.Errorf("%T: %v", m, err)
				break
			}
		}
	}
}
