package lower_test

import (
	"testing"
)

// TestFloats plays games that calculate with fractions in lock step.
func TestFloats(t *testing.T) {
	for name, x := range map[string]string{
		"sums":         `(+ (toFloat (last To)) (+ {0.1 (toFloat (count Moves)) (toFloat (is Even (count Moves)))}))`,
		"differences":  `(- (* 10 (toFloat (last To))) (* {1.5 (toFloat (count Moves)) (toFloat (count Moves))}))`,
		"quotients":    `(* 1000 (/ (toFloat (last To)) (toFloat (count Moves))))`,
		"roots":        `(* 1000 (sqrt (toFloat (count Moves))))`,
		"extremes":     `(* 100 (max (min 1.5 (/ (toFloat (last To)) 3.0)) (max {0.1 (toFloat (- (last To) 3)) (min {0.5 2.5})})))`,
		"values":       `(* 100 (abs (- (toFloat (last To)) 3.3)))`,
		"sines":        `(* 1000 (sin (toFloat (last To))))`,
		"angles":       `(* 1000 (+ (cos (/ (toFloat (last To)) 7.0)) (tan (* 0.3 (toFloat (count Moves))))))`,
		"logarithms":   `(* 1000 (+ (log (+ 1 (toFloat (last To)))) (log10 (+ 1.5 (toFloat (count Moves))))))`,
		"powers":       `(+ (exp (toFloat (last To))) (^ (toFloat (last To)) (/ (toFloat (count Moves)) 2.0)))`,
		"of powers":    `(* 100 (sqrt (abs (sin (^ 1.1 (max 0.5 (toFloat (last To))))))))`,
		"large":        `(* 1e30 (* 1e30 (toFloat (last To))))`,
		"no number":    `(- (* 1e30 (* 1e30 (toFloat (last To)))) (* 1e30 (* 1e30 (toFloat (count Moves)))))`,
		"beyond none":  `(max (* 1e30 (* 1e30 (toFloat (+ 1 (last To))))) (log (toFloat (- -1 (last To)))))`,
		"of constants": `(* 100 (/ (sin 0.5) (exp 2)))`,
	} {
		for _, number := range []string{`(toInt ` + x + `)`, `(if (toBool ` + x + `) 1 2)`} {
			t.Run(name, func(t *testing.T) {
				inStep(t, `(game "Floats" (players 2) (equipment {(board (square 3)) (piece "Man" Each)}) (rules (play (move Add
					(to (sites Empty)) (then (set Score Mover `+number+`)))) (end (if (is Full) (byScore)))))`)
			})
		}
	}
}
