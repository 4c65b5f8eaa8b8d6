package lower_test

import (
	"fmt"
	"testing"
)

// TestIterators plays games in which every place of a clause asks for every iterator, whatever that may be good for;
// part 4, §1.3 and part 5, §1.6 of the specification say what each of them is there.
func TestIterators(t *testing.T) {
	const empty, enemy = `(is Empty (to))`, `(is Enemy (who at:(between)))`
	moves := map[string]string{
		"step from":     `(move Step (from if:%s) (to if:` + empty + `))`,
		"step to":       `(move Step (to if:(and ` + empty + ` %s)))`,
		"step apply":    `(move Step (to if:` + empty + ` (apply if:%s (addScore Mover 1))))`,
		"slide between": `(move Slide Orthogonal (between if:(and (is Empty (between)) %s)))`,
		"slide to":      `(move Slide Orthogonal (to if:%s))`,
		"slide over what is affected": `(move Slide Orthogonal (between if:(is Empty (between)) (apply (addScore Mover 1)))
			(to if:(and (is Enemy (who at:(to))) %s)))`,
		"slide stops": `(move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (if %s (addScore Mover 1)))))`,
		"slide affects": `(move Slide Orthogonal (between (range 1 3) if:(is Empty (between)) (apply if:%s (addScore Mover
			1))) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`,
		"slide rests": `(move Slide Orthogonal (between if:(or (is Empty (between)) %s)) (to if:(is Enemy (who at:(to)))
			(apply if:(is In (to) (sites Around (from))) (remove (to)))))`,
		"hop of runs": `(move Hop Orthogonal (between (range 0 3) if:(or (is Occupied (between)) %s)) (to
			if:` + empty + ` (apply (addScore Mover 1))))`,
		"slide from":   `(move Slide (from if:%s) Orthogonal)`,
		"hop from":     `(move Hop (from if:%s) Adjacent (between if:` + enemy + `) (to if:` + empty + `))`,
		"hop between":  `(move Hop Adjacent (between if:(and ` + enemy + ` %s)) (to if:` + empty + `))`,
		"hop over any": `(move Hop Orthogonal (between (range 1 2) if:%s) (to if:` + empty + `))`,
		"hop far": `(move Hop Orthogonal (between before:2 (range 1 2) after:2 if:` + enemy + `) (to
			if:(and ` + empty + ` %s)))`,
		"hop far over what is captured": `(move Hop Orthogonal (between (range 1 3) after:2 if:(is Occupied (between)) (apply
			(remove (between)))) (to if:(and ` + empty + ` %s)))`,
		"hop to": `(move Hop Adjacent (between if:` + enemy + `) (to if:(and ` + empty + ` %s)))`,
		"hop capture": `(move Hop Adjacent (between if:` + enemy + ` (apply if:%s (remove (between)))) (to
			if:` + empty + `))`,
		"hop landing": `(move Hop Adjacent (between if:` + enemy + `) (to if:` + empty + ` (apply if:%s
			(addScore Mover 1))))`,
		"leap to":           `(move Leap { {F F L F} {F F R F} } (to if:(and (not (is Friend (who at:(to)))) %s)))`,
		"leap from":         `(move Leap (from if:%s) { {F F L F} } (to if:` + empty + `))`,
		"leap apply":        `(move Leap { {F F L F} } (to if:` + empty + ` (apply if:%s (addScore Mover 1))))`,
		"piece consequents": `(move Step (to if:` + empty + `) (then (if %s (addScore Mover 1))))`,
	}
	effects := map[string]string{
		"custodial between": `(custodial (from (last To)) Adjacent (between if:(and ` + enemy + ` %s)) (to if:(is
			Friend (who at:(to)))))`,
		"custodial to": `(custodial (from (last To)) Adjacent (between if:` + enemy + `) (to if:(and (is Friend
			(who at:(to))) %s)))`,
		"custodial apply": `(custodial (from (last To)) (between if:` + enemy + ` (apply if:%s (remove
			(between)))) (to if:(is Friend (who at:(to)))))`,
		"enclose between": `(enclose (from (last To)) Orthogonal (between if:(and ` + enemy + ` %s)))`,
		"enclose apply": `(enclose (from (last To)) Orthogonal (between if:` + enemy + ` (apply if:%s (remove
			(between)))))`,
		"intervene to": `(intervene (from (last To)) (to if:(and (is Enemy (who at:(to))) %s)))`,
		"intervene apply": `(intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply if:%s (remove
			(to)))))`,
		"directional to": `(directional (from (last To)) Adjacent (to if:(and (is Enemy (who at:(to))) %s)))`,
		"directional apply": `(directional (from (last To)) Adjacent (to if:(is Enemy (who at:(to))) (apply if:%s
			(remove (to)))))`,
		"surround between": `(surround (from (last To)) Orthogonal (between if:(and ` + enemy + ` %s)) (to if:(is
			Friend (who at:(to)))))`,
		"surround to": `(surround (from (last To)) Orthogonal (between if:` + enemy + `) (to if:(and (is
			Friend (who at:(to))) %s)))`,
		"surround apply": `(surround (from (last To)) Orthogonal (between if:` + enemy + ` (apply if:%s (remove
			(between)))) (to if:(is Friend (who at:(to)))))`,
		"surround with exceptions": `(surround (from (last To)) Orthogonal (between if:` + enemy + ` (apply if:%s
			(remove (between)))) (to if:(is Friend (who at:(to)))) except:2)`,
		"add to": `(add (piece "Man1") (to (sites Around (last To)) if:(and ` + empty + ` %s)))`,
		"add apply": `(add (piece "Man1") (to (sites Around (last To)) if:` + empty + ` (apply if:%s
			(addScore Mover 1))))`,
		"claim": `(claim (to (sites Around (last To)) if:%s))`,
		"moves level": `(fromTo (from (sites Occupied by:Mover) level:(if %s 0 1)) (to (intersection (sites Empty)
			(sites Around (last To)))))`,
		"moves from": `(fromTo (from (sites Occupied by:Mover) if:%s) (to (intersection (sites Empty) (sites
			Around (last To)))))`,
		"moves to": `(fromTo (from (sites Occupied by:Mover)) (to (sites Around (last To)) if:(and
			` + empty + ` %s)))`,
		"moves apply": `(fromTo (from (last To)) (to (sites Around (last To)) if:` + empty + ` (apply if:%s
			(addScore Mover 1))))`,
		"pieces":     `(forEach Piece (if %s (addScore Mover 1)))`,
		"sites":      `(forEach Site (sites Around (last To)) (if %s (addScore Mover 1)))`,
		"directions": `(forEach Direction (from (last To)) Adjacent (to (apply (if %s (addScore Mover 1)))))`,
		"direction between": `(forEach Direction (from (last To)) Adjacent (between (range 1 3) if:%s) (to (apply
			(addScore Mover 1))))`,
		"direction to": `(forEach Direction (from (last To)) Adjacent (between (range 1 3)) (to if:%s (apply
			(addScore Mover 1))))`,
		"groups":          `(forEach Group Orthogonal (if %s (addScore Mover (count Sites in:(sites)))))`,
		"group if":        `(forEach Group Orthogonal if:%s (addScore Mover (count Sites in:(sites))))`,
		"filter":          `(addScore Mover (count Sites in:(forEach (sites Board) if:%s)))`,
		"line":            `(if (is Line 3 if:%s) (addScore Mover 1))`,
		"group size":      `(addScore Mover (size Group at:(last To) if:%s))`,
		"count groups":    `(addScore Mover (count Groups Orthogonal if:%s))`,
		"sites group":     `(addScore Mover (count Sites in:(sites Group at:(last To) if:%s)))`,
		"shoot":           `(shoot (piece "Man1") (from (last To)) (between if:%s))`,
		"shoot to":        `(shoot (piece "Man1") (from (last To)) (to if:%s))`,
		"promote":         `(if %s (promote (last To) (piece "King") Mover))`,
		"consequents":     `(addScore Mover 1 (then (if %s (addScore Mover 2))))`,
		"sites direction": `(addScore Mover (count Sites in:(sites Direction from:(last To) Orthogonal stop:%s)))`,
		"all sites":       `(if (all Sites (sites Around (last To)) if:%s) (addScore Mover 1))`,
		"while":           `(if %s (while (< (var "X") 2) (set Var "X" (+ (var "X") 1))))`,
		"sequence":        `(seq {(set Var "X" (from)) (if %s (addScore Mover 1))})`,
		"begun":           `(do (set Var "X" (to)) next:(if %s (addScore Mover 1)))`,
	}
	for _, iterator := range []string{"from", "to", "between", "site"} {
		for _, asked := range []string{fmt.Sprintf(`(< (%s) 9)`, iterator), fmt.Sprintf(`(= 0 (%% (+ 2 (%s))
			2))`, iterator)} {
			for name, m := range moves {
				t.Run(name+" "+asked, func(t *testing.T) {
					inStepOrRefused(t, asks(`(or (forEach Piece) (move Add (piece "King") (to (sites Empty))))`,
						fmt.Sprintf(m, asked)))
				})
			}
			for name, e := range effects {
				t.Run(name+" "+asked, func(t *testing.T) {
					inStepOrRefused(t, asks(`(or (move Add (piece "King") (to (sites Empty)) (then
			`+fmt.Sprintf(e, asked)+`))
						(forEach Piece (then `+fmt.Sprintf(e, asked)+`)))`, `(move Step (to if:(is Empty (to))))`))
				})
			}
		}
	}
}

// asks is a game of pieces that move and of others that are put down.
func asks(play, move string) string {
	return fmt.Sprintf(`(game "Asks" (players 2) (equipment {(board (square 4)) (piece "Man" Each N %s) (piece
			"King" Each)})
		(rules (start {(place "Man1" {0 1 6}) (place "Man2" {9 14 15}) (set Score Each 0)}) (play %s)
		(end (if (> (count Moves) 16) (byScore)))))`, move, play)
}

// TestIteratorsOfSowing is TestIterators for the places of (sow …).
func TestIteratorsOfSowing(t *testing.T) {
	const taken = `(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))`
	sowings := map[string]string{
		"if":           `(sow if:%s apply:` + taken + `)`,
		"apply":        `(sow if:(= 2 (count at:(to))) apply:(if %s ` + taken + `))`,
		"skip":         `(sow skipIf:(and (!= (to) (last From)) %s))`,
		"origin":       `(sow origin:%s)`,
		"back":         `(sow if:(and (= 2 (count at:(to))) %s) apply:` + taken + ` backtracking:True)`,
		"back while":   `(sow if:(<= 2 (count at:(to))) apply:` + taken + ` backtracking:%s)`,
		"forward":      `(sow if:%s apply:` + taken + ` forward:True)`,
		"each hole":    `(sow sowEffect:(if %s (addScore Mover 1)))`,
		"consequents":  `(sow (then (if %s (addScore Mover 1))))`,
		"again":        `(sow apply:(if (and (> (count at:(to)) 1) %s) (sow (to))))`,
		"capture then": `(sow apply:(addScore Mover 2 (then (if %s (addScore Mover 1)))))`,
		"capture back": `(sow if:(< 1 (count at:(to))) apply:(addScore Mover 2 (then (if %s (addScore Mover 1))))
			backtracking:True)`,
		"two a hole":   `(sow numPerHole:2 if:%s apply:` + taken + ` origin:True)`,
		"what is left": `(sow count:(%% (count Moves) 3) apply:(if %s ` + taken + `) origin:True)`,
		"remembered":   `(sow apply:(and (set Var (value)) (if %s (set Var "V" (value)))))`,
	}
	for _, iterator := range []string{"from", "to", "between", "site", "value", "player"} {
		for _, asked := range []string{fmt.Sprintf(`(< (%s) 5)`, iterator), fmt.Sprintf(`(= 0 (%% (+ 2 (%s)) 2))`, iterator),
			fmt.Sprintf(`(= 1 (%s))`, iterator)} {
			for name, sowing := range sowings {
				t.Run(name+" "+asked, func(t *testing.T) {
					inStepOrRefused(t, fmt.Sprintf(`(game "Sows" (players 2) (equipment {(mancalaBoard 2 4 store:None
						{(track "Track" "0,E,N,W" loop:True)}) (piece "Seed" Shared) (hand Each)})
						(rules (start {(set Count 2 to:(sites Track)) (set Score Each 0)})
						(play (move Select (from (sites Board) if:(> (count at:(from)) 0)) (then %s)))
						(end (if (> (count Moves) 20) (byScore)))))`, fmt.Sprintf(sowing, asked)))
				})
			}
		}
	}
}
