package lower_test

import (
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
	"testing"
)

// furtherBoards are games like those of TestPairs, of four kinds.
var furtherBoards = map[string]string{
	"plain": further(``, `(place "Man1" {0 5}) (place "Man2" {6 10}) (place "King1" 3 state:1)`, `(sites Empty)`),
	"counts": further(`(hand Each)`, `(place "Man1" {0 5} counts:{3 2}) (place "Man2" {6 10} counts:{2 3})
		(place "King1" 3 state:1)`, `(sites Empty)`),
	"stacks": further(``, `(place Stack "Man1" {0 5} count:3) (place Stack "Man2" {6 10} count:2)
		(place Stack items:{"Man1" "King1" "Man2"} 1) (place "King1" 3 state:1)`,
		`(sites Board) if:(< (size Stack at:(to)) 5)) stack:(= 0 0`),
	"dice": further(`(dice d:3 num:2)`, `(place "Man1" {0 5}) (place "Man2" {6 10}) (place "King1" 3)`, `(sites Empty)`),
}

// further is a game whose moves have effects, with more equipment, and pieces that stand on it.
func further(equipment, start, to string) string {
	if strings.Contains(to, "stack:") {
		to = strings.Replace(to, "stack:(= 0 0", "stack:True", 1)
	} else {
		to += ")"
	}
	return `(game "Further" (players 2) (equipment {(board (square 4) {(track "Track" {0 1 2 3 7 6 5 4} loop:True)})
			(piece "Man" Each (move Step (to if:(is Empty (to))))) (piece "King" Each (flips 1 2)) ` + equipment + `})
		(rules (start {(set Score Each 1) ` + start + `}) (play (move Add (to ` + to + ` (then %s)))
			(end (if (> (count Moves) 14) (byScore)))))`
}

// asking are effects that are found from about everything that others change.
var asking = map[string]string{
	"score":  `(addScore Mover (+ {(* 3 (count Pieces All)) (* 5 (count Pieces Mover)) (what at:0) (who at:5)}))`,
	"last":   `(set Var "L" (+ (* 20 (last From)) (last To)))`,
	"add":    `(add (piece {2}) (to (intersection (sites Empty) (sites Around (last To)))))`,
	"bring":  `(fromTo (from 0) (to (last To)))`,
	"take":   `(remove 0)`,
	"groups": `(forEach Group Orthogonal (addScore Mover (count Sites in:(sites))))`,
	"next":   `(set Var "N" (+ (var "N") (* 3 (next))))`,
}

// further effects, beside those of TestPairs.
var furtherEffects = map[string]string{
	"random":        `(random {1 2} {(remove 5) (addScore Mover (count Pieces All))})`,
	"random some":   `(random (forEach Site (sites Around (last To)) (remove (site))) num:1)`,
	"random number": `(set Var "R" (value Random (range 1 3)))`,
	"random site":   `(add (piece {1}) (to (regionSite (sites Empty) index:(value Random (range 0 2)))))`,
	"push":          `(push (from (last To)) E)`,
	"push north":    `(push (from 0) N)`,
	"custodial": `(custodial (from (last To)) (between if:(is Enemy (who at:(between))) (apply (remove (between))))
		(to if:(is Friend (who at:(to)))))`,
	"intervene":   `(intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`,
	"directional": `(directional (from (last To)) Adjacent (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`,
	"surround": `(surround (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove
		(between)))) (to if:(is Friend (who at:(to)))) except:2)`,
	"enclose": `(enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove
		(between)))))`,
	"attract":   `(attract (from (last To)))`,
	"claim":     `(claim (to (intersection (sites Empty) (sites Around 5))))`,
	"shoot":     `(shoot (piece "Man1") (from (last To)))`,
	"promote":   `(promote 0 (piece "King") Mover)`,
	"pieces":    `(forEach Piece)`,
	"combined":  `(allCombinations (forEach Site (sites {0 5}) (remove (site))) (addScore Mover (count Pieces Next)))`,
	"appended":  `(append (forEach Site (sites {0 5}) (set State at:(site) (count Pieces All))))`,
	"values":    `(forEach Value min:0 max:(count Pieces Mover) (addScore Mover (value)))`,
	"numbers":   `(forEach Value (array (sites Occupied by:Mover)) (set Var "V" (+ (* 3 (var "V")) (value))))`,
	"players":   `(forEach Player (set Score (player (player)) (+ (player) (count Pieces of:(player)))))`,
	"while":     `(while (< (var "W") (count Pieces Mover)) (set Var "W" (+ 1 (var "W"))))`,
	"sequence":  `(seq {(remove 5) (addScore Mover (count Pieces All))})`,
	"begun":     `(do (remove 5) next:(addScore Mover (count Pieces All)))`,
	"filtered":  `(do (forEach Site (sites {0 5}) (remove (site))) ifAfterwards:(< 4 (count Pieces All)))`,
	"either":    `(if (is Occupied 5) (remove 5) (add (piece {1}) (to 5)))`,
	"first":     `(priority {(if (is Occupied 5) (remove 5)) (add (piece {2}) (to 5))})`,
	"most":      `(max Captures (forEach Site (sites {0 5}) (remove (site))))`,
	"track":     `(firstMoveOnTrack (forEach Piece))`,
	"remember":  `(remember Value "M" (count Pieces All))`,
	"unique":    `(remember Value "M" (what at:0) unique:True)`,
	"forget":    `(forget Value "M" (count Pieces All))`,
	"recall":    `(addScore Mover (size Array (values Remembered "M")))`,
	"kept":      `(remember State)`,
	"pending":   `(set Pending (last To))`,
	"pendings":  `(set Pending (sites Occupied by:Mover))`,
	"counter":   `(set Counter (count Pieces All))`,
	"pot":       `(set Pot (count Pieces Mover))`,
	"hidden":    `(set Hidden What at:(last To) to:Next)`,
	"next":      `(set NextPlayer (player (mover)))`,
	"again":     `(if (is Even (count Pieces All)) (moveAgain))`,
	"swapped":   `(swap Pieces 0 5)`,
	"sides":     `(swap Players P1 P2)`,
	"control":   `(take Control of:Next by:Mover at:0)`,
	"controls":  `(take Control of:All by:Mover to:(sites Around (last To)))`,
	"trigger":   `(trigger "T" Mover)`,
	"asked":     `(if (is Triggered "T" Mover) (addScore Mover 7))`,
	"chosen":    `(select (from (last To)) (to 5))`,
	"later":     `(remove 5 at:EndOfTurn)`,
	"of all":    `(remove (sites Occupied by:Next))`,
	"times":     `(remove 5 count:(count Pieces Mover))`,
	"bare":      `(note (count Pieces All) to:Mover)`,
	"scores":    `(addScore {1 2} {(count Pieces P1) (count Pieces P2)})`,
	"copied":    `(fromTo (from 0) (to (last To)) copy:True)`,
	"stored":    `(avoidStoredState (remove 5))`,
	"either or": `(or (remove 5) (addScore Mover (count Pieces All)))`,
}

// stackedEffects are about levels of stacks, dicedEffects about dice.
var stackedEffects = map[string]string{
	"levels":      `(forEach Level (last To) (addScore Mover (+ 1 (level))))`,
	"levels down": `(forEach Level 1 FromTop (if (is Enemy (who at:1 level:(level))) (remove 1 level:(level))))`,
	"levels up":   `(forEach Level 1 (set State at:1 level:(level) (+ 1 (level))))`,
	"level":       `(remove 1 level:1)`,
	"lowest":      `(remove 0 level:0)`,
	"from level":  `(fromTo (from 1 level:0) (to (last To)))`,
	"to level":    `(fromTo (from 5) (to 1 level:0))`,
	"whole":       `(fromTo (from 0) (to (last To)) stack:True)`,
	"whole under": `(fromTo (from 1) (to (last To) level:0) stack:True)`,
	"of a level":  `(set State at:1 level:1 (size Stack at:0))`,
	"value":       `(set Value at:1 level:0 (size Stack at:5))`,
	"sizes":       `(addScore Mover (+ (size Stack at:(last To)) (* 10 (topLevel at:1))))`,
	"into":        `(add (piece {1}) (to 1 level:0) stack:True)`,
	"onto":        `(add (piece {2}) (to (sites Around 5)) stack:True)`,
	"turned":      `(flip 3)`,
	"push stack":  `(push (from 1) E)`,
	"raised":      `(promote 1 (piece "King") Mover)`,
}

var dicedEffects = map[string]string{
	"roll":     `(roll)`,
	"roll so":  `(if (= 0 (% (count Pieces All) 2)) (roll (then (addScore Mover (count Pips)))))`,
	"pips":     `(addScore Mover (count Pips))`,
	"dice":     `(forEach Die (set Var "D" (+ (* 5 (var "D")) (pips))))`,
	"dice if":  `(forEach Die if:(< 1 (pips)) (addScore Mover (pips)))`,
	"combined": `(forEach Die combined:True (addScore Next (pips)))`,
	"doubles":  `(forEach Die replayDouble:True (addScore Mover (pips)))`,
	"equal":    `(if (all DiceEqual) (remove 5))`,
	"faces":    `(set Var "F" (+ (face 16) (* 10 (face 17))))`,
	"used":     `(if (all DiceUsed) (addScore Mover 1))`,
	"random":   `(random {1 2} {(roll) (addScore Mover 3)})`,
	"drawn":    `(set Var "R" (value Random (range 1 3)))`,
}

// TestFurtherPairs plays games with two effects for a move, in several orders: in one clause, one after the other, one
// that begins with the other, and one that is a consequent of the other. ASTRAGAL_PAIRS has all of them played, which
// takes some minutes; else some are.
func TestFurtherPairs(t *testing.T) {
	forms := []string{`(and %s %s)`, `(seq {%s %s})`, `(do %s next:%s)`, "then"}
	all := os.Getenv("ASTRAGAL_PAIRS") != ""
	for board, text := range furtherBoards {
		own := map[string]map[string]string{"stacks": stackedEffects, "dice": dicedEffects}[board]
		if own == nil {
			own = furtherEffects
		}
		others := []map[string]string{asking, own}
		if board == "stacks" || board == "dice" {
			others = append(others, furtherEffects)
		}
		played, tried := 0, 0
		pair := func(a, first, b, second string) {
			for i, form := range forms {
				name := fmt.Sprintf("%s: %s, %s, form %d", board, a, b, i)
				h := fnv.New32()
				h.Write([]byte(name))
				if !all && h.Sum32()%60 != 0 {
					continue
				}
				effect := fmt.Sprintf(form, first, second)
				if form == "then" {
					if slices.Contains([]string{"random", "seq", "note"}, strings.Fields(first[1:])[0]) {
						continue // which have no consequents
					}
					effect = first[:len(first)-1] + ` (then (if (< 0 (count Moves)) ` + second + `)))`
				}
				tried++
				played += playedInStep(t, name, fmt.Sprintf(text, effect))
			}
		}
		for a, first := range own {
			for i, list := range others {
				for b, second := range list {
					pair(a, first, b, second)
					if i != 1 { // else it comes the other way about
						pair(b, second, a, first)
					}
				}
			}
		}
		t.Logf("%s: %d games, %d plays came to an end", board, tried, played)
	}
}

// TestFoundPairs plays pairs of effects that once went otherwise than by the rules, or refuses them.
func TestFoundPairs(t *testing.T) {
	const and, seq, begun = `(and %s %s)`, `(seq {%s %s})`, `(do %s next:%s)`
	e, q := furtherEffects, asking
	for name, x := range map[string][4]string{
		"seats in a sequence":                {"plain", seq, e["sides"], q["score"]},
		"a pending site in a sequence":       {"plain", seq, e["pending"], q["last"]},
		"pending sites in a sequence":        {"plain", seq, e["pendings"], e["shoot"]},
		"pending sites behind others":        {"plain", begun, q["score"], e["pendings"]},
		"rounds in a sequence":               {"plain", seq, e["while"], e["shoot"]},
		"control in a sequence":              {"plain", seq, e["controls"], q["last"]},
		"control of what is taken":           {"plain", and, e["directional"], e["controls"]},
		"control behind others":              {"plain", begun, e["push"], e["controls"]},
		"a copy that stays":                  {"plain", and, e["copied"], e["pieces"]},
		"a copy of several that stays":       {"counts", and, e["copied"], e["track"]},
		"pieces in front of others":          {"plain", begun, e["shoot"], e["pieces"]},
		"pieces taken in front":              {"plain", begun, e["directional"], q["groups"]},
		"a stack turned over in front":       {"stacks", begun, stackedEffects["turned"], e["players"]},
		"a level that a stack has not":       {"stacks", and, q["score"], stackedEffects["level"]},
		"doubles that are played again":      {"dice", and, dicedEffects["doubles"], q["take"]},
		"doubles behind other effects":       {"dice", and, e["of all"], dicedEffects["doubles"]},
		"draws in a sequence":                {"stacks", seq, stackedEffects["whole"], e["random number"]},
		"a throw behind another effect":      {"dice", seq, q["groups"], dicedEffects["roll"]},
		"numbers drawn after the effect":     {"plain", seq, e["random site"], q["last"]},
		"a condition in front of others":     {"plain", begun, e["filtered"], e["pieces"]},
		"a push from where nothing is drawn": {"plain", seq, e["random site"], e["push north"]},
	} {
		t.Run(name, func(t *testing.T) {
			inStepOrRefused(t, fmt.Sprintf(furtherBoards[x[0]], fmt.Sprintf(x[1], x[2], x[3])))
		})
	}
}
